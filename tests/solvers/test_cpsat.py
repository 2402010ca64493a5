"""CP-SAT: what it is told, what comes back, and that it ends in time."""

from __future__ import annotations

import _thread
import signal
import threading
import time
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples

from cpsolver.errors import Mark
from cpsolver.solvers.cpsat import SOLVER, compiler, tabulation
from cpsolver.solvers.cpsat.formulation import formulate
from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite, Reals
from cpsolver.task.expression import Call, Collection, Constant, Name
from cpsolver.task.parser import parse_expression
from cpsolver.task.result import Settings, Status
from cpsolver.task.task import Aim, Objective, Sought, Task, Variable
from tests.random_tasks import NUMERIC, brute_force, random_tasks, solution_set
from tests.tasks import (
    EASY,
    INKALA,
    SEVENTEEN,
    call,
    finite_task,
    magic_square,
    map_colouring,
    queens_task,
    row,
    send_more_money,
    sudoku_task,
)

ALL = Settings(solutions=None)
DIGITS = range(10)


def solved(task: Task, settings: Settings = ALL) -> list[dict[str, object]]:
    """The solutions, after the solver has said that it does not refuse."""
    assert SOLVER.refuses(task) is None
    return [dict(solution) for solution in SOLVER.solve(task, settings).solutions]


