"""The values that a swept given takes, one after the other: listed, or evenly spaced and worked out on demand."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from cpsolver.task.domain import Number
from cpsolver.task.functions import exact
from cpsolver.task.task import Unit

if TYPE_CHECKING:
    from numpy.typing import NDArray

LARGEST_EXACT = 2**53
"""Whole numbers up to here are floats without rounding."""


@dataclass(frozen=True)
class Axis:
    """A swept given. All values are in its unit, as they were written; `at` and `column` give them in base units.

    listed: the values, where they were listed; else `first`, and every `step` after it, `count` of them
    """

    name: str
    unit: Unit
    count: int
    listed: tuple[Number, ...] = ()
    first: Fraction = field(default_factory=Fraction)
    step: Fraction = field(default_factory=Fraction)

    def __len__(self) -> int:
        return self.count

    def shown(self, index: int) -> Number:
        """A value as it was written."""
        return self.listed[index] if self.listed else exact(self.first + index * self.step)

    def at(self, index: int) -> Number:
        """A value in base units."""
        return exact(self.unit.to_base(self.shown(index)))

    @cached_property
    def written(self) -> NDArray:  # type: ignore[type-arg]
        """All values as they were written, each rounded once."""
        import numpy as np

        if self.listed:
            return np.array([float(value) for value in self.listed])
        return spaced(self.first, self.step, self.count)

    @cached_property
    def column(self) -> NDArray:  # type: ignore[type-arg]
        """All values in base units, each rounded once where the unit's factor is rational."""
        import numpy as np

        if self.listed:
            return np.array([float(self.at(index)) for index in range(self.count)])
        factor, offset = self.unit.factor, self.unit.offset
        if isinstance(factor, float) or isinstance(offset, float):
            return self.written * float(factor) + float(offset)
        return spaced(factor * self.first + offset, factor * self.step, self.count)


def spaced(first: Fraction, step: Fraction, count: int) -> NDArray:  # type: ignore[type-arg]
    """first, first + step, … as floats, each rounded once."""
    import numpy as np

    first, step = Fraction(first), Fraction(step)
    common = math.lcm(first.denominator, step.denominator)
    start, by = int(first * common), int(step * common)
    if max(common, abs(start), abs(start + by * count)) <= LARGEST_EXACT:
        return (start + by * np.arange(count, dtype=np.int64)) / common
    return np.array([float(first + step * index) for index in range(count)])


def size_of(axes: tuple[Axis, ...]) -> int:
    """How many points there are: all combinations."""
    return math.prod(map(len, axes))


def indices(axes: tuple[Axis, ...], point: int) -> tuple[int, ...]:
    """Which value of each axis a point has; the last axis changes fastest."""
    found = []
    for axis in reversed(axes):
        point, place = divmod(point, len(axis))
        found.append(place)
    return tuple(reversed(found))


def values_at(axes: tuple[Axis, ...], point: int) -> Mapping[str, Number]:
    """The values of the swept givens at a point, in base units."""
    return {axis.name: axis.at(place) for axis, place in zip(axes, indices(axes, point), strict=True)}
