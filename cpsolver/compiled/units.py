"""All-different units as large as the domain, 1…30 values: solutions counted, listed, drawn at random, and cut down.

Sudokus of any size and shape of boxes, diagonals, windows, Latin squares. A node places single candidates and values
with one place in a unit until there are none, and branches on the variable with the fewest candidates: the very tree
of `solvers/latin.py`, node by node, so that either may go on where the other stopped. Sources: as given there.

`marks` are candidates, uint32[m, variables], bit v for the value number v. A variable of one candidate is a given;
nothing needs to be consistent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cpsolver.compiled import unit_kernels
from cpsolver.compiled.handover import is_ready
from cpsolver.compiled.jit import in_shares, is_kept, spread_seeds

Marks = npt.NDArray[np.uint32]
Grids = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

MOST_VALUES = 30
"""How many values fit a mask."""


@dataclass(frozen=True)
class Plan:
    """Which variables are in which units.

    size:    the number of values, and of variables in a unit
    units:   int32[units, size], variables
    unit_of: int32[variables, …], the units of each, filled up by −1
    peers:   int32[variables, …], the variables in some unit with it, filled up by −1
    """

    size: int
    units: npt.NDArray[np.int32]
    unit_of: npt.NDArray[np.int32]
    peers: npt.NDArray[np.int32]

    @property
    def tables(self) -> tuple[Any, ...]:
        """What the kernels take."""
        return self.size, self.units, self.unit_of, self.peers


def plan(units: Sequence[Sequence[int]], variables: int, size: int) -> Plan:
    """The plan for units given as numbers of variables. Raises: ValueError for more values than a mask has bits."""
    if not 1 <= size <= MOST_VALUES:
        raise ValueError(f"{size} values, where kernels know 1 to {MOST_VALUES}")
    distinct = list(dict.fromkeys(tuple(sorted(unit)) for unit in units))
    unit_of: list[list[int]] = [[] for _ in range(variables)]
    for number, unit in enumerate(distinct):
        for variable in unit:
            unit_of[variable].append(number)
    peers = [
        sorted({other for number in numbers for other in distinct[number]} - {variable})
        for variable, numbers in enumerate(unit_of)
    ]
    table = np.array(distinct, np.int32).reshape(-1, size)
    return Plan(size, table, _padded(unit_of), _padded(peers))


def _padded(rows: Sequence[Sequence[int]]) -> npt.NDArray[np.int32]:
    table = np.full((len(rows), max(map(len, rows), default=0) + 1), -1, np.int32)
    for row, numbers in zip(table, rows, strict=True):
        row[: len(numbers)] = numbers
    return table


def marks_of(grids: npt.ArrayLike, size: int) -> Marks:
    """The candidates that say no more than the values of grids, uint32[…, variables]. 0 is open, v + 1 value number v.

    Raises: IndexError for a number above the size.
    """
    masks = np.array([(1 << size) - 1] + [1 << value for value in range(size)], np.uint32)
    return masks[np.asarray(grids, np.uint8)]


def count_many(
    units: Plan,
    marks: npt.ArrayLike,
    limit: int = 2,
    kept: int = 2,
    workers: int | None = 1,
    stop: Callable[[], bool] | None = None,
) -> tuple[Ints, Grids, Ints]:
    """The solutions of each grid of candidates, uint32[m, variables], counted up to the limit.

    Returns counts int64[m]; the first `kept` solutions of each, uint8[m, kept, variables], 1 + the number of the
    value, zeros where there are fewer; the nodes, int64[m]. A count below the limit is exact. `workers`: threads; None
    for one on each core. `stop`: asked now and then; once it says True, grids not yet counted get −1.
    """
    given = _as_marks(units, marks)
    counts, nodes = np.full(len(given), -1, np.int64), np.zeros(len(given), np.int64)
    solutions = np.zeros((len(given), kept, given.shape[1]), np.uint8)

    def count(share: slice, flag: Ints) -> None:
        unit_kernels.count_all(given[share], limit, units.tables, counts[share], solutions[share], nodes[share], flag)

    in_shares(count, len(given), workers, stop)
    return counts, solutions, nodes


def prepare() -> None:
    """Call the counting kernel once, which compiles it or loads it."""
    count_many(plan([[0]], 1, 1), [[1]])


def is_at_hand() -> bool:
    """Whether counting answers at once: its kernel is kept, or was compiled by another process, begun if need be."""
    return is_kept(unit_kernels.count_all) or is_ready(__name__)


def _as_marks(units: Plan, marks: npt.ArrayLike) -> Marks:
    return np.ascontiguousarray(marks, np.uint32).reshape(-1, len(units.peers))


def random_solutions(
    units: Plan, marks: npt.ArrayLike, seeds: npt.ArrayLike, stop: Callable[[], bool] | None = None
) -> Grids:
    """A solution of each grid of candidates, uint8[m, variables], values tried in random order; zeros: there is none.

    Seeds integers[m]: the same seed gives the same grid. Every solution may come out, but not each is as likely. A
    search that takes long starts again with other values. `stop`: asked now and then; once it says True, the grids not
    yet drawn are zeros.
    """
    given = _as_marks(units, marks)
    grids, states = np.zeros(given.shape, np.uint8), spread_seeds(seeds)

    def draw(share: slice, flag: Ints) -> None:
        unit_kernels.draw_all(given[share], states[share], units.tables, grids[share], flag)

    in_shares(draw, len(given), 1, stop)
    return grids


def cut_many(
    units: Plan,
    grids: npt.ArrayLike,
    orders: npt.ArrayLike,
    least: int = 0,
    workers: int | None = 1,
    stop: Callable[[], bool] | None = None,
) -> Grids:
    """Puzzles, uint8[m, variables] with 0 for open, made of solutions by opening while the solution stays unique.

    grids:  uint8[m, variables], each a solution, 1 + the number of the value
    orders: integers[m, steps, width], for each grid the variables to open at each step, all of a step or none; −1
            fills up. Each is tried once; with every one in a step of its own the puzzle is minimal.
    least:  no step is taken that would leave fewer values
    stop:   asked now and then; once it says True, what comes back is proved of nothing and must not be used
    """
    full = np.ascontiguousarray(grids, np.uint8).reshape(-1, len(units.peers))
    steps = np.ascontiguousarray(orders, np.int64)
    steps = steps.reshape(len(full), -1, steps.shape[-1] if steps.ndim == 3 else 1)
    marks = np.zeros(full.shape, np.uint32)

    def cut(share: slice, flag: Ints) -> None:
        unit_kernels.cut_all(full[share], steps[share], least, units.tables, marks[share], flag)

    in_shares(cut, len(full), workers, stop)
    return np.where(marks == (1 << units.size) - 1, np.uint8(0), full)
