"""A bare grid, pasted or given as an argument, turned into a spec."""

from __future__ import annotations

import re

from cpsolver.kinds.sudoku.formats import (
    EMPTY_SIGNS,
    LARGEST_TEXT,
    RARE_EMPTY_SIGNS,
    content_lines,
    has_size,
    is_border,
)
from cpsolver.kinds.sudoku.shape import box_shape
from cpsolver.spec.document import Document, Plain, assembled

SIZES = (9, 4, 6, 8, 10, 12, 14, 15, 16, 18, 20, 21, 22, 24, 25)
"""Sizes that have boxes, the usual one first."""

_FEWEST_SIGNS = 16
_MAPPING = re.compile(r"""\s*["']?[A-Za-z][\w -]*["']?\s*:(\s|$)|\s*[{\[]""")
_NAME = re.compile(r".*([/\\]|\.[A-Za-z]\w{1,4}$)")


def recognise(text: str, source: str) -> Document | None:
    """The spec that a bare grid stands for, its places pointing into the text; None if the text is no grid.

    Text that is plainly meant as a grid but wrong, such as 80 cells or a letter among them, counts as one: reading it
    as a spec then says what is wrong with the grid.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not is_meant_as_grid(text):
        return None
    size = size_of(text)
    rows, columns = box_shape(size)
    data: dict[str, Plain] = {"model": "sudoku/classic"}
    if size != 9:
        data["parameters"] = {"box_rows": str(rows), "box_columns": str(columns)}
    data["given"] = {"grid": text}
    return assembled(data, text, source)


def is_meant_as_grid(text: str) -> bool:
    """Whether the text is neither a spec nor a name, and mostly digits and signs for empty cells."""
    lines = [line for line, _ in content_lines(text) if line.strip() and not is_border(line)]
    if any(map(_MAPPING.match, lines)) or (len(lines) == 1 and _NAME.match(lines[0].strip())):
        return False
    signs = [sign for line in lines for sign in line if sign not in " \t|,;"]
    usual = sum(1 for sign in signs if sign in EMPTY_SIGNS or (sign.isascii() and sign.isdigit()))
    rare = sum(1 for sign in signs if sign in RARE_EMPTY_SIGNS)
    if len(signs) < _FEWEST_SIGNS:
        return False
    letters_count = size_of(text) > 9 and all(sign.isalnum() or sign in EMPTY_SIGNS for sign in signs)
    return 5 * (usual + rare) >= 4 * len(signs) or (letters_count and 4 * usual >= len(signs))


def size_of(text: str) -> int:
    """The size of the grid that has as many cells and rows as the text; the usual one if there is none."""
    if len(text) > LARGEST_TEXT:
        return SIZES[0]
    return next((size for size in SIZES if has_size(text, size)), SIZES[0])
