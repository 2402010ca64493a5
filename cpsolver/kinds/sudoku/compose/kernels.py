"""Boards on which compiled kernels count, draw and cut: nothing but cells that differ.

The plain 9×9 goes to `compiled.bands`; any other board whose rules only say that cells differ to `compiled.units`:
other sizes and regions, diagonals, windows, chess moves. Values are numbers of the domain from 1, 0 is an open cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cpsolver.kinds.sudoku.logic.geometry import Geometry, bits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cpsolver.compiled.units import Plan

    Grids = NDArray[np.uint8]
    Ints = NDArray[np.int64]

Stop = Callable[[], bool]

MOST_VALUES = 30
"""Kernels know no larger domains."""

_BOX = 3


@dataclass(frozen=True)
class Kernels:
    """The kernels for one board.

    geometry: of the board
    plain:    whether it is the plain 9×9, on which every search is over before anybody could want to end it

    Elsewhere `stop` is asked now and then: once it says True, what comes back is not to be used.
    """

    geometry: Geometry
    plain: bool

    @property
    def fewest(self) -> int:
        """The fewest clues that a puzzle of one solution may have.

        Two digits that no clue holds may be exchanged in a solution; of the plain 9×9 no 16 clues do (McGuire,
        Tugemann and Civario, 2012).
        """
        return 17 if self.plain else self.geometry.size - 1

    def count(self, grids: Grids, limit: int, stop: Stop | None = None) -> Ints:
        """How many solutions each grid has, up to the limit; −1 where the count was stopped."""
        if self.plain:
            from cpsolver.compiled import bands

            return bands.count_many(bands.marks_of(grids), limit, 0)[0]
        from cpsolver.compiled import units

        return units.count_many(self._plan, units.marks_of(grids, self.geometry.size), limit, 0, 1, stop)[0]

    def draw(self, random: np.random.Generator, count: int, stop: Stop | None = None) -> Grids:
        """Full grids: found by a search in random order; then values, and of the plain board lines, permuted."""
        import numpy as np

        seeds = random.integers(1, 2**31, count)
        empty = np.zeros((count, len(self.geometry.names)), np.uint8)
        if self.plain:
            from cpsolver.compiled import bands

            return _permuted(bands.random_solutions(bands.marks_of(empty), seeds), random)
        from cpsolver.compiled import units

        grids = units.random_solutions(self._plan, units.marks_of(empty, self.geometry.size), seeds, stop)
        return _relabelled(grids, self.geometry.size, random)

    def cut(self, grids: Grids, orders: Ints, least: int, stop: Stop | None = None) -> Grids:
        """Puzzles made of full grids by opening cells step by step while the solution stays unique.

        orders: integers[m, steps, width], the cells of each step, filled up by −1; least: so many givens stay
        """
        if self.plain:
            from cpsolver.compiled import bands

            return bands.cut_many(grids, orders, least)
        from cpsolver.compiled import units

        return units.cut_many(self._plan, grids, orders, least, 1, stop)

    @cached_property
    def _plan(self) -> Plan:
        """The plan of the units; cells that differ for another reason become peers."""
        import numpy as np

        from cpsolver.compiled import units

        board = self.geometry
        plan = units.plan([unit.cells for unit in board.units], len(board.names), board.size)
        peers = np.full((len(board.names), max(mask.bit_count() for mask in board.peers) + 1), -1, np.int32)
        for row, mask in zip(peers, board.peers, strict=True):
            row[: mask.bit_count()] = list(bits(mask))
        return replace(plan, peers=peers)


def kernels_for(geometry: Geometry) -> Kernels | None:
    """The kernels for a board of nothing but cells that differ; None if its domain is too large."""
    if geometry.size > MOST_VALUES or not all(geometry.units_of):
        return None
    return Kernels(geometry, _is_plain(geometry))


def _is_plain(geometry: Geometry) -> bool:
    """Whether a board is the plain 9×9, its cells row by row."""
    lines = range(9)
    rows = [frozenset(9 * r + c for c in lines) for r in lines]
    columns = [frozenset(9 * r + c for r in lines) for c in lines]
    boxes = [
        frozenset(9 * (_BOX * (b // _BOX) + i) + _BOX * (b % _BOX) + j for i in range(_BOX) for j in range(_BOX))
        for b in lines
    ]
    found = [frozenset(unit.cells) for unit in geometry.units]
    return len(geometry.names) == 81 and not geometry.others and set(found) == {*rows, *columns, *boxes}


def _relabelled(grids: Grids, size: int, random: np.random.Generator) -> Grids:
    """The grids with their values permuted; 0, where there is no solution, stays."""
    import numpy as np

    labels = random.permuted(np.tile(np.arange(1, size + 1, dtype=np.uint8), (len(grids), 1)), axis=1)
    labels = np.hstack([np.zeros((len(grids), 1), np.uint8), labels])
    renamed: Grids = np.take_along_axis(labels, grids.astype(np.intp), axis=1)
    return renamed


def _permuted(grids: Grids, random: np.random.Generator) -> Grids:
    """Plain grids with values, rows, columns, bands and stacks permuted, and half of them transposed."""
    import numpy as np

    count = len(grids)
    rows, columns = _lines(random, count), _lines(random, count)
    cells = 9 * rows[:, :, None] + columns[:, None, :]
    turned = random.integers(0, 2, count).astype(bool)
    cells[turned] = cells[turned].transpose(0, 2, 1)
    return _relabelled(np.take_along_axis(grids, cells.reshape(count, 81), axis=1), 9, random)


def _lines(random: np.random.Generator, count: int) -> NDArray[Any]:
    """Rows in random order, threes staying together."""
    import numpy as np

    bands = random.permuted(np.tile(np.arange(_BOX), (count, 1)), axis=1)
    inside = random.permuted(np.tile(np.arange(_BOX), (count, _BOX, 1)), axis=2)
    lines: NDArray[Any] = (_BOX * bands[:, :, None] + inside).reshape(count, 9)
    return lines
