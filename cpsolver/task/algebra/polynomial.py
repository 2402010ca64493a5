"""An expression as a quotient of two polynomials in one variable, its coefficients being expressions themselves."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

from cpsolver.task.algebra.terms import (
    ONE,
    ZERO,
    add,
    constant_value,
    divide,
    multiply,
    negate,
    number,
    power,
    subtract,
    value_of,
)
from cpsolver.task.expression import Call, Name, Node, names

Coefficients = tuple[Node, ...]
"""Of the powers 0, 1, 2 … of the variable; the last is not the number 0. The zero polynomial has none."""

Quotient = tuple[Coefficients, Coefficients]

LARGEST_DEGREE = 24


def quotient(node: Node, variable: str) -> Quotient | None:
    """Numerator and denominator by powers of the variable; None if the expression is not such a quotient.

    Source: collecting like terms, as taught; nothing is factored, so numerator and denominator may share roots.
    """
    if variable not in names(node):
        return _trimmed((node,)), (ONE,)
    if isinstance(node, Name):
        return (ZERO, ONE), (ONE,)
    if not isinstance(node, Call) or node.function not in _RULES:
        return None
    if node.function == "^":
        return _power(node, variable)
    parts = [quotient(argument, variable) for argument in node.arguments]
    found = _combined(node.function, [part for part in parts if part is not None]) if None not in parts else None
    return found if found and max(map(len, found)) <= LARGEST_DEGREE + 1 else None


def difference(a: Quotient, b: Quotient) -> Coefficients:
    """The numerator of a - b over a common denominator: zero exactly where the two are equal, or undefined."""
    return _plus(a, _negated(b))[0]


def polynomial_node(coefficients: Coefficients, variable: str) -> Node:
    """The polynomial as an expression, highest power first."""
    total: Node = ZERO
    for exponent in range(len(coefficients) - 1, -1, -1):
        term = multiply(coefficients[exponent], power(Name(variable), number(exponent)) if exponent else ONE)
        total = add(total, term)
    return total


def _combined(function: str, parts: list[Quotient]) -> Quotient | None:
    total, *rest = parts
    if function == "neg":
        return _negated(total)
    for part in rest:
        total = _RULES[function](total, part)
        if not total[1] or max(map(len, total)) > 2 * LARGEST_DEGREE + 1:  # terms of a sum may cancel; not so many
            return None
    return total


def _power(node: Call, variable: str) -> Quotient | None:
    base, exponent = node.arguments
    times = constant_value(exponent)
    part = quotient(base, variable)
    if part is None or not isinstance(times, int) or abs(times) > LARGEST_DEGREE:
        return None
    if times < 0:
        if not part[0]:
            return None
        part, times = (part[1], part[0]), -times
    total: Quotient = ((ONE,), (ONE,))
    for _ in range(times):
        total = _times(total, part)
        if max(map(len, total)) > LARGEST_DEGREE + 1:
            return None
    return total


def _trimmed(coefficients: Coefficients) -> Coefficients:
    while coefficients and value_of(coefficients[-1]) == 0:
        coefficients = coefficients[:-1]
    return coefficients


def _sum(a: Coefficients, b: Coefficients) -> Coefficients:
    return _trimmed(tuple(add(x, y) for x, y in zip_longest(a, b, fillvalue=ZERO)))


def _product(a: Coefficients, b: Coefficients) -> Coefficients:
    total: list[Node] = [ZERO] * max(0, len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            total[i + j] = add(total[i + j], multiply(x, y))
    return _trimmed(tuple(total))


def _negated(a: Quotient) -> Quotient:
    return tuple(negate(c) for c in a[0]), a[1]


def _plus(a: Quotient, b: Quotient) -> Quotient:
    if a[1] == b[1]:
        return _sum(a[0], b[0]), a[1]
    return _sum(_product(a[0], b[1]), _product(b[0], a[1])), _product(a[1], b[1])


def _minus(a: Quotient, b: Quotient) -> Quotient:
    if a[1] == b[1] and len(a[0]) == len(b[0]) == 1:
        return _trimmed((subtract(a[0][0], b[0][0]),)), a[1]
    return _plus(a, _negated(b))


def _times(a: Quotient, b: Quotient) -> Quotient:
    return _product(a[0], b[0]), _product(a[1], b[1])


def _over(a: Quotient, b: Quotient) -> Quotient:
    if len(b[0]) == len(b[1]) == 1 and b[1] == (ONE,):
        return tuple(divide(c, b[0][0]) for c in a[0]), a[1]
    return _product(a[0], b[1]), _product(a[1], b[0])


_RULES: dict[str, Callable[[Quotient, Quotient], Quotient]] = {
    "+": _plus,
    "-": _minus,
    "*": _times,
    "/": _over,
    "sum": _plus,
    "product": _times,
    "neg": _plus,
    "^": _times,
}
