"""Where variables stand in the picture of a task."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cpsolver.spec.showing import Show
from cpsolver.task.task import Array, Task

Spot = tuple[int, int]
"""Row and column of a cell, both from 0."""


def shows(task: Task) -> tuple[Show, ...]:
    """What `show:` asks for; nothing if the task says nothing, or is a part without its arrays."""
    asked = task.show if isinstance(task.show, tuple) else ()
    return tuple(show for show in asked if isinstance(show, Show))


def array_of(task: Task, name: str) -> Array | None:
    """The array of that name."""
    return next((array for array in task.arrays if array.name == name), None)


def rows_of(array: Array) -> tuple[tuple[str, ...], ...]:
    """An array's variables in rows; of one dimension: a single row."""
    width = len(array.index_sets[-1])
    return tuple(array.variables[at : at + width] for at in range(0, len(array.variables), width))


def grid_rows(task: Task, show: Show) -> tuple[tuple[str | None, ...], ...]:
    """What stands in the rows of a grid, None in a gap; nothing if the task lacks its array."""
    array = array_of(task, show.names[0]) if show.names else None
    if array is not None:
        return rows_of(array)
    return show.rows if any(name in task.by_name for row in show.rows for name in row) else ()


def places(task: Task) -> Mapping[str, tuple[Spot, ...]]:
    """The cells of the first grid or board in which each variable stands."""
    return next(filter(None, (spots(task, show) for show in shows(task))), {})


def spots(task: Task, show: Show) -> Mapping[str, tuple[Spot, ...]]:
    """The cells in which each variable stands: on a board its whole column; a table has none."""
    if show.form == "grid":
        rows = enumerate(grid_rows(task, show))
        return {name: ((r, c),) for r, row in rows for c, name in enumerate(row) if name is not None}
    array = array_of(task, show.names[0]) if show.names else None
    if array is None or show.form in ("table", "gantt"):
        return {}
    height = len(board_rows(task, array))
    return {name: tuple((r, c) for r in range(height)) for c, name in enumerate(array.variables)}


def displayed(task: Task, show: Show) -> Iterator[str]:
    """The variables that a form shows, in order."""
    yield from (name for row in show.rows for name in row if name in task.by_name)  # type: ignore[misc]
    for name in show.names:
        array = array_of(task, name)
        yield from array.variables if array else (name,) if name in task.by_name else ()


def board_rows(task: Task, array: Array) -> tuple[object, ...]:
    """The rows of a board: all values its variables may have, in order."""
    return tuple(dict.fromkeys(value for name in array.variables for value in task.by_name[name].domain))  # type: ignore[union-attr]
