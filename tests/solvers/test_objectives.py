"""Several objectives in order, hints, and what a search tells while it runs: the same for every solver."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import pytest

from cpsolver.solvers import SOLVERS
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Name
from cpsolver.task.objectives import as_good, gap, worth
from cpsolver.task.result import Progress, Settings, Status
from cpsolver.task.task import Aim, Fact, Objective, Task
from tests.tasks import call, finite_task

NAMES = ("cpsat", "backtracking", "naive", "python_constraint")

DISTANCE = call("abs", call("-", Name("x"), Name("y")))
IN_ORDER = Objective(
    call("+", Name("x"), Name("y")), True, None, Objective(DISTANCE, False, None, Objective(Name("z"), True))
)
THREE = finite_task(
    {"x": range(10), "y": range(10), "z": range(4)},
    call("<=", call("+", Name("x"), Name("y")), 7),
    aim=Aim.BEST,
    objective=IN_ORDER,
)
"""x + y is 7 at most; then x and y are as near as can be, 3 and 4; then z is 3."""


@pytest.mark.parametrize("name", NAMES)
def test_a_better_value_may_be_a_fraction_where_the_best_yet_is_whole(name: str) -> None:
    total = Objective(call("+", Name("x"), Name("y")), False)
    task = finite_task({"x": (0, Fraction(-1, 3)), "y": (-1, 0)}, aim=Aim.BEST, objective=total)

    assert Fraction(-4, 3) == SOLVERS.get(name).solve(task, Settings()).objective


@pytest.mark.parametrize("name", NAMES)
def test_of_what_is_best_by_the_first_objective_the_best_by_the_next_is_found(name: str) -> None:
    result = SOLVERS.get(name).solve(THREE, Settings())

    assert (Status.OPTIMAL_SOLUTION, 7) == (result.status, result.objective)
    assert (7, 1, 3) == worth(THREE, result.solutions[0])


@pytest.mark.parametrize("name", NAMES)
def test_all_that_are_best_by_all_objectives_are_listed(name: str) -> None:
    result = SOLVERS.get(name).solve(THREE, Settings(solutions=None))

    assert {(3, 4, 3), (4, 3, 3)} == {tuple(solution.values()) for solution in result.solutions}


@pytest.mark.parametrize("name", NAMES)
def test_a_solution_in_which_a_later_objective_is_undefined_is_none(name: str) -> None:
    """The least x is 0 but x div y is undefined there, since y must be 0 beside it."""
    later = Objective(call("div", 12, Name("y")), maximize=True)
    task = finite_task(
        {"x": range(3), "y": range(3)},
        call("->", call("=", Name("x"), 0), call("=", Name("y"), 0)),
        aim=Aim.BEST,
        objective=Objective(Name("x"), then=later),
    )
    result = SOLVERS.get(name).solve(task, Settings())

    assert ({"x": 1, "y": 1},) == result.solutions
    assert (1, 12) == worth(task, result.solutions[0])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("hint", list(product(range(0, 10, 3))))
def test_a_hinted_value_is_tried_first(name: str, hint: tuple[int]) -> None:
    task = finite_task({"x": range(10), "y": range(10)}, call("=", call("+", Name("x"), Name("y")), 9))
    hinted = replace(task, hints=(Fact("x", Finite(hint)),))

    assert ({"x": hint[0], "y": 9 - hint[0]},) == SOLVERS.get(name).solve(hinted, Settings()).solutions


@pytest.mark.parametrize("name", NAMES)
def test_a_hint_forbids_nothing(name: str) -> None:
    task = finite_task({"x": range(3), "y": range(3)}, call("<", Name("x"), Name("y")))
    hinted = replace(task, hints=(Fact("x", Finite((2,))), Fact("y", Finite((0,)))))

    assert 3 == len(SOLVERS.get(name).solve(hinted, Settings(solutions=None)).solutions)
    assert Status.SATISFIED is SOLVERS.get(name).solve(hinted, Settings()).status


@pytest.mark.parametrize("name", NAMES)
def test_each_solution_is_told_once_as_it_is_found(name: str) -> None:
    told: list[object] = []
    task = finite_task({"x": range(3), "y": range(3)}, call("<", Name("x"), Name("y")))
    result = SOLVERS.get(name).solve(task, Settings(solutions=None, found=told.append))

    assert list(result.solutions) == told
    assert 3 == len(told)


@pytest.mark.parametrize("name", NAMES)
def test_every_improvement_is_told(name: str) -> None:
    told: list[Progress] = []
    task = replace(THREE, sought=replace(THREE.sought, objective=replace(IN_ORDER, then=None)))
    SOLVERS.get(name).solve(task, Settings(told=told.append))

    assert 7 == told[-1].objective
    values = [progress.objective for progress in told if progress.objective is not None]
    assert sorted(values) == values


def golomb(marks: int) -> Task:
    """A ruler with so many marks, as short as can be: hard to prove."""
    names = [f"m{number}" for number in range(marks)]
    pairs = [call("-", Name(b), Name(a)) for i, a in enumerate(names) for b in names[i + 1 :]]
    order = [call("<", Name(a), Name(b)) for a, b in pairwise(names)]
    domains = {name: range(marks**2) for name in names}
    objective = Objective(Name(names[-1]))
    return finite_task(domains, call("all_different", *pairs), *order, aim=Aim.BEST, objective=objective)


def test_a_search_cut_short_says_how_good_the_best_may_be() -> None:
    result = SOLVERS.get("cpsat").solve(golomb(13), Settings(seconds=2))

    assert Status.SATISFIED is result.status
    assert isinstance(result.bound, int) and isinstance(result.objective, int)
    assert 12 <= result.bound <= 106 <= result.objective  # 106 is the shortest: Golomb rulers, OEIS A003022


def test_several_threads_give_the_same_optimum() -> None:
    assert 25 == SOLVERS.get("cpsat").solve(golomb(7), Settings(workers=2)).objective


def test_a_gap_is_a_share_of_the_best_known() -> None:
    assert 2 / 57 == gap(57, 55)
    assert None is gap(57, None)


def test_what_is_as_good_is_the_task_without_objective() -> None:
    task = as_good(THREE, (7, 1, 3))

    assert Aim.ALL is task.sought.aim
    assert 2 == len(SOLVERS.get("backtracking").solve(task, Settings(solutions=None)).solutions)
