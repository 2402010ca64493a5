"""Conditions tested: which roots they kept and which they dropped, what contradicts them."""

from __future__ import annotations

from cpsolver.kinds.formulas.consistency import disagreement
from cpsolver.kinds.formulas.narrate.told import Told, as_stated, condition_of, found_text, listed, values_of
from cpsolver.kinds.formulas.typesetting import equals
from cpsolver.picture import Said, joined
from cpsolver.task.condition import Equation
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite
from cpsolver.task.task import Task


def tell_condition(task: Task, step: Step) -> Told:
    """`condition t > 0 s: t = 3.2 s is kept, t = -1.2 s is dropped`."""
    kept, dropped = _sorted_out(task, step)
    if not kept:
        return _contradiction(task, step)
    condition = condition_of(task, step)
    stated = as_stated(condition) if condition else " and ".join(step.conditions)
    return Told(
        "rejected root",
        joined(stated, ": ", listed((*_each(kept, "kept"), *_each(dropped, "dropped")))),
        title="condition",
    )


def _each(roots: tuple[Said, ...], what: str) -> tuple[Said, ...]:
    return tuple(joined(root, f" is {what}") for root in roots)


def _sorted_out(task: Task, step: Step) -> tuple[tuple[Said, ...], tuple[Said, ...]]:
    """The roots that stay and those that go."""
    before = {fact.variable: fact.domain for fact in step.premises}
    kept: list[Said] = []
    dropped: list[Said] = []
    for fact in step.conclusions:
        assert isinstance(fact.domain, Finite)
        earlier = before.get(fact.variable)
        kept += [(equals(task, fact.variable, value),) for value in fact.domain]
        if isinstance(earlier, Finite):
            gone = earlier.without(*fact.domain)
            dropped += [(equals(task, fact.variable, value),) for value in gone]
    return tuple(kept), tuple(dropped)


def _contradiction(task: Task, step: Step) -> Told:
    """`velocity does not hold with v = 1 m/s, …`, and by how much."""
    label = step.conditions[0] if step.conditions else "a condition"
    values = values_of(step.premises)
    condition = condition_of(task, step, values)
    detail: tuple[Said, ...] = ()
    if isinstance(condition, Equation) and values.keys() >= set(condition.scope):
        detail = (disagreement(task, condition, values),)
    known = ", ".join(found_text(task, fact) for fact in step.premises)
    return Told("contradiction", f"{label} does not hold with {known}", detail, role="rejected")
