"""Bit masks for Latin squares: counts of squares that the literature knows, and agreement with the other searches."""

import random
from dataclasses import replace

import pytest

from cpsolver.solvers import backtracking
from cpsolver.solvers.latin import refuses, solve
from cpsolver.task.domain import Finite, Reals
from cpsolver.task.expression import Name
from cpsolver.task.result import Settings, Status
from cpsolver.task.task import Aim, Fact, Objective, Task, Variable
from tests.tasks import (
    AGAINST_NAIVE,
    EASY,
    INKALA,
    SEVENTEEN,
    STAR_BURST_LEO,
    call,
    different,
    finite_task,
    queens_task,
    sudoku_task,
)

ALL = Settings(solutions=None)


def latin_square(n: int) -> Task:
    """Rows and columns of an n by n square hold each of n letters once."""
    span = range(n)
    names = [[f"c{r}{c}" for c in span] for r in span]
    lines = [*names, *map(list, zip(*names, strict=True))]
    cells = {name: "abcdefghi"[:n] for line in names for name in line}
    return finite_task(cells, *(different(f"line {i}", line) for i, line in enumerate(lines)))


@pytest.mark.parametrize(("n", "squares"), [(1, 1), (2, 2), (3, 12), (4, 576)])
def test_there_are_as_many_latin_squares_as_euler_and_cayley_counted(n: int, squares: int) -> None:
    result = solve(latin_square(n), ALL)
    assert squares == len({tuple(solution.values()) for solution in result.solutions})
    assert result.status is Status.ALL_SOLUTIONS


def test_there_are_288_sudokus_of_four_by_four() -> None:
    result = solve(sudoku_task("." * 16, box=(2, 2)), ALL)
    assert len(result.solutions) == 288
    assert result.statistics.backtracks == result.statistics.nodes
    assert result.statistics.at_depth[16] == 288


@pytest.mark.parametrize("grid", [EASY, INKALA, SEVENTEEN, STAR_BURST_LEO, AGAINST_NAIVE])
def test_famous_sudokus_have_the_one_solution_that_propagation_finds(grid: str) -> None:
    task = sudoku_task(grid)
    result = solve(task, Settings(solutions=2))
    assert result.unique
    assert result.solutions == backtracking.solve(task, Settings()).solutions
    assert task.violations(result.solutions[0]) == ()


def test_a_limit_of_solutions_is_kept_and_nothing_is_claimed_then() -> None:
    result = solve(sudoku_task("." * 81), Settings(solutions=5))
    assert (5, Status.SATISFIED, None) == (len(set(map(str, result.solutions))), result.status, result.unique or None)


def test_random_grids_have_the_solutions_that_propagation_finds() -> None:
    dice = random.Random(7)
    for _ in range(40):
        grid = "".join(dice.choice("1234........") for _ in range(16))
        task = sudoku_task(grid, box=(2, 2))
        expected = backtracking.solve(task, ALL)
        found = solve(task, ALL)
        assert {str(solution) for solution in expected.solutions} == {str(solution) for solution in found.solutions}
        assert expected.status is found.status


def test_two_nines_in_a_row_and_a_given_outside_are_unsatisfiable() -> None:
    assert solve(sudoku_task("99" + "." * 79), ALL).status is Status.UNSATISFIABLE
    task = sudoku_task("." * 81)
    outside = replace(task, given=(Fact("r1c1", Finite((12,))),))
    assert solve(outside, ALL).status is Status.UNSATISFIABLE


def test_a_given_may_leave_several_values() -> None:
    task = replace(latin_square(3), given=(Fact("c00", Finite(("a", "b"))), Fact("c01", Finite(("a", "b")))))
    assert len(solve(task, ALL).solutions) == 4


def test_variables_in_no_unit_take_every_value() -> None:
    task = finite_task({"x": (1, 2), "y": (1, 2), "z": (1, 2)}, different("pair", ("x", "y")))
    assert len(solve(task, ALL).solutions) == 4


def test_a_task_without_variables_has_one_empty_solution() -> None:
    assert ({},) == solve(finite_task({}), ALL).solutions


def test_narrowing_leaves_what_solutions_share() -> None:
    task = replace(sudoku_task("12..3...........", aim=Aim.NARROW, box=(2, 2)))
    mine, other = (run(task, Settings()).knowledge for run in (solve, backtracking.solve))
    assert mine is not None and other is not None
    assert mine.domains == other.domains


def test_the_time_limit_is_kept() -> None:
    result = solve(sudoku_task("." * 81), Settings(seconds=0.1, solutions=None))
    assert result.status is Status.SATISFIED
    assert "time limit" in result.note
    assert result.statistics.seconds < 1


def test_what_is_no_latin_square_is_refused_with_the_reason() -> None:
    two = {"x": (1, 2), "y": (1, 2)}
    x, y = Name("x"), Name("y")
    objective = finite_task(two, aim=Aim.BEST, objective=Objective(x))
    assert refuses(sudoku_task("." * 81)) is None
    assert refuses(queens_task(8)) == "'rising diagonals' is no all-different over variables"
    assert refuses(finite_task({**two, "z": (1, 2, 3)})) == "'z' has another domain than 'x'"
    assert refuses(finite_task({"x": (1, 2, 3), "y": (1, 2, 3)}, different("pair", "xy"))) == (
        "'pair' has 2 variables for 3 values"
    )
    assert refuses(finite_task(two, call("<", x, y))) is not None
    assert refuses(objective) == "something is to be best, and this solver knows no objective"
    assert refuses(Task("t", "formulas", (Variable("v", Reals()),), ())) == "'v' ranges over real numbers"
