"""Grids of candidates: a group of digits for each cell, or a place for every digit of every cell."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from cpsolver.kinds.sudoku.formats.format import Format
from cpsolver.kinds.sudoku.formats.record import Digits, Marks, Sudoku, open_candidates, peers, wrong
from cpsolver.kinds.sudoku.formats.text import expected, only_nine

_GROUP = re.compile(r"[^\s|:!'│║]+")
_DIGITS = re.compile(r"[*#@(\[{A-Za-z]*((?:-?[1-9])+|[.0_])[*#@)\]}]*")
_CUBES = {number**3: number for number in (4, 6, 8, 9)}


@dataclass(frozen=True)
class Group:
    """What one cell may hold, and the offset of the text that says so."""

    digits: tuple[int, ...]
    offset: int
    text: str = ""
    is_user: bool = False


def groups_in(text: str) -> list[Group]:
    """The groups of digits of a text, frames passed over."""
    found = []
    for line in re.finditer(r"[^\n]+", text):
        if "---" in line[0] or "───" in line[0] or "═══" in line[0]:
            continue
        found += [_group(match[0], line.start() + match.start()) for match in _GROUP.finditer(line[0])]
    return found


def _group(text: str, offset: int) -> Group:
    match = _DIGITS.fullmatch(text)
    digits = tuple(sorted({int(sign) for sign in match[1] if sign in "123456789"})) if match else ()
    return Group(digits, offset, "" if match else text, text.startswith("u"))


def fits_groups(text: str) -> bool:
    """Whether the text is 81 groups of digits, some of them of several."""
    if len(text) < 100:
        return False
    groups = groups_in(text)
    wrong_ones = sum(bool(group.text) for group in groups)
    several = sum(len(group.digits) > 1 for group in groups)
    return abs(len(groups) - 81) <= 4 and wrong_ones <= 4 and several >= 3


def read_groups(text: str) -> Sudoku:
    """The candidates of 81 cells. A single digit is placed, unless a cell it sees still has that candidate.

    Raises: FormatError.
    """
    groups = _checked(groups_in(text))
    candidates = tuple(group.digits for group in groups)
    found = Sudoku(9, (0,) * 81, offsets=tuple(group.offset for group in groups))
    return _with_singles(found, candidates)


def _checked(groups: list[Group]) -> list[Group]:
    for group in groups:
        if group.text:
            raise expected("the candidates of a cell, such as 1579", group.text, group.offset)
    if len(groups) != 81:
        at = groups[81].offset if len(groups) > 81 else 0
        raise wrong(f"the grid has {len(groups)} groups of candidates; 81 are needed", "put a blank between cells", at)
    return groups


def _with_singles(sudoku: Sudoku, candidates: Marks) -> Sudoku:
    """The record with these candidates, single ones placed as HoDoKu does."""
    seen = peers(sudoku)
    givens = tuple(
        marks[0] if len(marks) == 1 and not any(marks[0] in candidates[o] for o in seen[at]) else 0
        for at, marks in enumerate(candidates)
    )
    left = tuple(() if digit else marks for marks, digit in zip(candidates, givens, strict=True))
    return replace(sudoku, givens=givens, candidates=left if any(left) else ())


def shown_candidates(sudoku: Sudoku) -> Marks:
    """What each cell may hold: its digit, else its candidates, else what the digits in sight leave."""
    board = sudoku.board
    stated = sudoku.candidates or ((),) * sudoku.cells
    found = open_candidates(sudoku, board)
    return tuple((digit,) if digit else marks or left for digit, marks, left in zip(board, stated, found, strict=True))


def written_groups(sudoku: Sudoku) -> str:
    """A grid of candidates in a frame."""
    only_nine(sudoku, "candidates")
    texts = ["".join(map(str, marks)) or "." for marks in shown_candidates(sudoku)]
    rows = [texts[at : at + 9] for at in range(0, 81, 9)]
    widths = [max(len(row[column]) for row in rows) for column in range(9)]
    border = "+".join("-" * (sum(widths[at : at + 3]) + 7) for at in (0, 3, 6))
    lines = [f".{border.replace('+', '.')}."]
    for number, row in enumerate(rows):
        if number in (3, 6):
            lines.append(f":{border}:")
        cells = [text.ljust(width) for text, width in zip(row, widths, strict=True)]
        lines.append("|" + "|".join(" " + "  ".join(cells[at : at + 3]) + "  " for at in (0, 3, 6)) + "|")
    return "\n".join([*lines, f"'{border.replace('+', chr(39))}'", ""])


# -- a place for every digit of every cell --------------------------------------------------------------------


def _packed(text: str) -> str:
    return "".join(text.split())


def fits_cube(text: str) -> bool:
    """Whether the text is N × N × N signs, each the digit of its place or none."""
    packed = _packed(text)
    size = _CUBES.get(len(packed))
    if size is None:
        return False
    misplaced = sum(sign not in ".0" and sign != str(at % size + 1) for at, sign in enumerate(packed))
    return misplaced <= (4 if size == 9 else 0)


def read_cube(text: str) -> Sudoku:
    """The candidates of N × N × N signs: N places for a cell, `.` or `0` where the digit is out.

    Raises: FormatError.
    """
    signs = [(match[0], match.start()) for match in re.finditer(r"\S", text)]
    size = _CUBES.get(len(signs))
    if size is None:
        raise wrong(f"the text has {len(signs)} signs; 729 are needed", "nine places for each cell, '.' for none")
    for at, (sign, offset) in enumerate(signs):
        if sign not in ".0" and sign != str(at % size + 1):
            raise expected(f"'{at % size + 1}' or '.'", sign, offset, "each digit stands at its own place")
    cells = [signs[at : at + size] for at in range(0, len(signs), size)]
    marks = tuple(tuple(int(sign) for sign, _ in cell if sign not in ".0") for cell in cells)
    for number, digits in enumerate(marks):
        if not digits:
            raise wrong(f"cell {number + 1} has no candidate", "write at least one digit", cells[number][0][1])
    return Sudoku(size, (0,) * size * size, candidates=marks, offsets=tuple(cell[0][1] for cell in cells))


def written_cube(sudoku: Sudoku) -> str:
    """N places for each cell, in one line."""
    if sudoku.size > 9:
        raise wrong("'729' holds grids to 9 × 9 only", "use 'grid'")
    digits = range(1, sudoku.size + 1)
    return "".join(str(d) if d in marks else "." for marks in shown_candidates(sudoku) for d in digits)


# -- SudoCue's .sdx -------------------------------------------------------------------------------------------


def fits_sdx(text: str) -> bool:
    """Whether the text is nine rows of nine groups, one of them marked as the user's."""
    return fits_groups(text) and re.search(r"(?<!\S)u[1-9](?!\S)", text) is not None


