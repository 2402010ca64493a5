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
