"""The board as players' techniques see it: cells by number, units, and which cells must differ.

Cells are numbered in the order of the task's variables, digits from 0 in the order of the domain. A set of cells is an
integer, cell c being bit c; a set of digits is an integer, digit d being bit d. All techniques work on any board whose
cells share one domain: units are the all-different conditions as large as the domain, and smaller ones still say that
their cells differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Literal

from cpsolver.kinds.sudoku.shape import board, different_cells, is_box
from cpsolver.task.domain import Finite, Value
from cpsolver.task.task import Fact, Task

Line = Literal["row", "column", "box", "other"]
"""What a unit is: techniques of rows and columns ask."""


def bits(mask: int) -> Iterator[int]:
    """The members of a set, smallest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def lowest(mask: int) -> int:
    """The smallest member of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def is_single(mask: int) -> bool:
    """Whether a set has exactly one member."""
    return mask != 0 and mask & mask - 1 == 0


def set_of(members: Sequence[int] | Iterator[int]) -> int:
    """The set of these members."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


@dataclass(frozen=True, slots=True)
class Unit:
    """A condition that holds every digit once.

    number: its place in `Geometry.units`
    line:   row, column, box, or another unit of a variant
    cells:  its cells in order; mask: the same as a set
    """

    number: int
    label: str
    line: Line
    cells: tuple[int, ...]
    mask: int