def market_split() -> Task:
    """Five sums over forty truth values, each to be half of its whole: far beyond what is solved in seconds.

    Source: Cornuéjols and Dawande, A Class of Hard Small 0-1 Programs (1998).
    """
    random = Random(1998)
    names = [Name(f"x{i}") for i in range(40)]
    rows = [[random.randrange(100) for _ in names] for _ in range(5)]
    sums = [call("sum", *(call("*", w, x) for w, x in zip(weights, names, strict=True))) for weights in rows]
    halves = [sum(weights) // 2 for weights in rows]
    return finite_task(
        {name.name: (0, 1) for name in names}, *(call("=", a, half) for a, half in zip(sums, halves, strict=True))
    )


# Known tasks


@pytest.mark.parametrize("grid", [EASY, INKALA, SEVENTEEN])
def test_a_sudoku_has_one_solution_and_all_solutions_share_it(grid: str) -> None:
    result = SOLVER.solve(sudoku_task(grid), Settings(solutions=2))
    narrowed = SOLVER.solve(sudoku_task(grid, Aim.NARROW), Settings())

    assert (Status.ALL_SOLUTIONS, True) == (result.status, result.unique)
    assert () == sudoku_task(grid).violations(result.solutions[0])
    assert narrowed.knowledge is not None and narrowed.knowledge.solution() == result.solutions[0]


def test_counts_of_the_literature() -> None:
    assert 92 == len(solved(queens_task(8)))
    assert 8 == len(solved(magic_square(3)))
    assert 18 == len(solved(map_colouring()))
    assert [{"S": 9, "E": 5, "N": 6, "D": 7, "M": 1, "O": 0, "R": 8, "Y": 2}] == solved(send_more_money())


def test_at_the_limit_the_status_is_satisfied_and_beyond_it_all_solutions() -> None:
    assert Status.SATISFIED is SOLVER.solve(map_colouring(), Settings(solutions=5)).status
    assert Status.ALL_SOLUTIONS is SOLVER.solve(map_colouring(), Settings(solutions=19)).status


def test_statistics_are_branches_and_conflicts() -> None:
    statistics = SOLVER.solve(queens_task(8), ALL).statistics

    assert statistics.nodes is not None and statistics.nodes > 92
    assert statistics.backtracks is not None and statistics.backtracks > 0
    assert statistics.depth is None


# Translation


@pytest.mark.parametrize(
    ("text", "domains"),
    [
        ("x % y = 1", {"x": range(-40, 41), "y": range(-7, 8)}),
        ("x // y = -3", {"x": range(-40, 41), "y": range(-7, 8)}),
        ("x mod y = -1", {"x": range(-40, 41), "y": range(-7, 8)}),
        ("x div y = -3", {"x": range(-40, 41), "y": range(-7, 8)}),
        ("x // y = 2", {"x": range(-40, 41), "y": range(-9, 0)}),
        ("x % y = -2", {"x": range(-40, 41), "y": range(-9, 0)}),
        ("x % y = 2", {"x": range(-40, 41), "y": range(10)}),
        ("b <-> (x div y >= 2)", {"x": range(-40, 41), "y": range(-4, 5), "b": (False, True)}),
        ("x/y = 3/2", {"x": range(-40, 41), "y": range(-9, 10)}),
        ("x/y < y/x", {"x": range(-20, 21), "y": range(-20, 21)}),
        ("not (x/y < 2)", {"x": range(-20, 21), "y": range(-20, 21)}),
        ("x/y + x/2 > 3", {"x": range(-20, 21), "y": range(-15, 16)}),
        ("x^3 - y^2 = 2", {"x": range(-20, 21), "y": range(-20, 21)}),
        ("(x + y)^-1 = 1/4", {"x": range(-20, 21), "y": range(-20, 21)}),
        ("x*y*y = 12", {"x": range(-20, 21), "y": range(-20, 21)}),
        ("max(x, y, 3) - min(x, 2*y) = abs(x - y)", {"x": range(-15, 16), "y": range(-15, 16)}),
        ("if x > y then x else y + 1 = 7", {"x": range(-15, 16), "y": range(-15, 16)}),
        ("sign(x - y) + 1 = abs(y) mod 3", {"x": range(-15, 16), "y": range(-15, 16)}),
    ],
)
def test_native_translations_agree_with_brute_force(text: str, domains: dict[str, range]) -> None:
    """The domains are so large that nothing is tabulated at once."""
    task = finite_task(dict(domains), parse_expression(text))

    assert solution_set(brute_force(task)) == solution_set(solved(task))  # type: ignore[arg-type]


def test_an_index_in_steps_of_two_finds_its_element() -> None:
    keys = Collection(tuple(map(Constant, (1, 3, 5))))
    items = Collection((Constant(10), Name("y"), Constant(7)))
    chosen = Call("element", (Name("x"), items, keys))
    task = finite_task({"x": (1, 3, 5), "y": (7, 8)}, Call("=", (chosen, Constant(7))))

    assert solution_set(brute_force(task)) == solution_set(solved(task))


@examples(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(task=random_tasks(numeric=("/", "product", *NUMERIC)))
def test_nothing_is_lost_where_no_table_helps(task: Task) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for module in (compiler, tabulation):
            patch.setattr(module, "SMALL_TABLE", 0)
            patch.setattr(module, "LARGEST_TABLE", 0)
        result = SOLVER.solve(task, ALL)

    assert solution_set(brute_force(task)) == solution_set(result.solutions)
    assert len(solution_set(result.solutions)) == len(result.solutions)


def test_fractions_are_exact_as_coefficients_and_as_values() -> None:
    half = Fraction(1, 2)
    task = finite_task({"x": (half, 1, 3 * half), "y": DIGITS}, parse_expression("x/3 + y/6 = 2/3"))

    assert {(half, 3), (1, 2), (3 * half, 1)} == {(found["x"], found["y"]) for found in solved(task)}


def test_symbols_and_numbers_of_one_domain_are_never_confused() -> None:
    mixed = (1, "red", 2, "blue")
    task = finite_task({"x": mixed, "y": mixed, "n": (5, 6)}, parse_expression("x != y"), call("!=", Name("x"), 5))

    assert 24 == len(solved(task))
    assert [] == solved(finite_task({"x": mixed, "n": (5, 6)}, call("=", Name("x"), Name("n"))))


def test_holes_of_a_domain_stay() -> None:
    x, y = Name("x"), Name("y")
    task = finite_task({"x": (2, 4, 8), "y": range(101)}, call("=", y, call("*", x, x)))

    assert {(2, 4), (4, 16), (8, 64)} == {(found["x"], found["y"]) for found in solved(task)}


def test_an_element_may_have_any_keys() -> None:
    keys = row("low", "high")
    task = finite_task(
        {"i": ("low", "mid", "high"), "v": range(20)},
        call("=", call("element", Name("i"), row(3, 17), keys), Name("v")),
    )

    assert {("low", 3), ("high", 17)} == {(found["i"], found["v"]) for found in solved(task)}


def test_what_has_no_translation_is_tabulated_by_its_meaning() -> None:
    task = finite_task({"x": range(17), "y": range(5)}, call("=", call("sqrt", Name("x")), Name("y")))

    assert {(0, 0), (1, 1), (4, 2), (9, 3), (16, 4)} == {(found["x"], found["y"]) for found in solved(task)}


def test_a_sudoku_compiles_to_no_more_than_the_hand_written_model() -> None:
    model = formulate(sudoku_task(EASY)).model

    assert 81 - sum(sign not in ".0" for sign in EASY) == len(model.variables)
    assert 27 == len(model.proto.proto.constraints)


# Refusals


def test_too_many_combinations_without_translation_are_refused_with_the_place() -> None:
    node = call("=", call("sin", call("+", *map(Name, "xy"))), 1)
    condition = Relation(node, label="wave", mark=Mark("waves.yaml", 5, 7))
    task = finite_task({"x": range(1000), "y": range(1000)}, condition)

    reason = "condition 'wave' (waves.yaml:5:7): 'sin' has no translation, and its variables have too many combinations"
    assert reason == SOLVER.refuses(task)


def test_numbers_beyond_64_bits_are_refused_with_the_condition_and_the_limit() -> None:
    large = [10**18 + i for i in range(400)]
    task = finite_task({"x": large, "y": large}, call("<=", call("*", 100, Name("x")), Name("y")))

    reason = "condition '100*x <= y': numbers of 21 digits arise, and CP-SAT takes only those below 2^60"
    assert reason == SOLVER.refuses(task)


def test_values_beyond_64_bits_are_refused_by_name() -> None:
    reason = "'x': its values are too large: CP-SAT takes only numbers below 2^60"

    assert reason == SOLVER.refuses(finite_task({"x": (0, 2**62)}))


def test_real_numbers_are_refused() -> None:
    task = Task("test", "formulas", (Variable("t", Reals()),), ())

    assert "'t' ranges over real numbers" == SOLVER.refuses(task)


# Objectives


def test_the_best_and_all_that_are_as_good() -> None:
    x, y = Name("x"), Name("y")
    task = finite_task({"x": range(3), "y": range(3)}, call("<=", call("+", x, y), 3))
    task = replace(task, sought=Sought(("x", "y"), Aim.BEST, Objective(call("+", x, y), maximize=True)))

    one, every = SOLVER.solve(task, Settings()), SOLVER.solve(task, ALL)
    assert (Status.OPTIMAL_SOLUTION, 3, 1) == (one.status, one.objective, len(one.solutions))
    assert {(1, 2), (2, 1)} == {(found["x"], found["y"]) for found in every.solutions}


def test_an_objective_with_fractions_is_exact() -> None:
    x = Name("x")
    task = finite_task({"x": range(10)}, call(">=", x, 4))
    task = replace(task, sought=Sought(("x",), Aim.BEST, Objective(call("/", call("+", x, 1), 3))))

    assert Fraction(5, 3) == SOLVER.solve(task, Settings()).objective


# Ending in time


def test_the_time_limit_ends_a_search_as_unknown() -> None:
    start = time.perf_counter()
    result = SOLVER.solve(market_split(), Settings(seconds=0.4))

    assert Status.UNKNOWN is result.status
    assert "the time limit of 0.4 s was met" == result.note
    assert time.perf_counter() - start < 1.4


def test_time_spent_on_building_the_model_counts() -> None:
    result = SOLVER.solve(market_split(), Settings(seconds=0.0))

    assert (Status.UNKNOWN, "the time limit of 0 s was met") == (result.status, result.note)


def test_a_stop_from_outside_ends_a_search_within_a_second() -> None:
    asked = threading.Event()
    threading.Timer(0.2, asked.set).start()
    start = time.perf_counter()
    result = SOLVER.solve(market_split(), Settings(stop=asked.is_set))

    assert (Status.UNKNOWN, "interrupted") == (result.status, result.note)
    assert time.perf_counter() - start < 1.2


def test_a_keyboard_interrupt_ends_a_search_within_a_second() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where tests run in the background
    timer = threading.Timer(0.2, _thread.interrupt_main)
    timer.start()
    start = time.perf_counter()
    try:
        with pytest.raises(KeyboardInterrupt):
            SOLVER.solve(market_split(), Settings(seconds=5))
    finally:
        signal.signal(signal.SIGINT, before)

    assert time.perf_counter() - start < 1.2


def test_an_enumeration_cut_short_keeps_what_it_found() -> None:
    task = finite_task({f"x{i}": DIGITS for i in range(8)})
    result = SOLVER.solve(task, Settings(seconds=0.4, solutions=None))

    assert Status.SATISFIED is result.status
    assert result.note
    assert len(result.solutions) > 10


def test_equal_seeds_give_equal_answers() -> None:
    first, second = (SOLVER.solve(queens_task(12), Settings(seed=7)).solutions for _ in range(2))

    assert first == second


def test_a_domain_emptied_by_the_givens_is_unsatisfiable() -> None:
    assert Status.UNSATISFIABLE is SOLVER.solve(finite_task({"x": (1, 2)}, given={"x": 3}), ALL).status
    assert Finite((1, 2)) == finite_task({"x": (1, 2)}).variables[0].domain
