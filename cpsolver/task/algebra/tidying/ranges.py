"""Where the value of an expression lies, from the ranges of its quantities: enough to know its sign."""

from __future__ import annotations

from collections.abc import Mapping

from cpsolver.task.algebra.terms import value_of
from cpsolver.task.domain import Domain, Finite
from cpsolver.task.expression import Call, Name, Node
from cpsolver.task.functions import Undefined
from cpsolver.task.reals import interval
from cpsolver.task.reals.interval import INFINITY, WHOLE_LINE, Interval, around
from cpsolver.task.reals.rounding import ON_INTERVALS, power_within

Ranges = Mapping[str, Domain]
"""What is known of the quantities."""

ROUNDING = 1e-12
"""A sine or cosine this near to 0 is taken for 0: cos(90°) is not below it."""


def is_at_least_zero(node: Node, ranges: Ranges) -> bool:
    """Whether the expression is never negative where it has a value."""
    return within(node, ranges).lower >= 0


def is_at_most_zero(node: Node, ranges: Ranges) -> bool:
    """Whether the expression is never positive where it has a value."""
    return within(node, ranges).upper <= 0


def within(node: Node, ranges: Ranges) -> Interval:
    """An interval that holds every value of the expression; the whole line where nothing is known.

    Source: interval arithmetic, Moore, Kearfott & Cloud, *Introduction to Interval Analysis* (2009).
    """
    try:
        return _within(node, ranges)
    except Undefined:  # no value at all: whatever is said of it is true
        return WHOLE_LINE


def _within(node: Node, ranges: Ranges) -> Interval:
    value = value_of(node)
    if value is not None:
        return around(value)
    if isinstance(node, Name):
        return _of_name(ranges.get(node.name))
    if not isinstance(node, Call):
        return WHOLE_LINE
    parts = [_within(argument, ranges) for argument in node.arguments]
    if node.function == "^":
        exponent = value_of(node.arguments[1])
        return power_within(parts[0], parts[1] if exponent is None or isinstance(exponent, float) else exponent)
    if node.function in ("sum", "product"):
        rule = interval.plus if node.function == "sum" else interval.times
        found = parts[0]
        for part in parts[1:]:
            found = rule(found, part)
        return found
    known = ON_INTERVALS.get(node.function)
    if known is None:
        return WHOLE_LINE
    found = known(*parts)
    return _signed(parts[0], parts[1], found) if node.function == "/" else _from_zero(node.function, found)


def _signed(top: Interval, bottom: Interval, found: Interval) -> Interval:
    """The sign of a quotient, also where both sides may be 0."""
    if (top.lower >= 0 and bottom.lower >= 0) or (top.upper <= 0 and bottom.upper <= 0):
        return found._replace(lower=max(found.lower, 0.0))
    if (top.lower >= 0 and bottom.upper <= 0) or (top.upper <= 0 and bottom.lower >= 0):
        return found._replace(upper=min(found.upper, 0.0))
    return found


def _from_zero(function: str, found: Interval) -> Interval:
    """What rounding has moved past 0, of more than a single value."""
    if function not in ("sin", "cos") or found.upper - found.lower < ROUNDING * 4:
        return found
    lower = 0.0 if -ROUNDING < found.lower < 0 else found.lower
    return Interval(lower, 0.0 if 0 < found.upper < ROUNDING else found.upper, found.partial)


def _of_name(domain: Domain | None) -> Interval:
    if domain is None:
        return WHOLE_LINE
    if isinstance(domain, Finite):
        values = [value for value in domain if not isinstance(value, str)]
        return Interval(around(min(values)).lower, around(max(values)).upper) if values else WHOLE_LINE
    lower = -INFINITY if domain.lower is None else around(domain.lower).lower if domain.lower else 0.0
    upper = INFINITY if domain.upper is None else around(domain.upper).upper if domain.upper else 0.0
    return Interval(lower, upper)
