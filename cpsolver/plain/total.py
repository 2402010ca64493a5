"""Conditions whose parts always have a value: for languages that do not say what happens where one has none.

    x div y = 2   becomes   y != 0 and x div (if y = 0 then 1 else y) = 2

What was undefined makes the nearest Boolean around it false, as before. Elements become choices, divisions that round
down become those that cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cpsolver.plain.extent import extent
from cpsolver.task.decomposition import decomposed
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Collection, Constant, Node, size
from cpsolver.task.functions import FUNCTIONS
from cpsolver.task.globals import items_of

ZERO, ONE = Constant(0), Constant(1)

LONGEST = 400
"""Nodes that one part may come to: an index is said again for every key."""


class TooLong(Exception):
    """Said with total parts, the condition would be too long."""


Safe = tuple[Node, list[Node]]
"""An expression that always has a value, and the conditions under which it is that of the original one."""

LOGIC = frozenset(("and", "or", "not", "xor", "->", "<->"))


@dataclass(frozen=True)
class Total:
    """The expressions of one task, made total. domains: by them divisions are told that need no care."""

    domains: Mapping[str, Finite]

    def truth(self, node: Node) -> Node:
        """A condition with total parts that is true exactly where this one is."""
        if not isinstance(node, Call):
            return node
        if node.function in LOGIC:
            return Call(node.function, tuple(map(self.truth, node.arguments)))
        if node.function not in _PLAIN:
            simpler = decomposed(node)
            if simpler is not None:
                return self.truth(simpler)
        if node.function == "if":
            safe, doubts = self.number(node)
            return both([*doubts, safe])
        arguments, doubts = self._all(node.arguments)
        return both([*doubts, Call(node.function, tuple(arguments))])

    def number(self, node: Node) -> Safe:
        """A number that is total, and the conditions on which it is right."""
        if isinstance(node, Collection):
            items, doubts = self._all(node.items)
            return Collection(tuple(items), node.brackets), doubts
        if not isinstance(node, Call):
            return node, []
        if node.function in _NUMBERS:
            return _NUMBERS[node.function](self, node)
        if FUNCTIONS[node.function].gives == "boolean":
            return self.truth(node), []
        simpler = decomposed(node)
        if simpler is not None:
            return self.number(simpler)
        arguments, doubts = self._all(node.arguments)
        return Call(node.function, tuple(arguments)), doubts

    def _all(self, nodes: Sequence[Node]) -> tuple[list[Node], list[Node]]:
        safe = [self.number(node) for node in nodes]
        return [node for node, _ in safe], [doubt for _, doubts in safe for doubt in doubts]


def both(parts: Sequence[Node]) -> Node:
    """All of these."""
    return parts[0] if len(parts) == 1 else Call("and", tuple(parts))


_PLAIN = frozenset(
    [
        "=",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        "in",
        "if",
        "all_different",
        "all_equal",
        "increasing",
        "strictly_increasing",
        "decreasing",
        "strictly_decreasing",
        "table",
    ]
)
"""Conditions that stay as they are, their arguments made total."""


def _divided(total: Total, node: Call) -> Safe:
    (top, divisor), doubts = total._all(node.arguments)
    if size(top) + size(divisor) > LONGEST:
        raise TooLong
    low, high = extent(divisor, total.domains)
    if low <= 0 <= high:
        doubts = [*doubts, Call("!=", (divisor, ZERO))]
        divisor = Call("if", (Call("=", (divisor, ZERO)), ONE, divisor))
    if node.function in ("div", "mod"):
        return Call(node.function, (top, divisor)), doubts
    if extent(top, total.domains)[0] >= 0 and low > 0:
        return Call("div" if node.function == "//" else "mod", (top, divisor)), doubts
    rest = Call("mod", (Call("+", (Call("mod", (top, divisor)), divisor)), divisor))
    return (rest if node.function == "%" else Call("div", (Call("-", (top, rest)), divisor))), doubts


def _choice(total: Total, node: Call) -> Safe:
    condition = total.truth(node.arguments[0])
    (then, if_so), (otherwise, if_not) = map(total.number, node.arguments[1:])
    doubts: list[Node] = [Call("or", (Call("not", (condition,)), both(if_so)))] if if_so else []
    doubts += [Call("or", (condition, both(if_not)))] if if_not else []
    return Call("if", (condition, then, otherwise)), doubts


def _element(total: Total, node: Call) -> Safe:
    index, doubts = total.number(node.arguments[0])
    keys = items_of(node.arguments[2])
    items, others = total._all(items_of(node.arguments[1]))
    if not items:
        return ZERO, [Constant(False)]
    if size(index) * len(keys) > LONGEST:
        raise TooLong
    found = items[-1]
    for key, item in reversed(list(zip(keys[:-1], items[:-1], strict=True))):
        found = Call("if", (Call("=", (index, key)), item, found))
    return found, [*doubts, *others, Call("in", (index, Collection(keys)))]


def _counted(total: Total, node: Call) -> Safe:
    return Call("sum", tuple(map(total.truth, node.arguments))), []


def _extreme(total: Total, node: Call) -> Safe:
    if not node.arguments:
        return ZERO, [Constant(False)]
    arguments, doubts = total._all(node.arguments)
    return (arguments[0] if len(arguments) == 1 else Call(node.function, tuple(arguments))), doubts


_NUMBERS: dict[str, Callable[[Total, Call], Safe]] = {
    **dict.fromkeys(("div", "mod", "//", "%"), _divided),
    "if": _choice,
    "element": _element,
    "count": _counted,
    "min": _extreme,
    "max": _extreme,
}
