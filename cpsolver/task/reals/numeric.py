"""All roots of an equation that cannot be rearranged, with proof: exactly for polynomials, else by branch and prune.

Numbers are put in, then the equation is followed over its whole range by enclosures; see `real_roots` and `pruning`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from cpsolver.task.algebra.clearing import numerator
from cpsolver.task.algebra.differentiation import NotDifferentiable, differentiated
from cpsolver.task.algebra.polynomial import difference, quotient
from cpsolver.task.algebra.terms import substitute, subtract
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Domain, Number, Reals, Value
from cpsolver.task.expression import Constant, Node
from cpsolver.task.functions import TooLarge, Undefined, exact
from cpsolver.task.reals.bracketing import NotIsolated, bracketed_roots
from cpsolver.task.reals.enclosing import Along, along, horner
from cpsolver.task.reals.interval import INFINITY, Interval, around, times
from cpsolver.task.reals.pruning import MOST_PARTS, Isolated, View, isolated
from cpsolver.task.reals.real_roots import real_roots
from cpsolver.task.reals.rounding import Enclosure, Rounded, enclose
from cpsolver.task.turn import Turn

SPENT = "there are more roots than can be listed, or too many parts of the range to look at"

UNBOUNDED_ERROR = 1e-9
"""By so much, relative, a root may be wrong that was only seen, not proven."""

LONGEST = 1500
"""Of higher derivatives with more parts than these nothing is asked: each may be several times as long as the last."""

NARROW = 1e-4
"""Where a wider part is open, roots may fill it: none of them is named."""

LEAST_BOUND = 1e-30
"""Added to a bound of all roots, which is 0 if 0 is the only one."""


@dataclass(frozen=True)
class Numeric:
    """What numbers say of the roots of an equation; each is to be put back before it counts.

    found: values and where the roots lie; proven to be roots of the equation, or of its denominators
    seen:  values where there seems to be a root
    free:  the equation holds whatever the value
    note:  why it is not proven that these are all; empty if it is
    """

    found: tuple[tuple[Number, Enclosure], ...] = ()
    seen: tuple[tuple[Number, Enclosure], ...] = ()
    free: bool = False
    note: str = ""


def numeric_roots(
    equation: Equation,
    variable: str,
    values: Mapping[str, Value],
    domain: Domain | None = None,
    passed: Callable[[], bool] = bool,
    most: int | None = None,
) -> Numeric:
    """All roots in the domain, from values of the other quantities.

    passed: asked now and then; True ends the search
    most:   parts of the domain that are looked at, MOST_PARTS without; with fewer nothing is sought by a scan besides

    Roots may lie a little outside the domain, or be those of a denominator: they are to be put back.
    """
    lower, upper = _ends(domain)
    try:
        coefficients = polynomial_in(equation, variable, values)
        if coefficients is not None:
            return _of_polynomial(coefficients, lower, upper, passed, most or MOST_PARTS)
        return _of_any(equation, variable, values, domain, passed, most)
    except Undefined as error:
        return Numeric(note=str(error) if isinstance(error, TooLarge) else "")


def _ends(domain: Domain | None) -> tuple[float, float]:
    """The ends of a range as floats, outwards."""
    lower, upper = (domain.lower, domain.upper) if isinstance(domain, Reals) else (None, None)
    return (
        -INFINITY if lower is None else around(lower).lower if not _is_float(lower) else float(lower),
        INFINITY if upper is None else around(upper).upper if not _is_float(upper) else float(upper),
    )


def _is_float(value: Number) -> bool:
    """Whether a number is a float, or one exactly."""
    return isinstance(value, float) or (abs(Fraction(value)) < 2**1000 and Fraction(float(value)) == value)


# -- polynomials -------------------------------------------------------------------------------------------------


def polynomial_in(equation: Equation, variable: str, values: Mapping[str, Value]) -> list[Enclosure] | None:
    """The coefficients of the equation as a polynomial that is to be 0, the lowest power first; None if it is none.

    Raises: Undefined if one of them has no value.
    """
    numbers: dict[str, Node] = {name: Constant(value) for name, value in values.items() if name != variable}
    sides = [quotient(substitute(side, numbers), variable) for side in (equation.left, equation.right)]
    if sides[0] is None or sides[1] is None:
        return None
    return [enclose(node, {}) for node in difference(sides[0], sides[1])]


def _of_polynomial(
    coefficients: Sequence[Enclosure], lower: float, upper: float, passed: Callable[[], bool], most: int
) -> Numeric:
    known = [c for c in coefficients if not isinstance(c, (Interval, Turn))]
    if len(known) == len(coefficients):
        if not any(known):
            return Numeric(free=True)
        roots = real_roots(known)
        return Numeric(tuple((root, _within(root)) for root in roots))
    intervals = [c if isinstance(c, Interval) else around(c) for c in coefficients]
    bound = _bound(intervals)
    slope = [times(c, Interval(float(index), float(index))) for index, c in enumerate(intervals)][1:]
    view = View(horner(intervals), horner(slope) if slope else None, lambda x: x == 0 and coefficients[0] == 0)
    lower, upper = max(lower, -bound), min(upper, bound)
    return _told([view], isolated([view], lower, upper, passed, most)) if lower <= upper else Numeric()


def _within(root: Number) -> Enclosure:
    if isinstance(root, Rounded):
        return Interval(
            math.nextafter(float(root) - root.error, -INFINITY), math.nextafter(float(root) + root.error, INFINITY)
        )
    return root if isinstance(root, (int, Fraction)) else around(root)


def _bound(coefficients: Sequence[Interval]) -> float:
    """No root is as large. Source: Fujiwara (1916)."""
    leading = coefficients[-1]
    least = max(leading.lower, -leading.upper)
    if least <= 0:
        return INFINITY
    degree = len(coefficients) - 1
    sizes = [max(abs(c.lower), abs(c.upper)) for c in coefficients]
    return (
        max((2.001 * (sizes[degree - k] / least) ** (1 / k) for k in range(1, degree + 1)), default=0.0) + LEAST_BOUND
    )


# -- everything else ---------------------------------------------------------------------------------------------


def _of_any(
    equation: Equation,
    variable: str,
    values: Mapping[str, Value],
    domain: Domain | None,
    passed: Callable[[], bool],
    most: int | None,
) -> Numeric:
    known = {name: value for name, value in values.items() if name in equation.scope}
    views = [_view(node, slope, variable, known) for node, slope in written(equation, variable)]
    lower, upper = _ends(domain)
    if lower > upper:
        return Numeric()
    found = isolated(views, lower, upper, passed, most or MOST_PARTS)
    if not found.rest or most is not None:
        return _told(views, found)
    seen = _scanned(equation, variable, values, domain, passed)
    if seen is None:
        return Numeric(note="the equation holds at nearly every value of some range")
    inside = tuple(root for root in seen if any(root[0] in part for part in found.rest))
    told = _told(views, found)
    return replace(told, seen=(*told.seen, *inside))


def written(equation: Equation, variable: str) -> list[tuple[Node, Node | None]]:
    """Ways to write the equation as something that is to be 0, with the derivative of each where there is one."""
    kept: dict[str, list[tuple[Node, Node | None]]] = equation.__dict__.setdefault("_written", {})
    if variable not in kept:
        whole = subtract(equation.left, equation.right)
        cleared = numerator(equation.left, equation.right, variable)
        kept[variable] = [(node, _derivative(node, variable)) for node in dict.fromkeys((cleared, whole))]
    return kept[variable]


def _derivative(node: Node, variable: str) -> Node | None:
    try:
        return differentiated(node, variable)
    except NotDifferentiable:
        return None


def _is_long(node: Node) -> bool:
    """Whether a derivative has so many parts that following it takes longer than it is worth."""
    parts, stack = 0, [node]
    while stack and parts <= LONGEST:
        parts += 1
        stack.extend(stack.pop().children())
    return parts > LONGEST


def _view(node: Node, slope: Node | None, variable: str, values: Mapping[str, Value]) -> View:
    def line(derivative: Node | None) -> Along | None:
        try:
            return None if derivative is None else along(derivative, variable, values)
        except Undefined:  # such as the logarithm of a negative base, which no power needs
            return None

    def higher(order: int) -> Along | None:
        derivative: Node | None = slope
        for _ in range(order - 1):
            derivative = None if derivative is None else _derivative(derivative, variable)
            if derivative is None or _is_long(derivative):
                return None
        return line(derivative)

    def is_zero(x: Fraction) -> bool:
        try:
            return enclose(node, {**values, variable: x}) == 0
        except Undefined:
            return False

    return View(along(node, variable, values), line(slope), is_zero, higher)


def _told(views: Sequence[View], found: Isolated) -> Numeric:
    """What the search says."""
    small = [part for part in found.open if _is_narrow(part)]
    seen = tuple((_rough(views[0], part), part) for part in small)
    note = SPENT if found.rest else _open_note(found.open) if found.open else ""
    return Numeric(found.found, seen, note=note)


def _is_narrow(part: Interval) -> bool:
    return part.is_bounded and part.upper - part.lower <= NARROW * max(1.0, abs(part.lower))


def _rough(view: View, part: Interval) -> Number:
    """A number in a part of which it is not known whether it holds a root: one where the view is 0, if seen."""
    value = part.lower / 2 + part.upper / 2
    for nice in (Fraction(round(value)), Fraction(value).limit_denominator(1000)):
        if nice in part and view.is_zero(nice):
            return exact(nice)
    return Rounded(value, max(part.upper - value, value - part.lower))


def _open_note(parts: Sequence[Interval]) -> str:
    """Where it is open whether there are roots."""
    said = [_where(part) for part in parts[:3]]
    return f"it is open how many roots there are {' and '.join(said)}{' and elsewhere' if len(parts) > 3 else ''}"


def _where(part: Interval) -> str:
    if math.isinf(part.lower) and math.isinf(part.upper):
        return "at all"
    if not part.is_bounded:
        return f"beyond {part.lower if math.isinf(part.upper) else part.upper:.3g}"
    if not _is_narrow(part):
        return f"from {part.lower:.4g} to {part.upper:.4g}"
    return f"near {0.0 if 0 in part else part.lower / 2 + part.upper / 2:.6g}"


def _scanned(
    equation: Equation, variable: str, values: Mapping[str, Value], domain: Domain | None, passed: Callable[[], bool]
) -> tuple[tuple[Number, Enclosure], ...] | None:
    """Roots that a scan sees; None if they fill a range."""
    rough = {name: value if isinstance(value, str) else float(value) for name, value in values.items()}
    try:
        roots = list(bracketed_roots(lambda x: equation.residual({**rough, variable: x}), domain or Reals(), passed))
    except NotIsolated:
        return None
    sizes = [UNBOUNDED_ERROR * abs(root) for root in roots]
    return tuple(
        (Rounded(root, size), Interval(root - size, root + size)) for root, size in zip(roots, sizes, strict=True)
    )
