"""How many significant digits of a value are shown; nothing is worked out with fewer."""

from __future__ import annotations

from contextvars import ContextVar
from decimal import Context, Decimal
from fractions import Fraction

from cpsolver.task.domain import Number

SHOWN: ContextVar[int | None] = ContextVar("significant digits shown", default=None)
"""So many significant digits of values are shown; None: as many as each kind shows by itself."""


def rounded(value: Number) -> Number:
    """The number as far as it is shown: as it is where nothing else is asked for."""
    digits = SHOWN.get()
    if digits is None or isinstance(value, bool):
        return value
    context = Context(prec=digits)
    if isinstance(value, float):
        return Fraction(context.create_decimal_from_float(value))
    fraction = Fraction(value)
    return Fraction(context.divide(Decimal(fraction.numerator), Decimal(fraction.denominator)))
