"""Expressions of a model, compiled once into closures and then run for every value of the loop variables.

A closure takes the slots of the loop variables and gives a value (see `values`): constants are folded on the way, and
what holds a variable comes out as a ground node. What depends on no loop variable is worked out while compiling.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from cpsolver.errors import did_you_mean
from cpsolver.spec.compiling import calls, elements
from cpsolver.spec.compiling.loops import GUARD, Budget, Loop, Run, Slots, Spending, Term, UndefinedAt, nested
from cpsolver.spec.compiling.values import (
    Leaves,
    Shape,
    is_list,
    items_of,
    shape_of,
    text_of,
    within,
)
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
from cpsolver.task.functions import FUNCTIONS
from cpsolver.task.notation import number_text, plain
from cpsolver.task.parser import ExpressionError

BOUND_IT = "let it hold all there could be, and bound it by a condition: 'x <= y'"

LARGEST_RANGE = 1_000_000
"""Values in one range."""


class Names(Protocol):
    """What the names of a model stand for."""

    @property
    def leaves(self) -> Leaves:
        """What the values of each variable are."""

    def lookup(self, name: str, offset: int = 0) -> Term | None:
        """What a name stands for, or None if nothing is called so."""

    def known(self) -> Sequence[str]:
        """All names there are."""

    def is_variable(self, name: str) -> bool:
        """Whether a name is that of a variable or of an array of variables."""

    def symbol(self, name: str, offset: int) -> Term | None:
        """The symbol of that name where symbols are being declared; elsewhere None."""


@dataclass
class Compiler:
    """Compiles the expressions of one model. `scope`: loop variables in force, with their slots and shapes."""

    names: Names
    budget: Budget = field(default_factory=Budget)
    scope: dict[str, tuple[int, Shape]] = field(default_factory=dict)
    slots: int = 0

    def value(self, node: Node, top: bool = False) -> Any:
        """The value of an expression without loop variables. Raises: ExpressionError, also if it is undefined."""
        return settled(self.compile(node, top).run, [None] * self.slots)

    def compile(self, node: Node, top: bool = False) -> Term:
        """The closure of an expression.

        top: nothing Boolean is around it, so that what is undefined is an error and not merely false.
        Raises: ExpressionError for unknown names, wrong types and numbers of arguments.
        """
        term = _COMPILERS[type(node)](self, node, top)
        if not term.closed or type(node) in (Constant, Name):
            return term
        try:
            value = term.run([None] * self.slots)
        except UndefinedAt:
            return term
        return Term(lambda slots: value, shape_of(value, self.names.leaves), True)

    def loop(self, node: Comprehension, body: Callable[[], Term]) -> Term:
        """The list of what `body` compiles to, for all values of the clauses' names."""
        before = dict(self.scope)
        loops = [self.open(clause) for clause in node.clauses]
        where = self.filter(node.where) if node.where is not None else None
        inner = body()
        self.scope = before
        run = nested(loops, where, inner.run, Spending(self.budget, size(node.body), node.span))
        bound = frozenset(name for clause in node.clauses for name in clause.names)
        return Term(run, within([inner.shape]), not _free(node, bound) & self.scope.keys())

    def open(self, clause: Clause) -> Loop:
        """The loop of a clause; its names are in scope from now on."""
        values = self.compile(clause.values)
        if values.shape.depth == 0:
            raise ExpressionError(*_no_list(clause.values))
        shapes = [values.shape.item()]
        if len(clause.names) > 1:
            shapes = self._columns(clause, values) if values.closed else [shapes[0].item()] * len(clause.names)
        slots = tuple(self._slot(name, shape, clause) for name, shape in zip(clause.names, shapes, strict=True))
        return Loop(_rows(values.run, clause), slots, values.closed)

    def filter(self, node: Node) -> Run:
        """What stands after `where`, as a closure that gives true or false."""
        run = calls.condition(self, node).run

        def kept(slots: Slots) -> Any:
            holds = run(slots)
            if isinstance(holds, Node):
                hint = "state it inside, such as 'sum(x[i]*(y[i] = 1) for i in 1..n)'"
                raise ExpressionError("'where' must not depend on variables", node.span[0], hint)
            return holds

        return kept

    def _slot(self, name: str, shape: Shape, clause: Clause) -> int:
        if self.names.is_variable(name):
            message = f"'{name}' is a variable of this model; a loop needs a name of its own"
            raise ExpressionError(message, clause.span[0], "give the loop's name another one, such as 'k'")
        self.scope[name] = (self.slots, shape)
        self.slots += 1
        return self.slots - 1

    def _columns(self, clause: Clause, values: Term) -> list[Shape]:
        """For `(a, b) in border`: the shape of each part, over all items."""
        columns: list[set[Shape]] = [set() for _ in clause.names]
        for parts in settled(_rows(values.run, clause), [None] * self.slots):
            for column, part in zip(columns, parts, strict=True):
                column.add(shape_of(part, self.names.leaves))
        return [within(column).item() for column in columns]


