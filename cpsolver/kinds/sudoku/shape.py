"""The shape of a sudoku, read off its task: which cell stands where, which conditions are units, what is a box."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from cpsolver.kinds.sudoku.formats.record import box_shape as box_shape
from cpsolver.task.condition import Condition, Relation
from cpsolver.task.task import Task

Spot = tuple[int, int]
"""Row and column of a cell, both from 0."""

_CELL_NAME = re.compile(r"r(\d{1,3})c(\d{1,3})")


@dataclass(frozen=True)
class Board:
    """The cells by place: `rows` holds their names, None where there is no cell."""

    rows: tuple[tuple[str | None, ...], ...]

    @cached_property
    def spots(self) -> Mapping[str, Spot]:
        """The place of every cell."""
        return {name: (r, c) for r, row in enumerate(self.rows) for c, name in enumerate(row) if name is not None}


def board(task: Task) -> Board:
    """The board of a task: its first array of two dimensions, else what names such as r3c7 say.

    The second way also serves parts: tasks of some cells only.
    """
    for array in task.arrays:
        if len(array.index_sets) == 2:
            return _board_of(array.variables, len(array.index_sets[1]))
    return _board_by_names(task)


@lru_cache(maxsize=32)
def _board_of(names: tuple[str, ...], width: int) -> Board:
    return Board(tuple(tuple(names[at : at + width]) for at in range(0, len(names), width)))


def _board_by_names(task: Task) -> Board:
    spots = {
        (int(match[1]) - 1, int(match[2]) - 1): variable.name
        for variable in task.variables
        if (match := _CELL_NAME.fullmatch(variable.name))
    }
    height = max((r for r, _ in spots), default=-1) + 1
    width = max((c for _, c in spots), default=-1) + 1
    return Board(tuple(tuple(spots.get((r, c)) for c in range(width)) for r in range(height)))


def different_cells(condition: Condition) -> tuple[str, ...] | None:
    """The cells a condition wants to differ, if that is all it says; else None."""
    return condition.different if isinstance(condition, Relation) else None


def units(task: Task) -> tuple[Condition, ...]:
    """The conditions that say no more than that cells differ: rows, columns, boxes, diagonals, cages."""
    return tuple(condition for condition in task.conditions if different_cells(condition) is not None)


def boxes(task: Task) -> tuple[tuple[int, ...], ...]:
    """For every place of the board the number of its box, from 1; 0 where there is none.

    Boxes are the units in more than one row and column that hang together, in the order of the model; one that
    overlaps an earlier one (a window of a hyper sudoku) is none.
    """
    shape = board(task)
    numbers: dict[Spot, int] = {}
    for condition in units(task):
        spots = [shape.spots[name] for name in condition.scope if name in shape.spots]
        if is_box(spots) and not any(spot in numbers for spot in spots):
            number = len(set(numbers.values())) + 1
            numbers.update((spot, number) for spot in spots)
    return tuple(tuple(numbers.get((r, c), 0) for c in range(len(row))) for r, row in enumerate(shape.rows))


def is_box(spots: Sequence[Spot]) -> bool:
    """Whether these places hang together and are no row and no column."""
    return not is_line(spots) and _hang_together(set(spots))


def is_line(spots: Sequence[Spot]) -> bool:
    """Whether these places lie in one row or one column."""
    return len({r for r, _ in spots}) <= 1 or len({c for _, c in spots}) <= 1


def _hang_together(spots: set[Spot]) -> bool:
    reached: set[Spot] = set()
    waiting = [min(spots)]
    while waiting:
        spot = waiting.pop()
        if spot not in reached:
            reached.add(spot)
            waiting.extend(neighbour for neighbour in _neighbours(spot) if neighbour in spots)
    return reached == spots


def _neighbours(spot: Spot) -> Iterator[Spot]:
    row, column = spot
    yield from ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
