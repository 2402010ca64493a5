"""How an expression becomes text: one walk over its tree, which knows the grammar, for any alphabet.

The walk decides where brackets must stand; an alphabet says how signs, names and brackets look. There are three of
them: plain text (`notation`), LaTeX (`typeset`) and MathML (`mathml`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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

LARGEST_PLAIN, SMALLEST_PLAIN = 10**12, 1e-4
"""Numbers outside are shown as 6.02214076e23 where they are rounded for people."""

ROUND_FROM, ZEROS, WHOLE_FROM = 10**9, 10**6, 10**10
"""So are those from a thousand million on that end in six zeros; from ten times that on in one, or are not whole."""

PRECEDENCE: dict[str, float] = {
    "<->": 1, "->": 2, "or": 3, "xor": 4, "and": 5, "not": 6,
    "=": 7, "!=": 7, "<": 7, "<=": 7, ">": 7, ">=": 7, "in": 7, "..": 8,
    "+": 9, "-": 9, "*": 10, "/": 10, "//": 10, "%": 10, "div": 10, "mod": 10, "neg": 11, "^": 12,
}  # fmt: skip
"""How tightly each operator binds, in the order of the grammar. What binds looser than its place needs brackets."""

QUANTITY = 9.5
"""A number with its unit: tighter than a sum, but `60 km*x` would be read as a unit."""

COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")

_TIGHTER = 0.25
"""Added to the level of a place where the same operator needs brackets: `a - (b - c)`."""

_NO_SIDE_GROUPS = frozenset((*COMPARISONS, "in", ".."))
_THE_RIGHT_GROUPS = frozenset(("->",))

Text = tuple[str, float]
"""A text and how tightly its loosest operator binds."""


@dataclass(frozen=True)
class Form:
    """How a call is laid out.

    write:  the texts of the arguments → the text
    level:  how tightly the whole binds
    places: how tightly each argument must bind to stand there without brackets
    """

    write: Callable[..., str]
    level: float
    places: tuple[float, ...]


@dataclass(frozen=True)
class Alphabet:
    """How things look.

    signs:    what stands between the two sides of an operator, blanks included
    forms:    calls that are laid out otherwise; these come first
    fences:   the brackets written for `()`, `[]` and `{}`
    function: a function applied to arguments that stand in brackets
    element:  array and indices; member: record and name; entry: key and value of a lookup
    each:     body and clauses of a `for`; where: the same and its condition
    comma, minus, every: between items of a list; before a quantity; all indices
    """

    name: Callable[[str], str]
    constant: Callable[[Value], str]
    quantity: Callable[[str, str], str]
    function: Callable[[str], str]
    signs: Mapping[str, str]
    forms: Mapping[str, Form]
    fences: Mapping[str, tuple[str, str]]
    element: str
    member: str
    entry: str
    each: str
    where: str
    comma: str = ", "
    minus: str = "-"
    every: str = "*"


def is_scientific(number: int | float | Fraction) -> bool:
    """Whether people write a number with a power of ten."""
    size = number if number > 0 else -number
    if not SMALLEST_PLAIN <= size < LARGEST_PLAIN:
        return size != 0
    return (size >= ROUND_FROM and size % ZEROS == 0) or (size >= WHOLE_FROM and (size % 1 != 0 or size % 10 == 0))


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


def places(operator: str) -> tuple[float, float]:
    """How tightly the two sides of an operator must bind, by the side to which the grammar groups it."""
    level = PRECEDENCE[operator]
    tighter = level + _TIGHTER
    if operator in _NO_SIDE_GROUPS:
        return tighter, tighter
    return (tighter, level) if operator in _THE_RIGHT_GROUPS else (level, tighter)


class Writer:
    """The walk over a tree. Every method gives a text and how tightly it binds, or where that is plain the text."""

    def __init__(self, alphabet: Alphabet) -> None:
        self.alphabet = alphabet

    def written(self, node: Node) -> str:
        """The whole expression."""
        return self.text(node)[0]

    def text(self, node: Node) -> Text:
        """A node, and how tightly it binds."""
        return _WRITERS[type(node)](self, node)

    def at(self, node: Node, level: float) -> str:
        """A node where something that binds at least so tightly must stand."""
        text, own = self.text(node)
        return text if level <= own else self.fenced("()", text)

    def fenced(self, brackets: str, text: str) -> str:
        """A text in brackets."""
        left, right = self.alphabet.fences[brackets]
        return f"{left}{text}{right}"

    def listed(self, items: Sequence[Node]) -> str:
        """Items with commas; only the last may carry a `for` without brackets."""
        inner = [self.at(item, _TIGHTER if isinstance(item, Comprehension) else LOOSE) for item in items[:-1]]
        return self.alphabet.comma.join([*inner, *map(self.written, items[-1:])])

    def constant(self, node: Constant) -> Text:
        """A value; a negative number binds as a minus sign does, a fraction as a division."""
        plain, text = number_text(node.value), self.alphabet.constant(node.value)
        if "/" in plain and isinstance(node.value, Fraction):
            return text, PRECEDENCE["/"]
        return text, PRECEDENCE["neg"] if plain.startswith("-") else ATOM

    def quantity(self, node: Quantity) -> Text:
        """A number with its unit; without one it binds as it looks, with a power of ten as a product does."""
        text = self.alphabet.quantity(number_text(node.number), node.unit)
        if node.number < 0:
            return text, PRECEDENCE["-"]
        if node.unit:
            return text, QUANTITY
        return text, PRECEDENCE["*"] if is_scientific(node.number) else ATOM

    def name(self, node: Name) -> Text:
        """A name."""
        return self.alphabet.name(node.name), ATOM

    def wildcard(self, node: Wildcard) -> Text:
        """All indices."""
        return self.alphabet.every, ATOM

    def element(self, node: Element) -> Text:
        """`array[i, j]`."""
        return self.alphabet.element.format(self.at(node.array, ATOM), self.listed(node.indices)), ATOM

    def member(self, node: Member) -> Text:
        """`record.name`."""
        return self.alphabet.member.format(self.at(node.record, ATOM), self.alphabet.name(node.name)), ATOM

    def range(self, node: Range) -> Text:
        """`lower..upper`."""
        return self.infix("..", node.lower, node.upper)

    def collection(self, node: Collection) -> Text:
        """Items in the brackets they were written in; a comma tells a tuple of one item from brackets."""
        if node.brackets == "()" and len(node.items) == 1:
            return self.fenced("()", self.at(node.items[0], _TIGHTER) + self.alphabet.comma.rstrip()), ATOM
        return self.fenced(node.brackets, self.listed(node.items)), ATOM

    def comprehension(self, node: Comprehension) -> Text:
        """`body for i in S where condition`."""
        text = self.alphabet.each.format(
            self.written(node.body), self.alphabet.comma.join(map(self.clause, node.clauses))
        )
        return (self.alphabet.where.format(text, self.written(node.where)) if node.where is not None else text), LOOSE

    def clause(self, clause: Clause) -> str:
        """`i in 1..n` or `(a, b) in border`."""
        names = self.alphabet.comma.join(map(self.alphabet.name, clause.names))
        names = names if len(clause.names) == 1 else self.fenced("()", names)
        return f"{names}{self.alphabet.signs['in']}{self.at(clause.values, PRECEDENCE['..'])}"

    def call(self, node: Call) -> Text:
        """An operator by its form or sign, anything else as a function; what has not its number of arguments too."""
        special = _SPECIAL.get(node.function)
        text = special(self, node) if special else None
        return text or self.operator(node) or self.applied(node)

    def operator(self, node: Call) -> Text | None:
        """An operator between or around its arguments; None if it is written as a function."""
        form = self.alphabet.forms.get(node.function)
        if form is not None and len(form.places) == len(node.arguments):
            return form.write(*map(self.at, node.arguments, form.places)), form.level
        if node.function in self.alphabet.signs and len(node.arguments) == 2:
            return self.infix(node.function, *node.arguments)
        return None

    def infix(self, operator: str, left: Node, right: Node) -> Text:
        """A sign between two sides."""
        before, after = places(operator)
        text = f"{self.at(left, before)}{self.alphabet.signs[operator]}{self.at(right, after)}"
        return text, PRECEDENCE[operator]

    def applied(self, node: Call) -> Text:
        """`f(a, b)`; `and` and `or` of any number of items are called `all` and `any`."""
        function = self.alphabet.function(_SPOKEN.get(node.function, node.function))
        return function + self.fenced("()", self.listed(node.arguments)), ATOM

    def junction(self, node: Call) -> Text | None:
        """`a and b and c`, or the chain `a <= b < c` if that is what it says."""
        if len(node.arguments) < 2 or any(isinstance(item, Comprehension) for item in node.arguments):
            return None
        chain = _chained(node) if node.function == "and" else None
        if chain:
            _, place = places("=")
            links = [self.alphabet.signs[item.function] + self.at(item.arguments[1], place) for item in chain]
            return self.at(chain[0].arguments[0], place) + "".join(links), PRECEDENCE["="]
        level = PRECEDENCE[node.function]
        items = [self.at(item, level + _TIGHTER) for item in node.arguments]
        return self.alphabet.signs[node.function].join(items), level

    def negative(self, node: Call) -> Text | None:
        """A minus before a number with its unit needs no brackets."""
        (operand,) = node.arguments
        if not isinstance(operand, Quantity) or operand.number < 0:
            return None
        return self.alphabet.minus + self.quantity(operand)[0], PRECEDENCE["-"]

    def negation(self, node: Call) -> Text | None:
        """`a not in S`."""
        (operand,) = node.arguments
        if isinstance(operand, Call) and operand.function == "in":
            left, right = map(self.at, operand.arguments, places("in"))
            return f"{left}{self.alphabet.signs['not in']}{right}", PRECEDENCE["in"]
        return None

    def lookup(self, node: Call) -> Text | None:
        """The ground form of an element: `[7, 3, 9][i]`, or `{red: 7, green: 3}[c]` if its keys are not 1, 2, 3 …"""
        if len(node.arguments) != 3:
            return None
        index, items, keys = node.arguments
        if not (isinstance(items, Collection) and isinstance(keys, Collection)) or len(items.items) != len(keys.items):
            return None
        counted = keys.items == tuple(map(Constant, range(1, len(keys.items) + 1)))
        pairs = [self.entry(key, item) for key, item in zip(keys.items, items.items, strict=True)]
        array = self.text(items)[0] if counted else self.fenced("{}", self.alphabet.comma.join(pairs))
        return self.alphabet.element.format(array, self.written(index)), ATOM

    def entry(self, key: Node, item: Node) -> str:
        """One key of a lookup with its value."""
        return self.alphabet.entry.format(self.written(key), self.at(item, _TIGHTER))


def _chained(node: Call) -> tuple[Call, ...] | None:
    """The comparisons of `a <= b < c`, if that is what an `and` says."""
    items = tuple(item for item in node.arguments if isinstance(item, Call) and item.function in COMPARISONS)
    if not len(items) == len(node.arguments) > 1:
        return None
    pairs = pairwise(items)
    return items if all(_is_same(one.arguments[1], next_.arguments[0]) for one, next_ in pairs) else None


def _is_same(one: Node, other: Node) -> bool:
    return one is other or (isinstance(one, (Name, Constant)) and one == other)


_SPOKEN = {"and": "all", "or": "any"}

_SPECIAL: dict[str, Callable[[Writer, Call], Text | None]] = {
    "and": Writer.junction,
    "or": Writer.junction,
    "neg": Writer.negative,
    "not": Writer.negation,
    "element": Writer.lookup,
}

_WRITERS: dict[type[Node], Callable[[Writer, Any], Text]] = {
    Constant: Writer.constant,
    Quantity: Writer.quantity,
    Name: Writer.name,
    Element: Writer.element,
    Member: Writer.member,
    Wildcard: Writer.wildcard,
    Range: Writer.range,
    Collection: Writer.collection,
    Comprehension: Writer.comprehension,
    Call: Writer.call,
}
