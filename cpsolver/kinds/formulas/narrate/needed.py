"""Auxiliary tasks: to find x we need t; find t; back to x."""

from __future__ import annotations

from cpsolver.kinds.formulas.narrate.told import Told, as_stated, found
from cpsolver.kinds.formulas.plan import Way, plan_from, ways_for
from cpsolver.kinds.formulas.typesetting import typeset_name
from cpsolver.picture import Said, joined
from cpsolver.task.derivation import Step
from cpsolver.task.task import Task


def tell_needed(task: Task, step: Step) -> Told:
    """`to find x we need t (coordinate: x = …); auxiliary task 1: find t`, and after it `back to x, with t = 4 s`."""
    name = sought_in(step)
    way = _consumer(task, name)
    needed = joined("find ", (typeset_name(name),))
    if way is None:
        return Told("needed quantity", needed, title="auxiliary task", counted=True)
    goal: Said = (typeset_name(way.goal),)
    lead = joined("to find ", goal, " we need ", (typeset_name(name),), " (", as_stated(way.formula), "); ")
    return Told(
        "needed quantity",
        needed,
        lead=lead,
        title="auxiliary task",
        counted=True,
        closing=_back(task, step, name, goal),
    )


def _back(task: Task, step: Step, name: str, goal: Said) -> Said:
    """What the auxiliary task gave for the one it was opened for; nothing if it ended in a contradiction."""
    facts = [fact for fact in step.conclusions if fact.variable == name and not fact.domain.is_empty]
    return joined("back to ", goal, ", with ", found(task, facts[-1])) if facts else ""


def sought_in(step: Step) -> str:
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
