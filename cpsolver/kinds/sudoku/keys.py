"""The mappings inside the specs and models of sudoku: their keys, and what each holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import ConfigDict

from cpsolver.spec.finite_shapes import FiniteExpectShape
from cpsolver.spec.forms import TEXT, As, Listed, Mapped
from cpsolver.spec.schema import NAMES, Field, Shape, Text, Whole

if TYPE_CHECKING:
    from cpsolver.spec.document import Plain
else:
    from cpsolver.spec.schema import Plain

EACH = "each"

MARKS = As(Mapped(TEXT, Listed(TEXT)))


class GivenShape(Shape):
    """A grid, cells by name, or the file of a puzzle."""

    model_config = ConfigDict(extra="allow")
    grid: Text = Field("", description="A line for each row; an empty cell is '.', '0', '*' or '_'")
    file: Text = Field("", description="A file in a format of players", examples=["puzzles.sdm"])
    line: Whole = Field(1, description="Which line of the file", examples=[17])


class ExpectedGridShape(FiniteExpectShape):
    """What must come out: these, and cells by name."""

    grid: Text = Field("", description="The solution, a line for each row")


class GameShape(Shape):
    """The state of play; other keys are the player's own and are kept."""

    model_config = ConfigDict(extra="allow")
    entries: Text = Field("", description="A grid of what the player has placed")
    marks: Annotated[Plain, MARKS] = Field(
        "", description="Pencil marks in the middle: the cell is one of these", examples=[{"r1c1": "123"}]
    )
    corners: Annotated[Plain, MARKS] = Field(
        "", description="Pencil marks in the corners: for the player alone", examples=[{"r3c3": "4"}]
    )
    seconds: Whole = Field(0, description="Time of play so far")
    started: Text = Field("", description="When play began")
    notes: Text = Field("", description="Anything the player notes")
    moves: Annotated[Plain, NAMES] = Field("", description="The moves made, the last one last")
    undone: Annotated[Plain, NAMES] = Field("", description="The moves taken back")


class EntryShape(Shape):
    """How one parameter of a new puzzle is made of a full grid."""

    draw: Text = Field(description="The shapes: cells, pairs, neighbours, cages, lines, regions, or a list")
    sizes: Text = Field("2..4", description="How many cells, as a range")
    each: Text = Field(EACH, description="What the expressions call one of them")
    where: Text = Field("", description="What must be so in the full grid")
    clue: Plain = Field("", description="What the parameter holds for it: an expression, or a mapping of such")
    key: Text = Field("", description="Under which it stands in a mapping")
    most: Whole | None = Field(None, description="So many at most")
    start: Plain = Field("", description="What the parameter holds while there is no grid")
