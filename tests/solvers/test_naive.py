"""The plain recursion: its counts are facts, its answers those of brute force."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import settings as examples

from cpsolver.solvers import naive
from cpsolver.solvers.naive import refuses, solve
from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite, Reals
from cpsolver.task.expression import Constant, Name
from cpsolver.task.result import Result, Settings, Status
from cpsolver.task.task import Aim, Fact, Objective, Task, Variable
from tests.random_tasks import best_value, brute_force, random_tasks, solution_set
from tests.tasks import (
    AGAINST_NAIVE,
    EASY,
    STAR_BURST_LEO,
    call,
    different,
    finite_task,
    map_colouring,
    queens_task,
    send_more_money,
    sudoku_task,
)

ALL = Settings(solutions=None)
X, Y = Name("x"), Name("y")


def counts(result: Result) -> tuple[int | None, int | None]:
    return result.statistics.calls, result.statistics.tried


def test_star_burst_leo_takes_483_974_calls_and_4_355_517_digits() -> None:
    task = sudoku_task(STAR_BURST_LEO)
    result = solve(task, Settings())
    assert counts(result) == (483_974, 4_355_517)
    assert result.status is Status.SATISFIED
    assert task.violations(result.solutions[0]) == ()
    assert result.statistics.depth == 81
    assert result.statistics.nodes == 483_973
    assert sum(result.statistics.at_depth) == 483_974
    assert result.statistics.at_depth[:21] == (0,) * 20 + (1,), "20 digits are given"


@pytest.mark.slow
def test_the_puzzle_against_recursion_takes_69_175_317_calls_and_622_577_597_digits() -> None:
    result = solve(sudoku_task(AGAINST_NAIVE), Settings())
    assert counts(result) == (69_175_317, 622_577_597)


def by_value(task: Task, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Result:
    with monkeypatch.context() as patch:
        patch.setattr(naive, "_is_plain", lambda search: False)
        return solve(task, settings)


@pytest.mark.parametrize("solutions", [1, 2, None])
def test_both_forms_of_the_recursion_count_alike(solutions: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    task = sudoku_task(EASY)
    fast = solve(task, Settings(solutions=solutions))
    slow = by_value(task, Settings(solutions=solutions), monkeypatch)
    assert fast.solutions == slow.solutions
    assert replace(fast.statistics, seconds=0) == replace(slow.statistics, seconds=0)


def test_a_search_that_ran_out_has_all_solutions_and_took_everything_back() -> None:
    result = solve(sudoku_task(EASY), ALL)
    assert result.status is Status.ALL_SOLUTIONS
    assert result.unique
    assert result.statistics.backtracks == result.statistics.nodes


def test_eight_queens_stand_in_92_ways_and_diagonals_are_checked_at_once() -> None:
    result = solve(queens_task(8), ALL)
    assert len(result.solutions) == 92
    assert counts(result) == (2057, 15720), "the tree of the textbooks: 2057 nodes with the root"


@pytest.mark.slow
def test_send_more_money_by_brute_recursion() -> None:
    result = solve(send_more_money(), Settings())
    assert dict(zip("SENDMORY", (9, 5, 6, 7, 1, 0, 8, 2), strict=True)) == result.solutions[0]


def test_australia_has_18_colourings() -> None:
    assert len(solve(map_colouring(), ALL).solutions) == 18


def test_solutions_come_in_the_order_of_the_declared_values() -> None:
    task = finite_task({"x": (3, 1), "y": ("b", "a")})
    found = [tuple(solution.values()) for solution in solve(task, ALL).solutions]
    assert found == [(3, "b"), (3, "a"), (1, "b"), (1, "a")]


def test_two_nines_in_a_row_are_unsatisfiable() -> None:
    assert solve(sudoku_task("99" + "." * 79), Settings()).status is Status.UNSATISFIABLE


def test_a_given_outside_the_domain_is_unsatisfiable() -> None:
    assert solve(finite_task({"x": range(3)}, given={"x": 7}), ALL).status is Status.UNSATISFIABLE


def test_a_given_that_breaks_a_relation_is_unsatisfiable() -> None:
    task = finite_task({"x": range(3), "y": range(3)}, call("<", X, 1), given={"x": 2})
    assert solve(task, ALL).status is Status.UNSATISFIABLE


def test_a_task_without_variables_has_one_empty_solution() -> None:
    result = solve(finite_task({}), ALL)
    assert (result.status, result.solutions) == (Status.ALL_SOLUTIONS, ({},))
    assert result.statistics.calls == 1


def test_a_false_condition_without_variables_is_unsatisfiable() -> None:
    assert solve(finite_task({}, call("=", 1, 2)), ALL).status is Status.UNSATISFIABLE


def test_five_thousand_variables_are_no_recursion_error() -> None:
    task = finite_task({f"x{i}": (0, 1) for i in range(5000)})
    for monkey in (False, True):
        condition = (different("pair", ("x0", "x1")), Relation(call("<=", Name("x0"), Name("x1"))))[monkey]
        result = solve(replace(task, conditions=(condition,)), Settings())
        assert result.statistics.depth == 5000
        assert result.statistics.calls is not None and result.statistics.calls >= 5001


def test_one_condition_stated_twice_by_the_same_object_counts_once() -> None:
    condition = different("pair", ("x", "y"))
    task = finite_task({"x": (1, 2), "y": (1, 2)}, condition, condition)
    assert len(solve(task, ALL).solutions) == 2


@pytest.mark.parametrize("task", [sudoku_task(AGAINST_NAIVE), queens_task(30)], ids=["by mask", "by value"])
def test_the_time_limit_is_kept_and_the_counts_so_far_stay(task: Task) -> None:
    result = solve(task, Settings(seconds=0.1, solutions=None))
    assert result.status is Status.UNKNOWN
    assert "time limit" in result.note
    assert result.statistics.seconds < 1
    assert result.statistics.calls
    assert result.statistics.tried


def test_a_user_who_stops_gets_what_was_found() -> None:
    found = solve(queens_task(12), Settings(solutions=None, stop=iter([False] * 20 + [True] * 9).__next__))
    assert found.status is Status.SATISFIED
    assert found.note == "interrupted"


def test_real_variables_are_refused_by_name() -> None:
    task = Task("t", "formulas", (Variable("v", Reals()),), ())
    assert refuses(task) == "'v' ranges over real numbers"
    assert refuses(queens_task(4)) is None


def test_the_best_solution_is_proven_by_looking_at_all() -> None:
    objective = Objective(call("+", X, call("*", 2, Y)), maximize=True)
    task = finite_task(
        {"x": range(5), "y": range(5)}, call("<=", call("+", X, Y), 5), aim=Aim.BEST, objective=objective
    )
    result = solve(task, Settings())
    assert (result.status, result.objective, result.solutions) == (Status.OPTIMAL_SOLUTION, 9, ({"x": 1, "y": 4},))


def test_narrowing_leaves_what_some_solution_has() -> None:
    task = finite_task({"x": range(4), "y": range(4)}, call("<", X, Y), aim=Aim.NARROW)
    task = replace(task, given=(Fact("y", Finite((0, 1, 2))),))
    result = solve(task, Settings())
    assert result.knowledge is not None
    assert {"x": Finite((0, 1)), "y": Finite((1, 2))} == result.knowledge.domains


def test_an_undefined_term_of_an_all_different_bars_the_value() -> None:
    task = finite_task({"x": (0, 1, 2), "y": (0, 1)}, call("all_different", call("//", 2, X), Y, Constant(2)))
    assert brute_force(task) == list(solve(task, ALL).solutions)


@examples(max_examples=150, deadline=None)
@given(random_tasks())
def test_solutions_are_those_of_brute_force_in_its_order(task: Task) -> None:
    expected = brute_force(task)
    assert expected == list(solve(task, ALL).solutions)
    assert solution_set(expected) == solution_set(solve(task, Settings(solutions=2000)).solutions)


@examples(max_examples=60, deadline=None)
@given(random_tasks(objective=True))
def test_the_best_value_is_that_of_brute_force(task: Task) -> None:
    result = solve(task, Settings())
    assert best_value(task) == result.objective
    assert (result.status is Status.OPTIMAL_SOLUTION) == (best_value(task) is not None)
