"""What is given of a quantity: a value, an uncertain value, or many values in turn, which is a sweep.

`[1 m, 2 m, 5 m]` and `"[1, 2, 5] m"` list the values; `0..90 deg step 5` counts them through by a step, and
`0..10 m in 101 points` (or `in 100 steps`, the same) by their number, both ends included.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from cpsolver.kinds.formulas.quantities import (
    Quantity,
    named,
    number_in,
    range_text,
    read_at,
    refuse_outside,
    refuse_spread,
    spread_in,
)
from cpsolver.kinds.formulas.turns import fitted
from cpsolver.kinds.formulas.units import Amount, Measure, QuantityError, read_unit
from cpsolver.spec.document import Place
from cpsolver.task.axis import Axis
from cpsolver.task.domain import Finite, Number, Reals
from cpsolver.task.functions import exact
from cpsolver.task.task import Fact, Unit

MOST_POINTS = 1_000_000
"""Values that a sweep may count through, all combinations together."""

_SPACED = re.compile(r"\s*(?P<first>.+?)\s*\.\.\s*(?P<last>.+?)(?:\s+(?P<how>step|in)\b\s*(?P<rest>.*?))?\s*")
_COUNTED = re.compile(r"(?P<count>\d{1,9})\s+(?P<what>points?|steps?)")
_LISTED = re.compile(r"\s*\[(?P<items>[^\]]*)\]\s*(?P<unit>.*?)\s*")

STEP_HINT = "write '0..90 deg step 5' or '0..90 deg in 19 points'"


@dataclass(frozen=True)
class Given:
    """What is given of a quantity: its value; of a sweep the first of its values, and all of them on the axis.

    fact:   of a sweep, the first value that lies in the range of the quantity
    spread: its standard uncertainty in base units, where it has one
    unit:   the unit it is written in, where one is written
    """

    fact: Fact
    spread: float | None = None
    axis: Axis | None = None
    unit: Unit | None = None

    @property
    def value(self) -> Number:
        """The value, in base units."""
        assert isinstance(self.fact.domain, Finite)
        value = self.fact.domain.value
        assert not isinstance(value, str)
        return value


def given_at(place: Place, name: str, known: Mapping[str, Quantity]) -> Given:
    """What is given of a quantity at a place.

    Raises: SpecError if there is no such quantity, or at the character that is wrong.
    """
    quantity = named(name, place, known)
    axis = _axis(place, name, quantity)
    if axis is not None:
        return Given(Fact(name, Finite((_possible(axis, quantity, place),)), place.mark()), axis=axis, unit=axis.unit)
    amount = read_at(place, quantity.measure)
    value = number_in(amount, place, name, quantity.measure)
    refuse_outside(value, quantity.variable, place, str(place.data))
    unit = amount.measure.unit if amount.measure else None
    return Given(Fact(name, Finite((value,)), place.mark()), spread_in(amount, quantity.measure), unit=unit)


def _possible(axis: Axis, quantity: Quantity, place: Place) -> Number:
    """The first value of a sweep that its quantity can have. Raises: SpecError if there is none."""
    values = (axis.at(index) for index in range(len(axis)))
    found = next((value for value in values if value in quantity.variable.domain), None)
    if found is None:
        domain = quantity.variable.domain
        assert isinstance(domain, Reals)
        said = range_text(domain, quantity.variable.unit)
        raise place.error(f"all values of '{str(place.data).strip()}' lie outside the range of '{axis.name}' ({said})")
    return found


def check_size(axes: Sequence[Axis], place: Place) -> None:
    """Refuse more points than can be handled. Raises: SpecError at the place."""
    count = math.prod(map(len, axes))
    if count > MOST_POINTS:
        raise place.error(f"{count:,} points are too many; {MOST_POINTS:,} are allowed", hint="take larger steps")


def _axis(place: Place, name: str, quantity: Quantity) -> Axis | None:
    """The values of a sweep; None if one value is given."""
    data = place.data
    if isinstance(data, list):
        amounts = [read_at(place.at(index), quantity.measure) for index in range(len(data))]
        return _listed([(amount, place.at(i), 0) for i, amount in enumerate(amounts)], place, name, quantity)
    if not isinstance(data, str):
        return None
    if data.lstrip().startswith("["):
        return _list_in_text(place, data, name, quantity)
    return _spaced(place, data, name, quantity) if ".." in data else None


# -- lists -------------------------------------------------------------------------------------------------------

_Item = tuple[Amount, Place, int]
"""A value with its place and the offset in its text."""


def _listed(items: Sequence[_Item], place: Place, name: str, quantity: Quantity, unit: Measure | None = None) -> Axis:
    if not items:
        raise place.error(f"no value is listed for '{name}'", hint="write '[1 m, 2 m, 5 m]'")
    with_unit = [amount for amount, *_ in items if amount.measure is not None]
    if with_unit and (len(with_unit) < len(items) or unit is not None):
        raise place.error(
            "some of these values have a unit and some have none",
            hint="write a unit at each value, or one behind the list: '\"[1, 2, 5] m\"'",
        )
    measure = unit or quantity.measure
    if with_unit and all(amount.measure == with_unit[0].measure for amount in with_unit):
        measure = with_unit[0].measure or measure
    values = []
    for amount, at, offset in items:
        refuse_spread(amount, at, offset, "a swept value")
        base = number_in(amount, at, name, measure, offset)
        values.append(amount.number if amount.measure in (None, measure) else exact(measure.unit.from_base(base)))
    return Axis(name, measure.unit, len(values), listed=tuple(exact(value) for value in values))


def _list_in_text(place: Place, text: str, name: str, quantity: Quantity) -> Axis:
    found = _LISTED.fullmatch(text)
    if found is None:
        raise place.error("a list is not closed", hint="write '[1, 2, 5] m'", offset=text.find("["))
    unit = None
    if found["unit"]:
        unit = _unit(found["unit"], found.start("unit"), place, name, quantity)
    items: list[_Item] = []
    offset = found.start("items")
    for part in found["items"].split(",") if found["items"].strip() else ():
        items.append((read_at(place, quantity.measure, part, offset), place, offset))
        offset += len(part) + 1
    return _listed(items, place, name, quantity, unit)


def _unit(text: str, offset: int, place: Place, name: str, quantity: Quantity) -> Measure:
    try:
        measure = fitted(read_unit(text), quantity.measure)
    except QuantityError as error:
        raise place.error(error.message, hint=error.hint, offset=offset + error.offset) from None
    number_in(Amount(Fraction(0), Fraction(1), measure), place, name, quantity.measure, offset)
    return measure


# -- evenly spaced -----------------------------------------------------------------------------------------------


def _spaced(place: Place, text: str, name: str, quantity: Quantity) -> Axis:
    found = _SPACED.fullmatch(text)
    if found is None:
        raise place.error(f"'{text.strip()}' is not a range", hint=STEP_HINT)
    if not found["how"]:
        raise place.error(f"'{text.strip()}' does not say how far its values are apart", hint=STEP_HINT)
    first, last = (_end(place, found, which, name, quantity) for which in ("first", "last"))
    measure = last.measure or first.measure or quantity.measure
    start, end = (_in_unit(amount, measure) for amount in (first, last))
    if found["how"] == "in":
        step, count = _by_number(place, found, start, end)
    else:
        step, count = _by_step(place, found, (start, end), measure, quantity, bool(last.measure or first.measure))
    return Axis(name, measure.unit, count, first=start, step=step)


def _end(place: Place, found: re.Match[str], which: str, name: str, quantity: Quantity) -> Amount:
    amount = read_at(place, quantity.measure, found[which], found.start(which))
    refuse_spread(amount, place, found.start(which), "a swept value")
    number_in(amount, place, name, quantity.measure, found.start(which))
    return amount


def _in_unit(amount: Amount, measure: Measure) -> Fraction:
    if amount.measure in (None, measure):
        return amount.number
    assert amount.measure is not None
    return Fraction(measure.unit.from_base(amount.measure.unit.to_base(amount.number)))


def _by_number(place: Place, found: re.Match[str], start: Fraction, end: Fraction) -> tuple[Fraction, int]:
    counted = _COUNTED.fullmatch(found["rest"])
    if counted is None:
        raise place.error(f"'in {found['rest']}' is not a number of points", hint=STEP_HINT, offset=found.start("how"))
    count = int(counted["count"]) + counted["what"].startswith("step")
    if count < 2:
        raise place.error("a range has at least 2 points: its ends", offset=found.start("rest"))
    _check_count(place, count, found.start("rest"))
    return (end - start) / (count - 1), count


def _by_step(
    place: Place,
    found: re.Match[str],
    ends: tuple[Fraction, Fraction],
    measure: Measure,
    quantity: Quantity,
    explicit: bool,
) -> tuple[Fraction, int]:
    (start, end), at = ends, found.start("rest")
    amount = read_at(place, quantity.measure, found["rest"], at) if found["rest"] else None
    if amount is None:
        raise place.error("the step is missing", hint=STEP_HINT, offset=found.start("how"))
    refuse_spread(amount, place, at, "a swept value")
    step = Fraction(amount.number)
    if amount.measure is not None:
        if not explicit:
            raise place.error(
                f"the step has the unit '{amount.measure.unit.name}', and the ends have none",
                hint=f"write '{found['first']}..{found['last']} {amount.measure.unit.name} step {amount.number}'",
                offset=at,
            )
        number_in(amount, place, "the step", measure, at)
        step = Fraction(amount.measure.unit.factor * amount.number / measure.unit.factor)
    if step == 0 or (end - start) / step < 0:
        wanted = "other than 0" if step == 0 else "negative" if step > 0 else "positive"
        raise place.error(f"the step must be {wanted} to come from {found['first']} to {found['last']}", offset=at)
    count = math.floor((end - start) / step) + 1
    _check_count(place, count, at)
    return step, count


def _check_count(place: Place, count: int, offset: int) -> None:
    if count > MOST_POINTS:
        message = f"{count:,} points are too many; {MOST_POINTS:,} are allowed"
        raise place.error(message, hint="take larger steps", offset=offset)
