"""Compiling `array[i, *]` and `record.name`. A variable as index makes an `element` of what it may choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cpsolver.errors import did_you_mean
from cpsolver.spec.compiling import closures
from cpsolver.spec.compiling.loops import Run, Slots, Term, UndefinedAt
from cpsolver.spec.compiling.values import (
    Indexed,
    Shape,
    is_list,
    item_at,
    items_of,
    keys_of,
    keys_text,
    shape_of,
    text_of,
    to_node,
)
from cpsolver.task.expression import Call, Collection, Element, Member, Node, Wildcard
from cpsolver.task.functions import Undefined
from cpsolver.task.parser import ExpressionError

if TYPE_CHECKING:
    from cpsolver.spec.compiling.closures import Compiler

ALL = Wildcard()

NO_ARRAY = "'[…]' takes an element: declare it as 'x[1..n]', or leave the brackets out"
NO_PARTS = "a '.' takes a part of a record, such as 'cage.sum' of {cells: …, sum: …}"


def compile_element(compiler: Compiler, node: Element, top: bool) -> Term:
    """The closure of `array[…]`. Raises: ExpressionError if that is no array, or has fewer dimensions."""
    array = compiler.compile(node.array)
    indices = [None if isinstance(index, Wildcard) else compiler.compile(index) for index in node.indices]
    depth = array.shape.depth
    if depth == 0:
        raise ExpressionError(f"'{closures.snippet(node.array)}' is no array", node.span[0], NO_ARRAY)
    if depth is not None and len(indices) > depth:
        noun = "index" if depth == 1 else "indices"
        message = f"'{closures.snippet(node.array)}' has {depth} {noun}; found {len(indices)}"
        raise ExpressionError(message, node.indices[depth].span[0], "one index for each dimension; '*' stands for all")
    shape = Shape(array.shape.leaf, _depth_after(depth, indices))
    closed = array.closed and all(index is None or index.closed for index in indices)
    if len(indices) == 1 and indices[0] is not None:
        known = _known(compiler, array)
        return Term(_one_index(compiler, array.run, known, indices[0].run, node), shape, closed)
    runs = [None if index is None else index.run for index in indices]
    run = array.run

    def several(slots: Slots) -> Any:
        return pick(compiler, run(slots), [ALL if r is None else r(slots) for r in runs], node)

    return Term(several, shape, closed)


def _depth_after(depth: int | None, indices: Sequence[Term | None]) -> int | None:
    """How deep what the indices leave is nested: a single index takes one level, `*` and lists take none."""
    if depth is None or any(index is not None and index.shape.depth is None for index in indices):
        return None
    return depth - sum(index is not None and index.shape.depth == 0 for index in indices)


def _known(compiler: Compiler, array: Term) -> Any:
    """What is the same array in every round; None of any other."""
    try:
        return array.run([None] * compiler.slots) if array.closed else None
    except UndefinedAt:
        return None


def _one_index(compiler: Compiler, array: Run, known: Any, index: Run, node: Element) -> Run:
    """`array[i]`: an item of one dimension. `known`: the array, where it is the same in every round."""

    def run(slots: Slots) -> Any:
        key = index(slots)
        if isinstance(key, Node) or is_list(key):
            return pick(compiler, array(slots), [key], node)
        return _item(array(slots), key, node)

    if not isinstance(known, Indexed):
        return run
    items = known.by_key

    def at_once(slots: Slots) -> Any:
        key = index(slots)
        if (type(key) is int or type(key) is str) and key in items:
            return items[key]
        return run(slots)

    return at_once


def _item(value: Any, key: Any, node: Element) -> Any:
    if not is_list(value):
        raise ExpressionError(f"'{text_of(value)}' is no array", node.span[0], NO_ARRAY)
    try:
        return item_at(value, key)
    except Undefined as error:
        raise UndefinedAt(f"'{closures.snippet(node)}' has no value: {error}", node.span) from None


def pick(compiler: Compiler, value: Any, indices: Sequence[Any], node: Element) -> Any:
    """The item, or list of items, that the indices leave; with a variable as index an `element`."""
    if not indices:
        return value
    first, rest = indices[0], indices[1:]
    if first is ALL:
        _check_array(value, node)
        return tuple(pick(compiler, item, rest, node) for item in items_of(value))
    if is_list(first):
        return tuple(pick(compiler, _item(value, key, node), rest, node) for key in items_of(first))
    if not isinstance(first, Node):
        return pick(compiler, _item(value, first, node), rest, node)
    _check_array(value, node)
    compiler.budget.spend(len(items_of(value)), node.span)
    _check_index(compiler, first, keys_of(value), node)
    options = [pick(compiler, item, rest, node) for item in items_of(value)]
    return _element_of(first, options, tuple(keys_of(value)), node)


def _check_array(value: Any, node: Element) -> None:
    if not is_list(value):
        raise ExpressionError(f"'{text_of(value)}' is no array", node.span[0], NO_ARRAY)


def _check_index(compiler: Compiler, index: Node, keys: Sequence[Any], node: Element) -> None:
    """A symbol is no index of an array from 1 to n, nor a number of one over symbols."""
    kinds = {shape_of(index, compiler.names.leaves).leaf, shape_of(tuple(keys), {}).leaf}
    if "symbol" in kinds and "number" in kinds:
        message = f"'{text_of(index)}' is no index of '{closures.snippet(node.array)}'"
        raise ExpressionError(message, node.indices[0].span[0], f"its indices are {keys_text(keys)}")


def _element_of(index: Node, options: Sequence[Any], keys: tuple[Any, ...], node: Element) -> Any:
    if options and all(map(is_list, options)):
        columns = zip(*(items_of(option) for option in options), strict=False)
        return tuple(_element_of(index, column, keys, node) for column in columns)
    items = Collection(tuple(map(to_node, options)))
    return Call("element", (index, items, Collection(tuple(map(to_node, keys)))), span=node.span)


def compile_member(compiler: Compiler, node: Member, top: bool) -> Term:
    """The closure of `record.name`."""
    record = compiler.compile(node.record)
    run, name = record.run, node.name

    def member(slots: Slots) -> Any:
        value = run(slots)
        if not isinstance(value, Indexed) or not any(isinstance(key, str) for key in value.keys):
            raise ExpressionError(f"'{closures.snippet(node.record)}' has no parts with names", node.span[0], NO_PARTS)
        try:
            return value.at(name)
        except Undefined:
            hint = did_you_mean(name, map(text_of, value.keys))
            message = f"'{closures.snippet(node.record)}' has no part called '{name}'"
            raise ExpressionError(message, node.span[1] - len(name), hint) from None

    leaf = record.shape.leaf
    return Term(member, Shape(leaf, None), record.closed)
