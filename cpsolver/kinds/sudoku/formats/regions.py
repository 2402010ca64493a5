"""Jigsaws as two grids: the givens, then a letter for the region of each cell."""

from __future__ import annotations

from collections import Counter
from math import isqrt

from cpsolver.kinds.sudoku.formats.format import Format
from cpsolver.kinds.sudoku.formats.grid import Sign, digit_of, is_border
from cpsolver.kinds.sudoku.formats.record import LARGEST_SIZE, Sudoku, numbered, own_regions, usual_regions, wrong
from cpsolver.kinds.sudoku.formats.text import expected, signs

_SEPARATORS = " \t|,\n\r"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"


def _signs(text: str) -> list[Sign]:
    found, at = [], 0
    for line in text.split("\n"):
        if not is_border(line):
            found += [Sign(sign, at + n) for n, sign in enumerate(line) if sign not in _SEPARATORS]
        at += len(line) + 1
    return found


def _size(count: int) -> tuple[int, bool] | None:
    """The size of the grid, and whether it has givens before the regions."""
    for wanted, both in ((count // 2, True), (count, False)):
        root = isqrt(wanted)
        if 4 <= root <= LARGEST_SIZE and root * root * (1 + both) == count:
            return root, both
    return None


def is_layout(text: str, size: int) -> bool:
    """Whether size × size signs are regions that hang together, each sign standing size times."""
    counted = Counter(text)
    if len(text) != size * size or len(counted) != size or set(counted.values()) != {size}:
        return False
    return all(_hangs_together({at for at, sign in enumerate(text) if sign == name}, size) for name in counted)


def _hangs_together(cells: set[int], size: int) -> bool:
    waiting, reached = [min(cells)], set()
    while waiting:
        at = waiting.pop()
        if at in cells and at not in reached:
            reached.add(at)
            waiting += [at - size, at + size]
            waiting += [at - 1] * (at % size > 0) + [at + 1] * (at % size < size - 1)
    return reached == cells


def fits(text: str) -> bool:
    """Whether the text ends in a layout of regions, and nothing but givens stands before it."""
    found = "".join(sign.text for sign in _signs(text))
    size = _size(len(found))
    if size is None:
        return False
    number, both = size
    tail = found[-number * number :]
    return is_layout(tail, number) and (not both or all(_is_given(sign, number) for sign in found[: number * number]))


def _is_given(sign: str, size: int) -> bool:
    return sign in ".0*_" or digit_of(sign, size) is not None


def read(text: str) -> Sudoku:
    """A jigsaw: its givens, if there are any, and its regions.

    Raises: FormatError.
    """
    found = _signs(text)
    size = _size(len(found))
    if size is None:
        raise wrong(f"{len(found)} signs are no jigsaw", "write N × N givens, then N × N letters for the regions")
    number, both = size
    cells = number * number
    first, layout = (found[:cells], found[cells:]) if both else ([], found)
    if not is_layout("".join(sign.text for sign in layout), number):
        hint = f"{number} letters, each {number} times, each in one piece"
        raise wrong("these are no regions", hint, layout[0].offset)
    for sign in first:
        if not _is_given(sign.text, number):
            raise expected(f"a digit 1-{number} or '.'", sign.text, sign.offset)
    givens = tuple(digit_of(sign.text, number) or 0 for sign in first) or (0,) * cells
    regions = own_regions(numbered([sign.text for sign in layout]), number)
    return Sudoku(number, givens, regions=regions, offsets=tuple(sign.offset for sign in first or layout))


def write(sudoku: Sudoku) -> str:
    """Two lines: the givens, and a letter for each cell's region."""
    regions = sudoku.regions or usual_regions(sudoku.size)
    layout = "".join(_LETTERS[number - 1] for number in regions) if 0 < min(regions) <= max(regions) <= 25 else ""
    if not is_layout(layout, sudoku.size):
        raise wrong(
            "'jigsaw' needs regions of as many cells as the grid has rows, each in one piece", "use 'f-puzzles'"
        )
    return f"{signs(sudoku.givens)}\n{layout}\n"


JIGSAW = Format(
    "jigsaw", "two grids: givens, then letters of regions", fits, read, write, carries=frozenset(("regions",))
)
