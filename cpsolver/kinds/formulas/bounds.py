"""Narrower ranges, from inequalities with known quantities and carried on through formulas."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from cpsolver.task.condition import Condition, Equation
from cpsolver.task.domain import Domain, Reals, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Name, Node, names
from cpsolver.task.functions import Undefined, exact
from cpsolver.task.reals.interval import Interval
from cpsolver.task.reals.rounding import Rounded, enclose
from cpsolver.task.task import Task

PASSES = 3
"""So often ranges are carried through formulas."""

SLIGHTLY = 1e-9
"""Ranges are taken wider by this part, so that rounding does not matter."""

WIDE = 1e-3
"""A range narrower than this, relative to its ends, is not set."""

TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""Inequalities, and what they are with their sides exchanged."""


def within_bounds(task: Task) -> Task:
    """The same task, every range within the bounds that inequalities with what is given set: it has the same solutions.

    An equation with roots without end has finitely many of them there.
    """
    known = task.knowledge().solution()
    domains = {variable.name: variable.domain for variable in task.variables if variable.name not in known}
    narrower = narrowed(domains, task.conditions, known)
    for _ in range(PASSES):
        for condition in task.conditions:
            narrower |= _by_formula(condition, narrower, known)
    chosen = {name: domain for name, domain in narrower.items() if _is_wide(domain)}
    variables = tuple(replace(each, domain=chosen.get(each.name, each.domain)) for each in task.variables)
    return replace(task, variables=variables)


def _by_formula(condition: Condition, domains: Mapping[str, Domain], known: Mapping[str, Value]) -> dict[str, Domain]:
    """The range of a quantity that stands alone on one side, where all on the other are known or within bounds."""
    if not isinstance(condition, Equation):
        return {}
    for side, other in ((condition.left, condition.right), (condition.right, condition.left)):
        if not isinstance(side, Name) or side.name in known or side.name in names(other):
            continue
        values = {name: known[name] if name in known else _anywhere(domains[name]) for name in names(other)}
        try:
            within = enclose(other, {name: value for name, value in values.items() if value is not None})
        except (Undefined, OverflowError, KeyError):
            continue
        ends = (within.lower, within.upper) if isinstance(within, Interval) else (within, within)
        if all(map(math.isfinite, ends)):
            nearer = domains[side.name].meet(Reals(exact(ends[0]), exact(ends[1])))
            return {} if nearer.is_empty else {side.name: nearer}
    return {}


def _is_wide(domain: Domain) -> bool:
    """Whether a range is more than a value with its rounding, which a formula gives better."""
    if not isinstance(domain, Reals) or domain.lower is None or domain.upper is None:
        return True
    return float(domain.upper - domain.lower) > WIDE * max(abs(float(domain.upper)), abs(float(domain.lower)))


def _anywhere(domain: Domain) -> Value | None:
    """A number of which it is only known that it lies in a range; None where that has no ends."""
    if not isinstance(domain, Reals) or domain.lower is None or domain.upper is None:
        return None
    lower, upper = float(domain.lower), float(domain.upper)
    return Rounded((lower + upper) / 2, (upper - lower) / 2 + SLIGHTLY * max(abs(lower), abs(upper)))


def narrowed(
    domains: Mapping[str, Domain], conditions: Sequence[Condition], known: Mapping[str, Value]
) -> dict[str, Domain]:
    """The ranges of unknown quantities within the bounds that inequalities with known ones set."""
    found = dict(domains)
    for condition in conditions:
        name, bound = _bound(condition.expression, known)
        if name in found and bound is not None:
            nearer = found[name].meet(bound)
            found[name] = found[name] if nearer.is_empty else nearer
    return found


def _bound(node: Node, known: Mapping[str, Value]) -> tuple[str, Domain | None]:
    """The quantity that stands alone on one side of an inequality, and its range if the other side is known."""
    if isinstance(node, Call) and node.function in TURNED:
        for (side, other), relation in zip(
            (node.arguments, node.arguments[::-1]), (node.function, TURNED[node.function]), strict=True
        ):
            if isinstance(side, Name) and side.name not in known and all(name in known for name in names(other)):
                return side.name, _beyond(relation, other, known)
    return "", None


def _beyond(relation: str, other: Node, known: Mapping[str, Value]) -> Domain | None:
    try:
        value = evaluate(other, known)
    except (Undefined, OverflowError):
        return None
    assert not isinstance(value, str)
    is_open = relation in ("<", ">")
    end = exact(value)
    return Reals(None, end, upper_open=is_open) if relation in ("<", "<=") else Reals(end, None, lower_open=is_open)
