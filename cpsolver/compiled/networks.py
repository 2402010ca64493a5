"""Networks: what a finite task is to the kernels. Variables are numbered, their values are whole numbers in order.

    domain_kernels      domains that shrink and grow back
    sum_kernels         linear sums, greatest and least
    table_kernels       conditions given by the values that go together
    propagator_kernels  all-different, clauses, and everything run until nothing follows
    tree_kernels        the search: solutions listed, or counted part by part
    encoding            a network as the arrays they take
    trees               a search begun, carried on stretch by stretch, and read off

Nothing is imported here: a network can be made without loading NumPy or Numba. In one constraint no variable stands
twice. A *literal* is 2·variable, + 1 if denied, of a variable with the values 0 and 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

TRUE, FALSE = -1, -2
"""The literals that are always true, and always false."""

LARGEST = 1 << 58
"""No value, and no sum that stands in a constraint, may reach this."""


@dataclass(frozen=True)
class Different:
    """Terms of one variable each that all differ. numbers: of each variable's values in order that of the term's value,
    below `terms`; −1 where the variable may not have the value."""

    variables: tuple[int, ...]
    numbers: tuple[tuple[int, ...], ...]
    terms: int


@dataclass(frozen=True)
class Linear:
    """The literal is true just when the sum of coefficient × variable is `<=`, or `=`, the constant."""

    variables: tuple[int, ...]
    coefficients: tuple[int, ...]
    relation: str
    constant: int
    literal: int = TRUE


@dataclass(frozen=True)
class AnyOf:
    """One of the literals is true."""

    literals: tuple[int, ...]

    @property
    def variables(self) -> tuple[int, ...]:
        """The variables of the literals."""
        return tuple(literal >> 1 for literal in self.literals if literal >= 0)


@dataclass(frozen=True)
class Pairs:
    """Two variables have values that go together. partners: of each value of the first those of the second, as bits."""

    variables: tuple[int, int]
    partners: tuple[int, ...]


@dataclass(frozen=True)
class Rows:
    """Variables have the values, by their numbers, of a row."""

    variables: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Grid:
    """The result, if there is one, is a function of the arguments: of all their combinations, the last argument running
    fastest, the number of the result's value, or 0 where there is no result; −1 for those not allowed."""

    arguments: tuple[int, ...]
    result: int | None
    results: Sequence[int]

    @property
    def variables(self) -> tuple[int, ...]:
        """All of them."""
        return self.arguments if self.result is None else (*self.arguments, self.result)


@dataclass(frozen=True)
class Element:
    """The result is equal to the item that belongs to the index's value; None: the index may not have it."""

    index: int
    result: int
    items: tuple[int | None, ...]

    @property
    def variables(self) -> tuple[int, ...]:
        """All of them, each once."""
        return tuple(dict.fromkeys((self.index, self.result, *(item for item in self.items if item is not None))))


@dataclass(frozen=True)
class Extreme:
    """The result is the greatest of the items, or, with the sign −1, the least."""

    sign: int
    result: int
    items: tuple[int, ...]

    @property
    def variables(self) -> tuple[int, ...]:
        """All of them."""
        return (self.result, *self.items)


Constraint = Different | Linear | AnyOf | Pairs | Rows | Grid | Element | Extreme


@dataclass
class Network:
    """Variables and constraints. The first `own` variables are the task's; the others are determined by them.

    values: of each variable in ascending order; masks: which of them it may have at the start, bit i for the i-th
    """

    values: list[tuple[int, ...]] = field(default_factory=list)
    masks: list[int] = field(default_factory=list)
    constraints: list[Constraint] = field(default_factory=list)
    own: int = 0
