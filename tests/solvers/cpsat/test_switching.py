"""CP-SAT with a switch on every given and condition."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.auxiliary.switches import Numbered, Ruling
from cpsolver.solvers import cpsat
from cpsolver.task.expression import Name
from cpsolver.task.result import Settings, Status
from cpsolver.task.task import Task
from tests.random_tasks import brute_force, random_tasks
from tests.tasks import EASY, call, finite_task, sudoku_task


def _of_everything(task: Task) -> Ruling:
    return cpsat.switches(task, Settings()).keeping(Numbered(task).everything)


def test_a_core_has_no_solution() -> None:
    task = sudoku_task(EASY[:7] + "5" + EASY[8:])
    ruling = _of_everything(task)

    assert ruling.holds is False
    assert Status.UNSATISFIABLE is cpsat.solve(Numbered(task).only(ruling.core), Settings()).status


def test_a_task_with_a_solution_has_no_core() -> None:
    ruling = _of_everything(sudoku_task(EASY))

    assert (True, frozenset()) == (ruling.holds, ruling.core)


def test_a_given_of_a_variable_with_one_other_value_is_refuted() -> None:
    task = finite_task({"x": (1,), "y": (1, 2)}, call("<", Name("x"), Name("y")), given={"x": 2})

    assert task.given == tuple(Numbered(task).members[number] for number in _of_everything(task).core)


@settings(max_examples=50, deadline=None)
@given(random_tasks(), st.data())
def test_every_selection_is_judged_as_by_brute_force(task: Task, data: st.DataObject) -> None:
    numbered, switches = Numbered(task), cpsat.switches(task, Settings())
    for _ in range(4):
        kept = (
            data.draw(st.frozensets(st.sampled_from(sorted(numbered.everything)))) if numbered.members else frozenset()
        )
        ruling, expected = switches.keeping(kept), brute_force(numbered.only(kept))

        assert bool(expected) == ruling.holds
        if ruling.solution is not None:
            assert ruling.solution in expected
        else:
            assert ruling.core <= kept
            assert not brute_force(numbered.only(ruling.core))


@settings(max_examples=30, deadline=None)
@given(random_tasks())
def test_the_most_that_can_be_kept_is_that_of_brute_force(task: Task) -> None:
    numbered = Numbered(task)
    ruling = cpsat.switches(task, Settings()).most(frozenset())
    everything = brute_force(numbered.only(()))
    fewest = min(len(numbered.broken(numbered.everything, solution)) for solution in everything)

    assert ruling.solution is not None
    assert (fewest, True) == (len(numbered.broken(numbered.everything, ruling.solution)), ruling.is_most)
