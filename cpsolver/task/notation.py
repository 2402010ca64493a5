"""Expressions as people read them: plain text that can be parsed again, and LaTeX, with as few brackets as can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from cpsolver.task.domain import Value
from cpsolver.task.expression import (
    Call,
    Clause,
    Collection,
    Comprehension,
    Constant,
    Element,
    Member,
    Name,
    Node,
    Quantity,
    Range,
    Wildcard,
)

LOOSE, ATOM = 0.0, 13.0
PRECEDENCE: dict[str, float] = {
    "<->": 1, "->": 2, "or": 3, "xor": 4, "and": 5, "not": 6,
    "=": 7, "!=": 7, "<": 7, "<=": 7, ">": 7, ">=": 7, "in": 7, "..": 8,
    "+": 9, "-": 9, "*": 10, "/": 10, "//": 10, "%": 10, "div": 10, "mod": 10, "neg": 11, "^": 12,
}  # fmt: skip
"""How tightly each operator binds, in the order of the grammar. What binds looser than its place needs brackets."""

QUANTITY = 9.5
"""A number with its unit: tighter than a sum, but `60 km*x` would be read as a unit."""

COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")

Text = tuple[str, float]
"""A text and how tightly its loosest operator binds."""


def plain(node: Node) -> str:
    """Readable mathematics: `a + b*c`, `x <= 3`, `all_different(a, b)`. Parsed again, it gives the same tree."""
    return _text(node)[0]


def latex(node: Node) -> str:
    """The same for typesetting: fractions, roots, powers, subscripts."""
    from cpsolver.task import typeset

    return typeset.latex(node)


def number_text(value: Value) -> str:
    """A value as written in expressions: `2.5` for a finite decimal, else `1/3`; `true`; a symbol as it is."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Fraction) and value.denominator != 1:
        return _decimal(value) or str(value)
    return str(value)


def _decimal(value: Fraction) -> str | None:
    """The decimal of a fraction whose denominator divides a power of ten no larger than 10^12; else None."""
    for digits in range(1, 13):
        scaled = value * 10**digits
        if scaled.denominator == 1:
            whole = f"{abs(scaled.numerator):0{digits + 1}d}"
            return f"{'-' if value < 0 else ''}{whole[:-digits]}.{whole[-digits:]}"
    return None


def chained(node: Call) -> tuple[Call, ...] | None:
    """The comparisons of `a <= b < c`, if that is what an `and` says."""
    items = tuple(item for item in node.arguments if isinstance(item, Call) and item.function in COMPARISONS)
    if not len(items) == len(node.arguments) > 1:
        return None
    pairs = pairwise(items)
    return items if all(_is_same(one.arguments[1], next_.arguments[0]) for one, next_ in pairs) else None


def _is_same(one: Node, other: Node) -> bool:
    return one is other or (isinstance(one, (Name, Constant)) and one == other)


def _text(node: Node) -> Text:
    return _WRITERS[type(node)](node)


def _at(node: Node, level: float) -> str:
    """The text of a node where something as tight as `level` must stand."""
    text, own = _text(node)
    return text if own >= level else f"({text})"


def _tighter(node: Node, level: float) -> str:
    text, own = _text(node)
    return text if own > level else f"({text})"


def _constant(node: Constant) -> Text:
    text = number_text(node.value)
    if "/" in text and isinstance(node.value, Fraction):
        return text, PRECEDENCE["/"]
    return text, PRECEDENCE["neg"] if text.startswith("-") else ATOM


def _quantity(node: Quantity) -> Text:
    return f"{number_text(node.number)} {node.unit}", QUANTITY


def _element(node: Element) -> Text:
    return f"{_at(node.array, ATOM)}[{', '.join(plain(index) for index in node.indices)}]", ATOM


def _member(node: Member) -> Text:
    return f"{_at(node.record, ATOM)}.{node.name}", ATOM


def _range(node: Range) -> Text:
    level = PRECEDENCE[".."]
    return f"{_tighter(node.lower, level)}..{_tighter(node.upper, level)}", level


def _collection(node: Collection) -> Text:
    left, right = node.brackets[0], node.brackets[1]
    if left == "(" and len(node.items) == 1:
        return f"({_tighter(node.items[0], LOOSE)},)", ATOM
    return f"{left}{_listed(node.items)}{right}", ATOM


