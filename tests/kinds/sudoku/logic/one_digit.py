"""Positions in which one digit is all that matters, drawn by hand, and what techniques say there."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice

from cpsolver.kinds.sudoku.logic.analyst import Analyst
from cpsolver.kinds.sudoku.logic.geometry import Geometry, bits, set_of
from cpsolver.kinds.sudoku.logic.pattern import Deduction, Pattern, Player, Words
from cpsolver.kinds.sudoku.logic.players import PLAYERS
from cpsolver.kinds.sudoku.logic.position import Position
from cpsolver.kinds.sudoku.logic.singles import PLAYERS as SINGLES
from tests.kinds.sudoku.logic.puzzles import classic, full_grid, position_of

FIVE = 4


def fives(*rows: str) -> Position:
    """A position in which 5 may stand where the rows say `5`; an empty row is full of them."""
    grid = "".join(row or "5" * 9 for row in rows)
    return digit_in(set_of(cell for cell, sign in enumerate(grid) if sign == "5"), FIVE, classic())


def digit_in(cells: int, digit: int, geometry: Geometry) -> Position:
    """A position in which a digit may stand in these cells only, and all others anywhere."""
    without = geometry.every_digit & ~(1 << digit)
    marks = [geometry.every_digit if cells >> cell & 1 else without for cell in range(len(geometry.names))]
    return Position(geometry, marks, ())


def patterns(name: str, position: Position) -> list[Pattern]:
    """All patterns of a technique."""
    return list(PLAYERS[name].find(position))


def said(name: str, position: Position) -> list[str]:
    """For all patterns of a technique the cells they take the digit from, `r1c3 r4c5`."""
    return [removed(pattern) for pattern in patterns(name, position)]


def removed(pattern: Pattern) -> str:
    """The cells a pattern takes its digit from, in order."""
    return " ".join(classic().names[cell] for cell in bits(set_of(cell for cell, _ in pattern.removed)))


def told(name: str, position: Position) -> list[str]:
    """All patterns of a technique in words."""
    return [pattern.shape.tell(Words(classic())) for pattern in patterns(name, position)]


def deduced(name: str, position: Position) -> Deduction:
    """The first pattern of a technique, with its premises."""
    return Analyst(position, ()).deduce(patterns(name, position)[0])


def seen_in_grids(
    players: Sequence[Player], seed: int, count: int, most: int
) -> Iterator[tuple[Deduction, tuple[int, ...]]]:
    """What techniques see in parts of random grids where singles get stuck, so many patterns of each at most.

    With each the grid, which is one solution, though hardly the only one: what relies on nothing else agrees with it.
    """
    rng = random.Random(seed)
    for _ in range(count):
        grid = full_grid(rng)
        shown = set(rng.sample(range(81), rng.randint(22, 34)))
        analyst = Analyst(position_of("".join(str(d + 1) if c in shown else "." for c, d in enumerate(grid))), SINGLES)
        for _ in analyst.run():
            pass
        for player in players:
            for pattern in islice(player.find(analyst.position), most):
                yield analyst.deduce(pattern), grid
