"""What `expect:` says of a sweep, held against its table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from cpsolver.api.expectations import Outcome, agrees, outcomes
from cpsolver.api.sweeping import Sweep
from cpsolver.api.tasks import Loaded
from cpsolver.spec.expected import ExpectedColumn
from cpsolver.task.axis import size_of, values_at
from cpsolver.task.domain import Finite


def solved_point(sweep: Sweep) -> Loaded:
    """The task of the first point that has a solution; of the first point if none has."""
    solved = np.flatnonzero(np.isfinite(next(iter(sweep.columns.values()), np.arange(0))))
    point = int(sweep.point[solved[0]]) if len(solved) else 0
    assert sweep.loaded.kind.sweeping is not None
    task = sweep.loaded.kind.sweeping.at(sweep.loaded.task, values_at(sweep.axes, point))
    return replace(sweep.loaded, task=task)


def sweep_outcomes(sweep: Sweep) -> tuple[Outcome, ...]:
    """One outcome for each thing `expect:` says of a sweep; a single value is expected wherever there is a
    solution.

    `solutions` counts the solutions of all points.
    """
    expected = sweep.loaded.expected
    own = replace(sweep.loaded, expected=replace(expected, solutions=None, values=()))
    found = list(outcomes(own, sweep.result))
    if expected.solutions is not None:
        number = int(np.isfinite(next(iter(sweep.columns.values()), np.arange(0))).sum())
        met = number == expected.solutions if not sweep.unknown else None
        found.append(Outcome("solutions", str(expected.solutions), str(number), met))
    points = size_of(sweep.axes)
    everywhere = [ExpectedColumn(value.variable, (value,) * points, value.text) for value in expected.values]
    found += [_column_met(sweep, column, everywhere=True) for column in everywhere]
    return (*found, *(_column_met(sweep, column) for column in expected.columns))


def _values_of(sweep: Sweep, name: str) -> Mapping[int, list[float]]:
    """The values of a quantity by point; of a given its value at all points that have a solution."""
    column = sweep.columns.get(name)
    if column is None:
        given = next(fact.domain for fact in sweep.loaded.task.given if fact.variable == name)
        assert isinstance(given, Finite)
        column = np.full(len(sweep), float(given.value))
    rows: dict[int, list[float]] = {}
    for point, value in zip(sweep.point.tolist(), column.tolist(), strict=True):
        rows.setdefault(point, []).extend([] if value != value else [value])
    return rows


def _column_met(sweep: Sweep, expected: ExpectedColumn, everywhere: bool = False) -> Outcome:
    """Whether a quantity comes out as expected at every point, and if not, where first."""
    rows = _values_of(sweep, expected.variable)
    variable, show = sweep.loaded.task.by_name[expected.variable], sweep.loaded.kind.show
    for point, value in enumerate(expected.values):
        own = rows.get(point, [])
        met = not own if value is None else any(agrees(found, value) for found in own)
        met = met or (not own and everywhere)
        if not met:
            text = " or ".join(show(variable, found).text for found in own) or "no solution"
            what = f"{expected.variable} at point {point + 1}"
            return Outcome(what, value.text if value else "none", text, None if point in sweep.unknown else False)
    return Outcome(expected.variable, expected.text, f"met at all {len(expected.values)} points", True)
