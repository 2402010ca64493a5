"""A task: what is given, what is sought, under which conditions. Nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from cpsolver.errors import Mark
from cpsolver.task.condition import Condition
from cpsolver.task.domain import Domain, Finite, Number, Reals, Value
from cpsolver.task.expression import Node

if TYPE_CHECKING:
    from cpsolver.task.knowledge import Knowledge

Solution = Mapping[str, Value]
"""An assignment: variable → value."""


@dataclass(frozen=True)
class Unit:
    """How a value in base units is shown: base = factor × shown + offset (offset only for temperatures)."""

    name: str
    factor: Number = Fraction(1)
    offset: Number = Fraction(0)

    def to_base(self, shown: Number) -> Number:
        """The value in base units; 0 stays exactly 0 where the scale has no zero of its own, be the factor a float."""
        return self.offset if shown == 0 else self.factor * shown + self.offset

    def from_base(self, value: Number) -> Number:
        """The value as shown in this unit."""
        return (value - self.offset) / self.factor


@dataclass(frozen=True)
class Variable:
    """An unknown: its name, the values it may take, and for quantities a title and a unit."""

    name: str
    domain: Domain
    title: str = ""
    unit: Unit | None = None
    mark: Mark | None = None


@dataclass(frozen=True)
class Array:
    """Variables named together: `queen[1..8]`. `variables` are in row-major order of the index sets."""

    name: str
    index_sets: tuple[tuple[Value, ...], ...]
    variables: tuple[str, ...]


@dataclass(frozen=True)
class Fact:
    """ "variable ∈ domain", and where that comes from: the place of a given, or the number of a step."""

    variable: str
    domain: Domain
    origin: Mark | int | None = field(default=None, compare=False)


class Aim(Enum):
    """In which sense something is sought."""

    ONE = "one solution"
    ALL = "all solutions"
    NARROW = "what all solutions share"
    BEST = "the best solution"


@dataclass(frozen=True)
class Objective:
    """What BEST means: the least or greatest value of an expression; of what is as good, what is best by `then`."""

    expression: Node
    maximize: bool = False
    mark: Mark | None = None
    then: Objective | None = None


@dataclass(frozen=True)
class Preference:
    """A soft condition: one that should hold, and what it costs if it does not. The objective adds up these costs."""

    condition: Condition
    weight: Number = 1


@dataclass(frozen=True)
class Sought:
    """What is to be found: these variables, in this sense.

    tested: variables to be found beside them, since conditions speak of them that could forbid the answer
    """

    variables: tuple[str, ...]
    aim: Aim = Aim.ONE
    objective: Objective | None = None
    mark: Mark | None = None
    tested: tuple[str, ...] = ()


@dataclass(frozen=True)
class Task:
    """Given + sought + conditions over variables. `arrays` and `show` only say how its values are set out.

    depth: how many tasks this one was derived from; 0 for the user's own.
    preferences: soft conditions; they forbid nothing, and the objective holds what they cost.
    hints: values that a search may try first; they never change what is true of the task.
    """

    name: str
    kind: str
    variables: tuple[Variable, ...]
    conditions: tuple[Condition, ...]
    given: tuple[Fact, ...] = ()
    sought: Sought = Sought(())
    arrays: tuple[Array, ...] = ()
    show: Any = None
    depth: int = 0
    preferences: tuple[Preference, ...] = ()
    hints: tuple[Fact, ...] = ()

    @cached_property
    def by_name(self) -> Mapping[str, Variable]:
        """The variables by name."""
        return {variable.name: variable for variable in self.variables}

    @cached_property
    def is_real(self) -> bool:
        """Whether some variable ranges over real numbers, so that values may be rounded."""
        return any(isinstance(variable.domain, Reals) for variable in self.variables)

    @cached_property
    def conditions_on(self) -> Mapping[str, tuple[Condition, ...]]:
        """For every variable the conditions whose scope holds it."""
        found: dict[str, list[Condition]] = {variable.name: [] for variable in self.variables}
        for condition in self.conditions:
            for name in condition.scope:
                found[name].append(condition)
        return {name: tuple(conditions) for name, conditions in found.items()}

    def knowledge(self) -> Knowledge:
        """What is known at the start: every variable's domain, narrowed by the givens."""
        from cpsolver.task.knowledge import Knowledge

        return Knowledge.at_start(self)

    def reached(self, knowledge: Knowledge) -> bool:
        """Whether every variable sought has one value left."""
        return all(knowledge.domains[name].is_fixed for name in self.sought.variables)

    def tested(self, knowledge: Knowledge) -> bool:
        """Whether every variable has one value by which conditions beside the way are tested."""
        return all(knowledge.domains[name].is_fixed for name in self.sought.tested)

    def violations(self, solution: Solution) -> tuple[str, ...]:
        """What the solution breaks, in words: a given, a domain, a condition. Knows nothing of solvers.

        A condition over quantities the solution does not hold cannot be judged and is passed over; of a finite
        task a solution holds all variables, and one it lacks is a violation.
        """
        return tuple(
            chain(self._broken_domains(solution), self._broken_givens(solution), self._broken_conditions(solution))
        )

    def _broken_domains(self, solution: Solution) -> Iterator[str]:
        for name in solution:
            if name not in self.by_name:
                yield f"{name} is no variable of this task"
        for variable in self.variables:
            if variable.name not in solution:
                if isinstance(variable.domain, Finite):
                    yield f"{variable.name} has no value"
            elif solution[variable.name] not in variable.domain:
                yield f"{variable.name} = {solution[variable.name]} is outside {variable.domain}"

    def _broken_givens(self, solution: Solution) -> Iterator[str]:
        for fact in self.given:
            if fact.variable in solution and solution[fact.variable] not in fact.domain:
                yield f"{fact.variable} = {solution[fact.variable]}, but {fact.domain} is given"

    def _broken_conditions(self, solution: Solution) -> Iterator[str]:
        for condition in self.conditions:
            if all(name in solution for name in condition.scope) and not condition.holds(solution):
                yield f"{condition.label or condition} does not hold"

    def __getstate__(self) -> dict[str, Any]:
        # What is cached can be worked out again; a pickled task carries its fields only.
        return {name: self.__dict__[name] for name in self.__dataclass_fields__}
