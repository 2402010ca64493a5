"""Auxiliary tasks: to find x we need t; find t; back to x."""

from __future__ import annotations

from cpsolver.kinds.formulas.easiest import course_plan
from cpsolver.kinds.formulas.narrate.told import Told, as_stated, found, listed
from cpsolver.kinds.formulas.plan import Block, Way, ways_for
from cpsolver.kinds.formulas.typesetting import typeset_name
from cpsolver.picture import Said, joined
from cpsolver.task.derivation import Step
from cpsolver.task.task import Task


def tell_needed(task: Task, step: Step) -> Told:
    """`to find x we need t (coordinate: x = …); auxiliary task 1: find t`, and after it `back to x, with t = 4 s`."""
    name = sought_in(step, task)
    user = _consumer(task, name)
    needed = joined("find ", (typeset_name(name),))
    if user is None:
        return Told("needed quantity", needed, title="auxiliary task", counted=True)
    goal: Said = (typeset_name(next((n for n in user.goals if n in task.sought.variables), user.goals[0])),)
    formulas = listed(tuple(as_stated(formula) for formula in user.formulas))
    lead = joined("to find ", goal, " we need ", (typeset_name(name),), " (", formulas, "); ")
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


def sought_in(step: Step, task: Task | None = None) -> str:
    """The quantity an auxiliary task was for: of those its last substep concludes the one that is needed."""
    last = step.substeps[-1] if step.substeps else step
    names = [fact.variable for fact in reversed(last.conclusions)]
    if task is not None and len(names) > 1:
        names.sort(key=lambda name: _consumer(task, name) is None)
    return names[0] if names else "a quantity"


def _consumer(task: Task, name: str) -> Way | Block | None:
    """The use of a quantity that made it needed, by the plan from the givens."""
    sought = task.sought.variables
    for step in course_plan(task, task.knowledge(), sought).course(sought):
        if name in step.inputs:
            return step
    return next((way for goal in sought for way in ways_for(task.conditions, goal) if name in way.inputs), None)
