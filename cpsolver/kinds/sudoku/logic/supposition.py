"""Suppositions: a mark is supposed and followed by easier techniques; if that fails, it goes (Nishio, for players).

Sound because a solution has the mark or has it not, and what contradicts itself is no solution. Each is followed step
by step, so that a reader can check it; a supposition of two levels is followed by suppositions as well. Which ones
fail is looked up first by a compiled kernel, since following is slow and most suppositions say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cpsolver.kinds.sudoku.logic import singles
from cpsolver.kinds.sudoku.logic.analyst import Analyst, needed
from cpsolver.kinds.sudoku.logic.geometry import Geometry, bits
from cpsolver.kinds.sudoku.logic.pattern import Deduction, Pattern, Player, Words
from cpsolver.kinds.sudoku.logic.position import SUPPOSED, Mark, Position
from cpsolver.kinds.sudoku.logic.possible import impossible

if TYPE_CHECKING:
    from cpsolver.compiled.lookahead import Board

NUMBERS = 1_000_000
"""Deductions within a supposition are numbered from here, one level deeper from twice this: above all outside it."""


@dataclass(frozen=True, slots=True)
class Supposed:
    """A mark that was supposed, and how many steps led to a contradiction."""

    cell: int
    digit: int
    steps: int

    def tell(self, words: Words) -> str:
        """`suppose r1c3 = 5: after 4 steps that is contradictory`."""
        after = "at once" if self.steps == 1 else f"after {self.steps} steps"
        return f"suppose {words.cell(self.cell)} = {words.digit(self.digit)}: {after} that is contradictory"


def _refuted_by_singles(position: Position) -> Iterator[Pattern]:
    """Suppositions that singles refute, the one with the fewest placements first."""
    for cell, digit in _failing(position):
        steps = follow(position, (cell, digit), singles.PLAYERS)
        if steps:
            yield _pattern("supposition", (cell, digit), steps)


def _refuted_by_suppositions(position: Position) -> Iterator[Pattern]:
    """The first supposition that fails if suppositions within it may be made and followed by singles."""
    from cpsolver.compiled.lookahead import refuted_deeply

    tried = impossible(position)
    cell, digit = map(int, refuted_deeply(_digits(position), tried, *_board(position.geometry)))
    if cell < 0:
        return
    steps = follow(position, (cell, digit), (*singles.PLAYERS, ONE_LEVEL))
    if steps:
        yield _pattern("supposition of two levels", (cell, digit), steps)


def _pattern(name: str, mark: Mark, steps: tuple[Deduction, ...]) -> Pattern:
    return Pattern(name, Supposed(*mark, len(steps)), (mark,), substeps=steps)


def follow(position: Position, mark: Mark, players: Sequence[Player]) -> tuple[Deduction, ...]:
    """How supposing a mark leads to a contradiction, without steps that are not needed; empty if it does not."""
    inside = position.copy()
    inside.place(*mark, SUPPOSED)
    analyst = Analyst(inside, players, NUMBERS * inside.level)
    for _ in analyst.run():
        pass
    return needed(analyst.steps) if inside.is_contradictory else ()


def _failing(position: Position) -> list[Mark]:
    """The marks that singles refute, those first that take the fewest placements."""
    from cpsolver.compiled.lookahead import refuted

    table = refuted(_digits(position), *_board(position.geometry))
    cells, digits = table.nonzero()
    return sorted(zip(cells.tolist(), digits.tolist(), strict=True), key=lambda mark: (int(table[mark]), mark))


def _digits(position: Position) -> Any:
    import numpy as np

    return np.array(position.digits, np.uint32)


def _board(geometry: Geometry) -> Board:
    """The geometry as arrays, kept beside it."""
    board: Board | None = geometry.__dict__.get("_arrays")
    if board is None:
        from cpsolver.compiled.lookahead import board_of

        peers = [tuple(bits(mask)) for mask in geometry.peers]
        board = board_of(len(geometry.names), [unit.cells for unit in geometry.units], peers)
        geometry.__dict__["_arrays"] = board
    return board


ONE_LEVEL = Player("supposition", _refuted_by_singles, summary="a mark that leads to a contradiction by singles")
TWO_LEVELS = Player(
    "supposition of two levels",
    _refuted_by_suppositions,
    summary="a mark that leads to a contradiction by singles and suppositions",
)

PLAYERS = (ONE_LEVEL, TWO_LEVELS)
