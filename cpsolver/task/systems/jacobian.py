"""How formulas depend on quantities near a point: the rank of their derivatives, and what that leaves open.

Structure says that two formulas may determine two quantities; only derivatives say whether they do: `x + y = a` and
`2*x + 2*y = b` do not. Ranks are taken at random points that satisfy the formulas, since formulas may be independent
everywhere but there.
Source: the implicit function theorem; Gauss–Newton steps of least norm lead to such points.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from functools import cached_property

from cpsolver.task.algebra.differentiation import NotDifferentiable, differentiated
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Domain, Reals, Value
from cpsolver.task.evaluation import Evaluator, compiled
from cpsolver.task.functions import Undefined

Point = dict[str, float]
Matrix = list[list[float]]

NEWTON_STEPS = 40
RANK = 1e-7
"""A pivot smaller than this, every row and column being scaled, counts as zero."""

CONVERGED = 1e-11
TRIALS = 12
"""So many random points are started from."""

MOST_FAILURES = 3
"""So many of them in turn may lead to no point that satisfies the formulas."""

POINTS = 3

NEGATIVE = 0.15
"""So often a quantity of any sign is taken to be negative."""

LARGEST = 25
"""Of more formulas the rank is taken at any points, since it is laborious to reach such as satisfy them."""

PATIENCE = 12
"""After so many steps the residuals must have become half of what they were so many steps before."""


class System:
    """Formulas and their derivatives, each compiled once."""

    def __init__(self, equations: Sequence[Equation]) -> None:
        self.equations = tuple(equations)
        self.names = tuple(dict.fromkeys(name for equation in equations for name in equation.scope))

    @cached_property
    def sides(self) -> list[tuple[Evaluator, Evaluator]]:
        """Both sides of every formula."""
        return [(compiled(equation.left), compiled(equation.right)) for equation in self.equations]

    @cached_property
    def slopes(self) -> list[dict[str, tuple[Evaluator, Evaluator]]]:
        """The derivatives of both sides by every quantity. Raises: NotDifferentiable."""
        return [
            {
                name: (compiled(differentiated(e.left, name)), compiled(differentiated(e.right, name)))
                for name in e.scope
            }
            for e in self.equations
        ]

    def residuals(self, point: Point) -> list[float]:
        """By how much each formula fails: the logarithm of the quotient of its sides, else relative to the larger.

        Raises: Undefined, OverflowError.
        """
        return [math.log(a / b) if _are_alike(a, b) else (a - b) / _larger(a, b) for a, b in self.values(point)]

    def values(self, point: Point) -> list[tuple[float, float]]:
        """Both sides of every formula. Raises: Undefined, OverflowError."""
        return [(float(left(point)), float(right(point))) for left, right in self.sides]

    def matrix(self, point: Point, names: Sequence[str], by_quotient: bool = False) -> Matrix:
        """How each formula changes with the logarithm of each quantity, relative to its larger side.

        by_quotient: how the quotient of its sides does, where they are of one sign: a common factor then falls out
        Raises: NotDifferentiable, Undefined, OverflowError.
        """
        found = []
        for slopes, (a, b) in zip(self.slopes, self.values(point), strict=True):
            one, other = (a, b) if by_quotient and _are_alike(a, b) else (_larger(a, b),) * 2
            row = []
            for name in names:
                pair = slopes.get(name)
                change = 0.0 if pair is None else float(pair[0](point)) / one - float(pair[1](point)) / other
                row.append(change * (abs(point[name]) or 1.0))
            if not all(map(math.isfinite, row)):
                raise Undefined("a derivative is not finite")
            found.append(row)
        return found

    def consistent(self, start: Point, free: Sequence[str]) -> Point | None:
        """A point near the start that satisfies all formulas, the other quantities kept; None if none is found."""
        point, scale = dict(start), 1.0
        try:
            before = size = self.size(point)
            for number in range(NEWTON_STEPS):
                if size < CONVERGED:
                    return point
                if number % PATIENCE == PATIENCE - 1:
                    if size > before / 2:
                        return None
                    before = size
                step = least_norm(self.matrix(point, free, by_quotient=True), self.residuals(point))
                if step is None:
                    return None
                after, smaller = self.moved(point, free, step, scale)
                if after is None or smaller >= size:
                    scale /= 4
                    if scale < 1e-4:
                        return None
                    continue
                point, size, scale = after, smaller, min(1.0, scale * 2)
        except (NotDifferentiable, Undefined, OverflowError):
            return None
        return None

    def size(self, point: Point) -> float:
        """The largest residual."""
        return max(map(abs, self.residuals(point)), default=0.0)

    def moved(self, point: Point, free: Sequence[str], step: list[float], scale: float) -> tuple[Point | None, float]:
        """The point after part of a step, and its largest residual; None where a formula is undefined."""
        longest = max(map(abs, step), default=0.0)
        part = scale * min(1.0, 1.0 / longest if longest else 1.0)
        after = dict(point)
        for name, change in zip(free, step, strict=True):
            after[name] -= part * change * (abs(point[name]) or 1.0)
        try:
            return after, self.size(after)
        except (Undefined, OverflowError):
            return None, math.inf


def _are_alike(a: float, b: float) -> bool:
    """Whether two numbers are of one sign, and of a size that a quotient of them may have."""
    return a * b > 0 and 1e-200 < abs(a / b) < 1e200


def _larger(a: float, b: float) -> float:
    return max(abs(a), abs(b)) or 1.0


def least_norm(matrix: Matrix, wanted: Sequence[float]) -> list[float] | None:
    """The shortest x with matrix·x nearest to what is wanted, a little damped; None where that is not to be had."""
    rows = len(matrix)
    sparse = [[(column, value) for column, value in enumerate(row) if value] for row in matrix]
    square = [[sum(value * other[column] for column, value in one) for other in matrix] for one in sparse]
    damping = 1e-13 * (max((square[i][i] for i in range(rows)), default=0.0) or 1.0)
    for index in range(rows):
        square[index][index] += damping
    factors = solved(square, wanted)
    if factors is None or not rows:
        return None
    return [sum(f * row[column] for f, row in zip(factors, matrix, strict=True)) for column in range(len(matrix[0]))]


def solved(matrix: Matrix, wanted: Sequence[float]) -> list[float] | None:
    """The solution of a square linear system, by elimination with row pivots; None if a pivot is 0."""
    rows = [[*row, value] for row, value in zip(matrix, wanted, strict=True)]
    size = len(rows)
    for column in range(size):
        best = max(range(column, size), key=lambda index: abs(rows[index][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column][column]
        if not pivot:
            return None
        for index in range(column + 1, size):
            factor = rows[index][column] / pivot
            if factor:
                rows[index] = [a - factor * b for a, b in zip(rows[index], rows[column], strict=True)]
    found = [0.0] * size
    for index in reversed(range(size)):
        rest = sum(rows[index][other] * found[other] for other in range(index + 1, size))
        found[index] = (rows[index][size] - rest) / rows[index][index]
    return found


def reduced(matrix: Matrix) -> tuple[Matrix, list[int]]:
    """The reduced echelon form with full pivots, its rows scaled before, and the column of each row's pivot."""
    rows = [[value / (max(map(abs, row)) or 1.0) for value in row] for row in matrix if row]
    pivots: list[int] = []
    taken: set[int] = set()
    for place in range(len(rows)):
        best, row, column = max(
            ((abs(value), r, c) for r in range(place, len(rows)) for c, value in enumerate(rows[r]) if c not in taken),
            default=(0.0, 0, 0),
        )
        if best <= RANK:
            break
        rows[place], rows[row] = rows[row], rows[place]
        rows[place] = [value / rows[place][column] for value in rows[place]]
        for other in range(len(rows)):
            factor = rows[other][column] if other != place else 0.0
            if factor:
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[place], strict=True)]
        pivots.append(column)
        taken.add(column)
    return rows[: len(pivots)], pivots


