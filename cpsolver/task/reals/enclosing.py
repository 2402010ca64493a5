"""Expressions in one unknown followed over whole intervals: where their values lie while the unknown is in one.

As `rounding.enclose`, but put together once for many intervals: what does not hold the unknown is worked out before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, reduce

from cpsolver.task.domain import Value
from cpsolver.task.expression import Call, Name, Node, names
from cpsolver.task.reals.interval import WHOLE_LINE, Interval
from cpsolver.task.reals.rounding import ON_INTERVALS, Enclosure, enclose, power_within, truth, wide

Along = Callable[[Interval], Interval]
"""From an interval of the unknown to one that holds the values there. Raises: Undefined if there certainly are none."""


def along(node: Node, variable: str, values: Mapping[str, Value]) -> Along:
    """The expression as a function of intervals of the variable, the other quantities having these values.

    Where the result is not partial the expression is defined and continuous on the whole interval.
    Raises: Undefined if a part without the variable has no value.
    """
    found = _followed(node, variable, values)
    return found if callable(found) else partial(_constant, wide(found))


def _constant(value: Interval, _: Interval) -> Interval:
    return value


def _followed(node: Node, variable: str, values: Mapping[str, Value]) -> Enclosure | Along:
    if isinstance(node, Name) and node.name == variable:
        return lambda x: x
    if variable not in names(node):
        return enclose(node, values)
    if not isinstance(node, Call):
        return lambda x: WHOLE_LINE
    if node.function == "if":
        return _choice(node, variable, values)
    parts = [_followed(argument, variable, values) for argument in node.arguments]
    first = parts[0]
    if node.function == "sign" and callable(first):
        return partial(_sign, first)
    if node.function == "^":
        if callable(first) and not callable(parts[1]):
            return partial(_known_power, first, parts[1])
        return _joined(power_within, parts)
    if node.function in ("*", "product"):
        return _product(parts)
    rule = ON_INTERVALS.get("+" if node.function == "sum" else node.function)
    if rule is None:
        return lambda x: WHOLE_LINE
    return _joined(rule, parts) if node.function != "sum" else _chained(rule, parts)


def _choice(node: Call, variable: str, values: Mapping[str, Value]) -> Enclosure | Along:
    """The outcome, where the condition does not hold the variable and is decided; the other one need have no value."""
    condition, first, second = node.arguments
    known = None if variable in names(condition) else truth(condition, values)
    if known is None:
        return lambda x: WHOLE_LINE
    return _followed(first if known else second, variable, values)


def _product(parts: list[Enclosure | Along]) -> Enclosure | Along:
    """Factors that are exactly 1 need no time."""
    parts = [part for part in parts if callable(part) or part != 1]
    if any(not callable(part) and not isinstance(part, Interval) and part == 0 for part in parts):
        return 0
    return _chained(ON_INTERVALS["*"], parts)


def _chained(rule: Callable[..., Interval], parts: list[Enclosure | Along]) -> Enclosure | Along:
    """A rule of two arguments applied along a list."""
    total = parts[0]
    for part in parts[1:]:
        total = _joined(rule, [total, part])
    return total


def _joined(rule: Callable[..., Interval], parts: list[Enclosure | Along]) -> Along:
    """The rule applied to what its arguments give; one or two of them, which is usual, without a list."""
    lines = [part if callable(part) else partial(_constant, wide(part)) for part in parts]
    if len(lines) == 1:
        (only,) = lines
        return lambda x: rule(only(x))
    if len(lines) > 2:
        return lambda x: rule(*[line(x) for line in lines])
    left, right = lines
    if not callable(parts[0]):
        first = wide(parts[0])
        return lambda x: rule(first, right(x))
    if not callable(parts[1]):
        second = wide(parts[1])
        return lambda x: rule(left(x), second)
    return lambda x: rule(left(x), right(x))


def _known_power(base: Along, exponent: Enclosure, x: Interval) -> Interval:
    """The rule of powers tells whole exponents from broken ones only if they are exact."""
    return power_within(base(x), exponent)


def _sign(inner: Along, x: Interval) -> Interval:
    """A sign jumps where its argument is 0: there it is not continuous, which counts as partial."""
    a = inner(x)
    found = ON_INTERVALS["sign"](a)
    return found._replace(partial=True) if a.lower <= 0 <= a.upper else found


def horner(coefficients: list[Interval]) -> Along:
    """A polynomial, coefficients of the lowest power first, as a function of intervals."""
    plus, times = ON_INTERVALS["+"], ON_INTERVALS["*"]
    return lambda x: reduce(lambda total, c: plus(times(total, x), c), reversed(coefficients[:-1]), coefficients[-1])
