"""Calls that are more than a function of values: `in`, `table`, `count` of a value, `element`, `length`.

`mentions` and `indices` speak of variables themselves, not of their values, and are worked out while unrolling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from cpsolver.spec.compiling import calls, closures, logic
from cpsolver.spec.compiling.loops import Slots, Term, UndefinedAt
from cpsolver.spec.compiling.values import BOOLEAN, NUMBER, Shape, is_list, items_of, keys_of, leaves, to_node
from cpsolver.task.expression import Call, Element, Node, Range
from cpsolver.task.functions import FUNCTIONS
from cpsolver.task.parser import ExpressionError

if TYPE_CHECKING:
    from cpsolver.spec.compiling.closures import Compiler

SHORT_RANGE = 100
"""A variable `in` a longer range is bounded by two comparisons instead of listing the values."""


def _in(compiler: Compiler, node: Call, top: bool) -> Term:
    item_node, set_node = node.arguments
    item = compiler.compile(item_node)
    if item.shape.depth:
        return _in_rows(compiler, node, item, top)
    if isinstance(set_node, Range):
        return _in_range(compiler, node, item, set_node, top)
    values = calls.argument(compiler, set_node, "list")
    if values.shape.depth == 1:
        calls.check_comparable(node, (item, values))

    def run(slots: Slots) -> Any:
        return _among(node, item.run(slots), values.run(slots))

    return calls.made(run, BOOLEAN, (item, values), guard=not top)


def _among(node: Call, item: Any, values: Any) -> Any:
    if is_list(item):
        return _row_among(node, item, values)
    if isinstance(values, range) and len(values) > SHORT_RANGE and isinstance(item, Node):
        return _between(node, item, values[0], values[-1])
    options = items_of(values)
    if isinstance(item, Node) or any(isinstance(option, Node) for option in options):
        return Call("in", (to_node(item), to_node(tuple(options))), span=node.span)
    return item in options


def _in_range(compiler: Compiler, node: Call, item: Term, bounds: Range, top: bool) -> Term:
    """`x in a..b`, where the bounds may depend on variables."""
    lower, upper = (calls.argument(compiler, bound, "number") for bound in (bounds.lower, bounds.upper))

    def run(slots: Slots) -> Any:
        first, last = lower.run(slots), upper.run(slots)
        value = item.run(slots)
        if isinstance(first, Node) or isinstance(last, Node):
            return _between(node, value, first, last)
        return _among(node, value, closures.whole_range(first, last, bounds))

    return calls.made(run, BOOLEAN, (item, lower, upper), guard=not top)


def _between(node: Call, value: Any, first: Any, last: Any) -> Any:
    above = calls.apply(node, FUNCTIONS["<="], (first, value))
    below = calls.apply(node, FUNCTIONS["<="], (value, last))
    return logic.joined((above, below), node)


def _in_rows(compiler: Compiler, node: Call, row: Term, top: bool) -> Term:
    rows = calls.argument(compiler, node.arguments[1], "list")

    def run(slots: Slots) -> Any:
        return _row_among(node, row.run(slots), rows.run(slots))

    return calls.made(run, BOOLEAN, (row, rows), guard=not top)


def _row_among(node: Call, row: Any, rows: Any) -> Any:
    """Whether a row is one of the rows of a table: true or false, or a `table`."""
    items = tuple(items_of(row))
    listed = [tuple(items_of(option)) if is_list(option) else (option,) for option in items_of(rows)]
    for option in listed:
        if len(option) != len(items):
            message = f"a row has {len(option)} items; {len(items)} are compared with it"
            raise ExpressionError(message, node.span[0])
        if any(isinstance(value, Node) for value in option):
            raise ExpressionError("the rows of a table must not hold variables", node.span[0])
    if not any(isinstance(item, Node) for item in items):
        return items in listed
    return Call("table", (to_node(items), to_node(tuple(listed))), span=node.span)


def _table(compiler: Compiler, node: Call, top: bool) -> Term:
    if len(node.arguments) != 2:
        raise ExpressionError(*calls.wrong_number(node, "2"))
    row, rows = (calls.argument(compiler, item, "list") for item in node.arguments)

    def run(slots: Slots) -> Any:
        return _row_among(node, tuple(leaves(row.run(slots))), rows.run(slots))

    return calls.made(run, BOOLEAN, (row, rows), guard=not top)


def _count(compiler: Compiler, node: Call, top: bool) -> Term:
    """`count(conditions)`, or MiniZinc's `count(list, value)`."""
    if len(node.arguments) != 2:
        return calls.variadic(compiler, node, FUNCTIONS["count"], top)
    items, value = terms = [compiler.compile(item) for item in node.arguments]
    if not (items.shape.depth and value.shape.depth == 0):
        pairs = zip(terms, node.arguments, strict=True)
        conditions = [logic.as_conditions(compiler, term, item, False) for term, item in pairs]
        return calls.over_many(compiler, node, FUNCTIONS["count"], conditions, top)

    def run(slots: Slots) -> Any:
        wanted = value.run(slots)
        same = [calls.apply(node, FUNCTIONS["="], (item, wanted)) for item in leaves(items.run(slots))]
        return calls.apply(node, FUNCTIONS["count"], same)

    return calls.made(run, NUMBER, terms)


