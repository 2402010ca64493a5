"""The steps a result depends on."""

from __future__ import annotations

from cpsolver.task.derivation import Derivation, Step
from cpsolver.task.domain import Finite
from cpsolver.task.knowledge import Finding
from cpsolver.task.task import Fact


def test_a_step_stays_where_a_premise_of_another_variable_comes_from_it() -> None:
    """A placed digit takes pencil marks by itself: what says that b is not 1 is the step that says a is."""
    placed = Step(1, "players", (), (), Finding((Fact("a", Finite((1,)), 1),)))
    used = Step(2, "players", (), (Fact("b", Finite((2, 3)), 1),), Finding((Fact("c", Finite((3,)), 2),)))

    assert (placed, used) == Derivation("task", (placed, used)).towards(("c",)).steps
