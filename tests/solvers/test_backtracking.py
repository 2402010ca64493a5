"""Search with propagation: the answers of brute force, at a fraction of the nodes."""

import time
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import settings as examples

from cpsolver.solvers.backtracking import refuses, solve
from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite, Reals
from cpsolver.task.expression import Name
from cpsolver.task.result import Settings, Status
from cpsolver.task.task import Aim, Fact, Objective, Sought, Task, Variable
from tests.random_tasks import best_value, brute_force, random_tasks, solution_set
from tests.tasks import (
    AGAINST_NAIVE,
    EASY,
    INKALA,
    SEVENTEEN,
    STAR_BURST_LEO,
    call,
    different,
    finite_task,
    magic_square,
    map_colouring,
    queens_task,
    row,
    send_more_money,
    sudoku_task,
    units,
)

ALL = Settings(solutions=None)
X, Y, Z = Name("x"), Name("y"), Name("z")


@pytest.mark.parametrize("grid", [EASY, INKALA, SEVENTEEN, STAR_BURST_LEO, AGAINST_NAIVE])
def test_every_famous_sudoku_is_solved_and_proven_unique_in_at_most_150_nodes(grid: str) -> None:
    task = sudoku_task(grid)
    result = solve(task, Settings(solutions=2))
    assert result.unique
    assert task.violations(result.solutions[0]) == ()
    assert result.statistics.nodes is not None and result.statistics.nodes <= 150


def test_send_more_money_has_one_solution() -> None:
    result = solve(send_more_money(), ALL)
    assert [dict(zip("SENDMORY", (9, 5, 6, 7, 1, 0, 8, 2), strict=True))] == list(result.solutions)
    assert result.statistics.nodes is not None and result.statistics.nodes < 20


@pytest.mark.parametrize(("n", "solutions"), [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92)])
def test_queens_stand_in_as_many_ways_as_the_books_say(n: int, solutions: int) -> None:
    result = solve(queens_task(n), ALL)
    assert solutions == len(solution_set(result.solutions)) == len(result.solutions)


def test_australia_has_18_colourings() -> None:
    assert len(solution_set(solve(map_colouring(), ALL).solutions)) == 18


def test_three_by_three_has_eight_magic_squares_and_four_by_four_is_found() -> None:
    assert len(solve(magic_square(3), ALL).solutions) == 8
    task = magic_square(4)
    assert task.violations(solve(task, Settings()).solutions[0]) == ()


def test_counts_say_how_the_search_went() -> None:
    statistics = solve(queens_task(6), ALL).statistics
    assert statistics.backtracks == statistics.nodes, "everything was taken back in the end"
    assert statistics.calls == sum(statistics.at_depth)
    assert statistics.at_depth[6] == 4, "four times all queens stood"
    assert statistics.depth == 6


def test_a_sudoku_that_needs_no_guess_has_one_call_and_no_node() -> None:
    statistics = solve(sudoku_task(EASY), Settings()).statistics
    assert (statistics.calls, statistics.nodes, statistics.backtracks) == (1, 0, 0)
    assert statistics.at_depth[81] == 1


def test_two_nines_in_a_row_are_unsatisfiable() -> None:
    assert solve(sudoku_task("99" + "." * 79), ALL).status is Status.UNSATISFIABLE


def test_a_given_outside_the_domain_is_unsatisfiable() -> None:
    assert solve(finite_task({"x": range(3)}, given={"x": 7}), ALL).status is Status.UNSATISFIABLE


def test_a_task_without_variables_has_one_empty_solution() -> None:
    assert solve(finite_task({}), ALL).solutions == ({},)
    assert solve(finite_task({}, call("=", 1, 2)), ALL).status is Status.UNSATISFIABLE


def test_truth_values_come_back_as_truth_values_beside_the_number_1() -> None:
    task = finite_task({"n": (0, 1, 2), "b": (False, True)}, call("=", Name("b"), call(">", Name("n"), 1)))
    found = [solution["b"] for solution in solve(task, ALL).solutions]
    assert found == [False, False, True]
    assert all(isinstance(value, bool) for value in found)