def _element(compiler: Compiler, node: Call, top: bool) -> Term:
    """`element(i, a)` = `a[i]`; `element(i, a, x)` says `a[i] = x`; with a list of keys at the end, the ground form."""
    if len(node.arguments) not in (2, 3):
        raise ExpressionError(*calls.wrong_number(node, "2 or 3"))
    index, array, *rest = node.arguments
    chosen = Element(array, (index,), span=node.span)
    if not rest:
        return compiler.compile(chosen)
    last = compiler.compile(rest[0])
    if last.shape.depth:
        terms = [calls.argument(compiler, index, "value"), calls.argument(compiler, array, "list"), last]
        return calls.made(calls.fixed(node, FUNCTIONS["element"], terms), Shape(terms[1].shape.leaf), terms)
    sides = (compiler.compile(chosen), last)

    def run(slots: Slots) -> Any:
        return calls.apply(node, FUNCTIONS["="], [side.run(slots) for side in sides])

    return calls.made(run, BOOLEAN, sides, guard=not top)


def _length(compiler: Compiler, node: Call, top: bool) -> Term:
    if len(node.arguments) != 1:
        raise ExpressionError(*calls.wrong_number(node, "1"))
    items = calls.argument(compiler, node.arguments[0], "list")
    return calls.made(lambda slots: len(items_of(items.run(slots))), NUMBER, (items,))


def _keys(compiler: Compiler, node: Call, top: bool) -> Term:
    """`keys(a)`: the indices of an array or mapping, or 1, 2, … of a list."""
    if len(node.arguments) != 1:
        raise ExpressionError(*calls.wrong_number(node, "1"))
    items = calls.argument(compiler, node.arguments[0], "list")
    return calls.made(lambda slots: tuple(keys_of(items.run(slots))), Shape("any", 1), (items,))


def _mentions(compiler: Compiler, node: Call, top: bool) -> Term:
    """`mentions(list, x)`: whether the variable, or all variables of a list, are themselves among those of the list."""
    if len(node.arguments) != 2:
        raise ExpressionError(*calls.wrong_number(node, "2"))
    items, sought = terms = [compiler.compile(item) for item in node.arguments]

    def run(slots: Slots) -> bool:
        there = set(leaves(items.run(slots)))
        return all(item in there for item in leaves(sought.run(slots)))

    return calls.made(run, BOOLEAN, terms)


def _indices(compiler: Compiler, node: Call, top: bool) -> Term:
    """`indices(array, x)`: the indices of the element that the variable is, as a list. Undefined if it is none."""
    if len(node.arguments) != 2:
        raise ExpressionError(*calls.wrong_number(node, "2"))
    array = calls.argument(compiler, node.arguments[0], "list")
    item = compiler.compile(node.arguments[1])
    known: dict[int, tuple[Any, dict[Any, tuple[Any, ...]]]] = {}

    def run(slots: Slots) -> tuple[Any, ...]:
        value, sought = array.run(slots), item.run(slots)
        if id(value) not in known:
            known[id(value)] = (value, dict(_elements(value, ())))
        found = known[id(value)][1].get(sought) if not is_list(sought) else None
        if found is None:
            array_text, item_text = map(closures.snippet, node.arguments)
            raise UndefinedAt(f"'{item_text}' is no element of '{array_text}'", node.span)
        return found

    return calls.made(run, Shape("any", 1), (array, item))


def _elements(value: Any, indices: tuple[Any, ...]) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    for key, item in zip(keys_of(value), items_of(value), strict=True):
        if is_list(item):
            yield from _elements(item, (*indices, key))
        else:
            yield item, (*indices, key)


CALLS: dict[str, Callable[[Compiler, Call, bool], Term]] = {
    "in": _in,
    "table": _table,
    "count": _count,
    "element": _element,
    "length": _length,
    "keys": _keys,
    "mentions": _mentions,
    "indices": _indices,
}
"""How each of them is compiled."""
