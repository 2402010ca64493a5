"""All real values an equation allows one quantity when the others are known, by its inversion, put back and checked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from operator import eq, ge, gt, le, lt, ne

from cpsolver.task.condition import Condition, Equation
from cpsolver.task.domain import Domain, Number, Reals, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Node, names
from cpsolver.task.functions import TooLarge, Undefined, exact
from cpsolver.task.inverses import TURNS
from cpsolver.task.inversion import Branch, Inversion, invert
from cpsolver.task.terms import number, substitute

MERGE = 1e-12
"""Two roots that differ by less, relative to the larger, are one."""

NEAR = 1e-6
"""An equation that fails by less, relative, over rounded values, is not proven wrong."""

NEWTON_STEPS = 4

MOST_TURNS = 1000
"""So many whole turns are counted through before roots count as too many to list."""


@dataclass(frozen=True)
class Root:
    """A value, and the explicit expression it came from."""

    value: Number
    expression: Node


@dataclass(frozen=True)
class Lost:
    """A branch that gives no root, and why."""

    expression: Node
    reason: str
    value: Number | None = None


@dataclass(frozen=True)
class Roots:
    """What an equation says of a quantity when its others are known.

    found:    the roots in the domain, smallest first
    lost:     branches without a root, with the reason
    free:     every value satisfies the equation: it says nothing of the quantity
    complete: whether these are proven to be all the roots in the domain
    """

    found: tuple[Root, ...] = ()
    lost: tuple[Lost, ...] = ()
    free: bool = False
    complete: bool = True


def roots_of(
    equation: Equation, variable: str, values: Mapping[str, Value], domain: Domain | None = None
) -> Roots | None:
    """All roots of the equation in the domain for one quantity, the others having these values.

    None if the equation cannot be rearranged for it. Every root is put back into the equation; one that does not
    satisfy it (a root of a cleared denominator, say) is lost.
    """
    inversion = invert(equation, variable)
    if inversion is None:
        return None
    if any(_truth(condition, values) for condition in inversion.free):
        return Roots(free=True, complete=False)
    return _Search(equation, inversion, dict(values), domain or Reals()).run()


class _Search:
    """One search for the roots of one equation."""

    def __init__(self, equation: Equation, inversion: Inversion, values: dict[str, Value], domain: Domain) -> None:
        self.equation, self.inversion, self.values, self.domain = equation, inversion, values, domain
        self.exactly = {name: Fraction(v) if isinstance(v, float) else v for name, v in values.items()}
        self.found: list[Root] = []
        self.lost: list[Lost] = []
        self.complete = inversion.complete

    def run(self) -> Roots:
        """The roots of all branches."""
        for branch in self.inversion.branches:
            if TURNS in names(branch.expression):
                self.follow_turns(branch)
            else:
                self.follow(branch)
        found = sorted(self.found, key=lambda root: root.value)
        return Roots(tuple(found), tuple(dict.fromkeys(self.lost)), complete=self.complete)

    def follow_turns(self, branch: Branch) -> None:
        """The roots of a branch that repeats: all within a bounded domain, else the one without whole turns."""
        first, second = (self.value_of(_turned(branch, turns)) for turns in (0, 1))
        if first is None or second is None:
            return
        if not isinstance(self.domain, Reals) or self.domain.lower is None or self.domain.upper is None:
            self.complete = False
            self.keep(first, _turned(branch, 0).expression)
            return
        if first == second:
            self.complete = False
            return
        ends = sorted((end - first) / (second - first) for end in (self.domain.lower, self.domain.upper))
        least, most = math.floor(ends[0]), math.ceil(ends[1])
        self.complete = self.complete and most - least <= MOST_TURNS
        for turns in range(least, min(most, least + MOST_TURNS) + 1):
            turned = _turned(branch, turns)
            value = self.value_of(turned)
            if value is not None and value in self.domain:
                self.keep(value, turned.expression)

    def follow(self, branch: Branch) -> None:
        """The root of one branch, if its guards hold and it passes the test."""
        value = self.value_of(branch)
        if value is not None:
            self.keep(value, branch.expression)

    def keep(self, value: Number, expression: Node) -> None:
        """Keep a root that satisfies the equation, lies in the domain and is new."""
        value = self.polished(value)
        if not self.equation.holds({**self.values, self.inversion.variable: value}):
            self.lost.append(Lost(expression, "it does not satisfy the equation", value))
            # Where the equation has no value there is no root; elsewhere rounding may have spoilt a true one.
            self.complete = self.complete and not self.is_defined(value)
        elif value not in self.domain:
            self.lost.append(Lost(expression, f"it lies outside {self.domain}", value))
        elif not any(_same(value, other.value) for other in self.found):
            self.found.append(Root(value, expression))

    def value_of(self, branch: Branch) -> Number | None:
        """The value of a branch; None, and the reason kept, if it has none."""
        try:
            for guard in branch.guards:
                if not _RELATIONS[guard.relation](
                    evaluate(guard.left, self.values), evaluate(guard.right, self.values)
                ):
                    self.lost.append(Lost(branch.expression, guard.reason))
                    self.complete = self.complete and guard.proves
                    return None
            value = evaluate(branch.expression, self.values)
        except Undefined as error:
            self.lost.append(Lost(branch.expression, str(error)))
            self.complete = self.complete and is_proof(error)
            return None
        assert not isinstance(value, str)
        return exact(value)

    def polished(self, value: Number) -> Number:
        """A float root improved by exact Newton steps, where cancelling digits made it worse than a float can be."""
        if not isinstance(value, float):
            return value
        best, error = value, self.error(Fraction(value))
        for _ in range(NEWTON_STEPS):
            better = self.newton(best) if error else None
            smaller = None if better is None else self.error(Fraction(better))
            if better is None or smaller is None or error is None or smaller >= error:
                break
            best, error = better, smaller
        return best

    def newton(self, value: float) -> float | None:
        """One Newton step in exact arithmetic; None where the equation is not made of rational operations."""
        point, step = Fraction(value), Fraction(abs(value) or 1.0) / 2**20
        here, above, below = (self.residual(x) for x in (point, point + step, point - step))
        if here is None or above is None or below is None or above == below:
            return None
        return float(point - here * 2 * step / (above - below))

    def error(self, value: Fraction) -> Fraction | None:
        """How far the equation is from holding, exactly."""
        found = self.residual(value)
        return None if found is None else abs(found)

    def residual(self, value: Fraction) -> Fraction | None:
        """Left minus right side with this value for the quantity, exactly; None if that is not to be had."""
        try:
            found = self.equation.residual({**self.exactly, self.inversion.variable: value})
        except Undefined:
            return None
        return Fraction(found) if isinstance(found, (int, Fraction)) else None

    def is_defined(self, value: Number) -> bool:
        """Whether both sides of the equation have a value."""
        try:
            self.equation.residual({**self.values, self.inversion.variable: value})
        except Undefined:
            return False
        return True


def is_near_miss(condition: Condition, values: Mapping[str, Value]) -> bool:
    """Whether an equation over rounded values fails by so little that rounding may be the only reason."""
    if not isinstance(condition, Equation) or not any(isinstance(values[name], float) for name in condition.scope):
        return False
    try:
        left, right = evaluate(condition.left, values), evaluate(condition.right, values)
    except Undefined:
        return False
    assert not isinstance(left, str)
    assert not isinstance(right, str)
    return abs(float(left) - float(right)) <= NEAR * max(abs(float(left)), abs(float(right)))


def is_proof(error: Undefined) -> bool:
    """Whether being undefined proves that there is no value: not if a number only grew too large to hold."""
    return not isinstance(error, TooLarge) and not any(word in str(error) for word in ("large", "finite", "range"))


def free_of(equation: Equation, variable: str, values: Mapping[str, Value]) -> bool:
    """Whether the equation says nothing of the quantity, its others having these values."""
    inversion = invert(equation, variable)
    return inversion is not None and any(_truth(condition, values) for condition in inversion.free)


def _truth(condition: Node, values: Mapping[str, Value]) -> bool:
    return bool(evaluate(condition, values))


def _turned(branch: Branch, turns: int) -> Branch:
    return Branch(substitute(branch.expression, {TURNS: number(turns)}), branch.guards)


def _same(a: Number, b: Number) -> bool:
    return a == b or abs(float(a) - float(b)) <= MERGE * max(abs(float(a)), abs(float(b)))


_RELATIONS = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
