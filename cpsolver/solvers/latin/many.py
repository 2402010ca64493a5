"""Many sets of givens for one task at once, by kernels: bands where the units are those of a 9×9 sudoku, else masks."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite
from cpsolver.task.result import Deadline, Settings
from cpsolver.task.task import Task

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from cpsolver.compiled.units import Plan

Units = tuple[tuple[int, ...], ...]


def solve_many(
    task: Task,
    givens: npt.NDArray[np.uint8],
    limit: int = 2,
    settings: Settings | None = None,
    workers: int | None = 1,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
    """How many solutions each set of givens has, and the first of them: the contract is `solver.SolveMany`."""
    import numpy as np

    values = givens.reshape(-1, len(task.variables))
    domain = task.variables[0].domain if task.variables else Finite(())
    size = len(domain) if isinstance(domain, Finite) else 0
    if not task.variables or not len(values):
        return np.full(len(values), min(1, limit), np.int64), np.zeros(values.shape, np.uint8)
    units = _units(task)
    deadline = None if settings is None else Deadline(settings)
    stop = None if deadline is None else lambda: deadline.passed
    if size == 9 and len(values[0]) == 81 and set(units) == _sudoku():
        from cpsolver.compiled import bands

        marks = bands.marks_of(values) & _allowed(task, size).astype(np.uint16)
        counts, solutions, _ = bands.count_many(marks, limit, 1, workers, stop)
    else:
        from cpsolver.compiled import units as any_units

        wide = any_units.marks_of(values, size) & _allowed(task, size).astype(np.uint32)
        plan = _plan(units, len(task.variables), size)
        counts, solutions, _ = any_units.count_many(plan, wide, limit, 1, workers, stop)
    return counts, solutions[:, 0]


def _units(task: Task) -> Units:
    """The variables of each all-different, by number, sorted."""
    number = {name: i for i, name in enumerate(task.by_name)}
    different = (condition.different for condition in task.conditions if isinstance(condition, Relation))
    return tuple(dict.fromkeys(tuple(sorted(number[name] for name in unit)) for unit in different if unit))


@lru_cache(maxsize=1)
def _sudoku() -> set[tuple[int, ...]]:
    """The rows, columns and boxes of nine by nine cells that are declared row by row."""
    nine = range(9)
    rows = {tuple(9 * row + column for column in nine) for row in nine}
    columns = {tuple(9 * row + column for row in nine) for column in nine}
    corners = [27 * down + 3 * across for down in range(3) for across in range(3)]
    return rows | columns | {tuple(corner + 9 * (i // 3) + i % 3 for i in nine) for corner in corners}


@lru_cache(maxsize=16)
def _plan(units: Units, variables: int, size: int) -> Plan:
    from cpsolver.compiled.units import plan

    return plan(units, variables, size)


def _allowed(task: Task, size: int) -> Any:
    """Of each variable the values that the task's own givens leave, as masks."""
    import numpy as np

    number = {name: i for i, name in enumerate(task.by_name)}
    domain = task.variables[0].domain
    assert isinstance(domain, Finite), "real variables are refused"
    masks = np.full(len(task.variables), (1 << size) - 1, np.int64)
    for fact in task.given:
        masks[number[fact.variable]] &= sum(1 << row for row, value in enumerate(domain.values) if value in fact.domain)
    return masks
