"""What is drawn over a grid, as `show:` of a model says: a list of `{FORM: cells, for, where, text, style}`.

A form is what is drawn and its value the cells it is drawn of, an expression; with `for` once for each value, as in
`conditions:`. So the picture of a variant is part of its model file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from cpsolver.errors import did_you_mean
from cpsolver.picture import Cage, Dot, DotStyle, Line, LineStyle, Outside, Overlay, Shade, ShadeStyle, Spot
from cpsolver.spec.compiling.closures import Compiler
from cpsolver.spec.compiling.loops import Run, Slots
from cpsolver.spec.compiling.values import leaves, text_of
from cpsolver.spec.document import Place
from cpsolver.spec.names import ModelNames
from cpsolver.spec.rounds import in_rounds, optional, template
from cpsolver.spec.written import Written, tagged
from cpsolver.task.expression import Name

STYLES: Mapping[str, tuple[str, ...]] = {
    "cage": ("dashed",),
    "line": get_args(LineStyle),
    "dot": get_args(DotStyle),
    "shade": get_args(ShadeStyle),
    "outside": ("plain",),
}
"""The forms there are, and the styles of each, the usual one first."""

_KEYS = ("name", "for", "where", "text", "style")


@dataclass(frozen=True)
class Drawing:
    """One thing that is drawn of variables, with its text."""

    form: str
    variables: tuple[str, ...]
    text: str
    style: str


def drawn(place: Place, names: ModelNames) -> tuple[Drawing, ...]:
    """What an item of `show:` asks for. Raises: SpecError."""
    form, style = _form(place), _style(place)
    written = Written.at(place.at(form))

    def inside(compiler: Compiler) -> Run:
        cells = tagged(written.reading(compiler.compile, written.expression()).run, written)
        text = template(optional(place, "text"), compiler)

        def drawing(slots: Slots) -> Drawing:
            found = tuple(_variable(leaf, written) for leaf in leaves(cells(slots)))
            if form == "dot" and len(found) < 2:
                raise written.error("a dot stands between cells: two or more are needed")
            return Drawing(form, found, text(slots), style)

        return drawing

    return in_rounds(place, names, inside, written)()


def _form(place: Place) -> str:
    found = [key for key in place.entries() if key in STYLES]
    if len(found) != 1:
        message = "one form should stand here" if found else "no form to show stands here"
        raise place.error(message, hint=f"forms: {', '.join(STYLES)}")
    for key in place.entries():
        if key not in (*found, *_KEYS):
            raise place.at(key).error(f"unknown key '{key}'", hint=did_you_mean(key, _KEYS), at_key=True)
    return found[0]


def _style(place: Place) -> str:
    written, known = optional(place, "style"), STYLES[_form(place)]
    if written is None:
        return known[0]
    if written.text not in known:
        message = f"'{written.text}' is no style of a {_form(place)}"
        raise written.error(message, hint=did_you_mean(written.text, known, "styles"))
    return written.text


def _variable(leaf: Any, written: Written) -> str:
    if not isinstance(leaf, Name):
        raise written.error(f"'{text_of(leaf)}' is no variable; what is drawn is drawn of variables")
    return leaf.name


# -- on a grid -----------------------------------------------------------------------------------------------


def overlays(show: object, spots: Mapping[str, Spot]) -> tuple[Overlay, ...]:
    """What the drawings among those of `Task.show` come to, where their variables stand in a grid.

    A drawing whose variables are not all in the grid is left out.
    """
    drawings = (item for item in (show if isinstance(show, tuple) else ()) if isinstance(item, Drawing))
    return tuple(_overlays(drawings, spots))


def _overlays(drawings: Iterable[Drawing], spots: Mapping[str, Spot]) -> Iterator[Overlay]:
    for drawing in drawings:
        if drawing.variables and all(name in spots for name in drawing.variables):
            yield _overlay(drawing, tuple(spots[name] for name in drawing.variables))


def _overlay(drawing: Drawing, cells: tuple[Spot, ...]) -> Overlay:
    style: Any = drawing.style
    if drawing.form == "cage":
        return Cage(cells, drawing.text)
    if drawing.form == "line":
        return Line(cells, style)
    if drawing.form == "dot":
        return Dot(cells, style, drawing.text)
    if drawing.form == "shade":
        return Shade(cells, style)
    return _outside(cells, drawing.text)


def _outside(cells: tuple[Spot, ...], text: str) -> Outside:
    """In front of the first cell, looking towards the second."""
    (row, column), (next_row, next_column) = cells[0], cells[min(1, len(cells) - 1)]
    down, right = _sign(next_row - row), _sign(next_column - column)
    return Outside((row - down, column - right), (down, right), text)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
