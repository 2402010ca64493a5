"""One meaning in every solver: random tasks, and cases that once went wrong. The traps are in `test_traps.py`.

Every finite solver that does not refuse a task must find exactly the solutions that brute force finds. The auxiliary
solver is left out: it solves by the others.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples

from cpsolver.solvers import SOLVERS
from cpsolver.task.evaluation import compiled
from cpsolver.task.functions import Undefined
from cpsolver.task.result import Settings, Status
from cpsolver.task.task import Aim, Solution, Task
from tests.random_tasks import NUMERIC, best_value, brute_force, random_tasks, solution_set
from tests.tasks import call, finite_task, map_colouring
from tests.written import skip_unless_able, written

ALL = Settings(solutions=None, seconds=60)
NAMES = [name for name in SOLVERS.names() if name != "auxiliary" and SOLVERS.get(name).refuses(map_colouring()) is None]
MORE_NUMERIC = ("/", "^", "product", *NUMERIC)


@pytest.mark.parametrize("name", NAMES)
def test_trap_12_a_task_without_variables_has_one_solution(name: str) -> None:
    skip_unless_able(name, finite_task({}))

    assert ({},) == SOLVERS.get(name).solve(finite_task({}), ALL).solutions
    assert () == SOLVERS.get(name).solve(finite_task({}, call("=", 1, 2)), ALL).solutions


@pytest.mark.parametrize("name", NAMES)
def test_truth_values_and_symbols_come_back_as_the_values_of_the_domain(name: str) -> None:
    task = written({"p": "bool", "c": "{red, green}", "n": "{0, 1}"}, ["p", "c = red", "n = p"])
    skip_unless_able(name, task)
    (solution,) = SOLVERS.get(name).solve(task, ALL).solutions

    assert (True, "red", 1) == (solution["p"], solution["c"], solution["n"])
    assert (bool, str, int) == (type(solution["p"]), type(solution["c"]), type(solution["n"]))


@pytest.mark.parametrize("name", NAMES)
def test_an_undefined_item_makes_an_element_undefined_whichever_is_chosen(name: str) -> None:
    task = written({"x": "0..2", "i": "1..4", "a[1..2]": "5..14"}, ["[1, 3 // x, a[x], 4][i] != 3"])
    skip_unless_able(name, task)
    found = SOLVERS.get(name).solve(task, ALL).solutions

    assert {(1, 1), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3), (2, 4)} == {(each["x"], each["i"]) for each in found}
    assert 7 * 100 == len(found)


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
