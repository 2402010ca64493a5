"""Roots of an equation in one unknown that no formula gives: a scan for changes of sign, each then narrowed down."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from cpsolver.task.domain import Domain, Number, Reals
from cpsolver.task.functions import Undefined

Residual = Callable[[float], Number]

MOST_ROOTS = 100
"""The scan ends after so many: the equation then hardly says anything."""

CROWD = 20
"""So many neighbouring points of a scan with a root at every other one at least are no isolated roots."""

SMALL = 1e-4
"""Below this the terms of an equation may cancel to nothing though there is no root."""

_SCAN = 4000
"""Points of a scan."""


class NotIsolated(ArithmeticError):
    """The equation holds at nearly every point of a part of the scan: its roots fill a range."""


def bracketed_roots(function: Residual, domain: Domain, passed: Callable[[], bool]) -> Iterator[float]:
    """Roots where the sign changes between neighbouring points of a scan, each narrowed down to float precision.

    domain: a bounded range is scanned evenly; else 30 orders of magnitude of either sign
    passed: asked at every point; True ends the scan
    Roots that touch zero without crossing it, and pairs between two points, are missed: nothing is proven.
    Raises: NotIsolated if there is a root at nearly every point.
    Source: bisection.
    """
    last: tuple[float, float] | None = None
    found, was_zero = 0, False
    recent: deque[bool] = deque(maxlen=CROWD)
    for point in _points(domain):
        if passed() or found > MOST_ROOTS:
            return
        value = _value(function, point)
        if value is None:
            last = None
            continue
        recent.append(abs(point) >= SMALL and (value == 0 or (last is not None and last[1] * value < 0)))
        if len(recent) == CROWD and 2 * sum(recent) > CROWD:
            raise NotIsolated
        if value == 0:
            found += not was_zero
            if not was_zero:
                yield point
        elif last is not None and last[1] * value < 0:
            root = _bisected(function, last, (point, value))
            if root is not None:
                found += 1
                yield root
        last, was_zero = (point, value) if value else None, value == 0


def _points(domain: Domain) -> list[float]:
    """Evenly over a bounded range; else over many orders of magnitude, both signs."""
    lower = float(domain.lower) if isinstance(domain, Reals) and domain.lower is not None else None
    upper = float(domain.upper) if isinstance(domain, Reals) and domain.upper is not None else None
    if lower is not None and upper is not None:
        return [lower + (upper - lower) * index / _SCAN for index in range(_SCAN + 1)]
    sizes = [10 ** (-15 + 30 * index / (_SCAN // 2)) for index in range(_SCAN // 2 + 1)]
    if lower is not None:
        return [lower + size for size in sizes]
    if upper is not None:
        return [upper - size for size in reversed(sizes)]
    return [*(-size for size in reversed(sizes)), *sizes]


def _value(function: Residual, point: float) -> float | None:
    try:
        value = function(point)
    except (Undefined, OverflowError):
        return None
    return float(value)


def _bisected(function: Residual, left: tuple[float, float], right: tuple[float, float]) -> float | None:
    """The root between two points of opposite sign; None at a pole."""
    (a, fa), (b, fb) = left, right
    size = max(abs(fa), abs(fb))
    for _ in range(200):
        middle = (a + b) / 2
        if middle in (a, b):
            break
        value = _value(function, middle)
        if value is None:
            return None
        if value == 0:
            return middle
        if (value < 0) == (fa < 0):
            a, fa = middle, value
        else:
            b, fb = middle, value
    best = a if abs(fa) <= abs(fb) else b
    return best if min(abs(fa), abs(fb)) <= size else None
