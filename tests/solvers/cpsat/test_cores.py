"""CP-SAT with a switch on every given and condition."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.auxiliary.switches import Numbered
from cpsolver.solvers import cpsat
from cpsolver.task.condition import Condition
from cpsolver.task.expression import Name
from cpsolver.task.result import Settings, Status
from cpsolver.task.task import Fact, Task
from tests.random_tasks import brute_force, random_tasks
from tests.tasks import EASY, call, finite_task, sudoku_task


def test_a_core_has_no_solution() -> None:
    task = sudoku_task(EASY[:7] + "5" + EASY[8:])
    core = cpsat.core(task, Settings())
    assert core is not None
    alone = replace(
        task,
        given=tuple(item for item in core if isinstance(item, Fact)),
        conditions=tuple(item for item in core if isinstance(item, Condition)),
    )

    assert Status.UNSATISFIABLE is cpsat.solve(alone, Settings()).status


def test_a_task_with_a_solution_has_no_core() -> None:
    assert cpsat.core(sudoku_task(EASY), Settings()) is None


def test_a_given_of_a_variable_with_one_other_value_is_refuted() -> None:
    task = finite_task({"x": (1,), "y": (1, 2)}, call("<", Name("x"), Name("y")), given={"x": 2})

    assert task.given == cpsat.core(task, Settings())


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
