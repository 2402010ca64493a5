"""Grids without more: a line of cells, rows with or without frame, Simple Sudoku's frames, lists of lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from cpsolver.kinds.sudoku.formats.candidates import groups_in, read_groups, written_groups
from cpsolver.kinds.sudoku.formats.format import Format
from cpsolver.kinds.sudoku.formats.grid import (
    EMPTY_SIGNS,
    RARE_EMPTY_SIGNS,
    GridError,
    content_lines,
    digit_of,
    is_border,
    read_grid,
    sign_lines,
    size_of,
)
from cpsolver.kinds.sudoku.formats.record import AmbiguousFormat, Digits, FormatProblem, Sudoku, wrong
from cpsolver.kinds.sudoku.formats.text import framed, only_nine, rows_of, signs

_FEWEST_SIGNS = 16
_USUAL_LINE = re.compile(r"\s*(?=[1-9.]*\.|[0-9]*0)([1-9]|\.|0){81}\s*")
_FROM_ONE = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXY", "123456789ABCDEFGHIJKLMNOP")


def is_usual_line(text: str) -> bool:
    """Whether the text is the usual line of 81 cells, some of them empty: nothing else can be meant."""
    return _USUAL_LINE.fullmatch(text) is not None and not ("0" in text and "." in text)


def is_meant_as_grid(text: str) -> bool:
    """Whether the text is mostly digits and signs for empty cells."""
    lines = [line for line, _ in content_lines(text) if line.strip() and not is_border(line)]
    found = [sign for line in lines for sign in line if sign not in " \t|,;"]
    if len(found) < _FEWEST_SIGNS:
        return False
    usual = sum(1 for sign in found if sign in EMPTY_SIGNS or (sign.isascii() and sign.isdigit()))
    rare = sum(1 for sign in found if sign in RARE_EMPTY_SIGNS)
    if 5 * (usual + rare) >= 4 * len(found):
        return True
    in_letters = 4 * usual >= len(found) and all(sign.isalnum() or sign in EMPTY_SIGNS for sign in found)
    return in_letters and size_of(text) > 9


def read_cells(text: str) -> Sudoku:
    """The grid in a text, of the size that its cells have; letters count from A = 10, or A = 1 if there is no digit.

    Raises: GridError; AmbiguousFormat where letters may count either way.
    """
    if is_usual_line(text):
        start = len(text) - len(text.lstrip())
        givens = tuple(int(sign) if sign != "." else 0 for sign in text.strip())
        return Sudoku(9, givens, offsets=tuple(range(start, start + 81)))
    size = size_of(text)
    if size > 9:
        text = _with_letters_from_ten(text, size)
    grid = read_grid(text, size)
    return Sudoku(
        size,
        tuple(cell.digit or 0 for cell in grid.cells),
        offsets=tuple(cell.offset for cell in grid.cells),
    )


def _with_letters_from_ten(text: str, size: int) -> str:
    """The text, its letters counting from A = 10. Raises: AmbiguousFormat if they may count either way."""
    found = [sign for line in sign_lines(text, size) for sign in line]
    letters = [sign for sign in found if len(sign.text) == 1 and sign.text.isalpha()]
    if not letters or any(sign.text.isdigit() and sign.text != "0" for sign in found):
        return text
    if any(digit_of(sign.text, size) is None for sign in letters):
        return "".join(_raised(line) for line in re.split(r"(#[^\n]*|\n)", text))
    first, ten = letters[0].text, digit_of(letters[0].text, size)
    message = f"'{first}' may be {ord(first.upper()) - 64} (A = 1) or {ten} (A = 10)"
    raise AmbiguousFormat([FormatProblem(message, letters[0].offset, "write numbers with blanks between")], text)


def _raised(line: str) -> str:
    return line if line.startswith("#") else line.upper().translate(_FROM_ONE)


def line_of(sudoku: Sudoku) -> str:
    """The givens as one line; `.` is an empty cell."""
    return signs(sudoku.givens)


def frame_of(sudoku: Sudoku) -> str:
    """The givens as rows in a frame; large grids as numbers."""
    width = 2 if sudoku.size > 9 else 1
    cells = [str(digit or ".").rjust(width) for digit in sudoku.givens]
    rows = [cells[at : at + sudoku.size] for at in range(0, len(cells), sudoku.size)]
    return "\n".join(framed(rows, sudoku.size)) + "\n"


# -- Simple Sudoku --------------------------------------------------------------------------------------------


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """Where each nine rows of cells begin and end."""
    rows = [(start, start + len(line)) for line, start in _rows(text)]
    for at in range(0, len(rows), 9):
        yield rows[at][0], rows[min(at + 8, len(rows) - 1)][1]


def _rows(text: str) -> Iterator[tuple[str, int]]:
    for match in re.finditer(r"[^\n]+", text):
        line = match[0]
        if line.strip() and "---" not in line and any(sign.isdigit() or sign in EMPTY_SIGNS for sign in line):
            yield line, match.start()


def fits_simple(text: str) -> bool:
    """Whether the text is one of Simple Sudoku's frames, or two or three grids of nine rows."""
    rows = [line.strip() for line, _ in _rows(text)]
    compact = all(re.fullmatch(r"\|[^\s|]{3}\|[^\s|]{3}\|[^\s|]{3}\|", row) for row in rows[:9])
    if len(rows) == 9:
        return compact and text.lstrip().startswith("*-")
    return len(rows) in (18, 27) and all(row.startswith("|") for row in rows)


