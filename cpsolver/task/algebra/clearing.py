"""Equations cleared of fractions, whatever else stands in them: what must be 0 where both sides have a value.

Where a denominator holds the quantity, the equation has poles; what is left after multiplying has none of them, so that
it can be followed over whole intervals. Its roots hold all of the equation's; those of a denominator come in besides.
"""

from __future__ import annotations

from cpsolver.task.algebra.terms import (
    ONE,
    add,
    call,
    constant_value,
    divide,
    multiply,
    negate,
    number,
    power,
    subtract,
)
from cpsolver.task.expression import Call, Node, names

Fraction = tuple[Node, Node]
"""Numerator and denominator."""


def numerator(left: Node, right: Node, variable: str) -> Node:
    """Left minus right over a common denominator, without the denominator, as far as the variable is in it."""
    return _difference(fraction_of(left, variable), fraction_of(right, variable))[0]


def fraction_of(node: Node, variable: str) -> Fraction:
    """The expression as one fraction; a tangent becomes sine over cosine."""
    if not isinstance(node, Call) or variable not in names(node):
        return node, ONE
    if node.function == "/" and variable not in names(node.arguments[1]):
        top, bottom = fraction_of(node.arguments[0], variable)
        return divide(top, node.arguments[1]), bottom
    rule = _RULES.get(node.function)
    if rule is not None:
        parts = [fraction_of(argument, variable) for argument in node.arguments]
        total, *rest = parts
        for part in rest:
            total = rule(total, part)
        return total
    if node.function == "neg":
        top, bottom = fraction_of(node.arguments[0], variable)
        return negate(top), bottom
    if node.function == "tan":
        return call("sin", *node.arguments), call("cos", *node.arguments)
    if node.function == "^":
        return _power(node, variable)
    return node, ONE


def _power(node: Call, variable: str) -> Fraction:
    base, exponent = node.arguments
    times = constant_value(exponent)
    if not isinstance(times, int):
        return node, ONE
    top, bottom = fraction_of(base, variable)
    if times < 0:
        top, bottom, times = bottom, top, -times
    return power(top, number(times)), power(bottom, number(times))


def _sum(a: Fraction, b: Fraction) -> Fraction:
    if a[1] == b[1]:
        return add(a[0], b[0]), a[1]
    return add(multiply(a[0], b[1]), multiply(b[0], a[1])), multiply(a[1], b[1])


def _difference(a: Fraction, b: Fraction) -> Fraction:
    if a[1] == b[1]:
        return subtract(a[0], b[0]), a[1]
    return subtract(multiply(a[0], b[1]), multiply(b[0], a[1])), multiply(a[1], b[1])


def _product(a: Fraction, b: Fraction) -> Fraction:
    return multiply(a[0], b[0]), multiply(a[1], b[1])


def _quotient(a: Fraction, b: Fraction) -> Fraction:
    return multiply(a[0], b[1]), multiply(a[1], b[0])


_RULES = {
    "+": _sum,
    "sum": _sum,
    "-": _difference,
    "*": _product,
    "product": _product,
    "/": _quotient,
}
