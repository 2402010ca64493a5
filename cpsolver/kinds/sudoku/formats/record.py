"""What a player's file holds: one record for all formats, and what is wrong with a text that is none of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import isqrt
from typing import Any

from cpsolver.errors import CpsolverError

LARGEST_TEXT = 256 * 1024
LARGEST_SIZE = 25

Spot = tuple[int, int]
"""Row and column of a cell, both from 0; clues outside the grid stand in row or column -1 or size."""

Digits = tuple[int, ...]
"""A digit for each cell in row-major order, 0 where there is none."""

Marks = tuple[tuple[int, ...], ...]
"""Some digits for each cell, ascending; nothing at all, (), where no cell has any."""


@dataclass(frozen=True)
class Rule:
    """A condition of a variant, as its format states it; `name` is one of `rules.RULES`.

    cells:     the cells it is about; of an arrow its bulb
    lines:     paths of cells; of clones the second group
    value:     a sum, a difference, a letter: the characters written
    digits:    of a quadruple its digits
    direction: of a little killer UR, DR, UL or DL
    """

    name: str
    cells: tuple[Spot, ...] = ()
    lines: tuple[tuple[Spot, ...], ...] = ()
    value: str = ""
    digits: tuple[int, ...] = ()
    direction: str = ""

    def __str__(self) -> str:
        where = " ".join(map(spot_name, self.cells or (self.lines[0] if self.lines else ())))
        return " ".join(filter(None, (self.name, self.value, f"at {where}" if where else "")))


@dataclass(frozen=True)
class Kept:
    """A part of a file that is kept as it stands, not understood. `is_rule`: it may forbid solutions."""

    name: str
    text: str
    is_rule: bool = False


@dataclass(frozen=True)
class Sudoku:
    """A sudoku as a player's file holds it.

    regions:    for each cell the number of its region from 1, 0 for none; () for the usual boxes
    givens:     the digits of the puzzle
    entries:    the digits the player has placed
    candidates: what each cell may still hold, as a fact; () where nothing is said, an empty tuple for a cell likewise
    marks:      the player's pencil marks in the middle of cells; `corners` those in the corners
    rules:      conditions beyond rows, columns and regions
    text:       the rules in words
    solution:   the one the file carries; it is never believed
    seconds:    of play so far
    kept:       what the reader did not understand
    offsets:    where in the text each cell was read, -1 where that cannot be said
    """

    size: int = 9
    givens: Digits = ()
    entries: Digits = ()
    regions: Digits = ()
    candidates: Marks = ()
    marks: Marks = ()
    corners: Marks = ()
    rules: tuple[Rule, ...] = ()
    title: str = ""
    author: str = ""
    text: str = ""
    comment: str = ""
    source: str = ""
    date: str = ""
    level: str = ""
    solution: Digits = ()
    seconds: int = 0
    kept: tuple[Kept, ...] = ()
    offsets: tuple[int, ...] = field(default=(), compare=False, repr=False)

    @property
    def cells(self) -> int:
        """How many cells the grid has."""
        return self.size * self.size

    @property
    def board(self) -> Digits:
        """Givens and entries together."""
        entries = self.entries or (0,) * self.cells
        return tuple(given or entry for given, entry in zip(self.givens, entries, strict=True))

    def told(self, texts: Mapping[str, str]) -> Sudoku:
        """The same with these texts about it, by the names of their fields."""
        return replace(self, **dict[str, Any](texts))

    def said(self) -> Iterator[str]:
        """The names of what is there, for saying what a format cannot carry."""
        for name in ("entries", "regions", "candidates", "marks", "corners", "solution"):
            if any(getattr(self, name)):
                yield name
        yield from (name for name in ("title", "author", "text", "comment", *_HEAD, "seconds") if getattr(self, name))


_HEAD = ("source", "date", "level")


@dataclass(frozen=True)
class Written:
    """A sudoku as text, and in words what the format could not carry."""

    text: str
    lost: tuple[str, ...] = ()


@dataclass(frozen=True)
class FormatProblem:
    """One thing that is wrong with a text, and the offset of the character where it is."""

    message: str
    offset: int = 0
    hint: str = ""


class FormatError(CpsolverError, ValueError):
    """The text is not what it should be. `problems` holds all that was found, `line` and `column` the first's place."""

    def __init__(self, problems: Sequence[FormatProblem], text: str = "") -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: problem.offset))
        self.line, self.column = place(text, self.problems[0].offset if self.problems else 0)
        super().__init__("; ".join(problem.message for problem in self.problems))

    @property
    def offset(self) -> int:
        """Where the first problem is."""
        return self.problems[0].offset

    @property
    def hint(self) -> str:
        """What to do about the first problem."""
        return self.problems[0].hint

    def within(self, text: str, start: int = 0) -> FormatError:
        """The same error for a text in which the one read begins at `start`."""
        moved = [replace(problem, offset=min(problem.offset + start, len(text))) for problem in self.problems]
        return type(self)(moved, text)


