"""Derived formulas as a person writes them: `(vs + sqrt(vs^2 + 2*g*h))/g` for what inverting gave.

Products are flattened and powers of one base joined, numbers worked out and put first, common factors cancelled; like
terms are collected, signs worked off, quotients of quotients made one; squares are drawn out of roots, and signs and
absolute values dropped, where the ranges of the quantities decide; a broken number is a decimal where the formula has
decimals. What would be longer than before is not taken.

Wherever the original has a value and the quantities lie within their ranges, the tidied one has the same. It may have
one where the original has none: `x/x` is 1 also at 0, `sqrt(x)^2` is x also below 0, `0*(1/x)` is 0.
Source: the rules of school algebra; the normal form of a sum of products of powers (as in any algebra system) is only
on the way, the shortest writing of it is what comes back.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from cpsolver.task.algebra.tidying.laying import Layer, length
from cpsolver.task.algebra.tidying.reading import Reader
from cpsolver.task.domain import Domain
from cpsolver.task.expression import Call, Constant, Node
from cpsolver.task.functions import FUNCTIONS, Undefined
from cpsolver.task.writing import number_text

__all__ = ["has_decimals", "length", "tidied"]

MOST_PASSES = 6
"""What is put in order once is rarely put in order otherwise a second time."""

LONGEST = 600
"""Longer expressions are left as they are: nobody reads them."""


def tidied(node: Node, ranges: Mapping[str, Domain] | None = None, decimals: bool = False) -> Node:
    """The expression as a person writes it; never longer (see `length`), and itself if it is so already.

    ranges: what is known of the quantities; decimals: whether broken numbers are written as decimals
    """
    if length(node) > LONGEST:
        return node
    found = _settled(node, Reader(ranges or {}, Layer(decimals)))
    return found if length(found) <= length(node) else _within(node, ranges or {}, decimals)


def has_decimals(node: Node) -> bool:
    """Whether a decimal number stands in an expression as it was written."""
    if isinstance(node, Constant):
        return isinstance(node.value, Fraction) and node.written is None and "/" not in number_text(node.value)
    return any(map(has_decimals, node.children()))


def _settled(node: Node, reader: Reader) -> Node:
    """Put in order until that changes nothing; of what would go round in a circle the shortest."""
    seen = [node]
    for _ in range(MOST_PASSES):
        try:
            after = reader.tidied(seen[-1])
        except (Undefined, OverflowError):
            break
        if after in seen:
            return min(seen[seen.index(after) :], key=lambda one: (length(one), str(one)))
        seen.append(after)
    return seen[-1]


def _within(node: Node, ranges: Mapping[str, Domain], decimals: bool) -> Node:
    """Only the parts put in order, where the whole would become longer; products and quotients stay as they are."""
    if not isinstance(node, Call) or FUNCTIONS[node.function].gives != "number" or node.function in ("*", "/", "^"):
        return node
    return Call(node.function, tuple(tidied(argument, ranges, decimals) for argument in node.arguments))
