"""How global constraints are written: one line each in `GLOBALS`, what they take and the ground call they become.

Names and orders of arguments are MiniZinc's. A list may be an array, a row of one, a list or a comprehension; an array
brings its indices along where values name its elements (`circuit`, `inverse`). Some are only a way to write others
(`at_most` is a `count`, `sliding_sum` many sums) and become those.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cpsolver.spec.compiling import automata, calls, closures
from cpsolver.spec.compiling.asked import Asked, Build, Global, compile_argument
from cpsolver.spec.compiling.loops import Slots, Term
from cpsolver.spec.compiling.values import BOOLEAN, NUMBER, Shape, is_list, items_of, keys_of, leaves, text_of, to_node
from cpsolver.task.expression import Call, Node
from cpsolver.task.parser import ExpressionError

if TYPE_CHECKING:
    from cpsolver.spec.compiling.closures import Compiler


def compile_global(compiler: Compiler, node: Call, top: bool) -> Term:
    """The closure of a global. Raises: ExpressionError for wrong arguments, at the argument."""
    written = _form(node)
    terms = [compile_argument(compiler, item, want) for item, want in zip(node.arguments, written.takes, strict=False)]
    budget = compiler.budget

    def run(slots: Slots) -> Any:
        values = tuple(term.run(slots) for term in terms)
        asked = Asked(node, values)
        _check_alike(asked, written)
        budget.spend(sum(len(value) for value in values if isinstance(value, tuple)) // 4, node.span)
        return written.build(asked)

    gives = written.gives
    return calls.made(run, gives, terms, guard=gives == BOOLEAN and not top)


def _form(node: Call) -> Global:
    """The way of writing that has so many arguments. Raises: ExpressionError if there is none."""
    forms = GLOBALS[node.function]
    for form in forms:
        if len(form.takes) - form.optional <= len(node.arguments) <= len(form.takes):
            return form
    numbers = sorted({n for f in forms for n in range(len(f.takes) - f.optional, len(f.takes) + 1)})
    raise ExpressionError(*calls.wrong_number(node, " or ".join(map(str, numbers))))


def _check_alike(asked: Asked, written: Global) -> None:
    lengths = [(number, len(items_of(asked.values[number]))) for number in written.alike if number < len(asked.values)]
    for (first, length), (second, other) in pairwise(lengths):
        if length != other:
            one, two = (closures.snippet(asked.node.arguments[number]) for number in (first, second))
            message = f"'{one}' has {length} item{'s' * (length != 1)}, and '{two}' {other}: they must be equally many"
            raise asked.error(message, second)


# -- what each becomes ---------------------------------------------------------------------------------------


def _flat_array(value: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The items of an array of one dimension, and its indices."""
    return tuple(items_of(value)), tuple(keys_of(value))


def _ground(name: str) -> Build:
    return lambda asked: asked.call(name, *asked.values)


def _spread(name: str) -> Build:
    """A ground call whose arguments are the items of one list."""

    def build(asked: Asked) -> Any:
        if not asked.values[0] and name != "nvalue":
            raise asked.error(f"'{closures.snippet(asked.node.arguments[0])}' is empty", 0)
        return asked.apply(name, *asked.values[0])

    return build


def _except_0(asked: Asked) -> Any:
    return asked.call("all_different_except", asked.values[0], (0,))


def _is_number_of(build: Build) -> Build:
    """`nvalue(n, list)`: that the first argument is what the rest gives."""

    def equal(asked: Asked) -> Any:
        inner = Asked(Call(asked.node.function, asked.node.arguments[1:], span=asked.node.span), asked.values[1:])
        return asked.apply("=", asked.values[0], build(inner))

    return equal


def _among(asked: Asked) -> Any:
    items, values = asked.values
    return asked.counted(items, lambda item: _in(asked, item, values))


def _in(asked: Asked, item: Any, values: Sequence[Any]) -> Any:
    if isinstance(item, Node):
        return Call("in", (item, to_node(tuple(values))), span=asked.node.span)
    return item in values


def _limited(relation: str) -> Build:
    """`at_most(n, list, value)`: how often the value stands, compared with a number."""

    def build(asked: Asked) -> Any:
        bound, items, value = asked.values
        return asked.apply(relation, asked.counted(items, lambda item: asked.apply("=", item, value)), bound)

    return build


def _cardinality_between(asked: Asked) -> Any:
    items, cover, lower, upper = asked.values
    parts = []
    for value, low, high in zip(cover, lower, upper, strict=True):
        number = asked.apply("count", *(asked.apply("=", item, value) for item in items))
        parts += [asked.apply("<=", low, number), asked.apply("<=", number, high)]
    return asked.both(parts)


