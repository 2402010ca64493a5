"""Quantities that nobody seeks and that are found all the same: conditions speak of them that could forbid an answer."""

from __future__ import annotations

from cpsolver.kinds.formulas.plan import Block, Way, determined_from
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.task import Task


def deciding(task: Task, known: Knowledge) -> tuple[str, ...]:
    """Quantities, beside those sought, that must be found to see whether an answer stands.

    They are those of conditions that are left over: all their quantities can be found without the condition, which then
    says whether they fit each other. `v > 0` forbids a height even if only the height is sought.
    """
    plan = determined_from(task.conditions, known)
    steps: tuple[Way | Block, ...] = (*plan.ways.values(), *plan.blocks.values())
    used = {id(formula) for step in steps for formula in step.formulas}
    names = [
        name
        for condition in task.conditions
        if id(condition) not in used and all(plan.reaches(name) for name in condition.scope)
        for name in condition.scope
    ]
    return tuple(n for n in dict.fromkeys(names) if n not in task.sought.variables and plan.step_to(n))