def rank(matrix: Matrix) -> int:
    """The rank, as far as rounding tells."""
    return len(reduced(matrix)[1])


def fixed_columns(matrix: Matrix, columns: int) -> set[int]:
    """The columns whose entry is 0 in every vector that the matrix takes to 0: what the rows determine."""
    rows, pivots = reduced(matrix)
    free = [column for column in range(columns) if column not in pivots]
    return {
        column
        for row, column in zip(rows, pivots, strict=True)
        if all(abs(row[other]) <= math.sqrt(RANK) for other in free)
    }


def random_point(names: Sequence[str], domains: Mapping[str, Domain], choose: random.Random) -> Point:
    """A value for every quantity, inside its range where that is told; none is 0."""
    return {name: _value(domains.get(name), choose) for name in names}


def _value(domain: Domain | None, choose: random.Random) -> float:
    value = choose.uniform(0.4, 2.6)
    if not isinstance(domain, Reals):
        return value
    if domain.lower is None and domain.upper is None:
        return value if choose.random() > NEGATIVE else -value
    lower, upper = domain.lower, domain.upper
    if lower is not None and upper is not None:
        return float(lower) + (float(upper) - float(lower)) * choose.uniform(0.1, 0.9)
    if lower is not None:
        return float(lower) + value * max(1.0, abs(float(lower)))
    return value if upper is None else float(upper) - value * max(1.0, abs(float(upper)))


def numeric(values: Mapping[str, Value]) -> Point:
    """The values that are numbers, as floats."""
    return {name: float(value) for name, value in values.items() if not isinstance(value, str)}


def is_singular(
    equations: Sequence[Equation],
    unknowns: Sequence[str],
    values: Mapping[str, Value] | None = None,
    domains: Mapping[str, Domain] | None = None,
) -> bool:
    """Whether formulas do not determine their unknowns though they are as many: their derivatives depend on each other.

    It is so at every one of a few random points that satisfy the formulas, the known quantities varied too; or, with
    the values of the known quantities, at every random point. False where no derivative can be had.
    """
    system, choose = System(equations), random.Random(len(equations))
    ranges = domains or {}
    may_vary = any(name not in unknowns for name in system.names) and len(equations) <= LARGEST
    if may_vary and _is_deficient(system, unknowns, {}, ranges, choose, True):
        return True
    known = {name: value for name, value in numeric(values or {}).items() if name not in unknowns}
    return _is_deficient(system, unknowns, known, ranges, choose, False)


def _is_deficient(
    system: System,
    unknowns: Sequence[str],
    known: Point,
    ranges: Mapping[str, Domain],
    choose: random.Random,
    consistent: bool,
) -> bool:
    """Whether the rank is too small at each of some points; False if there is no point."""
    looked_at = failures = 0
    for _ in range(TRIALS):
        point: Point | None = {**random_point(system.names, ranges, choose), **known}
        if consistent and point is not None:
            point = system.consistent(point, system.names)
        if point is None:
            failures += 1
            if failures == MOST_FAILURES:
                break
            continue
        try:
            if rank(system.matrix(point, unknowns)) == len(unknowns):
                return False
        except NotDifferentiable:
            return False
        except (Undefined, OverflowError):
            continue
        looked_at += 1
        if looked_at == POINTS:
            break
    return looked_at > 0
