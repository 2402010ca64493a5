"""The SI and everyday units, so that a task in them need not wait for pint (half a second).

Each is a factor to SI base units and the exponents of the base dimensions. Sources: BIPM, SI brochure (9th edition,
2019), tables 2, 4, 7 and 8 (SI units, min … au, Da, eV); NIST SP 811 (2008), appendix B (atm, mmHg, cal, psi, inch …);
CODATA 2022 for the dalton; IAU 2012 B2 and 2015 B2 for au and parsec, the light year of 365.25 days (IAU 1976).
Units that are not here are looked up in pint; a test compares every one that is.
"""

from __future__ import annotations

import math
from fractions import Fraction

from cpsolver.task.domain import Number
from cpsolver.task.turn import FULL_TURN, Turn

Exponents = tuple[tuple[str, int], ...]

_BASE = ("length", "mass", "time", "current", "temperature", "substance", "luminosity")


def _of(*exponents: int) -> Exponents:
    return tuple((name, exponent) for name, exponent in zip(_BASE, exponents, strict=False) if exponent)


_LENGTH, _MASS, _TIME, _NONE = _of(1), _of(0, 1), _of(0, 0, 1), _of()
_ENERGY, _POWER, _FORCE, _PRESSURE, _VOLUME = _of(2, 1, -2), _of(2, 1, -3), _of(1, 1, -2), _of(-1, 1, -2), _of(3)

_SPEED = _of(1, 0, -1)

YEAR, AU = 31_557_600, 149_597_870_700
"""Seconds of a Julian year of 365.25 days; metres of an astronomical unit."""

DALTON = Fraction("1.66053906892e-27")
"""Kilograms of a twelfth of a carbon atom, by CODATA 2022: measured, not exact."""

INCH, POUND, GRAVITY = Fraction("0.0254"), Fraction("0.45359237"), Fraction("9.80665")
"""Metres, kilograms, and metres per second squared: by definition."""


def _parts_of_turn(parts: int) -> Turn:
    """The angle of which so many are a full turn."""
    return Turn(Fraction(1, parts))


PREFIXES: dict[str, Fraction] = {
    sign: Fraction(10) ** exponent
    for sign, exponent in {
        "f": -15, "p": -12, "n": -9, "u": -6, "µ": -6, "μ": -6, "m": -3, "c": -2, "d": -1,
        "h": 2, "k": 3, "M": 6, "G": 9, "T": 12,
    }.items()
}  # fmt: skip
"""SI prefixes; the two signs for micro are two characters that look alike."""

WITH_PREFIX: dict[str, tuple[Number, Exponents]] = {
    "m": (1, _LENGTH),
    "g": (Fraction(1, 1000), _MASS),
    "s": (1, _TIME),
    "A": (1, _of(0, 0, 0, 1)),
    "K": (1, _of(0, 0, 0, 0, 1)),
    "mol": (1, _of(0, 0, 0, 0, 0, 1)),
    "Hz": (1, _of(0, 0, -1)),
    "N": (1, _FORCE),
    "Pa": (1, _PRESSURE),
    "J": (1, _ENERGY),
    "W": (1, _POWER),
    "Wh": (3600, _ENERGY),
    "C": (1, _of(0, 0, 1, 1)),
    "V": (1, _of(2, 1, -3, -1)),
    "F": (1, _of(-2, -1, 4, 2)),
    "ohm": (1, _of(2, 1, -3, -2)),
    "Ω": (1, _of(2, 1, -3, -2)),
    "S": (1, _of(-2, -1, 3, 2)),
    "H": (1, _of(2, 1, -2, -2)),
    "Wb": (1, _of(2, 1, -2, -1)),
    "T": (1, _of(0, 1, -2, -1)),
    "l": (Fraction(1, 1000), _VOLUME),
    "L": (Fraction(1, 1000), _VOLUME),
    "bar": (100_000, _PRESSURE),
    "eV": (Fraction("1.602176634e-19"), _ENERGY),
    "cal": (Fraction("4.184"), _ENERGY),
    "Da": (DALTON, _MASS),
    "u": (DALTON, _MASS),
    "Bq": (1, _of(0, 0, -1)),
    "Gy": (1, _of(2, 0, -2)),
    "Sv": (1, _of(2, 0, -2)),
    "kat": (1, _of(0, 0, -1, 0, 0, 1)),
    "lm": (1, _of(0, 0, 0, 0, 0, 0, 1)),
    "lx": (1, _of(-2, 0, 0, 0, 0, 0, 1)),
    "VA": (1, _POWER),
    "Ah": (3600, _of(0, 0, 1, 1)),
    "yr": (YEAR, _TIME),
    "year": (YEAR, _TIME),
    "ly": (299_792_458 * YEAR, _LENGTH),
    "pc": (AU * 648_000 / math.pi, _LENGTH),
}
"""Units that take prefixes."""

ALONE: dict[str, tuple[Number, Exponents]] = {
    "cd": (1, _of(0, 0, 0, 0, 0, 0, 1)),
    "min": (60, _TIME),
    "h": (3600, _TIME),
    "d": (86_400, _TIME),
    "t": (1000, _MASS),
    "rad": (1, _NONE),
    "deg": (_parts_of_turn(360), _NONE),
    "percent": (Fraction(1, 100), _NONE),
}
"""Units that take none."""

