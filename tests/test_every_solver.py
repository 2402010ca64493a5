"""What the contract of solvers promises, for each solver that is there."""

from __future__ import annotations

import copy
import threading
import time

import pytest
from hypothesis import given
from hypothesis import settings as examples

from cpsolver.solvers import SOLVERS
from cpsolver.solvers.solver import Solver, narrow
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Name
from cpsolver.task.result import Settings, Status
from cpsolver.task.task import Aim, Task
from tests.random_tasks import brute_force, random_tasks
from tests.tasks import AGAINST_NAIVE, EASY, call, finite_task, map_colouring, queens_task, sudoku_task

NAMES = [name for name in SOLVERS.names() if SOLVERS.get(name).refuses(map_colouring()) is None]
LIMITED = ["naive", "backtracking", "python_constraint", "cpsat", "auxiliary"]


def shared(task: Task) -> dict[str, set[object]]:
    """For every variable the values it has in some solution, by brute force."""
    found = brute_force(task)
    return {variable.name: {solution[variable.name] for solution in found} for variable in task.variables}


@pytest.mark.parametrize("name", NAMES)
def test_solving_does_not_change_the_task(name: str) -> None:
    task = sudoku_task(EASY) if SOLVERS.get(name).refuses(queens_task(6)) else queens_task(6)
    before = copy.deepcopy(task)
    SOLVERS.get(name).solve(task, Settings(solutions=2, seconds=20))

    assert before == task


@pytest.mark.parametrize("name", NAMES)
def test_truth_values_and_0_and_1_are_answered_as_their_own_domains_write_them(name: str) -> None:
    task = finite_task(
        {"b": (False, True), "r": (0, 1), "s": (0, 1)},
        call("!=", Name("r"), Name("s")),
        call("=", Name("b"), Name("r")),
    )
    if SOLVERS.get(name).refuses(task):
        return
    result = SOLVERS.get(name).solve(task, Settings(solutions=None, seconds=20))

    assert {("b", bool), ("r", int), ("s", int)} == {
        (n, type(v)) for found in result.solutions for n, v in found.items()
    }


@pytest.mark.parametrize("name", NAMES)
def test_so_they_are_where_no_condition_tells_them_apart(name: str) -> None:
    task = finite_task({"b": (False, True), "r": (0, 1)})
    if SOLVERS.get(name).refuses(task):
        return
    result = SOLVERS.get(name).solve(task, Settings(solutions=None, seconds=20))

    assert {("b", bool), ("r", int)} == {(n, type(v)) for found in result.solutions for n, v in found.items()}
    assert 4 == len(result.solutions)


@pytest.mark.parametrize("name", NAMES)
def test_a_second_run_gives_the_same_solutions_in_the_same_order(name: str) -> None:
    solver, task = SOLVERS.get(name), map_colouring()
    first, second = (solver.solve(task, Settings(solutions=5, seconds=20)) for _ in range(2))

    assert first.solutions == second.solutions


@pytest.mark.parametrize("name", [name for name in NAMES if name != "auxiliary"])
@examples(max_examples=25, deadline=None)
@given(task=random_tasks(symbols=False))
def test_what_all_solutions_share_equals_brute_force(name: str, task: Task) -> None:
    solver = SOLVERS.get(name)
    if solver.refuses(task):
        return
    result = narrow(task, solver.solve, Settings())
    expected = shared(task)

    if not brute_force(task):
        assert result.status is Status.UNSATISFIABLE
        return
    assert result.knowledge is not None
    assert expected == {name: set(domain) for name, domain in result.knowledge.domains.items()}  # type: ignore[arg-type]


def hard_for(solver: Solver) -> Task:
    """A task the solver cannot finish within a second."""
    if solver.name in ("naive", "python_constraint"):
        return sudoku_task(AGAINST_NAIVE)
    if solver.name == "auxiliary":
        return queens_task(12)
    return pigeons(14)


