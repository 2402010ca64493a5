"""Numbers, quantities and formulas as text: no more digits than people write, units where they belong."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Context, Decimal
from fractions import Fraction

from cpsolver.kinds.formulas.digits import spread_text
from cpsolver.kinds.formulas.spreads import spread_of
from cpsolver.kinds.formulas.units import read_unit
from cpsolver.kinds.kind import Shown
from cpsolver.task.domain import Number, Value
from cpsolver.task.expression import Call, Constant, Name, Node, Quantity
from cpsolver.task.functions import exact
from cpsolver.task.notation import PLAIN
from cpsolver.task.significant import rounded
from cpsolver.task.task import Task, Variable
from cpsolver.task.writing import COMPARISONS, Alphabet, Writer, is_scientific

EXACT = 12
"""Digits of a number that has no more; it is shown as it is."""

DECIMALS, FEWEST, MOST = 8, 7, 10
"""Digits after the point of any other number, and the fewest and the most of its digits from the first that is no 0."""


def number_text(value: Number) -> str:
    """A number as people write it: `1.0204`, `299792458`, `7.78477399e11`, without float noise and trailing zeros.

    What has no more than 12 digits is exact; anything else has eight decimals at most, and 7 to 10 significant digits.
    """
    if value == 0:
        return "0"
    is_short = _is_short(value)
    number = _decimal(value, EXACT if is_short else 2 * EXACT)
    digits = EXACT if is_short else min(max(DECIMALS + 1 + number.adjusted(), FEWEST), MOST)
    plain = Context(prec=digits).plus(number).normalize()
    if not is_scientific(Fraction(plain)):
        return f"{plain:f}"
    number = number if is_short else Context(prec=DECIMALS + 1).plus(number)
    sign, figures, _ = number.normalize().as_tuple()
    decimals = "".join(map(str, figures[1:]))
    return f"{'-' * sign}{figures[0]}{'.' * bool(decimals)}{decimals}e{number.adjusted()}"


def value_text(value: Number) -> str:
    """The same of a value of a quantity, of which no more digits are shown than were asked for."""
    return number_text(rounded(value))


def _is_short(value: Number) -> bool:
    """Whether it has so few digits that all are shown. A float never counts: its last digits are noise."""
    return not isinstance(value, float) and _decimal(value, EXACT) == value


def _decimal(value: Number, digits: int) -> Decimal:
    if isinstance(value, float):
        return Context(prec=digits).create_decimal_from_float(value)
    fraction = Fraction(value)
    return Context(prec=digits).divide(Decimal(fraction.numerator), Decimal(fraction.denominator))


def shown_value(variable: Variable, value: Value) -> Shown:
    """A value in base units as people read it, in the variable's unit; an uncertain one as `1.0204 ± 0.0021 s`."""
    assert not isinstance(value, str)
    unit = variable.unit
    number = exact(unit.from_base(value)) if unit else value
    name = unit.name if unit else ""
    spread = spread_of(variable, value)
    if spread is not None and spread.sigma and unit:
        spread = replace(spread, sigma=abs(float(spread.sigma / unit.factor)))
    text = spread_text(number, spread.sigma) if spread is not None and spread.sigma else value_text(number)
    return Shown(f"{text} {name}" if name else text, number, name, spread)


def values_text(variable: Variable, values: tuple[Value, ...]) -> str:
    """`-1.23606798 s or 3.23606798 s`."""
    return " or ".join(shown_value(variable, value).text for value in values)


def formula_text(node: Node) -> str:
    """A formula as people read it, pi and e by their names."""
    return written(node, ROUNDED)


def substituted(node: Node, task: Task, values: Mapping[str, Value]) -> str:
    """A formula with quantities in the places of names: `(0 m/s - 10 m/s)/(-9.8 m/s^2)`."""
    return written(put_in(node, task, values), ROUNDED)


def put_in(node: Node, task: Task, values: Mapping[str, Value]) -> Node:
    """A whole side of an equation with its names replaced by quantities, as they are shown.

    Where it is a temperature and a difference, the temperature stays on its scale: `20 °C + 39.68 K`.
    """
    if isinstance(node, Call) and node.function in ("+", "-") and len(node.arguments) == 2:
        for place in (0, 1) if node.function == "+" else (0,):
            start, other = node.arguments[place], node.arguments[1 - place]
            if _offset_unit(start, task, values) and not _has_offset(other, task, values):
                sides = (_in_its_unit(start, task, values), filled(other, task, values))
                return Call(node.function, sides if place == 0 else sides[::-1])
    return filled(node, task, values)


def filled(node: Node, task: Task, values: Mapping[str, Value]) -> Node:
    """The node with its names replaced by quantities, rounded as they are shown.

    Temperatures are put in as kelvins, since twice 20 °C is not 40 °C; but not in the difference of two in one unit,
    nor where the whole is one of them and differences added to it.
    """
    terms = list(_terms(node, 1)) if isinstance(node, Call) and node.function in ("+", "-") else []
    scales = [(term, sign) for term, sign in terms if _offset_unit(term, task, values) is not None]
    is_moved = len(terms) > 1 and len(scales) == 1 and scales[0][1] == 1
    return _filled(node, task, values, scales[0][0] if is_moved else None)


