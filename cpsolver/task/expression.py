"""The tree of an expression: what `parse` gives, what unrolling reduces, what solvers compile.

A *ground* expression, as conditions hold it, has four kinds of node only: `Constant`, `Name` (of a variable),
`Collection` (a list) and `Call`. The others (`Element`, `Member`, `Wildcard`, `Range`, `Comprehension`,
`Quantity`) stand in the text of a model and are gone after unrolling.

Every node keeps its `span`: the offsets of its first and one past its last character in the text it was read from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cache

from cpsolver.task.domain import Value

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Node:
    """A node of an expression. Two nodes are equal if they say the same, wherever they stand."""

    span: Span = field(default=(0, 0), compare=False, repr=False, kw_only=True)

    def children(self) -> Iterator[Node]:
        """The nodes directly below."""
        for part in _parts(type(self)):  # type: ignore[arg-type]  # mypy takes the hash of nodes for that of types
            value = getattr(self, part)
            if isinstance(value, Node):
                yield value
            elif isinstance(value, tuple):
                yield from (item for item in value if isinstance(item, Node))


@cache
def _parts(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a kind of node that may hold nodes."""
    return tuple(part.name for part in fields(kind) if part.compare)


@dataclass(frozen=True, slots=True)
class Constant(Node):
    """A number (int if whole, else Fraction), a truth value, or a symbol.

    written: in formula domains the number with its unit as it was written, `180 deg`; the value is in base units
    """

    value: Value
    written: Quantity | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Quantity(Node):
    """A number with a unit as written, `60 km/h`: formula domains only."""

    number: Fraction
    unit: str


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name; in a ground expression always that of a variable, `x` or `queen[3]`."""

    name: str


@dataclass(frozen=True, slots=True)
class Element(Node):
    """`array[i, j]`; an index may be a `Wildcard`."""

    array: Node
    indices: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Member(Node):
    """`record.name`."""

    record: Node
    name: str


@dataclass(frozen=True, slots=True)
class Wildcard(Node):
    """`*` as an index: all of them."""


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`lower..upper`, both included."""

    lower: Node
    upper: Node


@dataclass(frozen=True, slots=True)
class Collection(Node):
    """`{a, b}`, `[a, b]` or `(a, b)`: items in order. Which brackets stood there is kept in `brackets`."""

    items: tuple[Node, ...]
    brackets: str = "[]"


@dataclass(frozen=True, slots=True)
class Clause(Node):
    """`a, b in set` of a comprehension."""

    names: tuple[str, ...]
    values: Node


@dataclass(frozen=True, slots=True)
class Comprehension(Node):
    """`body for i in 1..n, j in 1..n where i < j`."""

    body: Node
    clauses: tuple[Clause, ...]
    where: Node | None = None


@dataclass(frozen=True, slots=True, init=False)
class Call(Node):
    """An operator, function or global constraint applied to arguments, by its one canonical name.

    Operators: `+ - * / // % div mod ^ neg`, `= != < <= > >=`, `not and or xor -> <->`, `if`, `in`.
    In a ground expression `sum min max product count and or all_different …` have their items as arguments
    (`sum(x, y, z)`), `element` is `(index, Collection(items), Collection(keys))`, and `table` is
    `(Collection(variables), Collection(rows))` with each row a Collection of constants.
    """

    function: str
    arguments: tuple[Node, ...]
    _hash: int = field(init=False, compare=False, repr=False)

    def __init__(self, function: str, arguments: tuple[Node, ...], *, span: Span = (0, 0)) -> None:
        # Half the time of what `dataclass` writes for a frozen class: tasks are made of calls, a million of them.
        _SET_FUNCTION(self, function)
        _SET_ARGUMENTS(self, arguments)
        _SET_SPAN(self, span)

    def __hash__(self) -> int:
        """The same for equal calls; worked out once, as trees are deep and looked up often."""
        try:
            return self._hash
        except AttributeError:
            found = hash((self.function, self.arguments))
            _SET_HASH(self, found)
            return found

    def __reduce__(self) -> tuple[object, ...]:
        # hashes of texts differ from process to process: what is cached must not travel
        return _call, (self.function, self.arguments, self.span)


_SET_SPAN = Node.__dict__["span"].__set__
_SET_FUNCTION, _SET_ARGUMENTS, _SET_HASH = (Call.__dict__[f].__set__ for f in ("function", "arguments", "_hash"))


def _call(function: str, arguments: tuple[Node, ...], span: Span) -> Call:
    return Call(function, arguments, span=span)


def names(node: Node) -> tuple[str, ...]:
    """All names in the expression, each once, in the order of the text."""
    found: dict[str, None] = {}
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, Name):
            found[top.name] = None
        elif isinstance(top, Call):  # by far the most, and quicker than asking for its parts by reflection
            stack.extend(reversed(top.arguments))
        else:
            stack.extend(reversed(tuple(top.children())))
    return tuple(found)


def size(node: Node) -> int:
    """How many nodes an expression has."""
    found, stack = 0, [node]
    while stack:
        found += 1
        stack.extend(stack.pop().children())
    return found