class AmbiguousFormat(FormatError):
    """Two formats read the text differently."""


def wrong(message: str, hint: str = "", offset: int = 0) -> FormatError:
    """One problem as an error to raise."""
    return FormatError([FormatProblem(message, offset, hint)])


def place(text: str, offset: int) -> tuple[int, int]:
    """Line and column of a character, both from 1."""
    starts = [0, *(at + 1 for at, sign in enumerate(text[:offset]) if sign == "\n")]
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1] + 1


def spot_name(spot: Spot) -> str:
    """A cell as people write it: r1c3."""
    return f"r{spot[0] + 1}c{spot[1] + 1}"


def box_shape(size: int) -> Spot:
    """Rows and columns of the usual box: as near a square as can be, the longer side across. Of 6: 2 × 3."""
    rows = next(rows for rows in range(isqrt(size), 0, -1) if size % rows == 0)
    return rows, size // rows


def usual_regions(size: int) -> Digits:
    """The number of the usual box of each cell."""
    rows, columns = box_shape(size)
    across = size // columns
    return tuple(r // rows * across + c // columns + 1 for r in range(size) for c in range(size))


def numbered(regions: Sequence[object]) -> Digits:
    """Regions named anyhow, numbered from 1 in the order in which they come; None is none."""
    numbers: dict[object, int] = {}
    return tuple(0 if name is None else numbers.setdefault(name, len(numbers) + 1) for name in regions)


def own_regions(regions: Digits, size: int) -> Digits:
    """Regions as a record has them: () for the usual boxes."""
    found = numbered([number or None for number in regions])
    return () if found == numbered(usual_regions(size)) else found


def spots_of(size: int) -> tuple[Spot, ...]:
    """All cells in row-major order."""
    return tuple((r, c) for r in range(size) for c in range(size))


def peers(sudoku: Sudoku) -> tuple[frozenset[int], ...]:
    """For each cell the cells of its row, column and region."""
    return _peers(sudoku.size, sudoku.regions or usual_regions(sudoku.size))


@lru_cache(maxsize=8)
def _peers(size: int, regions: Digits) -> tuple[frozenset[int], ...]:
    found = []
    for at, (r, c) in enumerate(spots_of(size)):
        same = {
            other
            for other in range(size * size)
            if other // size == r or other % size == c or (regions[at] and regions[other] == regions[at])
        }
        found.append(frozenset(same - {at}))
    return tuple(found)


def open_candidates(sudoku: Sudoku, board: Digits) -> Marks:
    """For each cell the digits that no cell it sees holds; of a filled cell its own."""
    all_digits = range(1, sudoku.size + 1)
    return tuple(
        (board[at],) if board[at] else tuple(d for d in all_digits if all(board[other] != d for other in seen))
        for at, seen in enumerate(peers(sudoku))
    )
