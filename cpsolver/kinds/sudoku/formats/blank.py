"""SudokuPad's shortest ids, `scf…`: each character a digit and the empty cells behind it."""

from __future__ import annotations

from cpsolver.kinds.sudoku.formats.format import Format
from cpsolver.kinds.sudoku.formats.payload import link_in
from cpsolver.kinds.sudoku.formats.record import FormatError, FormatProblem, Rule, Sudoku, wrong
from cpsolver.kinds.sudoku.formats.text import only_nine

_SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_FLAGS = {"w": ("windoku",), "x": ("falling diagonal", "rising diagonal")}
_MOST_EMPTY = 5


def read_blank(payload: str) -> Sudoku:
    """The puzzle of an id without its `scf`. Raises: FormatError."""
    cells: list[int] = []
    rules: list[Rule] = []
    for at, sign in enumerate(payload.strip()):
        if len(cells) >= 81:
            if sign not in _FLAGS:
                raise wrong(f"{sign!r} stands behind the 81 cells", "'w' for windoku or 'x' for diagonals may", at)
            rules += map(Rule, _FLAGS[sign])
            continue
        if sign not in _SIGNS:
            raise wrong(f"{sign!r} is no sign of such an id", "copy the link again", at)
        empty, digit = divmod(_SIGNS.index(sign), 10)
        cells += [digit, *[0] * empty]
    if len(cells) != 81:
        raise wrong(f"the id holds {len(cells)} cells; 81 are needed", "copy the link again, to its very end")
    return Sudoku(9, tuple(cells), rules=tuple(dict.fromkeys(rules)))


def write(sudoku: Sudoku) -> str:
    """The shortest link that SudokuPad opens."""
    only_nine(sudoku, "scf")
    signs, at = [], 0
    while at < 81:
        empty = 0
        while empty < _MOST_EMPTY and at + empty + 1 < 81 and not sudoku.givens[at + empty + 1]:
            empty += 1
        signs.append(_SIGNS[sudoku.givens[at] + 10 * empty])
        at += 1 + empty
    names = {rule.name for rule in sudoku.rules}
    if len(names & set(_FLAGS["x"])) == 1:
        raise wrong("'scf' states both diagonals or none", "use 'f-puzzles'")
    flags = [flag for flag, needed in _FLAGS.items() if names.issuperset(needed)]
    return f"https://sudokupad.app/scf{''.join(signs)}{''.join(flags)}"


def read(text: str) -> Sudoku:
    """The puzzle of a link. Raises: FormatError."""
    link = link_in(text)
    payload = link.payload if link else text.strip()
    try:
        return read_blank(payload.lstrip("?/").removeprefix("scf"))
    except FormatError as error:
        start = link.offset + 3 if link else 0
        raise FormatError([FormatProblem(p.message, start + p.offset, p.hint) for p in error.problems]) from None


BLANK = Format(
    "scf", "SudokuPad's shortest link: givens, windoku, diagonals", lambda text: False, read, write,
    rules=frozenset(("windoku", "falling diagonal", "rising diagonal")),
)  # fmt: skip
