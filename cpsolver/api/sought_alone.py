"""Whether what is sought is determined where the whole solution is not: `find: killer` asks for the killer alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cpsolver.task.condition import Relation
from cpsolver.task.expression import Call, Constant, Name
from cpsolver.task.result import Result, Status
from cpsolver.task.task import Solution, Task

DETERMINED = "what is sought is the same in every solution: proven"
OPEN = "whether what is sought is the same in every solution is not known"


def sought_alone(task: Task, found: Result, ask: Callable[[Task], Result]) -> tuple[Result, str]:
    """A result with several solutions, the second one otherwise in what is sought if there is such; and what is to be
    said if there is none.

    task: asks only for some of its variables, else nothing changes; of the best, the task of being as good
    """
    names = task.sought.variables
    if len(found.solutions) < 2 or not 0 < len(names) < len(task.variables):
        return found, ""
    first, second = found.solutions[:2]
    if any(first[name] != second[name] for name in names):
        return found, ""
    other = ask(replace(task, conditions=(*task.conditions, _otherwise(task, first))))
    if other.status is Status.UNSATISFIABLE:
        return found, DETERMINED
    if not other.solutions:
        return found, OPEN
    return replace(found, solutions=(first, other.solutions[0], *found.solutions[2:])), ""


def _otherwise(task: Task, solution: Solution) -> Relation:
    """That something sought is otherwise than in a solution."""
    differ = tuple(Call("!=", (Name(name), Constant(solution[name]))) for name in task.sought.variables)
    return Relation(differ[0] if len(differ) == 1 else Call("or", differ), label="another answer")
