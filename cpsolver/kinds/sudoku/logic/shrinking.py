"""Premises shrunk: of what a pattern rests on, what its conclusion does not need is dropped.

A finder names all that its way of looking needs, but conditions may say more than it looks at: of three cells and a
fourth placed one, the placed digit may be idle because the four would be a subset as well. Which premises are idle is
found by search, so whoever checks the step needs nothing of its pattern: its conditions and premises entail the
conclusion, and with any one of the premises left out they do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cpsolver.kinds.sudoku.logic.geometry import Geometry
from cpsolver.kinds.sudoku.logic.position import Mark

SMALL = frozenset({"full house", "naked single", "hidden single", "pointing", "claiming"})
"""Techniques whose patterns have no idle premises: they speak of one digit in one unit, or of one cell."""

MOST_VALUES = 30
"""The most digits that masks hold."""


@dataclass(frozen=True)
class Premises:
    """Placed cells and missing marks, in the order in which they were named."""

    homes: tuple[Mark, ...]
    missing: tuple[Mark, ...]

    @property
    def all(self) -> tuple[tuple[Mark, bool], ...]:
        """Each with whether it is a placed cell."""
        return (*((mark, True) for mark in self.homes), *((mark, False) for mark in self.missing))


@dataclass(frozen=True)
class Tables:
    """The conditions of a geometry as arrays: all as large as the domain, smaller ones filled up with new variables.

    rows: by label the numbers of its conditions; units: int16[conditions, size]; variables: how many there are
    """

    rows: dict[str, tuple[int, ...]]
    units: Any
    variables: int


@dataclass(frozen=True)
class Claim:
    """A conclusion on a board: marks removed, a digit below 0 for a contradiction, and digits placed."""

    geometry: Geometry
    removed: Sequence[Mark]
    placed: Sequence[Mark]

    def shrunk(self, labels: Iterable[str], premises: Premises, age: Mapping[Mark, int]) -> Premises:
        """The premises without idle ones; all of them if a search does not find that they entail the conclusion.

        labels: of the conditions relied on
        age:    of premises the number of the deduction they came from; the last are dropped first
        """
        order = sorted(premises.all, key=lambda item: (-age.get(item[0], -1), item[1]))
        kept = set(self._kept(labels, order))
        if not kept:
            return premises
        homes = tuple(mark for mark in premises.homes if (mark, True) in kept)
        return Premises(homes, tuple(mark for mark in premises.missing if (mark, False) in kept))

    def is_entailed(self, labels: Iterable[str], premises: Premises) -> bool:
        """Whether these conditions and premises entail it; False also if a search does not tell."""
        return bool(self._kept(labels, premises.all))

    def _kept(self, labels: Iterable[str], known: Sequence[tuple[Mark, bool]]) -> list[tuple[Mark, bool]]:
        """The premises that are kept; none if they do not entail the conclusion, or a condition is not known."""
        tables = _tables(self.geometry)
        if tables is None or not known or any(label not in tables.rows for label in labels):
            return []
        import numpy as np

        from cpsolver.compiled.premises import shrink

        rows = [row for label in dict.fromkeys(labels) for row in tables.rows[label]]
        every = self.geometry.every_digit
        masks = [(cell, 1 << digit if home else every & ~(1 << digit)) for (cell, digit), home in known]
        premises, opposites = (np.array(pairs, np.int64).reshape(-1, 2) for pairs in (masks, self._opposites()))
        answer = shrink(premises, opposites, tables.units[rows], tables.variables)
        return [item for item, needed in zip(known, answer.tolist(), strict=True) if needed]

    def _opposites(self) -> list[tuple[int, int]]:
        """What would break it: a removed mark that stands, a placed digit that does not."""
        every = self.geometry.every_digit
        stand = [(cell, 1 << digit) if digit >= 0 else (-1, 0) for cell, digit in self.removed]
        return stand + [(cell, every & ~(1 << digit)) for cell, digit in self.placed]


def _tables(geometry: Geometry) -> Tables | None:
    """The tables of a geometry, kept beside it; None for more digits than masks have bits."""
    if geometry.size > MOST_VALUES:
        return None
    found: Tables | None = geometry.__dict__.get("_tables")
    if found is None:
        found = geometry.__dict__["_tables"] = _tabulated(geometry)
    return found


def _tabulated(geometry: Geometry) -> Tables:
    import numpy as np

    rows: dict[str, tuple[int, ...]] = {}
    units: list[tuple[int, ...]] = []
    variables = len(geometry.names)
    for label, cells in (*((unit.label, unit.cells) for unit in geometry.units), *geometry.others):
        spare = geometry.size - len(cells)
        rows[label] = (*rows.get(label, ()), len(units))
        units.append((*cells, *range(variables, variables + spare)))
        variables += spare
    return Tables(rows, np.array(units, np.int16), variables)
