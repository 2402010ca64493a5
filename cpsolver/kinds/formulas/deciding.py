"""Quantities nobody seeks that are found all the same: conditions speak of them, which could forbid an answer."""

from __future__ import annotations

from cpsolver.kinds.formulas.plan import Block, Plan, determined_from
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.task import Task


def deciding(task: Task, known: Knowledge) -> tuple[str, ...]:
    """Quantities, beside those sought, that must be found to see whether an answer stands.

    They are those of conditions that are left over: all their quantities can be found without the condition, which then
    says whether they fit each other. `v > 0` forbids a height even if only the height is sought. Simultaneous formulas
    are not solved for that alone.
    """
    plan = determined_from(task.conditions, known)
    left = plan.left_over(task.conditions)
    names = [name for condition in left for name in condition.scope if is_at_hand(name, plan, task)]
    # what is on the way to them too: on another way it would itself stand in a condition that is left over
    names += [name for step in plan.course(names) for name in step.inputs]
    return tuple(n for n in dict.fromkeys(names) if n not in task.sought.variables and plan.step_to(n))


def is_at_hand(name: str, plan: Plan, task: Task) -> bool:
    """Whether a quantity is found step by step, with no simultaneous formulas but those that what is sought needs."""
    needed = {id(step) for step in plan.course(task.sought.variables)}
    return not any(isinstance(step, Block) and id(step) not in needed for step in plan.course((name,)))
