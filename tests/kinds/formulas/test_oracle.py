"""Random models: what can be found, and by how few formulas, as an independent model in CP-SAT says it."""

from __future__ import annotations

import pytest

from cpsolver.kinds.formulas.plan import determined, plan
from cpsolver.kinds.formulas.shortest import shortest
from cpsolver.kinds.formulas.techniques import TECHNIQUES
from cpsolver.solvers import SOLVERS
from cpsolver.task.condition import Equation
from cpsolver.task.result import Result, Settings, Status
from cpsolver.task.systems.jacobian import System, rank
from cpsolver.task.task import Task
from tests.formula_models import Planted, planted


def fewest(model: Planted) -> int | None:
    """How many formulas suffice; None if no set does."""
    chosen = choice(model)
    return None if chosen is None else len(chosen)


def choice(model: Planted) -> tuple[Equation, ...] | None:
    """The fewest formulas that have as many unknowns, each matched to one; None if none have. By OR-tools alone."""
    from ortools.sat.python import cp_model

    scopes = [[name for name in formula.scope if name not in model.known] for formula in model.formulas]
    problem = cp_model.CpModel()
    use = [problem.new_bool_var(f"use{index}") for index in range(len(scopes))]
    find = {name: problem.new_bool_var(name) for scope in scopes for name in scope}
    by = {(index, name): problem.new_bool_var("") for index, scope in enumerate(scopes) for name in scope}
    for index, scope in enumerate(scopes):
        problem.add(sum(by[index, name] for name in scope) == use[index])
        for name in scope:
            problem.add_implication(use[index], find[name])
    for name, found in find.items():
        problem.add(sum(by[index, name] for index, scope in enumerate(scopes) if name in scope) == found)
    problem.add(find[model.goal] == 1)
    problem.minimize(sum(use))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(problem)
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    if status == cp_model.INFEASIBLE:
        return None
    return tuple(formula for formula, used in zip(model.formulas, use, strict=True) if solver.value(used))


def solved_by_cpsat(task: Task, solutions: int) -> Result:
    return SOLVERS.get("cpsat").solve(task, Settings(solutions=solutions, explain=False))


def disagreement(model: Planted) -> str:
    """How plan, blocks and proof differ from the oracle; nothing if they agree."""
    least = fewest(model)
    found = determined(model.formulas, model.known, {name: model.point[name] for name in model.known})
    if found.reaches(model.goal) != (least is not None):
        return "" if found.singular else f"reached: {found.reaches(model.goal)}, fewest: {least}"
    if least is None:
        return ""
    length = sum(len(step.formulas) for step in found.course([model.goal]))
    if length < least:
        return f"{length} formulas, though {least} are the fewest"
    notes = shortest(model.task, solved_by_cpsat).notes
    said = notes[0].split(":")[1].split()[0] if notes else ""
    if said == str(least) or _depends(model):
        return ""
    return f"{notes} where {least} are the fewest"


def _depends(model: Planted) -> bool:
    """Whether the formulas that structure alone chooses depend on each other at the planted point."""
    chosen = choice(model) or ()
    unknowns = [name for name in {n for formula in chosen for n in formula.scope} if name not in model.known]
    point = {name: float(value) for name, value in model.point.items()}
    return rank(System(chosen).matrix(point, unknowns)) < len(unknowns)


def test_forty_random_models_agree_with_cpsat() -> None:
    assert {} == {seed: said for seed in range(40) if (said := disagreement(planted(seed)))}


@pytest.mark.slow
def test_a_thousand_random_models_agree_with_cpsat() -> None:
    assert {} == {seed: said for seed in range(40, 1040) if (said := disagreement(planted(seed)))}


@pytest.mark.parametrize("seeds", [range(16), pytest.param(range(16, 60), marks=pytest.mark.slow)], ids=("few", "many"))
def test_the_planted_point_is_among_the_solutions_and_never_refuted(seeds: range) -> None:
    solver = SOLVERS.get("auxiliary")
    wrong = {}
    for seed in seeds:
        model = planted(seed, most=10)
        if not determined(model.formulas, model.known).reaches(model.goal):
            continue
        result = solver.solve(model.task, Settings(solutions=None, techniques=TECHNIQUES, seconds=10))
        values = [float(s[model.goal]) for s in result.solutions if model.goal in s]
        is_there = any(value == pytest.approx(float(model.point[model.goal])) for value in values)
        if result.status is Status.UNSATISFIABLE or (result.status is Status.ALL_SOLUTIONS and not is_there):
            wrong[seed] = (result.status, values, model.point[model.goal])

    assert {} == wrong


def test_a_derivation_step_by_step_is_rarely_longer_than_needed() -> None:
    lengths = []
    for seed in range(60):
        model = planted(seed)
        found = plan(model.formulas, model.known)
        if found.reaches(model.goal):
            lengths.append((len(found.path([model.goal])), fewest(model)))

    assert len(lengths) > 15
    assert sum(length == least for length, least in lengths) >= 0.8 * len(lengths)
