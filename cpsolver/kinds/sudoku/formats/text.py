"""Digits and letters of grids, lines of text, and numbers read without surprises."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cpsolver.kinds.sudoku.formats.record import Digits, FormatError, FormatProblem, Sudoku, box_shape, wrong

SIGNS = ".123456789ABCDEFGHIJKLMNOP"
"""A sign for every digit, 0 being an empty cell; A is 10."""


def signs(digits: Iterable[int], empty: str = ".") -> str:
    """Digits as one sign each, A being 10."""
    return "".join(SIGNS[digit] if digit else empty for digit in digits)


def rows_of(cells: Sequence[int], size: int) -> list[Digits]:
    """Cells cut into rows."""
    return [tuple(cells[at : at + size]) for at in range(0, len(cells), size)]


def framed(rows: Sequence[Sequence[str]], size: int) -> list[str]:
    """Rows of texts for cells, with separators where boxes meet: the lines of cells and of borders."""
    height, width = box_shape(size)
    lines: list[str] = []
    for number, row in enumerate(rows):
        if number and number % height == 0:
            lines.append("")
        lines.append(" | ".join(" ".join(row[at : at + width]) for at in range(0, size, width)))
    border = "+".join("-" * (len(part) + 2 * (0 < n)) for n, part in enumerate(lines[0].split(" | ")))
    return [line or border for line in lines]


def whole(text: str, most: int = 10**9) -> int | None:
    """The number that a few ASCII digits name, or None; longer ones are none."""
    if 0 < len(text) <= 10 and text.isascii() and text.isdigit() and int(text) <= most:
        return int(text)
    return None


def only_nine(sudoku: Sudoku, name: str) -> None:
    """Refuse a grid that is no 9 × 9. Raises: FormatError."""
    if sudoku.size != 9:
        raise wrong(f"'{name}' holds 9 × 9 grids only; this one is {sudoku.size} × {sudoku.size}", "use 'grid'")


def expected(what: str, found: str, offset: int = 0, hint: str = "") -> FormatError:
    """The error where something else was expected."""
    shown = found if len(found) <= 40 else found[:40] + "…"
    shown = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in shown)
    return FormatError([FormatProblem(f"expected {what}, found {f'{shown!r}' if shown else 'nothing'}", offset, hint)])
