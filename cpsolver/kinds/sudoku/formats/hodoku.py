"""Lines with fields: HoDoKu's library, and the lists that gsf's program writes."""

from __future__ import annotations

import re

from cpsolver.kinds.sudoku.formats.format import Format
from cpsolver.kinds.sudoku.formats.grid import GridError, read_grid
from cpsolver.kinds.sudoku.formats.record import Digits, Kept, Marks, Sudoku, open_candidates, wrong
from cpsolver.kinds.sudoku.formats.text import expected, only_nine

_STEP = "hodoku step"
_CELL = re.compile(r"\+?[0-9.]")
_PLAIN_STEP = ("0000", "x", "", "", "")


def fits(text: str) -> bool:
    """Whether the text is one line of six or seven colons whose third field is a grid."""
    line = text.strip()
    fields = line.split(":")
    return "\n" not in line and line.startswith(":") and len(fields) > 6 and len(fields[3]) >= 40


def read(text: str) -> Sudoku:
    """The position of a library line: digits with `+` were placed; the step that is expected is kept.

    Raises: FormatError.
    """
    line = text.rstrip()
    start = len(line) - len(line.lstrip())
    fields = line[start:].split(":")
    if not 7 <= len(fields) <= 8:
        raise wrong(
            "expected seven fields with ':' between", ":technique:digits:grid:deleted:eliminations:placements:", start
        )
    at = start + sum(len(field) + 1 for field in fields[:3])
    givens, entries, offsets = _cells(fields[3], at)
    found = Sudoku(9, givens, entries if any(entries) else (), offsets=offsets)
    deleted = list(_triples(fields[4], at + len(fields[3]) + 1))
    step = ":".join((fields[1], fields[2], *fields[5:], *[""] * (8 - len(fields))))
    kept = () if step == ":".join(_PLAIN_STEP) else (Kept(_STEP, step),)
    return Sudoku(9, givens, found.entries, candidates=_left(found, deleted), kept=kept, offsets=offsets)


def _cells(text: str, start: int) -> tuple[Digits, Digits, tuple[int, ...]]:
    found, at = [], 0
    while at < len(text):
        match = _CELL.match(text, at)
        if match is None or match[0] in ("+.", "+0"):
            raise expected("a digit, '+' and a digit, or '.'", text[at], start + at)
        found.append((match[0], start + at))
        at = match.end()
    if len(found) != 81:
        hint = "one sign for each cell: a digit, '.', or '+' and a digit that was placed"
        raise wrong(f"the grid has {len(found)} cells; 81 are needed", hint, start)
    givens = tuple(int(sign) if sign.isdigit() else 0 for sign, _ in found)
    entries = tuple(int(sign[1]) if sign[0] == "+" else 0 for sign, _ in found)
    return givens, entries, tuple(offset for _, offset in found)


def _triples(text: str, start: int) -> list[tuple[int, int]]:
    """Cells by number, and digits, of triples such as 712: digit 7 at r1c2."""
    found = []
    for match in re.finditer(r"\S+", text):
        if not re.fullmatch("[1-9]{3}", match[0]):
            raise expected("digit, row and column, such as 712", match[0], start + match.start())
        digit, row, column = map(int, match[0])
        found.append(((row - 1) * 9 + column - 1, digit))
    return found


def _left(sudoku: Sudoku, deleted: list[tuple[int, int]]) -> Marks:
    """The candidates of open cells without those deleted; nothing if none is."""
    if not deleted:
        return ()
    board, gone = sudoku.board, set(deleted)
    return tuple(
        () if board[at] else tuple(digit for digit in marks if (at, digit) not in gone)
        for at, marks in enumerate(open_candidates(sudoku, board))
    )


def write(sudoku: Sudoku) -> str:
    """A library line: the position, and the candidates deleted that the digits in sight would leave."""
    only_nine(sudoku, "hodoku")
    entries = sudoku.entries or (0,) * 81
    grid = "".join(
        str(given) if given else f"+{entry}" if entry else "."
        for given, entry in zip(sudoku.givens, entries, strict=True)
    )
    deleted = " ".join(_deleted(sudoku))
    step = next((kept.text for kept in sudoku.kept if kept.name == _STEP), ":".join(_PLAIN_STEP))
    technique, digits, *rest = step.split(":")
    return ":" + ":".join((technique, digits, grid, deleted, *rest))


def _deleted(sudoku: Sudoku) -> list[str]:
    if not sudoku.candidates:
        return []
    board = sudoku.board
    return [
        f"{digit}{at // 9 + 1}{at % 9 + 1}"
        for at, marks in enumerate(open_candidates(sudoku, board))
        if not board[at] and sudoku.candidates[at]
        for digit in marks
        if digit not in sudoku.candidates[at]
    ]


def fits_commas(text: str) -> bool:
    """Whether the text is one line of six or more commas, one of its fields a grid."""
    line = text.strip()
    fields = line.split(",")
    return "\n" not in line and len(fields) > 6 and any(len(field.strip()) == 81 for field in fields)


def read_commas(text: str) -> Sudoku:
    """The grid of a line of gsf's list: its fifth field; the others are kept as a comment.

    Raises: FormatError.
    """
    fields = text.rstrip("\n").split(",")
    grids = [number for number, field in enumerate(fields) if len(field.strip()) == 81]
    if not grids:
        raise wrong("no field is a grid of 81 cells", "the fifth of gsf's fields is")
    number = 4 if 4 in grids else grids[0]
    start = sum(len(field) + 1 for field in fields[:number])
    try:
        grid = read_grid(fields[number], 9)
    except GridError as error:
        raise error.within(text, start) from None
    rest = ",".join(field.strip() for at, field in enumerate(fields) if at != number)
    givens = tuple(cell.digit or 0 for cell in grid.cells)
    return Sudoku(9, givens, comment=rest, offsets=tuple(cell.offset + start for cell in grid.cells))


HODOKU = Format(
    "hodoku",
    "a line of HoDoKu's library: position, deleted candidates, expected step",
    fits,
    read,
    write,
    carries=frozenset(("entries", "candidates")),
    keeps=(_STEP,),
    is_sure=True,
)
COMMAS = Format("gsf", "a line of gsf's list, with commas", fits_commas, read_commas, is_sure=True)
