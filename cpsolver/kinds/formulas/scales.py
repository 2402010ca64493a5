"""Temperatures on scales with a zero of their own, °C and °F, told apart from differences of temperatures.

A point on such a scale weighs 1, a difference 0, and a sum what its terms weigh together (affine types): T2 - T1 is a
difference, T1 + dT a point if dT is one. Both sides of an equation must weigh the same: with dT in °C, `dT = T2 - T1`
would be off by 273.15. Of quantities in K nobody knows which they are, nor of points times numbers, as an absolute
temperature is a factor in many laws; where one is in a sum, nothing is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from cpsolver.kinds.formulas.units import Dimension, Measure, dimension, read_unit
from cpsolver.task.condition import Condition
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.writing import COMPARISONS

TEMPERATURE: Dimension = dimension({"temperature": 1})

Measures = Mapping[str, Measure]


@dataclass(frozen=True)
class Weight:
    """What a sum of temperatures weighs: its points counted, and how often quantities that may be either."""

    points: int = 0
    either: Mapping[str, int] = field(default_factory=dict)

    def plus(self, other: Weight, sign: int = 1) -> Weight:
        """The weight of both together."""
        names = {*self.either, *other.either}
        either = {name: self.either.get(name, 0) + sign * other.either.get(name, 0) for name in names}
        return Weight(self.points + sign * other.points, {name: count for name, count in either.items() if count})

    @property
    def is_difference(self) -> bool:
        """Whether it is one for sure."""
        return not self.points and not self.either


@dataclass(frozen=True)
class Confusion:
    """A comparison whose sides weigh differently: the point and the difference, or the whole; what to do."""

    node: Node
    point: Node | None = None
    other: Node | None = None


def confusion(node: Node, measures: Measures) -> Confusion | None:
    """The first comparison of an expression in base units that mixes temperatures and differences; None if none."""
    for comparison in _comparisons(node):
        left, right = comparison.arguments
        weights = [_weight(side, measures) for side in (left, right)]
        if None in weights:
            continue
        one, other = (weight for weight in weights if weight is not None)
        apart = one.plus(other, -1)
        if apart.either or not apart.points:
            continue
        for point, difference, weight, is_other in ((left, right, one, other), (right, left, other, one)):
            if is_other.is_difference and weight.points == 1 and isinstance(point, (Name, Constant)):
                return Confusion(comparison, point, difference)
        return Confusion(comparison)
    return None


def differences(conditions: Iterable[Condition], measures: Measures) -> frozenset[str]:
    """The quantities that are differences of temperatures: by their unit, or by all formulas that decide it."""
    found: dict[str, set[bool]] = {name: {True} for name, measure in measures.items() if is_delta(measure)}
    if any(measure.unit.offset for measure in measures.values()):
        for condition in conditions:
            for name, is_difference in _decided(condition.expression, measures):
                found.setdefault(name, set()).add(is_difference)
    return frozenset(name for name, said in found.items() if said == {True})


def is_delta(measure: Measure) -> bool:
    """Whether a unit is one of differences of temperatures alone."""
    return measure.dimension == TEMPERATURE and measure.unit.name.startswith(("delta", "Δ"))


def _decided(node: Node, measures: Measures) -> Iterator[tuple[str, bool]]:
    """Quantities in K of which an equation says what they are, and whether that is a difference."""
    if not isinstance(node, Call) or node.function != "=":
        return
    weights = [_weight(side, measures) for side in node.arguments]
    if None in weights:
        return
    one, other = (weight for weight in weights if weight is not None)
    apart = one.plus(other, -1)
    if len(apart.either) == 1:
        ((name, count),) = apart.either.items()
        yield name, Fraction(-apart.points, count) == 0


def _comparisons(node: Node) -> Iterator[Call]:
    if isinstance(node, Call) and node.function in COMPARISONS and len(node.arguments) == 2:
        yield node
    elif isinstance(node, Call):
        for argument in node.arguments:
            yield from _comparisons(argument)


def _weight(node: Node, measures: Measures) -> Weight | None:
    """What an expression weighs; None if that cannot be said, or it is no temperature."""
    if isinstance(node, Name) and node.name in measures:
        measure = measures[node.name]
        if measure.dimension == TEMPERATURE and not measure.unit.offset and not is_delta(measure):
            return Weight(0, {node.name: 1})
        return _of_unit(measure)
    if isinstance(node, Constant) and node.written is not None:
        return _of_unit(read_unit(node.written.unit))
    if not isinstance(node, Call):
        return None
    if node.function in ("+", "-", "sum"):
        return _sum(node, measures)
    if node.function == "neg":
        inner = _weight(node.arguments[0], measures)
        return inner and Weight().plus(inner, -1)
    if node.function in ("*", "/", "product"):
        return _product(node, measures)
    if node.function in ("abs", "min", "max"):
        inside = [_weight(argument, measures) for argument in node.arguments]
        return Weight() if all(weight is not None and weight.is_difference for weight in inside) else None
    return None


def _of_unit(measure: Measure) -> Weight | None:
    if measure.dimension != TEMPERATURE:
        return None
    return Weight(1) if measure.unit.offset else Weight() if is_delta(measure) else None


def _sum(node: Call, measures: Measures) -> Weight | None:
    total = Weight()
    for index, argument in enumerate(node.arguments):
        weight = _weight(argument, measures)
        if weight is None:
            return None
        total = total.plus(weight, -1 if node.function == "-" and index else 1)
    return total


def _product(node: Call, measures: Measures) -> Weight | None:
    """A difference times what has nothing of temperatures in it is a difference; of anything else nobody knows."""
    weights = [_weight(argument, measures) for argument in node.arguments]
    sized = [argument for argument in node.arguments if _has_temperature(argument, measures)]
    places = [index for index, weight in enumerate(weights) if weight is not None]
    if len(places) != 1 or len(sized) != 1 or (node.function == "/" and places != [0]):
        return None
    weight = weights[places[0]]
    return weight if weight is not None and weight.is_difference else None


def _has_temperature(node: Node, measures: Measures) -> bool:
    """Whether a quantity or number with temperature in its dimension is in an expression."""
    if isinstance(node, Name) and node.name in measures:
        return "temperature" in dict(measures[node.name].dimension)
    if isinstance(node, Constant) and node.written is not None:
        return "temperature" in dict(read_unit(node.written.unit).dimension)
    return any(_has_temperature(child, measures) for child in node.children())