def test_values_are_tried_in_their_declared_order() -> None:
    task = finite_task({"x": (3, 1, 2)})
    assert [solution["x"] for solution in solve(task, ALL).solutions] == [3, 1, 2]


def test_five_thousand_variables_are_no_recursion_error() -> None:
    names = [f"x{i}" for i in range(5000)]
    pairs = [call("!=", Name(a), Name(b)) for a, b in pairwise(names)]
    result = solve(finite_task(dict.fromkeys(names, (0, 1, 2)), *pairs), Settings())
    assert result.status is Status.SATISFIED
    assert result.statistics.depth == 5000


def test_an_all_different_of_500_variables_needs_no_search() -> None:
    names = [f"x{i}" for i in range(500)]
    result = solve(finite_task({name: range(500) for name in names}, different("all", names)), Settings())
    assert result.status is Status.SATISFIED


def test_a_large_domain_is_narrowed_by_bounds_and_not_value_by_value() -> None:
    task = finite_task({"x": range(100_000), "y": range(100_000)}, call("=", call("*", 3, X), call("+", Y, 299_990)))
    task = replace(task, conditions=(*task.conditions, Relation(call("<", Y, 9))))
    expected = {(x, 3 * x - 299_990) for x in range(100_000) if 0 <= 3 * x - 299_990 < 9}
    assert expected == {(solution["x"], solution["y"]) for solution in solve(task, ALL).solutions}


def test_slow_convergence_of_bounds_keeps_the_time_limit() -> None:
    size = 200_000
    task = finite_task({"x": range(size), "y": range(size)}, call("<", X, Y), call("<", Y, X))
    start = time.perf_counter()
    result = solve(task, Settings(seconds=0.3))
    assert time.perf_counter() - start < 1.5
    assert result.status in (Status.UNKNOWN, Status.UNSATISFIABLE)


def test_the_time_limit_is_kept_and_not_known_is_not_no() -> None:
    result = solve(magic_square(7), Settings(seconds=0.2))
    assert (result.status, result.solutions) == (Status.UNKNOWN, ())
    assert "time limit" in result.note
    assert result.statistics.seconds < 1.2
    assert result.statistics.nodes


def test_real_variables_are_refused_by_name() -> None:
    assert refuses(Task("t", "formulas", (Variable("v", Reals()),), ())) == "'v' ranges over real numbers"
    assert refuses(queens_task(4)) is None


def knapsack(maximize: bool) -> Task:
    objective = Objective(call("sum", call("*", 4, X), call("*", 5, Y), Z), maximize)
    weight = call("sum", call("*", 3, X), call("*", 4, Y), Z)
    return finite_task(
        {"x": range(9), "y": range(9), "z": range(9)}, call("<=", weight, 19), aim=Aim.BEST, objective=objective
    )


def test_the_best_knapsack_is_proven() -> None:
    result = solve(knapsack(maximize=True), Settings())
    assert (result.status, result.objective) == (Status.OPTIMAL_SOLUTION, 25)
    assert len(result.solutions) == 1
    assert solve(knapsack(maximize=False), Settings()).objective == 0


def test_the_end_of_a_schedule_is_minimized_through_a_maximum() -> None:
    jobs, names = (4, 3, 2), ("x", "y", "z")
    ends = [call("+", Name(name), length) for name, length in zip(names, jobs, strict=True)]
    apart = [
        call("or", call("<=", ends[i], Name(names[j])), call("<=", ends[j], Name(names[i])))
        for i in range(3)
        for j in range(i)
    ]
    task = finite_task(
        {**dict.fromkeys(names, range(13)), "end": range(13)},
        call("=", Name("end"), call("max", *ends)),
        *apart,
        aim=Aim.BEST,
        objective=Objective(Name("end")),
    )
    result = solve(task, Settings())
    assert (result.status, result.objective) == (Status.OPTIMAL_SOLUTION, 9)