EVERYDAY: dict[str, tuple[Number, Exponents]] = {
    "day": (86_400, _TIME),
    "week": (604_800, _TIME),
    "hour": (3600, _TIME),
    "minute": (60, _TIME),
    "second": (1, _TIME),
    "kyear": (1000 * YEAR, _TIME),
    "megayear": (1_000_000 * YEAR, _TIME),
    "gigayear": (1_000_000_000 * YEAR, _TIME),
    "ha": (10_000, _of(2)),
    "au": (AU, _LENGTH),
    "atm": (101_325, _PRESSURE),
    "torr": (Fraction(101_325, 760), _PRESSURE),
    "mmHg": (Fraction("13.5951") * GRAVITY, _PRESSURE),
    "psi": (POUND * GRAVITY / INCH**2, _PRESSURE),
    "inch": (INCH, _LENGTH),
    "ft": (12 * INCH, _LENGTH),
    "foot": (12 * INCH, _LENGTH),
    "yd": (36 * INCH, _LENGTH),
    "yard": (36 * INCH, _LENGTH),
    "mi": (63_360 * INCH, _LENGTH),
    "mile": (63_360 * INCH, _LENGTH),
    "nmi": (1852, _LENGTH),
    "knot": (Fraction(1852, 3600), _SPEED),
    "mph": (63_360 * INCH / 3600, _SPEED),
    "kph": (Fraction(1000, 3600), _SPEED),
    "lb": (POUND, _MASS),
    "pound": (POUND, _MASS),
    "oz": (POUND / 16, _MASS),
    "ounce": (POUND / 16, _MASS),
    "lbf": (POUND * GRAVITY, _FORCE),
    "kgf": (GRAVITY, _FORCE),
    "hp": (550 * 12 * INCH * POUND * GRAVITY, _POWER),
    "sr": (1, _NONE),
    "degree": (_parts_of_turn(360), _NONE),
    "arcmin": (_parts_of_turn(21_600), _NONE),
    "arcminute": (_parts_of_turn(21_600), _NONE),
    "arcsec": (_parts_of_turn(1_296_000), _NONE),
    "arcsecond": (_parts_of_turn(1_296_000), _NONE),
    "grad": (_parts_of_turn(400), _NONE),
    "gradian": (_parts_of_turn(400), _NONE),
    "gon": (_parts_of_turn(400), _NONE),
    "turn": (FULL_TURN, _NONE),
    "revolution": (FULL_TURN, _NONE),
    "rpm": (_parts_of_turn(60), _of(0, 0, -1)),
    "permille": (Fraction(1, 1000), _NONE),
    "ppm": (Fraction(1, 1_000_000), _NONE),
}
"""Units of calendars, maps, kitchens and workshops; they take no prefixes either."""

WRITTEN: dict[str, str] = {
    "%": "percent", "‰": "permille", "°": "deg", "°C": "degC", "°F": "degF", "ohms": "ohm", "celsius": "degC",
    "Δ°C": "delta_degC", "Δ°F": "delta_degF", "AU": "au", "amu": "u", "days": "day", "weeks": "week", "hours": "hour",
    "minutes": "minute", "seconds": "second", "years": "year", "turns": "turn", "rev": "turn", "revs": "turn",
    "revolutions": "revolution", "feet": "foot", "inches": "inch",
    "miles": "mile",
}  # fmt: skip
"""What is written for a unit whose name is another."""

SCALES: dict[str, tuple[Number, Number]] = {
    "degC": (1, Fraction(27315, 100)),
    "degF": (Fraction(5, 9), Fraction(45967, 180)),
    "delta_degC": (1, 0),
    "delta_degF": (Fraction(5, 9), 0),
}
"""Scales of temperature, and differences on them: factor and offset to kelvin."""

REFUSED: dict[str, tuple[str, str]] = {
    **dict.fromkeys(
        ("dB", "dBm", "dBu", "decibel", "Np", "neper", "pH"),
        ("is logarithmic, not a multiple of anything", "write the ratio itself: 20 dB of power is 100"),
    ),
    **dict.fromkeys(
        ("€", "$", "£", "¥", "₽", "EUR", "USD", "GBP", "RUB", "CHF"),
        ("is a currency, and exchange rates are not known here", "write the number alone: money is a pure number"),
    ),
    "U": (
        "is the enzyme unit, 1 µmol/min, to some and a turn to others",
        "write rpm for U/min, umol/min for the enzyme",
    ),
    "k": ("is a prefix, not a unit", "a prefix stands directly before its unit: km"),
}
"""What looks like a unit and is none: why, and what to write."""

COMMON = (
    "km", "cm", "mm", "kg", "kN", "kW", "kWh", "kPa", "MPa", "ms", "inch", "foot", "mile",
    "pound", "degF", "year", "km/h", "m/s", "rad/s", "N*m", "V*s", "A*s",
)  # fmt: skip
"""Units that are suggested for a name that is none, beside those of the tables."""

TAKEN = ("hbar",)
"""Names that look like a prefix and a unit, but are something else."""


def look_up(name: str) -> tuple[Number, Exponents] | None:
    """Factor to SI base units and dimension of a unit with or without prefix, or None if it is not in these tables."""
    for table in (ALONE, WITH_PREFIX, EVERYDAY):
        if name in table:
            return table[name]
    prefix, rest = name[:1], name[1:]
    if prefix in PREFIXES and rest in WITH_PREFIX and name not in TAKEN:
        factor, exponents = WITH_PREFIX[rest]
        times = PREFIXES[prefix]
        return (float(times) * factor if isinstance(factor, float) else times * Fraction(factor)), exponents
    return None
