"""Auxiliary tasks: a quantity that a formula needs."""

from __future__ import annotations

from cpsolver.kinds.formulas.narrate.told import Told
from cpsolver.kinds.formulas.plan import Way, plan_from, ways_for
from cpsolver.kinds.formulas.wording import formula_text
from cpsolver.task.derivation import Step
from cpsolver.task.task import Task


def tell_needed(task: Task, step: Step) -> Told:
    """`to find x we need t (coordinate: x = …); auxiliary task: find t`."""
    name = _sought_in(step)
    way = _consumer(task, name)
    if way is None:
        return Told("needed quantity", f"auxiliary task: find {name}")
    label = way.formula.label or "formula"
    text = formula_text(way.formula.expression)
    said = text if label == text else f"{label}: {text}"
    return Told("needed quantity", f"to find {way.goal} we need {name} ({said}); auxiliary task: find {name}")


def _sought_in(step: Step) -> str:
    """The quantity an auxiliary task was for: what its last substep concludes."""
    last = step.substeps[-1] if step.substeps else step
    return last.conclusions[-1].variable if last.conclusions else "a quantity"


def _consumer(task: Task, name: str) -> Way | None:
    """The use of a quantity that made it needed, by the plan from the givens."""
    for way in plan_from(task.conditions, task.knowledge()).path(task.sought.variables):
        if name in way.inputs:
            return way
    sought = task.sought.variables
    return next((way for goal in sought for way in ways_for(task.conditions, goal) if name in way.inputs), None)
