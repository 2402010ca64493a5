"""Grids as text for boards with gaps, such as a samurai: a line a row, a sign a cell, a blank or `-` where none is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpsolver.kinds.sudoku.formats import EMPTY_SIGNS, CellText, FormatProblem, GridError, GridText, digit_of

GAPS = " -"

Rows = Sequence[Sequence[str | None]]
"""The names of the cells by row and column, None in a gap."""


def read_patchwork(text: str, rows: Rows, size: int) -> GridText:
    """The cells of a text for a board with gaps; a line without gaps may leave them out altogether.

    size: the greatest digit
    Raises: GridError with every problem, each at its character.
    """
    lines = list(_lines(text))
    if len(lines) != len(rows):
        at = lines[len(rows)][1] if len(lines) > len(rows) else 0
        raise GridError([FormatProblem(f"the grid has {len(lines)} rows; {len(rows)} are needed", at)])
    cells: list[CellText] = []
    problems: list[FormatProblem] = []
    for row, ((line, offset), names) in enumerate(zip(lines, rows, strict=True)):
        places = [column for column, name in enumerate(names) if name is not None]
        at_places = _spread(line, places)
        problems += _row_problems(at_places, offset, row, places, size)
        cells += (
            CellText(row, column, digit_of(line[at], size), offset + at)
            for at, column in at_places
            if column in places and (line[at] in EMPTY_SIGNS or digit_of(line[at], size))
        )
        problems += (
            FormatProblem(f"'{line[at]}' is neither a digit 1-{size} nor '.'", offset + at)
            for at, column in at_places
            if column in places and line[at] not in EMPTY_SIGNS and digit_of(line[at], size) is None
        )
    if problems:
        raise GridError(problems)
    return GridText(len(rows), tuple(cells))


def _lines(text: str) -> Iterator[tuple[str, int]]:
    """The lines with their offsets, but for empty ones at the end."""
    offset = 0
    for line in text.rstrip().split("\n"):
        yield line.rstrip(), offset
        offset += len(line) + 1


def _spread(line: str, places: Sequence[int]) -> list[tuple[int, int]]:
    """The offset of every sign that is no gap, and the column it stands for."""
    signs = [at for at, sign in enumerate(line) if sign not in GAPS]
    if len(signs) == len(line) == len(places):
        return list(zip(signs, places, strict=True))
    return [(at, at) for at in signs]


def _row_problems(
    found: Sequence[tuple[int, int]], offset: int, row: int, places: Sequence[int], size: int
) -> Iterator[FormatProblem]:
    """What is wrong with the places of the signs of a row."""
    wrong = [(at, column) for at, column in found if column not in places]
    if wrong:
        at, column = wrong[0]
        hint = "a blank or '-' stands where the board has no cell"
        yield FormatProblem(f"there is no cell r{row + 1}c{column + 1}", offset + at, hint)
    elif len(found) != len(places):
        cells = f"{len(found)} cell" + ("" if len(found) == 1 else "s")
        yield FormatProblem(f"row {row + 1} has {cells}; {len(places)} are needed", offset)
