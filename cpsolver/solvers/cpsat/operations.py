"""Operations on sums that need a CP-SAT variable of their own: product, size, choice, function by table.

Each variable is made once for the same operands, checked against overflow before it is made, and determined at once.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from cpsolver.solvers.cpsat.model import SolverModel, Unsupported
from cpsolver.solvers.cpsat.sums import FALSE, TRUE, Exact, Sum, literal_sum

if TYPE_CHECKING:
    from cpsolver.solvers.cpsat.compiler import Compiler

MAPPED = 10_000
"""A function of one sum is tabulated over the sum's values if it has no more than this."""

LARGEST_DENOMINATOR = 2**31


def times(model: SolverModel, first: Sum, second: Sum) -> Sum:
    """The product of two sums; a variable of its own where neither is constant. Raises: Unsupported."""
    if first.is_constant or second.is_constant:
        constant, other = (first, second) if first.is_constant else (second, first)
        return other.times(constant.constant)
    scale = first.denominator * second.denominator
    a, b = model.affine(first.times(first.denominator)), model.affine(second.times(second.denominator))
    a, b = sorted((a, b), key=lambda factor: factor.key)
    corners = [x * y for x in model.bounds(a) for y in model.bounds(b)]
    lowest = max(0, min(corners)) if a == b else min(corners)
    key = ("times", a.key, b.key)
    index, is_new = model.defined(key, int(lowest), int(max(corners)))
    if is_new:
        model.proto.add_multiplication_equality(model.variables[index], [model.expression(a), model.expression(b)])
    return Sum({index: 1}).times(Fraction(1, scale))


def absolute_of(model: SolverModel, value: Sum) -> Sum:
    """The size of a sum."""
    lower, upper = model.bounds(value)
    if lower >= 0 or upper <= 0:
        return value if lower >= 0 else value.times(-1)
    scale = value.denominator
    whole = value.times(scale)
    model.fits(model.size(whole))
    index, is_new = model.defined(("abs", whole.key), 0, int(max(-lower, upper) * scale))
    if is_new:
        model.proto.add_abs_equality(model.variables[index], model.expression(whole))
    return Sum({index: 1}).times(Fraction(1, scale))


def select(model: SolverModel, literal: int, then: Sum, otherwise: Sum) -> Sum:
    """The first sum where the literal holds, else the second."""
    if literal in (TRUE, FALSE):
        return then if literal == TRUE else otherwise
    difference = then.plus(otherwise, -1)
    if difference.is_constant:
        return otherwise.plus(literal_sum(literal), difference.constant)
    scale = lcm(then.denominator, otherwise.denominator)
    pair = (then.times(scale), otherwise.times(scale))
    model.fits(*map(model.size, pair))
    (a, b), (c, d) = map(model.bounds, pair)
    index, is_new = model.defined(("select", literal, pair[0].key, pair[1].key), int(min(a, c)), int(max(b, d)))
    if is_new:
        for value, when in zip(pair, (literal, ~literal), strict=True):
            model.post(model.claim(value.plus(Sum({index: 1}), -1), "="), (when,))
    return Sum({index: 1}).times(Fraction(1, scale))


def mapped(compiler: Compiler, argument: Sum, function: Callable[[Exact], Exact | None]) -> tuple[Sum, tuple[int, ...]]:
    """The function of a sum by a table over its values (None: undefined). Raises: Unsupported if they are many."""
    model = compiler.model
    if argument.is_constant:
        result = function(argument.constant)
        return (Sum({}), (FALSE,)) if result is None else (Sum({}, result), ())
    whole = model.affine(argument.times(argument.denominator))
    values = model.values(whole, MAPPED)
    results = [function(Fraction(value, argument.denominator)) for value in values]
    if all(result is None for result in results):
        return Sum({}), (FALSE,)
    if lcm(*(result.denominator for result in results if result is not None)) > LARGEST_DENOMINATOR:
        raise Unsupported("fractions with too many different denominators arise")
    return compiler.table_function([whole], [(value,) for value in values], results)
