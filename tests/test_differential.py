"""Small random specs, from their text to the answer of each solver, against trying every assignment.

A seed names a spec (`tests/random_specs.py`), so that a failure can be looked at again:

    python -c "from tests.random_specs import specification; print(specification(17))"
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cpsolver.api import load_text
from cpsolver.errors import SpecError
from cpsolver.solvers import SOLVERS
from cpsolver.solvers.solver import narrow
from cpsolver.task.objectives import worth
from cpsolver.task.result import ORDERS, PROPAGATIONS, Result, Settings, Status
from cpsolver.task.task import Aim, Solution, Sought, Task
from tests.random_specs import specification
from tests.random_tasks import best_worth, brute_force, solution_set

NAMES = ("cpsat", "backtracking", "compiled", "python_constraint", "naive", "auxiliary")
FEW = ("cpsat", "python_constraint", "auxiliary")
"""These take a while to begin, so they are asked now and then."""
FAST, SLOW, BATCH = 250, 10_000, 50


def batches(seeds: int) -> list[range]:
    """The seeds in ranges."""
    return [range(start, start + BATCH) for start in range(0, seeds, BATCH)]


@pytest.mark.parametrize("seeds", batches(FAST), ids=str)
def test_every_solver_answers_a_random_spec_as_trying_everything_does(seeds: range) -> None:
    for seed in seeds:
        check(seed, often=0.5)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", batches(SLOW)[FAST // BATCH :], ids=str)
def test_every_solver_answers_ten_thousand_random_specs_as_trying_everything_does(seeds: range) -> None:
    for seed in seeds:
        check(seed, often=1.0)


def test_few_random_specs_are_refused() -> None:
    refused = sum(loaded(specification(seed)) is None for seed in range(100))

    assert 5 >= refused, "per hundred"


def check(seed: int, often: float) -> None:
    """Ask the solvers of one spec, all but some of those that take a while to begin. Raises: AssertionError."""
    text = specification(seed)
    task = loaded(text)
    if task is None:
        return
    solutions = brute_force(task)
    for name in NAMES:
        random = Random(f"{seed} {name}")
        if name in FEW and random.random() >= often:
            continue
        wrong = wrongs(task, solutions, name, random)
        assert not wrong, f"seed {seed}, {name}: {wrong}\n{text}"


def loaded(text: str) -> Task | None:
    """The task; None if the text is refused, as where a constant index is out of range."""
    try:
        return load_text(text, "random.yaml").task
    except SpecError:
        return None


def wrongs(task: Task, solutions: list[Solution], name: str, random: Random) -> str:
    """What a solver answers otherwise than it should, in words; empty if nothing."""
    settings = Settings(seconds=60, explain=False)
    if name == "backtracking":
        order, propagate = random.choice(ORDERS), random.choice(PROPAGATIONS)
        settings = replace(settings, order=order, propagate=propagate, restarts=random.random() < 0.3)
    every = replace(task, sought=Sought(task.sought.variables, Aim.ALL))
    found = _all(every, solutions, name, settings)
    if not found and task.sought.objective is not None:
        found = _best(task, solutions, name, settings)
    if not found and name != "auxiliary" and random.random() < 0.1:
        found = _shared(every, solutions, name, settings)
    return f"{found}, with {settings.order}, {settings.propagate}, {settings.restarts}" if found else ""


def _all(task: Task, solutions: list[Solution], name: str, settings: Settings) -> str:
    solver = SOLVERS.get(name)
    if solver.refuses(task) is not None:
        return ""
    result = solver.solve(task, replace(settings, solutions=None))
    expected, got = solution_set(solutions), solution_set(result.solutions)
    if expected != got:
        wrong, missing = sorted(got - expected), sorted(expected - got)
        return f"{len(wrong)} wrong {wrong[:1]}, {len(missing)} missing {missing[:1]}"
    if len(result.solutions) != len(got):
        return "a solution is there twice"
    return _status(result, Status.ALL_SOLUTIONS if expected else Status.UNSATISFIABLE)


def _best(task: Task, solutions: list[Solution], name: str, settings: Settings) -> str:
    solver = SOLVERS.get(name)
    if solver.refuses(task) is not None:
        return ""
    result, best = solver.solve(task, settings), best_worth(task, solutions)
    if best is None:
        return _status(result, Status.UNSATISFIABLE)
    if _status(result, Status.OPTIMAL_SOLUTION):
        return _status(result, Status.OPTIMAL_SOLUTION)
    (solution,) = result.solutions
    if task.violations(solution):
        return f"no solution: {solution}"
    if best != worth(task, solution) or best[0] != result.objective:
        return f"best {best}, not {worth(task, solution)} ({result.objective})"
    return ""


def _shared(task: Task, solutions: list[Solution], name: str, settings: Settings) -> str:
    solver = SOLVERS.get(name)
    asked = replace(task, sought=replace(task.sought, aim=Aim.NARROW))
    if solver.refuses(asked) is not None or solver.refuses(task) is not None:
        return ""
    result = narrow(asked, solver.solve, settings)
    if not solutions:
        return _status(result, Status.UNSATISFIABLE)
    assert result.knowledge is not None
    for variable in task.variables:
        expected = {solution[variable.name] for solution in solutions}
        left = set(result.knowledge.domains[variable.name])  # type: ignore[arg-type]  # finite
        if expected != left:
            return f"{variable.name} may be {left}, not {expected}"
    return ""


def _status(result: Result, expected: Status) -> str:
    return "" if result.status is expected else f"{result.status}, not {expected} ({result.note})"
