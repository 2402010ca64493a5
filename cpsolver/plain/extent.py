"""Between which whole numbers an expression lies, by its variables' domains: bounds that hold, not always tight."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Collection, Constant, Name, Node
from cpsolver.task.functions import FUNCTIONS

Extent = tuple[int, int]


def extent(node: Node, domains: Mapping[str, Finite]) -> Extent:
    """The least and the greatest an expression of whole numbers may be, where it is defined."""
    if isinstance(node, Constant):
        return int(node.value), int(node.value)
    if isinstance(node, Name):
        values = [int(value) for value in domains[node.name]]
        return (min(values), max(values)) if values else (0, 0)
    assert isinstance(node, Call), f"{node} is no number"
    if FUNCTIONS[node.function].gives == "boolean":
        return 0, 1
    if node.function == "element":
        assert isinstance(node.arguments[1], Collection), "the items of an element are a list"
        return _hull([extent(item, domains) for item in node.arguments[1].items])
    if node.function == "if":
        return _hull([extent(item, domains) for item in node.arguments[1:]])
    return _EXTENTS[node.function]([extent(argument, domains) for argument in node.arguments])


def _hull(parts: Sequence[Extent]) -> Extent:
    return (min(low for low, _ in parts), max(high for _, high in parts)) if parts else (0, 0)


def _times(left: Extent, right: Extent) -> Extent:
    found = [a * b for a, b in product(left, right)]
    return min(found), max(found)


def _product(parts: Sequence[Extent]) -> Extent:
    found = (1, 1)
    for part in parts:
        found = _times(found, part)
    return found


def _sum(parts: Sequence[Extent]) -> Extent:
    return sum(low for low, _ in parts), sum(high for _, high in parts)


def _negative(part: Extent) -> Extent:
    return -part[1], -part[0]


def _quotient(parts: Sequence[Extent]) -> Extent:
    """A quotient is no larger than what is divided; rounded down it may be one step below."""
    most = max(map(abs, parts[0]))
    if parts[0][0] >= 0 and parts[1][0] > 0:
        return parts[0][0] // parts[1][1], parts[0][1] // parts[1][0]
    return -most, most


def _remainder(parts: Sequence[Extent]) -> Extent:
    most = max(max(map(abs, parts[1])) - 1, 0)
    return (0, most) if parts[0][0] >= 0 and parts[1][0] > 0 else (-most, most)


def _absolute(parts: Sequence[Extent]) -> Extent:
    low, high = parts[0]
    return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))


def _power(parts: Sequence[Extent]) -> Extent:
    most = max(max(map(abs, parts[0])), 1) ** min(max(parts[1][1], 0), 64)
    return (0 if parts[0][0] >= 0 else -most), most


_EXTENTS: dict[str, Callable[[Sequence[Extent]], Extent]] = {
    "neg": lambda parts: _negative(parts[0]),
    "+": _sum,
    "sum": _sum,
    "-": lambda parts: _sum((parts[0], _negative(parts[1]))),
    "*": _product,
    "product": _product,
    "//": _quotient,
    "div": _quotient,
    "%": _remainder,
    "mod": _remainder,
    "^": _power,
    "abs": _absolute,
    "min": lambda parts: (min(low for low, _ in parts), min(high for _, high in parts)) if parts else (0, 0),
    "max": lambda parts: (max(low for low, _ in parts), max(high for _, high in parts)) if parts else (0, 0),
    "count": lambda parts: (0, len(parts)),
    "nvalue": lambda parts: (min(1, len(parts)), len(parts)),
    "arg_max": lambda parts: (1, max(1, len(parts))),
    "arg_min": lambda parts: (1, max(1, len(parts))),
}
