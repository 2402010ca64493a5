"""One meaning in every solver: the traps of finite-domain languages with their right numbers, and random tasks.

Every case is written as a user would write it, and every finite solver that does not refuse it must find exactly the
solutions that brute force finds. The auxiliary solver is left out: it solves by the others.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples

from cpsolver.api import load_text
from cpsolver.solvers import SOLVERS
from cpsolver.task.evaluation import compiled
from cpsolver.task.functions import Undefined
from cpsolver.task.result import Settings, Status
from cpsolver.task.task import Aim, Solution, Task
from tests.random_tasks import NUMERIC, best_value, brute_force, random_tasks, solution_set
from tests.tasks import call, finite_task, map_colouring

ALL = Settings(solutions=None, seconds=60)
NAMES = [name for name in SOLVERS.names() if name != "auxiliary" and SOLVERS.get(name).refuses(map_colouring()) is None]
MORE_NUMERIC = ("/", "^", "product", *NUMERIC)


def written(variables: dict[str, str], conditions: list[str], **more: object) -> Task:
    """The task of a spec with these variables and conditions."""
    model = {"kind": "csp", "variables": variables, "conditions": conditions, **more}
    return load_text(json.dumps({"task": "trap", "model": model}), "trap.yaml").task


A = {"a": ["5", "7", "9"]}
X7 = {"x": "-7..7"}
DIGITS = dict.fromkeys("xyz", "0..2")

TRAPS = [
    ("1 truncated division", X7, ["x div 2 = 0"], {}, 3),
    ("1 floored division", X7, ["x // 2 = 0"], {}, 2),
    ("1 exact division", X7, ["x / 2 = 1"], {}, 1),
    ("2 truncated remainder", X7, ["x mod 3 = 1"], {}, 3),
    ("2 floored remainder", X7, ["x % 3 = 1"], {}, 5),
    ("3 divisor 0 or negative", {"x": "-3..3", "y": "-2..2"}, ["x mod y = 1"], {}, 4),
    ("4 undefined in a comparison", {"x, y": "-3..5", "p": "bool"}, ["((x div y) >= p) = p"], {}, 48),
    ("4 undefined in an equivalence", {"x": "0..3", "y": "0..2", "b": "bool"}, ["b <-> (x div y >= 1)"], {}, 12),
    ("5 reified element", {"i": "-1..3", "b": "bool"}, ["b <-> a[i] = 7"], {"parameters": A}, 5),
    ("5 negated element", {"i": "-1..3"}, ["not (a[i] = 7)"], {"parameters": A}, 4),
    ("5 element that differs", {"i": "-1..3"}, ["a[i] != 7"], {"parameters": A}, 2),
    ("6 negated all_different", {"x, y, z": "0..5"}, ["not all_different(x, y, z)"], {}, 96),
    ("7 switched-off element", {"i": "1..3", "p": "bool"}, ["p -> a[i] = 7"], {"parameters": A}, 4),
    ("8 switched-off sum", {**DIGITS, "p": "bool"}, ["p -> 2*x + 3*y + 5*z = 12"], {}, 29),
    ("12 sum of nothing", {"x": "1..2"}, ["sum(i for i in 1..0) = 1"], {}, 0),
    ("12 all_different of nothing", {"x": "1..2"}, ["all_different(x + i for i in 1..0)"], {}, 2),
    ("12 empty table", {"x, y": "1..2"}, ["table([x, y], [])"], {}, 0),
    ("12 not in an empty table", {"x, y": "1..2"}, ["not table([x, y], [])"], {}, 4),
    ("13 truth value as a number", {"p": "bool"}, ["p = 2"], {}, 0),
    ("13 sum of comparisons", {"x, y": "1..3"}, ["(x = 3) + (y = 3) = 1"], {}, 4),
    ("13 product with a truth value", {"p": "bool", "x": "1..3"}, ["p*x = 0"], {}, 3),
    ("14 one element", {"x": "1..9"}, ["all_different(x)"], {}, 9),
    ("15 holes", {"x": "{2, 4, 8}", "y": "0..100"}, ["y = x*x"], {}, 3),
    ("15 symbols", {"x, y": "{red, green, blue}"}, ["x != y"], {}, 6),
    ("15 mixed values", {"x, y": "{1, red, 2, blue}"}, ["all_different(x, y)", "x != red"], {}, 9),
    ("16 the same variable twice", {"x": "1..3"}, ["all_different(x, x)"], {}, 0),
    ("17 open cardinality", {"x, y, z": "1..3"}, ["count(v = 1 for v in [x, y, z]) = 1"], {}, 12),
    ("S9 a product as text", {"a": "1..3", "b": "4..6"}, ["a*2 = b"], {}, 2),
    ("S10 each solution once", {**DIGITS, "p": "bool"}, ["if p then 2*x + 3*y + 5*z = 12 else true"], {}, 29),
    ("S11 -4 mod 4 is 0", {"a": "{-4}"}, ["a mod 4 = 0", "a % 4 = 0"], {}, 1),
    ("S11 floor", {"a": "{-7}", "r, q": "-9..9"}, ["r = a % 4", "q = a // 4", "r = 1", "q = -2"], {}, 1),
    ("S11 truncation", {"a": "{-7}", "r, q": "-9..9"}, ["r = a mod 4", "q = a div 4", "r = -3", "q = -1"], {}, 1),
]


def able(name: str, task: Task) -> None:
    """Skip if the solver says in advance that it cannot."""
    reason = SOLVERS.get(name).refuses(task)
    if reason is not None:
        pytest.skip(reason)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("variables", "conditions", "more", "number"), [trap[1:] for trap in TRAPS], ids=[trap[0] for trap in TRAPS]
)
def test_a_trap_has_its_right_number_of_solutions(
    name: str, variables: dict[str, str], conditions: list[str], more: dict[str, object], number: int
) -> None:
    task = written(variables, conditions, **more)
    able(name, task)
    result = SOLVERS.get(name).solve(task, ALL)

    assert number == len(result.solutions) == len(solution_set(result.solutions))
    assert all(not task.violations(solution) for solution in result.solutions)
    assert (Status.ALL_SOLUTIONS if number else Status.UNSATISFIABLE) is result.status


BEST_TWO = {(("x", 1), ("y", 2)), (("x", 2), ("y", 1))}


@pytest.mark.parametrize("name", NAMES)
def test_trap_9_the_best_is_one_of_the_two_there_are(name: str) -> None:
    task = written({"x, y": "0..2"}, ["x + y <= 3"], maximize="x + y")
    able(name, task)
    result = SOLVERS.get(name).solve(task, ALL)

    assert (Status.OPTIMAL_SOLUTION, 3) == (result.status, result.objective)
    assert set() < solution_set(result.solutions) <= BEST_TWO


@pytest.mark.parametrize("name", ["cpsat", "python_constraint"])
def test_trap_9_solvers_that_list_the_best_find_both(name: str) -> None:
    task = written({"x, y": "0..2"}, ["x + y <= 3"], maximize="x + y")

    assert BEST_TWO == solution_set(SOLVERS.get(name).solve(task, ALL).solutions)


@pytest.mark.parametrize("name", NAMES)
def test_trap_10_a_number_too_large_is_refused_or_treated_right(name: str) -> None:
    """100*x with x up to 10^18 is beyond 64 bits; with so few values it is a matter of a table."""
    task = written({"x": "{1, 1000000000000000000}", "y": "{0, 1}"}, ["100*x + y <= 101"])
    able(name, task)

    assert 2 == len(SOLVERS.get(name).solve(task, ALL).solutions)


@pytest.mark.parametrize("name", NAMES)
def test_trap_12_a_task_without_variables_has_one_solution(name: str) -> None:
    able(name, finite_task({}))

    assert ({},) == SOLVERS.get(name).solve(finite_task({}), ALL).solutions
    assert () == SOLVERS.get(name).solve(finite_task({}, call("=", 1, 2)), ALL).solutions


@pytest.mark.parametrize("name", NAMES)
def test_truth_values_and_symbols_come_back_as_the_values_of_the_domain(name: str) -> None:
    task = written({"p": "bool", "c": "{red, green}", "n": "{0, 1}"}, ["p", "c = red", "n = p"])
    able(name, task)
    (solution,) = SOLVERS.get(name).solve(task, ALL).solutions

    assert (True, "red", 1) == (solution["p"], solution["c"], solution["n"])
    assert (bool, str, int) == (type(solution["p"]), type(solution["c"]), type(solution["n"]))


@pytest.mark.parametrize("name", NAMES)
@examples(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(task=random_tasks(numeric=MORE_NUMERIC))
def test_all_solutions_of_random_tasks_equal_brute_force(name: str, task: Task) -> None:
    solver = SOLVERS.get(name)
    if solver.refuses(task) is None:
        result, expected = solver.solve(task, ALL), solution_set(brute_force(task))

        assert expected == solution_set(result.solutions)
        assert len(expected) == len(result.solutions)
        assert (Status.ALL_SOLUTIONS if expected else Status.UNSATISFIABLE) is result.status


@pytest.mark.parametrize("name", NAMES)
@examples(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(task=random_tasks(objective=True))
def test_the_best_solutions_of_random_tasks_equal_brute_force(name: str, task: Task) -> None:
    solver, best = SOLVERS.get(name), best_value(task)
    if solver.refuses(task) is not None:
        return
    result = solver.solve(task, replace(ALL, solutions=1))

    assert best == result.objective
    assert (Status.UNSATISFIABLE if best is None else Status.OPTIMAL_SOLUTION) is result.status
    assert all(best == worth(task, solution) and not task.violations(solution) for solution in result.solutions)


@pytest.mark.parametrize("name", NAMES)
@examples(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(task=random_tasks())
def test_what_all_solutions_of_random_tasks_share_equals_brute_force(name: str, task: Task) -> None:
    solver, found = SOLVERS.get(name), brute_force(task)
    asked = replace(task, sought=replace(task.sought, aim=Aim.NARROW))
    if solver.refuses(asked) is not None:
        return
    result = solver.solve(asked, ALL)

    if not found:
        assert Status.UNSATISFIABLE is result.status
        return
    assert result.knowledge is not None
    for variable in task.variables:
        domain = result.knowledge.domains[variable.name]
        assert {solution[variable.name] for solution in found} == set(domain)  # type: ignore[arg-type]


def worth(task: Task, solution: Solution) -> object:
    """The objective's value; None where it is undefined."""
    assert task.sought.objective is not None
    try:
        return compiled(task.sought.objective.expression)(solution)
    except Undefined:
        return None
