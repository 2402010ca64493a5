"""Points of a sweep at which a given lies outside the range of its quantity: they have no solution, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cpsolver.kinds.formulas.quantities import range_text
from cpsolver.kinds.formulas.wording import shown_value
from cpsolver.task.axis import Axis, size_of
from cpsolver.task.domain import Reals
from cpsolver.task.task import Task

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEAR = 1e-9
"""Values nearer to an end of the range than this part of it are looked at exactly."""


def outside(task: Task, axes: tuple[Axis, ...]) -> tuple[NDArray, tuple[str, ...]]:  # type: ignore[type-arg]
    """The points at which a swept given lies outside its range, in order, and for each such given what is wrong."""
    lost = np.zeros(size_of(axes), dtype=bool)
    notes = []
    inner = size_of(axes)
    for axis in axes:
        outer, inner = inner, inner // len(axis)
        own = _outside(task, axis)
        if own.any():
            lost |= np.tile(np.repeat(own, inner), len(lost) // outer)
            notes.append(_note(task, axis, np.flatnonzero(own).tolist()))
    return np.flatnonzero(lost), tuple(notes)


def _outside(task: Task, axis: Axis) -> NDArray:  # type: ignore[type-arg]
    """Which values of an axis lie outside."""
    domain = task.by_name[axis.name].domain
    found = np.zeros(len(axis), dtype=bool)
    if not isinstance(domain, Reals):
        return found
    near = np.zeros(len(axis), dtype=bool)
    for end, sign in ((domain.lower, 1), (domain.upper, -1)):
        if end is not None:
            room = sign * (axis.column - float(end))
            found |= room < 0
            near |= np.abs(room) <= NEAR * np.maximum(np.abs(axis.column), abs(float(end)))
    for index in np.flatnonzero(near).tolist():
        found[index] = axis.at(index) not in domain
    return found


def _note(task: Task, axis: Axis, places: list[int]) -> str:
    variable = task.by_name[axis.name]
    assert isinstance(variable.domain, Reals)
    said = range_text(variable.domain, variable.unit)
    texts = [shown_value(variable, axis.at(place)).text for place in (places[0], places[-1])]
    if len(places) == 1:
        return f"{axis.name} = {texts[0]} lies outside its range ({said}): no solution there"
    count = f"{len(places)} of {len(axis)} values, from {texts[0]} to {texts[1]},"
    return f"{axis.name}: {count} lie outside its range ({said}): no solution there"
