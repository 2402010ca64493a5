"""Several models in one task: quantities of one name and dimension are one quantity, formulas are put together.

What two models say of one quantity is met: it lies in both ranges, and has the title and the unit of the first model
that names it. Where one name means things of two dimensions, or two models fix a constant differently, the spec has to
decide: a mapping of names gives a quantity another name, `given:` a constant its value.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from cpsolver.errors import Problem, SpecError
from cpsolver.kinds.formulas.quantities import Quantity, is_name, named, quantities
from cpsolver.kinds.formulas.renaming import renamed
from cpsolver.kinds.formulas.units import NUMBER, Dimension, derived, spelt
from cpsolver.kinds.formulas.wording import shown_value
from cpsolver.spec.document import Place, words_for
from cpsolver.spec.loading import Layer, Part, Spec
from cpsolver.task.condition import Condition
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Node


@dataclass(frozen=True)
class Piece:
    """One model of a spec.

    own:   its quantities, by the names they have in it
    names: those names that are others in the task
    short: what the model is called beside the others, in labels
    """

    part: Part
    layers: tuple[Layer, ...]
    own: Mapping[str, Quantity]
    names: Mapping[str, str]
    short: str = ""

    @property
    def quantities(self) -> dict[str, Quantity]:
        """Its quantities, by the names they have in the task."""
        return {
            self.names.get(name, name): _called(quantity, self.names.get(name, name))
            for name, quantity in self.own.items()
        }


def pieces(spec: Spec) -> tuple[Piece, ...]:
    """The models of a spec, each with its own quantities. Raises: SpecError with all that is wrong with them."""
    found: list[Piece] = []
    problems: list[Problem] = []
    parts = spec.parts or (Part(spec.place, tuple(layer.place for layer in spec.model)),)
    for part, short in zip(parts, _short([part.name for part in parts]), strict=True):
        layers = spec.layers_of(part)
        try:
            own = quantities(layers)
            found.append(Piece(part, layers, own, _names(part, own), short))
        except SpecError as error:
            problems += error.problems
    if problems:
        raise SpecError(*problems)
    return tuple(found)


def _short(names: Collection[str]) -> list[str]:
    """The names of models without their folders, where these tell them apart."""
    last = [name.rpartition("/")[2] for name in names]
    return last if len(set(last)) == len(last) else list(names)


def _names(part: Part, own: Mapping[str, Quantity]) -> dict[str, str]:
    """What a spec calls quantities of a model. Raises: SpecError for unknown ones, for names that are none or taken."""
    found: dict[str, str] = {}
    problems: list[Problem] = []
    for name, place in part.renamed.entries().items() if part.renamed is not None else ():
        try:
            named(name, place, own)
            found[name] = _new_name(name, place)
        except SpecError as error:
            problems += error.problems
    result = [found.get(name, name) for name in own]
    for name, new in found.items():
        if result.count(new) > 1 and part.renamed is not None:
            message = f"'{new}' is the name of two quantities of '{part.name}' then"
            problems.append(part.renamed.at(name).problem(message, hint="give it a name that is free"))
    if problems:
        raise SpecError(*problems)
    return found


def _new_name(name: str, place: Place) -> str:
    if not isinstance(place.data, str) or not is_name(place.data):
        said = words_for(place.data)
        raise place.error(f"{said} cannot be the name of a quantity", hint=f"write a name for '{name}'")
    return place.data


def _called(quantity: Quantity, name: str) -> Quantity:
    """The quantity under another name."""
    constant = quantity.constant and replace(quantity.constant, variable=name)
    return Quantity(replace(quantity.variable, name=name), quantity.measure, constant)


def joined(models: Iterable[Piece], decided: Callable[[str], bool]) -> dict[str, Quantity]:
    """The quantities of all models, by the names they have in the task.

    decided: whether the spec gives or seeks a quantity, so that constants of models need not agree on it
    Raises: SpecError where two models cannot mean one quantity.
    """
    found: dict[str, tuple[Piece, Quantity]] = {}
    problems: list[Problem] = []
    for piece in models:
        for name, quantity in piece.quantities.items():
            try:
                first = found.get(name)
                found[name] = (first[0], _met(first, (piece, quantity), decided)) if first else (piece, quantity)
            except SpecError as error:
                problems += error.problems
    if problems:
        raise SpecError(*problems)
    return {name: quantity for name, (_, quantity) in found.items()}


def differing_titles(models: Iterable[Piece]) -> tuple[tuple[str, str], ...]:
    """Quantities of one name that two models describe in different words, each with a remark that it may be two things.

    Nothing is said where one of them has no title, nor where the spec itself has renamed one to the other.
    """
    found: dict[str, tuple[Piece, str]] = {}
    remarks: list[tuple[str, str]] = []
    for piece in models:
        for name, quantity in piece.quantities.items():
            title = quantity.variable.title
            if not title:
                continue
            first, said = found.setdefault(name, (piece, title))
            chosen = name in piece.names.values() or name in first.names.values()
            if not chosen and title.casefold() != said.casefold():
                where = f"{name} is '{said}' in {first.part.name} and '{title}' in {piece.part.name}"
                remarks.append((name, f"{where}; if these are two things, {_renaming_hint(first, piece, name)}"))
    return tuple(remarks)


_Said = tuple[Piece, Quantity]


def _met(first: _Said, second: _Said, decided: Callable[[str], bool]) -> Quantity:
    """One quantity of which two models speak."""
    one, other = first[1], second[1]
    name, place = one.variable.name, second[0].part.place
    if one.measure.dimension != other.measure.dimension:
        said = _contrast(first, second, _in(one.measure.dimension), _in(other.measure.dimension))
        raise place.error(f"'{name}' is {said}", hint=_renaming_hint(first[0], second[0], name))
    domain = one.variable.domain.meet(other.variable.domain)
    if domain.is_empty:
        said = _contrast(first, second, f"in {one.variable.domain}", f"in {other.variable.domain}")
        hint = _renaming_hint(first[0], second[0], name)
        raise place.error(f"'{name}' has no value: it is {said} (in SI units)", hint=hint)
    variable = replace(one.variable, domain=domain, title=one.variable.title or other.variable.title)
    constant = one.constant or other.constant
    if one.constant and other.constant and one.constant.domain != other.constant.domain and not decided(name):
        texts = [_value(quantity) for quantity in (one, other)]
        said = _contrast(first, second, *texts)
        raise place.error(f"'{name}' is {said}", hint=f"say which it is: 'given: {{{name}: {texts[0]}}}'")
    measure = one.measure if one.measure.unit.name else other.measure
    return Quantity(replace(variable, unit=variable.unit or other.variable.unit), measure, constant)


def _contrast(first: _Said, second: _Said, one: str, other: str) -> str:
    """What the one model says and where, and what the other says."""
    here, there = (f"'{piece.part.name}' ({quantity.variable.mark})" for piece, quantity in (second, first))
    return f"{other} in {here}, but {one} in {there}"


def _renaming_hint(first: Piece, second: Piece, name: str) -> str:
    new = next(made for made in (f"{name}{end}" for end in range(2, 1_000)) if made not in second.own)
    own = next((own for own, called in second.names.items() if called == name), name)
    if second.part.is_inline:
        return f"give one another name, such as '{new}' in '{second.part.name}'"
    return f"give one another name: 'model: [{first.part.name}, {{{second.part.name}: {{{own}: {new}}}}}]'"


def _in(dimension: Dimension) -> str:
    return spelt(dimension) if dimension == NUMBER else f"in {derived(dimension)}"


def _value(quantity: Quantity) -> str:
    assert quantity.constant is not None
    domain = quantity.constant.domain
    assert isinstance(domain, Finite)
    return shown_value(quantity.variable, domain.value).text


def together(models: Iterable[Piece], read: Callable[[Piece], Iterable[Condition]]) -> tuple[Condition, ...]:
    """The conditions that the models state, under the names of the task; what two models say alike is said once.

    read: the conditions of one model, under its own names
    Formulas of one name that say different things are told apart by the name of the model: `velocity (kinematics)`.
    Raises: SpecError with all that is wrong in all of them.
    """
    models = tuple(models)
    if len(models) == 1 and not models[0].names:
        return tuple(read(models[0]))
    found: list[tuple[Piece, Condition]] = []
    problems: list[Problem] = []
    for piece in models:
        said = {_canonical(condition.expression) for _, condition in found}
        try:
            own = [renamed(condition, piece.names) for condition in read(piece)]
        except SpecError as error:
            problems += error.problems
            continue
        found += [(piece, condition) for condition in own if _canonical(condition.expression) not in said]
    if problems:
        raise SpecError(*problems)
    return _told_apart(found)


def _told_apart(found: Iterable[tuple[Piece, Condition]]) -> tuple[Condition, ...]:
    """The conditions of several models, those of one label called by their models too."""
    stating: dict[str, set[str]] = {}
    for piece, condition in found:
        stating.setdefault(condition.label, set()).add(piece.short)
    several = {label for label, models in stating.items() if len(models) > 1}
    return tuple(
        replace(condition, label=f"{condition.label} ({piece.short})") if condition.label in several else condition
        for piece, condition in found
    )


def _canonical(node: Node) -> Node:
    """The same for an equation and for one with its sides exchanged."""
    if isinstance(node, Call) and node.function == "=":
        return replace(node, arguments=tuple(sorted(node.arguments, key=repr)))
    return node
