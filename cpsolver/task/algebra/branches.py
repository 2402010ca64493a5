"""What comes of solving an equation for a quantity: explicit expressions, their guards, and how they were found."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from cpsolver.task.algebra.inverses import TURNS, Guard
from cpsolver.task.algebra.rearrangement import Rearrangement
from cpsolver.task.algebra.terms import number, substitute, value_of
from cpsolver.task.expression import Node

Method = Literal["explicit", "peel", "linear", "quadratic", "template", "algebra", "numeric"]

WEIGHTS: dict[Method, float] = {
    "explicit": 1.0,
    "peel": 1.2,
    "linear": 1.5,
    "quadratic": 2.0,
    "template": 3.0,
    "algebra": 4.0,
    "numeric": 6.0,
}
"""How hard a person finds each way of solving for a quantity, relative to just reading it off."""

NUMERIC_WEIGHT = WEIGHTS["numeric"]
"""The same for an equation that cannot be rearranged."""


@dataclass(frozen=True)
class Branch:
    """One explicit expression for the quantity, valid while its guards hold; in the order in which they matter.

    other: the same root by another expression, exact where digits cancel in the first; undefined in places
    steps: how the formula was rearranged, each thing done to both sides with the equation after it; the last is
           `variable = expression`; none where the formula says so itself
    """

    expression: Node
    guards: tuple[Guard, ...] = ()
    other: Node | None = None
    steps: tuple[Rearrangement, ...] = field(default=(), compare=False)

    def turned(self, turns: int) -> Branch:
        """The branch with so many whole turns put in; its steps stay as they are."""
        put = {TURNS: number(turns)}
        guards = tuple(
            replace(guard, left=substitute(guard.left, put), right=substitute(guard.right, put))
            for guard in self.guards
        )
        other = None if self.other is None else substitute(self.other, put)
        return replace(self, expression=substitute(self.expression, put), guards=guards, other=other)


@dataclass(frozen=True)
class Inversion:
    """All branches of an equation solved for one quantity.

    free:     where one of these conditions holds, every value of the quantity satisfies the equation
    complete: whether the branches hold all real roots; else roots may be missing (further turns of a sine inside
              something else than sums and products)
    """

    variable: str
    branches: tuple[Branch, ...]
    method: Method
    free: tuple[Node, ...] = ()
    complete: bool = True

    @property
    def weight(self) -> float:
        """How hard a person finds this way of solving."""
        return WEIGHTS[self.method]


def joined(variable: str, found: Sequence[Inversion], method: Method = "peel") -> Inversion:
    """All branches together; the hardest way among them counts, and at least this one."""
    hardest = max((method, *(one.method for one in found if one.method != "explicit")), key=WEIGHTS.__getitem__)
    possible = (branch for one in found for branch in one.branches if not any(map(_fails, branch.guards)))
    branches = dict.fromkeys(possible)
    free = dict.fromkeys(condition for one in found for condition in one.free)
    return Inversion(variable, tuple(branches), hardest, tuple(free), all(one.complete for one in found))


def _fails(guard: Guard) -> bool:
    """Whether a guard over numbers alone fails, which proves that its branch has no root."""
    left, right = value_of(guard.left), value_of(guard.right)
    return guard.proves and left is not None and right is not None and not _HOLDS[guard.relation](left, right)


_HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
