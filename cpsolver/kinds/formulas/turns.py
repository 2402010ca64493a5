"""Turns and radians told apart: `1200 rpm` are 20 Hz for a frequency, and 125.66 rad/s for an angular velocity.

Both have the dimension 1/s, and SI calls 1 Hz and 1 rad/s alike 1/s; but a turn is 2*pi radians. What a unit counts
says what an amount in it means for a quantity in another:

    in turns (turn, rev, rpm)  for rad/s, deg/s, rad: 2*pi radians a turn, as pint has it
                               for Hz, 1/s and numbers without unit: turns, so that 60 rpm are 1 Hz, `5 turns` are 5
    in Hz                      for rpm: turns a second; for rad/s refused, since both readings are common
    in rad/s, deg/s            for Hz refused; for rpm radians
    in 1/s                     for rad/s: radians a second, as SI has it; for rpm: turns
    in 1/min, 1/h              for rad/s refused, since engineers count turns by it; for rpm: turns

Units of other dimensions, as V/rpm or N*m/deg, are taken as pint has them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from cpsolver.kinds.formulas import si
from cpsolver.kinds.formulas.numerals import QuantityError
from cpsolver.kinds.formulas.units import Amount, Dimension, Measure, dimension, exponents_by
from cpsolver.task.domain import Number
from cpsolver.task.functions import exact

TURNS = frozenset({"turn", "revolution", "cycle", "circle", "rpm", "rps", "revolutions_per_minute",
                   "revolutions_per_second"})  # fmt: skip
"""Units that count turns."""

RADIANS = frozenset({"rad", "radian", "mrad", "milliradian", "deg", "degree", "arcmin", "arcminute", "arcsec",
                     "arcsecond", "grad", "gradian", "gon", "mas"})  # fmt: skip
"""Units that count radians or parts of them."""

LARGEST_DENOMINATOR = 10**9


@dataclass(frozen=True)
class Counted:
    """What a unit counts, each with its exponent: turns, hertz, radians, and minutes, hours or days below a line."""

    turns: Fraction = Fraction(0)
    hertz: Fraction = Fraction(0)
    radians: Fraction = Fraction(0)
    minutes: Fraction = Fraction(0)

    @property
    def is_plain(self) -> bool:
        """Whether nothing of it says what is counted."""
        return not (self.turns or self.hertz or self.radians)


def fit(amount: Amount, wanted: Measure) -> Amount:
    """The amount as it is meant for a quantity in a unit; one of another dimension comes back as it is.

    Raises: QuantityError for hertz and `1/min` where radians are counted, and for radians where hertz are.
    """
    if amount.measure is None:
        return amount
    return replace(amount, measure=fitted(amount.measure, wanted, amount.number))


def fitted(own: Measure, wanted: Measure, number: Number | None = None) -> Measure:
    """The unit with the factor that it has for a quantity in another; one of another dimension as it is.

    number: how many of it are meant, for the hint
    Raises: QuantityError for hertz and `1/min` where radians are counted, and for radians where hertz are.
    """
    if own.dimension != wanted.dimension or not _is_of_time(own.dimension):
        return own
    counts, wants = counted(own.unit.name), counted(wanted.unit.name)
    if counts.turns and not wants.turns and not wants.radians:
        return _times(own, -counts.turns)
    if wants.turns and not counts.turns and not counts.radians and own.dimension:
        return _times(own, wants.turns)
    if wants.radians and not wants.turns and own.dimension and counts.hertz and not counts.radians:
        raise _hertz(own, wanted, number)
    if wants.radians and counts.is_plain and counts.minutes and not wants.turns:
        raise _minutes(own, wanted, number)
    if wants.hertz and counts.radians and not counts.turns:
        raise _radians(own, wanted, number)
    return own


def _is_of_time(dimension_: Dimension) -> bool:
    """Whether it is that of a number, a frequency, or how fast that changes."""
    return not dimension_ or (len(dimension_) == 1 and dimension_[0][0] == "time" and dimension_[0][1] < 0)


@lru_cache(maxsize=512)
def counted(unit: str) -> Counted:
    """What a unit counts, by its text."""
    found = dict(exponents_by(unit, _mark)) if unit.strip() not in ("", "1", "-") else {}
    return Counted(*(found.get(name, Fraction(0)) for name in ("turns", "hertz", "radians", "minutes")))


def _mark(name: str) -> Dimension:
    """What a single name counts, as if it were a dimension."""
    name = si.WRITTEN.get(name, name)
    if name in TURNS or name.removesuffix("s") in TURNS:
        return dimension({"turns": 1})
    if name.endswith(("Hz", "hertz")):
        return dimension({"hertz": 1})
    if name in RADIANS or name.removesuffix("s") in RADIANS:
        return dimension({"radians": 1})
    return dimension({"minutes": 1}) if name in ("min", "h", "d", "minute", "hour", "day") else ()


def _times(measure: Measure, exponent: Fraction) -> Measure:
    """The unit with a factor of so many powers of 2*pi more; exact where the circle goes out."""
    factor = float(measure.unit.factor) * (2 * math.pi) ** float(exponent)
    near = Fraction(factor).limit_denominator(LARGEST_DENOMINATOR)
    same = exponent < 0 and math.isclose(near, factor, rel_tol=1e-14)
    return replace(measure, unit=replace(measure.unit, factor=exact(near) if same else factor))


# -- refusals ----------------------------------------------------------------------------------------------------


def _said(own: Measure, number: Number | None) -> str:
    return own.unit.name if number is None else f"{_short(number)} {own.unit.name}"


def _short(number: Number) -> str:
    return f"{float(number):.5g}" if abs(float(number)) < 1e5 else f"{float(number):g}"


def _in(own: Measure, factor: float, number: Number | None, unit: str) -> str:
    """So many of a unit, which is `factor` in base units: `125.66 rad/s`; without a number the unit alone."""
    return unit if number is None else f"{_short(float(own.unit.factor) * float(number) * factor)} {unit}"


_ROUND = 2 * math.pi


def _hertz(own: Measure, wanted: Measure, number: Number | None) -> QuantityError:
    message = f"'{_said(own, number)}' {_verb(number)} turns a second, but '{wanted.unit.name}' counts radians"
    if own.dimension != dimension({"time": -1}):
        return QuantityError(message, 0, "write it in radians")
    return QuantityError(message, 0, f"write {_in(own, _ROUND, number, 'rad/s')} or {_in(own, 60, number, 'rpm')}")


def _minutes(own: Measure, wanted: Measure, number: Number | None) -> QuantityError:
    message = f"'{_said(own, number)}' may be turns or radians, and '{wanted.unit.name}' counts radians"
    if own.dimension != dimension({"time": -1}):
        return QuantityError(message, 0, "write it in radians")
    turns, radians = _in(own, 60, number, "rpm"), _in(own, 1, number, "rad/s")
    return QuantityError(message, 0, f"write {turns} for turns, {radians} for radians")


def _radians(own: Measure, wanted: Measure, number: Number | None) -> QuantityError:
    message = f"'{_said(own, number)}' {_verb(number)} an angle a time, but '{wanted.unit.name}' counts turns a second"
    if own.dimension != dimension({"time": -1}):
        return QuantityError(message, 0, "write it in turns")
    return QuantityError(
        message, 0, f"write {_in(own, 1 / _ROUND, number, 'Hz')} or {_in(own, 60 / _ROUND, number, 'rpm')}"
    )


def _verb(number: Number | None) -> str:
    return "is" if number is None or number == 1 else "are"
