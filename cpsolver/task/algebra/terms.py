"""Expressions put together with the obvious simplifications, so that derived formulas read as a person writes them.

Only what is true wherever both sides have a value is simplified: numbers are folded, `0` and `1` vanish, a minus sign
moves outwards. `0*x` becomes `0` although it is undefined where x is: whoever derives a formula puts its results back
into the one it came from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from cpsolver.task.domain import Number
from cpsolver.task.expression import Call, Collection, Constant, Name, Node, names
from cpsolver.task.functions import FUNCTIONS, Undefined, exact

ZERO = Constant(0)
ONE = Constant(1)


def number(value: Number) -> Constant:
    """The number as a node; a whole fraction becomes an int."""
    return Constant(exact(value))


def value_of(node: Node) -> Number | None:
    """The number, if the node is one; truth values and symbols are none."""
    if isinstance(node, Constant) and not isinstance(node.value, (bool, str)):
        return node.value
    return None


def constant_value(node: Node) -> Number | None:
    """The number an expression without names stands for, if it is exact: 3/2, -1; or a float that stands there."""
    if isinstance(node, Call) and node.function in ("+", "-", "*", "/", "neg"):
        values = [constant_value(argument) for argument in node.arguments]
        if not all(isinstance(value, (int, Fraction)) for value in values):
            return None
        try:
            found = FUNCTIONS[node.function].evaluate(*values)
        except Undefined:
            return None
        return found if isinstance(found, (int, Fraction)) else None
    return value_of(node)


def _bare(node: Node) -> Number | None:
    """The number, if the node is one without a unit; one with a unit stays visible in products, though not in sums."""
    return None if isinstance(node, Constant) and node.written is not None and node.value else value_of(node)


def add(a: Node, b: Node) -> Node:
    """a + b."""
    if value_of(a) == 0:
        return b
    if value_of(b) == 0:
        return a
    if (folded := _fold("+", a, b)) is not None:
        return folded
    if (opposite := _opposite(b)) is not None:
        return subtract(a, opposite)
    if a == b:
        return multiply(number(2), a)
    return Call("+", (a, b))


def subtract(a: Node, b: Node) -> Node:
    """a - b."""
    if a == b:
        return ZERO
    if value_of(b) == 0:
        return a
    if value_of(a) == 0:
        return negate(b)
    if (folded := _fold("-", a, b)) is not None:
        return folded
    if (opposite := _opposite(b)) is not None:
        return add(a, opposite)
    return Call("-", (a, b))


def negate(a: Node) -> Node:
    """-a; of a difference the difference the other way round."""
    if (value := _bare(a)) is not None:
        return number(-value)
    if isinstance(a, Call):
        if a.function == "neg":
            return a.arguments[0]
        if a.function == "-":
            return subtract(a.arguments[1], a.arguments[0])
        if a.function in ("*", "/"):
            return Call(a.function, (negate(a.arguments[0]), a.arguments[1]))
    return Call("neg", (a,))


def multiply(a: Node, b: Node) -> Node:
    """a*b, a number first."""
    for one, other in ((a, b), (b, a)):
        if _bare(one) == 1:
            return other
    if (folded := _fold("*", a, b)) is not None:
        return folded
    if _bare(b) is not None:
        a, b = b, a
    factor = _bare(a)
    if factor is not None:
        return _times(factor, b)
    if _bare(b) is None and isinstance(b, Call) and b.function == "*" and _bare(b.arguments[0]) is not None:
        return multiply(b.arguments[0], multiply(a, b.arguments[1]))
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Call) and one.function == "neg":
            return negate(multiply(one.arguments[0], other))
    return Call("*", (a, b))


def divide(a: Node, b: Node) -> Node:
    """a/b; 0/b is 0 although it is undefined where b is 0."""
    if (folded := _fold("/", a, b)) is not None:
        return folded
    divisor = _bare(b)
    if divisor == 1:
        return a
    if _bare(a) == 0 and divisor != 0:
        return ZERO
    if divisor and (divisor < 0 or Fraction(divisor).denominator != 1):
        return multiply(number(1 / Fraction(divisor)), a) if isinstance(divisor, (int, Fraction)) else Call("/", (a, b))
    if isinstance(b, Call) and b.function == "neg":
        return negate(divide(a, b.arguments[0]))
    if isinstance(a, Call) and a.function == "/":
        return divide(a.arguments[0], multiply(b, a.arguments[1]))
    return Call("/", (a, b))


def power(a: Node, b: Node) -> Node:
    """a^b."""
    if _bare(b) == 1:
        return a
    if (folded := _fold("^", a, b)) is not None:
        return folded
    times = _bare(b)
    if isinstance(times, int) and times % 2 == 0 and (opposite := _opposite(a)) is not None:
        return power(opposite, b)
    return Call("^", (a, b))


def call(function: str, *arguments: Node) -> Node:
    """The function of these arguments; of numbers its value where that is exact."""
    values = [value_of(argument) for argument in arguments]
    if values and all(isinstance(value, (int, Fraction)) for value in values):
        try:
            found = FUNCTIONS[function].evaluate(*values)
        except Undefined:
            return Call(function, arguments)
        if isinstance(found, (int, Fraction)) and not isinstance(found, bool):
            return Constant(found)
    return Call(function, arguments)


def substitute(node: Node, replacements: Mapping[str, Node]) -> Node:
    """The expression with names replaced, and simplified where that makes it shorter."""
    if isinstance(node, Name):
        return replacements.get(node.name, node)
    if isinstance(node, Collection):
        return replace(node, items=tuple(substitute(item, replacements) for item in node.items))
    if not isinstance(node, Call) or not any(name in replacements for name in names(node)):
        return node
    arguments = tuple(substitute(argument, replacements) for argument in node.arguments)
    build = BUILDERS.get(node.function)
    return build(*arguments) if build else Call(node.function, arguments)


def _fold(function: str, *arguments: Node) -> Node | None:
    """The value of an operation on exact numbers, or None."""
    values = [(value_of if function in "+-" else _bare)(argument) for argument in arguments]
    if not all(isinstance(value, (int, Fraction)) for value in values):
        return None
    try:
        found = FUNCTIONS[function].evaluate(*values)
    except Undefined:
        return None
    return Constant(found) if isinstance(found, (int, Fraction)) else None


def _times(factor: Number, b: Node) -> Node:
    """A number times something that is no number."""
    if factor in (0, 1, -1):
        return (ZERO, b, negate(b))[int(factor)]
    if isinstance(b, Call):
        if b.function == "neg":
            return _times(-factor, b.arguments[0])
        inner = _bare(b.arguments[0])
        if b.function == "*" and inner is not None and _are_exact(factor, inner):
            return multiply(number(factor * inner), b.arguments[1])
        if b.function == "/" and (divisor := _bare(b.arguments[1])) and _are_exact(factor, divisor):
            return multiply(number(Fraction(factor) / Fraction(divisor)), b.arguments[0])
    if isinstance(factor, Fraction) and factor.denominator != 1:
        return Call("/", (_times(factor.numerator, b), Constant(factor.denominator)))
    return Call("*", (Constant(factor), b))


def _are_exact(*values: Number) -> bool:
    return all(isinstance(value, (int, Fraction)) for value in values)


def _opposite(node: Node) -> Node | None:
    """-node, if node begins with a minus sign; else None."""
    value = _bare(node)
    if value is not None:
        return number(-value) if value < 0 else None
    if isinstance(node, Call):
        if node.function == "neg":
            return node.arguments[0]
        if node.function in ("*", "/") and (first := _opposite(node.arguments[0])) is not None:
            return (multiply if node.function == "*" else divide)(first, node.arguments[1])
    return None


BUILDERS: dict[str, Callable[..., Node]] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": divide,
    "^": power,
    "neg": negate,
}
