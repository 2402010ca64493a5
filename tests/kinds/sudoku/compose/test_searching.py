"""Candidates by any solver: what it leaves open is never taken for a proof."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cpsolver.kinds.sudoku.compose.searching import Searching
from cpsolver.solvers import SOLVERS
from cpsolver.spec.document import parse
from cpsolver.spec.puzzle import GoOn, Wishes, Workshop
from cpsolver.task.result import Result, Settings, Status
from cpsolver.task.task import Task
from tests.tasks import sudoku_task

EMPTY = sudoku_task("." * 16, box=(2, 2))


class Hasty:
    """A solver that finds one solution and has no time to look for another."""

    def __call__(self, task: Task, solutions: int, go_on: GoOn) -> Result:
        found = SOLVERS.get("latin").solve(task, Settings(solutions=1))
        return found if solutions == 1 else Result(Status.SATISFIED, found.solutions, note="the time limit was met")


def candidates(wishes: Wishes) -> Iterator[object]:
    workshop = Workshop(Hasty(), lambda _: EMPTY, lambda _: None, {}, parse("levels: []", "s"))  # type: ignore[arg-type, return-value]
    orbits = [(variable.name,) for variable in EMPTY.variables]
    return Searching(EMPTY, orbits, wishes, workshop).block(0, lambda: True)


@pytest.mark.parametrize("method", ["cut", "opening"])
def test_one_solution_found_is_not_taken_for_the_only_one(method: str) -> None:
    assert [] == list(candidates(Wishes(method=method)))


def test_solutions_not_all_counted_are_not_told_as_all() -> None:
    assert [] == list(candidates(Wishes(method="opening", several=True)))
