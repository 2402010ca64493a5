"""Quantities as people write them: `30 m`, `-10 m/s^2`, `20 °C`, `1e3 kg*m^2/s^3`, `5`. The one door to pint.

The grammar is ours; pint is only asked what a single unit name means, after the name has passed our own pattern, since
its parser evaluates what it reads and guesses (`3,5 m` becomes 35 m).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from cpsolver.errors import did_you_mean, quoted
from cpsolver.kinds.formulas import si
from cpsolver.kinds.formulas.numerals import QuantityError, plain_exponent, read_number
from cpsolver.task.domain import Number
from cpsolver.task.functions import exact
from cpsolver.task.task import Unit

__all__ = [
    "NUMBER",
    "PURE",
    "Amount",
    "Dimension",
    "Measure",
    "QuantityError",
    "derived",
    "dimension",
    "exponents_by",
    "in_unit",
    "is_share",
    "read_quantity",
    "read_unit",
    "spelt",
    "times",
    "to_base",
]

LONGEST = 200
"""Characters in a quantity; digits and exponents are bounded with it."""

LARGEST_EXPONENT = 20

Dimension = tuple[tuple[str, Fraction], ...]
"""Base dimensions with their exponents, sorted, none of them 0. Of a pure number: empty."""

NUMBER: Dimension = ()


@dataclass(frozen=True)
class Measure:
    """A unit with its dimension."""

    unit: Unit
    dimension: Dimension


@dataclass(frozen=True)
class Amount:
    """A quantity as written: its number, one unit of its last digit, its unit (None if there is none).

    spread:   its standard uncertainty, if it has one, in the same unit; of a temperature a difference
    is_whole: whether the number is written without decimals, a power of ten aside
    """

    number: Fraction
    digit: Fraction
    measure: Measure | None
    spread: Number | None = None
    is_whole: bool = False


PURE = Measure(Unit(""), NUMBER)
"""The unit of pure numbers."""


def dimension(exponents: Mapping[str, Fraction | int]) -> Dimension:
    """The dimension with these exponents."""
    return tuple(sorted((name, Fraction(exponent)) for name, exponent in exponents.items() if exponent))


def times(a: Dimension, b: Dimension, exponent: Fraction | int = 1) -> Dimension:
    """The dimension of a · b^exponent."""
    total = dict(a)
    for name, value in b:
        total[name] = total.get(name, Fraction(0)) + value * exponent
    return dimension(total)


def spelt(dimension_: Dimension) -> str:
    """A dimension in SI base units: `m/s^2`; "a pure number" if it has none."""
    tops = [_spelt(name, exponent) for name, exponent in dimension_ if exponent > 0]
    bottoms = [_spelt(name, -exponent) for name, exponent in dimension_ if exponent < 0]
    if not tops and not bottoms:
        return "a pure number"
    bottom = "" if not bottoms else f"/{bottoms[0]}" if len(bottoms) == 1 else f"/({'*'.join(bottoms)})"
    return ("*".join(tops) or "1") + bottom


def in_unit(measure: Measure) -> str:
    """What a quantity is in, as messages say it: `in W`, the SI unit; `a pure number`."""
    if measure.dimension == NUMBER:
        return spelt(NUMBER)
    is_coherent = measure.unit.factor == 1 and not measure.unit.offset
    return f"in {measure.unit.name}" if is_coherent else f"in {derived(measure.dimension)}"


def derived(dimension_: Dimension) -> str:
    """The SI unit of a dimension: that with a name of its own where there is one, `W`, else in base units."""
    found = (name for name in _DERIVED if dimension(dict(si.WITH_PREFIX[name][1])) == dimension_)
    return next(found, spelt(dimension_))


_DERIVED = ("N", "Pa", "J", "W", "C", "V", "F", "ohm", "S", "H", "Wb", "T")
"""Derived units with names of their own; Hz is none of them here, as 1/s may be radians a second."""


_BASE_UNITS = {
    "length": "m", "mass": "kg", "time": "s", "current": "A", "temperature": "K", "substance": "mol",
    "luminosity": "cd",
}  # fmt: skip


def _spelt(name: str, exponent: Fraction) -> str:
    sign = _BASE_UNITS.get(name, name)
    if exponent == 1:
        return sign
    return f"{sign}^{exponent}" if exponent.denominator == 1 else f"{sign}^({exponent})"


# -- reading -----------------------------------------------------------------------------------------------------

_LETTERS = "[^\\W\\d_⁰¹²³⁴-⁹₀-₉]+"
_NAME = rf"(?:Δ?°[A-Za-z]?|[%‰€$£¥₽]|{_LETTERS}(?:_{_LETTERS})*)"
_FACTOR = re.compile(rf"(?P<name>{_NAME})(?:(?:\^|\*\*)(?P<caret>[-−]?\d+)|(?P<raised>⁻?[⁰¹²³⁴-⁹]+))?")
_SIGN = re.compile(r"\s*(?:([*·×/])\s*|(?<=\S)\s+)")


def read_quantity(text: str) -> Amount:
    """The quantity a text states: one number and at most one unit, and its uncertainty, if that is stated.

    `9.81 ± 0.02 m/s^2`, `(9.81 +/- 0.02) m/s^2`, `9.81(2) m/s^2` and `9.81 m/s^2 ± 2 cm/s^2` are standard uncertainties
    (one sigma). An uncertainty in %, ‰ or ppm is relative: `100 ohm ± 5 %` is ± 5 ohm, and of a bare number likewise,
    `0.3 ± 10 %` is 0.30 ± 0.03. Only where the quantity itself has such a unit it is a share of one: `30 % ± 2 %` and
    `(30 ± 2) %` are 28 to 32 %. Raises: QuantityError.
    """
    if len(text) > LONGEST:
        raise QuantityError(f"a quantity of {len(text)} characters is too long; {LONGEST} are allowed")
    sign = _PLUS_MINUS.search(text)
    if sign is None:
        return _plain(text, 0, len(text))
    if another := _PLUS_MINUS.search(text, sign.end()):
        raise QuantityError("a quantity has one uncertainty", another.start(1), "write 9.81 ± 0.02 m/s^2")
    start, end = len(text) - len(text.lstrip()), len(text)
    measure, power = None, Fraction(1)
    if text.startswith("(", start):
        end = text.find(")", sign.end())
        if end < 0:
            raise QuantityError("a bracket is not closed", start, "write (9.81 ± 0.02) m/s^2")
        start, power, unit = start + 1, *_power_at(text, end + 1)
        measure = _unit_at(text, unit, len(text))
    for first, last in ((start, sign.start()), (sign.end(), end)):
        if not text[first:last].strip():
            raise QuantityError(f"a number is missing beside '{sign[1]}'", sign.start(1), "write 9.81 ± 0.02 m/s^2")
    value, spread = _plain(text, start, sign.start()), _plain(text, sign.end(), end)
    if measure is not None:
        if value.measure or spread.measure:
            raise QuantityError("a quantity has one unit", end + 1, "write (9.81 ± 0.02) m/s^2")
        value, spread = replace(value, measure=measure), replace(spread, measure=measure)
    if power != 1:
        value, spread = (replace(a, number=a.number * power, digit=a.digit * power) for a in (value, spread))
    if value.spread is not None or spread.spread is not None:
        raise QuantityError("a quantity has one uncertainty", sign.start(1), "write 9.81(2) m/s^2 or 9.81 ± 0.02 m/s^2")
    if spread.number < 0:
        raise QuantityError("an uncertainty is not negative", sign.end())
    return _with_spread(value, spread, sign.end(), text)


_PLUS_MINUS = re.compile(r"\s*(±|\+/[-−]|\+-)\s*")


def _power_at(text: str, start: int) -> tuple[Fraction, int]:
    """The power of ten at a place, `e23` or `·10^23`, and where it ends; 1 if there is none."""
    if not re.compile(r"[eE][+\-−]?\d|\s*[*·×]\s*10").match(text, start):
        return Fraction(1), start
    number = read_number(f"1{text[start:]}")
    return number.value, start + number.end - 1


def _plain(text: str, start: int, end: int) -> Amount:
    """The quantity without `±` in a part of a text."""
    start += len(text[start:end]) - len(text[start:end].lstrip())
    try:
        number = read_number(text[start:end])
    except QuantityError as error:
        raise error.moved(start) from None
    is_whole = "." not in text[start : start + number.end]
    return Amount(number.value, number.digit, _unit_at(text, start + number.end, end), number.spread, is_whole)


def _unit_at(text: str, start: int, end: int) -> Measure | None:
    """The unit in a part of a text, None if it is empty."""
    rest = text[start:end]
    if not rest.strip():
        return None
    try:
        return read_unit(rest.strip())
    except QuantityError as error:
        raise error.moved(start + len(rest) - len(rest.lstrip())) from None


def _with_spread(value: Amount, spread: Amount, at: int, text: str) -> Amount:
    """The quantity with an uncertainty that has a unit of its own, or shares the only one."""
    own, measure = spread.measure, value.measure or spread.measure
    if own is not None and is_share(own) and (value.measure is None or not is_share(value.measure)):
        return replace(value, spread=exact(abs(value.number) * spread.number * own.unit.factor))
    if own is None or value.measure is None or own == value.measure:
        return replace(value, measure=measure, spread=spread.number)
    if own.dimension != value.measure.dimension:
        message = f"an uncertainty in '{own.unit.name}' does not fit a quantity in '{value.measure.unit.name}'"
        raise QuantityError(message, max(at, text.find(own.unit.name, at)), "write both in one unit, or use %")
    return replace(value, spread=exact(own.unit.factor * spread.number / value.measure.unit.factor))


def is_share(measure: Measure) -> bool:
    """Whether a unit is a share of one: %, ‰, ppm."""
    return si.WRITTEN.get(measure.unit.name, measure.unit.name) in ("percent", "permille", "ppm")


@lru_cache(maxsize=1024)
def read_unit(text: str) -> Measure:
    """The unit a text names, `m/s^2`: names joined by `*`, `/` or a blank, read from left to right; () group.

    An empty text, `1` and `-` mean a pure number. Raises: QuantityError with the nearest unit.
    """
    stripped = text.strip()
    if stripped in ("", "1", "-"):
        return PURE
    if len(text) > LONGEST:
        raise QuantityError(f"a unit of {len(text)} characters is too long; {LONGEST} are allowed")
    reader = _UnitReader(text)
    factor, offset, found = reader.read()
    return Measure(Unit(stripped.replace("**", "^"), factor, offset), found)


def exponents_by(text: str, mark: Callable[[str], Dimension]) -> Dimension:
    """What the names of a unit add up to, if `mark` says what each stands for. Raises: QuantityError."""
    return _UnitReader(text, lambda name, _: (1, 0, mark(name))).read()[2]


_Named = Callable[[str, int], tuple[Number, Number, Dimension]]


class _UnitReader:
    """Reads one unit from left to right."""

    def __init__(self, text: str, named: _Named | None = None) -> None:
        self.text, self.at = text, len(text) - len(text.lstrip())
        self.named = named or _named
        self.parts = 0

    def read(self) -> tuple[Number, Number, Dimension]:
        """Factor, offset and dimension of the whole text."""
        factor, offset, found = self.product()
        if self.at < len(self.text.rstrip()):
            raise self.stray()
        return factor, offset, found

    def product(self, depth: int = 0) -> tuple[Number, Number, Dimension]:
        """Factors up to the end or a closing bracket."""
        if depth > 5:
            raise QuantityError("brackets within brackets too deep in a unit", self.at)
        factor, offset, found = self.factor(depth)
        while sign := self.sign():
            other, other_offset, other_dimension = self.factor(depth)
            if offset or other_offset:
                raise QuantityError(
                    f"'{self.text.strip()}' multiplies a temperature scale with a zero of its own",
                    self.at - 1,
                    "use K, or delta_degC for differences of temperature",
                )
            exponent = -1 if sign == "/" else 1
            factor = exact(
                factor * other**exponent if isinstance(other, float) else factor * Fraction(other) ** exponent
            )
            found = times(found, other_dimension, exponent)
        return factor, offset, found

    def sign(self) -> str:
        """The sign before the next factor; "" at the end."""
        match = _SIGN.match(self.text, self.at)
        if not match or match.end() >= len(self.text) or self.text[match.end()] == ")":
            return ""
        if self.text[match.end()].isdigit():
            raise self.stray(match.end())
        self.at = match.end()
        return match.group(1) or "*"

    def factor(self, depth: int) -> tuple[Number, Number, Dimension]:
        """A name with its exponent, 1, or a group in brackets."""
        if self.text.startswith("(", self.at):
            self.at += 1
            inner = self.product(depth + 1)
            if not self.text.startswith(")", self.at):
                raise QuantityError("a bracket is not closed", self.at)
            self.at += 1
            return inner
        if re.match(r"1\s*/", self.text[self.at :]):
            self.at += 1
            return 1, 0, NUMBER
        match = _FACTOR.match(self.text, self.at)
        if not match:
            raise self.stray()
        power = plain_exponent(match["caret"] or match["raised"] or "1")
        if abs(power) > LARGEST_EXPONENT:
            raise QuantityError(f"the exponent {power} is too large for a unit", match.start())
        factor, offset, found = self.named(match["name"], match.start())
        self.at = match.end()
        if power == 1:
            return factor, offset, found
        if offset:
            raise QuantityError(f"'{match['name']}' cannot be raised to a power", match.start(), "use K")
        return (
            exact(factor**power if isinstance(factor, float) else Fraction(factor) ** power),
            0,
            times((), found, power),
        )

    def stray(self, at: int | None = None) -> QuantityError:
        """The error for a sign that has no place in a unit."""
        at = self.at if at is None else at
        if self.text[at : at + 1].isdigit():
            return QuantityError(
                f"'{self.text[at:].strip()}' after a unit: a quantity is one number and one unit",
                at,
                "write it as one decimal number in one unit",
            )
        if re.match(r"(\^|\*\*|\.)", self.text[at:]):
            return QuantityError("the exponent of a unit must be a whole number", at, "write m^2, s^-1")
        sign = self.text[at : at + 1]
        return QuantityError(
            f"unexpected '{sign}' in a unit" if sign else "the unit ends too early", at, "write units as m/s^2 or kg*m"
        )


def _named(name: str, offset: int) -> tuple[Number, Number, Dimension]:
    """Factor, offset and dimension of a single unit name. Raises: QuantityError with the nearest name."""
    name = si.WRITTEN.get(name, name).replace("\u2126", "Ω")
    known = si.look_up(name)
    if known is not None:
        return known[0], 0, dimension(dict(known[1]))
    if name in si.SCALES:
        return *si.SCALES[name], dimension({"temperature": 1})
    if name in si.REFUSED:
        why, hint = si.REFUSED[name]
        raise QuantityError(f"'{name}' {why}", offset, hint)
    found = _ask_pint(name)
    if found is None:
        raise QuantityError(f"'{name}' is not a unit", offset, _nearest(name))
    return found


def _nearest(name: str) -> str:
    """The hint for what is no unit: the unit that only large and small letters tell it from, else the nearest."""
    known = [*si.COMMON, *si.ALONE, *si.WITH_PREFIX, *si.EVERYDAY]
    prefixed = [prefix + unit for unit in si.WITH_PREFIX for prefix in si.PREFIXES]
    same = [unit for unit in dict.fromkeys((*known, *prefixed)) if unit.casefold() == name.casefold()]
    if same:
        return f"did you mean {' or '.join(quoted(unit) for unit in same[:3])}?"
    return did_you_mean(name, [*si.ALONE, *si.WITH_PREFIX, *si.COMMON], "known, among others")


# -- pint --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _registry() -> Any:
    import pint

    return pint.UnitRegistry(non_int_type=Fraction, autoconvert_offset_to_baseunit=False)


@lru_cache(maxsize=512)
def _ask_pint(name: str) -> tuple[Number, Number, Dimension] | None:
    """What pint says of a name that has passed our own pattern; None if it is no unit of measurement.

    Logarithmic units (dB, pH) are refused: they are not multiples of anything.
    """
    if len(name) > 40 or not re.fullmatch(r"[^\W\d_]+(?:_[^\W\d_]+)*", name):
        return None
    registry = _registry()
    readings = registry.parse_unit_name(name)
    if not readings:
        return None
    prefix, root, _ = readings[0]
    converter = registry._units[root].converter
    if getattr(converter, "is_logarithmic", False):
        return None
    factor, _ = registry.get_root_units(name)
    exponents = {key.strip("[]"): Fraction(value) for key, value in dict(registry.get_dimensionality(name)).items()}
    grams = exponents.get("mass", Fraction(0))
    factor = Fraction(factor) * Fraction(1000) ** (-int(grams)) if grams.denominator == 1 else factor
    offset = getattr(converter, "offset", 0) if not prefix else 0
    return _tidy(factor), _tidy(offset), dimension(exponents)


def _tidy(value: Any) -> Number:
    """A factor of pint's: exact if it can be, a float where it carries fifty digits of pi."""
    if isinstance(value, Fraction) and value.denominator > 10**30 and len(str(value.numerator)) > 40:
        return float(value)
    return exact(value) if isinstance(value, Fraction) else value if isinstance(value, int) else float(value)


def to_base(amount: Amount, default: Measure) -> Number:
    """The value in SI base units; without a unit of its own the default's."""
    unit = (amount.measure or default).unit
    value = unit.to_base(amount.number)
    if isinstance(value, float) and not math.isfinite(value):
        raise QuantityError("the value is too large")
    return exact(value)
