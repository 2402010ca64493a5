"""Whether a step is right and small, proved by a solver that knows nothing of players: CP-SAT.

A deduction claims that its conditions and premises entail its conclusion. So conditions, premises and the opposite of
the conclusion must have no solution; and with any one premise dropped they must have one, or the premise was idle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cpsolver.kinds.sudoku.logic.geometry import Geometry
from cpsolver.kinds.sudoku.logic.pattern import Deduction
from cpsolver.kinds.sudoku.logic.position import Mark
from cpsolver.solvers.cpsat import SOLVER
from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.result import Settings, Status
from cpsolver.task.task import Sought, Task, Variable

UNIQUE = "the solution is unique"
"""The label of a condition that no task states; steps that rely on it are compared with the solution."""


@dataclass(frozen=True, slots=True)
class Premise:
    """That a cell holds a digit, or that it does not."""

    cell: int
    digit: int
    is_home: bool

    def tell(self, geometry: Geometry) -> str:
        """`r1c3 = 5` or `r1c3 ≠ 5`."""
        return f"{geometry.names[self.cell]} {'=' if self.is_home else '≠'} {geometry.values[self.digit]}"


def premises(deduction: Deduction) -> tuple[Premise, ...]:
    """What a deduction rests on, beside its conditions."""
    homes = (Premise(cell, digit, True) for cell, digit in deduction.homes)
    return (*homes, *(Premise(cell, digit, False) for cell, digit in deduction.missing))


def proves(geometry: Geometry, deduction: Deduction, solution: Sequence[int] | None = None) -> bool:
    """Whether conditions and premises entail the conclusion; of a supposition, whether each of its steps does.

    solution: the digit of every cell, with which a step that relies on uniqueness must agree.
    """
    if deduction.pattern.substeps:
        return all(proves(geometry, step, solution) for step in deduction.pattern.substeps)
    if UNIQUE in deduction.conditions:
        assert solution is not None, "a step that relies on uniqueness is judged by the solution"
        return agrees(deduction, solution)
    return not _has_solution(geometry, deduction, premises(deduction))


def agrees(deduction: Deduction, solution: Sequence[int]) -> bool:
    """Whether the conclusion is true of the solution."""
    removed = all(solution[cell] != digit for cell, digit in deduction.removed)
    return removed and all(solution[cell] == digit for cell, digit in deduction.placed)


def droppable(geometry: Geometry, deduction: Deduction, tries: int | None = None) -> tuple[Premise, ...]:
    """The premises without which, one at a time, the conclusion follows all the same.

    tries: how many of a step's premises to look at, spread over all; None for every one
    """
    if deduction.pattern.substeps:
        return tuple(idle for step in deduction.pattern.substeps for idle in droppable(geometry, step, tries))
    if UNIQUE in deduction.conditions:
        return ()
    every = premises(deduction)
    tried = every[:: max(1, len(every) // tries)] if tries else every
    return tuple(one for one in tried if not _has_solution(geometry, deduction, [p for p in every if p is not one]))


def is_irreducible(geometry: Geometry, deduction: Deduction) -> bool:
    """Whether no premise can be dropped."""
    return not droppable(geometry, deduction)


def _has_solution(geometry: Geometry, deduction: Deduction, known: Iterable[Premise]) -> bool:
    """Whether conditions and premises allow that the conclusion is false."""
    task = counterexample_task(geometry, deduction, known)
    if any(variable.domain.is_empty for variable in task.variables):
        return False
    status = SOLVER.solve(task, Settings(seconds=60)).status
    assert status is not Status.UNKNOWN
    return status.has_solution


def counterexample_task(geometry: Geometry, deduction: Deduction, known: Iterable[Premise]) -> Task:
    """The task whose solutions meet conditions and premises but not the conclusion."""
    conditions = list(_conditions(geometry, deduction.conditions))
    opposite = _opposite(geometry, deduction)
    if opposite is not None:
        conditions.append(Relation(opposite, label="the conclusion is false"))
    domains = _domains(geometry, known)
    names = dict.fromkeys((*(name for condition in conditions for name in condition.scope), *domains))
    whole = Finite(geometry.values)
    variables = tuple(Variable(name, domains.get(name, whole)) for name in names)
    return Task("proof", "sudoku", variables, tuple(conditions), sought=Sought(tuple(names)))


def _conditions(geometry: Geometry, labels: Iterable[str]) -> Iterator[Relation]:
    known = _labelled(geometry)
    for label in labels:
        assert label in known, f"no condition is labelled '{label}'"
        for cells in known[label]:
            different = Call("all_different", tuple(Name(geometry.names[cell]) for cell in cells))
            yield Relation(different, label=label)


@lru_cache(maxsize=16)
def _labelled(geometry: Geometry) -> Mapping[str, tuple[tuple[int, ...], ...]]:
    found: dict[str, tuple[tuple[int, ...], ...]] = {}
    for label, cells in (*((unit.label, unit.cells) for unit in geometry.units), *geometry.others):
        found[label] = (*found.get(label, ()), cells)
    return found


def _domains(geometry: Geometry, known: Iterable[Premise]) -> dict[str, Finite]:
    allowed: dict[int, set[int]] = {}
    for premise in known:
        digits = allowed.setdefault(premise.cell, set(range(geometry.size)))
        digits &= {premise.digit} if premise.is_home else digits - {premise.digit}
    return {geometry.names[c]: Finite(tuple(geometry.values[d] for d in sorted(left))) for c, left in allowed.items()}


def _opposite(geometry: Geometry, deduction: Deduction) -> Node | None:
    """That a removed mark stands or a placed digit does not; None for a contradiction, which says neither."""
    if deduction.pattern.technique == "contradiction":
        return None
    stand = [_compared("=", geometry, mark) for mark in deduction.removed]
    stand += [_compared("!=", geometry, mark) for mark in deduction.placed]
    return stand[0] if len(stand) == 1 else Call("or", tuple(stand))


def _compared(sign: str, geometry: Geometry, mark: Mark) -> Node:
    cell, digit = mark
    return Call(sign, (Name(geometry.names[cell]), Constant(geometry.values[digit])))