def narrowed(task: Task) -> dict[str, set[object]]:
    expected: dict[str, set[object]] = {variable.name: set() for variable in task.variables}
    for solution in brute_force(task):
        for name, value in solution.items():
            expected[name].add(value)
    return expected


def one_unit() -> Task:
    """Cells that hold 12, 12, 123 and 1234 of 4: the pair leaves 3 and 4."""
    names = tuple("abcd")
    domains = ((1, 2), (1, 2), (1, 2, 3), (1, 2, 3, 4))
    variables = tuple(Variable(name, Finite(values)) for name, values in zip(names, domains, strict=True))
    return Task("unit", "csp", variables, (different("row", names),), sought=Sought(names, Aim.NARROW))


def test_one_all_different_is_narrowed_without_any_search() -> None:
    result = solve(one_unit(), Settings())
    assert result.knowledge is not None
    assert [result.knowledge.domains[name].values for name in "abcd"] == [(1, 2), (1, 2), (3,), (4,)]  # type: ignore[union-attr]
    assert result.statistics.nodes == 0


def test_a_narrowing_without_solution_says_where() -> None:
    task = replace(one_unit(), given=(Fact("c", Finite((1, 2))),))
    result = solve(task, Settings())
    assert result.status is Status.UNSATISFIABLE
    assert result.knowledge is not None and result.knowledge.is_contradictory


def test_two_crossing_units_are_narrowed_to_what_solutions_share() -> None:
    grid = units(2, 2)
    conditions = tuple(different(label, grid[label]) for label in ("row 1", "box 1"))
    names = tuple(dict.fromkeys((*grid["row 1"], *grid["box 1"])))
    task = finite_task({name: range(1, 5) for name in names}, *conditions, given={"r1c3": 1, "r1c4": 2}, aim=Aim.NARROW)
    result = solve(task, Settings())
    assert result.knowledge is not None
    assert narrowed(task) == {name: set(domain.values) for name, domain in result.knowledge.domains.items()}  # type: ignore[union-attr]


def test_a_table_keeps_the_values_of_its_rows() -> None:
    table = call("table", row(X, Y), row(row(0, 1), row(1, 2), row(2, 9)))
    task = finite_task({"x": range(4), "y": range(4)}, table, aim=Aim.NARROW)
    result = solve(task, Settings())
    assert result.knowledge is not None
    assert {"x": Finite((0, 1)), "y": Finite((1, 2))} == result.knowledge.domains


def test_two_runs_are_the_same_run() -> None:
    first, second = (solve(queens_task(7), ALL) for _ in range(2))
    assert first.solutions == second.solutions
    assert replace(first.statistics, seconds=0) == replace(second.statistics, seconds=0)


@examples(max_examples=400, deadline=None)
@given(random_tasks())
def test_solutions_are_those_of_brute_force(task: Task) -> None:
    result = solve(task, ALL)
    expected = brute_force(task)
    assert solution_set(expected) == solution_set(result.solutions)
    assert len(expected) == len(result.solutions), "each once"
    assert result.status is (Status.ALL_SOLUTIONS if expected else Status.UNSATISFIABLE)


@examples(max_examples=100, deadline=None)
@given(random_tasks(objective=True))
def test_the_best_value_is_that_of_brute_force(task: Task) -> None:
    result = solve(task, Settings())
    assert best_value(task) == result.objective


@examples(max_examples=150, deadline=None)
@given(random_tasks())
def test_narrowing_leaves_what_solutions_share(task: Task) -> None:
    result = solve(replace(task, sought=replace(task.sought, aim=Aim.NARROW)), Settings())
    expected = narrowed(task)
    assert result.knowledge is not None
    if result.status is Status.UNSATISFIABLE:
        assert result.knowledge.is_contradictory
        assert not brute_force(task)
    else:
        assert expected == {name: set(domain.values) for name, domain in result.knowledge.domains.items()}  # type: ignore[union-attr]
