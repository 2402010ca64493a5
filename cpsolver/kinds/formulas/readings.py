"""What `2 N/m*V` may mean in a model with a quantity V: a unit with volts in it, or the quantity times 2 N/m.

A unit stands behind a number and has no blanks; the parser, which knows no names, takes into it all that could be of
it. Here a unit is ended before a factor, after `*` or `/`, that names a quantity: `(2 N/m)*V`. As the rest then stands
as if it were written with blanks, `x/2 s*V` becomes `((x/(2 s))*V)`. Which reading is meant, dimensions decide.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice, product

from cpsolver.kinds.formulas.numerals import plain_exponent
from cpsolver.task.expression import Call, Constant, Name, Node, Quantity

MOST = 64
"""Readings of one expression that are tried."""

_NAME = r"(?:°|[^\W\d_¹²³⁰-⁹₀-₉])[^\W\d¹²³⁰-⁹₀-₉]*"
_POWER = r"(?:(?:\^|\*\*)(?P<caret>-?[0-9]+)|(?P<raised>⁻?[¹²³]))?"
_PART = re.compile(rf"(?P<sign>[*/·]?)(?P<name>{_NAME}){_POWER}")
_FACTOR = re.compile(rf"(?P<sign>[*/·]?)(?P<text>\([^)]*\)|{_NAME}{_POWER})")

_TIMES = ("*", "/", "%", "//", "div", "mod")

Tail = tuple[tuple[str, Node], ...]
"""Signs and factors that followed the unit."""

_NOTHING: Tail = ()


@dataclass(frozen=True)
class Cut:
    """A unit that could end before a factor. at: the factor's sign in the unit; name: the quantity it names."""

    quantity: Quantity
    at: int
    name: str

    @property
    def unit(self) -> str:
        """What stays a unit."""
        return self.quantity.unit[: self.at]


Choice = Mapping[int, Cut]
"""Where units end, by the offset of the number they stand behind."""


def readings(node: Node, text: str, names: Collection[str]) -> tuple[tuple[Node, tuple[Cut, ...]], ...]:
    """What else an expression may mean, with the cuts that make it so; nothing where no unit could hold a quantity.

    text: what it was read from; names: the quantities there are
    """
    found = [cuts for quantity in _quantities(node) if (cuts := tuple(_cuts(quantity, names)))]
    if not found:
        return ()
    choices = islice(product(*((None, *cuts) for cuts in found)), 1, MOST)
    chosen = (tuple(cut for cut in choice if cut is not None) for choice in choices)
    return tuple((_Cutter(text, {cut.quantity.span[0]: cut for cut in cuts}).whole(node), cuts) for cuts in chosen)


def _quantities(node: Node) -> Iterator[Quantity]:
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, Quantity) and top.unit:
            yield top
        stack.extend(top.children())


def _cuts(quantity: Quantity, names: Collection[str]) -> Iterator[Cut]:
    """The places where the unit could end, from left to right."""
    for factor in islice(_FACTOR.finditer(quantity.unit), 1, None):
        named = [part["name"] for part in _PART.finditer(factor["text"].strip("()")) if part["name"] in names]
        if named:
            yield Cut(quantity, factor.start(), named[0])


@dataclass(frozen=True)
class _Cutter:
    """Builds the tree that would have been read, had the units ended where they are chosen to."""

    text: str
    choice: Choice

    def whole(self, node: Node) -> Node:
        """A node with all that followed its units."""
        return _chain(*self.split(node))

    def split(self, node: Node) -> tuple[Node, Tail]:
        """A node, and what followed its unit and belongs to the product around it."""
        if isinstance(node, Quantity):
            return self.quantity(node)
        if not isinstance(node, Call):
            return node, ()
        if node.function == "^":
            return self.power(node)
        if node.function == "neg":
            head, tail = self.split(node.arguments[0])
            return replace(node, arguments=(head,)), tail
        if node.function in _TIMES and len(node.arguments) == 2:
            return self.times(node), ()
        if node.function == "product":
            return self.many(node), ()
        return replace(node, arguments=tuple(map(self.whole, node.arguments))), ()

    def quantity(self, node: Quantity) -> tuple[Node, Tail]:
        """A number with the unit that is left, and the factors after it."""
        cut = self.choice.get(node.span[0])
        if cut is None:
            return node, ()
        start = node.span[1] - len(node.unit)
        tail = tuple(_factors(node.unit[cut.at :], start + cut.at))
        return Quantity(node.number, cut.unit, span=(node.span[0], start + cut.at)), tail

    def times(self, node: Call) -> Node:
        """`a / 2 N*V`: what followed the unit comes after the division, unless brackets stand around it."""
        left, right = node.arguments
        whole = self.whole(left)
        if self.opens(right):
            return replace(node, arguments=(whole, self.whole(right)))
        head, tail = self.split(right)
        return _chain(replace(node, arguments=(whole, head)), tail)

    def many(self, node: Call) -> Node:
        """A long product."""
        first, *others = map(self.whole, node.arguments)
        return _chain(first, tuple(("*", other) for other in others)) if self.changed(node) else node

    def changed(self, node: Node) -> bool:
        """Whether a unit in it ends earlier."""
        return any(quantity.span[0] in self.choice for quantity in _quantities(node))

    def power(self, node: Call) -> tuple[Node, Tail]:
        """`2 N*V^n`: the power is one of the last factor."""
        base, exponent = node.arguments
        is_closed = self.text[base.span[1] :].lstrip().startswith(")")
        base, tail = (self.whole(base), _NOTHING) if is_closed else self.split(base)
        raised, after = (self.whole(exponent), _NOTHING) if self.opens(exponent) else self.split(exponent)
        if not tail:
            return replace(node, arguments=(base, raised)), after
        sign, last = tail[-1]
        span = (last.span[0], node.span[1])
        return base, (*tail[:-1], (sign, Call("^", (last, raised), span=span)), *after)

    def opens(self, node: Node) -> bool:
        """Whether a bracket stands directly before a node."""
        return self.text[: node.span[0]].rstrip().endswith("(")


def _chain(head: Node, tail: Tail) -> Node:
    for sign, factor in tail:
        head = Call(sign, (head, factor), span=(head.span[0], factor.span[1]))
    return head


def _factors(text: str, start: int) -> Iterator[tuple[str, Node]]:
    """`*V/(a*b)^2` as signs and factors."""
    for factor in _FACTOR.finditer(text):
        at = start + factor.start("text")
        inner = factor["text"]
        if inner.startswith("("):
            parts = tuple(_names(inner[1:-1], at + 1))
            yield _sign(factor["sign"]), _chain(parts[0][1], parts[1:])
        else:
            yield _sign(factor["sign"]), next(_names(inner, at))[1]


def _names(text: str, start: int) -> Iterator[tuple[str, Node]]:
    for part in _PART.finditer(text):
        span = (start + part.start("name"), start + part.end())
        name: Node = Name(part["name"], span=(span[0], start + part.end("name")))
        power = part["caret"] or part["raised"]
        raised = Call("^", (name, Constant(plain_exponent(power), span=span)), span=span) if power else name
        yield _sign(part["sign"]), raised


def _sign(text: str) -> str:
    return "/" if text == "/" else "*"
