"""Angles known exactly: rational multiples of a full turn, such as 90 deg, which no float holds.

pi is irrational, so the float nearest to 90 deg has a cosine of 6e-17. A `Turn` is that float, and beside it the exact
part of a full turn: its cosine is 0. Sums and differences of turns, and their products and quotients with exact
numbers, are turns again (so are 2*pi*r and pi*r^2 of an exact r); anything else works out as the plain float.

The sine of a rational multiple of pi is rational only where it is 0, 1/2 or 1 or the opposite, the tangent only where
it is 0 or 1 or the opposite. Source: Niven, *Irrational Numbers* (1956), corollary 3.12.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

PI_BITS = 256
"""So many bits of pi after the point are carried to round a turn to its nearest float."""

_PI = 0x3243F6A8885A308D313198A2E03707344A4093822299F31D0082EFA98EC4E6C89
"""pi, times 2 to the power of these bits, rounded down."""

LARGEST_BITS = 192
"""A part of a turn whose numerator or denominator is longer is not kept: its angle goes on as a float."""

ULPS = 8
"""Units in the last place by which `sine`, `cosine` and `tangent` may be wrong where they give floats."""


class Turn(float):
    """The float nearest to an angle that is exactly so many full turns, in radians. As a float it is equal to it."""

    __slots__ = ("turns",)

    turns: Fraction

    def __new__(cls, turns: Fraction) -> Turn:
        made = super().__new__(cls, _radians(turns))
        made.turns = turns
        return made

    def __getnewargs__(self) -> tuple[Fraction]:  # type: ignore[override]
        return (self.turns,)

    def __neg__(self) -> Turn:
        return Turn(-self.turns)

    def __pos__(self) -> Turn:
        return self

    def __abs__(self) -> Turn:
        return self if self.turns > 0 else Turn(-self.turns)

    def __add__(self, other: Any) -> Any:
        if type(other) is Turn:
            return turned(self.turns + other.turns)
        return self if _is_nothing(other) else float.__add__(self, other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if type(other) is Turn:
            return turned(self.turns - other.turns)
        return self if _is_nothing(other) else float.__sub__(self, other)

    def __rsub__(self, other: Any) -> Any:
        return -self if _is_nothing(other) else float.__rsub__(self, other)

    def __mul__(self, other: Any) -> Any:
        return turned(self.turns * other) if type(other) in _EXACT else float.__mul__(self, other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if type(other) is Turn:
            return _exact(self.turns / other.turns)
        if type(other) in _EXACT and other:
            return turned(self.turns / other)
        return float.__truediv__(self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return 0 if _is_nothing(other) else float.__rtruediv__(self, other)

    def __floordiv__(self, other: Any) -> Any:
        return self.turns // other.turns if type(other) is Turn else float.__floordiv__(self, other)

    def __mod__(self, other: Any) -> Any:
        return turned(self.turns % other.turns) if type(other) is Turn else float.__mod__(self, other)


_EXACT = (int, Fraction)
"""Types of exact numbers, looked up by identity: `isinstance` asks an abstract base class of a Fraction, slowly."""


def turned(turns: Fraction) -> int | float:
    """The angle of so many full turns: 0 for none, and a plain float where the fraction is too long to be kept."""
    if not turns:
        return 0
    top, bottom = turns.numerator, turns.denominator
    if max(top.bit_length(), bottom.bit_length()) > LARGEST_BITS:
        return _radians(turns)
    return Turn(turns)


def _radians(turns: Fraction) -> float:
    """The float nearest to so many turns: the quotient of two ints is rounded once."""
    return 2 * turns.numerator * _PI / (turns.denominator << PI_BITS)


def _is_nothing(value: Any) -> bool:
    """Whether it is exactly 0."""
    return type(value) in _EXACT and not value


def _exact(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value


FULL_TURN = Turn(Fraction(1))
"""2*pi."""

PI = Turn(Fraction(1, 2))


# -- functions ---------------------------------------------------------------------------------------------------

_HALF, _QUARTER, _EIGHTH = Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)

_SINES: dict[Fraction, int | Fraction] = {Fraction(0): 0, Fraction(1, 12): _HALF, _QUARTER: 1}


def sine(angle: Turn) -> int | float | Fraction:
    """sin, exact where it is rational, else a float wrong by no more than `ULPS`."""
    return _sine(angle.turns)


def cosine(angle: Turn) -> int | float | Fraction:
    """cos, exact where it is rational, else a float wrong by no more than `ULPS`."""
    return _sine(angle.turns + _QUARTER)


def _sine(turns: Fraction) -> int | float | Fraction:
    """Brought exactly into the first quarter, and from there into its half with the smaller argument."""
    part = turns % 1
    if is_negative := part > _HALF:
        part -= _HALF
    part = min(part, _HALF - part)
    found: int | float | Fraction
    if part in _SINES:
        found = _SINES[part]
    else:
        found = math.sin(_radians(part)) if part <= _EIGHTH else math.cos(_radians(_QUARTER - part))
    return -found if is_negative else found


def tangent(angle: Turn) -> int | float | None:
    """tan, exact where it is rational, else a float wrong by no more than `ULPS`; None at 90 deg, which has none."""
    part = angle.turns % _HALF
    if part == _QUARTER:
        return None
    if is_negative := part > _QUARTER:
        part = _HALF - part
    found: int | float
    if part in (0, _EIGHTH):
        found = int(part == _EIGHTH)
    else:
        found = math.tan(_radians(part)) if part < _EIGHTH else 1 / math.tan(_radians(_QUARTER - part))
    return -found if is_negative else found


def _turns(*degrees: int) -> list[int | float]:
    return [turned(Fraction(angle, 360)) for angle in degrees]


_RATIOS = (-1, -_HALF, 0, _HALF, 1)

ARCS: dict[str, dict[int | Fraction, int | float]] = {
    "asin": dict(zip(_RATIOS, _turns(-90, -30, 0, 30, 90), strict=True)),
    "acos": dict(zip(_RATIOS, _turns(180, 120, 90, 60, 0), strict=True)),
    "atan": dict(zip((-1, 0, 1), _turns(-45, 0, 45), strict=True)),
}
"""Of the inverse functions: the exact angle of each exact argument that has one."""
