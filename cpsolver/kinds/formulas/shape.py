"""What a formula model and its specs may hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpsolver.spec.document import Place
from cpsolver.spec.schema import Entries, Items, ModelShape, Shape, SpecShape, Text

if TYPE_CHECKING:
    from cpsolver.spec.document import Plain
else:
    from cpsolver.spec.schema import Plain


class QuantityShape(Shape):
    """A quantity: `range` are the values it may have, `value` the one it has unless a spec says otherwise."""

    title: Text = ""
    unit: Text = ""
    range: Text = ""
    value: Text = ""
    source: Text = ""


class FormulaShape(Shape):
    """A formula with more than its text."""

    formula: Text
    title: Text = ""
    source: Text = ""


class FormulaModel(ModelShape):
    """Quantities and the formulas between them."""

    quantities: Entries = {}  # noqa: RUF012 - pydantic copies it
    formulas: Plain = ""
    require: Items = []  # noqa: RUF012


class FormulaSpec(SpecShape):
    """A task in a formula domain: `given` and `expect` map quantities to values, `find` names quantities."""


@dataclass(frozen=True)
class Constants:
    """The quantities whose value is the model's own and not given by the spec, as `Task.show` holds them."""

    names: tuple[str, ...] = ()


def entry(place: Place, key: str) -> Place | None:
    """The place of a key that has a value, or None."""
    data = place.data
    return place.at(key) if isinstance(data, dict) and data.get(key) else None
