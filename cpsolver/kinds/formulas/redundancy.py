"""Givens that could be left out: the answer is the same without them, and what they follow from is told."""

from __future__ import annotations

from dataclasses import replace

from cpsolver.auxiliary.diagnosis import Solve, Verdict, listed
from cpsolver.errors import Mark
from cpsolver.kinds.formulas.consistency import difference_text, distance
from cpsolver.kinds.formulas.examples import Example
from cpsolver.kinds.formulas.needed import Surroundings
from cpsolver.kinds.formulas.plan import Plan, determined
from cpsolver.kinds.formulas.shape import Constants
from cpsolver.kinds.formulas.structure import Block, Way
from cpsolver.kinds.formulas.wording import shown_value
from cpsolver.task.condition import TOLERANCE, Equation
from cpsolver.task.domain import Finite, Value
from cpsolver.task.reals.roots import roots_of
from cpsolver.task.result import Result, Status
from cpsolver.task.task import Fact, Task

MOST_ANSWERS = 100
"""Answers are compared up to so many."""


def necessity(task: Task, reached: Plan, result: Result, solve: Solve, shown: Example | None = None) -> Verdict:
    """Whether every given is needed for what is sought: one is not if the answer is the same without it.

    shown: a full solution: where another near it differs in what is sought, nothing has to be solved
    """
    if result.status is Status.UNSATISFIABLE:
        return Verdict("necessity", None, "there is no solution")
    step_by_step = all(reached.reaches(name) for name in task.sought.variables)
    if not step_by_step and not _are_all(result, task.sought.variables):
        return Verdict("necessity", None, "what is sought cannot be found from what is given")
    constants = task.show.names if isinstance(task.show, Constants) else ()
    own = [fact for fact in task.given if fact.variable not in constants]
    if not own:
        return Verdict("necessity", True, "nothing is given")
    near = Surroundings(task, shown.values) if shown is not None and not shown.open_ else None
    needed = {fact.variable for fact in own if near is not None and near.shows_need(fact)}
    said = {
        fact.variable: False if fact.variable in needed else _is_spare(task, fact, result, solve, step_by_step)
        for fact in own
    }
    spare = [fact for fact in own if said[fact.variable]]
    if spare:
        count = f"{len(spare)} of {len(own)} givens could be left out{', each by itself' if len(spare) > 1 else ''}"
        return Verdict("necessity", False, count, tuple(_why_spare(task, fact, result) for fact in spare))
    unknown = [name for name, is_spare in said.items() if is_spare is None]
    if unknown:
        return Verdict("necessity", None, f"whether the answer is the same without {listed(unknown)} is not known")
    return Verdict("necessity", True, f"none of the {len(own)} givens could be left out")


def _is_spare(task: Task, fact: Fact, result: Result, solve: Solve, step_by_step: bool) -> bool | None:
    """Whether without a given the answer is the same, and every inequality still tested; None if not known.

    step_by_step: whether what is sought is found so; where others cancel, steps do not say what needs it
    """
    reached = _without(task, fact)
    tested = {name for c in task.conditions if not isinstance(c, Equation) for name in c.scope}
    sought = task.sought.variables if step_by_step else ()
    wanted = [name for name in (*sought, *tested) if name != fact.variable or name in tested]
    if not all(reached.reaches(name) for name in wanted):
        return False
    fewer = replace(task, given=tuple(other for other in task.given if other is not fact))
    without = solve(fewer, MOST_ANSWERS)
    names_ = task.sought.variables
    if not (_are_all(result, names_) and _are_all(without, names_)):
        return None
    return _is_covered(result, without, names_) and _is_covered(without, result, names_)


def _are_all(result: Result, names_: tuple[str, ...]) -> bool:
    """Whether a result holds all answers there are, each with a value for what is sought."""
    return result.status is Status.ALL_SOLUTIONS and all(n in solution for solution in result.solutions for n in names_)


def _is_covered(result: Result, by: Result, names_: tuple[str, ...]) -> bool:
    """Whether each answer of one result is among those of another."""
    return all(
        any(all(_is_close(one[name], other[name]) for name in names_) for other in by.solutions)
        for one in result.solutions
    )


def _is_close(a: Value, b: Value) -> bool:
    assert not isinstance(a, str)
    assert not isinstance(b, str)
    return abs(float(a) - float(b)) <= TOLERANCE * max(abs(float(a)), abs(float(b)))


def _without(task: Task, fact: Fact) -> Plan:
    return determined(task.conditions, [other.variable for other in task.given if other is not fact])


def _why_spare(task: Task, fact: Fact, result: Result) -> str:
    """What a given follows from, and by how much what follows differs from it."""
    name, where = fact.variable, f" (given at {fact.origin})" if isinstance(fact.origin, Mark) else ""
    step = _without(task, fact).step_to(name)
    if step is None:
        return f"{name}{where} is not needed"
    labels = listed(formula.label or str(formula) for formula in step.formulas)
    if isinstance(step, Block):
        return f"{name}{where} follows from {len(step.formulas)} formulas together: {labels}"
    if not step.inputs:
        return f"{name}{where} follows from the rule {labels}"
    return f"{name}{where} follows from {listed(step.inputs)} by {labels}{_difference(task, fact, step, result)}"


def _difference(task: Task, fact: Fact, way: Way, result: Result) -> str:
    """By how much what a formula gives differs from what is given, if that can be told."""
    solution = next((s for s in result.solutions if all(name in s for name in way.inputs)), None)
    if solution is None or not isinstance(fact.domain, Finite) or not fact.domain.is_fixed:
        return ""
    variable, given = task.by_name[fact.variable], fact.domain.value
    roots = roots_of(way.formula, way.goal, {name: solution[name] for name in way.inputs}, variable.domain)
    assert not isinstance(given, str)
    values = [root.value for root in roots.found] if roots is not None else []
    if not values:
        return ""
    nearest = min(values, key=lambda value: distance(value, given))
    gives = f", which gives {shown_value(variable, nearest).text}"
    if distance(nearest, given) == 0:
        return f"{gives} as well"
    return f"{gives}; they differ by {difference_text(task, fact.variable, nearest, given)}"
