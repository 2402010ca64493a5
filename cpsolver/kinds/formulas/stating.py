"""What the models of a spec state of its task: quantities, formulas and rules, put together and once per instance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cpsolver.errors import Problem, SpecError
from cpsolver.kinds.formulas.combining import Piece, differing_titles, joined, pieces, together
from cpsolver.kinds.formulas.instances import Instances, instance_names, instances, numbered
from cpsolver.kinds.formulas.quantities import Quantity
from cpsolver.kinds.formulas.rules import formulas, rules
from cpsolver.kinds.formulas.shape import entry
from cpsolver.kinds.formulas.units import Measure
from cpsolver.spec.document import Place
from cpsolver.spec.loading import Spec
from cpsolver.task.condition import Condition


@dataclass(frozen=True)
class Stated:
    """What the models of a spec say.

    quantities: by the names they have in the task, once per instance
    models:     what is put together
    bodies:     the instances of it
    """

    quantities: Mapping[str, Quantity]
    models: tuple[Piece, ...]
    bodies: Instances

    @property
    def remarks(self) -> tuple[tuple[str, str], ...]:
        """By name of a quantity, what is to be noted of the models together: quantities of one name that may be two."""
        return differing_titles(self.models)

    def formulas(self) -> tuple[Condition, ...]:
        """The formulas of all models. Raises: SpecError with all that is wrong with them."""
        return self.bodies.conditions(together(self.models, lambda piece: formulas(piece.layers, _measures(piece))))

    def rules(self) -> tuple[Condition, ...]:
        """The rules of all models. Raises: SpecError with all that is wrong with them."""
        return self.bodies.conditions(together(self.models, _rules))


def stated(spec: Spec) -> Stated:
    """What the models of a spec state.

    Raises: SpecError for what is wrong with quantities, with `instances:` and `shared:`, and between models.
    """
    models = pieces(spec)
    spoken = frozenset(_spoken(spec))
    names = instance_names(spec.place)

    def decided(name: str) -> bool:
        return name in spoken or (bool(names) and all(numbered(name, instance) in spoken for instance in names))

    known = joined(models, decided) if len(models) > 1 else models[0].quantities
    bodies = instances(spec.place, known, spoken)
    return Stated(bodies.quantities(known), models, bodies)


def _measures(piece: Piece) -> dict[str, Measure]:
    return {name: quantity.measure for name, quantity in piece.own.items()}


def _rules(piece: Piece) -> list[Condition]:
    """The rules of a model, under its own names."""
    found: list[Condition] = []
    problems: list[Problem] = []
    for layer in piece.layers:
        require = entry(layer.place, "require")
        try:
            found += rules(require, _measures(piece)) if require is not None else ()
        except SpecError as error:
            problems += error.problems
    if problems:
        raise SpecError(*problems)
    return found


def _spoken(spec: Spec) -> Iterator[str]:
    """The names that the spec gives or seeks."""
    given = entry(spec.place, "given")
    yield from given.entries() if given is not None else ()
    yield from spec.parameters
    yield from (name for name, _, _ in find_entries(entry(spec.place, "find")))


def find_entries(place: Place | None) -> Iterator[tuple[str, Place, Place | None]]:
    """Name, place, and place of the unit asked for, of everything after `find:`."""
    if place is None:
        return
    data = place.data
    if isinstance(data, dict):
        yield from ((name, place.at(name), place.at(name)) for name in data)
    elif isinstance(data, list):
        for index in range(len(data)):
            yield from find_entries(place.at(index))
    else:
        yield from ((name.strip(), place, None) for name in data.split(","))