def _swapped(name: str) -> Build:
    return lambda asked: asked.call(name, asked.values[1], asked.values[0])


def _precede_chain(asked: Asked) -> Any:
    values, items = asked.values
    return asked.both([asked.call("value_precede", a, b, items) for a, b in pairwise(values)])


def _arg(name: str) -> Build:
    """The index of the first of the greatest: its position, translated where the indices are not 1, 2, …"""

    def build(asked: Asked) -> Any:
        items, keys = _flat_array(asked.values[0])
        if not items:
            raise asked.error(f"'{closures.snippet(asked.node.arguments[0])}' is empty", 0)
        position = asked.apply(name, *items)
        plain = tuple(range(1, len(items) + 1))
        if keys == plain:
            return position
        if not isinstance(position, Node):
            return keys[position - 1]
        return Call("element", (position, to_node(keys), to_node(plain)), span=asked.node.span)

    return build


def _through(name: str) -> Build:
    """`circuit`, `subcircuit`: with the indices of the array."""
    return lambda asked: asked.call(name, *_flat_array(asked.values[0]))


def _inverse(asked: Asked) -> Any:
    (forth, keys), (back, back_keys) = map(_flat_array, asked.values)
    return asked.call("inverse", forth, back, keys, back_keys)


def _connected(asked: Asked) -> Any:
    """By the edges given, pairs of indices; of a grid without any, by sides that its fields share."""
    array = asked.values[0]
    items = tuple(leaves(array))
    place = {key: position for position, key in enumerate(_places(array), 1)}
    if len(asked.values) == 1:
        if not (items and all(isinstance(key, tuple) and len(key) == 2 for key in place)):
            raise asked.error("'connected' takes the edges, pairs of indices, unless its list is a grid", 0)
        return asked.call("connected", items, tuple(_sides(array, place)))
    edges = []
    for edge in items_of(asked.values[1]):
        ends = tuple(_key(end) for end in items_of(edge)) if is_list(edge) else ()
        if len(ends) != 2 or any(end not in place for end in ends):
            hint = "an edge is a pair of indices, such as [1, 2]; of a grid [[1, 1], [1, 2]]"
            raise asked.error(f"'{text_of(edge)}' is no pair of indices of the first list", 1, hint)
        edges.append((place[ends[0]], place[ends[1]]))
    return asked.call("connected", items, tuple(edges))


def _key(value: Any) -> Any:
    return tuple(items_of(value)) if is_list(value) else value


def _places(array: Any, outer: tuple[Any, ...] = ()) -> Iterator[Any]:
    """The index of each element; of arrays within arrays a tuple."""
    for key, item in zip(keys_of(array), items_of(array), strict=True):
        if is_list(item):
            yield from _places(item, (*outer, key))
        else:
            yield (*outer, key) if outer else key


def _sides(array: Any, place: dict[Any, int]) -> Iterator[tuple[int, int]]:
    """The fields of a grid that lie beside one another, in a row or in a column."""
    rows = [(key, list(keys_of(row))) for key, row in zip(keys_of(array), items_of(array), strict=True)]
    for row, columns in rows:
        yield from ((place[row, a], place[row, b]) for a, b in pairwise(columns))
    for (upper, columns), (lower, others) in pairwise(rows):
        yield from ((place[upper, c], place[lower, c]) for c in columns if c in others)


def _loads(name: str) -> Build:
    """With a number for each bin: its indices are the bins."""

    def build(asked: Asked) -> Any:
        numbers, keys = _flat_array(asked.values[0])
        return asked.call(name, numbers, keys, *asked.values[1:])

    return build


def _knapsack(asked: Asked) -> Any:
    weights, profits, amounts, weight, profit = asked.values
    parts = [asked.apply("<=", 0, amount) for amount in amounts]
    for factors, total in ((weights, weight), (profits, profit)):
        products = [asked.apply("*", factor, amount) for factor, amount in zip(factors, amounts, strict=True)]
        parts.append(asked.apply("=", total, asked.apply("sum", *products)))
    return asked.both(parts)


def _sliding_sum(asked: Asked) -> Any:
    lower, upper, length, items = asked.values
    parts = []
    for start in range(len(items) - length + 1):
        total = asked.apply("sum", *items[start : start + length])
        parts += [asked.apply("<=", lower, total), asked.apply("<=", total, upper)]
    return asked.both(parts)


