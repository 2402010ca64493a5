"""Conditions tested: which roots they kept and which they dropped, what contradicts them."""

from __future__ import annotations

from cpsolver.kinds.formulas.consistency import disagreement
from cpsolver.kinds.formulas.narrate.told import Told, as_stated, condition_of, found, found_text, listed, values_of
from cpsolver.kinds.formulas.typesetting import equals, typeset, typeset_value
from cpsolver.picture import Said, joined
from cpsolver.task.condition import Condition, Equation, Rows
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Name
from cpsolver.task.task import Solution, Task


def tell_condition(task: Task, step: Step) -> Told:
    """`condition t > 0 s: t = 3.2 s is kept, t = -1.2 s is dropped`."""
    kept, dropped = _sorted_out(task, step)
    if not kept:
        return _contradiction(task, step)
    if isinstance(step.pattern, Rows):
        return Told("rejected root", _solutions(task, step, step.pattern), title="solutions together")
    condition = condition_of(task, step)
    stated = as_stated(condition) if condition else " and ".join(step.conditions)
    return Told(
        "rejected root",
        joined(stated, ": ", listed((*_each(kept, "kept"), *_each(dropped, "dropped")))),
        title="condition",
    )


def _solutions(task: Task, step: Step, rows: Rows) -> Said:
    """`(t, x) = (23.9 s, 4 m) is dropped: t < 10 s does not hold`, for every solution of formulas solved together.

    Where no rule drops any, and one of the values is supposed: `x = 4 m goes with t = 23.9 s`.
    """
    left = {fact.variable: fact.domain for fact in (*step.premises, *step.conclusions)}
    supposed = values_of(tuple(fact for fact in step.premises if fact.variable in rows.scope))
    told: list[Said] = []
    is_ruled = False
    for row in rows.rows:
        is_kept = all(value in left[name] for name, value in row.items() if name in left)
        rule = None if is_kept else _broken(task, {**values_of(task.given), **values_of(step.premises), **row})
        is_ruled = is_ruled or rule is not None
        reason: tuple[Said, ...] = () if rule is None else (": ", as_stated(rule), " does not hold")
        told.append(joined("; " if told else "", _tuple(task, row), " is kept" if is_kept else " is dropped", *reason))
    if supposed and not is_ruled:
        ours = listed(tuple((equals(task, name, value),) for name, value in supposed.items()))
        return joined(ours, " goes with ", listed(tuple(found(task, fact) for fact in step.conclusions)))
    return joined(*told)


def _tuple(task: Task, row: Solution) -> Said:
    """`(t, x) = (23.9 s, 4 m)`."""
    values = tuple((typeset_value(task.by_name[name], value),) for name, value in row.items())
    return joined("(", listed(tuple((typeset(Name(name)),) for name in row)), ") = (", listed(values), ")")


def _broken(task: Task, known: Solution) -> Condition | None:
    """The first rule that these values break."""
    rules = (c for c in task.conditions if not isinstance(c, Equation) and all(name in known for name in c.scope))
    return next((rule for rule in rules if not rule.holds(known)), None)


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
