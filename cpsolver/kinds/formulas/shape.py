"""What a formula model and its specs may hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpsolver.spec.document import Place
from cpsolver.spec.schema import Entries, Field, Items, ModelShape, Shape, SpecShape, Text
from cpsolver.task.axis import Axis

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
    """A task in a formula domain: `given` and `expect` map quantities to values, `find` names quantities.

    A given may be uncertain, `g: 9.81 ± 0.02 m/s^2` (also `+/-`, `9.81(2) m/s^2`, `100 ohm ± 5 %`): one standard
    uncertainty, carried to all that is found. It may take many values in turn, which is a sweep of all combinations:
    `[1 m, 2 m, 5 m]`, `"[1, 2, 5] m"`, `0..90 deg step 5`, `0..10 m in 101 points` or `in 100 steps`.

    With `instances: [1, 2]` every quantity exists once per instance, as `x_1` and `x_2`, and with it every formula and
    rule of the model. All instances share the quantities under `shared:` and the constants of the model (those with a
    `value:`); a constant that `given:`, `find:` or `-p` names with an instance, `g_1`, exists once per instance too.

    `model:` may be a list. Quantities of one name in several models are one quantity, and must be of one dimension. A
    mapping gives names of a model other names in this task: `model: [physics/kinematics, {heat/mixing: {T: Tw}}]`.
    """

    model: Plain = Field("", description="The name of a model, a path, the model itself as a mapping; a list of them")
    instances: Plain = Field("", description="Names or numbers of the bodies: every quantity exists once for each")
    shared: Plain = Field("", description="Quantities that exist once for all instances")


@dataclass(frozen=True)
class Constants:
    """What `Task.show` holds: the quantities whose value is the model's own, and what the spec sweeps.

    axes:    the values that swept givens take; the task itself has the first of each that is possible
    remarks: names of quantities of the model, and what is to be noted with every answer that speaks of them
    """

    names: tuple[str, ...] = ()
    axes: tuple[Axis, ...] = ()
    remarks: tuple[tuple[str, str], ...] = ()


def entry(place: Place, key: str) -> Place | None:
    """The place of a key that has a value, or None."""
    data = place.data
    return place.at(key) if isinstance(data, dict) and data.get(key) else None
