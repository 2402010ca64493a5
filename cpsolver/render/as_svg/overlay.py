"""What lies over the cells of a grid as SVG: shades, lines, cages below the digits; dots above; clues outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from cpsolver.picture import Cage, Dot, Grid, Line, Outside, Overlay, Shade, Spot
from cpsolver.render.as_svg.markup import GREY, INK, element, short, text_at, text_width

SHADE, SHAPE = "#e9edf1", "#d3d9df"
LINES = {"grey": "#c9cfd6", "green": "#a9dcae", "purple": "#d9bdf0", "blue": "#b3d0f5", "red": "#f5b9b9"}
GLASS, SHAFT = "#ccd3da", "#8d97a1"
DASHES = "4 3"
SUM = 10.5
"""The largest size of the text of a cage."""

CLUE, SLANTED = 15.0, 12.0
CLUES = 34.0
"""Sizes of a text outside, in front of a line and of a diagonal, and how much room is left for it."""

Point = tuple[float, float]


def room(grid: Grid) -> tuple[float, float, float, float]:
    """The room that clues outside need on the left, above, on the right and below."""
    outside = [overlay.at for overlay in grid.overlays if isinstance(overlay, Outside)]
    height, width = len(grid.cells), max((len(row) for row in grid.cells), default=0)
    sides = (
        any(column < 0 for _, column in outside),
        any(row < 0 for row, _ in outside),
        any(column >= width for _, column in outside),
        any(row >= height for row, _ in outside),
    )
    left, above, right, below = (CLUES if side else 0.0 for side in sides)
    return left, above, right, below


@dataclass(frozen=True)
class Layer:
    """The overlays of a grid with cells of a size, its first cell at 0, 0."""

    overlays: tuple[Overlay, ...]
    size: float
    height: int
    width: int

    def below(self) -> Iterator[str]:
        """What lies below lines and digits."""
        for kind in (Shade, Line):
            for overlay in self.overlays:
                if isinstance(overlay, kind):
                    yield from _BELOW[kind](self, overlay)

    def cages(self) -> Iterator[str]:
        """The outlines of cages and their texts, which lie on the lines between cells."""
        for overlay in self.overlays:
            if isinstance(overlay, Cage):
                yield from self._cage(overlay)

    def above(self) -> Iterator[str]:
        """What lies above everything: dots between cells, and clues outside."""
        for overlay in self.overlays:
            if isinstance(overlay, Dot):
                yield from self._dot(overlay)
            elif isinstance(overlay, Outside):
                yield self._outside(overlay)

    def middle(self, spot: Spot) -> Point:
        """The middle of a cell."""
        return (spot[1] + 0.5) * self.size, (spot[0] + 0.5) * self.size

    def _shade(self, shade: Shade) -> Iterator[str]:
        for spot in shade.cells:
            x, y = self.middle(spot)
            half = self.size * (0.5 if shade.style == "grey" else 0.36)
            if shade.style == "circle":
                yield element("circle", cx=x, cy=y, r=half + 1, fill=SHAPE)
            else:
                fill = SHADE if shade.style == "grey" else SHAPE
                yield element("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, fill=fill)

    def _line(self, line: Line) -> Iterator[str]:
        points = [self.middle(spot) for spot in line.cells]
        yield from _LINES.get(line.style, _plain)(self, line.style, points)

    def _dot(self, dot: Dot) -> Iterator[str]:
        x, y = (sum(part) / len(dot.cells) for part in zip(*map(self.middle, dot.cells), strict=True))
        if dot.style == "greater":
            yield self._greater(dot.cells, (x, y))
        elif dot.style == "plain":
            width = text_width(dot.text, 12, bold=True) + 3
            yield element("rect", x=x - width / 2, y=y - 7, width=width, height=14, fill="#ffffff")
            yield text_at(x, y + 4.3, dot.text, font_size=12, font_weight="bold", text_anchor="middle")
        else:
            yield from self._round(dot, (x, y))

    def _round(self, dot: Dot, middle: Point) -> Iterator[str]:
        """A dot, its text in it: what commas part in rows of two."""
        fill, ink = ("#ffffff", INK) if dot.style == "white" else (INK, "#ffffff")
        parts = [part.strip() for part in dot.text.split(",")] if dot.text else []
        rows = [" ".join(parts[at : at + 2]) for at in range(0, len(parts), 2)]
        widest = max((text_width(row, 9) for row in rows), default=0.0)
        radius = max(self.size * 0.12, hypot(widest, 9.0 * len(rows)) / 2 + 0.5 if rows else 0.0)
        x, y = middle
        yield element("circle", cx=x, cy=y, r=radius, fill=fill, stroke=INK, stroke_width=1.2)
        for number, row in enumerate(rows):
            line = y + 3.2 + (number - (len(rows) - 1) / 2) * 9.5
            yield text_at(x, line, row, font_size=9, fill=ink, text_anchor="middle")

    def _greater(self, cells: Sequence[Spot], middle: Point) -> str:
        """A wedge on the border of two cells, its point towards the second."""
        (row, column), (next_row, next_column) = cells[0], cells[1]
        along, reach, spread = (next_column - column, next_row - row), 4.0, 5.5
        x, y = middle
        tip = (x + along[0] * reach, y + along[1] * reach)
        ends = [
            (x - along[0] * reach + side * along[1] * spread, y - along[1] * reach + side * along[0] * spread)
            for side in (1, -1)
        ]
        ground = element("circle", cx=x, cy=y, r=5.5, fill="#ffffff")
        return ground + element("path", d=_path([ends[0], tip, ends[1]]), stroke=INK, stroke_width=1.6, fill="none")

    def _outside(self, clue: Outside) -> str:
        x, y = self.middle(clue.at)
        # Room outside is narrower than a cell: the clue moves to the border.
        near = self.size / 2 - CLUES / 2
        x += near if clue.at[1] < 0 else -near if clue.at[1] >= self.width else 0.0
        y += near if clue.at[0] < 0 else -near if clue.at[0] >= self.height else 0.0
        down, right = clue.towards
        if not (down and right):
            return text_at(x, y + CLUE * 0.36, clue.text, font_size=CLUE, text_anchor="middle")
        # Two diagonals may start at one place: each clue moves away from where it looks, along the border.
        if 0 <= clue.at[1] < self.width:
            x -= right * 9
        elif 0 <= clue.at[0] < self.height:
            y -= down * 9
        text = text_at(x, y + SLANTED * 0.36, clue.text, font_size=SLANTED, text_anchor="middle")
        return text + self._pointer((x + right * 8, y + down * 7), clue.towards)

    def _pointer(self, start: Point, towards: Spot) -> str:
        down, right = towards
        tip = (start[0] + right * 7, start[1] + down * 7)
        head = _path([(tip[0] - right * 5, tip[1]), tip, (tip[0], tip[1] - down * 5)])
        return element("path", d=f"{_path([start, tip])}{head}", stroke=GREY, fill="none")

    def _cage(self, cage: Cage) -> Iterator[str]:
        inset = self.size * 0.08
        outline = "".join(f"{_path(loop)}z" for loop in outlines(cage.cells, self.size, inset))
        yield element("path", d=outline, stroke=INK, fill="none", stroke_dasharray=DASHES)
        if cage.text:
            row, column = min(cage.cells)
            x, y, size = column * self.size + inset - 1, row * self.size + inset - 2, min(self.size * 0.24, SUM)
            width = text_width(cage.text, size) + 1.5
            yield element("rect", x=x, y=y, width=width, height=size + 2, fill="#ffffff")
            yield text_at(x + 1, y + size, cage.text, font_size=size, fill=INK)


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)


def _stroke(points: Sequence[Point], colour: str, width: float) -> str:
    return element(
        "path",
        d=_path(points),
        stroke=colour,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
        fill="none",
    )


def _plain(layer: Layer, style: str, points: Sequence[Point]) -> Iterator[str]:
    yield _stroke(points, LINES.get(style, LINES["grey"]), layer.size * 0.22)


def _thermometer(layer: Layer, style: str, points: Sequence[Point]) -> Iterator[str]:
    x, y = points[0]
    yield element("circle", cx=x, cy=y, r=layer.size * 0.38, fill=GLASS)
    yield _stroke(points, GLASS, layer.size * 0.3)


def _arrow(layer: Layer, style: str, points: Sequence[Point]) -> Iterator[str]:
    radius = layer.size * 0.38
    yield element("circle", cx=points[0][0], cy=points[0][1], r=radius, fill="#ffffff", stroke=SHAFT, stroke_width=1.8)
    if len(points) < 2:
        return
    start = _towards(points[0], points[1], radius)
    (x, y), (dx, dy) = points[-1], _direction(points[-2], points[-1])
    head, along = layer.size * 0.17, layer.size * 0.14
    tip = (x + dx * along, y + dy * along)
    wings = [(tip[0] - (dx + side * dy) * head, tip[1] - (dy - side * dx) * head) for side in (1, -1)]
    yield _stroke([start, *points[1:-1], tip], SHAFT, 1.8)
    yield _stroke([wings[0], tip, wings[1]], SHAFT, 1.8)


def _between(layer: Layer, style: str, points: Sequence[Point]) -> Iterator[str]:
    yield _stroke(points, LINES["grey"], layer.size * 0.1)
    for x, y in (points[0], points[-1]):
        yield element("circle", cx=x, cy=y, r=layer.size * 0.38, fill=SHADE, stroke=SHAFT, stroke_width=1.5)


def _direction(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    return dx / length, dy / length


def _towards(start: Point, end: Point, distance: float) -> Point:
    dx, dy = _direction(start, end)
    return start[0] + dx * distance, start[1] + dy * distance


_LINES: dict[str, Callable[[Layer, str, Sequence[Point]], Iterator[str]]] = {
    "thermometer": _thermometer,
    "arrow": _arrow,
    "between": _between,
}
_BELOW: dict[type, Callable[..., Iterator[str]]] = {Shade: Layer._shade, Line: Layer._line}


# -- outlines ------------------------------------------------------------------------------------------------

_SIDES = (((-1, 0), (0, -1), (0, 1)), ((0, 1), (-1, 0), (1, 0)), ((1, 0), (0, 1), (0, -1)), ((0, -1), (1, 0), (-1, 0)))
"""Each side of a cell, clockwise, with the directions in which it starts and ends."""


def outlines(cells: Sequence[Spot], size: float, inset: float) -> list[list[Point]]:
    """The closed lines around a set of cells, drawn so far inside: an outer one for each part, and those of holes."""
    inside = set(cells)
    open_sides = ((spot, side) for spot in cells for side in _SIDES if _beside(spot, side[0]) not in inside)
    steps = dict(_step(spot, side, inside, size, inset) for spot, side in open_sides)
    loops: list[list[Point]] = []
    while steps:
        start = next(iter(steps))
        loop, point = [start], steps.pop(start)
        while point in steps:
            loop.append(point)
            point = steps.pop(point)
        loops.append(_without_straight(loop))
    return loops


def _beside(spot: Spot, by: Spot) -> Spot:
    return spot[0] + by[0], spot[1] + by[1]


def _step(
    spot: Spot, side: tuple[Spot, Spot, Spot], inside: set[Spot], size: float, inset: float
) -> tuple[Point, Point]:
    """Where the line along one side of a cell starts and ends."""
    out, back, on = side
    middle = ((spot[1] + 0.5) * size, (spot[0] + 0.5) * size)
    ends = []
    for way in (back, on):
        reach = size / 2
        if _beside(spot, way) not in inside:
            reach -= inset
        elif _beside(_beside(spot, way), out) in inside:
            reach += inset
        away = size / 2 - inset
        x = middle[0] + out[1] * away + way[1] * reach
        y = middle[1] + out[0] * away + way[0] * reach
        ends.append((round(x, 3), round(y, 3)))
    return ends[0], ends[1]


def _without_straight(loop: list[Point]) -> list[Point]:
    """The corners of a closed line."""
    around = [loop[-1], *loop, loop[0]]
    turns = zip(pairwise(around[:-1]), around[2:], strict=True)
    return [here for (before, here), after in turns if _direction(before, here) != _direction(here, after)]
