"""Many sudokus in one text, one a line; plain ones read all at once as an array, and answers written as one line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from cpsolver.kinds.kind import Table
from cpsolver.kinds.sudoku.formats import EMPTY_SIGNS, RARE_EMPTY_SIGNS
from cpsolver.kinds.sudoku.shape import board
from cpsolver.spec.stream import NumberedLine, Stream
from cpsolver.task.domain import Value
from cpsolver.task.task import Task

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LOOKED_AT = 32
"""So many lines with content tell whether a text is a list."""

_FEWEST_SIGNS = 61
"""A line of at least three quarters of 81 signs was meant as a whole grid; the row of a grid has at most 25."""

_SMALL = {16: "1234", 36: "123456"}
"""Cells of smaller grids in one line, and their digits."""

_FIELD = re.compile(r"[^\s,;|]+")
_LINK = re.compile(r"(https?://|\w+\.\w+/\S*\?|fpuzzles|fpuz|scl|scf|ctc)\S{40,}")
_CELLS = 81


def split(stream: Stream) -> Iterator[NumberedLine] | None:
    """The puzzles of a text that holds one a line, with their line numbers; None, nothing read, if it is no list.

    Blank lines and those that begin with `#` are passed over. A line that is no puzzle comes as it stands.
    """
    return _listed(stream) if _is_list(stream) else None


def _listed(stream: Stream) -> Iterator[NumberedLine]:
    return ((number, line) for number, line in stream if line.strip() and not line.lstrip().startswith("#"))


def _is_list(stream: Stream) -> bool:
    """Whether at least half of the first lines are whole puzzles.

    As many lines as signs in each are one grid, not a list.
    """
    looked: list[str] = []
    for _, line in stream.ahead():
        bare = line.split("#", 1)[0].strip()
        looked += [bare] if bare else []
        if len(looked) > _LOOKED_AT or (len(looked) == 2 and all(map(_is_long, looked))):
            break
    whole = sum(map(_is_whole, looked))
    return len(looked) > 1 and 2 * whole >= len(looked) and not _is_square(looked)


def _is_square(lines: Sequence[str]) -> bool:
    return all(len(line) == len(lines) for line in lines)


def _is_whole(line: str) -> bool:
    """Whether a line holds a whole puzzle, even if something is wrong with it."""
    return _is_long(line) or (len(line) in _SMALL and set(line) <= {*_SMALL[len(line)], *EMPTY_SIGNS})


def _is_long(line: str) -> bool:
    if _LINK.match(line) or (line.startswith(":") and line.count(":") >= 6):
        return True
    longest = max(_FIELD.findall(line), key=len, default="")
    usual = sum(sign in EMPTY_SIGNS or sign in RARE_EMPTY_SIGNS or sign.isdigit() for sign in longest)
    return len(longest) >= _FEWEST_SIGNS and 5 * usual >= 4 * len(longest)


# -- arrays --------------------------------------------------------------------------------------------------


def tabulate(texts: Sequence[str]) -> Table | None:
    """The plain grids of 9 × 9 among the texts: 81 signs, digits and one sign for an empty cell, blanks around.

    What is not plain is left out, for `recognise` to read or to say what is wrong with it. None if nothing is plain.
    """
    import numpy as np

    bare = [text.strip() for text in texts]
    rows = [number for number, text in enumerate(bare) if len(text) == _CELLS and text.isascii()]
    if not rows:
        return None
    signs = np.frombuffer("".join([bare[row] for row in rows]).encode("ascii"), np.uint8).reshape(-1, _CELLS)
    digits = np.where((signs > ord("0")) & (signs <= ord("9")), signs - ord("0"), 0).astype(np.int8)
    plain = _has_one_empty_sign(signs, digits)
    return Table("model: sudoku/classic\n", np.asarray(rows)[plain], digits[plain], "123456789")


def _has_one_empty_sign(signs: NDArray, digits: NDArray) -> NDArray:  # type: ignore[type-arg]
    """For each row, whether every sign that is no digit is the same one of the usual signs for an empty cell."""
    import numpy as np

    is_empty = digits == 0
    first = signs[np.arange(len(signs)), is_empty.argmax(axis=1)]
    is_usual = np.isin(first, np.frombuffer(EMPTY_SIGNS.encode("ascii"), np.uint8)) | ~is_empty.any(axis=1)
    alike = (~is_empty | (signs == first[:, None])).all(axis=1)
    found: NDArray = is_usual & alike  # type: ignore[type-arg]
    return found


def one_line(task: Task, solution: Mapping[str, Value]) -> str | None:
    """A solution as players write it: its digits row by row; None for sizes above 9 and boards with gaps."""
    rows = board(task).rows
    names = [name for row in rows for name in row]
    if not names or len(rows) > 9 or any(len(row) != len(rows) or None in row for row in rows):
        return None
    return "".join(str(solution.get(name, ".")) for name in names if name is not None)
