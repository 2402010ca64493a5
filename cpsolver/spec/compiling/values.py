"""What expressions of a model come to while it is unrolled: plain values, lists, arrays, and nodes that stay open.

A value is a number, truth value or symbol; a `tuple` or `range` (a list, set or tuple of values); an `Indexed` (an
array or mapping); or a `Node`, which holds a variable and goes into a condition as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Literal

from cpsolver.task.domain import Value
from cpsolver.task.expression import Call, Collection, Constant, Name, Node
from cpsolver.task.functions import FUNCTIONS, Undefined
from cpsolver.task.notation import number_text, plain

Leaf = Literal["number", "boolean", "symbol", "any"]
"""What single values are; `any`: mixed, or not known before it is looked at."""


@dataclass(frozen=True, eq=False)
class Indexed:
    """Items by their keys: an array, or a mapping of the spec. Of two dimensions: an array of arrays."""

    keys: tuple[Any, ...]
    items: tuple[Any, ...]

    @cached_property
    def by_key(self) -> Mapping[Any, Any]:
        """The items by their keys."""
        return dict(zip(self.keys, self.items, strict=True))

    def at(self, key: Any) -> Any:
        """The item of that key. Raises: Undefined, with the keys there are."""
        try:
            return self.by_key[key]
        except (KeyError, TypeError):
            raise Undefined(f"no element {text_of(key)} in {keys_text(self.keys)}") from None


def keys_text(keys: Sequence[Any]) -> str:
    """Indices in words: `1..9`, `{red, green}`."""
    if not keys:
        return "an empty list"
    if all(isinstance(key, int) for key in keys) and list(keys) == list(range(keys[0], keys[0] + len(keys))):
        return f"{keys[0]}..{keys[-1]}"
    return "{" + ", ".join(map(text_of, keys[:8])) + (", …}" if len(keys) > 8 else "}")


def is_list(value: Any) -> bool:
    """Whether a value holds several."""
    return isinstance(value, (tuple, range, Indexed))


def items_of(value: Any) -> Sequence[Any]:
    """The items of a list in order."""
    return value.items if isinstance(value, Indexed) else value


def keys_of(value: Any) -> Sequence[Any]:
    """The indices of a list: 1, 2, … if it has none of its own."""
    return value.keys if isinstance(value, Indexed) else range(1, len(value) + 1)


def item_at(value: Any, index: Any) -> Any:
    """The item of a list at an index. Raises: Undefined."""
    if isinstance(value, Indexed):
        return value.at(index)
    if isinstance(index, int) and 1 <= index <= len(value):
        return value[index - 1]
    raise Undefined(f"no element {text_of(index)} in {keys_text(range(1, len(value) + 1))}")


def leaves(value: Any) -> Iterator[Any]:
    """All single values in a value, lists within lists included."""
    if is_list(value):
        for item in items_of(value):
            yield from leaves(item)
    else:
        yield value


def to_node(value: Any) -> Node:
    """The node that says this value."""
    if type(value) is int:  # by far the most
        return constant(value)
    if isinstance(value, Node):
        return value
    if is_list(value):
        return Collection(tuple(map(to_node, items_of(value))))
    return constant(value)


@lru_cache(maxsize=4096, typed=True)
def constant(value: Value) -> Constant:
    """One shared node for each constant; the type is part of the key because True == 1."""
    return Constant(value)


def text_of(value: Any) -> str:
    """A value as it is written in labels and messages."""
    if isinstance(value, Node):
        return plain(value)
    if is_list(value):
        return ", ".join(map(text_of, items_of(value)))
    return number_text(value)


@dataclass(frozen=True)
class Shape:
    """What is known of a value before it is worked out: what its leaves are, and how deep lists are nested (0: none).

    depth None: not known.
    """

    leaf: Leaf
    depth: int | None = 0

    def item(self) -> Shape:
        """The shape of an item of this list."""
        return Shape(self.leaf, None if self.depth is None else max(0, self.depth - 1))


NUMBER, BOOLEAN, SYMBOL, ANYTHING = Shape("number"), Shape("boolean"), Shape("symbol"), Shape("any", None)

Leaves = Mapping[str, Leaf]
"""What the values of each variable are."""


def shape_of(value: Any, variables: Leaves) -> Shape:
    """The shape of a value."""
    if isinstance(value, range):
        return Shape("number", 1)
    if is_list(value):
        return within(shape_of(item, variables) for item in items_of(value))
    if isinstance(value, Node):
        return Shape(_leaf_of_node(value, variables))
    return Shape(leaf_of(value))


def within(shapes: Iterable[Shape]) -> Shape:
    """The shape of a list of things of these shapes."""
    found = set(shapes)
    depths = {shape.depth for shape in found}
    depth = depths.pop() if len(depths) == 1 else None  # of an empty list it is not known
    return Shape(common(shape.leaf for shape in found), None if depth is None else depth + 1)


def leaf_of(value: Any) -> Leaf:
    """What a single value is."""
    if isinstance(value, bool):
        return "boolean"
    return "number" if isinstance(value, (int, Fraction, float)) else "symbol"


def common(kinds: Iterable[Leaf]) -> Leaf:
    """What values of several kinds are together; truth values count as numbers among numbers."""
    found = set(kinds)
    if len(found) == 1:
        return found.pop()
    return "number" if found == {"number", "boolean"} else "any"


def _leaf_of_node(node: Node, variables: Leaves) -> Leaf:
    if isinstance(node, Name):
        return variables[node.name]
    if isinstance(node, Constant):
        return leaf_of(node.value)
    if not isinstance(node, Call):
        return "any"
    gives = FUNCTIONS[node.function].gives
    if gives == "number" or gives == "boolean":
        return gives
    of = node.arguments[1].children() if node.function == "element" else node.arguments[1:]
    return common(_leaf_of_node(item, variables) for item in of)
