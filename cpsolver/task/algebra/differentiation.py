"""Expressions differentiated: how fast a formula changes with one of its quantities, again as an expression.

Source: the rules of calculus; simplified only as `terms` simplifies.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache

from cpsolver.task.algebra.terms import (
    ONE,
    ZERO,
    add,
    call,
    divide,
    multiply,
    negate,
    number,
    power,
    subtract,
    value_of,
)
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Constant, Name, Node, names
from cpsolver.task.functions import Undefined

TWO = number(2)


class NotDifferentiable(ArithmeticError):
    """The expression has a part without a derivative, such as a remainder or a maximum."""


@lru_cache(maxsize=8192)
def differentiated(node: Node, variable: str) -> Node:
    """The derivative of an expression by one of its quantities.

    It is only valid where the expression is differentiable: |x| has none at 0, and `sign` is taken for constant.
    Raises: NotDifferentiable for `min`, `//`, `%`, comparisons and the like, where they hold the quantity.
    """
    if variable not in names(node):
        return ZERO
    if isinstance(node, Name):
        return ONE
    if not isinstance(node, Call) or node.function not in _RULES:
        raise NotDifferentiable(f"no derivative is known of '{getattr(node, 'function', node)}'")
    return _RULES[node.function](node, variable)


def slope(node: Node, variable: str, values: Mapping[str, object]) -> float | None:
    """The value of the derivative at a point; None where there is none."""
    try:
        found = evaluate(differentiated(node, variable), values)  # type: ignore[arg-type]
    except (NotDifferentiable, Undefined, OverflowError):
        return None
    assert not isinstance(found, str)
    return float(found) if math.isfinite(found) else None


def _sum(node: Call, variable: str) -> Node:
    total: Node = ZERO
    for argument in node.arguments:
        total = add(total, differentiated(argument, variable))
    return total


def _difference(node: Call, variable: str) -> Node:
    a, b = (differentiated(argument, variable) for argument in node.arguments)
    return subtract(a, b)


def _negative(node: Call, variable: str) -> Node:
    return negate(differentiated(node.arguments[0], variable))


def _product(node: Call, variable: str) -> Node:
    total: Node = ZERO
    for index, argument in enumerate(node.arguments):
        term = differentiated(argument, variable)
        for other in (*node.arguments[:index], *node.arguments[index + 1 :]):
            term = multiply(term, other)
        total = add(total, term)
    return total


def _quotient(node: Call, variable: str) -> Node:
    top, bottom = node.arguments
    if variable not in names(bottom):
        return divide(differentiated(top, variable), bottom)
    change = subtract(multiply(differentiated(top, variable), bottom), multiply(top, differentiated(bottom, variable)))
    return divide(change, power(bottom, TWO))


def _power(node: Call, variable: str) -> Node:
    base, exponent = node.arguments
    if variable not in names(exponent):
        value = value_of(exponent)
        lower = power(base, subtract(exponent, ONE)) if value != 1 else ONE
        return multiply(multiply(exponent, lower), differentiated(base, variable))
    change = multiply(differentiated(exponent, variable), call("log", base))
    if variable in names(base):
        change = add(change, divide(multiply(exponent, differentiated(base, variable)), base))
    return multiply(node, change)


def _chain(outer: Callable[[Node], Node]) -> Callable[[Call, str], Node]:
    """The chain rule for a function of one argument whose own derivative is `outer`."""

    def rule(node: Call, variable: str) -> Node:
        (inner,) = node.arguments
        return multiply(outer(inner), differentiated(inner, variable))

    return rule


def _arc_slope(x: Node) -> Node:
    return divide(ONE, call("sqrt", subtract(ONE, power(x, TWO))))


def _arc_tangent_of_two(node: Call, variable: str) -> Node:
    y, x = node.arguments
    change = subtract(multiply(x, differentiated(y, variable)), multiply(y, differentiated(x, variable)))
    return divide(change, add(power(x, TWO), power(y, TWO)))


def _choice(node: Call, variable: str) -> Node:
    """`if`: of the outcome; where the condition itself changes there may be a jump."""
    condition, first, second = node.arguments
    return Call("if", (condition, differentiated(first, variable), differentiated(second, variable)))


_RULES: dict[str, Callable[[Call, str], Node]] = {
    "+": _sum,
    "sum": _sum,
    "-": _difference,
    "neg": _negative,
    "*": _product,
    "product": _product,
    "/": _quotient,
    "^": _power,
    "sqrt": _chain(lambda x: divide(ONE, multiply(TWO, call("sqrt", x)))),
    "abs": _chain(lambda x: call("sign", x)),
    "sign": lambda node, variable: ZERO,
    "exp": _chain(lambda x: call("exp", x)),
    "log": _chain(lambda x: divide(ONE, x)),
    "log10": _chain(lambda x: divide(ONE, multiply(x, Constant(math.log(10))))),
    "sin": _chain(lambda x: call("cos", x)),
    "cos": _chain(lambda x: negate(call("sin", x))),
    "tan": _chain(lambda x: divide(ONE, power(call("cos", x), TWO))),
    "asin": _chain(_arc_slope),
    "acos": _chain(lambda x: negate(_arc_slope(x))),
    "atan": _chain(lambda x: divide(ONE, add(ONE, power(x, TWO)))),
    "atan2": _arc_tangent_of_two,
    "if": _choice,
}
