"""What contradicts what: irreducible, smallest, and what to drop."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cpsolver.auxiliary.conflict import Conflict, conflict_in
from cpsolver.auxiliary.hitting import minimum_hitting_set
from cpsolver.auxiliary.switches import Asked, Member, Numbered, Switches
from cpsolver.solvers import backtracking, cpsat
from cpsolver.task.condition import Relation
from cpsolver.task.expression import Name
from cpsolver.task.result import Result, Settings
from cpsolver.task.task import Aim, Fact, Objective, Task
from tests.random_tasks import brute_force, random_tasks
from tests.tasks import EASY, call, different, finite_task, sudoku_task

Switched = Callable[[Task], Switches]


def solve(task: Task, solutions: int) -> Result:
    return backtracking.solve(task, Settings(solutions=solutions))


def natively(task: Task) -> Switches:
    return cpsat.switches(task, Settings())


def asking(task: Task) -> Switches:
    return Asked(task, solve)


both = pytest.mark.parametrize("switched", [natively, asking])


def conflict(task: Task, switched: Switched = natively, smallest: bool = False) -> Conflict:
    found = conflict_in(task, switched(task), solve, Settings(), smallest=smallest)
    assert found is not None
    return found


def named(members: tuple[Member, ...]) -> set[str]:
    return {str(item.variable) if isinstance(item, Fact) else item.label or str(item) for item in members}


def pairwise_different(size: int, values: int) -> Task:
    names = [f"x{i}" for i in range(size)]
    conditions = [Relation(call("!=", Name(a), Name(b)), label=a + b) for a, b in combinations(names, 2)]
    return finite_task({name: range(values) for name in names}, *conditions)


@both
def test_three_pigeons_do_not_fit_into_two_holes(switched: Switched) -> None:
    found = conflict(pairwise_different(3, 2), switched)

    assert ({"x0x1", "x0x2", "x1x2"}, True) == (named(found.members), found.irreducible)


@both
def test_three_colours_for_four_neighbours_fail_by_all_six_borders(switched: Switched) -> None:
    found = conflict(pairwise_different(4, 3), switched, smallest=True)

    assert (6, True, True, 6) == (len(found.members), found.irreducible, found.smallest, found.at_least)
    assert [1] * 6 == [len(drop) for drop in found.drops]


def test_of_four_neighbours_in_two_colours_two_borders_must_be_dropped() -> None:
    found = conflict(pairwise_different(4, 2), smallest=True)

    assert (3, 2, True) == (len(found.members), len(found.drops[0]), found.fewest)


@both
def test_two_equal_givens_in_a_row_clash_by_that_row_alone(switched: Switched) -> None:
    """r1c1 = 5 stands in the newspaper's sudoku; 5 in r1c8 too is against row 1 only."""
    found = conflict(sudoku_task(EASY[:7] + "5" + EASY[8:]), switched, smallest=True)

    assert {"r1c1", "r1c8", "row 1"} == named(found.members)
    assert (True, True, 3) == (found.irreducible, found.smallest, found.at_least)


@both
def test_a_condition_that_never_holds_is_the_conflict_itself(switched: Switched) -> None:
    task = finite_task({"x": range(5), "y": range(5)}, call("!=", Name("x"), Name("y")), call(">", Name("x"), 9))
    found = conflict(task, switched)

    assert (["x > 9"], True, True) == ([str(item) for item in found.members], found.smallest, found.fewest)


@both
def test_a_given_against_a_condition_on_one_variable_is_not_folded_away(switched: Switched) -> None:
    found = conflict(finite_task({"x": range(5)}, call("<", Name("x"), 3), given={"x": 4}), switched)

    assert {"x", "x < 3"} == named(found.members)
    assert [{"x"}, {"x < 3"}] == [named(drop) for drop in found.drops]


@both
def test_a_task_with_a_solution_has_no_conflict(switched: Switched) -> None:
    task = sudoku_task(EASY)

    assert conflict_in(task, switched(task), solve, Settings()) is None


@both
def test_what_is_to_be_best_does_not_matter(switched: Switched) -> None:
    objective = Objective(Name("x"))
    conditions = call("<", Name("x"), Name("y")), call("<", Name("y"), Name("x"))
    task = finite_task({"x": range(5), "y": range(5)}, *conditions, aim=Aim.BEST, objective=objective)

    assert 2 == len(conflict(task, switched).members)


def test_without_time_nothing_is_known() -> None:
    task = pairwise_different(3, 2)

    assert conflict_in(task, cpsat.switches(task, Settings(seconds=0)), solve, Settings(seconds=0)) is None


@both
@settings(max_examples=30, deadline=None)
@given(task=random_tasks())
def test_a_conflict_is_irreducible_by_brute_force(switched: Switched, task: Task) -> None:
    assume(not brute_force(task))
    found, numbered = conflict(task, switched), Numbered(task)
    members = {number for number, item in enumerate(numbered.members) if any(item is each for each in found.members)}

    assert found.irreducible
    assert not brute_force(numbered.only(members))
    assert all(brute_force(numbered.only(members - {number})) for number in members)


@both
@settings(max_examples=30, deadline=None)
@given(task=random_tasks())
def test_the_smallest_conflict_and_the_fewest_to_drop_are_those_of_brute_force(switched: Switched, task: Task) -> None:
    assume(not brute_force(task))
    found, numbered = conflict(task, switched, smallest=True), Numbered(task)
    sizes = range(len(numbered.members) + 1)
    subsets = [set(subset) for size in sizes for subset in combinations(sorted(numbered.everything), size)]
    smallest = next(len(subset) for subset in subsets if not brute_force(numbered.only(subset)))
    fewest = next(len(subset) for subset in subsets if brute_force(numbered.only(numbered.everything - subset)))

    assert (smallest, True) == (len(found.members), found.smallest)
    assert fewest == len(found.drops[0]) if found.fewest else fewest <= len(found.drops[0])
    assert found.fewest or switched is asking


@given(st.lists(st.frozensets(st.integers(0, 6), min_size=1, max_size=4), max_size=8))
def test_a_minimum_hitting_set_is_that_of_brute_force(sets: list[frozenset[int]]) -> None:
    found = minimum_hitting_set(sets, lambda: True)
    subsets = [frozenset(subset) for size in range(8) for subset in combinations(range(7), size)]

    assert found is not None
    assert all(found & each for each in sets)
    assert next(len(subset) for subset in subsets if all(subset & each for each in sets)) == len(found)


def test_a_unit_of_a_sudoku_that_is_not_needed_is_not_named() -> None:
    task = finite_task(
        {"x": range(9), "y": range(9), "z": range(9)},
        different("all differ", "xyz"),
        call("<", Name("x"), Name("y")),
        call("<", Name("y"), Name("x")),
        given={"z": 3},
    )

    assert {"x < y", "y < x"} == named(conflict(task).members)