def _listed(items: Sequence[Node]) -> str:
    """Items with commas; only the last may carry a `for` without brackets."""
    inner = [f"({plain(item)})" if isinstance(item, Comprehension) else plain(item) for item in items[:-1]]
    return ", ".join([*inner, *(plain(item) for item in items[-1:])])


def _comprehension(node: Comprehension) -> Text:
    where = f" where {plain(node.where)}" if node.where is not None else ""
    return f"{plain(node.body)} for {', '.join(map(clause_text, node.clauses))}{where}", LOOSE


def clause_text(clause: Clause) -> str:
    """`i in 1..n` or `(a, b) in border`."""
    names = clause.names[0] if len(clause.names) == 1 else f"({', '.join(clause.names)})"
    return f"{names} in {_at(clause.values, PRECEDENCE['..'])}"


def _call(node: Call) -> Text:
    writer = _CALLS.get(node.function)
    written = writer(node) if writer else None
    return written or (f"{_SPOKEN.get(node.function, node.function)}({_listed(node.arguments)})", ATOM)


def _infix(node: Call) -> Text | None:
    """Grouped to the left: `a - b - c`."""
    if len(node.arguments) != 2:
        return None
    sign, level = node.function, PRECEDENCE[node.function]
    left, right = node.arguments
    space = "" if sign in "*/^" else " "
    return f"{_at(left, level)}{space}{sign}{space}{_tighter(right, level)}", level


def _to_the_right(node: Call) -> Text:
    left, right = node.arguments
    level = PRECEDENCE[node.function]
    return f"{_tighter(left, level)} {node.function} {_at(right, level)}", level


def _comparison(node: Call) -> Text:
    level = PRECEDENCE[node.function]
    left, right = node.arguments
    return f"{_tighter(left, level)} {node.function} {_tighter(right, level)}", level


def _power(node: Call) -> Text:
    base, exponent = node.arguments
    return f"{_at(base, ATOM)}^{_at(exponent, PRECEDENCE['neg'])}", PRECEDENCE["^"]


def _negative(node: Call) -> Text:
    (operand,) = node.arguments
    if isinstance(operand, Quantity):
        return f"-{_quantity(operand)[0]}", QUANTITY
    return f"-{_at(operand, PRECEDENCE['neg'])}", PRECEDENCE["neg"]


def _not(node: Call) -> Text:
    (operand,) = node.arguments
    if isinstance(operand, Call) and operand.function == "in":
        left, right = operand.arguments
        level = PRECEDENCE["in"]
        return f"{_tighter(left, level)} not in {_tighter(right, level)}", level
    return f"not {_at(operand, PRECEDENCE['not'])}", PRECEDENCE["not"]


def _junction(node: Call) -> Text | None:
    if len(node.arguments) < 2 or any(isinstance(item, Comprehension) for item in node.arguments):
        return None
    chain = chained(node) if node.function == "and" else None
    if chain:
        level = PRECEDENCE["="]
        rest = "".join(f" {item.function} {_tighter(item.arguments[1], level)}" for item in chain)
        return f"{_tighter(chain[0].arguments[0], level)}{rest}", level
    level = PRECEDENCE[node.function]
    return f" {node.function} ".join(_tighter(item, level) for item in node.arguments), level


def _choice(node: Call) -> Text:
    condition, then, otherwise = map(plain, node.arguments)
    return f"if {condition} then {then} else {otherwise}", LOOSE


_SPOKEN = {"and": "all", "or": "any"}

_CALLS: dict[str, Callable[[Call], Text | None]] = {
    **dict.fromkeys(("+", "-", "*", "/", "//", "%", "div", "mod", "xor", "<->"), _infix),
    **dict.fromkeys((*COMPARISONS, "in"), _comparison),
    "->": _to_the_right,
    "^": _power,
    "neg": _negative,
    "not": _not,
    "and": _junction,
    "or": _junction,
    "if": _choice,
}

_WRITERS: dict[type[Node], Callable[[Any], Text]] = {
    Constant: _constant,
    Quantity: _quantity,
    Name: lambda node: (node.name, ATOM),
    Element: _element,
    Member: _member,
    Wildcard: lambda node: ("*", ATOM),
    Range: _range,
    Collection: _collection,
    Comprehension: _comprehension,
    Call: _call,
}
