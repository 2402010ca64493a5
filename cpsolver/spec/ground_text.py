"""Ground expressions as specs hold them: the text that, compiled again, says the same of the same variables.

Most ground calls are written as they are. Those that carry the indices of an array along (`circuit`, `element`) are
written with the array itself where the task has it, with a list where the indices are 1, 2, …, else in simpler words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cpsolver.errors import UnsupportedTask
from cpsolver.task.decomposition import decomposed
from cpsolver.task.expression import Call, Collection, Constant, Name, Node
from cpsolver.task.globals import items_of
from cpsolver.task.notation import PLAIN
from cpsolver.task.parser import DEEPEST, LONGEST
from cpsolver.task.task import Array
from cpsolver.task.writing import Writer

LONG_TABLE = 40
"""Values in a table that still stand in the expression; more stand as a parameter."""


_GROUND_ELEMENT = "element with keys"

_ALPHABET = replace(PLAIN, function=lambda name: "element" if name == _GROUND_ELEMENT else name)
"""That of the language, but for an element with its keys: people read `{2: x, 4: y}[i]`, a spec holds a call."""


@dataclass
class GroundText:
    """How the expressions of one task are written.

    arrays: the arrays of one dimension by their variables
    tables: parameters made on the way, for tables too long for an expression; free: gives a name not yet taken
    """

    arrays: Mapping[tuple[str, ...], Array]
    free: Callable[[str], str]
    tables: dict[str, tuple[tuple[Node, ...], ...]] = field(default_factory=dict)

    def written(self, node: Node, named: str) -> str:
        """The text of an expression. Raises: UnsupportedTask if no spec can hold it."""
        text = Writer(_ALPHABET).written(self.spoken(node))
        if len(text) > LONGEST or _depth(node) > DEEPEST // 2:
            raise UnsupportedTask(f"{named} is too long for one expression: {len(text):,} characters")
        return text

    def spoken(self, node: Node) -> Node:
        """The tree of what is written."""
        if isinstance(node, Collection):
            return self._list(node)
        if not isinstance(node, Call):
            return node
        if node.function in _SPOKEN:
            return _SPOKEN[node.function](self, node)
        if node.function in _WITH_KEYS:
            return self._with_keys(node)
        return Call(node.function, tuple(map(self.spoken, node.arguments)))

    def _list(self, node: Collection) -> Node:
        names = tuple(item.name for item in node.items if isinstance(item, Name))
        if len(names) == len(node.items) and names in self.arrays:
            return Name(self.arrays[names].name)
        return Collection(tuple(map(self.spoken, node.items)), "[]")

    def array(self, items: Sequence[Node], keys: Sequence[Node]) -> Node | None:
        """A list that brings these indices along, or None if there is none."""
        names = tuple(item.name for item in items if isinstance(item, Name))
        found = self.arrays.get(names) if len(names) == len(items) else None
        indices = tuple(key.value for key in keys if isinstance(key, Constant))
        if found is not None and found.index_sets[0] == indices:
            return Name(found.name)
        counted = indices == tuple(range(1, len(items) + 1))
        return Collection(tuple(map(self.spoken, items)), "[]") if counted else None

    def _with_keys(self, node: Call) -> Node:
        lists = _WITH_KEYS[node.function]
        given = [items_of(node.arguments[place]) for pair in lists for place in pair]
        arrays = [self.array(items, keys) for items, keys in zip(given[::2], given[1::2], strict=True)]
        if any(array is None for array in arrays):
            simpler = decomposed(node)
            assert simpler is not None, f"'{node.function}' has a form in simpler words"
            return self.spoken(simpler)
        inside = {place for pair in lists for place in pair}
        others = (self.spoken(each) for place, each in enumerate(node.arguments) if place not in inside)
        return Call(node.function, (*(array for array in arrays if array is not None), *others))

    def table(self, node: Call) -> Node:
        """A table; a long one as a parameter."""
        row, rows = node.arguments
        listed = tuple(items_of(each) for each in items_of(rows))
        written = self.spoken(row)
        if isinstance(written, Name):  # an array would do, but a row of one reads the same everywhere
            written = Collection(tuple(items_of(row)), "[]")
        if sum(map(len, listed)) <= LONG_TABLE:
            return Call("table", (written, self.spoken(rows)))
        known = next((name for name, other in self.tables.items() if other == listed), None)
        name = known or self.free("rows")
        self.tables[name] = listed
        return Call("table", (written, Name(name)))


def _depth(node: Node) -> int:
    layer, depth = [node], 0
    while layer:
        layer, depth = [child for each in layer for child in each.children()], depth + 1
    return depth


def _element(text: GroundText, node: Call) -> Node:
    index, items, keys = node.arguments
    array = text.array(items_of(items), items_of(keys))
    spoken = text.spoken(index)
    if array is None:
        lists = (Collection(tuple(map(text.spoken, items_of(each))), "[]") for each in (items, keys))
        return Call(_GROUND_ELEMENT, (spoken, *lists))
    return Call("element", (spoken, array))


def _in(text: GroundText, node: Call) -> Node:
    item, options = node.arguments
    return Call("in", (text.spoken(item), replace(_plain_list(text, options), brackets="{}")))


def _of_list(text: GroundText, node: Call) -> Node:
    return Call(node.function, (text.spoken(Collection(node.arguments, "[]")),))


def _plain_list(text: GroundText, node: Node) -> Collection:
    return Collection(tuple(map(text.spoken, items_of(node))), "[]")


_SPOKEN: Mapping[str, Callable[[GroundText, Call], Node]] = {
    "element": _element,
    "in": _in,
    "table": GroundText.table,
    **dict.fromkeys(("strictly_decreasing", "nvalue", "arg_max", "arg_min"), _of_list),
}

_WITH_KEYS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "circuit": ((0, 1),),
    "subcircuit": ((0, 1),),
    "inverse": ((0, 2), (1, 3)),
    "bin_packing_capa": ((0, 1),),
    "bin_packing_load": ((0, 1),),
}
"""At which places of a ground call a list stands, and its indices."""
