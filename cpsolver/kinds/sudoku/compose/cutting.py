"""Candidates by compiled kernels, a block at a time; all that is random comes from the seed and the block's number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cpsolver.kinds.sudoku.compose.kernels import Kernels, Stop
from cpsolver.spec.puzzle import GoOn, Puzzle, Wishes, always
from cpsolver.task.domain import Value
from cpsolver.task.task import Task

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Grids = NDArray[np.uint8]

BLOCK = 32
"""Candidates of a block."""

MOST_COUNTED = 1000
"""Solutions of a puzzle that may have several are counted up to here."""

USUAL_CLUES = 30
"""Givens of a puzzle that may have several solutions, where no number is asked for."""


_SIGNS = ".123456789"


@dataclass(frozen=True)
class _Filled(Mapping[str, Value]):
    """A full grid as variable → value, worked out when it is asked for: of most candidates nobody does."""

    names: Sequence[str]
    domain: Sequence[Value]
    digits: Sequence[int]

    @cached_property
    def _found(self) -> Mapping[str, Value]:
        return {name: self.domain[digit - 1] for name, digit in zip(self.names, self.digits, strict=True)}

    def __getitem__(self, name: str) -> Value:
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


@dataclass(frozen=True)
class Cutting:
    """How candidates are made.

    model:   the task without givens
    orbits:  cells that are opened together
    allowed: the cells that may be given
    """

    model: Task
    kernels: Kernels
    orbits: Sequence[tuple[int, ...]]
    allowed: frozenset[int]
    wishes: Wishes
    seed: int

    def block(self, number: int, go_on: GoOn = always) -> Iterator[Puzzle]:
        """The candidates of a block, in order; none of a block that had to end early.

        Full grids that fit no pattern are left out.
        """
        stop = _stop(go_on)
        grids, order = self._drawn(number, stop)
        if self.wishes.several:
            yield from self._shown(grids, order, stop)
            return
        if len(grids):
            puzzles = (self._opened if self.wishes.method == "opening" else self._cut)(grids, order, stop)
            proved = self.kernels.count(puzzles, 2, stop) == 1
            if go_on():  # or what was cut may have been stopped, and only look minimal
                for puzzle, grid in zip(puzzles[proved].tolist(), grids[proved].tolist(), strict=True):
                    yield self._candidate(puzzle, grid)

    def is_minimal(self, puzzle: Puzzle, go_on: GoOn = always) -> bool | None:
        """Whether without any one given there are several solutions; None if it had to end early."""
        import numpy as np

        number = {value: at for at, value in enumerate(self.kernels.geometry.values, 1)}
        names = self.kernels.geometry.names
        grid = np.array([number[puzzle.given[name]] if name in puzzle.given else 0 for name in names], np.uint8)
        given = np.flatnonzero(grid)
        grids = np.tile(grid, (len(given), 1))
        grids[np.arange(len(given)), given] = 0
        counts = self.kernels.count(grids, 2, _stop(go_on))
        return None if (counts < 0).any() else bool((counts > 1).all())

    def _candidate(self, puzzle: Sequence[int], grid: Sequence[int], solutions: int = 1) -> Puzzle:
        names, values = self.kernels.geometry.names, self.kernels.geometry.values
        given = {name: values[digit - 1] for name, digit in zip(names, puzzle, strict=True) if digit}
        return Puzzle(
            self.model,
            given,
            _Filled(names, values, grid),
            solutions,
            solutions == MOST_COUNTED,
            minimal=True if self._makes_minimal else None,
            line="".join(map(_SIGNS.__getitem__, puzzle)) if self.kernels.plain else None,
        )

    @cached_property
    def _makes_minimal(self) -> bool:
        """Whether every given was tried alone, so that none can be spare."""
        wishes = self.wishes
        cuts = wishes.method == "cut" or (wishes.minimal and not wishes.several)
        return cuts and wishes.clues is None and all(len(orbit) == 1 for orbit in self.free)

    def _drawn(self, number: int, stop: Stop) -> tuple[Grids, NDArray[Any]]:
        """Full grids of a block, and the order of the orbits for each; those that no pattern fits are left out."""
        import numpy as np

        random = np.random.default_rng([self.seed, number])
        grids = self.kernels.draw(random, BLOCK, stop)
        order = random.permuted(np.tile(np.arange(len(self.free)), (BLOCK, 1)), axis=1)
        fits = grids[:, 0] > 0
        if len(self._free_cells) < grids.shape[1] and not self.wishes.several:
            fits &= self._is_unique(grids, np.isin(np.arange(grids.shape[1]), self._free_cells), stop)
        return grids[fits], order[fits]

    @cached_property
    def free(self) -> list[tuple[int, ...]]:
        """The orbits that may be given."""
        return [orbit for orbit in self.orbits if self.allowed.issuperset(orbit)]

    @cached_property
    def _free_cells(self) -> list[int]:
        return [cell for orbit in self.free for cell in orbit]

    def _masked(self, grids: Grids, shown: NDArray[Any]) -> Grids:
        import numpy as np

        return np.where(shown, grids, 0).astype(np.uint8)

    def _is_unique(self, grids: Grids, shown: NDArray[Any], stop: Stop) -> NDArray[Any]:
        """For each grid whether what is shown of it has one solution."""
        found: NDArray[Any] = self.kernels.count(self._masked(grids, shown), 2, stop) == 1
        return found

    def _cut(self, grids: Grids, order: NDArray[Any], stop: Stop) -> Grids:
        """Cells that may not be given are opened first, the others in random order, each once."""
        import numpy as np

        kept = np.zeros(grids.shape, bool)
        kept[:, self._free_cells] = True
        return self._cut_from(grids, order, kept, stop)

    def _cut_from(self, grids: Grids, order: NDArray[Any], kept: NDArray[Any], stop: Stop) -> Grids:
        """Puzzles cut from what is kept of grids, which has one solution: the rest is opened in one step."""
        import numpy as np

        count = len(grids)
        width = max(max(map(len, self.free)), int((~kept).sum(axis=1).max()))
        table = np.full((len(self.free), width), -1, np.int64)
        for row, orbit in zip(table, self.free, strict=True):
            row[: len(orbit)] = orbit
        first = np.full((count, 1, width), -1, np.int64)
        for at in np.flatnonzero(~kept.all(axis=1)):
            opened = np.flatnonzero(~kept[at])
            first[at, 0, : len(opened)] = opened
        steps = np.concatenate([first, table[order]], axis=1)
        return self.kernels.cut(grids, steps, self.wishes.clues or 0, stop)

    def _opened(self, grids: Grids, order: NDArray[Any], stop: Stop) -> Grids:
        """As few orbits shown, in random order, as make the grid unique; spare ones are cut if that is wished."""
        import numpy as np

        when = self._when(grids, order)  # for each cell, the number of orbits shown with which it is
        low, high = np.zeros(len(grids), np.int64), np.full(len(grids), len(self.free))
        while (low < high).any():
            middle = (low + high) // 2
            unique = self._is_unique(grids, when <= middle[:, None], stop)
            high, low = np.where(unique, middle, high), np.where(unique, low, middle + 1)
        shown = when <= self._enough(when, low)[:, None]
        if self.wishes.minimal:
            return self._cut_from(grids, order, shown, stop)
        return self._masked(grids, shown)

    def _enough(self, when: NDArray[Any], shown: NDArray[Any]) -> NDArray[Any]:
        """The number of orbits shown, or so many more that the number of givens asked for is reached."""
        import numpy as np

        if self.wishes.clues is None:
            return shown
        reached = np.sort(when, axis=1)[:, min(self.wishes.clues, when.shape[1]) - 1]
        found: NDArray[Any] = np.maximum(shown, np.minimum(reached, len(self.free)))
        return found

    def _shown(self, grids: Grids, order: NDArray[Any], stop: Stop) -> Iterator[Puzzle]:
        """So many cells shown as are asked for, whatever comes of it; the solutions are counted."""
        import numpy as np

        when = self._when(grids, order)
        enough = np.sort(when, axis=1)[
            :, min(USUAL_CLUES if self.wishes.clues is None else self.wishes.clues, when.shape[1]) - 1
        ]
        puzzles = self._masked(grids, when <= np.minimum(enough, len(self.free))[:, None])
        for puzzle, grid in zip(puzzles, grids, strict=True):
            found = int(self.kernels.count(puzzle[None], MOST_COUNTED, stop)[0])
            if found < 0:
                return
            yield self._candidate(puzzle.tolist(), grid.tolist(), found)

    def _when(self, grids: Grids, order: NDArray[Any]) -> NDArray[Any]:
        """For every cell of every grid how many orbits must be shown for it to be; a large number for never."""
        import numpy as np

        place = np.argsort(order, axis=1) + 1
        when = np.full(grids.shape, len(self.free) + 1, np.int64)
        for number, orbit in enumerate(self.free):
            when[:, list(orbit)] = place[:, number, None]
        return when


def _stop(go_on: GoOn) -> Stop:
    return lambda: not go_on()
