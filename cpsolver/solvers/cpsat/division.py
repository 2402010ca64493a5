"""Division for CP-SAT: exact, floored and truncated, by divisors of either sign, undefined where the divisor is 0."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, lcm
from typing import TYPE_CHECKING

from cpsolver.solvers.cpsat.model import SolverModel
from cpsolver.solvers.cpsat.operations import absolute_of, mapped, select, times
from cpsolver.solvers.cpsat.sums import FALSE, Exact, Sum, literal_sum, magnitude, total
from cpsolver.solvers.cpsat.term import Term
from cpsolver.task.expression import Call

if TYPE_CHECKING:
    from cpsolver.solvers.cpsat.compiler import Compiler


def divided(compiler: Compiler, node: Call) -> Term:
    """`/`, exact: the product with a reciprocal, which is a table. Comparisons clear their denominators instead."""
    above, below = map(compiler.number, node.arguments)
    reciprocal, defined = mapped(compiler, below.value, lambda value: 1 / Fraction(value) if value else None)
    value = times(compiler.model, above.value, reciprocal)
    return Term(value, (*above.defined, *below.defined, *defined))


def whole_divided(floor: bool, quotient: bool) -> Callable[[Compiler, Call], Term]:
    """`//`, `%` (floor) and `div`, `mod` (truncate): which of the two divisions, and which of its two results."""

    def translate(compiler: Compiler, node: Call) -> Term:
        a, b = map(compiler.number, node.arguments)
        scale = lcm(a.value.denominator, b.value.denominator)
        value, defined = _any_divisor(
            compiler.model, a.value.times(scale), b.value.times(scale), floor=floor, quotient=quotient
        )
        return Term(value if quotient else value.times(Fraction(1, scale)), (*a.defined, *b.defined, *defined))

    return translate


def _any_divisor(model: SolverModel, a: Sum, b: Sum, *, floor: bool, quotient: bool) -> tuple[Sum, tuple[int, ...]]:
    """Division by a divisor of either sign: carried back to one that is at least 1."""
    lower, upper = model.bounds(b)
    if lower == upper == 0:
        return Sum({}), (FALSE,)
    if lower > 0:
        return _divided_by_positive(model, a, b, floor, quotient), ()
    # The sign of the divisor changes that of a truncated quotient and of a floored remainder, not of the other two.
    sign_follows = quotient is not floor
    if upper < 0:
        numerator = a.times(-1) if floor else a
        value = _divided_by_positive(model, numerator, b.times(-1), floor, quotient)
        return value.times(-1) if sign_follows else value, ()
    defined = model.literal(model.claim(b, "!="))
    divisor = _nonzero(model, b, defined)
    if lower == 0:
        return _divided_by_positive(model, a, divisor, floor, quotient), (defined,)
    positive = model.literal(model.claim(b, ">"))
    numerator = select(model, positive, a, a.times(-1)) if floor else a
    value = _divided_by_positive(model, numerator, divisor, floor, quotient)
    return (select(model, positive, value, value.times(-1)) if sign_follows else value), (defined,)


def _nonzero(model: SolverModel, b: Sum, defined: int) -> Sum:
    """The size of b where b is not 0, else 1."""
    size = absolute_of(model, b)
    model.fits(model.size(size))
    highest = model.bounds(size)[1]
    index, is_new = model.defined(("nonzero", b.key), 1, int(max(1, highest)))
    if is_new:
        model.post(model.claim(total(((size, 1), (literal_sum(~defined), 1), (Sum({index: 1}), -1))), "="))
    return Sum({index: 1})


def _divided_by_positive(model: SolverModel, a: Sum, b: Sum, floor: bool, quotient: bool) -> Sum:
    """The native division, which truncates; a floored one is made of it by lifting the numerator above 0."""
    lowest = model.bounds(a)[0]
    lift = ceil(Fraction(-lowest) / Fraction(model.bounds(b)[0])) if floor and lowest < 0 else 0
    a, b = model.affine(a.plus(b, lift)), model.affine(b)
    (a_low, a_high), (b_low, b_high) = model.bounds(a), model.bounds(b)
    if quotient:
        ends = [_truncated(x, y) for x in (a_low, a_high) for y in (b_low, b_high)]
        low, high = min(ends), max(ends)
    else:
        low, high = int(1 - b_high if a_low < 0 else 0), int(b_high - 1 if a_high > 0 else 0)
    index, is_new = model.defined(("quotient" if quotient else "remainder", a.key, b.key), low, high)
    if is_new:
        add = model.proto.add_division_equality if quotient else model.proto.add_modulo_equality
        add(model.variables[index], model.expression(a), model.expression(b))
    return Sum({index: 1}, -lift if quotient else 0)


def _truncated(a: Exact, b: Exact) -> int:
    quotient = magnitude(a) // b
    return int(quotient if a >= 0 else -quotient)
