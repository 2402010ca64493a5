"""Comparisons of sums of whole numbers, stated at once: most conditions of a large task are of this form.

What is not of it, or needs a second thought, is left to the general way of `relations`, which gives the same meaning:
fractions, symbols, other functions, numbers too large, one variable alone, and what never holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsolver.solvers.cpsat.model import LARGEST, Literals
from cpsolver.task.expression import Call, Constant, Name, Node

if TYPE_CHECKING:
    from cpsolver.solvers.cpsat.compiler import Compiler


def post_linear(compiler: Compiler, node: Call, when: Literals) -> bool:
    """Whether the comparison is of this form; then it is stated, and holds wherever the literals do."""
    found = _collected(compiler, node.arguments[0], node.arguments[1])
    if found is None:
        return False
    terms, constant = found
    reach = _reach(compiler, terms, constant)
    if reach is None:
        return False
    domain = _domain(node.function, -constant, *reach)
    if domain is None:
        return True
    if domain[0] > domain[-1]:
        return False
    _state(compiler, terms, domain, when)
    return True


def _state(compiler: Compiler, terms: dict[int, int], domain: list[int], when: Literals) -> None:
    """Written into CP-SAT's model outright: an expression would be made only to be taken apart again."""
    model = compiler.model
    made = model.proto.proto.constraints.add()
    linear = made.linear
    linear.vars.extend(list(terms))
    linear.coeffs.extend(list(terms.values()))
    linear.domain.extend(domain)
    if when:
        made.enforcement_literal.extend([model.of(literal).index for literal in when])


def _collected(compiler: Compiler, left: Node, right: Node) -> tuple[dict[int, int], int] | None:
    """Left minus right: coefficients by solver variable in the order of the text, and the constant. None: not whole."""
    columns, whole = compiler.columns, compiler.whole
    terms: dict[int, int] = {}
    constant = 0
    node, factor = left, 1
    later: list[tuple[Node, int]] = [(right, -1)]
    while True:
        if isinstance(node, Name):
            index = columns.get(node.name)
            if index is not None:
                terms[index] = terms.get(index, 0) + factor
            else:
                fixed = whole.get(node.name)
                if not isinstance(fixed, int):
                    return None
                constant += factor * fixed
        elif isinstance(node, Constant):
            if type(node.value) is not int:
                return None
            constant += factor * node.value
        elif isinstance(node, Call):
            function, arguments = node.function, node.arguments
            if function == "+":
                later.append((arguments[1], factor))
                node = arguments[0]
            elif function == "-":
                later.append((arguments[1], -factor))
                node = arguments[0]
            else:
                below = _below(function, arguments, factor, later)
                if below is None:
                    return None
                node, factor = below
            continue
        else:
            return None
        if not later:
            return terms, constant
        node, factor = later.pop()


def _below(
    function: str, arguments: tuple[Node, ...], factor: int, later: list[tuple[Node, int]]
) -> tuple[Node, int] | None:
    """The first of the multiples that a call is the sum of; the others are to come later. None if it is no sum."""
    first = arguments[0]
    if function == "*":
        second = arguments[1]
        if isinstance(second, Constant):
            first, second = second, first
        if not isinstance(first, Constant) or type(first.value) is not int:
            return None
        return second, factor * first.value
    if function == "sum":
        later.extend([(argument, factor) for argument in arguments[:0:-1]])
        return first, factor
    return (first, -factor) if function == "neg" else None


def _reach(compiler: Compiler, terms: dict[int, int], constant: int) -> tuple[int, int] | None:
    """The least and the greatest value of two terms or more. None: of fewer, or numbers grow too large."""
    lowest, highest = compiler.model.lower, compiler.model.upper
    lower = upper = 0
    size = abs(constant)
    for index, coefficient in terms.items():
        if coefficient > 0:
            low, high = coefficient * lowest[index], coefficient * highest[index]
        elif coefficient:
            low, high = coefficient * highest[index], coefficient * lowest[index]
        else:
            return None
        lower += low
        upper += high
        size += high if high > -low else -low
    return (lower, upper) if len(terms) > 1 and size < LARGEST else None


def _domain(relation: str, bound: int, lower: int, upper: int) -> list[int] | None:
    """The ends of the intervals of the reach that stand in the relation to the bound; None if all of it does."""
    if relation == "!=":
        if not lower <= bound <= upper:
            return None
        below, above = [lower, bound - 1], [bound + 1, upper]
        return [*(below if lower < bound else ()), *(above if bound < upper else ())] or below
    low, high = lower, upper
    if relation in ("<=", "<"):
        high = min(upper, bound if relation == "<=" else bound - 1)
    elif relation in (">=", ">"):
        low = max(lower, bound if relation == ">=" else bound + 1)
    else:
        low, high = max(lower, bound), min(upper, bound)
    return None if low == lower and high == upper else [low, high]
