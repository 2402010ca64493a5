"""All real roots of polynomials with rational coefficients, isolated and refined in exact arithmetic.

Source: Vincent (1836), Collins & Akritas, *Polynomial real root isolation using Descartes' rule of signs* (1976).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import gcd, lcm

from cpsolver.task.domain import Number
from cpsolver.task.functions import TooLarge, exact
from cpsolver.task.reals.rounding import Rounded

Polynomial = tuple[int, ...]
"""Whole coefficients, that of the lowest power first; the last is not 0."""

Isolating = tuple[Fraction, Fraction]
"""Two numbers between which there is exactly one root; twice the same if they are the root."""

LARGEST_DENOMINATOR = 10**6
"""Roots that are fractions are given exactly up to this denominator."""

STEPS = 60
"""Halvings of an interval in which Newton's method did not lead to the root."""


def real_roots(coefficients: Sequence[int | Fraction]) -> list[Number]:
    """Every real root once, smallest first: exact if it is a fraction with a denominator up to a million, else rounded.

    coefficients: of the powers 0, 1, 2 …, not all 0; those after the last that is not 0 do not count
    Raises: TooLarge for a root that no float holds.
    """
    polynomial = square_free(_whole(coefficients))
    return [_refined(polynomial, between) for between in isolated(polynomial)]


def _whole(coefficients: Sequence[int | Fraction]) -> Polynomial:
    """The same roots with whole coefficients that have no factor in common."""
    fractions = [Fraction(c) for c in coefficients]
    while fractions and not fractions[-1]:
        fractions.pop()
    assert fractions, "every number is a root of the zero polynomial"
    scale = lcm(*(c.denominator for c in fractions))
    return _primitive([int(c * scale) for c in fractions])


