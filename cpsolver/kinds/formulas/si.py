"""The SI and everyday units, so that a task in them need not wait for pint (half a second).

Each is a factor to SI base units and the exponents of the base dimensions, from the BIPM's SI brochure (9th edition,
2019), tables 2, 4, 7 and 8. Units that are not here are looked up in pint; a test compares every one that is.
"""

from __future__ import annotations

import math
from fractions import Fraction

from cpsolver.task.domain import Number

Exponents = tuple[tuple[str, int], ...]

_BASE = ("length", "mass", "time", "current", "temperature", "substance", "luminosity")


def _of(*exponents: int) -> Exponents:
    return tuple((name, exponent) for name, exponent in zip(_BASE, exponents, strict=False) if exponent)


_LENGTH, _MASS, _TIME, _NONE = _of(1), _of(0, 1), _of(0, 0, 1), _of()
_ENERGY, _POWER, _FORCE, _PRESSURE, _VOLUME = _of(2, 1, -2), _of(2, 1, -3), _of(1, 1, -2), _of(-1, 1, -2), _of(3)

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
}
"""Units that take prefixes."""

ALONE: dict[str, tuple[Number, Exponents]] = {
    "cd": (1, _of(0, 0, 0, 0, 0, 0, 1)),
    "min": (60, _TIME),
    "h": (3600, _TIME),
    "d": (86_400, _TIME),
    "t": (1000, _MASS),
    "rad": (1, _NONE),
    "deg": (math.pi / 180, _NONE),
    "percent": (Fraction(1, 100), _NONE),
}
"""Units that take none."""

WRITTEN: dict[str, str] = {
    "%": "percent", "‰": "permille", "°": "deg", "°C": "degC", "°F": "degF", "ohms": "ohm", "celsius": "degC",
    "Δ°C": "delta_degC", "Δ°F": "delta_degF",
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
    if name in ALONE or name in WITH_PREFIX:
        return ALONE.get(name) or WITH_PREFIX[name]
    prefix, rest = name[:1], name[1:]
    if prefix in PREFIXES and rest in WITH_PREFIX and name not in TAKEN:
        factor, exponents = WITH_PREFIX[rest]
        return PREFIXES[prefix] * Fraction(factor), exponents
    return None
