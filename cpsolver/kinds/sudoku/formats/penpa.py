"""Penpa-edit: links that hold a drawing. Only the digits of its sudoku are read."""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from typing import Any

from cpsolver.kinds.sudoku.formats.format import Format
from cpsolver.kinds.sudoku.formats.lzstring import LARGEST_OUTPUT
from cpsolver.kinds.sudoku.formats.payload import cleaned, from_json, link_in
from cpsolver.kinds.sudoku.formats.record import LARGEST_SIZE, FormatError, FormatProblem, Kept, Sudoku, wrong
from cpsolver.kinds.sudoku.formats.text import whole

_SHORT = {
    "z9": "qa", "zQ": "pu_q", "zA": "pu_a", "zG": "grid", "zM": "edit_mode", "zS": "surface", "zL": "line",
    "zE": "lineE", "zW": "wall", "zC": "cage", "zN": "number", "zY": "symbol", "zP": "special", "zB": "board",
    "zR": "command_redo", "zU": "command_undo", "z8": "command_replay", "z1": "numberS", "zF": "freeline",
    "z2": "freelineE", "zT": "thermo", "z3": "arrows", "zD": "direction", "z0": "squareframe", "z5": "polygon",
    "z4": "deletelineE", "z6": "killercages", "z7": "nobulbthermo", "z_": "__a",
}  # fmt: skip
_DRAWN = ("line", "lineE", "wall", "cage", "symbol", "thermo", "nobulbthermo", "arrows", "killercages", "numberS")
_HINT = "copy the link again, to its very end"
_MARGIN = 2  # penpa numbers the cells of a grid with two more on each side


def fits(text: str) -> bool:
    """Whether the text is a link of penpa-edit."""
    link = link_in(text)
    return link is not None and link.site == "penpa"


def read(text: str) -> Sudoku:
    """The digits of a drawing; lines, cages and symbols are kept as rules that are not understood.

    Raises: FormatError at the payload.
    """
    link = link_in(text)
    payload, offset = (link.payload, link.offset) if link else (text, 0)
    try:
        return _from_lines(_inflated(cleaned(payload)).split("\n"))
    except FormatError as error:
        problem = error.problems[0]
        raise FormatError([FormatProblem(problem.message, offset, problem.hint)]) from None


def _inflated(payload: str) -> str:
    try:
        raw = base64.b64decode(payload + "=" * (-len(payload) % 4), validate=True)
        inflating = zlib.decompressobj(-15)
        data = inflating.decompress(raw, LARGEST_OUTPUT)
        if inflating.unconsumed_tail:
            raise wrong("the puzzle unfolds into more than 2 MB", "no puzzle does; the link is not what it seems")
        return data.decode("utf-8")
    except (binascii.Error, zlib.error, ValueError) as error:
        if isinstance(error, FormatError):
            raise
        raise wrong("this is no compressed puzzle", _HINT) from None


def _from_lines(lines: list[str]) -> Sudoku:
    head = lines[0].split(",")
    if len(lines) < 4 or head[0] not in ("square", "sudoku") or len(head) < 3:
        raise wrong(f"the drawing is {head[0][:20]!r}, no sudoku", "'square' and 'sudoku' are read")
    columns, rows = whole(head[1]), whole(head[2])
    top, bottom, left, right = _space(lines[1])
    size = (rows or 0) - top - bottom
    if columns is None or columns - left - right != size or not 1 <= size <= LARGEST_SIZE:
        raise wrong("the drawing is not square, or larger than 25 cells", "one sudoku is read")
    question = _part(lines[3])
    givens = _digits(question, columns, top, left, size)
    if not any(givens):
        raise wrong("the drawing holds no digits", "only digits are read of penpa's drawings")
    drawn = {key: question[key] for key in _DRAWN if question.get(key)}
    kept = tuple(Kept(f"penpa {key}", json.dumps(value), is_rule=True) for key, value in drawn.items())
    return Sudoku(size, givens, kept=kept)


def _space(line: str) -> tuple[int, int, int, int]:
    found = from_json(line)
    if not isinstance(found, list) or len(found) != 4 or not all(type(n) is int and 0 <= n < 100 for n in found):
        return 0, 0, 0, 0
    return found[0], found[1], found[2], found[3]


def _part(line: str) -> dict[str, Any]:
    """A part of the drawing, its keys as they are called; `zO` is null."""
    text = re.sub("z[0-9A-Z_]", lambda match: f'"{_SHORT[match[0]]}"' if match[0] in _SHORT else match[0], line)
    found = from_json(text.replace("zO", "null"))
    if not isinstance(found, dict):
        raise wrong("the drawing holds no cells", _HINT)
    return found


def _digits(question: dict[str, Any], columns: int, top: int, left: int, size: int) -> tuple[int, ...]:
    found = [0] * (size * size)
    numbers = question.get("number")
    for key, item in numbers.items() if isinstance(numbers, dict) else ():
        index, text = whole(key), item[0] if isinstance(item, list) and item else ""
        digit = whole(str(text))
        if index is None or digit is None or not 1 <= digit <= size:
            continue
        row, column = divmod(index, columns + 2 * _MARGIN)
        row, column = row - _MARGIN - top, column - _MARGIN - left
        if 0 <= row < size and 0 <= column < size:
            found[row * size + column] = digit
    return tuple(found)


PENPA = Format("penpa", "links of penpa-edit; only the digits", fits, read, is_sure=True)
