"""Sudokus as players write them: text in, one record out, and back. Needs no solver and no model.

>>> from cpsolver.kinds.sudoku import formats
>>> sudoku = formats.read(text)                      # the format is detected, never guessed
>>> written = formats.write(sudoku, "f-puzzles")     # written.text, and what was lost: written.lost
>>> for numbered in formats.read_many(open("puzzles.sdm")): ...
"""

from cpsolver.kinds.sudoku.formats.format import Format
from cpsolver.kinds.sudoku.formats.grid import (
    EMPTY_SIGNS,
    RARE_EMPTY_SIGNS,
    SIZES,
    CellText,
    GridError,
    GridText,
    content_lines,
    digit_of,
    has_size,
    is_border,
    read_grid,
    sign_lines,
    size_of,
)
from cpsolver.kinds.sudoku.formats.lines import is_meant_as_grid
from cpsolver.kinds.sudoku.formats.record import (
    LARGEST_SIZE,
    LARGEST_TEXT,
    AmbiguousFormat,
    FormatError,
    FormatProblem,
    Kept,
    Rule,
    Sudoku,
    Written,
    box_shape,
)
from cpsolver.kinds.sudoku.formats.registry import (
    FORMATS,
    Numbered,
    detect,
    format_named,
    read,
    read_many,
    unified,
    write,
)

__all__ = [
    "EMPTY_SIGNS",
    "FORMATS",
    "LARGEST_SIZE",
    "LARGEST_TEXT",
    "RARE_EMPTY_SIGNS",
    "SIZES",
    "AmbiguousFormat",
    "CellText",
    "Format",
    "FormatError",
    "FormatProblem",
    "GridError",
    "GridText",
    "Kept",
    "Numbered",
    "Rule",
    "Sudoku",
    "Written",
    "box_shape",
    "content_lines",
    "detect",
    "digit_of",
    "format_named",
    "has_size",
    "is_border",
    "is_meant_as_grid",
    "read",
    "read_grid",
    "read_many",
    "sign_lines",
    "size_of",
    "unified",
    "write",
]
