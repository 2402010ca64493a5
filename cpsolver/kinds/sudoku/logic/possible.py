"""Which marks solutions hold, looked up by the compiled recursion: no sound technique removes one of them.

It changes no step: it only spares a board of several solutions, such as an empty one, the search for what is not there.
So nobody waits for the compiler: as long as the recursion is not at hand, everything is looked for.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cpsolver.kinds.sudoku.logic.geometry import Geometry
from cpsolver.kinds.sudoku.logic.pattern import Pattern, Player
from cpsolver.kinds.sudoku.logic.position import Position

if TYPE_CHECKING:
    from cpsolver.compiled.units import Plan

_MOMENT = 1.0
"""Seconds for looking up. What was not answered by then counts as impossible, which costs time but is never wrong."""


class Outlook:
    """Whether anything can follow from a position that only gets fewer marks."""

    def __init__(self) -> None:
        self._ambiguous: bool | None = None
        self._last: tuple[tuple[int, ...], bool] = ((), True)

    def is_open(self, position: Position) -> bool:
        """False if every mark is held by some solution."""
        if self._ambiguous is None:
            self._ambiguous = is_ambiguous(position)
        if not self._ambiguous:
            return True
        digits = tuple(position.digits)
        if digits != self._last[0]:
            self._last = digits, any(impossible(position) & _digits(position))
        return self._last[1]

    def sparing(self, player: Player) -> Player:
        """The technique, not looked for where nothing can follow."""

        def find(position: Position) -> Iterator[Pattern]:
            return player.find(position) if self.is_open(position) else iter(())

        return replace(player, find=find)


def is_ambiguous(position: Position) -> bool | None:
    """Whether a board is known to have several solutions; not said where cells differ across units; None: not yet."""
    from cpsolver.compiled.units import MOST_VALUES, is_at_hand

    if position.geometry.others or position.geometry.size > MOST_VALUES:
        return False
    if not is_at_hand():
        return None
    return bool(_counts(position.geometry, _digits(position)[None, :], 2)[0] > 1)


def impossible(position: Position) -> Any:
    """The marks that no solution holds, uint32[cells], bit d for digit d; all where cells differ across units, too."""
    import numpy as np

    from cpsolver.compiled.units import MOST_VALUES, is_at_hand

    digits, geometry = _digits(position), position.geometry
    if geometry.others or geometry.size > MOST_VALUES or not is_at_hand():
        return digits
    bit = np.uint32(1) << np.arange(geometry.size, dtype=np.uint32)
    cells, numbers = ((digits[:, None] & bit) != 0).nonzero()
    supposed = np.repeat(digits[None, :], len(cells), axis=0)
    supposed[np.arange(len(cells)), cells] = bit[numbers]
    none = _counts(geometry, supposed, 1) < 1
    found = np.zeros_like(digits)
    np.bitwise_or.at(found, cells[none], bit[numbers[none]])
    return found


def _digits(position: Position) -> Any:
    import numpy as np

    return np.array(position.digits, np.uint32)


def _counts(geometry: Geometry, boards: Any, limit: int) -> Any:
    """How many solutions each board has, counted up to the limit; -1 where that was not found out in a moment."""
    from cpsolver.compiled.units import count_many

    end = time.monotonic() + _MOMENT
    return count_many(_plan(geometry), boards, limit, limit, stop=lambda: time.monotonic() > end)[0]


def _plan(geometry: Geometry) -> Plan:
    """The units as the compiled recursion takes them, kept beside the geometry."""
    found: Plan | None = geometry.__dict__.get("_plan")
    if found is None:
        from cpsolver.compiled.units import plan

        found = plan([unit.cells for unit in geometry.units], len(geometry.names), geometry.size)
        geometry.__dict__["_plan"] = found
    return found
