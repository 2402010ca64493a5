"""python-constraint: its search as it is, counted, and ended in time."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import constraint as library
import pytest

from cpsolver.solvers.python_constraint import SOLVER
from cpsolver.task.domain import Reals
from cpsolver.task.expression import Name
from cpsolver.task.parser import parse_expression
from cpsolver.task.result import Settings, Status
from cpsolver.task.task import Aim, Objective, Sought, Task, Variable
from tests.random_tasks import brute_force, solution_set
from tests.tasks import (
    AGAINST_NAIVE,
    EASY,
    SEVENTEEN,
    call,
    finite_task,
    magic_square,
    map_colouring,
    queens_task,
    send_more_money,
    sudoku_task,
    units,
)

ALL = Settings(solutions=None)


@pytest.mark.parametrize("grid", [EASY, SEVENTEEN])
def test_a_sudoku_is_solved_and_proven_unique(grid: str) -> None:
    result = SOLVER.solve(sudoku_task(grid), Settings(solutions=2))

    assert (Status.ALL_SOLUTIONS, True) == (result.status, result.unique)
    assert () == sudoku_task(grid).violations(result.solutions[0])


def test_counts_of_the_literature() -> None:
    assert 92 == len(SOLVER.solve(queens_task(8), ALL).solutions)
    assert 8 == len(SOLVER.solve(magic_square(3), ALL).solutions)
    assert 18 == len(SOLVER.solve(map_colouring(), ALL).solutions)
    assert 1 == len(SOLVER.solve(send_more_money(), ALL).solutions)


def test_counting_does_not_change_the_order_of_the_search() -> None:
    """The same sudoku without our constraint: the same solutions, in the same order."""
    grid = EASY[:20] + "." * 10 + EASY[30:]
    problem = library.Problem(library.BacktrackingSolver())
    for variable in sudoku_task(grid).variables:
        domain = sudoku_task(grid).knowledge().domains[variable.name]
        problem.addVariable(variable.name, list(domain.values)[::-1])  # type: ignore[union-attr]
    for cells in units().values():
        problem.addConstraint(library.AllDifferentConstraint(), list(cells))

    assert problem.getSolutions() == list(SOLVER.solve(sudoku_task(grid), ALL).solutions)


def test_nodes_are_assignments_and_those_not_standing_at_the_end_were_taken_back() -> None:
    one, all_ = (SOLVER.solve(queens_task(6), replace(ALL, solutions=limit)).statistics for limit in (1, None))

    assert one.nodes is not None and one.backtracks == one.nodes - 6
    assert all_.nodes == all_.backtracks
    assert (6, None, None) == (all_.depth, all_.calls, all_.tried)


@pytest.mark.parametrize(
    "text", ["x + 2*y - z = 3", "x - y < z", "2*x >= y + z", "x/2 + y/3 <= 1", "x + y != z", "x - x + y = 2", "x = y"]
)
def test_sums_mean_the_same_whichever_constraint_states_them(text: str) -> None:
    task = finite_task({"x": range(-3, 4), "y": (5, -2, 0, 1), "z": (False, True)}, parse_expression(text))

    assert solution_set(brute_force(task)) == solution_set(SOLVER.solve(task, ALL).solutions)


def test_a_sum_that_no_values_reach_is_unsatisfiable_and_no_crash() -> None:
    """python-constraint takes the minimum of a domain that another sum has emptied."""
    texts = ("x + y = 40", "x + y + z = 3", "y + z >= 50", "x + z <= -9")
    task = finite_task({"x": range(5), "y": range(5), "z": range(5)}, *map(parse_expression, texts))

    assert Status.UNSATISFIABLE is SOLVER.solve(task, ALL).status


def test_conditions_on_one_variable_are_settled_before_the_search() -> None:
    task = finite_task({"x": range(5)}, parse_expression("x > 2"), parse_expression("x < 3"))

    assert (Status.UNSATISFIABLE, 0) == (
        (result := SOLVER.solve(task, ALL)).status,
        result.statistics.nodes,
    )


def test_the_best_solution_is_the_best_of_all() -> None:
    x, y = Name("x"), Name("y")
    task = finite_task({"x": range(3), "y": range(3)}, call("<=", call("+", x, y), 3))
    task = replace(task, sought=Sought(("x", "y"), Aim.BEST, Objective(call("+", x, y), maximize=True)))

    result = SOLVER.solve(task, ALL)
    assert (Status.OPTIMAL_SOLUTION, 3, 2) == (result.status, result.objective, len(result.solutions))


def test_text_that_would_run_is_a_name_or_an_error_but_never_run() -> None:
    symbol = "__import__('os').system('true')"
    task = finite_task({"x": (symbol, "red")}, call("!=", Name("x"), "red"))

    assert [{"x": symbol}] == list(SOLVER.solve(task, ALL).solutions)


def test_the_time_limit_ends_a_search_as_unknown() -> None:
    start = time.perf_counter()
    result = SOLVER.solve(sudoku_task(AGAINST_NAIVE), Settings(seconds=0.3, solutions=None))

    assert Status.UNKNOWN is result.status
    assert "the time limit of 0.3 s was met" == result.note
    assert time.perf_counter() - start < 1.3


def test_a_stop_from_outside_ends_a_search_within_a_second() -> None:
    asked = threading.Event()
    threading.Timer(0.2, asked.set).start()
    result = SOLVER.solve(sudoku_task(AGAINST_NAIVE), Settings(stop=asked.is_set, solutions=None))

    assert (Status.UNKNOWN, "interrupted") == (result.status, result.note)


def test_real_numbers_are_refused() -> None:
    assert "'t' ranges over real numbers" == SOLVER.refuses(Task("test", "formulas", (Variable("t", Reals()),), ()))
