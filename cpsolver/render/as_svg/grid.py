"""Grids as SVG: cells, thick borders between boxes, candidates, shaded markers, stones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from cpsolver.picture import Cage, Cell, Grid
from cpsolver.render.as_svg.markup import BLUE, FAINT, GREY, INK, PURPLE, Drawing, element, short, text_at, text_width
from cpsolver.render.as_svg.overlay import Layer, room

CELL = 40.0
LARGE = 20.0
SMALL = 10.0
LABELS = 18.0
CAGED = 16.0
"""How much larger a cell with candidates is when its cage and sum must find room around them."""
MANY = 25
"""More candidates than these are not set out but told as a span."""

SHADES = {"premise": "#fff0a8", "pattern": "#cfe2ff", "conclusion": "#b9ecc4", "contradiction": "#ffc2c2"}
STYLES: dict[str, dict[str, str]] = {
    "given": {"fill": INK, "font_weight": "bold"},
    "found": {"fill": BLUE},
    "supposed": {"fill": PURPLE, "font_style": "italic"},
    "open": {"fill": INK},
    "void": {},
    "black": {"fill": "#ffffff"},
    "white": {"fill": INK},
}
STONES = {"black": INK, "white": "#ffffff"}


def draw_grid(grid: Grid) -> Drawing:
    """The grid, rows and columns numbered where it has boxes, the meaning of shades below."""
    frame = _Frame.of(grid)
    over = Layer(grid.overlays, frame.cell, frame.rows, frame.columns)
    before, above, behind, under = room(grid)
    labels = LABELS if grid.boxes else 0.0
    left, top = labels + before, labels + above
    parts = [*frame.shades(), *over.below(), *frame.lines(), *over.cages(), *frame.contents(), *over.above()]
    board = Drawing(frame.width, frame.height, tuple(parts))
    legend = _legend(grid)
    below = top + frame.height + under + (12 if legend.parts else 0)
    placed = [*frame.labels(left, top), board.moved(left, top)]
    placed += [legend.moved(left, below)] if legend.parts else []
    return Drawing(left + max(frame.width + behind, legend.width), below + legend.height, tuple(placed))


@dataclass(frozen=True)
class _Frame:
    """The grid with the size of its cells and the values its candidates are taken from."""

    grid: Grid
    rows: int
    columns: int
    values: tuple[str, ...]
    cell: float

    @classmethod
    def of(cls, grid: Grid) -> _Frame:
        columns = max((len(row) for row in grid.cells), default=0)
        values = _values(grid)
        widest = max((text_width(cell.text, LARGE, bold=True) for row in grid.cells for cell in row), default=0.0)
        small = SMALL * 1.3 * math.ceil(math.sqrt(len(values))) + 4 if len(values) <= MANY else CELL
        small += CAGED if values and _is_caged(grid) else 0
        return cls(grid, len(grid.cells), columns, values, max(CELL, widest + 12, small))

    @property
    def width(self) -> float:
        return self.columns * self.cell

    @property
    def height(self) -> float:
        return self.rows * self.cell

    def shades(self) -> Iterator[str]:
        """A white ground, and a shade behind every marked cell; the last marker of a cell wins."""
        yield from self._ground()
        for at, role in {marker.at: marker.role for marker in self.grid.markers}.items():
            if not isinstance(at, str):
                x, y = at[1] * self.cell, at[0] * self.cell
                yield element("rect", x=x, y=y, width=self.cell, height=self.cell, fill=SHADES[role])

    def _ground(self) -> Iterator[str]:
        if not self.has_gaps:
            yield element("rect", width=self.width, height=self.height, fill="#ffffff")
            return
        size = self.cell
        for row, column in sorted(self.there):
            yield element("rect", x=column * size, y=row * size, width=size, height=size, fill="#ffffff")

    @cached_property
    def there(self) -> frozenset[tuple[int, int]]:
        """The cells there are."""
        cells = ((r, c, cell) for r, row in enumerate(self.grid.cells) for c, cell in enumerate(row))
        return frozenset((r, c) for r, c, cell in cells if cell.role != "void")

    @property
    def has_gaps(self) -> bool:
        """Whether there are places without a cell."""
        return any(cell.role == "void" for row in self.grid.cells for cell in row)

    def lines(self) -> Iterator[str]:
        """Thin lines between cells, thick ones between boxes and around all."""
        thin = "".join(self._thin())
        if thin:
            yield element("path", d=thin, stroke=FAINT, fill="none")
        around = self._around() if self.has_gaps else [f"M0 0h{short(self.width)}v{short(self.height)}H0z"]
        thick = "".join([*around, *self._borders()])
        yield element("path", d=thick, stroke=INK, stroke_width=2, stroke_linecap="square", fill="none")

    def _thin(self) -> Iterator[str]:
        if self.has_gaps:
            yield from self._sides(lambda here, beside: beside in self.there)
            return
        for row in range(1, self.rows):
            yield f"M0 {short(row * self.cell)}h{short(self.width)}"
        for column in range(1, self.columns):
            yield f"M{short(column * self.cell)} 0v{short(self.height)}"

    def _around(self) -> Iterator[str]:
        """A stroke on every side of a cell where there is no other."""
        yield from self._sides(lambda here, beside: beside not in self.there)

    def _sides(self, is_drawn: Callable[[tuple[int, int], tuple[int, int]], bool]) -> Iterator[str]:
        size = self.cell
        for row, column in sorted(self.there):
            left, top, along = short(column * size), short(row * size), short(size)
            sides = {
                (row - 1, column): f"M{left} {top}h{along}",
                (row + 1, column): f"M{left} {short((row + 1) * size)}h{along}",
                (row, column - 1): f"M{left} {top}v{along}",
                (row, column + 1): f"M{short((column + 1) * size)} {top}v{along}",
            }
            yield from (stroke for beside, stroke in sides.items() if is_drawn((row, column), beside))

    def _borders(self) -> Iterator[str]:
        """A stroke on every side of a cell that is also a side of its box."""
        for row, boxes in enumerate(self.grid.boxes):
            for column, box in enumerate(boxes):
                x, y = column * self.cell, row * self.cell
                if column + 1 < len(boxes) and boxes[column + 1] != box:
                    yield f"M{short(x + self.cell)} {short(y)}v{short(self.cell)}"
                below = self.grid.boxes[row + 1] if row + 1 < len(self.grid.boxes) else ()
                if column < len(below) and below[column] != box:
                    yield f"M{short(x)} {short(y + self.cell)}h{short(self.cell)}"

    def labels(self, left: float, top: float) -> Iterator[str]:
        """Numbers of rows and columns, by which sentences name the cells: r7c3."""
        if self.grid.boxes:
            for number in range(self.columns):
                yield _label(left + (number + 0.5) * self.cell, LABELS - 6, number + 1)
            for number in range(self.rows):
                yield _label(LABELS / 2 - 2, top + (number + 0.5) * self.cell + 4, number + 1)

    def contents(self) -> Iterator[str]:
        """Stones, texts and candidates."""
        for row, cells in enumerate(self.grid.cells):
            for column, cell in enumerate(cells):
                yield from self._content(cell, column * self.cell, row * self.cell)

    def _content(self, cell: Cell, x: float, y: float) -> Iterator[str]:
        half = self.cell / 2
        if cell.role in STONES:
            fill = STONES[cell.role]
            yield element("circle", cx=x + half, cy=y + half, r=self.cell * 0.43, fill=fill, stroke=INK)
        if cell.text:
            yield _centred(x + half, y + half, cell.text, LARGE, **STYLES[cell.role])
        elif cell.candidates and len(self.values) > MANY:
            span = f"{cell.candidates[0]}…{cell.candidates[-1]}" if len(cell.candidates) > 1 else cell.candidates[0]
            yield _centred(x + half, y + half, span, _fitting(span, self.cell), fill=GREY)
        else:
            yield from self._candidates(cell, x, y)

    def _candidates(self, cell: Cell, x: float, y: float) -> Iterator[str]:
        """Each candidate at its own place in the cell, the same in every cell."""
        side = math.ceil(math.sqrt(len(self.values))) or 1
        inset = CAGED / 2 if _is_caged(self.grid) else 0.0
        x, y, pitch = x + inset, y + 1.6 * inset, (self.cell - 2 * inset) / side
        for value in cell.candidates:
            down, along = divmod(self.values.index(value), side)
            size = min(SMALL * 1.2, pitch * 0.85, _fitting(value, pitch))
            yield _centred(x + (along + 0.5) * pitch, y + (down + 0.5) * pitch, value, size, fill=GREY)


def _is_caged(grid: Grid) -> bool:
    return any(isinstance(overlay, Cage) for overlay in grid.overlays)


def _values(grid: Grid) -> tuple[str, ...]:
    """All values a cell may take, in order: numbers from 1 on where all are such, so that no place ever shifts."""
    cells = [cell for row in grid.cells for cell in row]
    candidates = {value for cell in cells for value in cell.candidates}
    texts = candidates | {cell.text for cell in cells if cell.text} if candidates else set()
    if not texts or not all(text.isdecimal() and text.isascii() and len(text) < 5 for text in texts):
        return tuple(sorted(candidates))
    lowest, highest = min(0 if "0" in texts else 1, *map(int, texts)), max(map(int, texts))
    numbers = tuple(map(str, range(lowest, max(highest, len(grid.cells) if lowest else 0) + 1)))
    return numbers if candidates <= set(numbers) else tuple(sorted(candidates))


def _fitting(text: str, space: float) -> float:
    """The size at which a text fits into a space, at most the ordinary one."""
    return min(SMALL * 1.2, SMALL * (space - 2) / max(text_width(text, SMALL), 1.0))


def _centred(x: float, y: float, text: str, size: float, **attributes: str) -> str:
    return text_at(x, y + size * 0.36, text, font_size=size, text_anchor="middle", **attributes)


def _label(x: float, y: float, number: int) -> str:
    return text_at(x, y, str(number), font_size=11, fill=GREY, text_anchor="middle")


def _legend(grid: Grid) -> Drawing:
    """What the shades mean, if any are used."""
    used = {marker.role for marker in grid.markers if not isinstance(marker.at, str)}
    parts, x = [], 0.0
    for role, shade in SHADES.items():
        if role in used:
            parts.append(element("rect", x=x, y=2, width=14, height=14, fill=shade, stroke=GREY))
            parts.append(text_at(x + 20, 14, role, font_size=12))
            x += 20 + text_width(role, 12) + 18
    return Drawing(max(0.0, x - 18), 20 if parts else 0, tuple(parts))
