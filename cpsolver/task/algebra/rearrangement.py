"""What is done to both sides of an equation to free a quantity: data only, for whoever prints or checks it.

A branch of an inversion carries its rearrangements in order. Each says what was done (`action`, with its `operand`) and
the equation after it; the first was done to the formula itself, the last leaves `quantity = expression`. Every equation
follows from the one before wherever the guards of the branch hold, for the roots that the branch gives.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from cpsolver.task.algebra.terms import ONE, add, multiply
from cpsolver.task.expression import Call, Constant, Name, Node

Action = Literal[
    "swap",  # the sides change places
    "add",  # the operand is added to both sides
    "subtract",  # the operand is subtracted from both sides
    "subtract from",  # both sides are subtracted from the operand
    "negate",  # both sides change sign
    "multiply",  # both sides are multiplied by the operand
    "divide",  # both sides are divided by the operand
    "exchange",  # the denominator (operand) and the other side change places
    "root",  # the root of degree operand of both sides, with one of its signs
    "power",  # both sides are raised to the operand
    "logarithm",  # the logarithm to the base operand of both sides; natural without operand
    "exponential",  # the operand to the power of both sides; e without operand
    "apply",  # the function whose name is the operand of both sides, with one of its turns
    "case",  # one case, the operand being what is supposed
    "collect",  # like terms are collected on one side
    "quadratic formula",  # the formula for quadratic equations, with one of its signs
    "factor",  # a product is 0 where the operand, one of its factors, is
    "substitute",  # the operand, `new name = expression`, is put in
    "put back",  # the new name stands for its expression again
    "square",  # both sides are squared: roots may be added
    "auxiliary angle",  # a·sin u + b·cos u becomes r·sin(u + angle), the operand being the angle
    "identity",  # a side is written in another way; the operand, an equation, says by which
    "algebra",  # an algebra system rearranged the equation; checked at random points
]


@dataclass(frozen=True)
class Rearrangement:
    """One thing done to both sides, and the equation `left = right` after it; for the operand see `Action`."""

    action: Action
    left: Node
    right: Node
    operand: Node | None = None


Done = tuple[Action, Node | None]
"""An action and its operand."""


def undoing(node: Call, place: int, goal: Node) -> Done:
    """What is done to both sides of `node = goal` so that the argument at this place stands alone."""
    return _UNDOING[node.function](node, place, goal)


def _others(node: Call, place: int, join: Callable[[Node, Node], Node]) -> Node:
    first, *rest = [argument for index, argument in enumerate(node.arguments) if index != place] or [ONE]
    for other in rest:
        first = join(first, other)
    return first


def _sum(node: Call, place: int, goal: Node) -> Done:
    return "subtract", _others(node, place, add)


def _difference(node: Call, place: int, goal: Node) -> Done:
    return ("add", node.arguments[1]) if place == 0 else ("subtract from", node.arguments[0])


def _product(node: Call, place: int, goal: Node) -> Done:
    return "divide", _others(node, place, multiply)


def _quotient(node: Call, place: int, goal: Node) -> Done:
    return ("multiply" if place == 0 else "exchange"), node.arguments[1]


def _power(node: Call, place: int, goal: Node) -> Done:
    if place == 1:
        return "logarithm", None
    return "root", node.arguments[1]


def _arc(inverse: str) -> Callable[[Call, int, Node], Done]:
    return lambda node, place, goal: ("apply", Name(inverse))


_UNDOING: dict[str, Callable[[Call, int, Node], Done]] = {
    "+": _sum,
    "sum": _sum,
    "-": _difference,
    "*": _product,
    "product": _product,
    "/": _quotient,
    "neg": lambda node, place, goal: ("negate", None),
    "^": _power,
    "sqrt": lambda node, place, goal: ("power", Constant(2)),
    "abs": lambda node, place, goal: ("case", None),
    "min": lambda node, place, goal: ("case", None),
    "max": lambda node, place, goal: ("case", None),
    "exp": lambda node, place, goal: ("logarithm", None),
    "log": lambda node, place, goal: ("exponential", None),
    "log10": lambda node, place, goal: ("exponential", Constant(10)),
    "sin": _arc("asin"),
    "cos": _arc("acos"),
    "tan": _arc("atan"),
    "asin": _arc("sin"),
    "acos": _arc("cos"),
    "atan": _arc("tan"),
}
