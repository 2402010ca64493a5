"""The quantities of a model: names, titles, units, ranges, and the values some of them always have."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypeVar

from cpsolver.errors import Problem, SpecError, did_you_mean
from cpsolver.kinds.formulas.shape import QuantityShape, entry
from cpsolver.kinds.formulas.spreads import measured
from cpsolver.kinds.formulas.turns import fit
from cpsolver.kinds.formulas.units import (
    Amount,
    Measure,
    QuantityError,
    in_unit,
    is_share,
    read_quantity,
    read_unit,
    to_base,
)
from cpsolver.kinds.formulas.wording import number_text
from cpsolver.kinds.kind import Share, Spread
from cpsolver.spec.document import Place, words_for
from cpsolver.spec.loading import Layer
from cpsolver.spec.schema import validate
from cpsolver.task.domain import Finite, Number, Reals
from cpsolver.task.functions import exact
from cpsolver.task.task import Fact, Unit, Variable

_NAME = re.compile(r"[^\W\d]\w*")
_WORDS = ("and", "or", "not", "xor", "in", "if", "then", "else", "for", "where", "div", "mod", "true", "false")
_BOUND = re.compile(r"\s*(>=|<=|>|<)\s*(.*)")

T = TypeVar("T")


@dataclass(frozen=True)
class Quantity:
    """A quantity of the model: its variable, its unit, and the fact that fixes a constant."""

    variable: Variable
    measure: Measure
    constant: Fact | None = None


def quantities(layers: tuple[Layer, ...]) -> dict[str, Quantity]:
    """The quantities of a model, a later layer's in place of an earlier one's of the same name.

    Raises: SpecError with all that is wrong with them.
    """
    found: dict[str, Quantity] = {}
    problems: list[Problem] = []
    for layer in layers:
        place = entry(layer.place, "quantities")
        for name in place.data if place is not None and isinstance(place.data, dict) else ():
            assert place is not None
            try:
                found[name] = _quantity(name, place.at(name))
            except SpecError as error:
                problems += error.problems
    if problems:
        raise SpecError(*problems)
    if not found:
        raise layers[-1].place.error("a formula model needs quantities", hint="write 'quantities: {x: {unit: m}}'")
    return found


def is_name(text: str) -> bool:
    """Whether a quantity may be called so: letters, digits and `_`, and no word of the language."""
    return bool(_NAME.fullmatch(text)) and text not in _WORDS


def _quantity(name: str, place: Place) -> Quantity:
    if not is_name(name):
        raise place.error(f"'{name}' cannot be the name of a quantity", hint="write letters, digits and _", at_key=True)
    if isinstance(place.data, str):
        shape, measure = QuantityShape.model_validate({}), _unit(place)
    else:
        shape = validate(place, QuantityShape)
        measure = _unit(place.at("unit")) if shape.unit else read_unit("")
    domain = _range(place.at("range"), measure) if shape.range else Reals()
    variable = Variable(name, domain, shape.title, measure.unit if measure.unit.name else None, place.key_mark())
    constant = None
    if shape.value:
        inner = place.at("value")
        amount = read_at(inner, measure)
        value = number_in(amount, inner, name, measure)
        constant = Fact(name, Finite((_inside(value, variable, inner),)), inner.mark())
        variable = with_spread(variable, value, spread_in(amount, measure))
    return Quantity(variable, measure, constant)


def _unit(place: Place) -> Measure:
    try:
        return read_unit(str(place.data))
    except QuantityError as error:
        raise place.error(error.message, hint=error.hint, offset=error.offset) from None


def _range(place: Place, measure: Measure) -> Reals:
    """`0..90`, `0..`, `..5` (ends included), or comparisons: `> 0`, `>= -1, < 1`; in the quantity's unit."""
    text = str(place.data)
    domain: object = Reals()
    if ".." in text:
        ends = [part.strip() for part in text.split("..", 1)]
        lower, upper = (_end(place, end, measure) if end else None for end in ends)
        return _checked(place, Reals(lower, upper))
    offset = 0
    for part in text.split(","):
        match = _BOUND.fullmatch(part)
        if not match:
            raise place.error(
                f"'{part.strip()}' is not a range", hint="write '0..90', '> 0' or '>= 0, < 1'", offset=offset
            )
        value, sign = _end(place, match[2], measure), match[1]
        bound = Reals(value, None, sign == ">") if sign[0] == ">" else Reals(None, value, False, sign == "<")
        domain = bound.meet(domain)  # type: ignore[arg-type]
        offset += len(part) + 1
    assert isinstance(domain, Reals)
    return _checked(place, domain)


def _checked(place: Place, domain: Reals) -> Reals:
    if domain.is_empty:
        raise place.error(f"no number is in the range '{place.data}'")
    return domain


def _end(place: Place, text: str, measure: Measure) -> Number:
    offset = str(place.data).find(text)
    amount = read_at(place, measure, text, offset)
    refuse_spread(amount, place, offset, "the end of a range")
    return number_in(amount, place, "the range", measure, offset)


