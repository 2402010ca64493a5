"""How a formula task is swept: what is swept, the task of one point, and all points at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from cpsolver.kinds.formulas.shape import Constants
from cpsolver.kinds.kind import Rows, Sweeping
from cpsolver.task.axis import Axis
from cpsolver.task.domain import Finite, Value
from cpsolver.task.task import Fact, Task

if TYPE_CHECKING:
    from numpy.typing import NDArray


def axes(task: Task) -> tuple[Axis, ...]:
    """The swept givens, in the order of the spec."""
    return task.show.axes if isinstance(task.show, Constants) else ()


def remarks(task: Task, names: Collection[str]) -> tuple[str, ...]:
    """What is to be noted with every answer that speaks of these quantities, of one instance or of none."""
    said = {*names, *(name.rpartition("_")[0] for name in names)}
    return tuple(text for name, text in task.show.remarks if name in said) if isinstance(task.show, Constants) else ()


def at(task: Task, values: Mapping[str, Value]) -> Task:
    """The task of one point of a sweep; nothing is swept in it."""
    given = tuple(
        Fact(fact.variable, Finite((values[fact.variable],)), fact.origin) if fact.variable in values else fact
        for fact in task.given
    )
    assert isinstance(task.show, Constants)
    return replace(task, given=given, show=replace(task.show, axes=()))


def rows(task: Task, axes: tuple[Axis, ...]) -> Rows:
    """The solutions of all points that can be worked out together. NumPy is loaded for it, and not before."""
    from cpsolver.kinds.formulas.rows import rows as worked_out

    return worked_out(task, axes)


def outside(task: Task, axes: tuple[Axis, ...]) -> tuple[NDArray, tuple[str, ...]]:  # type: ignore[type-arg]
    """The points at which a swept given lies outside its range, and why. NumPy is loaded for it, and not before."""
    from cpsolver.kinds.formulas.outside import outside as found

    return found(task, axes)


SWEEPING = Sweeping(axes, at, rows, outside)
