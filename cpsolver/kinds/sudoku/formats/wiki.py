"""Links of sudokuwiki.org: 81 digits behind `bd=`."""

from __future__ import annotations

from cpsolver.kinds.sudoku.formats.format import Format
from cpsolver.kinds.sudoku.formats.grid import GridError, read_grid
from cpsolver.kinds.sudoku.formats.payload import link_in
from cpsolver.kinds.sudoku.formats.record import Sudoku, wrong
from cpsolver.kinds.sudoku.formats.text import only_nine, signs


def fits(text: str) -> bool:
    """Whether the text is a link of sudokuwiki.org."""
    link = link_in(text)
    return link is not None and link.site == "sudokuwiki"


def read(text: str) -> Sudoku:
    """The puzzle of a link. Raises: FormatError."""
    link = link_in(text)
    payload, offset = (link.payload, link.offset) if link else (text, 0)
    if len(payload) > 90 or any(sign.isalpha() for sign in payload):
        raise wrong("this link holds a packed board", "links with 81 digits behind 'bd=' are read", offset)
    try:
        grid = read_grid(payload, 9)
    except GridError as error:
        raise error.within(text, offset) from None
    givens = tuple(cell.digit or 0 for cell in grid.cells)
    return Sudoku(9, givens, offsets=tuple(cell.offset + offset for cell in grid.cells))


def write(sudoku: Sudoku) -> str:
    """The link that opens a puzzle there."""
    only_nine(sudoku, "sudokuwiki")
    return f"https://www.sudokuwiki.org/sudoku.htm?bd={signs(sudoku.givens, '0')}"


WIKI = Format("sudokuwiki", "links of sudokuwiki.org", fits, read, write, is_sure=True)