@dataclass(frozen=True)
class Geometry:
    """What does not change while a board is solved.

    names:  of the cells; values: what digit d stands for
    units:  the conditions that hold every digit once; others: labels and cells of all-different conditions that are
            smaller, so that some digits are missing in them
    """

    names: tuple[str, ...]
    values: tuple[Value, ...]
    units: tuple[Unit, ...]
    others: tuple[tuple[str, tuple[int, ...]], ...] = ()

    @cached_property
    def size(self) -> int:
        """How many digits there are."""
        return len(self.values)

    @cached_property
    def every_cell(self) -> int:
        """The set of all cells."""
        return (1 << len(self.names)) - 1

    @cached_property
    def every_digit(self) -> int:
        """The set of all digits."""
        return (1 << self.size) - 1

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The units as sets of cells."""
        return tuple(unit.mask for unit in self.units)

    @cached_property
    def units_of(self) -> tuple[tuple[int, ...], ...]:
        """For every cell the numbers of its units."""
        return tuple(tuple(u.number for u in self.units if u.mask >> cell & 1) for cell in range(len(self.names)))

    @cached_property
    def peers(self) -> tuple[int, ...]:
        """For every cell the cells that must differ from it."""
        seen = [0] * len(self.names)
        for cells in (*(unit.cells for unit in self.units), *(cells for _, cells in self.others)):
            mask = set_of(cells)
            for cell in cells:
                seen[cell] |= mask & ~(1 << cell)
        return tuple(seen)

    @cached_property
    def rows(self) -> tuple[Unit, ...]:
        """The units that are rows."""
        return tuple(unit for unit in self.units if unit.line == "row")

    @cached_property
    def columns(self) -> tuple[Unit, ...]:
        """The units that are columns."""
        return tuple(unit for unit in self.units if unit.line == "column")

    @cached_property
    def boxes(self) -> tuple[Unit, ...]:
        """The units that are neither row nor column."""
        return tuple(unit for unit in self.units if unit.line not in ("row", "column"))

    @cached_property
    def crossings(self) -> tuple[tuple[Unit, Unit, int], ...]:
        """Every two units with more than one cell in common, both ways round, and these cells."""
        return tuple(
            (one, other, one.mask & other.mask)
            for one in self.units
            for other in self.units
            if one is not other and (one.mask & other.mask).bit_count() > 1
        )

    def common_peers(self, cells: int) -> int:
        """The cells that see all of these (none of which is among them)."""
        seen = self.every_cell
        for cell in bits(cells):
            seen &= self.peers[cell]
        return seen

    def shared_units(self, cells: int) -> tuple[int, ...]:
        """The units that hold all of these cells."""
        return tuple(unit.number for unit in self.units if cells & ~unit.mask == 0)

    @cached_property
    def _between(self) -> dict[tuple[int, int], str]:
        found: dict[tuple[int, int], str] = {}
        labelled = (*((unit.label, unit.cells) for unit in self.units), *self.others)
        for label, cells in labelled:
            for pair in combinations(sorted(cells), 2):
                found.setdefault(pair, label)
        return found

    @cached_property
    def _finites(self) -> dict[int, Finite]:
        return {}

    def finite(self, digits: int) -> Finite:
        """The domain of a set of digits."""
        found = self._finites.get(digits)
        if found is None:
            found = self._finites[digits] = Finite(tuple(self.values[digit] for digit in bits(digits)))
        return found

    @cached_property
    def _facts(self) -> dict[tuple[int, int], Fact]:
        return {}

    def fact(self, cell: int, digits: int) -> Fact:
        """That a cell has one of these digits, without origin."""
        found = self._facts.get((cell, digits))
        if found is None:
            found = self._facts[cell, digits] = Fact(self.names[cell], self.finite(digits))
        return found

    @cached_property
    def _links(self) -> dict[tuple[int, int], tuple[str, ...]]:
        return {}

    def links(self, cell: int, seen: int) -> tuple[str, ...]:
        """Labels of conditions by which a cell differs from all of these, as few as is quick; kept once worked out."""
        found = self._links.get((cell, seen))
        if found is None:
            found = self._links[cell, seen] = self._find_links(cell, seen)
        return found

    def _find_links(self, cell: int, seen: int) -> tuple[str, ...]:
        labels: list[str] = []
        units = [self.units[number] for number in self.units_of[cell]]
        while units and seen:
            best = max(units, key=lambda unit: (unit.mask & seen).bit_count())
            if not best.mask & seen:
                break
            labels.append(best.label)
            seen &= ~best.mask
        labels += (self.between(cell, other) for other in bits(seen))
        return tuple(dict.fromkeys(labels))

    def between(self, one: int, other: int) -> str:
        """The label of a condition by which two cells differ."""
        return self._between[(one, other) if one < other else (other, one)]


def geometry_of(task: Task) -> Geometry | None:
    """The geometry of a task's cells; None if they do not share one finite domain or no condition is a unit.

    Tasks of one model share it: it is worked out once.
    """
    return _geometry_of(_Stated(id(task.variables), id(task.conditions), id(task.arrays), task))


@dataclass(frozen=True)
class _Stated:
    """What a geometry depends on, by identity, and a task that holds it."""

    variables: int
    conditions: int
    arrays: int
    task: Task = field(compare=False)


@lru_cache(maxsize=32)
def _geometry_of(stated: _Stated) -> Geometry | None:
    task = stated.task
    first = task.variables[0].domain if task.variables else None
    if not isinstance(first, Finite) or any(variable.domain != first for variable in task.variables):
        return None
    names = tuple(variable.name for variable in task.variables)
    different = tuple(
        (condition.label or str(condition), cells)
        for condition in task.conditions
        if (cells := different_cells(condition)) is not None
    )
    spots = board(task).spots
    found = _geometry(names, first.values, different, tuple(spots.get(name, (-1, -1)) for name in names))
    return found if found.units else None


@lru_cache(maxsize=32)
def _geometry(
    names: tuple[str, ...],
    values: tuple[Value, ...],
    different: tuple[tuple[str, tuple[str, ...]], ...],
    spots: tuple[tuple[int, int], ...],
) -> Geometry:
    number = {name: cell for cell, name in enumerate(names)}
    units: list[Unit] = []
    others = []
    for label, cells in different:
        numbers = tuple(number[name] for name in cells)
        if len(cells) == len(values):
            line = _line([spots[cell] for cell in numbers])
            units.append(Unit(len(units), label, line, numbers, set_of(numbers)))
        else:
            others.append((label, numbers))
    return Geometry(names, values, tuple(units), tuple(others))


def _line(spots: list[tuple[int, int]]) -> Line:
    if len({row for row, _ in spots}) == 1:
        return "row"
    if len({column for _, column in spots}) == 1:
        return "column"
    return "box" if is_box(spots) else "other"
