"""All roots of a function in an interval, by proof: branch and prune with interval Newton.

A part of the interval is discarded where an enclosure of the function keeps its sign. Where the enclosure of the slope
keeps its sign the function only rises, or only falls, so the signs at the ends say whether there is exactly one root
or none. Everything else is divided. What stays too small to be divided is open: a double root, a pole, an end.
Source: Moore, Kearfott & Cloud, *Introduction to Interval Analysis* (2009), chapter 8; Hansen & Walster, *Global
Optimization Using Interval Analysis* (2004), for extended intervals.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from cpsolver.task.domain import Number
from cpsolver.task.functions import Undefined
from cpsolver.task.reals.enclosing import Along
from cpsolver.task.reals.interval import Interval, hull, minus, over
from cpsolver.task.reals.rounding import Enclosure, rounded

MOST_PARTS = 2000
"""So many parts of the interval are looked at; what is left then is open."""

MOST_FOUND = 200
"""So many roots are listed."""

FINEST = 1e-11
"""Parts narrower than this, relative to where they lie, are not divided."""

LEAST, GREATEST = 1e-60, 1e75
"""Nearer to 0 and farther from it nothing is divided."""

NOISE = 8
"""A value below so many times its rounding error says nothing."""

HIGHEST_ORDER = 5
"""The highest derivative that is looked at in parts without end."""

LARGEST_DENOMINATOR = 10**6
"""A root that is a fraction is recognized up to this denominator."""


@dataclass(frozen=True)
class View:
    """A function all of whose zeros in an interval are wanted: one way of writing an equation.

    value:   encloses it, not partial where it is continuous
    slope:   encloses its derivative, where that can be had
    is_zero: whether it is certainly 0 at a number
    higher:  encloses the derivative of this order, from 2, where that can be had
    """

    value: Along
    slope: Along | None
    is_zero: Callable[[Fraction], bool]
    higher: Callable[[int], Along | None] = lambda order: None


@dataclass(frozen=True)
class Isolated:
    """What is proven of an interval: each of `found` is one root of some view, outside `open` there is no other.

    found: values, each with where the root lies
    rest:  parts that were not looked at, there being too many of them, or too many roots
    """

    found: tuple[tuple[Number, Enclosure], ...]
    open: tuple[Interval, ...] = ()
    rest: tuple[Interval, ...] = ()


def isolated(
    views: Sequence[View], lower: float, upper: float, passed: Callable[[], bool] = bool, most: int = MOST_PARTS
) -> Isolated:
    """The common zeros of all views from lower to upper, which may be infinite.

    Every zero that all views share is found, or lies in an open part or in the rest.
    passed: asked now and then; True ends the search; most: parts that are looked at
    """
    return _Search(views, passed, most).run(lower, upper)


class _Search:
    """One search; parts of the same size are looked at one after another, so that none takes all the time."""

    def __init__(self, views: Sequence[View], passed: Callable[[], bool], most: int) -> None:
        self.views, self.passed, self.most = views, passed, most
        self.found: list[tuple[Number, Enclosure, Interval]] = []
        self.open: list[Interval] = []

    def run(self, lower: float, upper: float) -> Isolated:
        """Divide until everything is decided or too small."""
        waiting = deque([(lower, upper)])
        looks = 0
        while waiting:
            looks += 1
            if looks > self.most or len(self.found) > MOST_FOUND or self.passed():
                break
            low, high = waiting.popleft()
            if self.is_decided(low, high):
                continue
            if _is_smallest(low, high):
                self.open.append(Interval(low, high))
                continue
            middle = self.division(low, high)
            if all(map(self.is_hidden, (low, middle, high))):
                self.open.append(Interval(low, high))  # rounding is coarser than the function changes here
                continue
            waiting += ((low, middle), (middle, high))
        rest = _joined([Interval(*part) for part in waiting])
        return Isolated(self.roots(), _joined(self.open), rest)

    def roots(self) -> tuple[tuple[Number, Enclosure], ...]:
        """What was found, without the parts it was found in."""
        return tuple(sorted(((value, within) for value, within, _ in self.found), key=lambda root: root[0]))

    def is_decided(self, low: float, high: float) -> bool:
        """Whether it is now known which roots a part holds; they are noted."""
        part = Interval(low, high)
        whole: list[View] = []
        for view in self.views:
            try:
                value = view.value(part)
            except Undefined:
                return True
            if value.lower > 0 or value.upper < 0:
                return True
            if not value.partial and view.slope is not None:
                whole.append(view)
        return any(self.is_monotonic(view, part) for view in whole)

    def is_monotonic(self, view: View, part: Interval) -> bool:
        """Whether the view only rises or only falls there, and its ends tell whether it has a root; that is noted."""
        slope = _slope(view, part)
        if slope is None:
            return not part.is_bounded and _keeps_its_sign(view, part)
        ends = _sign(view, part.lower), _sign(view, part.upper)
        if slope.upper <= 0:
            ends = ends[1], ends[0]
        if ends[0] == 1 or ends[1] == -1:
            return True
        if slope.lower <= 0 <= slope.upper:
            return False
        for end, sign in zip((part.lower, part.upper), ends if slope.lower > 0 else ends[::-1], strict=True):
            if sign == 0:
                self.note(*_exactly(Fraction(end)), part)
                return True
        if ends == (-1, 1):
            self.refine(view, part, slope)
            return True
        return self.is_wider_monotonic(view, part)

    def is_wider_monotonic(self, view: View, part: Interval) -> bool:
        """The same of a slightly wider part, where a root lies so near an end that rounding hides the sign there."""
        if not part.is_bounded or part.upper - part.lower > 1e-3 * max(abs(part.lower), abs(part.upper)):
            return False
        margin = 1e-3 * (part.upper - part.lower)
        wider = Interval(part.lower - margin, part.upper + margin)
        try:
            is_continuous = not view.value(wider).partial
        except Undefined:
            return False
        slope = _slope(view, wider) if is_continuous else None
        if (
            slope is None
            or slope.lower <= 0 <= slope.upper
            or {_sign(view, wider.lower), _sign(view, wider.upper)} != {-1, 1}
        ):
            return False
        self.refine(view, wider, slope)
        return True

    def refine(self, view: View, part: Interval, slope: Interval) -> None:
        """Note the one root of a part where the view is monotonic, after interval Newton steps."""
        whole = part
        for _ in range(200):
            middle = _middle(part.lower, part.upper)
            step = over(view.value(Interval(middle, middle)), slope)
            nearer = minus(Interval(middle, middle), step)
            lower, upper = max(part.lower, nearer.lower), min(part.upper, nearer.upper)
            is_wide = 0 < 16 * part.lower < part.upper or 0 < -16 * part.upper < -part.lower
            if lower > upper or (not is_wide and upper - lower > 0.75 * (part.upper - part.lower)):
                break
            part = Interval(lower, upper)
            steeper = _slope(view, part)
            slope = slope if steeper is None or steeper.lower <= 0 <= steeper.upper else steeper
        value = part.lower / 2 + part.upper / 2
        nice = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
        if nice in part and view.is_zero(nice):
            self.note(*_exactly(nice), whole)
        else:
            self.note(rounded(value, part), part, whole)

    def note(self, value: Number, within: Enclosure, part: Interval) -> None:
        """Take the one root of a part in, unless it is one already found: near where parts meet it may lie in both."""
        for index, (_, there, other_part) in enumerate(self.found):
            if not _may_meet(within, there):
                continue
            if not isinstance(there, Interval) and not isinstance(within, Interval):
                return
            if _lies_within(within, other_part) or _lies_within(there, part):
                if not isinstance(within, Interval):
                    self.found[index] = (value, within, other_part)
                return
            self.open.append(hull(part, other_part))
            return
        self.found.append((value, within, part))

    def is_hidden(self, point: float) -> bool:
        """Whether every view is so near 0 at a point that rounding hides its sign, or nearly does."""
        return not math.isinf(point) and all(_is_lost(view, point) for view in self.views)

    def division(self, low: float, high: float) -> float:
        """Where to divide a part: where it is certain that there is no root, if such a point is near the middle."""
        middle = _middle(low, high)
        for point in (middle, *_beside(middle, low, high)):
            if low < point < high and any(_sign(view, point) for view in self.views):
                return point
        return middle


def _slope(view: View, part: Interval) -> Interval | None:
    """The slope in a part if it is nowhere negative, or nowhere positive."""
    assert view.slope is not None
    try:
        slope = view.slope(part)
    except Undefined:
        return None
    return slope if slope.lower >= 0 or slope.upper <= 0 else None


def _sign(view: View, point: float) -> int | None:
    """The sign of a view at a point, 0 only if that is certain; None where rounding hides it, and at infinity."""
    if math.isinf(point):
        return None
    try:
        value = view.value(Interval(point, point))
    except Undefined:
        return None
    if value.partial or value.lower <= 0 <= value.upper:
        return 0 if view.is_zero(Fraction(point)) else None
    return 1 if value.lower > 0 else -1


def _is_lost(view: View, point: float) -> bool:
    try:
        value = view.value(Interval(point, point))
    except Undefined:
        return False
    return max(value.lower, -value.upper) <= NOISE * (value.upper - value.lower)


def _keeps_its_sign(view: View, tail: Interval) -> bool:
    """Whether a view has no zero in a part without end, by Taylor's theorem.

    If a derivative keeps its sign there, and at the end all lower ones have that sign too, they only help each other.
    Towards minus infinity those of odd order have the opposite sign.
    """
    end, mirrored = (tail.lower, 1) if math.isinf(tail.upper) else (tail.upper, -1)
    wanted = _sign(view, end)
    for order in range(1, HIGHEST_ORDER + 1):
        line = view.slope if order == 1 else view.higher(order)
        if line is None or not wanted:
            return False
        try:
            whole, here = line(tail), line(Interval(end, end))
        except Undefined:
            return False
        sign = wanted * mirrored**order
        if not whole.partial and (whole.lower >= 0 if sign > 0 else whole.upper <= 0):
            return True
        if here.partial or not (here.lower >= 0 if sign > 0 else here.upper <= 0):
            return False
    return False


def _exactly(value: Fraction) -> tuple[int | Fraction, int | Fraction]:
    """A root known exactly, and where it lies."""
    found = value.numerator if value.denominator == 1 else value
    return found, found


def _ends(value: Enclosure) -> tuple[Number, Number]:
    return (value.lower, value.upper) if isinstance(value, Interval) else (value, value)


def _may_meet(one: Enclosure, other: Enclosure) -> bool:
    """Whether two enclosed numbers may be the same."""
    (a, b), (c, d) = _ends(one), _ends(other)
    return a <= d and c <= b


def _lies_within(one: Enclosure, part: Interval) -> bool:
    low, high = _ends(one)
    return part.lower <= low and high <= part.upper


def _is_smallest(low: float, high: float) -> bool:
    """Whether a part is not worth dividing."""
    size = max(abs(low), abs(high))
    return high - low <= FINEST * size < math.inf or size < LEAST or low > GREATEST or high < -GREATEST


def _middle(low: float, high: float) -> float:
    """Half-way between two numbers: in size where they differ much in size, as infinity does from everything."""
    if low < 0 < high:
        return 0.0 if math.isinf(low) or math.isinf(high) or 64 * min(-low, high) > high - low else low / 2 + high / 2
    if high <= 0:
        return -_middle(-high, -low)
    if math.isinf(high):
        return max(16.0, low * low) if low >= 1 else 1.0
    if low == 0:
        return high / 2 if high > 1e-3 else high / 1024
    return math.sqrt(low) * math.sqrt(high) if high > 16 * low else low / 2 + high / 2


def _beside(middle: float, low: float, high: float) -> Iterator[float]:
    """Other points that would do."""
    if middle == 0.0:
        yield from (1e-3 * min(high, 1.0), 1e-3 * max(low, -1.0))
    elif math.isinf(low) or math.isinf(high):
        yield from (middle * 1.17, middle * 1.39)
    else:
        yield from (middle + 0.17 * (high - middle), middle - 0.23 * (middle - low))


def _joined(parts: Sequence[Interval]) -> tuple[Interval, ...]:
    """Parts that touch are one."""
    found: list[Interval] = []
    for part in sorted(parts):
        if found and part.lower <= found[-1].upper:
            found[-1] = Interval(found[-1].lower, max(found[-1].upper, part.upper))
        else:
            found.append(part)
    return tuple(found)
