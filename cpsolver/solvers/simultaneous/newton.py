"""Newton's method from many starting points, for formulas that nothing else solves together; it proves no completeness.

A root is enclosed by Krawczyk's operator where that contracts: then it certainly exists, and is the only one nearby.
Source: Krawczyk (1969); Moore, *A test for existence of solutions to nonlinear systems* (1977).
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence

from cpsolver.task.algebra.differentiation import NotDifferentiable, differentiated
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Domain, Number, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call
from cpsolver.task.functions import Undefined
from cpsolver.task.reals.interval import Interval, around, minus, plus, times
from cpsolver.task.reals.rounding import Rounded, enclose, wide
from cpsolver.task.result import Deadline
from cpsolver.task.systems.jacobian import Point, System, numeric, random_point, rank, solved

STARTS = 60
"""Starting points."""

RELATIVE = (1e-13, 1e-11, 1e-9, 1e-7)
"""Half widths, relative, of the boxes in which a root is tried to be enclosed."""

ERROR = 1e-9
"""By so much, relative, a root is taken to be wrong that could not be enclosed."""


def newton_solutions(
    equations: Sequence[Equation],
    unknowns: Sequence[str],
    values: Mapping[str, Value],
    domains: Mapping[str, Domain],
    deadline: Deadline,
) -> Iterator[dict[str, Number]]:
    """Solutions inside the ranges, with repetitions: one for each starting point that leads to one.

    Points at which the derivatives depend on each other are passed over: there may be a line of solutions.
    """
    system, choose, known = System(equations), random.Random(1), numeric(values)
    for number in range(STARTS):
        if deadline.passed:
            return
        start = {**_start(unknowns, domains, choose, number), **known}
        point = system.consistent(start, unknowns)
        if point is None or not all(point[name] in domains[name] for name in unknowns):
            continue
        if rank(system.matrix(point, unknowns)) == len(unknowns):
            yield enclosed_root(equations, unknowns, values, point)


def _start(unknowns: Sequence[str], domains: Mapping[str, Domain], choose: random.Random, number: int) -> Point:
    """A starting point: of all sizes and both signs, where the ranges allow it."""
    point = random_point(unknowns, domains, choose)
    if number % 3 == 0:
        return point
    for name, value in point.items():
        scaled = value * 10 ** choose.uniform(-4, 4) * choose.choice((1, 1, -1))
        if scaled in domains[name]:
            point[name] = scaled
    return point


def enclosed_root(
    equations: Sequence[Equation], unknowns: Sequence[str], values: Mapping[str, Value], point: Point
) -> dict[str, Number]:
    """The root near a point, each value with the bound of its error; one that could not be enclosed is only supposed.

    Krawczyk: with Y near the inverse of the derivative at m, and X a box around m, all roots in X lie in
    m - Y·f(m) + (1 - Y·f'(X))·(X - m); if that lies within X, there is exactly one.
    """
    for relative in RELATIVE:
        box = {name: Rounded(point[name], relative * abs(point[name]) or relative) for name in unknowns}
        try:
            found = _contracted(equations, unknowns, values, box)
        except (Undefined, NotDifferentiable, OverflowError):
            continue
        if found is not None:
            return found
    return {name: Rounded(point[name], ERROR * abs(point[name])) for name in unknowns}


def _contracted(
    equations: Sequence[Equation], unknowns: Sequence[str], values: Mapping[str, Value], box: Mapping[str, Rounded]
) -> dict[str, Number] | None:
    """The box made smaller by Krawczyk's operator; None if it does not map into itself, or the system is not square."""
    if len(equations) != len(unknowns):
        return None
    sides = [Call("-", (equation.left, equation.right)) for equation in equations]
    changes = [[differentiated(side, name) for name in unknowns] for side in sides]
    here = {**values, **{name: float(box[name]) for name in unknowns}}
    inverse = _inverse([[float(evaluate(change, here)) for change in row] for row in changes])
    if inverse is None:
        return None
    exactly = {**values, **{name: Rounded(box[name], 0.0) for name in unknowns}}
    residual = [wide(enclose(side, exactly)) for side in sides]
    spread = [[wide(enclose(change, {**values, **box})) for change in row] for row in changes]
    found: dict[str, Number] = {}
    for index, name in enumerate(unknowns):
        total = Interval(0.0, 0.0)
        for row, factor in enumerate(inverse[index]):
            total = minus(total, times(around(factor), residual[row]))
        for column, other in enumerate(unknowns):
            product = Interval(float(index == column), float(index == column))
            for row, factor in enumerate(inverse[index]):
                product = minus(product, times(around(factor), spread[row][column]))
            total = plus(total, times(product, Interval(-box[other].error, box[other].error)))
        if not (total.is_bounded and -box[name].error < total.lower and total.upper < box[name].error):
            return None
        found[name] = Rounded(float(box[name]), max(abs(total.lower), abs(total.upper)) + 4 * math.ulp(box[name]))
    return found


def _inverse(matrix: list[list[float]]) -> list[list[float]] | None:
    """The inverse matrix, roughly."""
    size = len(matrix)
    columns = [solved(matrix, [float(row == column) for row in range(size)]) for column in range(size)]
    if any(column is None for column in columns):
        return None
    return [[column[row] for column in columns if column is not None] for row in range(size)]
