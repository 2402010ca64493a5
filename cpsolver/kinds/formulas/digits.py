"""Uncertain values as text: as many digits as the uncertainty leaves sense in, two significant ones of it.

Source: BIPM, JCGM 100:2008, 7.2.6: a standard uncertainty is given with at most two significant digits.
"""

from __future__ import annotations

import math
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

from cpsolver.task.domain import Number

SIGNIFICANT = 2
"""Digits of an uncertainty that are shown."""

LARGEST_PLAIN, SMALLEST_PLAIN = 7, -5
"""Powers of ten of the first digit from and below which a power of ten is split off."""

FLOAT_DIGITS = 17
"""Digits by which every float is told from its neighbours."""

LONGEST = 20
"""Powers of ten between the first digit and the last of the uncertainty; further apart each is written by itself."""

_EXACT = Context(prec=400, rounding=ROUND_HALF_EVEN)


def spread_text(value: Number, sigma: Number) -> str:
    """`1.0204 ± 0.0021`; very large and small ones as `(6.022 ± 0.013)e23`; `1 ± 1.0e-300` where digits say nothing."""
    number, spread = _decimal(value), _rounded(_decimal(sigma), SIGNIFICANT)
    last = _first_digit(spread) - SIGNIFICANT + 1
    first = max(_first_digit(number) if number else last, _first_digit(spread))
    if first - last > LONGEST:
        return f"{_alone(number)} ± {spread:.1e}"
    if SMALLEST_PLAIN <= first < LARGEST_PLAIN and last <= 0:
        return f"{_fixed(number, last)} ± {_fixed(spread, last)}"
    scale = Decimal(10) ** -first
    low = last - first
    return f"({_fixed(number * scale, low)} ± {_fixed(spread * scale, low)})e{first}"


def _decimal(value: Number) -> Decimal:
    if isinstance(value, float):
        return Decimal(value)
    fraction = Fraction(value)
    return _EXACT.divide(Decimal(fraction.numerator), Decimal(fraction.denominator))


def _alone(value: Decimal) -> str:
    """The number with as many digits as tell a float."""
    rounded = _rounded(value, FLOAT_DIGITS).normalize()
    return f"{rounded:f}" if SMALLEST_PLAIN <= rounded.adjusted() < FLOAT_DIGITS else f"{rounded:e}"


def _rounded(value: Decimal, digits: int) -> Decimal:
    """The number with so many significant digits."""
    return Context(prec=digits, rounding=ROUND_HALF_EVEN).plus(value)


def _first_digit(value: Decimal) -> int:
    """The power of ten of its first digit."""
    return value.adjusted() if value else -math.inf  # type: ignore[return-value]  # less than any


def _fixed(value: Decimal, last: int) -> str:
    """The number with its last digit at a power of ten that is no more than 0."""
    rounded = _EXACT.quantize(value, Decimal(1).scaleb(last))
    return f"{rounded or abs(rounded):f}"  # 0 has no sign
