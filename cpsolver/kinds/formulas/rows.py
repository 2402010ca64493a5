"""Many points of a sweep at once: the formulas in the order of the plan, every branch, each row put back and checked.

What holds for one point holds for all: a formula with a single unknown gives all its roots, by its inversion, and every
condition over known quantities drops the rows it forbids. Guards, ranges and conditions are decided row by row by the
bounds of rounding; a point of which one is left open, at which a formula says nothing, or of which two roots may be
one, is handed back, to be solved by itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from cpsolver.kinds.formulas.plan import plan
from cpsolver.kinds.formulas.spread_columns import sigmas_of
from cpsolver.kinds.formulas.spreads import given_spreads
from cpsolver.kinds.kind import Rows
from cpsolver.task.algebra.inverses import TURNS
from cpsolver.task.algebra.inversion import Branch, Inversion, invert
from cpsolver.task.axis import Axis, size_of
from cpsolver.task.condition import Condition, Equation
from cpsolver.task.domain import Finite, Reals
from cpsolver.task.expression import Call, Node, names
from cpsolver.task.reals.columns import LOOSE, ULP, Column, NoColumns, Truths, constant, logical, numeric
from cpsolver.task.task import Task

MOST_TURNS = 24
"""Whole turns that are counted through for all points at once; where there are more, the points are solved alone."""

SLACK = 1e-7
"""Two sides of a redundant formula that differ by more than this, relative to their terms, certainly disagree."""

GOOD = 1e-10
"""A root whose error bound is larger than this part of it is left to exact arithmetic."""

Array = Any


def rows(task: Task, axes: tuple[Axis, ...]) -> Rows:
    """The solutions of all points that can be worked out together; the others are `undone`."""
    with np.errstate(all="ignore"):
        return _Sweep(task, axes).run()


class _Sweep:
    """The table of rows as it grows: one row a point at first, then one for every root."""

    def __init__(self, task: Task, axes: tuple[Axis, ...]) -> None:
        self.task = task
        self.size = size_of(axes)
        self.point: Array = np.arange(self.size)
        self.undone: Array = np.zeros(self.size, dtype=bool)
        self.open: Array = np.zeros(self.size, dtype=bool)
        self.columns: dict[str, Column] = _givens(task, axes)
        self.untested: list[Condition] = list(task.conditions)

    def run(self) -> Rows:
        """Take every way of the plan, testing whatever can be tested on the way."""
        try:
            ways = self.ways()
            if ways is None:
                return self.nothing()
            self.test()
            for equation, name in ways:
                self.derive(equation, name)
                self.test()
        except NoColumns:
            return self.nothing()
        kept = ~self.undone[self.point]
        order = self.order(kept)
        columns = {name: self.spread_out(column.value)[kept][order] for name, column in self.columns.items()}
        uncertain = given_spreads(self.task)
        found = sigmas_of(ways, self.columns, uncertain) if uncertain else {}
        sigmas = {name: self.spread_out(sigma)[kept][order] for name, sigma in found.items()}
        return Rows(self.point[kept][order], columns, np.flatnonzero(self.undone), np.flatnonzero(self.open), sigmas)

    def nothing(self) -> Rows:
        """No point can be worked out."""
        every = np.arange(self.size)
        return Rows(every[:0], {}, every, every[:0])

    def order(self, kept: Array) -> Array:
        """The rows by point, then by the values sought."""
        keys = [self.spread_out(self.columns[name].value)[kept] for name in reversed(self.task.sought.variables)]
        return np.lexsort((*keys, self.point[kept]))

    def spread_out(self, value: Array) -> Array:
        """A value for every row."""
        return np.broadcast_to(value, self.point.shape)

    def ways(self) -> list[tuple[Equation, str]] | None:
        """The formulas used for what is sought and for what conditions speak of, in order; None if there is no way."""
        found = plan(self.task.conditions, tuple(self.columns))
        if not found.reaches_all(self.task.sought.variables):
            return None
        deciding = [name for condition in found.left_over(self.task.conditions) for name in condition.scope]
        path = found.path((*self.task.sought.variables, *deciding))
        if any(invert(way.formula, way.goal) is None for way in path):
            return None
        return [(way.formula, way.goal) for way in path]

    # -- rows ----------------------------------------------------------------------------------------------------

    def give_up(self, where: Array) -> None:
        """Hand the points of these rows back."""
        self.undone[self.point[np.broadcast_to(where, self.point.shape)]] = True

    def keep(self, where: Array) -> None:
        """Drop all other rows, and those of points handed back."""
        kept = np.broadcast_to(where, self.point.shape) & ~self.undone[self.point]
        if not kept.all():
            self.take(np.flatnonzero(kept), {})

    def take(self, places: Array, new: Mapping[str, Column]) -> None:
        """The rows at these places, with new columns."""
        self.point = self.point[places]
        self.columns = {name: _taken(column, places) for name, column in self.columns.items()} | dict(new)

    # -- conditions ----------------------------------------------------------------------------------------------

    def test(self) -> None:
        """Drop the rows that a condition over known quantities forbids."""
        for condition in [each for each in self.untested if all(name in self.columns for name in each.scope)]:
            self.untested.remove(condition)
            truth = self.agrees(condition) if isinstance(condition, Equation) else self.holds(condition.expression)
            self.give_up(~truth.sure)
            self.keep(truth.holds)

    def holds(self, node: Node) -> Truths:
        return logical(node)(self.columns)

    def agrees(self, equation: Equation, own: Column | None = None, name: str = "") -> Truths:
        """Whether both sides of a formula are equal up to rounding; open where they differ by little more."""
        columns = {**self.columns, name: own} if own is not None else self.columns
        left, right = numeric(equation.left)(columns), numeric(equation.right)(columns)
        apart, error = np.abs(left.value - right.value), left.error + right.error
        size = np.maximum(np.maximum(np.abs(left.value), np.abs(right.value)), error / ULP)
        undefined = np.isnan(apart)
        holds = (apart <= error) & ~undefined
        sure = np.where(undefined, np.isfinite(error), holds | ((apart > SLACK * size) & (apart > 10 * error)))
        return Truths(holds, sure)

    # -- roots ---------------------------------------------------------------------------------------------------

    def derive(self, equation: Equation, name: str) -> None:
        """Every root of a formula for a quantity: the rows once for each."""
        if name in self.columns:
            return
        inversion = invert(equation, name)
        assert inversion is not None
        for condition in inversion.free:
            truth = self.holds(condition)
            self.give_up(truth.holds | ~truth.sure)
        self.keep(np.True_)
        if not inversion.complete:
            self.open[self.point] = True
        found = [self.root(equation, inversion, branch) for branch in self.turned(inversion)]
        self.refuse_twins(found)
        self.untested = [condition for condition in self.untested if condition is not equation]
        places = np.concatenate([np.flatnonzero(is_root) for is_root, _ in found] or [np.arange(0)])
        value, error = (
            np.concatenate([column[part][is_root] for is_root, column in found] or [np.arange(0.0)]) for part in (0, 1)
        )
        self.take(places, {name: Column(value, error)})
        self.keep(np.True_)

    def root(self, equation: Equation, inversion: Inversion, branch: Branch) -> tuple[Array, Column]:
        """Where a branch gives a root, and the roots."""
        is_root = np.ones(self.point.shape, dtype=bool)
        for guard in branch.guards:
            truth = self.holds(Call(guard.relation, (guard.left, guard.right)))
            self.give_up(is_root & ~truth.sure)
            is_root &= truth.holds
            if not guard.proves:
                self.open[self.point[np.broadcast_to(~truth.holds, self.point.shape)]] = True
        found = self.value(branch)
        self.give_up(is_root & ~np.isfinite(found.error))
        is_root &= np.isfinite(found.value)
        inside = _inside(self.task.by_name[inversion.variable].domain, found)
        self.give_up(is_root & ~inside.sure)
        is_root &= inside.holds
        truth = self.agrees(equation, found, inversion.variable)
        self.give_up(is_root & ~truth.sure)
        is_root &= truth.holds
        self.give_up(is_root & (found.error > GOOD * np.abs(found.value)))
        return is_root & ~self.undone[self.point], found

    def value(self, branch: Branch) -> Column:
        """What a branch says, by the better of its two expressions."""
        found = numeric(branch.expression)(self.columns)
        value, error = self.spread_out(found.value), self.spread_out(found.error)
        if branch.other is not None:
            other = numeric(branch.other)(self.columns)
            better = np.isfinite(other.value) & (other.error < error)
            value, error = np.where(better, other.value, value), np.where(better, other.error, error)
        return Column(value, error)

    def turned(self, inversion: Inversion) -> Iterator[Branch]:
        """The branches, those with whole turns once for every turn that leads into the quantity's range."""
        domain = self.task.by_name[inversion.variable].domain
        for branch in inversion.branches:
            if TURNS not in names(branch.expression):
                yield branch
                continue
            lower, upper = (domain.lower, domain.upper) if isinstance(domain, Reals) else (None, None)
            if lower is None or upper is None:
                self.open[self.point] = True
                yield branch.turned(0)
                continue
            yield from (branch.turned(turns) for turns in self.turns(branch, float(lower), float(upper)))

    def turns(self, branch: Branch, lower: float, upper: float) -> Sequence[int]:
        """The whole turns that lead any of the rows into a range."""
        first, second = (numeric(branch.turned(turns).expression)(self.columns).value for turns in (0, 1))
        by = second - first
        ends = np.array([self.spread_out((end - first) / by) for end in (lower, upper)])
        ends = ends[:, np.isfinite(ends).all(axis=0)]
        if not ends.size:
            return ()
        least, most = math.floor(ends.min()) - 1, math.ceil(ends.max()) + 1
        if most - least > MOST_TURNS:
            raise NoColumns("too many whole turns")
        return range(least, most + 1)

    def refuse_twins(self, found: Sequence[tuple[Array, Column]]) -> None:
        """Hand back points of which two roots may be one."""
        for index, (is_root, one) in enumerate(found):
            for is_other, other in found[:index]:
                near = np.abs(one.value - other.value) <= one.error + other.error
                self.give_up(is_root & is_other & near)


