"""Why a finite part excludes values, where a solver has to say so."""

from __future__ import annotations

from cpsolver.auxiliary.model import part
from cpsolver.auxiliary.reasons import Reasons, Refutes
from cpsolver.solvers import backtracking
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Name
from cpsolver.task.knowledge import Finding
from cpsolver.task.result import Settings, Status
from cpsolver.task.task import Fact, Task
from tests.tasks import call, finite_task

SUM = finite_task(
    {name: range(4) for name in "wxy"},
    call("=", call("sum", *map(Name, "wxy")), 6),
    call("<=", Name("w"), 3),  # says nothing, but a part of two conditions takes a solver
)
KNOWN = {"w": Finite((2, 3)), "x": Finite((0, 1))}
FOUND = Finding((Fact("y", Finite((2, 3))),))
Reason = tuple[dict[str, Finite], dict[str, Finite]]


def reasons(refutes: Refutes) -> list[Reason]:
    """Premises and conclusions of y in {2, 3}, which follows from what is known of w and x."""
    known = SUM.knowledge()
    known.absorb(Finding(tuple(Fact(name, domain, 7) for name, domain in KNOWN.items())))
    found = Reasons(part(SUM, known, SUM.conditions), known, refutes).of(FOUND)
    return [tuple({fact.variable: fact.domain for fact in facts} for facts in pair) for pair in found]  # type: ignore[misc]


def test_each_value_is_excluded_by_no_more_than_it_takes() -> None:
    def refutes(task: Task) -> bool:
        return backtracking.solve(task, Settings()).status is Status.UNSATISFIABLE

    no_zero = ({"x": Finite((0, 1, 2))}, {"y": Finite((1, 2, 3))})
    no_one = ({"x": Finite((0, 1))}, {"y": Finite((0, 2, 3))})

    assert [no_zero, no_one] == reasons(refutes)


def test_what_cannot_be_shown_again_in_time_rests_on_all_that_was_known() -> None:
    assert [(KNOWN, {"y": Finite((2, 3))})] == reasons(lambda task: False)