def read_at(place: Place, measure: Measure, text: str | None = None, offset: int = 0) -> Amount:
    """The amount written at a place, or in a part of its text, as it is meant for a quantity in this unit.

    `60 rpm` are 1 Hz for a frequency, and 2*pi rad/s for an angular velocity.
    Raises: SpecError at the character that is wrong, and where turns could be radians.
    """
    if not isinstance(place.data, str) or not place.data:
        raise place.error(f"expected a quantity such as '30 m', found {words_for(place.data)}")
    try:
        amount = read_quantity(place.data if text is None else text)
    except QuantityError as error:
        raise place.error(error.message, hint=error.hint, offset=offset + error.offset) from None
    said = (place.data if text is None else text).strip()
    if amount.spread is not None and amount.measure is None and is_share(measure) and _ends_in_share(said):
        hint = "write '30 % ± 2 %' or '(30 ± 2) %' for 28 to 32 %, '30 % ± 0.6 %' for 2 % of it"
        raise place.error(f"'{said}' can be read in two ways", hint=hint, offset=offset)
    try:
        return fit(amount, measure)
    except QuantityError as error:
        raise place.error(error.message, hint=error.hint, offset=offset) from None


def _ends_in_share(text: str) -> bool:
    """Whether the last thing written is %, ‰ or ppm."""
    return text[-1] in "%‰" or text[-1].isalpha()


def number_in(amount: Amount, place: Place, name: str, measure: Measure, offset: int = 0) -> Number:
    """The amount in base units; without a unit it is in the quantity's.

    Raises: SpecError if its unit is of another dimension.
    """
    if amount.measure is not None and amount.measure.dimension != measure.dimension:
        unit = measure.unit.name or "no unit: it is a pure number"
        raise place.error(
            f"'{amount.measure.unit.name}' does not fit '{name}', which is {in_unit(measure)}",
            hint=f"its unit in the model is {unit}",
            offset=offset + max(0, str(place.data)[offset:].find(amount.measure.unit.name)),
        )
    try:
        return to_base(amount, measure)
    except QuantityError as error:
        raise place.error(error.message, offset=offset) from None


def range_text(domain: Reals, unit: Unit | None) -> str:
    """A range as people write it, in a unit: `> -90, < 90 deg`, `>= 0`."""
    ends = (
        (">" if domain.lower_open else ">=", domain.lower),
        ("<" if domain.upper_open else "<=", domain.upper),
    )
    said = [
        f"{sign} {number_text(exact(unit.from_base(end)) if unit else end)}" for sign, end in ends if end is not None
    ]
    return " ".join(filter(None, (", ".join(said), unit.name if unit else "")))


def refuse_outside(value: Number, variable: Variable, place: Place, text: str, offset: int = 0) -> None:
    """Refuse a value that its quantity cannot have. Raises: SpecError that says the range."""
    if value in variable.domain:
        return
    assert isinstance(variable.domain, Reals)
    said = range_text(variable.domain, variable.unit)
    raise place.error(f"'{text}' lies outside the range of '{variable.name}' ({said})", offset=offset)


def _inside(value: Number, variable: Variable, place: Place) -> Number:
    refuse_outside(value, variable, place, str(place.data))
    return value


def spread_in(amount: Amount, measure: Measure) -> float | None:
    """The standard uncertainty of an amount in base units; without a unit it is in the quantity's. None if exact."""
    return float((amount.measure or measure).unit.factor * amount.spread) if amount.spread else None


def with_spread(variable: Variable, value: Number, spread: float | None) -> Variable:
    """The variable whose given value has a standard uncertainty, or has none."""
    return measured(variable, ((value, Spread(spread, (Share(variable.name, 1.0),))),) if spread else ())


def refuse_spread(amount: Amount, place: Place, offset: int, what: str) -> None:
    """Refuse an uncertainty where it makes no sense. Raises: SpecError."""
    if amount.spread is not None:
        raise place.error(f"{what} has no uncertainty", hint="write it without ±", offset=offset)


def named(name: str, place: Place, known: Mapping[str, T], at_key: bool = True, offset: int = 0) -> T:
    """The quantity of that name.

    Raises: SpecError at the key (or the text) if the model has none.
    """
    if name in known:
        return known[name]
    if not name:
        raise place.error("a quantity is missing here", hint=suggestion(name, known), at_key=at_key, offset=offset)
    if name[:1].isdigit():
        hint = "a comma separates entries; write numbers with a decimal point: 3.5 m"
    else:
        hint = suggestion(name, known)
    raise place.error(f"'{name}' is not a quantity of this model", hint=hint, at_key=at_key, offset=offset)


def suggestion(name: str, known: Collection[str]) -> str:
    """The hint for an unknown name: its instances, `x_1` for `x`; what all instances share, `t` for `t_1`; the nearest.

    Returns: nothing where nothing is known
    """
    own = [other for other in known if other.startswith(f"{name}_") and "_" not in other[len(name) + 1 :]]
    if own:
        few = [f"'{other}'" for other in own[:4]]
        return f"did you mean {', '.join(few[:-1])} or {few[-1]}?" if len(few) > 1 else f"did you mean {few[0]}?"
    whole, _, _ = name.rpartition("_")
    if whole in known:
        return f"did you mean '{whole}'?"
    return did_you_mean(name, known, "known")
