"""Formula domains: quantities with units, formulas that may be used for any of them, rules of a task."""

from __future__ import annotations

from collections.abc import Iterator

from cpsolver.kinds.formulas.conflicts import refuted
from cpsolver.kinds.formulas.depict import depict, graph
from cpsolver.kinds.formulas.diagnosis import diagnose, missing_data
from cpsolver.kinds.formulas.expectation import expected
from cpsolver.kinds.formulas.formulate import formulate
from cpsolver.kinds.formulas.measuring import measure
from cpsolver.kinds.formulas.narrate import narrate
from cpsolver.kinds.formulas.shape import FormulaModel, FormulaSpec
from cpsolver.kinds.formulas.shortest import shortest
from cpsolver.kinds.formulas.sweeping import SWEEPING, remarks
from cpsolver.kinds.formulas.techniques import TECHNIQUES
from cpsolver.kinds.formulas.wording import shown_value
from cpsolver.kinds.kind import Kind, Proven
from cpsolver.picture import Picture
from cpsolver.task.derivation import Derivation, Step
from cpsolver.task.task import Solution, Task


def prove(task: Task, step: Step) -> Iterator[Proven]:
    """Every equation that a step prints, checked by itself; loaded where it is asked for."""
    from cpsolver.kinds.formulas import proof

    yield from proof.prove(task, step)


def put_back(task: Task, solution: Solution, derivation: Derivation | None) -> tuple[Picture, ...]:
    """The solution put back into all formulas; loaded where it is asked for."""
    from cpsolver.kinds.formulas import residuals

    return residuals.put_back(task, solution, derivation)


KIND = Kind(
    name="formulas",
    summary="quantities with units and formulas between them, each usable for any of its quantities",
    spec_shape=FormulaSpec,
    model_shape=FormulaModel,
    formulate=formulate,
    techniques=TECHNIQUES,
    depict=depict,
    narrate=narrate,
    expected=expected,
    graph=graph,
    solvers=("auxiliary", "formula_graph", "simultaneous", "symbolic"),
    show=shown_value,
    diagnose=diagnose,
    missing=missing_data,
    remarks=remarks,
    refuted=refuted,
    put_back=put_back,
    measured=measure,
    sweeping=SWEEPING,
    prove=prove,
    shortest=shortest,
)