def _regular(asked: Asked) -> Any:
    """By transitions, a start and what is accepted; by MiniZinc's table of next states; or by a regular expression."""
    items = asked.values[0]
    try:
        machine = automata.READERS[len(asked.values)](*asked.values[1:])
    except automata.Wrong as wrong:
        raise asked.error(wrong.message, wrong.argument, wrong.hint) from None
    return asked.call("regular", items, machine.transitions, machine.start, machine.accepting)


INDEX = Shape("any")

GLOBALS: dict[str, tuple[Global, ...]] = {
    "all_different_except_0": (Global(("values",), _except_0),),
    "all_different_except": (Global(("values", "constants"), _ground("all_different_except")),),
    "strictly_decreasing": (Global(("numbers",), _spread("strictly_decreasing")),),
    "nvalue": (
        Global(("values",), _spread("nvalue"), gives=NUMBER),
        Global(("number", "values"), _is_number_of(_spread("nvalue"))),
    ),
    "among": (
        Global(("values", "constants"), _among, gives=NUMBER),
        Global(("number", "values", "constants"), _is_number_of(_among)),
    ),
    "at_least": (Global(("number", "values", "value"), _limited(">=")),),
    "at_most": (Global(("number", "values", "value"), _limited("<=")),),
    "exactly": (Global(("number", "values", "value"), _limited("=")),),
    "global_cardinality": (Global(("values", "constants", "numbers"), _ground("global_cardinality"), alike=(1, 2)),),
    "global_cardinality_closed": (
        Global(("values", "constants", "numbers"), _ground("global_cardinality_closed"), alike=(1, 2)),
    ),
    "global_cardinality_low_up": (
        Global(("values", "constants", "numbers", "numbers"), _cardinality_between, alike=(1, 2, 3)),
    ),
    "lex_less": (Global(("numbers", "numbers"), _ground("lex_less")),),
    "lex_lesseq": (Global(("numbers", "numbers"), _ground("lex_lesseq")),),
    "lex_greater": (Global(("numbers", "numbers"), _swapped("lex_less")),),
    "lex_greatereq": (Global(("numbers", "numbers"), _swapped("lex_lesseq")),),
    "value_precede": (Global(("value", "value", "values"), _ground("value_precede")),),
    "value_precede_chain": (Global(("constants", "values"), _precede_chain),),
    "arg_max": (
        Global(("array",), _arg("arg_max"), gives=INDEX),
        Global(("array", "value"), lambda asked: asked.apply("=", _arg("arg_max")(asked), asked.values[1])),
    ),
    "arg_min": (
        Global(("array",), _arg("arg_min"), gives=INDEX),
        Global(("array", "value"), lambda asked: asked.apply("=", _arg("arg_min")(asked), asked.values[1])),
    ),
    "inverse": (Global(("array", "array"), _inverse),),
    "circuit": (Global(("array",), _through("circuit")),),
    "subcircuit": (Global(("array",), _through("subcircuit")),),
    "connected": (Global(("array", "any"), _connected, optional=1),),
    "cumulative": (
        Global(("numbers", "numbers", "numbers", "number", "conditions"), _ground("cumulative"), 1, alike=(0, 1, 2, 4)),
    ),
    "disjunctive": (Global(("numbers", "numbers", "conditions"), _ground("disjunctive"), 1, alike=(0, 1, 2)),),
    "diffn": (
        Global(("numbers", "numbers", "numbers", "numbers", "conditions"), _ground("diffn"), 1, alike=(0, 1, 2, 3, 4)),
    ),
    "bin_packing": (Global(("number", "values", "numbers"), _ground("bin_packing"), alike=(1, 2)),),
    "bin_packing_capa": (Global(("array", "values", "numbers"), _loads("bin_packing_capa"), alike=(1, 2)),),
    "bin_packing_load": (Global(("array", "values", "numbers"), _loads("bin_packing_load"), alike=(1, 2)),),
    "knapsack": (Global(("numbers", "numbers", "numbers", "number", "number"), _knapsack, alike=(0, 1, 2)),),
    "sliding_sum": (Global(("number", "number", "whole", "numbers"), _sliding_sum),),
    "regular": (
        Global(("values", "text"), _regular),
        Global(("values", "rows", "value", "constants"), _regular),
        Global(("values", "whole", "whole", "rows", "whole", "constants"), _regular),
    ),
}
"""Every global that is written otherwise than a plain function, by its name: its forms, told apart by their number of
arguments."""
