"""Total conditions as XCSP3-core says them: functional expressions, and constraints where it has them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import prod
from xml.sax.saxutils import escape

from cpsolver.plain.total import TooLong, Total
from cpsolver.plain.whole_numbers import LARGEST_TABLE
from cpsolver.task.condition import Relation
from cpsolver.task.decomposition import may_be_undefined
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Collection, Constant, Name, Node, names
from cpsolver.task.globals import TRUE, items_of, running


class Unsayable(Exception):
    """No constraint of XCSP3: the text says what stands in the way."""


def _row(nodes: Iterable[Node]) -> Collection:
    return Collection(tuple(nodes))


@dataclass(frozen=True)
class Words:
    """How the conditions of one task are written. names: the text that stands for each variable."""

    names: Mapping[str, str]
    domains: Mapping[str, Finite]

    def constraints(self, node: Node) -> Iterator[str]:
        """The constraints that a condition comes to."""
        if isinstance(node, Call) and node.function == "and":
            for item in node.arguments:
                yield from self.constraints(item)
            return
        native = _NATIVE.get(node.function) if isinstance(node, Call) else None
        found = native(self, node) if native is not None and isinstance(node, Call) else None
        if found is not None:
            yield found
            return
        try:
            total = Total(self.domains).truth(node)
        except TooLong:
            yield from self._tabulated(node)
            return
        if isinstance(total, Call) and total.function == "and":
            for item in total.arguments:
                yield from self.constraints(item) if item != node else iter((self._intension(item),))
        else:
            yield self._intension(total)

    def _tabulated(self, node: Node) -> Iterator[str]:
        """A condition too long for an expression, as the table of what it allows. Raises: Unsayable."""
        scope = names(node)
        if prod(len(self.domains[name]) for name in scope) > LARGEST_TABLE:
            raise Unsayable("it is too long for an expression of XCSP3, and for a table")
        holds = Relation(node).holds
        every = (dict(zip(scope, values, strict=True)) for values in product(*(self.domains[name] for name in scope)))
        rows = [_row(map(Constant, values.values())) for values in every if holds(values)]
        table = Call("table", (_row(map(Name, scope)), _row(rows)))
        found = _table(self, table) if rows else None
        yield found if found is not None else self._intension(Constant(False))

    def _intension(self, node: Node) -> str:
        if isinstance(node, Constant):
            node = Call("=", (Constant(0), Constant(0 if node.value else 1)))
        if isinstance(node, Name):
            node = Call("=", (node, Constant(1)))
        return f"<intension> {self.said(node)} </intension>"

    def said(self, node: Node) -> str:
        """An expression that is total, as a functional one."""
        if isinstance(node, Constant):
            return str(int(node.value))
        if isinstance(node, Name):
            return self.names[node.name]
        assert isinstance(node, Call), f"{node} is no ground expression"
        return _WRITERS[node.function](self, node)

    def applied(self, function: str, nodes: Sequence[Node]) -> str:
        """A function of expressions."""
        return f"{function}({','.join(map(self.said, nodes))})"

    def listed(self, nodes: Sequence[Node]) -> str:
        """Expressions in a row."""
        return " ".join(map(self.said, nodes))


Writer = Callable[[Words, Call], str]


def _function(name: str) -> Writer:
    return lambda words, node: words.applied(name, node.arguments)


def _of_many(name: str, empty: str) -> Writer:
    """A function of two or more; of one it is that one."""

    def write(words: Words, node: Call) -> str:
        if len(node.arguments) < 2:
            return words.said(node.arguments[0]) if node.arguments else empty
        return words.applied(name, node.arguments)

    return write


def _pairs(relation: str, every: bool) -> Writer:
    """What holds of all pairs, or of neighbours; of fewer than two items nothing is said."""

    def write(words: Words, node: Call) -> str:
        items = node.arguments
        found = [(a, b) for n, a in enumerate(items) for b in items[n + 1 :]] if every else list(pairwise(items))
        parts = tuple(Call(relation, pair) for pair in found)
        return words.said(Call("and", parts)) if parts else "eq(0,0)"

    return write


def _in(words: Words, node: Call) -> str:
    item, options = node.arguments
    listed = items_of(options)
    if all(isinstance(option, Constant) for option in listed) and listed and isinstance(item, Name):
        return f"in({words.said(item)},set({','.join(map(words.said, listed))}))"
    same = tuple(Call("=", (item, option)) for option in listed)
    return words.said(Call("or", same)) if same else "eq(0,1)"


def _table_said(words: Words, node: Call) -> str:
    items, rows = map(items_of, node.arguments)
    found = (Call("and", tuple(Call("=", pair) for pair in zip(items, items_of(row), strict=True))) for row in rows)
    return words.said(Call("or", tuple(found)))


def _power(words: Words, node: Call) -> str:
    return words.applied("pow", node.arguments)


_WRITERS: dict[str, Writer] = {
    "not": _function("not"),
    "and": _of_many("and", "eq(0,0)"),
    "or": _of_many("or", "eq(0,1)"),
    "xor": _function("ne"),
    "<->": _function("eq"),
    "->": _function("imp"),
    "=": _function("eq"),
    "!=": _function("ne"),
    "<": _function("lt"),
    "<=": _function("le"),
    ">": _function("gt"),
    ">=": _function("ge"),
    "+": _function("add"),
    "sum": _of_many("add", "0"),
    "-": _function("sub"),
    "*": _function("mul"),
    "product": _of_many("mul", "1"),
    "neg": _function("neg"),
    "abs": _function("abs"),
    "div": _function("div"),
    "mod": _function("mod"),
    "^": _power,
    "min": _function("min"),
    "max": _function("max"),
    "if": _function("if"),
    "in": _in,
    "table": _table_said,
    "all_different": _pairs("!=", every=True),
    "all_equal": _pairs("=", every=False),
    "increasing": _pairs("<=", every=False),
    "decreasing": _pairs(">=", every=False),
    "strictly_increasing": _pairs("<", every=False),
    "strictly_decreasing": _pairs(">", every=False),
}

# -- constraints of their own: None where they would not mean the same ----------------------------------------

Native = Callable[[Words, Call], str | None]


def _are_variables(nodes: Sequence[Node]) -> bool:
    return len(nodes) > 1 and all(isinstance(node, Name) for node in nodes)


def _all_different(words: Words, call: Call) -> str | None:
    if len(call.arguments) < 2 or any(map(may_be_undefined, call.arguments)) or not _is_simple(call.arguments):
        return None
    return f"<allDifferent> {words.listed(call.arguments)} </allDifferent>"


def _is_simple(nodes: Sequence[Node]) -> bool:
    """Whether each is a variable, or a variable and a constant added: what solvers read in lists."""
    return all(
        isinstance(node, Name)
        or (
            isinstance(node, Call)
            and node.function in ("+", "-")
            and all(isinstance(part, (Name, Constant)) for part in node.arguments)
        )
        for node in nodes
    )


def _in_list(element: str, extra: str = "") -> Native:
    def write(words: Words, call: Call) -> str | None:
        if not _are_variables(call.arguments):
            return None
        return f"<{element}><list> {words.listed(call.arguments)} </list>{extra}</{element}>"

    return write


def _table(words: Words, call: Call) -> str | None:
    items, rows = map(items_of, call.arguments)
    if not rows or len(set(items)) < len(items) or not all(isinstance(item, Name) for item in items):
        return None
    if len(items) == 1:
        written = " ".join(words.said(items_of(row)[0]) for row in rows)
    else:
        written = "".join(f"({','.join(map(words.said, items_of(row)))})" for row in dict.fromkeys(rows))
    return f"<extension><list> {words.listed(items)} </list><supports> {written} </supports></extension>"


def _cardinality(closed: str) -> Native:
    def write(words: Words, call: Call) -> str | None:
        items, cover, counts = map(items_of, call.arguments)
        if not (_are_variables(items) and cover and len(set(cover)) == len(cover)):
            return None
        if not all(isinstance(each, (Name, Constant)) for each in (*cover, *counts)):
            return None
        return (
            f'<cardinality><list> {words.listed(items)} </list><values closed="{closed}"> {words.listed(cover)} '
            f"</values><occurs> {words.listed(counts)} </occurs></cardinality>"
        )

    return write


def _circuit(words: Words, call: Call) -> str | None:
    successors, keys = map(items_of, call.arguments)
    values = [int(key.value) for key in keys if isinstance(key, Constant)]
    if not _are_variables(successors) or values != list(range(values[0], values[0] + len(successors))):
        return None
    if len(set(successors)) < len(successors):
        return None
    start = f' startIndex="{values[0]}"' if values[0] else ""
    return f"<circuit><list{start}> {words.listed(successors)} </list><size> {len(successors)} </size></circuit>"


def _no_overlap(words: Words, call: Call) -> str | None:
    tasks = running(call)
    durations = [task.duration for task in tasks]
    if any(task.present != TRUE for task in tasks) or not _are_variables([task.start for task in tasks]):
        return None
    if not all(isinstance(each, Constant) and int(each.value) > 0 for each in durations):
        return None
    return (
        f"<noOverlap><origins> {words.listed([task.start for task in tasks])} </origins>"
        f"<lengths> {words.listed(durations)} </lengths></noOverlap>"
    )


def _cumulative(words: Words, call: Call) -> str | None:
    tasks, limit = running(call), call.arguments[3]
    starts, sizes = [task.start for task in tasks], [(task.duration, task.demand) for task in tasks]
    if any(task.present != TRUE for task in tasks) or not _are_variables(starts) or not isinstance(limit, Constant):
        return None
    if not all(isinstance(each, Constant) and int(each.value) > 0 for pair in sizes for each in pair):
        return None
    return (
        f"<cumulative><origins> {words.listed(starts)} </origins><lengths> {words.listed([d for d, _ in sizes])} "
        f"</lengths><heights> {words.listed([h for _, h in sizes])} </heights>"
        f"<condition> (le,{words.said(limit)}) </condition></cumulative>"
    )


def _regular(words: Words, call: Call) -> str | None:
    items, rows, accepting = (items_of(call.arguments[place]) for place in (0, 1, 3))
    if not _are_variables(items) or not rows or not accepting:
        return None
    moves = "".join(
        "(q{},{},q{})".format(*(int(part.value) for part in items_of(row) if isinstance(part, Constant)))
        for row in rows
    )
    start = words.said(call.arguments[2])
    final = " ".join(f"q{words.said(state)}" for state in accepting)
    known = {part for row in rows for part in (items_of(row)[0], items_of(row)[2])}
    if call.arguments[2] not in known or any(state not in known for state in accepting):
        return None
    if "-" in moves:
        return None
    return (
        f"<regular><list> {words.listed(items)} </list><transitions> {moves} </transitions>"
        f"<start> q{start} </start><final> {final} </final></regular>"
    )


_NATIVE: dict[str, Native] = {
    "all_different": _all_different,
    "all_equal": lambda words, call: (
        f"<allEqual> {words.listed(call.arguments)} </allEqual>" if _are_variables(call.arguments) else None
    ),
    "increasing": _in_list("ordered", "<operator> le </operator>"),
    "strictly_increasing": _in_list("ordered", "<operator> lt </operator>"),
    "decreasing": _in_list("ordered", "<operator> ge </operator>"),
    "strictly_decreasing": _in_list("ordered", "<operator> gt </operator>"),
    "table": _table,
    "global_cardinality": _cardinality("false"),
    "global_cardinality_closed": _cardinality("true"),
    "circuit": _circuit,
    "disjunctive": _no_overlap,
    "cumulative": _cumulative,
    "regular": _regular,
}


def text(words: str) -> str:
    """A text as XML holds it."""
    return escape(" ".join(words.split()), {'"': "&quot;"})
