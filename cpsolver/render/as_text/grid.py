"""Grids as text: cells in columns, `|` and `------+` between boxes of any shape, clues outside, the rest told below."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cpsolver.picture import Cell, Grid, Spot
from cpsolver.render.as_text.overlay import clues, told
from cpsolver.render.as_text.words import clean, columns, padded

SIGNS = {"premise": "'", "pattern": "+", "conclusion": "*", "contradiction": "!"}
EMPTY = {"black": "X", "white": "O", "void": " "}


def grid_lines(grid: Grid, width: int) -> list[str]:
    """The grid. Where a cell has candidates but no text, all of them are shown and columns are as wide as needed.

    Marked cells carry a sign that a line below explains; a grid is never wrapped. Clues stand outside, and cages, lines
    and dots are told below with their cells.
    """
    return [*_Frame(grid).lines(), *_legend(grid), *told(grid.overlays, width)]


class _Frame:
    """The cells as texts of equal width in each column, and where borders run between boxes."""

    def __init__(self, grid: Grid) -> None:
        self.boxes = grid.boxes
        self.height = len(grid.cells)
        self.width = max((len(row) for row in grid.cells), default=0)
        self.clues = clues(grid.overlays)
        self.texts = _texts(grid, self.width, self.clues)
        self.widths = _widths(grid, self.texts)
        self.is_split = [any(self._beside(r, c) for r in range(self.height)) for c in range(self.width)]

    def lines(self) -> list[str]:
        """Rows of cells, with rules between boxes."""
        found = [self._clues(-1)] if any(row < 0 for row, _ in self.clues) else []
        for row in range(self.height):
            found.append(self._beside_clues(row, self._row(row)))
            if any(self._below(row, column) for column in range(self.width)):
                found.append(" " * self._margin + self._rule(row))
        if any(row >= self.height for row, _ in self.clues):
            found.append(self._clues(self.height))
        return [line.rstrip() for line in found]

    @property
    def _margin(self) -> int:
        """How wide the clues on the left are, with a blank behind them."""
        left = [columns(text) for (_, column), text in self.clues.items() if column < 0]
        return max(left) + 1 if left else 0

    def _beside_clues(self, row: int, line: str) -> str:
        """A line with the clues on its left and right."""
        right = self.clues.get((row, self.width), "")
        left = padded(self.clues.get((row, -1), ""), max(0, self._margin - 1), right=True)
        return f"{left}{' ' if self._margin else ''}{line}{f' {right}' if right else ''}"

    def _clues(self, row: int) -> str:
        """The clues above or below the grid."""
        texts = [padded(self.clues.get((row, c), ""), self.widths[c], right=True) for c in range(self.width)]
        return self._beside_clues(row, self._joined(texts, lambda column: "   "))

    def _box(self, row: int, column: int) -> int | None:
        inside = row < len(self.boxes) and column < len(self.boxes[row])
        return self.boxes[row][column] if inside else None

    def _beside(self, row: int, column: int) -> bool:
        """Whether a border runs to the right of the cell."""
        return column + 1 < self.width and self._box(row, column) != self._box(row, column + 1)

    def _below(self, row: int, column: int) -> bool:
        """Whether a border runs below the cell."""
        return row + 1 < self.height and self._box(row, column) != self._box(row + 1, column)

    def _row(self, row: int) -> str:
        return self._joined(self.texts[row], lambda column: " | " if self._beside(row, column) else "   ")

    def _joined(self, texts: Sequence[str], between: Callable[[int], str]) -> str:
        """Texts of a row; `between` says what stands behind a column at which boxes end somewhere."""
        parts = [text + (between(column) if self.is_split[column] else " ") for column, text in enumerate(texts)]
        return "".join(parts)

    def _rule(self, row: int) -> str:
        parts = []
        for column in range(self.width):
            here = self._below(row, column)
            after = column + 1 < self.width and self._below(row, column + 1)
            parts.append(("-" if here else " ") * self.widths[column])
            if self.is_split[column]:
                parts.append("-" if here else " ")
                parts.append(self._crossing(row, column, here or after))
                parts.append("-" if after else " ")
            else:
                parts.append("-" if here and after else " ")
        return "".join(parts)

    def _crossing(self, row: int, column: int, across: bool) -> str:
        upright = self._beside(row, column) or self._beside(row + 1, column)
        return "+" if across and upright else "-" if across else "|" if upright else " "


def _texts(grid: Grid, width: int, clues: Mapping[Spot, str]) -> list[list[str]]:
    """The text of every cell with its sign, filled up to its column's width; short rows end in empty cells."""
    bare = [[_text(cell) for cell in row] + [""] * (width - len(row)) for row in grid.cells]
    if grid.markers:
        signs = {marker.at: SIGNS[marker.role] for marker in grid.markers}
        bare = [[text + signs.get((r, c), " ") for c, text in enumerate(row)] for r, row in enumerate(bare)]
    above = [[clues.get((row, c), "") for c in range(width)] for row in (-1, len(grid.cells))]
    widths = _widths(grid, [*bare, *above])
    right = not _is_pencilled(grid)
    return [[padded(text, widths[c], right) for c, text in enumerate(row)] for row in bare]


def _text(cell: Cell) -> str:
    if cell.text:
        return clean(cell.text)
    between = "" if all(len(value) == 1 for value in cell.candidates) else ","
    return clean(between.join(cell.candidates)) or EMPTY.get(cell.role, ".")


def _is_pencilled(grid: Grid) -> bool:
    return any(cell.candidates and not cell.text for row in grid.cells for cell in row)


def _widths(grid: Grid, texts: list[list[str]]) -> list[int]:
    """One width for all columns, unless candidates are shown: then each column has its own."""
    widths = [max(map(columns, column)) for column in zip(*texts, strict=True)]
    return widths if _is_pencilled(grid) else [max(widths, default=0)] * len(widths)


def _legend(grid: Grid) -> list[str]:
    used = {marker.role for marker in grid.markers if not isinstance(marker.at, str)}
    return ["", "   ".join(f"{sign} {role}" for role, sign in SIGNS.items() if role in used)] if used else []
