"""Intervals of floats that are certain to hold the true value, whatever was rounded on the way.

Every end is rounded outwards. A partial interval holds the value if there is one: somewhere within the arguments the
function has none (a square root near 0, a division by something that may be 0).
Source: Moore, Kearfott & Cloud, *Introduction to Interval Analysis* (2009).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from cpsolver.task.domain import Number
from cpsolver.task.functions import Undefined

INFINITY = math.inf

LIBRARY_ULPS = 2
"""By so many units in the last place a function of the mathematical library may be wrong."""

FURTHEST_TURN = 1e8
"""Beyond this a sine is only known to lie between -1 and 1."""


class Interval(NamedTuple):
    """All numbers from lower to upper; `partial`: there may be no value at all."""

    lower: float
    upper: float
    partial: bool = False

    def __contains__(self, value: object) -> bool:
        return self.lower <= value <= self.upper  # type: ignore[operator]  # of numbers only

    @property
    def is_bounded(self) -> bool:
        """Whether both ends are finite."""
        return math.isfinite(self.lower) and math.isfinite(self.upper)


WHOLE_LINE = Interval(-INFINITY, INFINITY, partial=True)
"""What is said of a value of which nothing is known."""


def around(value: Number, ulps: int = 1) -> Interval:
    """The interval of a number, and so many units in the last place on either side of a float."""
    if isinstance(value, float):
        return _outwards(value, value, ulps)
    try:
        near = float(value)
    except OverflowError:
        return Interval(2.0**1023, INFINITY) if value > 0 else Interval(-INFINITY, -(2.0**1023))
    return Interval(near, near) if near == value else _outwards(near, near, 1)


def _outwards(lower: float, upper: float, ulps: int = 1, partial: bool = False) -> Interval:
    if math.isnan(lower) or math.isnan(upper):
        return WHOLE_LINE
    for _ in range(ulps):
        lower, upper = math.nextafter(lower, -INFINITY), math.nextafter(upper, INFINITY)
    return Interval(lower, upper, partial)


def _next(lower: float, upper: float, partial: bool) -> Interval:
    """`_outwards` by one unit in the last place, which is what is wanted most often."""
    if lower != lower or upper != upper:
        return WHOLE_LINE
    return Interval(math.nextafter(lower, -INFINITY), math.nextafter(upper, INFINITY), partial)


def negative(a: Interval) -> Interval:
    """-a."""
    return Interval(-a.upper, -a.lower, a.partial)


def plus(a: Interval, b: Interval) -> Interval:
    """a + b; what cannot be negative does not become so by rounding, here as below."""
    found = _next(a.lower + b.lower, a.upper + b.upper, a.partial or b.partial)
    return _not_past_zero(found, a.lower >= 0 <= b.lower, a.upper <= 0 >= b.upper)


def minus(a: Interval, b: Interval) -> Interval:
    """a - b."""
    found = _next(a.lower - b.upper, a.upper - b.lower, a.partial or b.partial)
    return _not_past_zero(found, a.lower >= 0 >= b.upper, a.upper <= 0 <= b.lower)


def _not_past_zero(a: Interval, at_least: bool, at_most: bool) -> Interval:
    """The part of an interval that is not negative, or not positive, where that is known."""
    if at_least and a.lower < 0:
        return Interval(0.0, a.upper, a.partial)
    if at_most and a.upper > 0:
        return Interval(a.lower, 0.0, a.partial)
    return a


def times(a: Interval, b: Interval) -> Interval:
    """a · b."""
    low, high, p, q, partial = a.lower, a.upper, b.lower, b.upper, a.partial or b.partial
    if low > 0 and p > 0:  # by far the most
        return _next(low * p, high * q, partial)
    ends = (_product(low, p), _product(low, q), _product(high, p), _product(high, q))
    found = _next(min(ends), max(ends), partial)
    return _not_past_zero(found, low >= 0 <= p or high <= 0 >= q, low >= 0 >= q or high <= 0 <= p)


def _product(x: float, y: float) -> float:
    """x·y, where an end at infinity times 0 is 0: the numbers within are finite."""
    return 0.0 if x == 0 or y == 0 else x * y


def over(a: Interval, b: Interval) -> Interval:
    """a / b: in part if b may be 0, and then a half of the line where 0 is at an end of b, else the whole."""
    if b.lower <= 0 <= b.upper:
        return _over_nearly_nothing(a, b)
    ends = [_quotient(x, y) for x in (a.lower, a.upper) for y in (b.lower, b.upper)]
    found = _next(min(ends), max(ends), a.partial or b.partial)
    if b.lower > 0:
        return _not_past_zero(found, a.lower >= 0, a.upper <= 0)
    return _not_past_zero(found, a.upper <= 0, a.lower >= 0)


def _over_nearly_nothing(a: Interval, b: Interval) -> Interval:
    """a / b where b begins or ends with 0 and a keeps its sign: as far as infinity, to one side."""
    if b.lower == b.upper or b.lower < 0 < b.upper or a.lower <= 0 <= a.upper:
        return WHOLE_LINE
    if b.lower < 0:
        a, b = negative(a), negative(b)
    if a.lower > 0:
        return Interval(math.nextafter(_quotient(a.lower, b.upper), -INFINITY), INFINITY, partial=True)
    return Interval(-INFINITY, math.nextafter(_quotient(a.upper, b.upper), INFINITY), partial=True)


def _quotient(x: float, y: float) -> float:
    return 0.0 if math.isinf(y) else x / y


def magnitude(a: Interval) -> Interval:
    """|a|."""
    if a.lower >= 0:
        return a
    if a.upper <= 0:
        return negative(a)
    return Interval(0.0, max(-a.lower, a.upper), a.partial)


def least(*items: Interval) -> Interval:
    """The least of all."""
    return Interval(min(a.lower for a in items), min(a.upper for a in items), any(a.partial for a in items))


def greatest(*items: Interval) -> Interval:
    """The greatest of all."""
    return negative(least(*map(negative, items)))


def hull(a: Interval, b: Interval) -> Interval:
    """All numbers of either, and between them."""
    return Interval(min(a.lower, b.lower), max(a.upper, b.upper), a.partial or b.partial)


def rising(
    function: Callable[[float], float], lower: float = -INFINITY, upper: float = INFINITY, lower_open: bool = False
) -> Callable[[Interval], Interval]:
    """A function that only rises, defined from lower to upper, from its values at the ends."""

    def enclose(a: Interval) -> Interval:
        if a.upper < lower or a.lower > upper or (lower_open and a.upper <= lower):
            raise Undefined("math domain error")
        ends = (_value(function, end) for end in (max(a.lower, lower), min(a.upper, upper)))
        is_partial = a.partial or a.lower < lower or a.upper > upper or (lower_open and a.lower <= lower)
        lowest, highest = ends
        return _outwards(lowest, highest, LIBRARY_ULPS, is_partial)

    return enclose


def _value(function: Callable[[float], float], at: float) -> float:
    """The value at an end; infinity where it is too large to hold, minus infinity where the function falls to that."""
    try:
        return function(at)
    except OverflowError:
        return math.copysign(INFINITY, at)
    except ValueError:
        return -INFINITY


def square_root(a: Interval) -> Interval:
    """√a, never below 0."""
    found = rising(math.sqrt, 0.0)(a)
    return Interval(max(0.0, found.lower), found.upper, found.partial)


def exponential(a: Interval) -> Interval:
    """e^a, never below 0."""
    found = rising(math.exp)(a)
    return Interval(max(0.0, found.lower), found.upper, found.partial)


def arc_cosine(a: Interval) -> Interval:
    """acos a = π/2 - asin a would round twice; it falls."""
    return negative(rising(lambda x: -math.acos(x), -1.0, 1.0)(a))


def sine(a: Interval) -> Interval:
    """sin a."""
    return _wave(math.sin, a, math.pi / 2)


def cosine(a: Interval) -> Interval:
    """cos a."""
    return _wave(math.cos, a, 0.0)


def _wave(function: Callable[[float], float], a: Interval, crest: float) -> Interval:
    """Between the values at the ends, but 1 and -1 where a crest or a trough may lie between."""
    if not -FURTHEST_TURN < a.lower <= a.upper < FURTHEST_TURN:
        return Interval(-1.0, 1.0, a.partial)
    ends = function(a.lower), function(a.upper)
    found = _outwards(min(ends), max(ends), LIBRARY_ULPS, a.partial)
    upper = 1.0 if _holds_turn(a, crest, 2 * math.pi) else min(1.0, found.upper)
    lower = -1.0 if _holds_turn(a, crest + math.pi, 2 * math.pi) else max(-1.0, found.lower)
    return Interval(lower, upper, a.partial)


def _holds_turn(a: Interval, first: float, period: float) -> bool:
    """Whether `first` and a whole number of periods may lie in the interval."""
    slack = 1e-15 * max(1.0, abs(a.lower), abs(a.upper)) * 8
    return math.floor((a.upper + slack - first) / period) >= math.ceil((a.lower - slack - first) / period)


def tangent(a: Interval) -> Interval:
    """tan a: the whole line if a pole may lie between."""
    if not -FURTHEST_TURN < a.lower <= a.upper < FURTHEST_TURN or _holds_turn(a, math.pi / 2, math.pi):
        return WHOLE_LINE
    return _outwards(math.tan(a.lower), math.tan(a.upper), LIBRARY_ULPS, a.partial)


def whole_power(a: Interval, exponent: int) -> Interval:
    """a^n for a whole number n."""
    if exponent < 0:
        return over(Interval(1.0, 1.0), whole_power(a, -exponent))
    if exponent % 2 == 0:
        a = magnitude(a)
    lower, upper = (_value(lambda x: math.pow(x, exponent), end) for end in (a.lower, a.upper))
    found = _outwards(lower, upper, LIBRARY_ULPS, a.partial)
    return _not_past_zero(found, exponent % 2 == 0 or a.lower >= 0, exponent % 2 == 1 and a.upper <= 0)


def broken_power(a: Interval, b: Interval, is_broken: bool) -> Interval:
    """a^b for positive a.

    is_broken: whether b is certainly no whole number, so that a negative a has no power
    """
    if a.upper < 0 and is_broken:
        raise Undefined("a broken power of a negative number")
    if a.lower < 0 and not is_broken:
        return WHOLE_LINE
    partial = a.partial or b.partial or a.lower < 0 or (a.lower <= 0 and b.lower <= 0)
    base = Interval(max(0.0, a.lower), a.upper)
    ends = [_corner(x, y) for x in (base.lower, base.upper) for y in (b.lower, b.upper)]
    found = _outwards(min(ends), max(ends), LIBRARY_ULPS, partial)
    return Interval(max(0.0, found.lower), found.upper, partial)


def _corner(x: float, y: float) -> float:
    try:
        return math.pow(x, y)
    except (ValueError, OverflowError, ZeroDivisionError):
        return INFINITY


def angle(y: Interval, x: Interval) -> Interval:
    """atan2(y, x): within a box that holds neither the origin nor what lies left of it, its corners are extreme."""
    if x.lower <= 0 and y.lower <= 0 <= y.upper:
        return Interval(-math.nextafter(math.pi, INFINITY), math.nextafter(math.pi, INFINITY), partial=True)
    corners = [math.atan2(b, a) for b in (y.lower, y.upper) for a in (x.lower, x.upper)]
    return _outwards(min(corners), max(corners), LIBRARY_ULPS, y.partial or x.partial)


def distance_to(value: float, a: Interval) -> float:
    """By how much the true number, which lies in the interval, may differ from a value."""
    return math.nextafter(max(a.upper - value, value - a.lower, 0.0), INFINITY)


def ends_of(value: float, error: float) -> Interval:
    """All numbers that differ from a value by no more than an error."""
    return _outwards(value - error, value + error)
