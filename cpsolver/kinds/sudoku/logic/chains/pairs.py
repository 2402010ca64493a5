"""Remote pairs: cells of the same two digits in a row, each seeing the next, so that the digits alternate.

Two cells an odd number of steps apart hold both digits, so what sees both has neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise

from cpsolver.kinds.sudoku.logic.geometry import bits
from cpsolver.kinds.sudoku.logic.pattern import Pattern, Player, Words, absent_outside
from cpsolver.kinds.sudoku.logic.position import Mark, Position

WAYS = 4
"""At most so many of the shortest rows between two cells are looked at."""


@dataclass(frozen=True, slots=True)
class RemotePair:
    """The cells in a row, and their two digits as a set."""

    cells: tuple[int, ...]
    digits: int

    def tell(self, words: Words) -> str:
        """`r1c1, r1c5, r7c5 and r7c9 hold 2 and 7 in turn, so r1c1 and r7c9 hold both`."""
        cells, digits = words.cells(self.cells), words.digits(self.digits)
        ends = words.cells((self.cells[0], self.cells[-1]))
        return f"{cells} hold {digits} in turn, each seeing the next, so {ends} hold both"


def remote_pairs(position: Position) -> Iterator[Pattern]:
    """Rows of four cells and more, the shortest first; of those that remove the same only one."""
    like: dict[int, int] = {}
    for cell in bits(position.bivalue):
        like[position.digits[cell]] = like.get(position.digits[cell], 0) | 1 << cell
    rows = [row for cells in like.values() if cells.bit_count() > 3 for row in _rows(position, cells)]
    told: set[frozenset[Mark]] = set()
    for row in sorted(rows, key=len):
        pattern = _pattern(position, row)
        if (key := frozenset(pattern.removed)) not in told:
            told.add(key)
            yield pattern


def _rows(position: Position, cells: int) -> Iterator[tuple[int, ...]]:
    """The shortest rows of an even number of cells, from four, whose ends are both seen by a mark of their digits."""
    peers = position.geometry.peers
    for start in bits(cells):
        layers, seen = [1 << start], 1 << start
        while layers[-1]:
            near = 0
            for cell in bits(layers[-1]):
                near |= peers[cell]
            layers.append(near & cells & ~seen)
            seen |= layers[-1]
        for steps in range(3, len(layers), 2):
            for end in bits(layers[steps]):
                if end > start and _victims(position, start, end):
                    yield from islice(_back(peers, layers, steps - 1, (end,)), WAYS)


def _back(peers: tuple[int, ...], layers: list[int], step: int, tail: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if step < 0:
        yield tail
        return
    for cell in bits(layers[step] & peers[tail[0]]):
        yield from _back(peers, layers, step - 1, (cell, *tail))


def _victims(position: Position, one: int, other: int) -> list[Mark]:
    """What two cells of the same two digits take away between them."""
    seen = position.geometry.peers[one] & position.geometry.peers[other]
    return [(c, d) for d in bits(position.digits[one]) for c in bits(position.places[d] & seen)]


def _pattern(position: Position, row: tuple[int, ...]) -> Pattern:
    removed: dict[Mark, None] = {}
    differ: dict[tuple[int, int], None] = dict.fromkeys(pairwise(row))
    for steps in range(3, len(row), 2):
        for one, other in zip(row, row[steps:], strict=False):
            for mark in _victims(position, one, other):
                removed[mark] = None
                differ |= {(mark[0], one): None, (mark[0], other): None}
    pair = position.digits[row[0]]
    absent = absent_outside(row, pair, position.geometry.every_digit)
    shape = RemotePair(row, pair)
    return Pattern("remote pair", shape, tuple(removed), absent=absent, differ=tuple(differ))


PLAYERS = (Player("remote pair", remote_pairs, ("0703",), summary="cells of the same two digits in a row"),)
"""One technique."""