def settled(run: Run, slots: Slots) -> Any:
    """The value a closure gives. Raises: ExpressionError if it is undefined."""
    try:
        return run(slots)
    except UndefinedAt as error:
        raise ExpressionError(error.reason, error.span[0], GUARD) from None


def _rows(values: Run, clause: Clause) -> Run:
    """The items a clause goes through; with several names, each taken apart."""

    def rows(slots: Slots) -> Sequence[Any]:
        found = values(slots)
        if not is_list(found):
            raise ExpressionError(*_no_list(clause.values))
        items = items_of(found)
        return items if len(clause.names) == 1 else [_parts(item, clause) for item in items]

    return rows


def _parts(item: Any, clause: Clause) -> Sequence[Any]:
    parts = items_of(item) if is_list(item) else (item,)
    if len(parts) != len(clause.names):
        message = (
            f"'{text_of(item)}' has {len(parts)} part{'s' * (len(parts) != 1)}; {len(clause.names)} names stand here"
        )
        raise ExpressionError(message, clause.span[0], "as many names as parts: '(a, b) in pairs'")
    return parts


def _no_list(node: Node) -> tuple[str, int]:
    return f"'{snippet(node)}' is no set or list", node.span[0]


def snippet(node: Node) -> str:
    """An expression as messages quote it: its text, cut if long."""
    text = plain(node)
    return text if len(text) <= 40 else f"{text[:39]}…"


def size(node: Node) -> int:
    """Calls in an expression: what each round of a loop makes."""
    count, stack = 0, [node]
    while stack:
        top = stack.pop()
        count += isinstance(top, Call)
        stack.extend(top.children())
    return max(1, count)


def _free(node: Node, bound: frozenset[str]) -> set[str]:
    """Names in an expression that it does not bind itself."""
    if isinstance(node, Name):
        return set() if node.name in bound else {node.name}
    if isinstance(node, Comprehension):
        bound = bound | {name for clause in node.clauses for name in clause.names}
    return {name for child in node.children() for name in _free(child, bound)}


def _constant(compiler: Compiler, node: Constant, top: bool) -> Term:
    value = node.value
    if isinstance(value, str):
        return _quoted(compiler, value, node.span[0])
    return Term(lambda slots: value, shape_of(value, {}), True)


def _quoted(compiler: Compiler, text: str, offset: int) -> Term:
    """A symbol in quotes: one that is declared here, or that a set or domain of the model has."""
    found = compiler.names.lookup(text, offset) or compiler.names.symbol(text, offset)
    if found is None or not found.closed or found.run([]) != text:
        known = [name for name in compiler.names.known() if not compiler.names.is_variable(name)]
        raise ExpressionError(f"'{text}' is no symbol of this model", offset, did_you_mean(text, known))
    return found