def pigeons(holes: int) -> Task:
    """One pigeon more than there are holes, each pair told apart on its own: no propagation sees that it fails."""
    names = [f"p{i}" for i in range(holes + 1)]
    pairs = [call("!=", a, b) for i, a in enumerate(_names(names)) for b in _names(names)[:i]]
    return finite_task({name: range(holes) for name in names}, *pairs)


def _names(names: list[str]) -> list[object]:
    from cpsolver.task.expression import Name

    return [Name(name) for name in names]


@pytest.mark.parametrize("name", ["naive", "backtracking", "python_constraint", "auxiliary"])
def test_the_time_limit_is_kept_and_not_known_is_not_no(name: str) -> None:
    solver = SOLVERS.get(name)
    task = hard_for(solver)
    start = time.perf_counter()
    result = solver.solve(task, Settings(seconds=0.5, solutions=None))

    assert time.perf_counter() - start < 1.5 + 0.5
    assert result.status in (Status.UNKNOWN, Status.SATISFIED)
    assert "time limit" in result.note


@pytest.mark.parametrize("name", LIMITED)
def test_a_search_asked_to_stop_ends_within_a_second(name: str) -> None:
    solver = SOLVERS.get(name)
    asked = threading.Event()
    threading.Timer(0.3, asked.set).start()
    start = time.perf_counter()
    result = solver.solve(hard_for(solver), Settings(solutions=None, stop=asked.is_set, seconds=20))
    taken = time.perf_counter() - start

    assert taken < 0.3 + 1.0 + 0.5 or result.status is Status.UNSATISFIABLE
    assert result.status is not Status.UNSATISFIABLE or taken < 20


@pytest.mark.parametrize("name", NAMES)
def test_givens_that_contradict_a_condition_are_unsatisfiable(name: str) -> None:
    clash = sudoku_task("11" + "." * 79)

    assert SOLVERS.get(name).solve(clash, Settings(seconds=20)).status is Status.UNSATISFIABLE


@pytest.mark.parametrize("name", [name for name in NAMES if not SOLVERS.get(name).refuses(finite_task({"x": (1,)}))])
def test_a_task_without_conditions_has_every_assignment_for_a_solution(name: str) -> None:
    result = SOLVERS.get(name).solve(finite_task({"x": (1, 2), "y": ("a", "b", "c")}), Settings(solutions=None))

    assert (Status.ALL_SOLUTIONS, 6) == (result.status, len(result.solutions))


@pytest.mark.parametrize("name", ["naive", "backtracking", "python_constraint", "cpsat", "auxiliary"])
@pytest.mark.parametrize("domains", [{}, {"x": (1, 2)}, {f"x{i}": range(9) for i in range(40)}])
def test_a_condition_that_is_never_true_is_seen_at_once(name: str, domains: dict[str, range]) -> None:
    task = finite_task(domains, call("=", 1, 2))

    assert SOLVERS.get(name).solve(task, Settings(seconds=5)).status is Status.UNSATISFIABLE


@pytest.mark.parametrize("name", ["naive", "backtracking", "python_constraint", "cpsat", "auxiliary"])
@pytest.mark.parametrize("function", ["all_different", "all_equal", "increasing", "and", "or"])
def test_a_condition_on_one_term_is_false_where_the_term_is_undefined(name: str, function: str) -> None:
    term = call("//", *_names(["x", "x"]))
    task = finite_task({"x": (0, 1)}, call(function, call("=", term, 1) if function in ("and", "or") else term))
    result = SOLVERS.get(name).solve(task, Settings(solutions=None))

    assert (Status.ALL_SOLUTIONS, ({"x": 1},)) == (result.status, result.solutions)


def test_aim_narrow_of_one_unit_is_what_matching_says() -> None:
    task = finite_task(
        {"a": (1, 2), "b": (1, 2), "c": (1, 2, 3)}, call("all_different", *_names(["a", "b", "c"])), aim=Aim.NARROW
    )
    result = SOLVERS.get("matching").solve(task, Settings())

    assert result.knowledge is not None
    assert Finite((3,)) == result.knowledge.domains["c"]
