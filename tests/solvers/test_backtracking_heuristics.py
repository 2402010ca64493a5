"""Every order and every propagation gives the same answers; only their counts differ."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from cpsolver.solvers.backtracking import SOLVER, search, solve
from cpsolver.task.condition import Relation
from cpsolver.task.expression import Call, Name, names
from cpsolver.task.result import ORDERS, PROPAGATIONS, Settings, Status
from cpsolver.task.task import Aim, Sought, Task
from tests.random_globals import FLAGS, INSTANCES, VARIABLES, as_condition, instances
from tests.random_tasks import best_value, brute_force, random_tasks, solution_set
from tests.tasks import EASY, call, different, finite_task, map_colouring, queens_task, sudoku_task

WAYS = list(product(ORDERS, PROPAGATIONS, (False, True)))


def way(order: str, propagate: str, restarts: bool = False) -> Settings:
    return Settings(solutions=None, order=order, propagate=propagate, restarts=restarts)


@pytest.mark.parametrize(("order", "propagate", "restarts"), WAYS)
def test_six_queens_stand_in_four_ways_however_they_are_found(order: str, propagate: str, restarts: bool) -> None:
    result = solve(queens_task(6), way(order, propagate, restarts))

    assert (Status.ALL_SOLUTIONS, 4) == (result.status, len(result.solutions))
    assert 4 == len(solution_set(result.solutions)), "each once"


@examples(max_examples=200, deadline=None)
@given(random_tasks(), st.sampled_from(WAYS))
def test_solutions_are_those_of_brute_force_however_they_are_found(task: Task, chosen: tuple[str, str, bool]) -> None:
    result = solve(task, way(*chosen))
    expected = brute_force(task)

    assert solution_set(expected) == solution_set(result.solutions)
    assert len(expected) == len(result.solutions), "each once"


@examples(max_examples=80, deadline=None)
@given(random_tasks(objective=True), st.sampled_from(WAYS))
def test_the_best_value_is_that_of_brute_force_however_it_is_found(task: Task, chosen: tuple[str, str, bool]) -> None:
    assert best_value(task) == solve(task, replace(way(*chosen), solutions=1)).objective


def test_more_propagation_makes_fewer_nodes() -> None:
    none, forward, full = (solve(queens_task(8), way("smallest", name)).statistics for name in PROPAGATIONS)

    assert 15720 == none.nodes == none.tried, "the 1,965 squares that stand times 8 rows"
    assert full.nodes is not None and forward.nodes is not None and none.nodes is not None
    assert full.nodes < forward.nodes < none.nodes


def test_plain_backtracking_tests_only_what_has_values_and_forward_checking_looks_one_ahead() -> None:
    chain = finite_task({"x": (1, 2), "y": (1, 2), "z": (1, 2)}, different("all", "xyz"))
    plain = solve(chain, way("given", "none")).statistics
    ahead = solve(chain, way("given", "forward")).statistics

    assert (10, 6) == (plain.nodes, plain.conflicts), "2 for x, 4 for y of which 2 stand, 4 for z"
    assert (2, 2) == (ahead.nodes, ahead.conflicts), "x = 1 leaves 2 for both others"


def test_the_declared_order_is_kept_and_the_smallest_domain_comes_first() -> None:
    task = finite_task({"wide": range(4), "narrow": (1, 2)})

    assert [0, 0, 1, 1] == [found["wide"] for found in solve(task, way("given", "mac")).solutions][:4]
    assert [0, 1, 2, 3] == [found["wide"] for found in solve(task, way("smallest", "mac")).solutions][:4]


def test_a_search_counts_its_contradictions_and_begins_anew_only_if_asked() -> None:
    pigeons = [f"p{i}" for i in range(6)]

    pairs = [call("!=", Name(a), Name(b)) for a in pigeons for b in pigeons if a < b]
    task = finite_task(dict.fromkeys(pigeons, range(5)), *pairs)
    plain = solve(task, way("smallest", "mac"))
    anew = solve(task, way("weighted", "mac", restarts=True))

    assert (Status.UNSATISFIABLE, 0) == (plain.status, plain.statistics.restarts)
    assert plain.statistics.conflicts == 120, "the last two pigeons share a hole in each of 5 · 4 · 3 · 2 ways"
    assert Status.UNSATISFIABLE is anew.status
    assert anew.statistics.restarts == 1, "100 contradictions, then 150: enough for all"


def test_beginning_anew_lists_no_solution_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "FIRST_CONFLICTS", 5)
    result = solve(queens_task(8), way("weighted", "mac", restarts=True))

    assert 92 == len(result.solutions) == len(solution_set(result.solutions))
    assert result.statistics.restarts and result.statistics.restarts > 3


def test_a_sudoku_has_the_same_solution_under_every_order() -> None:
    task = sudoku_task(EASY, Aim.ONE)
    found = {
        tuple(solve(task, replace(way(order, propagate), solutions=2)).solutions[0].values())
        for order in ORDERS
        for propagate in ("forward", "mac")
    }

    assert len(found) == 1


def test_the_recursion_says_which_settings_it_obeys() -> None:
    assert SOLVER.heuristics == ("order", "propagate", "restarts")


def test_symbols_are_coloured_by_plain_backtracking_too() -> None:
    assert 18 == len(solve(map_colouring(), way("given", "none")).solutions)


@examples(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(INSTANCES)).flatmap(instances), st.booleans())
def test_narrowing_by_one_global_leaves_what_its_solutions_share(node: Call, negated: bool) -> None:
    condition = as_condition(node)
    variables = tuple(v for v in (*VARIABLES, *FLAGS) if v.name in names(condition))
    relation = Relation(call("not", condition) if negated else condition)
    task = Task("one", "csp", variables, (relation,), sought=Sought(tuple(v.name for v in variables), Aim.NARROW))
    result, found = solve(task, Settings()), brute_force(task)

    assert bool(found) is (result.status is Status.SATISFIED)
    if found:
        assert result.knowledge is not None
        shared = {v.name: {solution[v.name] for solution in found} for v in variables}
        assert shared == {name: set(domain) for name, domain in result.knowledge.domains.items()}  # type: ignore[arg-type]