def _primitive(coefficients: Sequence[int]) -> Polynomial:
    common = gcd(*coefficients) or 1
    return tuple(c // common for c in coefficients)


def _derivative(p: Polynomial) -> Polynomial:
    return tuple(index * c for index, c in enumerate(p))[1:]


def _divided(a: Sequence[Fraction], b: Sequence[Fraction]) -> tuple[list[Fraction], list[Fraction]]:
    """Quotient and remainder."""
    rest, found = list(a), [Fraction(0)] * max(0, len(a) - len(b) + 1)
    for shift in range(len(a) - len(b), -1, -1):
        factor = found[shift] = rest[shift + len(b) - 1] / b[-1]
        for index, c in enumerate(b):
            rest[shift + index] -= factor * c
    rest = rest[: len(b) - 1]
    while rest and not rest[-1]:
        rest.pop()
    return found, rest


def square_free(p: Polynomial) -> Polynomial:
    """The polynomial with the same roots, each of them once."""
    a, b = [Fraction(c) for c in p], [Fraction(c) for c in _derivative(p)]
    while b:
        a, b = b, _divided(a, b)[1]
        b = [Fraction(c) for c in _whole(b)] if b else b
    return p if len(a) <= 1 else _whole(_divided([Fraction(c) for c in p], a)[0])


def isolated(p: Polynomial) -> list[Isolating]:
    """Intervals that hold one root each, in their order, of a polynomial without multiple roots."""
    found: list[Isolating] = []
    if p and not p[0]:
        found, p = [(Fraction(0), Fraction(0))], p[1:]
    if len(p) < 2:
        return found
    mirrored = tuple(c if index % 2 == 0 else -c for index, c in enumerate(p))
    negative = [(-upper, -lower) for lower, upper in _positive(mirrored)]
    return sorted([*negative, *found, *_positive(p)])


def _positive(p: Polynomial) -> Iterator[Isolating]:
    """The same of the positive roots, all below a bound: in halves until the signs say that there is one, or none."""
    bound = 1 << _bits_of_bound(p)
    scaled = _primitive([c * bound**index for index, c in enumerate(p)])  # roots between 0 and 1
    stack = [(scaled, Fraction(0), Fraction(bound))]
    while stack:
        q, lower, width = stack.pop()
        changes = _changes(_shifted(q[::-1]))
        if changes == 0:
            continue
        if changes == 1:
            yield lower, lower + width
            continue
        degree = len(q) - 1
        half = _primitive([c << (degree - index) for index, c in enumerate(q)])
        other = _shifted(half)
        if not other[0]:
            yield lower + width / 2, lower + width / 2
            other = other[1:]
        stack.append((half, lower, width / 2))
        stack.append((other, lower + width / 2, width / 2))


def _bits_of_bound(p: Polynomial) -> int:
    """Cauchy's bound, in bits: no root is as large as 2 to that."""
    largest = max(abs(c) for c in p[:-1])
    return max(1, (1 + largest // abs(p[-1]) + 1).bit_length())


def _shifted(p: Sequence[int]) -> Polynomial:
    """p(x + 1)."""
    rest = list(p)
    for start in range(len(rest) - 1):
        for index in range(len(rest) - 2, start - 1, -1):
            rest[index] += rest[index + 1]
    return tuple(rest)


def _changes(p: Sequence[int]) -> int:
    """How often the sign changes along the coefficients."""
    signs = [c > 0 for c in p if c]
    return sum(a != b for a, b in pairwise(signs))


# -- one root ----------------------------------------------------------------------------------------------------


def _at(p: Polynomial, x: Fraction) -> int:
    """A whole number with the sign of p(x)."""
    top, bottom, total, scale = x.numerator, x.denominator, 0, 1
    for c in reversed(p):
        total = total * top + c * scale
        scale *= bottom
    return total


def _refined(p: Polynomial, between: Isolating) -> Number:
    """The root as exactly as a float can be, with the bound of its error; exact if it is a fraction."""
    lower, upper = between
    if lower == upper:
        return exact(lower)
    at_lower = _at(p, lower)
    for _ in range(STEPS):
        middle = (lower + upper) / 2
        guess = _newton(p, middle, lower, upper)
        if guess is not None and (found := _certified(p, guess, lower, upper)) is not None:
            return found
        here = _at(p, middle)
        if not here:
            return exact(middle)
        if (here < 0) == (at_lower < 0) and at_lower:
            lower, at_lower = middle, here
        elif at_lower:
            upper = middle
        else:  # a root of its own at the lower end, where another interval ends: go by the upper
            lower, upper = (lower, middle) if (here < 0) != (_just_above(p, lower) < 0) else (middle, upper)
            at_lower = at_lower if lower != middle else here
    value = _nearest((lower + upper) / 2)
    error = max(upper - Fraction(value), Fraction(value) - lower)  # of the float that is given, not of the middle
    return Rounded(value, math.nextafter(_nearest(error), math.inf))


def _nearest(value: Fraction) -> float:
    """The float nearest to a number. Raises: TooLarge if there is none."""
    try:
        return float(value)
    except OverflowError:
        raise TooLarge("a root is too large to be shown") from None


def _just_above(p: Polynomial, x: Fraction) -> int:
    """A number with the sign of p right after its root x: that of the derivative there."""
    return _at(_derivative(p), x)


def _newton(p: Polynomial, start: Fraction, lower: Fraction, upper: Fraction) -> float | None:
    """Newton's method in floats from a point; None where it leaves the interval, or floats do not hold the numbers."""
    slope = _derivative(p)
    try:
        x = float(start)
        for _ in range(12):
            value = change = 0.0
            for c in reversed(p):
                value = value * x + c
            for c in reversed(slope):
                change = change * x + c
            step = value / change
            x -= step
            if not lower <= x <= upper:
                return None
            if abs(step) <= 1e-15 * abs(x):
                return x
    except (ZeroDivisionError, OverflowError):
        return None
    return x


def _certified(p: Polynomial, guess: float, lower: Fraction, upper: Fraction) -> Number | None:
    """The root near a guess, if the sign changes within some units in its last place and between the bounds."""
    nice = Fraction(guess).limit_denominator(LARGEST_DENOMINATOR)
    if lower < nice < upper and not _at(p, nice):
        return exact(nice)
    error = math.ulp(guess)
    for _ in range(6):
        left, right = Fraction(guess) - Fraction(error), Fraction(guess) + Fraction(error)
        if not lower < left < right < upper:
            return None
        if (_at(p, left) < 0) != (_at(p, right) < 0):
            return Rounded(guess, error)
        error *= 8
    return None