def read_simple(text: str) -> Sudoku:
    """Up to three grids: the first holds the givens, the second also what was placed, the third the candidates.

    Raises: FormatError.
    """
    first, *others = list(_parts(text)) or [(0, len(text))]
    found = _read_part(text, *first)
    if found.candidates or len(others) > 2:
        raise wrong("the first grid must hold the givens", "the order is givens, placed digits, candidates", first[0])
    for start, end in others:
        more = _read_part(text, start, end)
        if more.candidates:
            single = tuple(
                (digit,) if digit else marks for digit, marks in zip(more.givens, more.candidates, strict=True)
            )
            found = replace(found, candidates=_without(single, found.board))
        else:
            found = replace(found, entries=_placed(found, more, start))
    return found


def _read_part(text: str, start: int, end: int) -> Sudoku:
    part = " " * (start - text.rfind("\n", 0, start) - 1) + text[start:end]
    shift = end - len(part)
    try:
        found = read_groups(part) if len(groups_in(part)) == 81 and _has_groups(part) else _nine(read_cells(part))
    except GridError as error:
        raise error.within(text, shift) from None
    return replace(found, offsets=tuple(offset + shift for offset in found.offsets))


def _has_groups(part: str) -> bool:
    return any(len(group.digits) > 1 for group in groups_in(part))


def _nine(sudoku: Sudoku) -> Sudoku:
    only_nine(sudoku, "ss")
    return sudoku


def _placed(found: Sudoku, more: Sudoku, start: int) -> Digits:
    for given, digit, offset in zip(found.givens, more.givens, more.offsets, strict=True):
        if given and digit != given:
            raise wrong(f"the second grid has {digit or 'no digit'} where the first has {given}", "", offset)
    entries = tuple(0 if given else digit for given, digit in zip(found.givens, more.givens, strict=True))
    return entries if any(entries) else ()


def _without(candidates: tuple[tuple[int, ...], ...], board: Digits) -> tuple[tuple[int, ...], ...]:
    left = tuple(() if digit else marks for marks, digit in zip(candidates, board, strict=True))
    return left if any(left) else ()


def write_simple(sudoku: Sudoku) -> str:
    """The givens in Simple Sudoku's frame; then the placed digits and the candidates, where there are any."""
    only_nine(sudoku, "ss")
    parts = [_simple_frame(sudoku.givens)]
    if any(sudoku.entries) or sudoku.candidates:
        parts.append(_simple_frame(sudoku.board))
    if sudoku.candidates:
        parts.append(written_groups(sudoku))
    return "\n".join(parts)


def _simple_frame(digits: Digits) -> str:
    rows = [signs(row) for row in rows_of(digits, 9)]
    lines = ["|" + "|".join((row[:3], row[3:6], row[6:])) + "|" for row in rows]
    border = "|---+---+---|"
    return "\n".join(["*-----------*", *lines[:3], border, *lines[3:6], border, *lines[6:], "*-----------*", ""])


# -- lists ----------------------------------------------------------------------------------------------------


def list_lines(text: str) -> list[tuple[str, int]]:
    """The lines of a list that hold something, with their offsets."""
    return [(line, start) for line, start in content_lines(text) if line.strip()]


def fits_list(text: str) -> bool:
    """Whether the text is several puzzles, one a line, though some may be wrong."""
    lines = [line.strip() for line, _ in list_lines(text)]
    good = sum(len(line) >= 81 or len(line) in (16, 36, 64) for line in lines)
    return len(lines) > 1 and 2 * good > len(lines) and len(lines) != len(lines[0])


def read_list(text: str) -> Sudoku:
    """The only puzzle of a list. Raises: FormatError if there are several."""
    lines = list_lines(text)
    if len(lines) > 1:
        message = f"{len(lines)} grids stand here, one a line; one is needed"
        raise wrong(message, "say which, such as 'line: 2'", lines[1][1])
    return read_cells(text)


LINE = Format(
    "line",
    "all cells in one line",
    lambda text: is_meant_as_grid(text) and len(list_lines(text)) == 1,
    read_cells,
    line_of,
)
GRID = Format(
    "grid",
    "rows of cells, with or without separators and frames; sizes 4 to 25",
    lambda text: is_meant_as_grid(text) and len(list_lines(text)) > 1 and not fits_list(text),
    read_cells,
    frame_of,
)
SIMPLE = Format(
    "ss",
    "Simple Sudoku: a frame of givens; then placed digits; then candidates",
    fits_simple,
    read_simple,
    write_simple,
    (".ss",),
    frozenset(("entries", "candidates")),
    is_sure=True,
)
LIST = Format(
    "sdm",
    "a list, one puzzle a line",
    fits_list,
    read_list,
    lambda s: line_of(s) + "\n",
    (".sdm", ".txt"),
    is_list=True,
)
