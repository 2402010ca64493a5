"""Numbers as people write them: `9.81`, `-1/2`, `1 000`, `1_000`, `6.02e23`, `10^5`, `1.5·10⁻³`, `9.81(2)`.

What could be meant in two ways is refused at its character: a decimal comma, two signs, an exponent of anything but 10.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

LARGEST_MAGNITUDE = 300
"""Digits, and exponents of ten, that a number may have."""

EXAMPLE = "write a number and, if need be, a unit: 9.81 m/s^2"


class QuantityError(ValueError):
    """The text is no quantity: what is wrong, at which offset of the text, and what to do next."""

    def __init__(self, message: str, offset: int = 0, hint: str = "") -> None:
        self.message, self.offset, self.hint = message, offset, hint
        super().__init__(message)

    def moved(self, by: int) -> QuantityError:
        """The same error in a longer text, in which this one begins so many characters later."""
        return QuantityError(self.message, self.offset + by, self.hint)


@dataclass(frozen=True)
class Numeral:
    """A number as written: its value, one unit of its last digit (0 for a fraction), where it ends in the text.

    spread: the standard uncertainty, where it stands in brackets behind the last digits: 9.81(2) is 9.81 ± 0.02
    """

    value: Fraction
    digit: Fraction
    end: int
    spread: Fraction | None = None


_WHOLE = r"(?:\d{1,3}(?:[^\S\n]\d{3})+(?!\d)|\d+(?:_\d+)*)"
_POWER = re.compile(r"(?P<times>\s*[*·×]\s*)?10(?:(?:\^|\*\*)(?P<caret>[+\-−]?\d+)|(?P<raised>⁻?[⁰¹²³⁴-⁹]+))")
_NUMBER = re.compile(
    rf"[+\-−]?(?:(?P<top>\d+)/(?P<bottom>\d+)(?![.\d])|(?P<mantissa>{_WHOLE}(?:\.\d+)?|\.\d+)"
    r"(?:\((?P<spread>\d+(?:\.\d+)?)\))?(?:[eE](?P<exponent>[+\-−]?\d+))?)"
)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")


def plain_exponent(text: str) -> int:
    """The whole number an exponent says, raised or not."""
    return int(text.translate(_RAISED))


def read_number(text: str, start: int = 0) -> Numeral:
    """The number at a place in a text. Raises: QuantityError at the character that is wrong."""
    whole = text.strip()
    if signs := re.compile(r"[+\-−]\s*(?=[+\-−])").match(text, start):
        raise QuantityError(f"'{whole}' has two signs", signs.end(), "write one sign or none")
    alone = _POWER.match(text, start + (text[start : start + 1] in tuple("+-−")))
    found = _NUMBER.match(text, start)
    if found is None:
        raise QuantityError(f"'{whole}' is not a quantity", start, EXAMPLE)
    negative = text[start] in "-−"
    if alone and not alone["times"]:
        return _closed(text, alone.end(), _ten(alone, found, text, start, negative))
    if found["bottom"] is not None:
        if int(found["bottom"]) == 0:
            raise QuantityError(f"'{found.group()}' divides by zero", start)
        value = Fraction(int(found["top"]), int(found["bottom"]))
        return _closed(text, found.end(), Numeral(-value if negative else value, Fraction(0), found.end()))
    return _decimal(text, start, found, negative)


def _ten(power: re.Match[str], found: re.Match[str], text: str, start: int, negative: bool) -> Numeral:
    """A power of ten that stands alone."""
    exponent = _exponent(power, found, start)
    value = Fraction(10) ** exponent
    return Numeral(-value if negative else value, value, power.end())


def _decimal(text: str, start: int, found: re.Match[str], negative: bool) -> Numeral:
    """A decimal number, with the power of ten and the uncertainty behind it."""
    mantissa = re.sub(r"[\s_]", "", found["mantissa"])
    decimals = len(mantissa.partition(".")[2])
    end, exponent = found.end(), plain_exponent(found["exponent"] or "0")
    power = _POWER.match(text, end)
    if power and power["times"] and not found["exponent"]:
        end, exponent = power.end(), _exponent(power, found, start)
    if abs(exponent) > LARGEST_MAGNITUDE or len(mantissa) > LARGEST_MAGNITUDE:
        raise _too_large(found, start)
    ten = Fraction(10) ** exponent
    digit = ten / 10**decimals
    value = Fraction(mantissa) * ten
    spread = _in_brackets(found["spread"], digit, ten)
    return _closed(text, end, Numeral(-value if negative else value, digit, end, spread))


def _in_brackets(text: str | None, digit: Fraction, ten: Fraction) -> Fraction | None:
    """The uncertainty: in units of the last digit, or with a decimal point of its own."""
    if text is None:
        return None
    return Fraction(text) * (ten if "." in text else digit)


def _exponent(power: re.Match[str], found: re.Match[str], start: int) -> int:
    exponent = plain_exponent(power["caret"] or power["raised"])
    if abs(exponent) > LARGEST_MAGNITUDE:
        raise _too_large(found, start)
    return exponent


def _too_large(found: re.Match[str], start: int) -> QuantityError:
    return QuantityError(f"'{found.group()}' is too large or too small", start, "exponents up to 300 are allowed")


def _closed(text: str, end: int, number: Numeral) -> Numeral:
    """The number, if nothing follows directly that would make it another."""
    after = text[end : end + 1]
    if after == ",":
        whole, rest = text[:end].strip(), re.compile(r"\d*").match(text, end + 1)
        assert rest
        raise QuantityError(
            f"'{whole},{rest.group()}' is not a number",
            end,
            f"write {whole}.{rest.group()} with a decimal point; digits are not grouped by commas",
        )
    if after in tuple("^*/._+-−⁻⁰¹²³⁴⁵⁶⁷⁸⁹"):
        hint = "write one number and, if need be, a unit: 9.81 m/s^2"
        raise QuantityError(f"'{text.strip()}' is not a quantity", end, hint)
    return number
