"""Linear normal forms: which expressions are sums of multiples of variables, and which conditions compare two such.

Only the shape is looked at. Whether the variables hold numbers is the caller's to know: `x != y` has a linear form
whatever its domains, and over symbols that form means nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from cpsolver.task.domain import Number
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.functions import exact

HOLDS: Mapping[str, Callable[[int, int], bool]] = {
    "=": int.__eq__,
    "!=": int.__ne__,
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
}
"""Whether two whole numbers stand in a relation."""

RELATIONS = tuple(HOLDS)
"""The comparisons a linear condition may make."""

LARGEST_BITS = 1024
"""Longer coefficients are left alone: near the bound where sums become undefined, the normal form would not be."""

Term = tuple[Node, Number]


@dataclass(frozen=True)
class Linear:
    """The sum of coefficient × variable, compared with a constant. No coefficient is 0; variables in text order."""

    coefficients: tuple[tuple[str, Number], ...]
    relation: str
    constant: Number


def linear_form(node: Node) -> Linear | None:
    """The condition as a sum compared with a constant, or None if it is not of that shape.

    Numbers are int where whole, else Fraction, exact. A condition without variables, `3 < 4`, has no coefficients.
    """
    if not isinstance(node, Call) or node.function not in RELATIONS:
        return None
    left, right = node.arguments
    difference = linear_expression(Call("-", (left, right)))
    if difference is None:
        return None
    coefficients, constant = difference
    return Linear(tuple(coefficients.items()), node.function, exact(-constant))


def linear_expression(node: Node) -> tuple[dict[str, Number], Number] | None:
    """The coefficients by variable, without zeros, and the constant of a numeric expression; None if not linear.

    Known are numbers and truth values, names, `+ - neg sum`, and `* / product` with at most one part that is no
    constant. Floats are refused: what is said here is exact.
    """
    coefficients: dict[str, Number] = {}
    constant: Number = 0
    stack: list[Term] = [(node, 1)]
    while stack:
        top, factor = stack.pop()
        if isinstance(top, Name):
            coefficients[top.name] = exact(coefficients.get(top.name, 0) + factor)
        elif isinstance(top, Constant):
            if isinstance(top.value, (str, float)):
                return None
            constant += factor * top.value
        else:
            below = multiples(top, factor)
            if below is None:
                return None
            stack.extend(reversed(below))
    if any(_is_long(number) for number in (constant, *coefficients.values())):
        return None
    return {name: number for name, number in coefficients.items() if number != 0}, exact(constant)


def multiples(node: Node, factor: Number) -> list[Term] | None:
    """The multiples that `factor` times the expression is the sum of, or None if it is no such sum."""
    if not isinstance(node, Call) or _is_long(factor):
        return None
    arguments = node.arguments
    if node.function in ("+", "sum"):
        return [(argument, factor) for argument in arguments]
    if node.function == "-":
        return [(arguments[0], factor), (arguments[1], -factor)]
    if node.function == "neg":
        return [(arguments[0], -factor)]
    if node.function in ("*", "product"):
        return _scaled(arguments, factor)
    if node.function == "/":
        divisor = _constant(arguments[1])
        return None if not divisor else [(arguments[0], Fraction(factor) / Fraction(divisor))]
    return None


def _scaled(factors: tuple[Node, ...], factor: Number) -> list[Term] | None:
    """The one part that is no constant, with the product of the others."""
    open_: list[Node] = []
    for part in factors:
        constant = _constant(part)
        if constant is None:
            open_.append(part)
        else:
            factor *= constant
    if len(open_) > 1 or _is_long(factor):
        return None
    return [(open_[0], factor)] if open_ else [(Constant(exact(factor)), 1)]


def _constant(node: Node) -> Number | None:
    """The number an expression without variables stands for, if it is linear."""
    found = linear_expression(node) if not any(_is_name(part) for part in _walk(node)) else None
    return None if found is None else found[1]


def _walk(node: Node) -> Iterator[Node]:
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(top.children())


def _is_name(node: Node) -> bool:
    return isinstance(node, Name)


def _is_long(number: Number) -> bool:
    size = abs(number.numerator) if isinstance(number, Fraction) else abs(number)
    below = number.denominator if isinstance(number, Fraction) else 1
    return int(max(size, below)).bit_length() > LARGEST_BITS
