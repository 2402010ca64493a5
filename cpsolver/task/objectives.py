"""What the objectives of a task are worth in a solution, which of two worths is better, and what reaches one.

A task may have several objectives in order: of what is best by the first, the best by the next (lexicographic). A
solution in which one of them is undefined is none, since undefined counts as false.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cpsolver.task.condition import Relation
from cpsolver.task.decomposition import may_be_undefined
from cpsolver.task.domain import Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Constant
from cpsolver.task.functions import Undefined
from cpsolver.task.task import Aim, Objective, Preference, Solution, Sought, Task

Worth = tuple[Value, ...]
"""The values of the objectives of a task, in their order."""


def objectives(task: Task) -> tuple[Objective, ...]:
    """The objectives of a task in their order; none if it does not ask for the best."""
    found = task.sought.objective if task.sought.aim is Aim.BEST else None
    return tuple(_chain(found))


def _chain(first: Objective | None) -> Iterator[Objective]:
    while first is not None:
        yield first
        first = first.then


def worth(task: Task, solution: Solution) -> Worth:
    """What the objectives are worth in a solution; nothing without objective. Raises: Undefined."""
    return tuple(evaluate(objective.expression, solution) for objective in objectives(task))


def is_better(wanted: Sequence[Objective], one: Worth, other: Worth) -> bool:
    """Whether the first difference between two worths is in favour of the one."""
    for objective, mine, yours in zip(wanted, one, other, strict=False):
        if mine != yours:
            return (mine > yours) is objective.maximize  # type: ignore[operator]  # numbers
    return False


def by_first_alone(task: Task) -> Task:
    """The same task with its first objective alone, the others only defined."""
    first, *later = objectives(task)
    defined = tuple(_is_defined(each) for each in later if may_be_undefined(each.expression))
    sought = replace(task.sought, objective=replace(first, then=None))
    return replace(task, conditions=(*task.conditions, *defined), sought=sought)


def after_first(task: Task, value: Value) -> Task:
    """The task of being as good by the first objective, and best by the next; all solutions if there is no next."""
    first, *later = objectives(task)
    reached = Relation(Call("=", (first.expression, Constant(value))), mark=first.mark)
    own = task.sought
    sought = replace(own, objective=later[0]) if later else Sought(own.variables, Aim.ALL, mark=own.mark)
    return replace(task, conditions=(*task.conditions, reached), sought=sought)


def as_good(task: Task, values: Sequence[Value]) -> Task:
    """The task whose solutions are all that are worth as much; the task itself without objective."""
    for value in values:
        task = after_first(task, value)
    return task


def _is_defined(objective: Objective) -> Relation:
    return Relation(Call("=", (objective.expression, objective.expression)), mark=objective.mark)


def broken(task: Task, solution: Solution) -> tuple[Preference, ...]:
    """The preferences that a solution does not meet; an undefined one is not met."""
    return tuple(each for each in task.preferences if not _is_met(each, solution))


def _is_met(preference: Preference, solution: Solution) -> bool:
    try:
        return preference.condition.holds(solution)
    except Undefined:
        return False


def gap(objective: Value | None, bound: Value | None) -> float | None:
    """How far the best known is from the best possible, as a share of the best known; None if one is not known."""
    if objective is None or bound is None or isinstance(objective, str) or isinstance(bound, str):
        return None
    best, possible = float(objective), float(bound)
    return abs(best - possible) / max(1.0, abs(best))
