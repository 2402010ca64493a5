"""Random puzzles and what players see in them, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from cpsolver.kinds.sudoku.logic.geometry import Geometry, bits, geometry_of
from cpsolver.kinds.sudoku.logic.position import GIVEN, Position
from tests.tasks import sudoku_task


@lru_cache
def classic() -> Geometry:
    """The geometry of the usual board."""
    geometry = geometry_of(sudoku_task("." * 81))
    assert geometry is not None
    return geometry


@dataclass(frozen=True)
class Puzzle:
    """A grid as a line, `.` for open cells, and the digit of every cell of its only solution, from 0."""

    grid: str
    solution: tuple[int, ...]

    def position(self) -> Position:
        """The puzzle before the first step."""
        return position_of(self.grid)


def solved(grid: str) -> tuple[int, ...]:
    """The digit of every cell of a grid's first solution, from 0."""
    found = next(_solutions(classic(), tuple(0 if sign in ".0" else 1 << int(sign) - 1 for sign in grid)))
    return tuple(mark.bit_length() - 1 for mark in found)


def position_of(grid: str, geometry: Geometry | None = None) -> Position:
    """A grid with all pencil marks."""
    geometry = geometry or classic()
    placed = [(cell, int(sign) - 1) for cell, sign in enumerate(grid) if sign not in ".0"]
    marks = [geometry.every_digit] * len(grid)
    for cell, digit in placed:
        marks[cell] = 1 << digit
    return Position(geometry, marks, placed)


def with_marks(cells: dict[str, str], geometry: Geometry | None = None) -> Position:
    """An empty board but for these cells, which have only these marks."""
    geometry = geometry or classic()
    position = position_of("." * len(geometry.names), geometry)
    for name, digits in cells.items():
        cell = geometry.names.index(name)
        for digit in range(geometry.size):
            if str(geometry.values[digit]) not in digits:
                position.remove(cell, digit, GIVEN)
    return position


def puzzles(seed: int, minimal: bool = True) -> Iterator[Puzzle]:
    """Puzzles with one solution, without end; every second minimal, the others with a few givens more."""
    rng = random.Random(seed)
    while True:
        solution = full_grid(rng)
        for spare in (0, rng.randint(1, 5)):
            yield Puzzle(_cut(rng, solution, 0 if minimal and not spare else spare), solution)


def full_grid(rng: random.Random) -> tuple[int, ...]:
    """A random full grid: the first found from a random first row and column."""
    geometry = classic()
    board = [0] * 81
    first = rng.sample(range(9), 9)
    for column, digit in enumerate(first):
        board[column] = 1 << digit
    found = next(_solutions(geometry, tuple(board), rng))
    return tuple(mark.bit_length() - 1 for mark in found)


def _cut(rng: random.Random, solution: tuple[int, ...], spare: int) -> str:
    """Cells emptied in random order while the solution stays the only one; then some filled again."""
    geometry = classic()
    board = [1 << digit for digit in solution]
    emptied = []
    for cell in rng.sample(range(81), 81):
        other = board[:]
        other[cell] = 0
        # unique if no solution has another digit here: those of all other cells stay consistent
        if not _differs(geometry, other, cell, solution[cell]):
            board = other
            emptied.append(cell)
    for cell in rng.sample(emptied, spare):
        board[cell] = 1 << solution[cell]
    return "".join(str(mark.bit_length()) if mark else "." for mark in board)


def _differs(geometry: Geometry, board: list[int], cell: int, digit: int) -> bool:
    """Whether a solution of the board has another digit than this one in a cell."""
    seen = 0
    for peer in bits(geometry.peers[cell]):
        seen |= board[peer]
    for other in bits(geometry.every_digit & ~seen & ~(1 << digit)):
        supposed = board[:]
        supposed[cell] = 1 << other
        if next(_solutions(geometry, tuple(supposed)), None) is not None:
            return True
    return False


def _solutions(geometry: Geometry, board: tuple[int, ...], rng: random.Random | None = None) -> Iterator[list[int]]:
    """All solutions of a board of single digits as bits, 0 for open cells; with rng in random order."""
    marks = [geometry.every_digit] * len(board)
    fixed = [(cell, mark) for cell, mark in enumerate(board) if mark]
    if all(_assign(geometry, marks, cell, mark) for cell, mark in fixed):
        yield from _search(geometry, marks, rng)


def _search(geometry: Geometry, marks: list[int], rng: random.Random | None) -> Iterator[list[int]]:
    open_cells = [(mark.bit_count(), cell) for cell, mark in enumerate(marks) if mark & mark - 1]
    if not open_cells:
        yield marks
        return
    _, cell = min(open_cells)
    digits = list(bits(marks[cell]))
    if rng is not None:
        rng.shuffle(digits)
    for digit in digits:
        copy = marks[:]
        if _assign(geometry, copy, cell, 1 << digit):
            yield from _search(geometry, copy, rng)


def _assign(geometry: Geometry, marks: list[int], cell: int, mark: int) -> bool:
    """Fix a cell and follow naked singles; False at a contradiction."""
    if not marks[cell] & mark:
        return False
    marks[cell] = mark
    waiting = [cell]
    while waiting:
        known = waiting.pop()
        digit = marks[known]
        for peer in bits(geometry.peers[known]):
            if marks[peer] & digit:
                left = marks[peer] = marks[peer] & ~digit
                if not left:
                    return False
                if not left & left - 1:
                    waiting.append(peer)
    return True
