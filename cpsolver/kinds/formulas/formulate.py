"""A spec of a formula domain → its task: quantities over the reals in SI base units, formulas, rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from cpsolver.errors import Mark, Problem, SpecError
from cpsolver.kinds.formulas.deciding import deciding
from cpsolver.kinds.formulas.givens import Given, check_size, given_at
from cpsolver.kinds.formulas.plan import determined
from cpsolver.kinds.formulas.quantities import Quantity, named, with_spread
from cpsolver.kinds.formulas.rules import rules
from cpsolver.kinds.formulas.scales import differences
from cpsolver.kinds.formulas.shape import Constants, entry
from cpsolver.kinds.formulas.stating import find_entries, stated
from cpsolver.kinds.formulas.turns import fitted
from cpsolver.kinds.formulas.units import Measure, QuantityError, in_unit, read_unit
from cpsolver.spec.document import Place
from cpsolver.spec.loading import Spec, given_outside
from cpsolver.task.condition import Condition
from cpsolver.task.task import Aim, Fact, Sought, Task, Unit, Variable

T = TypeVar("T")


def formulate(spec: Spec) -> Task:
    """The task of a spec.

    Units:  all values in SI base units; `Variable.unit` says how they are shown: in the unit asked for, what is given
            in the unit it is written in, anything else in the model's
    Raises: SpecError with all that is wrong in quantities, formulas, rules, givens and what is sought.
    """
    _refuse_parameters(spec)
    model = stated(spec)
    known = model.quantities
    measures = {name: quantity.measure for name, quantity in known.items()}
    problems: list[Problem] = []
    conditions: list[Condition] = []
    for read in (model.formulas, model.rules, lambda: _rules(spec, measures)):
        conditions += _collected(read, problems, ())
    nowhere: dict[str, Given] = {}
    apart = differences(conditions, measures)
    stating = _collected(lambda: _given(spec, known, apart), problems, nowhere)
    given = tuple(stating[name].fact for name in known if name in stating)
    nothing: dict[str, Measure | None] = {}
    sought = _collected(lambda: _sought(spec, known, given, apart), problems, nothing)
    if not problems and not conditions:
        problems.append(_nothing_said(spec))
    if problems:
        raise SpecError(*problems)
    find = entry(spec.place, "find")
    task = Task(
        name=spec.name,
        kind="formulas",
        variables=_variables(known, sought, stating),
        conditions=tuple(conditions),
        given=given,
        show=Constants(
            tuple(fact.variable for fact in given if fact is known[fact.variable].constant),
            tuple(one.axis for one in stating.values() if one.axis is not None),
            model.remarks,
        ),
        sought=Sought(
            tuple(sought) or _everything(known, conditions, given), Aim.ALL, mark=find.mark() if find else None
        ),
    )
    return replace(task, sought=replace(task.sought, tested=deciding(task, task.knowledge())))


def _nothing_said(spec: Spec) -> Problem:
    """That neither model nor task says anything of its quantities."""
    place = spec.model[-1].place if spec.model else spec.place
    return place.problem("no formulas and no rules", hint="add 'formulas: {velocity: v = vs + a*t}' to the model")


def _collected(read: Callable[[], T], problems: list[Problem], otherwise: T) -> T:
    """What a reader gives; its problems are collected, so that all come at once."""
    try:
        return read()
    except SpecError as error:
        problems += error.problems
        return otherwise


def _refuse_parameters(spec: Spec) -> None:
    places = [spec.place.at("parameters")] if spec.shape.parameters else []
    places += [layer.place.at("parameters") for layer in spec.model if layer.shape.parameters]
    if places:
        raise SpecError(
            *(
                place.problem("a formula model has no parameters", hint="write values under 'given'", at_key=True)
                for place in places
            )
        )


def _rules(spec: Spec, measures: Mapping[str, Measure]) -> tuple[Condition, ...]:
    """Rules of the task alone."""
    require = entry(spec.place, "require")
    if require is None or any(layer.place == spec.place for layer in spec.model):
        return ()
    return rules(require, measures)


def _given(spec: Spec, known: Mapping[str, Quantity], apart: Collection[str]) -> dict[str, Given]:
    """Constants of the model, in their places the values of the spec, in theirs the overrides of the command line."""
    found = {name: Given(quantity.constant) for name, quantity in known.items() if quantity.constant}
    for name in _sought_names(spec):
        found.pop(name, None)
    problems: list[Problem] = []
    outside = ((str(place.path[-1]), place) for place in given_outside(spec.parameters, known))
    for name, inner in [*_values_of(entry(spec.place, "given")), *outside]:
        try:
            found[name] = given_at(inner, name, known)
            _refuse_scale(inner, name, found[name].unit, apart)
            check_size([one.axis for one in found.values() if one.axis is not None], inner)
        except SpecError as error:
            problems += error.problems
    if problems:
        raise SpecError(*problems)
    return found


def _refuse_scale(place: Place, name: str, unit: Unit | None, apart: Collection[str]) -> None:
    """Refuse a scale with a zero for a quantity that is a difference of temperatures. Raises: SpecError."""
    if unit is not None and unit.offset and name in apart:
        message = f"'{name}' is a difference of temperatures, but '{unit.name}' is a scale with a zero"
        steps = "K or delta_degC" if unit.factor == 1 else "K or delta_degF"
        raise place.error(message, hint=f"write it in {steps}")


def _values_of(place: Place | None) -> Iterator[tuple[str, Place]]:
    """The entries of `given:`."""
    if place is None:
        return
    if not isinstance(place.data, dict):
        raise place.error("expected a mapping of quantities to values", hint="write 'given: {x: 10 m, t: 3 s}'")
    yield from ((name, place.at(name)) for name in place.data)


def _sought(
    spec: Spec, known: Mapping[str, Quantity], given: Sequence[Fact], apart: Collection[str]
) -> dict[str, Measure | None]:
    """The quantities sought, with the unit asked for, if any."""
    facts = {fact.variable: fact for fact in given}
    found: dict[str, Measure | None] = {}
    problems: list[Problem] = []
    for name, place, unit in find_entries(entry(spec.place, "find")):
        try:
            at_key = unit is not None
            offset = 0 if at_key else max(0, str(place.data).find(name))
            quantity = named(name, place, known, at_key=at_key, offset=offset)
            if name in facts:
                hint = _where(facts[name].origin)
                raise place.error(f"'{name}' is sought, but it is given", hint=hint, at_key=at_key, offset=offset)
            asked = found[name] = _asked_unit(unit, name, quantity) if unit is not None else None
            _refuse_scale(place, name, asked.unit if asked else None, apart)
        except SpecError as error:
            problems += error.problems
    if problems:
        raise SpecError(*problems)
    return found


def _where(origin: object) -> str:
    return f"it is given at {origin}; remove one of the two" if isinstance(origin, Mark) else ""


def _asked_unit(place: Place, name: str, quantity: Quantity) -> Measure | None:
    """The unit asked for; None, which is the model's, where nothing or `1` is written.

    Raises: SpecError for what is no unit, and for one that does not fit.
    """
    own = quantity.measure
    if place.data is None or place.data == "" or (isinstance(place.data, str) and place.data.strip() in ("1", "-")):
        return None
    if not isinstance(place.data, str):
        wanted = own.unit.name or "1"
        raise place.error(f"expected a unit for '{name}'", hint=f"write 'find: {{{name}: {wanted}}}'")
    try:
        measure = fitted(read_unit(place.data), own)
    except QuantityError as error:
        raise place.error(error.message, hint=error.hint, offset=error.offset) from None
    if measure.dimension != own.dimension:
        message = f"'{place.data}' does not fit '{name}', which is {in_unit(own)}"
        raise place.error(message, hint=f"its unit in the model is {own.unit.name or 'none'}")
    return measure


def _sought_names(spec: Spec) -> list[str]:
    return [name for name, _, _ in find_entries(entry(spec.place, "find"))]


def _variables(
    known: Mapping[str, Quantity], sought: Mapping[str, Measure | None], given: Mapping[str, Given]
) -> tuple[Variable, ...]:
    """The quantities, in the units asked for or, of what is given, written; with the uncertainties of what is given.

    What is neither given nor sought is shown in the unit asked for a quantity of its kind: x_2 in km beside x_1.
    """
    asked = {(_kind_of(name), known[name].variable.unit): measure for name, measure in sought.items() if measure}
    found = []
    for name, quantity in known.items():
        variable, measure, one = quantity.variable, sought.get(name), given.get(name)
        if one is None or one.fact is not quantity.constant:
            variable = with_spread(variable, one.value if one else 0, one.spread if one else None)
        if measure is None and one is None and name not in sought and "_" in name:
            measure = asked.get((_kind_of(name), variable.unit))
        unit = measure.unit if measure else one.unit if one else None
        found.append(replace(variable, unit=unit) if unit else variable)
    return tuple(found)


def _kind_of(name: str) -> str:
    """The name without what tells which body or place it is of: `x` of `x_2`."""
    return name.rpartition("_")[0] or name


def _everything(
    known: Mapping[str, Quantity], conditions: Sequence[Condition], given: Sequence[Fact]
) -> tuple[str, ...]:
    """All quantities that the givens determine; if there are none, all that are not given."""
    facts = [fact.variable for fact in given]
    reached = determined(conditions, facts)
    return tuple(n for n in known if reached.step_to(n)) or tuple(n for n in known if n not in facts)
