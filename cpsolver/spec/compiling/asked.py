"""A global constraint as it is written: its arguments, checked and compiled, and the call with their values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from cpsolver.spec.compiling import calls, closures, logic
from cpsolver.spec.compiling.loops import Slots, Term
from cpsolver.spec.compiling.values import BOOLEAN, Shape, is_list, items_of, leaves, to_node
from cpsolver.task.expression import Call, Constant, Node
from cpsolver.task.functions import FUNCTIONS, Type
from cpsolver.task.parser import ExpressionError

if TYPE_CHECKING:
    from cpsolver.spec.compiling.closures import Compiler

Taken = Literal[
    "values", "numbers", "conditions", "constants", "rows", "array", "number", "value", "whole", "text", "any"
]
"""What an argument is: lists of values, of numbers, of conditions, of values without variables, of such rows; an array
with its indices; a number; a single value; a whole number without variables; text in quotes; anything."""

Build = Callable[["Asked"], Any]


@dataclass(frozen=True)
class Asked:
    """A call with the values of its arguments: lists flat, but for arrays and rows."""

    node: Call
    values: tuple[Any, ...]

    def error(self, message: str, number: int | None = None, hint: str = "") -> ExpressionError:
        """What is wrong with the call, or with one of its arguments."""
        at = self.node if number is None else self.node.arguments[number]
        return ExpressionError(message, at.span[0], hint)

    def call(self, name: str, *arguments: Any) -> Any:
        """A ground call, worked out if nothing in it holds a variable."""
        function = FUNCTIONS[name]
        if any(isinstance(leaf, Node) for argument in arguments for leaf in leaves(argument)):
            return Call(name, tuple(map(to_node, arguments)), span=self.node.span)
        return calls.folded(function, [_plain(argument) for argument in arguments], self.node)

    def apply(self, name: str, *arguments: Any) -> Any:
        """An operator or function of values and nodes."""
        return calls.apply(self.node, FUNCTIONS[name], arguments)

    def both(self, parts: Sequence[Any]) -> Any:
        """All of several conditions."""
        return logic.joined(parts, self.node)

    def counted(self, items: Sequence[Any], holds: Callable[[Any], Any]) -> Any:
        """How many of the items meet a condition."""
        return self.apply("count", *(holds(item) for item in items))


@dataclass(frozen=True)
class Global:
    """A global as it is written.

    takes: its arguments in order; the last `optional` of them may be left out
    alike: numbers of arguments that must be equally long
    build: what it becomes
    gives: what it is: a condition, a number, or (`arg_max`) an index
    """

    takes: tuple[Taken, ...]
    build: Build
    optional: int = 0
    alike: tuple[int, ...] = ()
    gives: Shape = BOOLEAN


# -- arguments -----------------------------------------------------------------------------------------------

_OF_LISTS: dict[Taken, Type] = {"values": "value", "numbers": "number", "conditions": "boolean"}
_SINGLE: dict[Taken, Type] = {"number": "number", "value": "value"}


def compile_argument(compiler: Compiler, node: Node, want: Taken) -> Term:
    """An argument compiled; its closure gives what is wanted. Raises: ExpressionError, also when it is run."""
    if want in _SINGLE:
        return calls.argument(compiler, node, _SINGLE[want])
    if want in _OF_LISTS:
        term = calls.many(compiler, node, _OF_LISTS[want])
        return Term(_flat(term, node), Shape(term.shape.leaf, 1), term.closed)
    if want == "text" and isinstance(node, Constant):
        text = node.value
        return Term(lambda slots: text, Shape("symbol"), True)
    term = compiler.compile(node)
    if want in ("any", "text"):
        return term
    return Term(_OTHERS[want](term, node), term.shape, term.closed)


def _listed(value: Any, node: Node) -> Any:
    if not is_list(value):
        raise ExpressionError(f"'{closures.snippet(node)}' is no list; a list should stand here", node.span[0])
    return value


def _flat(term: Term, node: Node) -> Callable[[Slots], Any]:
    return lambda slots: tuple(leaves(_listed(term.run(slots), node)))


def _constants(term: Term, node: Node) -> Callable[[Slots], Any]:
    def run(slots: Slots) -> Any:
        return _without_variables(tuple(leaves(_listed(term.run(slots), node))), node)

    return run


def _rows(term: Term, node: Node) -> Callable[[Slots], Any]:
    def run(slots: Slots) -> Any:
        rows = tuple(tuple(leaves(row)) for row in items_of(_listed(term.run(slots), node)))
        for row in rows:
            _without_variables(row, node)
        return rows

    return run


def _array(term: Term, node: Node) -> Callable[[Slots], Any]:
    return lambda slots: _listed(term.run(slots), node)


def _whole(term: Term, node: Node) -> Callable[[Slots], Any]:
    def run(slots: Slots) -> Any:
        value = term.run(slots)
        if not isinstance(value, int) or isinstance(value, bool):
            message = f"'{closures.snippet(node)}' is no whole number without variables; one should stand here"
            raise ExpressionError(message, node.span[0])
        return value

    return run


_OTHERS: dict[Taken, Callable[[Term, Node], Callable[[Slots], Any]]] = {
    "constants": _constants,
    "rows": _rows,
    "array": _array,
    "whole": _whole,
}


def _without_variables(values: tuple[Any, ...], node: Node) -> tuple[Any, ...]:
    if any(isinstance(value, Node) for value in values):
        raise ExpressionError(f"'{closures.snippet(node)}' must not hold variables here", node.span[0])
    return values


def _plain(value: Any) -> Any:
    return tuple(map(_plain, items_of(value))) if is_list(value) else value
