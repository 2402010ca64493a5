"""The mappings inside a finite model, as editors know them: their modules read them by hand, key by key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cpsolver.spec.forms import TEXT, As
from cpsolver.spec.schema import NAMES, ExpectShape, Field, Shape, Text

if TYPE_CHECKING:
    from cpsolver.spec.document import Plain
else:
    from cpsolver.spec.schema import Plain

SET: dict[str, Any] = {"type": "object", "additionalProperties": {"type": "null"}}
"""`{2, 4, 8}`, which editors take for a mapping."""

FOR = "Once for each of these values"
WHERE = "Only for the values for which this holds"


class VariableShape(Shape):
    """A variable or an array of them."""

    domain: Annotated[Plain, As(TEXT, SET, {"type": "array"})] = Field(
        "", description="The values it may have: a range, a set, `bool`", examples=["1..9", "bool"]
    )
    name: Text = Field("", description="What each element is called; {1} is its first index", examples=["r{1}c{2}"])
    title: Text = Field("", description="What people call it")
    where: Text = Field("", description="Which elements there are, where the indices have names", examples=["r <= c"])


class AssertionShape(Shape):
    """What must be true of the parameters."""

    for_: Annotated[Plain, NAMES] = Field("", alias="for", description=FOR, examples=["cage in cages"])
    where: Text = Field("", description=WHERE)
    that: Text = Field(description="What must be true", examples=["n >= 4"])
    say: Text = Field(description="What is said where it is not; {…} holds an expression", examples=["n is {n}"])
    at: Text = Field(description="The parameter, or the part of one, at whose place it is said", examples=["n"])
    hint: Text = Field("", description="What to do then")


class GanttShape(Shape):
    """A schedule as bars over the time; an array of two dimensions has a row for each first index."""

    start: Text = Field("", description="The array of starts")
    duration: Text = Field("", description="The array of durations: numbers or variables")
    present: Text = Field("", description="The array that says which tasks are there; all of them if it is left out")


class ShowShape(Shape):
    """How a solution is drawn."""

    board: Annotated[Plain, NAMES] = Field(
        "", description="Pieces on a board: an array that holds the row of the piece in each column"
    )
    grid: Annotated[Plain, NAMES] = Field("", description="An array of two dimensions as a grid of its values")
    table: Annotated[Plain, NAMES] = Field("", description="Variables or arrays, a row each")
    gantt: Annotated[Plain, As(GanttShape)] = Field(
        "", description="A schedule as bars", examples=[{"start": "start", "duration": "duration"}]
    )


class DrawnShape(ShowShape):
    """What is drawn over a grid; the key is the form, its value the cells."""

    cage: Text = Field("", description="A dashed line around these cells", examples=["cage.cells"])
    line: Text = Field("", description="A line through these cells; style: grey, thermometer, arrow, …")
    dot: Text = Field("", description="A dot between these cells; style: plain, white, black, greater")
    shade: Text = Field("", description="These cells shaded; style: grey, circle, square")
    outside: Text = Field("", description="A text outside the grid, at the end of these cells")
    name: Text = Field("", description="A model that extends this one replaces the drawing of this name")
    for_: Annotated[Plain, NAMES] = Field("", alias="for", description=FOR, examples=["cage in cages"])
    where: Text = Field("", description=WHERE)
    text: Text = Field("", description="What is written there; {…} holds an expression", examples=["{cage.sum}"])
    style: Text = Field("", description="How it is drawn", examples=["thermometer", "white", "grey"])


class FiniteExpectShape(ExpectShape):
    """What must come out: these, and values of variables and arrays by name."""

    objective: Annotated[Plain, As({"type": ["number", "string"]})] = Field(
        "", description="The value of the best solution", examples=[9]
    )
