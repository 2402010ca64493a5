"""Every step of a derivation can be proved on its own: against brute force, and by dropping its premises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hypothesis import given, settings

from cpsolver import api
from cpsolver.auxiliary.techniques import CONDITION, CROSSING, SUPPOSITION
from cpsolver.solvers import auxiliary, backtracking
from cpsolver.task.condition import Relation
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite
from cpsolver.task.result import Result, Settings, Status
from cpsolver.task.task import Aim, Fact, Sought, Task
from tests.random_tasks import brute_force, random_tasks, solution_set
from tests.tasks import EASY, sudoku_task

ALL = (CONDITION, CROSSING, SUPPOSITION)


def solved(task: Task, *techniques: object, solutions: int | None = None) -> Result:
    return auxiliary.solve(task, Settings(solutions=solutions, techniques=techniques))


def every_step(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield from every_step(step.substeps)
        yield step


def narrowed(task: Task, *facts: Fact) -> Task:
    """The task with only these facts given."""
    return replace(task, given=facts, sought=Sought(task.sought.variables, Aim.ONE))


def follows(task: Task, step: Step) -> bool:
    """Whether each conclusion holds in all solutions of the conditions within the premises alone, by brute force."""
    conditions = tuple(c for c in task.conditions if (c.label or str(c)) in step.conditions)
    found = brute_force(replace(narrowed(task, *step.premises), conditions=conditions))
    return all(solution[fact.variable] in fact.domain for solution in found for fact in step.conclusions)


def wider(fact: Fact, task: Task) -> Iterator[Fact]:
    """The fact with one more value allowed, for each value it excludes; a value is one fact, and goes as a whole."""
    full = task.by_name[fact.variable].domain
    assert isinstance(full, Finite) and isinstance(fact.domain, Finite)
    if fact.domain.is_fixed:
        yield replace(fact, domain=full)
        return
    for value in full:
        if value not in fact.domain:
            yield replace(fact, domain=fact.domain.join(Finite((value,))))


@settings(max_examples=40, deadline=None)
@given(random_tasks(symbols=False))
def test_every_solution_is_found_and_no_other(task: Task) -> None:
    result = solved(task, *ALL)

    assert solution_set(brute_force(task)) == solution_set(result.solutions)
    assert result.status in (Status.ALL_SOLUTIONS, Status.UNSATISFIABLE)


@settings(max_examples=40, deadline=None)
@given(random_tasks(symbols=False))
def test_every_fact_of_a_forced_step_holds_in_every_solution(task: Task) -> None:
    solutions = brute_force(task)
    result = auxiliary.solve(task, Settings(solutions=None, techniques=ALL, once=True))

    assert result.derivation is not None
    for step in result.derivation:
        for fact in step.conclusions:
            assert all(solution[fact.variable] in fact.domain for solution in solutions)


@settings(max_examples=40, deadline=None)
@given(random_tasks(symbols=False))
def test_a_step_of_one_condition_follows_from_its_premises_alone(task: Task) -> None:
    result = solved(task, CONDITION)

    assert result.derivation is not None
    for step in result.derivation:
        if step.technique == "condition":
            assert follows(task, step), step


def test_no_premise_of_a_unit_step_can_be_spared() -> None:
    task = sudoku_task(EASY)
    steps = auxiliary.solve(task, Settings(techniques=(CONDITION,))).derivation

    assert steps is not None and len(steps) > 50
    for step in tuple(steps)[::3]:
        (condition,) = (c for c in task.conditions if c.label in step.conditions)
        assert entails(task, condition, step.premises, step)
        for number, premise in enumerate(step.premises):
            for looser in wider(premise, task):
                premises = (*step.premises[:number], looser, *step.premises[number + 1 :])
                assert not entails(task, condition, premises, step)


def entails(task: Task, condition: Relation, premises: tuple[Fact, ...], step: Step) -> bool:
    """Whether an all-different within these premises still excludes every value the step excludes, by matching."""
    domains = {name: task.by_name[name].domain for name in condition.scope}
    domains |= {fact.variable: fact.domain for fact in premises}
    return not any(
        condition.allows({**domains, fact.variable: Finite((value,))})
        for fact in step.conclusions
        for value in domains[fact.variable]
        if value not in fact.domain
    )


def test_a_refuted_supposition_follows_from_its_premises() -> None:
    loaded = api.load("sudoku/hardest")
    result = auxiliary.solve(loaded.task, Settings(techniques=loaded.kind.techniques))
    assert result.derivation is not None
    suppositions = [step for step in result.derivation if step.technique == "supposition"]

    assert len(suppositions) > 3
    for step in suppositions[::4]:
        for fact in step.conclusions:
            full = loaded.task.by_name[fact.variable].domain
            assert isinstance(full, Finite) and isinstance(fact.domain, Finite)
            opposite = Fact(fact.variable, full.without(*fact.domain))
            within = narrowed(loaded.task, *step.premises, opposite)
            assert backtracking.solve(within, Settings(solutions=1)).status is Status.UNSATISFIABLE


@settings(max_examples=25, deadline=None)
@given(random_tasks(symbols=False))
def test_the_same_task_gives_the_same_derivation(task: Task) -> None:
    assert solved(task, *ALL, solutions=2).derivation == solved(task, *ALL, solutions=2).derivation
