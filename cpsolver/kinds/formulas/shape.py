"""What a formula model and its specs may hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from cpsolver.spec.document import Place
from cpsolver.spec.forms import OWN_MODEL, TEXT, As, Listed, Mapped
from cpsolver.spec.schema import NAMES, Entries, ExpectShape, Field, Items, ModelShape, Shape, SpecShape, Text
from cpsolver.task.axis import Axis

if TYPE_CHECKING:
    from cpsolver.spec.document import Plain
else:
    from cpsolver.spec.schema import Plain


RENAMED: dict[str, Any] = {
    "type": "object",
    "description": "A model with other names in this task: {heat/mixing: {T: Tw}}",
    "additionalProperties": {"type": "object"},
}


class QuantityShape(Shape):
    """A quantity: `range` are the values it may have, `value` the one it has unless a spec says otherwise."""

    title: Text = Field("", description="What people call it", examples=["velocity"])
    unit: Text = Field("", description="The unit of values written without one", examples=["m/s", "kg", "°C"])
    range: Text = Field("", description="The values it may have, in its unit", examples=["> 0", "0..90"])
    value: Text = Field("", description="The value of a constant; a spec may give another", examples=["9.81 m/s^2"])
    source: Text = Field("", description="Where value or range come from")


class FormulaShape(Shape):
    """A formula with more than its text."""

    formula: Text = Field(description="The equation", examples=["v = vs + a*t"])
    title: Text = Field("", description="What people call it")
    source: Text = Field("", description="Where the formula comes from")


class FormulaModel(ModelShape):
    """Quantities and the formulas between them."""

    quantities: Annotated[Entries, As(Mapped(TEXT, QuantityShape))] = Field(
        {},
        description="What the formulas are about: names with a unit, or with title, unit, range, value, source",
        examples=[{"v": {"title": "velocity", "unit": "m/s"}}],
    )
    formulas: Annotated[Plain, As(TEXT, Listed(TEXT), Mapped(TEXT, FormulaShape))] = Field(
        "",
        description="Equations by name, each used for any of its quantities",
        examples=[{"velocity": "v = vs + a*t"}],
    )
    require: Annotated[Items, NAMES] = Field(
        [], description="Rules that hold in every task of the model", examples=[["t >= 0 s"]]
    )


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

    model: Annotated[Plain, As({"type": "string"}, OWN_MODEL, Listed({"type": "string"}, OWN_MODEL, RENAMED))] = Field(
        "",
        description="The name of a model, a path, the model itself as a mapping; a list of them",
        examples=["physics/kinematics", ["physics/kinematics", {"heat/mixing": {"T": "Tw"}}]],
    )
    given: Annotated[Plain, As(Mapped(TEXT, Listed(TEXT)))] = Field(
        "",
        description="Values of quantities: with a unit, `9.81 ± 0.02 m/s^2`, `0..10 m step 2`, a list of values",
        examples=[{"v": "60 km/h", "t": "5 s"}],
    )
    require: Annotated[Items, NAMES] = Field([], description="Rules of this task alone", examples=[["t > 0 s"]])
    find: Annotated[Plain, As(TEXT, Listed(TEXT, Mapped(TEXT)), Mapped(TEXT))] = Field(
        "",
        description="The quantities sought; with units, `{Q: kWh}`; everything if it is left out",
        examples=["x", ["t", "x"], {"Q": "kWh"}],
    )
    expect: Annotated[Entries, As(ExpectShape)] = Field(
        {},
        description="What must come out, right to one unit of the last digit written; `check` compares",
        examples=[{"t": "3.236 s"}],
    )
    instances: Annotated[Plain, NAMES] = Field(
        "", description="Names or numbers of the bodies: every quantity exists once for each", examples=[[1, 2]]
    )
    shared: Annotated[Plain, NAMES] = Field(
        "", description="Quantities that exist once for all instances", examples=[["t"]]
    )


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
