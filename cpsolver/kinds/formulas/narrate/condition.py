"""Conditions tested: what they rejected, what contradicts them."""

from __future__ import annotations

from cpsolver.kinds.formulas.consistency import disagreement
from cpsolver.kinds.formulas.narrate.told import Told, condition_of, found_text, values_of
from cpsolver.kinds.formulas.wording import shown_value
from cpsolver.task.condition import Equation
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite
from cpsolver.task.task import Task


def tell_condition(task: Task, step: Step) -> Told:
    """`t = -1.23606798 s is rejected: t > 0 does not hold`."""
    label = step.conditions[0] if step.conditions else "a condition"
    before = {fact.variable: fact.domain for fact in step.premises}
    gone: list[str] = []
    for fact in step.conclusions:
        earlier = before.get(fact.variable)
        if isinstance(earlier, Finite):
            gone += [
                f"{fact.variable} = {shown_value(task.by_name[fact.variable], value).text}"
                for value in earlier
                if value not in fact.domain
            ]
    left = [found_text(task, fact) for fact in step.conclusions if not fact.domain.is_empty]
    if left:
        return Told(
            "rejected root",
            f"{' and '.join(gone)} is rejected: {label} does not hold",
            (f"{', '.join(left)} stays",),
        )
    values = values_of(step.premises)
    condition = condition_of(task, step, values)
    detail: tuple[str, ...] = ()
    if isinstance(condition, Equation) and values.keys() >= set(condition.scope):
        detail = (disagreement(task, condition, values),)
    known = ", ".join(found_text(task, fact) for fact in step.premises)
    return Told("contradiction", f"{label} does not hold with {known}", detail)
