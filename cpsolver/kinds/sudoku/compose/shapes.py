"""Shapes drawn at random on a board: cages, lines, regions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from cpsolver.kinds.sudoku.shape import Board, Spot, box_shape
from cpsolver.task.task import Solution

LINES = 600
"""So many lines are drawn, of which those that fit the full grid are kept."""

SWAPS = 6
"""Regions are shuffled by so many swaps for each cell."""

_SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
_AROUND = (*_SIDES, (1, 1), (1, -1), (-1, 1), (-1, -1))
_SIGNS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Shapes:
    """What shapes are drawn on: a board, its full grid, and chance."""

    board: Board
    solution: Solution
    random: Random

    @cached_property
    def names(self) -> Mapping[Spot, str]:
        """The cells by place."""
        return {spot: name for name, spot in self.board.spots.items()}

    def near(self, spot: Spot, steps: Sequence[Spot]) -> Iterator[Spot]:
        """The places beside one that are on the board."""
        for down, right in steps:
            if (there := (spot[0] + down, spot[1] + right)) in self.names:
                yield there

    def cells(self, low: int, high: int) -> Iterator[tuple[str, ...]]:
        """Every cell."""
        yield from ((name,) for name in self.names.values())

    def pairs(self, low: int, high: int) -> Iterator[list[str]]:
        """Every two cells side by side."""
        for spot, name in self.names.items():
            for there in self.near(spot, _SIDES[:2]):
                yield [name, self.names[there]]

    def neighbours(self, low: int, high: int) -> Iterator[list[str]]:
        """Every two cells side by side, both ways round."""
        for pair in self.pairs(low, high):
            yield pair
            yield pair[::-1]

    def cages(self, low: int, high: int) -> Iterator[list[str]]:
        """The board cut into groups of different digits that hang together; some are smaller where no more fits."""
        free = set(self.names)
        for spot in self.random.sample(list(self.names), len(self.names)):
            if spot in free:
                cage = self._cage(spot, free, self.random.randint(low, high))
                free -= set(cage)
                yield [self.names[each] for each in sorted(cage)]

    def _cage(self, start: Spot, free: set[Spot], size: int) -> list[Spot]:
        cage, digits = [start], {self.solution[self.names[start]]}
        while len(cage) < size:
            edge = sorted({there for spot in cage for there in self.near(spot, _SIDES)} & free - set(cage))
            edge = [spot for spot in edge if self.solution[self.names[spot]] not in digits]
            if not edge:
                break
            cage.append(self.random.choice(edge))
            digits.add(self.solution[self.names[cage[-1]]])
        return cage

    def lines(self, low: int, high: int) -> Iterator[list[str]]:
        """Many paths from cell to cell, also across corners, none of which crosses itself."""
        for _ in range(LINES):
            line = [self.random.choice(list(self.names))]
            size = self.random.randint(low, high)
            while len(line) < size:
                steps = [there for there in self.near(line[-1], _AROUND) if there not in line]
                if not steps:
                    break
                line.append(self.random.choice(steps))
            if len(line) == size:
                yield [self.names[spot] for spot in line]


DRAWN: Mapping[str, Callable[[Shapes, int, int], Iterator[Sequence[str]]]] = {
    "cells": Shapes.cells,
    "pairs": Shapes.pairs,
    "neighbours": Shapes.neighbours,
    "cages": Shapes.cages,
    "lines": Shapes.lines,
}
"""By the name that a model uses."""


def regions(size: int, random: Random) -> str:
    """A square cut into as many regions as it has rows, each as large as a row and hanging together: a line a row.

    The usual boxes, or rows where there are none, of which cells at the border of two are swapped again and again.
    """
    rows, columns = box_shape(size)
    of = {(r, c): r // rows * rows + c // columns for r in range(size) for c in range(size)}
    swapped = 0
    for _ in range(100 * SWAPS * size * size):
        if swapped >= SWAPS * size * size or rows == size:
            break
        swapped += _swap(of, random)
    return "\n".join("".join(_SIGNS[of[r, c]] for c in range(size)) for r in range(size)) + "\n"


def _swap(of: dict[Spot, int], random: Random) -> bool:
    """Swap a cell of one region with one of its neighbour's, if both still hang together."""
    spot = random.choice(list(of))
    beside = [there for there in _beside(spot, of) if of[there] != of[spot]]
    if not beside:
        return False
    one, other = of[spot], of[random.choice(beside)]
    back = [
        s for s, region in of.items() if region == other and any(of[t] == one and t != spot for t in _beside(s, of))
    ]
    if not back:
        return False
    chosen = random.choice(back)
    of[spot], of[chosen] = other, one
    if _hangs_together(of, one) and _hangs_together(of, other):
        return True
    of[spot], of[chosen] = one, other
    return False


def _beside(spot: Spot, of: Mapping[Spot, int]) -> list[Spot]:
    return [there for down, right in _SIDES if (there := (spot[0] + down, spot[1] + right)) in of]


def _hangs_together(of: Mapping[Spot, int], region: int) -> bool:
    cells = {spot for spot, number in of.items() if number == region}
    waiting, reached = [min(cells)], set()
    while waiting:
        spot = waiting.pop()
        if spot not in reached:
            reached.add(spot)
            waiting += [there for there in _beside(spot, of) if there in cells]
    return reached == cells