def read_sdx(text: str) -> Sudoku:
    """A row a line; a digit alone is given, with `u` in front it is the player's, several are candidates.

    Raises: FormatError.
    """
    groups = _checked(groups_in(text))
    single = [group.digits[0] if len(group.digits) == 1 else 0 for group in groups]
    givens: Digits = tuple(0 if g.is_user else d for g, d in zip(groups, single, strict=True))
    entries: Digits = tuple(d if g.is_user else 0 for g, d in zip(groups, single, strict=True))
    marks = tuple(() if d else g.digits for g, d in zip(groups, single, strict=True))
    offsets = tuple(group.offset for group in groups)
    return Sudoku(9, givens, entries if any(entries) else (), candidates=marks if any(marks) else (), offsets=offsets)


def write_sdx(sudoku: Sudoku) -> str:
    """Nine lines of nine groups."""
    only_nine(sudoku, "sdx")
    entries = sudoku.entries or (0,) * 81
    shown = shown_candidates(sudoku)
    texts = [("u" if entry else "") + "".join(map(str, marks)) for entry, marks in zip(entries, shown, strict=True)]
    return "".join(" ".join(texts[at : at + 9]) + "\n" for at in range(0, 81, 9))


_CARRIES = frozenset(("candidates",))
GROUPS = Format(
    "candidates",
    "a grid of pencil marks, a group of digits a cell",
    fits_groups,
    read_groups,
    written_groups,
    carries=_CARRIES,
)
CUBE = Format("729", "candidates, nine places a cell", fits_cube, read_cube, written_cube, carries=_CARRIES)
SDX = Format(
    "sdx",
    "SudoCue: candidates, the player's digits with 'u'",
    fits_sdx,
    read_sdx,
    write_sdx,
    (".sdx",),
    frozenset(("candidates", "entries")),
    is_sure=True,
)
