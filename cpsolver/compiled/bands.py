"""Sudokus of 9×9 as bands of bits: solutions counted up to a limit, grids drawn at random, puzzles cut down.

All functions are of arrays: `marks` are candidates, uint16[m, 81], bit d − 1 of a cell for digit d. A cell of one
candidate is a given; nothing needs to be consistent.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from cpsolver.compiled import band_kernels
from cpsolver.compiled.jit import in_shares, spread_seeds

Marks = npt.NDArray[np.uint16]
Grids = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

_MARKS_OF_DIGIT = np.array([511] + [1 << digit for digit in range(9)], np.uint16)


def marks_of(grids: npt.ArrayLike) -> Marks:
    """The candidates that say no more than the digits of grids, uint16[…, 81]. 0 is an open cell.

    Raises: IndexError for a digit above 9.
    """
    return _MARKS_OF_DIGIT[np.asarray(grids, np.uint8)]


def count_many(
    marks: npt.ArrayLike,
    limit: int = 2,
    kept: int = 2,
    workers: int | None = 1,
    stop: Callable[[], bool] | None = None,
) -> tuple[Ints, Grids, Ints]:
    """The solutions of each grid of candidates, uint16[m, 81], counted up to the limit; of grids of digits: `marks_of`.

    Returns counts int64[m]; the first `kept` solutions of each, uint8[m, kept, 81], zeros where there are fewer; the
    guesses made, int64[m]. A count below the limit is exact. `workers`: threads; None for one on each core. `stop`:
    asked now and then; once it says True, grids not yet counted get −1.
    """
    given = np.ascontiguousarray(marks, np.uint16).reshape(-1, 81)
    counts, guesses = np.full(len(given), -1, np.int64), np.zeros(len(given), np.int64)
    solutions = np.zeros((len(given), kept, 81), np.uint8)

    def count(share: slice, flag: Ints) -> None:
        band_kernels.count_all(given[share], limit, counts[share], solutions[share], guesses[share], flag)

    in_shares(count, len(given), workers, stop)
    return counts, solutions, guesses


def random_solutions(marks: npt.ArrayLike, seeds: npt.ArrayLike) -> Grids:
    """A solution of each grid of candidates, uint8[m, 81], digits tried in random order; zeros where there is none.

    Marks uint16[m, 81] (all 511: any full grid), seeds integers[m]: the same seed gives the same grid. Every solution
    may come out, but not each is as likely.
    """
    given = np.ascontiguousarray(marks, np.uint16).reshape(-1, 81)
    grids, states = np.zeros((len(given), 81), np.uint8), spread_seeds(seeds)

    def draw(share: slice, flag: Ints) -> None:
        band_kernels.draw_all(given[share], states[share], grids[share], flag)

    in_shares(draw, len(given), 1)
    return grids


def cut_many(grids: npt.ArrayLike, orders: npt.ArrayLike, least: int = 0, workers: int | None = 1) -> Grids:
    """Puzzles, uint8[m, 81] with 0 for open, made of full grids by opening cells while the solution stays unique.

    grids:  uint8[m, 81], each a solution
    orders: integers[m, steps, width], for each grid the cells to open at each step, all of a step or none; −1 fills
            up. Each cell is tried once; with every cell in a step of its own the puzzle is minimal.
    least:  no step is taken that would leave fewer digits
    """
    full = np.ascontiguousarray(grids, np.uint8).reshape(-1, 81)
    steps = np.ascontiguousarray(orders, np.int64)
    steps = steps.reshape(len(full), -1, steps.shape[-1] if steps.ndim == 3 else 1)
    marks = np.zeros((len(full), 81), np.uint16)

    def cut(share: slice, flag: Ints) -> None:
        band_kernels.cut_all(full[share], steps[share], least, marks[share], flag)

    in_shares(cut, len(full), workers)
    return np.where(marks == 511, np.uint8(0), full)
