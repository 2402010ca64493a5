"""A search over units that was begun elsewhere, carried on stretch by stretch in the kernel."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cpsolver.compiled import unit_kernels
from cpsolver.compiled.unit_kernels import BASE, COUNT, LEVEL, NODES, PLACED, UNLIMITED
from cpsolver.compiled.units import Plan, plan

ROOM = 256
"""How many solutions are kept before they must be taken."""


class Resumed:
    """A search with a stack of settled boards, on each of which a variable is being branched on."""

    def __init__(
        self,
        units: Plan,
        boards: Sequence[Sequence[int]],
        placed: Sequence[Sequence[bool]],
        branched: Sequence[int],
        left: Sequence[int],
    ) -> None:
        """From the lowest board up: candidates of each variable, whether it is placed, the variable, its values left.

        Candidates and values left are masks, bit v for value number v.
        """
        self._tables = units.tables
        self._room = unit_kernels.room_for(len(units.peers), len(units.units))
        self._solutions = np.zeros((ROOM, len(units.peers)), np.uint8)
        self._stop = np.zeros(1, np.int64)
        stack, values_left, variables, *_, state = self._room
        for level, masks in enumerate(boards):
            stack[level] = np.where(placed[level], np.array(masks, np.int32) | PLACED, masks)
            values_left[level], variables[level] = left[level], branched[level]
        state[LEVEL] = len(boards) - 1

    def go_on(self, nodes: int, most: int | None) -> list[list[int]]:
        """Search on for so many nodes, or until `most` solutions are found or there is no room; the solutions found.

        A solution is 1 + the number of the value of each variable.
        """
        state = self._room[-1]
        state[BASE] = state[COUNT]
        limit = int(state[COUNT]) + min(ROOM, UNLIMITED if most is None else most)
        unit_kernels.go_on(self.nodes + nodes, limit, self._tables, self._room, self._solutions, self._stop)
        found: list[list[int]] = self._solutions[: state[COUNT] - state[BASE]].tolist()
        return found

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to try."""
        return bool(self._room[-1][LEVEL] < 0)

    @property
    def levels(self) -> int:
        """How many variables are being branched on."""
        return int(self._room[-1][LEVEL]) + 1

    @property
    def nodes(self) -> int:
        """The values given to variables since the search was taken over."""
        return int(self._room[-1][NODES])

    @property
    def at_depth(self) -> list[int]:
        """How many boards stood since then, by the number of variables with a value."""
        counts: list[int] = self._room[-2].tolist()
        return counts


def prepare() -> None:
    """Compile the kernels, or load them, by the smallest search."""
    Resumed(plan([[0, 1]], 2, 2), [[3, 3]], [[False, False]], [0], [3]).go_on(9, None)