def _terms(node: Node, sign: int) -> Iterator[tuple[Node, int]]:
    """The terms of a sum with their signs."""
    if not isinstance(node, Call) or node.function not in ("+", "-"):
        yield node, sign
        return
    left, right = node.arguments
    yield from _terms(left, sign)
    yield from _terms(right, sign if node.function == "+" else -sign)


def _filled(node: Node, task: Task, values: Mapping[str, Value], scale: Node | None = None) -> Node:
    """The same; the term of the whole that is a temperature as it was given."""
    if scale is not None and node is scale:
        return _in_its_unit(node, task, values)
    if isinstance(node, Name) and node.name in values:
        return quantity(absolute(task.by_name[node.name], values[node.name]))
    if isinstance(node, Constant) and node.written is not None:
        return _as_written(node)
    if not isinstance(node, Call):
        return node
    between = _between_temperatures(node, task, values)
    return between or Call(node.function, tuple(_filled(item, task, values, scale) for item in node.arguments))


def _between_temperatures(node: Call, task: Task, values: Mapping[str, Value]) -> Node | None:
    """The difference of two temperatures in one unit, with their values; None for anything else."""
    units = {_offset_unit(item, task, values) for item in node.arguments}
    if node.function != "-" or len(units) != 1 or None in units:
        return None
    return Call("-", tuple(_in_its_unit(item, task, values) for item in node.arguments))


def _offset_unit(item: Node, task: Task, values: Mapping[str, Value]) -> str | None:
    """The unit of a quantity that does not count from zero, in steps as large as the base unit's."""
    if isinstance(item, Name) and item.name in values:
        unit = task.by_name[item.name].unit
    elif isinstance(item, Constant) and item.written is not None:
        unit = read_unit(item.written.unit).unit
    else:
        return None
    return unit.name if unit is not None and unit.offset and unit.factor == 1 else None


def _has_offset(node: Node, task: Task, values: Mapping[str, Value]) -> bool:
    """Whether a temperature that does not count from zero is in an expression."""
    return bool(_offset_unit(node, task, values)) or any(_has_offset(item, task, values) for item in node.children())


def _in_its_unit(item: Node, task: Task, values: Mapping[str, Value]) -> Node:
    """A temperature as it was written or given."""
    if isinstance(item, Name):
        return quantity(shown_value(task.by_name[item.name], values[item.name]))
    assert isinstance(item, Constant) and item.written is not None
    return item.written


def _as_written(node: Constant, in_sum: bool = False) -> Quantity:
    """A number with the unit it was written with; a temperature that does not count from zero only within a sum."""
    assert node.written is not None and isinstance(node.value, (int, float, Fraction))
    if in_sum or not read_unit(node.written.unit).unit.offset:
        return node.written
    return Quantity(Fraction(number_text(node.value)), "K")


def absolute(variable: Variable, value: Value) -> Shown:
    """A value as shown; a temperature that does not count from zero in kelvins."""
    if variable.unit is None or not variable.unit.offset or isinstance(value, str):
        return shown_value(variable, value)
    number = exact(value)
    return Shown(f"{value_text(number)} K", number, "K")


def quantity(shown: Shown) -> Quantity:
    """A value as a node, rounded as it is shown."""
    assert isinstance(shown.value, (int, float, Fraction))
    return Quantity(Fraction(value_text(shown.value)), shown.unit)


def written(node: Node, alphabet: Alphabet) -> str:
    """A formula in an alphabet, pi and e by their names."""
    return Writer(alphabet).written(_named(node))


def _named(node: Node, in_sum: bool = False) -> Node:
    """The constants of the language by their names, other numbers as people write them."""
    if isinstance(node, Constant) and node.written is not None:
        return _as_written(node, in_sum)
    if isinstance(node, Constant) and isinstance(node.value, float):
        name = {math.pi: "pi", -math.pi: "-pi", math.e: "e"}.get(node.value)
        return Name(name) if name else Quantity(Fraction(number_text(node.value)), "")
    if isinstance(node, Constant) and isinstance(node.value, (int, Fraction)) and is_scientific(node.value):
        return Quantity(Fraction(node.value), "")
    if isinstance(node, Call):
        in_sum = node.function in _SUMS
        return Call(node.function, tuple(_named(argument, in_sum) for argument in node.arguments))
    return node


_SUMS = ("+", "-", "sum", *COMPARISONS)


def _quantity(number: str, unit: str) -> str:
    text = number_text(Fraction(number))
    return f"{text} {unit}" if unit else text


ROUNDED = replace(PLAIN, quantity=_quantity)
"""Plain text with numbers rounded as people read them."""