def _givens(task: Task, axes: tuple[Axis, ...]) -> dict[str, Column]:
    """The givens as columns: what is swept for all points, the last axis fastest; the others as single numbers."""
    found: dict[str, Column] = {}
    for fact in task.given:
        if isinstance(fact.domain, Finite) and fact.domain.is_fixed:
            value = fact.domain.value
            assert not isinstance(value, str)
            found[fact.variable] = constant(value)
    inner = size_of(axes)
    outer = 1
    for axis in axes:
        inner //= len(axis)
        values = np.tile(np.repeat(axis.column, inner), outer)
        outer *= len(axis)
        exact = (values == np.rint(values)) & (np.abs(values) < 2**52)
        loose = LOOSE if isinstance(axis.unit.factor, float) or isinstance(axis.unit.offset, float) else ULP
        error = np.where(exact & (loose == ULP) | (values == 0), 0.0, loose * np.abs(values))
        found[axis.name] = Column(values, error)
    return found


def _taken(column: Column, places: Array) -> Column:
    """The places of a column; a single number holds for all of them."""
    return Column(*(part if np.ndim(part) == 0 else part[places] for part in column))


def _inside(domain: object, found: Column) -> Truths:
    """Whether values lie in a range."""
    holds = sure = np.ones(np.shape(found.value), dtype=bool)
    if not isinstance(domain, Reals):
        return Truths(holds, sure)
    for end, is_open, sign in ((domain.lower, domain.lower_open, 1), (domain.upper, domain.upper_open, -1)):
        if end is None:
            continue
        bound = constant(end)
        room = sign * (found.value - bound.value)
        error = found.error + bound.error
        holds = holds & ((room > 0) if is_open else (room >= 0))
        sure = sure & ((np.abs(room) > error) | (error == 0))
    return Truths(holds, sure)
