"""Quantities that cancel: formulas put together in such a way that one of their quantities falls out.

Formulas are put into each other until one equation is left. A quantity cancels if both its sides hold the same power
of it as a factor, or if a quotient inside it does: `m*a = m*g` says that a = g, provided that m is not 0.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from cpsolver.task.algebra.inversion import Inversion, invert
from cpsolver.task.algebra.polynomial import Coefficients, difference, quotient
from cpsolver.task.algebra.terms import ONE, ZERO, divide, substitute, value_of
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Domain, Finite, Reals
from cpsolver.task.expression import Call, Constant, Name, Node, names
from cpsolver.task.functions import Undefined
from cpsolver.task.reals.rounding import enclose

MOST_EQUATIONS = 8
"""Branches are followed while they give no more equations than this."""

Ranges = Mapping[str, Domain]


@dataclass(frozen=True)
class Combined:
    """Formulas put into each other, and the same without a quantity that cancels.

    whole:    the equation that is left of the formulas, with the quantity
    reduced:  the equation without it
    complete: whether every solution of the formulas satisfies it, or one of the others that came with it, provided
              that what cancels is not 0
    """

    whole: Equation
    reduced: Equation
    complete: bool


def without(
    equations: Sequence[Equation], goal: str, inner: Collection[str], cancels: Sequence[str], ranges: Ranges
) -> tuple[Combined, ...]:
    """The equations for a goal that follow from formulas, one for each branch, free of what cancels; none if it stays.

    inner:  quantities to be put into each other, one fewer than there are formulas
    ranges: of all quantities, those known being finite: to tell whether what is divided by can be 0
    """
    found = []
    for whole, complete in _joined([(tuple(equations), True)], set(inner), ranges):
        reduced = whole
        for name in cancels:
            shorter = reduced_by(reduced, name)
            if shorter is None:
                return ()
            reduced = shorter
        if goal not in reduced.scope:
            return ()
        found.append(Combined(whole, reduced, complete))
    return tuple(found)


def _joined(
    systems: list[tuple[tuple[Equation, ...], bool]], inner: set[str], ranges: Ranges
) -> Iterator[tuple[Equation, bool]]:
    """The formulas put into each other until one is left."""
    while inner:
        after: list[tuple[tuple[Equation, ...], bool]] = []
        choice = None
        for equations, complete in systems:
            choice = _easiest(equations, inner) if choice is None else choice
            if choice is None:
                return
            index, name = choice
            inversion = invert(equations[index], name)
            if inversion is None or len(after) + len(inversion.branches) > MOST_EQUATIONS:
                return
            sure = complete and _holds_all(inversion) and all(_is_excluded(free, ranges) for free in inversion.free)
            rest = [equation for place, equation in enumerate(equations) if place != index]
            after += [(tuple(_put(e, name, b.expression) for e in rest), sure) for b in inversion.branches]
        assert choice is not None
        inner = inner - {choice[1]}
        systems = after
    yield from ((equations[0], complete) for equations, complete in systems if len(equations) == 1)


def _holds_all(inversion: Inversion) -> bool:
    """Whether the branches hold all roots whatever the values: no guard fails where there may be roots all the same."""
    return inversion.complete and all(guard.proves for branch in inversion.branches for guard in branch.guards)


def _easiest(equations: Sequence[Equation], inner: Collection[str]) -> tuple[int, str] | None:
    """Which formula to turn round for which quantity: with the fewest branches, then the easiest."""
    ranked: list[tuple[int, float, int, str]] = []
    for index, equation in enumerate(equations):
        for name in equation.scope:
            inversion: Inversion | None = invert(equation, name) if name in inner else None
            if inversion is not None and inversion.branches:
                ranked.append((len(inversion.branches), inversion.weight, index, name))
    return min(ranked)[2:] if ranked else None


def _put(equation: Equation, name: str, expression: Node) -> Equation:
    return replace(equation, expression=substitute(equation.expression, {name: expression}))


# -- dividing ----------------------------------------------------------------------------------------------------


def reduced_by(equation: Equation, name: str) -> Equation | None:
    """The equation divided by the power of a quantity that all its terms hold; None if the quantity stays."""
    left, right = (_simplified(side, name) for side in (equation.left, equation.right))
    if name in names(left) or name in names(right):
        sides = _divided(left, right, name)
        if sides is None:
            return None
        left, right = sides
    return replace(equation, expression=Call("=", (left, right)))


def _divided(left: Node, right: Node, name: str) -> tuple[Node, Node] | None:
    """Both sides without the one power of a quantity that they hold; else what is left of their difference, and 0."""
    one, other = quotient(left, name), quotient(right, name)
    if one is None or other is None:
        return None
    powers = [_single(one), _single(other)]
    if powers[0] is not None and powers[1] is not None and powers[0][1] == powers[1][1]:
        return powers[0][0], powers[1][0]
    held = [c for c in difference(one, other) if not _vanishes(c)]
    return (held[0], ZERO) if len(held) == 1 else None


def _single(fraction: tuple[Coefficients, Coefficients]) -> tuple[Node, int] | None:
    """A quotient of polynomials that is one power of the variable times something: that, and which power."""
    parts = []
    for coefficients in fraction:
        held = [(power, c) for power, c in enumerate(coefficients) if value_of(c) != 0]
        if len(held) != 1:
            return None
        parts.append(held[0])
    (top, above), (bottom, below) = parts
    return (above if below == ONE else divide(above, below)), top - bottom


def _simplified(node: Node, name: str) -> Node:
    """The expression with every quotient in which the quantity cancels written without it."""
    if not isinstance(node, Call) or name not in names(node):
        return node
    whole = quotient(node, name)
    single = None if whole is None else _single(whole)
    if single is not None and single[1] == 0:
        return single[0]
    return Call(node.function, tuple(_simplified(argument, name) for argument in node.arguments))


def _vanishes(node: Node) -> bool:
    """Whether an expression is exactly 0 at a few random points, and so everywhere.

    However small a number may be that it comes to, it is not 0; nor is one of which rounding leaves that open.
    Source: Schwartz (1980) and Zippel (1979), whose test of identities is for exact numbers.
    """
    if value_of(node) is not None:
        return value_of(node) == 0
    choose = random.Random(1)
    try:
        return all(
            enclose(node, {name: Fraction(choose.randint(1, 10**6), 10**5) for name in names(node)}) == 0
            for _ in range(3)
        )
    except Undefined:
        return False


# -- what can be 0 -----------------------------------------------------------------------------------------------


def is_nonzero(node: Node, ranges: Ranges) -> bool:
    """Whether an expression is certainly not 0 for quantities in these ranges, as far as factors tell."""
    if isinstance(node, Constant):
        return bool(value_of(node))
    if isinstance(node, Name):
        return excludes_zero(ranges.get(node.name))
    if not isinstance(node, Call):
        return False
    if node.function == "exp":
        return True
    if node.function in ("*", "/", "product"):
        return all(is_nonzero(argument, ranges) for argument in node.arguments)
    return node.function in ("neg", "sqrt", "abs", "^") and is_nonzero(node.arguments[0], ranges)


def excludes_zero(domain: Domain | None) -> bool:
    """Whether 0 is not in a range."""
    return isinstance(domain, (Finite, Reals)) and 0 not in domain


def _is_excluded(free: Node, ranges: Ranges) -> bool:
    """Whether a condition under which a formula says nothing of a quantity certainly fails: a factor is not 0."""
    parts = free.arguments if isinstance(free, Call) and free.function == "and" else (free,)
    return any(
        isinstance(part, Call)
        and part.function == "="
        and any(
            value_of(one) == 0 and is_nonzero(other, ranges)
            for one, other in (part.arguments, reversed(part.arguments))
        )
        for part in parts
    )
