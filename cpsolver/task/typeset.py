"""Expressions as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from cpsolver.task.expression import (
    Call,
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
from cpsolver.task.notation import ATOM, COMPARISONS, LOOSE, PRECEDENCE, QUANTITY, Text, chained, number_text

_GREEK = re.compile(
    "alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi|chi|psi|"
    "omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega"
)
_SIGNS = {
    "<->": r"\leftrightarrow", "->": r"\rightarrow", "or": r"\lor", "xor": r"\oplus", "and": r"\land",
    "=": "=", "!=": r"\ne", "<": "<", "<=": r"\le", ">": ">", ">=": r"\ge", "in": r"\in",
    "+": "+", "-": "-", "*": r"\cdot", "%": r"\bmod", "mod": r"\operatorname{mod}", "div": r"\operatorname{div}",
}  # fmt: skip
_NAMED = frozenset(("min", "max", "exp", "log", "sin", "cos", "tan"))
_ARCS = {"asin": r"\arcsin", "acos": r"\arccos", "atan": r"\arctan", "log10": r"\log_{10}"}


def latex(node: Node) -> str:
    """The expression as LaTeX, without dollar signs."""
    return _text(node)[0]


def _text(node: Node) -> Text:
    return _WRITERS[type(node)](node)


def _at(node: Node, level: float) -> str:
    text, own = _text(node)
    return text if own >= level else _bracketed(text)


def _tighter(node: Node, level: float) -> str:
    text, own = _text(node)
    return text if own > level else _bracketed(text)


def _bracketed(text: str) -> str:
    return rf"\left({text}\right)"


def _constant(node: Constant) -> Text:
    text = number_text(node.value)
    if isinstance(node.value, Fraction) and "/" in text:
        sign = "-" if node.value < 0 else ""
        return rf"{sign}\frac{{{abs(node.value.numerator)}}}{{{node.value.denominator}}}", PRECEDENCE["/"]
    if isinstance(node.value, (str, bool)):
        return rf"\text{{{_escaped(text)}}}", ATOM
    return text, PRECEDENCE["neg"] if text.startswith("-") else ATOM


def _escaped(text: str) -> str:
    return re.sub(r"([_#$%&{}])", r"\\\1", text)


def name_text(name: str) -> str:
    """A name: `x_1` with a subscript, `queen[3]` likewise, Greek letters by name, longer words upright."""
    head, bracket, tail = name.partition("[")
    if not bracket:
        head, _, tail = name.partition("_")
    stem = rf"\{head}" if _GREEK.fullmatch(head) else head if len(head) == 1 else rf"\mathrm{{{_escaped(head)}}}"
    return f"{stem}_{{{_escaped(tail.rstrip(']'))}}}" if tail else stem


def _quantity(node: Quantity) -> Text:
    return rf"{number_text(node.number)}\,\mathrm{{{_escaped(node.unit)}}}", QUANTITY


def _element(node: Element) -> Text:
    return f"{_at(node.array, ATOM)}_{{{', '.join(map(latex, node.indices))}}}", ATOM


def _member(node: Member) -> Text:
    return rf"{_at(node.record, ATOM)}.\mathrm{{{_escaped(node.name)}}}", ATOM


def _range(node: Range) -> Text:
    return rf"{latex(node.lower)} \ldots {latex(node.upper)}", PRECEDENCE[".."]


def _collection(node: Collection) -> Text:
    left, right = node.brackets[0], node.brackets[1]
    escape = "\\" if left == "{" else ""
    return rf"\left{escape}{left}{', '.join(map(latex, node.items))}\right{escape}{right}", ATOM


def _comprehension(node: Comprehension) -> Text:
    clauses = ", ".join(rf"{', '.join(map(name_text, c.names))} \in {latex(c.values)}" for c in node.clauses)
    where = rf",\ {latex(node.where)}" if node.where is not None else ""
    return rf"{latex(node.body)} \quad {clauses}{where}", LOOSE


def _call(node: Call) -> Text:
    writer = _CALLS.get(node.function)
    written = writer(node) if writer else None
    return written or _applied(node)


def _applied(node: Call) -> Text:
    name = node.function
    command = rf"\{name}" if name in _NAMED else _ARCS.get(name, rf"\operatorname{{{_escaped(name)}}}")
    return command + _bracketed(", ".join(map(latex, node.arguments))), ATOM


def _infix(node: Call) -> Text | None:
    if len(node.arguments) != 2:
        return None
    level = PRECEDENCE[node.function]
    left, right = node.arguments
    return f"{_at(left, level)} {_SIGNS[node.function]} {_tighter(right, level)}", level


def _product(node: Call) -> Text:
    left, right = node.arguments
    level = PRECEDENCE["*"]
    # Two numbers side by side would read as one.
    numeric = isinstance(right, Constant) or (isinstance(right, Call) and isinstance(right.arguments[0], Constant))
    sign = r" \cdot " if numeric else " "
    return f"{_at(left, level)}{sign}{_tighter(right, level)}", level


def _fraction(node: Call) -> Text:
    above, below = map(latex, node.arguments)
    return rf"\frac{{{above}}}{{{below}}}", PRECEDENCE["/"]


def _floor(node: Call) -> Text:
    above, below = map(latex, node.arguments)
    return rf"\left\lfloor\frac{{{above}}}{{{below}}}\right\rfloor", ATOM


def _power(node: Call) -> Text:
    base, exponent = node.arguments
    return f"{_at(base, ATOM)}^{{{latex(exponent)}}}", PRECEDENCE["^"]


def _negative(node: Call) -> Text:
    (operand,) = node.arguments
    if isinstance(operand, Quantity):
        return f"-{_quantity(operand)[0]}", QUANTITY
    return f"-{_at(operand, PRECEDENCE['*'])}", PRECEDENCE["neg"]


def _not(node: Call) -> Text:
    return rf"\lnot {_at(node.arguments[0], ATOM)}", PRECEDENCE["not"]


def _junction(node: Call) -> Text | None:
    if len(node.arguments) < 2:
        return None
    chain = chained(node) if node.function == "and" else None
    if chain:
        level = PRECEDENCE["="]
        rest = "".join(f" {_SIGNS[item.function]} {_tighter(item.arguments[1], level)}" for item in chain)
        return f"{_tighter(chain[0].arguments[0], level)}{rest}", level
    level = PRECEDENCE[node.function]
    return f" {_SIGNS[node.function]} ".join(_tighter(item, level) for item in node.arguments), level


def _choice(node: Call) -> Text:
    condition, then, otherwise = map(latex, node.arguments)
    return (
        rf"\begin{{cases}} {then} & \text{{if }} {condition} \\ {otherwise} & \text{{otherwise}} \end{{cases}}",
        LOOSE,
    )


def _between(left: str, right: str) -> Callable[[Call], Text]:
    return lambda node: (f"{left}{latex(node.arguments[0])}{right}", ATOM)


_CALLS: dict[str, Callable[[Call], Text | None]] = {
    **dict.fromkeys((*COMPARISONS, "in", "+", "-", "%", "div", "mod", "xor", "<->", "->"), _infix),
    "*": _product,
    "/": _fraction,
    "//": _floor,
    "^": _power,
    "neg": _negative,
    "not": _not,
    "and": _junction,
    "or": _junction,
    "if": _choice,
    "sqrt": _between(r"\sqrt{", "}"),
    "abs": _between(r"\left|", r"\right|"),
}

_WRITERS: dict[type[Node], Callable[[Any], Text]] = {
    Constant: _constant,
    Quantity: _quantity,
    Name: lambda node: (name_text(node.name), ATOM),
    Element: _element,
    Member: _member,
    Wildcard: lambda node: ("*", ATOM),
    Range: _range,
    Collection: _collection,
    Comprehension: _comprehension,
    Call: _call,
}
