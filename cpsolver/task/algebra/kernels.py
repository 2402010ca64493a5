"""In which expressions a quantity stands: what else than sums, products and whole powers holds it, and what they share.

Source: substitution as taught: an equation in e^x and e^(2x) is one in u = e^x, one in √x and x one in u = √x.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from cpsolver.task.algebra.inverses import Guard
from cpsolver.task.algebra.terms import (
    BUILDERS,
    ONE,
    ZERO,
    add,
    call,
    constant_value,
    divide,
    multiply,
    negate,
    number,
    power,
    subtract,
    value_of,
)
from cpsolver.task.expression import Call, Constant, Name, Node, names

RATIONAL = frozenset(("+", "-", "*", "/", "neg", "sum", "product"))


def atoms(sides: Sequence[Node], variable: str) -> tuple[Node, ...]:
    """The greatest parts that hold the quantity and are no sums, products, quotients or whole powers; each once."""
    return tuple(dict.fromkeys(atom for side in sides for atom in _atoms(side, variable)))


def _atoms(node: Node, variable: str) -> Iterator[Node]:
    if variable not in names(node):
        return
    if isinstance(node, Call) and (node.function in RATIONAL or _is_whole_power(node)):
        for argument in node.arguments:
            yield from _atoms(argument, variable)
    else:
        yield node


def _is_whole_power(node: Call) -> bool:
    return node.function == "^" and isinstance(constant_value(node.arguments[1]), int)


def replaced(node: Node, table: Mapping[Node, Node]) -> Node:
    """The expression with parts replaced, simplified where that makes it shorter."""
    if node in table:
        return table[node]
    if not isinstance(node, Call):
        return node
    arguments = tuple(replaced(argument, table) for argument in node.arguments)
    if arguments == node.arguments:
        return node
    build = BUILDERS.get(node.function)
    return build(*arguments) if build else Call(node.function, arguments)


# -- one expression for all --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kernel:
    """An expression u such that every atom of an equation is factor · u^times; `powers` says by what."""

    expression: Node
    powers: Mapping[Node, tuple[Node, int]]


@dataclass(frozen=True)
class _Member:
    """An atom: factor · (expression of the family)^times."""

    atom: Node
    family: Node
    times: Fraction
    factor: Node = ONE


def kernel_of(sides: Sequence[Node], variable: str) -> Kernel | None:
    """The expression in whose powers the whole equation can be written; None if there is none but the quantity."""
    members = [_member(atom, variable) for atom in atoms(sides, variable)]
    families = {member.family for member in members}
    if len(families) != 1:
        return None
    (family,) = families
    shares = [member.times for member in members]
    unit = Fraction(gcd(*(t.numerator for t in shares)), lcm(*(t.denominator for t in shares)))
    if family == Name(variable) and unit.denominator == 1:
        return None
    powers = {member.atom: (member.factor, int(member.times / unit)) for member in members}
    return Kernel(_raised(family, unit), powers)


def _raised(family: Node, times: Fraction) -> Node:
    """The power of a family: of exponentials by their exponent, of anything else as a power."""
    if isinstance(family, Call) and family.function == "exp":
        return call("exp", multiply(number(times), family.arguments[0]))
    if isinstance(family, Call) and family.function == "^":
        return power(family.arguments[0], multiply(number(times), family.arguments[1]))
    if times == Fraction(1, 2):
        return call("sqrt", family)
    return power(family, number(times))


def _member(atom: Node, variable: str) -> _Member:
    """Which family an atom belongs to: e^(k·w), b^(k·w), t^k, or itself."""
    if isinstance(atom, Call):
        if atom.function == "sqrt":
            return _Member(atom, atom.arguments[0], Fraction(1, 2))
        if atom.function == "exp":
            fixed, times, rest = scaled(atom.arguments[0], variable)
            return _Member(atom, call("exp", rest), times, ONE if fixed == ZERO else call("exp", fixed))
        if atom.function == "^":
            return _member_of_power(atom, variable)
    return _Member(atom, atom, Fraction(1))


def _member_of_power(atom: Call, variable: str) -> _Member:
    base, exponent = atom.arguments
    if variable not in names(base):
        fixed, times, rest = scaled(exponent, variable)
        return _Member(atom, Call("^", (base, rest)), times, ONE if fixed == ZERO else power(base, fixed))
    value = constant_value(exponent)
    if isinstance(value, (int, Fraction)):
        return _Member(atom, base, Fraction(value))
    return _Member(atom, atom, Fraction(1))


def scaled(node: Node, variable: str) -> tuple[Node, Fraction, Node]:
    """a, k and w of an exponent a + k·w, where a does not hold the quantity and k is a number."""
    if isinstance(node, Call):
        if node.function in ("+", "-") and len(held := [a for a in node.arguments if variable in names(a)]) == 1:
            (inner,) = held
            other = next(argument for argument in node.arguments if argument is not inner)
            fixed, times, rest = scaled(inner, variable)
            if node.function == "+":
                return add(fixed, other), times, rest
            is_first = node.arguments[0] is inner
            return (subtract(fixed, other), times, rest) if is_first else (subtract(other, fixed), -times, rest)
        if node.function == "neg":
            fixed, times, rest = scaled(node.arguments[0], variable)
            return negate(fixed), -times, rest
        if node.function in ("*", "/"):
            return _scaled_product(node, variable)
    return ZERO, Fraction(1), node


def _scaled_product(node: Call, variable: str) -> tuple[Node, Fraction, Node]:
    left, right = node.arguments
    join = multiply if node.function == "*" else divide
    for inner, other, is_left in ((left, right, True), (right, left, False)):
        value = value_of(other)
        if isinstance(value, (int, Fraction)) and value and (is_left or node.function == "*"):
            fixed, times, rest = scaled(inner, variable)
            factor = Fraction(value) if node.function == "*" else 1 / Fraction(value)
            return multiply(number(factor), fixed), times * factor, rest
    fixed, times, rest = scaled(left, variable)
    if fixed == ZERO and times != 1:
        return ZERO, times, join(rest, right)
    return ZERO, Fraction(1), node


# -- exponentials ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Exponential:
    """constant · e^exponent, valid under guards; the constant does not hold the quantity."""

    constant: Node
    exponent: Node
    guards: tuple[Guard, ...] = ()

    def ratio(self, other: Exponential) -> Ratio:
        """What e to the difference of exponents is if both are equal."""
        found = divide(other.constant, self.constant)
        reason = "no exponential is 0 or negative"
        return Ratio(found, (Guard("!=", self.constant, ZERO, "division by zero"), Guard(">", found, ZERO, reason)))


@dataclass(frozen=True)
class Ratio:
    """A quotient with what must hold for it."""

    expression: Node
    guards: tuple[Guard, ...]


def logarithmic(node: Node, variable: str) -> Exponential | None:
    """The expression as a constant times an exponential; None if it is no product of such."""
    if variable not in names(node):
        return Exponential(node, ZERO)
    if not isinstance(node, Call):
        return None
    if node.function == "exp":
        return Exponential(ONE, node.arguments[0])
    if node.function == "^":
        return _logarithmic_power(node, variable)
    parts = [logarithmic(argument, variable) for argument in node.arguments]
    found = [part for part in parts if part is not None]
    if node.function not in ("*", "/", "neg") or len(found) < len(parts):
        return None
    guards = tuple(guard for part in found for guard in part.guards)
    if node.function == "neg":
        return Exponential(negate(found[0].constant), found[0].exponent, guards)
    a, b = found
    if node.function == "*":
        return Exponential(multiply(a.constant, b.constant), add(a.exponent, b.exponent), guards)
    return Exponential(divide(a.constant, b.constant), subtract(a.exponent, b.exponent), guards)


def _logarithmic_power(node: Call, variable: str) -> Exponential | None:
    base, exponent = node.arguments
    if variable not in names(base):
        guard = Guard(">", base, ZERO, "the base is not positive", proves=False)
        return Exponential(ONE, multiply(exponent, call("log", base)), () if _is_positive(base) else (guard,))
    inner = logarithmic(base, variable)
    if inner is None or variable in names(exponent):
        return None
    return Exponential(power(inner.constant, exponent), multiply(exponent, inner.exponent), inner.guards)


def _is_positive(node: Node) -> bool:
    return isinstance(node, Constant) and (value_of(node) or 0) > 0
