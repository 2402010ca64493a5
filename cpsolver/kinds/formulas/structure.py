"""What the formulas of a task are to a plan: which quantities each holds, and how hard it is to use for which.

Worked out once for each tuple of conditions and kept, since a plan is asked for again whenever something was learnt.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cpsolver.task.algebra.inversion import NUMERIC_WEIGHT, invert
from cpsolver.task.condition import Condition, Equation
from cpsolver.task.domain import Value
from cpsolver.task.reals.roots import free_of

BRANCH = 0.4
"""How much harder each further branch makes a formula that is used together with others."""

MOST_KEPT = 64
"""Structures kept, the last used ones; of formulas a hundred times as many."""


@dataclass(frozen=True)
class Way:
    """A formula used for one of its quantities."""

    goal: str
    formula: Equation
    inputs: tuple[str, ...]
    weight: float

    @property
    def is_rule(self) -> bool:
        """Whether the formula speaks of this quantity alone: `v = 0`."""
        return not self.inputs

    @property
    def goals(self) -> tuple[str, ...]:
        """What is found."""
        return (self.goal,)

    @property
    def formulas(self) -> tuple[Equation, ...]:
        """What is used."""
        return (self.formula,)


@dataclass(frozen=True)
class Block:
    """Formulas used together for as many quantities."""

    goals: tuple[str, ...]
    formulas: tuple[Equation, ...]
    inputs: tuple[str, ...]
    weight: float

    is_rule = False


class Uses:
    """One formula: the ways of using it, each made when it is first asked for."""

    def __init__(self, equation: Equation) -> None:
        self.equation, self.scope = equation, equation.scope
        self.ways: dict[str, Way] = {}
        self.may_be_free: dict[str, bool] = {}
        self.together: dict[str, float] = {}

    def way(self, name: str) -> Way:
        """The formula used for a quantity."""
        found = self.ways.get(name)
        if found is None:
            inverse = invert(self.equation, name)
            inputs = tuple(other for other in self.scope if other != name)
            found = Way(name, self.equation, inputs, inverse.weight if inverse else NUMERIC_WEIGHT)
            self.ways[name] = found
            self.together[name] = found.weight + BRANCH * (len(inverse.branches) - 1 if inverse else 0)
            self.may_be_free[name] = inverse is not None and bool(inverse.free)
        return found

    def weight_together(self, name: str) -> float:
        """How hard it is to use for a quantity where the result is put into other formulas."""
        self.way(name)
        return self.together[name]

    def says_nothing(self, name: str, values: Mapping[str, Value]) -> bool:
        """Whether for these values of the others the formula holds for every value of the quantity: 0·t = 0."""
        inputs = self.way(name).inputs
        if not self.may_be_free[name] or not all(other in values for other in inputs):
            return False
        return free_of(self.equation, name, values)


class Structure:
    """The formulas among some conditions, and which of them hold which quantity."""

    def __init__(self, conditions: Sequence[Condition]) -> None:
        self.conditions = tuple(conditions)
        self.uses = tuple(_uses(condition) for condition in conditions if isinstance(condition, Equation))
        self.by_name: dict[str, list[int]] = {}
        for index, uses in enumerate(self.uses):
            for name in uses.scope:
                self.by_name.setdefault(name, []).append(index)
        self.plans: OrderedDict[object, object] = OrderedDict()

    def ease(self, index: int, unknowns: Sequence[str]) -> float:
        """How hard a formula is for the easiest of some quantities, where others of them have to be put in."""
        uses = self.uses[index]
        return min((uses.weight_together(name) for name in uses.scope if name in unknowns), default=NUMERIC_WEIGHT)


_STRUCTURES: OrderedDict[tuple[int, ...], Structure] = OrderedDict()
_USES: OrderedDict[int, Uses] = OrderedDict()


def structure_of(conditions: Sequence[Condition]) -> Structure:
    """The structure of these very conditions, which stay the same objects in all tasks derived from one."""
    key = tuple(map(id, conditions))
    found = _STRUCTURES.get(key)
    if found is None:
        found = _STRUCTURES[key] = Structure(conditions)  # it holds the conditions, so that no other gets their ids
        if len(_STRUCTURES) > MOST_KEPT:
            _STRUCTURES.popitem(last=False)
    else:
        _STRUCTURES.move_to_end(key)
    return found


def _uses(equation: Equation) -> Uses:
    found = _USES.get(id(equation))
    if found is None:
        found = _USES[id(equation)] = Uses(equation)
        if len(_USES) > 100 * MOST_KEPT:
            _USES.popitem(last=False)
    return found
