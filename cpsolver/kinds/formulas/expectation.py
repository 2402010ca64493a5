"""What `expect:` of a spec says, in base units."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from cpsolver.errors import Problem, SpecError
from cpsolver.kinds.formulas.quantities import Quantity, named, number_in, read_at
from cpsolver.kinds.formulas.shape import entry
from cpsolver.kinds.formulas.stating import stated
from cpsolver.kinds.formulas.sweeping import axes
from cpsolver.kinds.formulas.units import Amount, Measure
from cpsolver.spec.document import Place
from cpsolver.spec.expected import Expected, ExpectedColumn, ExpectedValue
from cpsolver.spec.loading import Spec
from cpsolver.task.axis import size_of
from cpsolver.task.domain import Number
from cpsolver.task.result import Status
from cpsolver.task.task import Task

_STATUSES = tuple(status.value for status in Status)


def expected(spec: Spec, task: Task) -> Expected:
    """What must come out: values by quantity, `solutions` (how many), `status`.

    `x: 35.10 ± 0.07 m` also expects the uncertainty. Of a sweep, `t: [1 s, 2 s, none]` says what comes out at each
    point; where the command line changes what is swept, this is passed over.

    Units:  a number without unit is in the unit that `find:` asks for, else in the model's, whatever unit a given is
            written in; the tolerance is one unit of the last digit written where there are decimals, with a power of
            ten as without (`1.9884e30 kg` may be off by 1e26 kg), and half a unit where there are none: 5 is neither
            4 nor 6, and `42164 km` may be off by 500 m
    Raises: SpecError for an unknown quantity, a wrong unit or number, an unknown status.
    """
    known = stated(spec).quantities
    values: list[ExpectedValue] = []
    columns: list[ExpectedColumn] = []
    status, solutions = None, None
    problems: list[Problem] = []
    place = entry(spec.place, "expect")
    for name in place.data if place is not None and isinstance(place.data, dict) else ():
        assert place is not None
        inner = place.at(name)
        try:
            if name == "status" and name not in known:
                status = _status(inner)
            elif name == "solutions" and name not in known:
                solutions = _count(inner)
            elif isinstance(inner.data, list) and spec.parameters and len(inner.data) != size_of(axes(task)):
                continue
            elif isinstance(inner.data, list):
                columns.append(_column(name, inner, task, known))
            else:
                values.append(_value(name, inner, task, known))
        except SpecError as error:
            problems += error.problems
    if problems:
        raise SpecError(*problems)
    return Expected(status, solutions, None, tuple(values), tuple(columns))


def _status(place: Place) -> str:
    if place.data not in _STATUSES:
        raise place.error(f"'{place.data}' is not a status", hint=f"known: {', '.join(_STATUSES)}")
    return str(place.data)


def _count(place: Place) -> int:
    text = place.data
    if not isinstance(text, str) or not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise place.error("expected a whole number of solutions")
    return int(text)


def _value(name: str, place: Place, task: Task, known: Mapping[str, Quantity]) -> ExpectedValue:
    quantity = named(name, place, known)
    unit = None if any(fact.variable == name for fact in task.given) else task.by_name[name].unit
    shown = Measure(unit, quantity.measure.dimension) if unit else quantity.measure
    amount = read_at(place, quantity.measure)
    value = number_in(amount, place, name, shown)
    factor = (amount.measure or shown).unit.factor
    tolerance: Number = factor * _precision(amount)
    if amount.spread is None:
        return ExpectedValue(name, value, str(place.data), tolerance)
    return ExpectedValue(
        name, value, str(place.data), tolerance, float(factor * amount.spread), float(factor * amount.digit)
    )


def _column(name: str, place: Place, task: Task, known: Mapping[str, Quantity]) -> ExpectedColumn:
    """What a sweep must give at each of its points in turn; `none` where there is no solution."""
    count = size_of(axes(task))
    named(name, place, known)
    if len(place.data) != count:
        points = "the task has one point" if count == 1 else f"the sweep has {count} points"
        raise place.error(f"{len(place.data)} values are expected, but {points}", hint="a value each, or 'none'")
    items = [place.at(index) for index in range(count)]
    values = tuple(None if item.data == "none" else _value(name, item, task, known) for item in items)
    return ExpectedColumn(name, values, f"{count} values")


def _precision(amount: Amount) -> Fraction:
    """One unit of the last digit written; half a unit where no decimals are."""
    return amount.digit / 2 if amount.is_whole else amount.digit
