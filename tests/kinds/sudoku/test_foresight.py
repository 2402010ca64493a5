"""Which suppositions fail is looked up before one is told: by no more than its steps may use."""

from __future__ import annotations

from cpsolver import api
from cpsolver.auxiliary.techniques import suppose
from cpsolver.kinds.sudoku.foresight import Failing, Foresight
from cpsolver.kinds.sudoku.techniques import ASKED, FOLLOWED
from cpsolver.solvers import auxiliary
from cpsolver.task.domain import Finite
from cpsolver.task.result import Settings, Status
from cpsolver.task.task import Task
from tests.kinds.sudoku.test_rules import caged


def failing(task: Task, most: int | None = None, well: bool = False) -> list[Failing]:
    return list(Foresight(task, task.knowledge(), well).failing(most, []))


def test_every_supposition_foreseen_to_fail_is_refuted_step_by_step() -> None:
    task = api.load("sudoku/kropki-6").task

    for well in (False, True):
        found = failing(task, well=well)
        assert found
        for _, name, value in found:
            part = suppose(task, task.knowledge(), name, Finite((value,)))
            result = auxiliary.solve(part, Settings(techniques=(FOLLOWED[well], *ASKED), choose=False))
            assert result.status is Status.UNSATISFIABLE


def test_suppositions_that_fail_later_than_allowed_are_left_out() -> None:
    task = api.load("sudoku/kropki-6").task

    assert all(steps <= 3 for steps, _, _ in failing(task, most=3))


def test_what_was_found_earlier_is_tried_first_and_used_up() -> None:
    task = api.load("sudoku/renban-6").task
    known = task.knowledge()
    pending: list[Failing] = []
    first = next(Foresight(task, known).failing(6, pending))
    second = pending[0]

    assert first <= second
    assert second == next(Foresight(task, known).failing(6, pending))
    assert second not in pending


def test_nothing_is_supposed_where_what_is_known_is_contradictory() -> None:
    assert not failing(caged("r1c1", "r1c2", total=7, grid="1" + "." * 15))