def _quantity(compiler: Compiler, node: Quantity, top: bool) -> Term:
    number = number_text(node.number)
    message = f"an operator is missing between '{number}' and '{node.unit}'"
    hint = f"write '{number}*{node.unit}'; units stand in tasks of kind formulas"
    raise ExpressionError(message, node.span[1] - len(node.unit), hint)


def _name(compiler: Compiler, node: Name, top: bool) -> Term:
    local = compiler.scope.get(node.name)
    if local is not None:
        slot, shape = local
        return Term(lambda slots: slots[slot], shape, False)
    found = compiler.names.lookup(node.name, node.span[0])
    if found is not None:
        return found
    known = [*compiler.scope, *compiler.names.known()]
    if node.name in FUNCTIONS:
        raise ExpressionError(f"'{node.name}' is a function", node.span[0], f"write '{node.name}(…)'")
    hint = did_you_mean(node.name, known)
    raise ExpressionError(f"'{node.name}' is not a name of this model", node.span[0], hint)


def _range(compiler: Compiler, node: Range, top: bool) -> Term:
    lower, upper = (calls.argument(compiler, bound, "number") for bound in (node.lower, node.upper))
    first, last = lower.run, upper.run

    def run(slots: Slots) -> range:
        return whole_range(first(slots), last(slots), node)

    return Term(run, Shape("number", 1), lower.closed and upper.closed)


def whole_range(lower: Any, upper: Any, node: Range) -> range:
    """The whole numbers from one to the other. Raises: ExpressionError unless both are whole, and near enough."""
    for value, bound in ((lower, node.lower), (upper, node.upper)):
        if isinstance(value, Node):
            raise ExpressionError("the bounds of a range must not depend on variables here", bound.span[0], BOUND_IT)
        if not isinstance(value, int):
            raise ExpressionError(f"'{text_of(value)}' is not a whole number", bound.span[0])
    if upper - lower >= LARGEST_RANGE:
        message = f"'{snippet(node)}' holds more than {LARGEST_RANGE:,} values"
        raise ExpressionError(message, node.span[0], "let it hold fewer")
    return range(lower, upper + 1)


def _collection(compiler: Compiler, node: Collection, top: bool) -> Term:
    parts = [(_list_item(compiler, item), isinstance(item, Comprehension)) for item in node.items]
    is_set = node.brackets == "{}"

    def run(slots: Slots) -> tuple[Any, ...]:
        found: list[Any] = []
        for term, spliced in parts:
            if spliced:
                found.extend(term.run(slots))
            else:
                found.append(term.run(slots))
        return tuple(dict.fromkeys(found)) if is_set else tuple(found)

    shape = within(term.shape.item() if spliced else term.shape for term, spliced in parts)
    return Term(run, shape, all(term.closed for term, _ in parts))


def _list_item(compiler: Compiler, item: Node) -> Term:
    if (
        isinstance(item, Name)
        and item.name not in compiler.scope
        and not compiler.names.lookup(item.name, item.span[0])
    ):
        symbol = compiler.names.symbol(item.name, item.span[0])
        if symbol is not None:
            return symbol
    return compiler.compile(item)


def _comprehension(compiler: Compiler, node: Comprehension, top: bool) -> Term:
    return compiler.loop(node, lambda: compiler.compile(node.body, top))


def _wildcard(compiler: Compiler, node: Wildcard, top: bool) -> Term:
    raise ExpressionError("'*' stands for all indices of an array", node.span[0], "write it inside '[…]'")


_COMPILERS: dict[type[Node], Callable[[Compiler, Any, bool], Term]] = {
    Constant: _constant,
    Quantity: _quantity,
    Name: _name,
    Element: elements.compile_element,
    Member: elements.compile_member,
    Range: _range,
    Collection: _collection,
    Comprehension: _comprehension,
    Wildcard: _wildcard,
    Call: lambda compiler, node, top: calls.compile_call(compiler, node, top),
}
