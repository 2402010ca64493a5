"""Grids as players write them: text in, cells with the place of each out. Needs no solver and no model.

Read is one grid of N × N cells, N from 1 to 25:

- N lines, or all cells in one line (or in lines of whole rows); blank lines, borders (`---`, `+---+`) and
  separators (`|`, `,`, blanks) are passed over, and what follows a `#` is a comment;
- an empty cell is `.`, `0`, `*` or `_`, one sign throughout a grid; `X`, `-` or `?` too, if it is the only such sign;
  blanks are empty cells if there is no other sign and the lines then have the right length;
- sizes to 9 use the digits 1-N; larger ones numbers with blanks between, or 1-9 and letters, A = 10.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cpsolver.kinds.sudoku.formats.record import LARGEST_TEXT, FormatError, FormatProblem

EMPTY_SIGNS = ".0*_"
RARE_EMPTY_SIGNS = "xX?-"
MOST_PROBLEMS = 20

_SEPARATORS = " \t|,;!│┃║"
_BORDER = re.compile(r"[-=+|*.':\s─━═│┃║┄┅┈┉┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╪╫╟╢╤╧┿╂┠┨┯┷]*(--|==|──|━━|══).*")
_NO_SIGNS = {ord(sign): None for sign in f"{_SEPARATORS}\r\n"}
_MOST_CHARACTERS = 8 * 25 * 25
"""That the largest grid may have beside separators: numbers of two digits, frames and remarks counted in."""
_WORD = re.compile(rf"[^{re.escape(_SEPARATORS)}]+")


@dataclass(frozen=True)
class CellText:
    """A cell as read: its row and column from 0, its digit or None, the offset of its sign in the text."""

    row: int
    column: int
    digit: int | None
    offset: int


@dataclass(frozen=True)
class GridText:
    """A grid as read; `cells` are in row-major order."""

    size: int
    cells: tuple[CellText, ...]

    @property
    def givens(self) -> tuple[CellText, ...]:
        """The cells that hold a digit."""
        return tuple(cell for cell in self.cells if cell.digit is not None)


class GridError(FormatError):
    """The text is not a grid of this size. `problems` holds all that was found."""


@dataclass(frozen=True)
class Sign:
    """What stands for one cell: a character, or a number of several, and its offset in the text."""

    text: str
    offset: int


Line = tuple[Sign, ...]


def read_grid(text: str, size: int = 9) -> GridText:
    """The grid of size × size cells in the text.

    Raises: GridError with every problem of the grid, each at its character.
    """
    if len(text) > LARGEST_TEXT:
        raise GridError([FormatProblem(f"the text is longer than {LARGEST_TEXT // 1024} KB; no grid is", 0)], text)
    lines = sign_lines(text, size)
    signs = [sign for line in lines for sign in line]
    empties = _empty_signs(signs, size)
    problems = [*_layout_problems(lines, size), *_mixed_problems(signs, empties)]
    if len(signs) <= 2 * size * size:
        wrong = list(_sign_problems(signs, size, empties))
        # A text of the wrong size with many wrong signs was never meant as a grid: one of them will do.
        problems += _limited(wrong, 1 if problems and len(wrong) > size else MOST_PROBLEMS)
    if problems:
        raise GridError(problems, text)
    return GridText(
        size,
        tuple(CellText(*divmod(i, size), digit_of(sign.text, size), sign.offset) for i, sign in enumerate(signs)),
    )


SIZES = (9, 4, 6, 8, 10, 12, 14, 15, 16, 18, 20, 21, 22, 24, 25)
"""Sizes that have boxes, the usual one first."""


def size_of(text: str) -> int:
    """The size of the grid that has as many cells and rows as the text; the usual one if there is none."""
    if len(text.translate(_NO_SIGNS)) > _MOST_CHARACTERS:
        return SIZES[0]
    return next((size for size in SIZES if has_size(text, size)), SIZES[0])


def has_size(text: str, size: int) -> bool:
    """Whether the text has the rows and cells of a grid of that size."""
    return not _layout_problems(sign_lines(text, size), size)


def digit_of(sign: str, size: int) -> int | None:
    """The digit this sign stands for in a grid of that size, or None."""
    if sign.isascii() and sign.isdigit():
        value = int(sign) if len(sign) <= 2 else 0
    elif size > 9 and len(sign) == 1 and sign.isascii() and sign.isalpha():
        value = ord(sign.upper()) - ord("A") + 10
    else:
        return None
    return value if 1 <= value <= size else None


def sign_lines(text: str, size: int) -> list[Line]:
    """The signs of every line that holds cells: borders, separators, comments and blank lines are gone."""
    lines = [(line, offset) for line, offset in content_lines(text) if not is_border(line)]
    spaced = _with_spaces_as_cells(lines, size)
    if spaced is not None:
        return spaced
    in_words = size > 9 and any(len(_WORD.findall(line)) > size // 2 for line, _ in lines)
    split = _words if in_words else _characters
    return [signs for line, offset in lines if (signs := split(line, offset))]


def is_border(line: str) -> bool:
    """Whether the line only draws the frame of a grid."""
    return _BORDER.fullmatch(line) is not None and not any(sign.isalnum() for sign in line)


def content_lines(text: str) -> Iterator[tuple[str, int]]:
    """Every line without its comment and line end, with its offset."""
    for match in re.finditer(r"[^\r\n]*(\r\n|\r|\n|$)", text):
        line = match.group().rstrip("\r\n").split("#", 1)[0]
        start = match.start()
        if line.startswith("\ufeff"):
            line, start = line[1:], start + 1
        yield line, start


def _words(line: str, offset: int) -> Line:
    return tuple(Sign(match.group(), offset + match.start()) for match in _WORD.finditer(line))


def _characters(line: str, offset: int) -> Line:
    return tuple(Sign(sign, offset + at) for at, sign in enumerate(line) if sign not in _SEPARATORS)


def _with_spaces_as_cells(lines: list[tuple[str, int]], size: int) -> list[Line] | None:
    """The lines read with blanks as empty cells, or None where that is not the one way to read them."""
    filled = [(line, offset) for line, offset in lines if line.strip()]
    if any(sign in EMPTY_SIGNS for line, _ in filled for sign in line) or not any(" " in line for line, _ in filled):
        return None
    if len(filled) == 1 and len(filled[0][0]) == size * size:
        return [_with_spaces(*filled[0], size * size)]
    while len(lines) > size and not lines[-1][0].strip():
        lines = lines[:-1]
    rows = lines if len(lines) == size else filled
    bare = [line.replace("|", "") for line, _ in rows]
    if len(rows) != size or max(map(len, bare)) > size or sum(len(line.split()) for line in bare) == 0:
        return None
    return [_with_spaces(line, offset, size) for line, offset in rows]


def _with_spaces(line: str, offset: int, width: int) -> Line:
    signs = [Sign("." if sign == " " else sign, offset + at) for at, sign in enumerate(line) if sign != "|"]
    return (*signs, *(Sign(".", offset + len(line)) for _ in range(width - len(signs))))


def _empty_signs(signs: Sequence[Sign], size: int) -> dict[str, int]:
    """The signs for an empty cell that occur, with the number of times, the most frequent first."""
    counted = Counter(sign.text for sign in signs)
    usual = {sign: counted[sign] for sign in EMPTY_SIGNS if counted[sign]}
    if not usual and size <= 9:
        usual = {sign: counted[sign] for sign in RARE_EMPTY_SIGNS if counted[sign] >= size}
    return dict(sorted(usual.items(), key=lambda item: -item[1]))


def _mixed_problems(signs: Sequence[Sign], empties: dict[str, int]) -> Iterator[FormatProblem]:
    usual, *others = empties or (".",)
    for other in others:
        first = next(sign for sign in signs if sign.text == other)
        yield FormatProblem(
            f"'{other}' and '{usual}' both stand for an empty cell; one grid uses one sign",
            first.offset,
            f"write '{usual}' for every empty cell",
        )


def _sign_problems(signs: Sequence[Sign], size: int, empties: dict[str, int]) -> Iterator[FormatProblem]:
    usual = next(iter(empties), ".")
    for sign in signs:
        if sign.text not in empties and digit_of(sign.text, size) is None:
            shown = sign.text if sign.text.isprintable() else ascii(sign.text)[1:-1]
            yield FormatProblem(f"'{shown}' is neither {_digits(size)} nor '{usual}'", sign.offset)


def _digits(size: int) -> str:
    return f"a digit 1-{size}" if size <= 9 else f"a number 1-{size} (or A-{chr(ord('A') + size - 10)} for 10-{size})"


def _limited(problems: list[FormatProblem], most: int) -> list[FormatProblem]:
    """The first of many problems; the last says how many more there are."""
    if len(problems) <= most:
        return problems
    more = problems[most - 1]
    count = len(problems) - most
    return [*problems[: most - 1], FormatProblem(f"{more.message}, and {count} more", more.offset)]


def _layout_problems(lines: Sequence[Line], size: int) -> list[FormatProblem]:
    """What is wrong with the number of cells and rows."""
    count = sum(map(len, lines))
    needed = size * size
    if not lines:
        return [FormatProblem(f"there are no cells; {needed} are needed", 0)]
    if count == needed and all(len(line) % size == 0 for line in lines):
        return []
    if len(lines) > 1 and all(4 * len(line) >= 3 * needed for line in lines):
        message = f"{len(lines)} grids stand here, one a line; one is needed"
        return [FormatProblem(message, lines[1][0].offset, "keep one of the lines")]
    if len(lines) == 1 or 2 * count > 3 * size * len(lines):
        return [_count_problem(lines, count, needed)]
    if _is_other_size(lines, size):
        return [_size_problem(lines, size)]
    return [*_row_problems(lines, size), *_rows_problem(lines, size)]


def _size_problem(lines: Sequence[Line], size: int) -> FormatProblem:
    message = f"the grid has {len(lines)} rows and columns; {size} are needed"
    return FormatProblem(message, lines[0][0].offset, "the model and its parameters say how large it is")


def _count_problem(lines: Sequence[Line], count: int, needed: int) -> FormatProblem:
    signs = [sign for line in lines for sign in line]
    at = signs[needed].offset if count > needed else signs[0].offset
    change = f"{count - needed} too many" if count > needed else f"{needed - count} missing"
    return FormatProblem(
        f"the grid has {count} cells; {needed} are needed", at, f"{change}: write one sign for each cell"
    )


def _is_other_size(lines: Sequence[Line], size: int) -> bool:
    """Whether it is a square grid, only larger or smaller."""
    return len(lines) != size and all(len(line) == len(lines) for line in lines)


def _row_problems(lines: Sequence[Line], size: int) -> Iterator[FormatProblem]:
    for number, line in enumerate(lines, 1):
        if len(line) != size:
            cells = f"{len(line)} cell" + ("" if len(line) == 1 else "s")
            yield FormatProblem(f"row {number} has {cells}; {size} are needed", line[0].offset)


def _rows_problem(lines: Sequence[Line], size: int) -> Iterator[FormatProblem]:
    if len(lines) != size:
        at = lines[size] if len(lines) > size else lines[0]
        rows = f"{len(lines)} row" + ("" if len(lines) == 1 else "s")
        yield FormatProblem(f"the grid has {rows}; {size} are needed", at[0].offset)
