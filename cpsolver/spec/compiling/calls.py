"""Compiling calls: operators, functions and global constraints, with their types checked at the place.

Types come from `FUNCTIONS`; what is no function of values alone (`in`, `table`, `count` of a value …) has an entry in
`logic` or `special`. A call of constants is worked out; any other comes out as a ground `Call`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from cpsolver.errors import did_you_mean
from cpsolver.spec.compiling import closures, logic
from cpsolver.spec.compiling import globals as global_calls
from cpsolver.spec.compiling import special as special_calls
from cpsolver.spec.compiling.examples import OTHERS, how
from cpsolver.spec.compiling.loops import Run, Slots, Term, UndefinedAt
from cpsolver.spec.compiling.values import (
    BOOLEAN,
    NUMBER,
    Leaf,
    Shape,
    common,
    is_list,
    leaves,
    shape_of,
    to_node,
)
from cpsolver.task.expression import Call, Comprehension, Node
from cpsolver.task.functions import FUNCTIONS, Function, TooLarge, Type, Undefined
from cpsolver.task.parser import ExpressionError

if TYPE_CHECKING:
    from cpsolver.spec.compiling.closures import Compiler


def compile_call(compiler: Compiler, node: Call, top: bool) -> Term:
    """The closure of a call. Raises: ExpressionError for an unknown function, wrong arguments, wrong types."""
    special = logic.OPERATORS.get(node.function) or special_calls.CALLS.get(node.function)
    if special is not None:
        return special(compiler, node, top)
    if node.function in global_calls.GLOBALS:
        return global_calls.compile_global(compiler, node, top)
    function = FUNCTIONS.get(node.function)
    if function is None:
        raise _no_function(compiler, node)
    if function.variadic:
        return variadic(compiler, node, function, top)
    if len(node.arguments) != len(function.takes):
        raise ExpressionError(*wrong_number(node, str(len(function.takes))))
    terms = [argument(compiler, item, want) for item, want in zip(node.arguments, function.takes, strict=True)]
    if function.name in ("=", "!="):
        check_comparable(node, terms)
    run = _two(compiler, node, function, terms) if len(terms) == 2 else fixed(node, function, terms)
    return made(run, _gives(function.gives, terms), terms, guard=function.gives == "boolean" and not top)


def argument(compiler: Compiler, node: Node, want: Type) -> Term:
    """An argument of a certain type. Raises: ExpressionError at the argument if it is of another."""
    term = compiler.compile(node)
    suits = fits(term.shape, want)
    if suits is False:
        raise ExpressionError(*_unfit(node, term.shape, want))
    if suits:
        return term
    return Term(_checked(compiler, term.run, node, want), term.shape, term.closed)


def condition(compiler: Compiler, node: Node, top: bool = False) -> Term:
    """An argument that is true or false; unless it stands on top, undefined is false."""
    return as_condition(compiler, compiler.compile(node, top), node, top)


def as_condition(compiler: Compiler, term: Term, node: Node, top: bool) -> Term:
    """A compiled argument as one that is true or false. Raises: ExpressionError if it is not."""
    if fits(term.shape, "boolean") is False:
        raise ExpressionError(*_unfit(node, term.shape, "boolean"))
    run = term.run if term.shape == BOOLEAN else _checked(compiler, term.run, node, "boolean")
    return Term(run if top else guarded(run), BOOLEAN, term.closed)


def made(run: Run, shape: Shape, terms: Sequence[Term], guard: bool = False) -> Term:
    """The term of a call over these terms."""
    return Term(guarded(run) if guard else run, shape, all(term.closed for term in terms))


def guarded(run: Run) -> Run:
    """The same, but false where it is undefined."""

    def safely(slots: Slots) -> Any:
        try:
            return run(slots)
        except UndefinedAt:
            return False

    return safely


def fits(shape: Shape, want: Type) -> bool | None:
    """Whether values of this shape are of the type; None if that is not known before they are looked at."""
    if want == "list":
        return None if shape.depth is None else shape.depth > 0
    if shape.depth is None:
        return None
    if shape.depth > 0:
        return False
    if want == "value":
        return True
    if shape.leaf == "any":
        return None
    return shape.leaf == "boolean" or (shape.leaf == "number" and want == "number")


def folded(function: Function, values: Sequence[Any], node: Call) -> Any:
    """The value of a function of constants. Raises: UndefinedAt; ExpressionError if it is too large."""
    try:
        return function.evaluate(*values)
    except TooLarge:
        raise ExpressionError(
            f"'{closures.snippet(node)}' is too large", node.span[0], "no number may be longer than 4,096 bits"
        ) from None
    except Undefined as error:
        reason = "the list is empty" if not values else str(error)
        raise UndefinedAt(f"'{closures.snippet(node)}' has no value: {reason}", node.span) from None


_KINDS: dict[Leaf, str] = {"number": "a number", "boolean": "true or false", "symbol": "a symbol", "any": "a value"}
_WANTED: dict[Type, str] = {"number": "a number", "boolean": "a condition", "value": "a single value", "list": "a list"}


def _unfit(node: Node, shape: Shape, want: Type) -> tuple[str, int, str]:
    found = "a list" if shape.depth else _KINDS[shape.leaf]
    hint = {
        ("boolean", False): "compare it with something, such as '… = 1'",
        ("number", True): "take one item of it, or its 'sum(…)'",
        ("value", True): "take one item of it",
        ("boolean", True): "write 'all(…)' or 'any(…)'",
    }.get((want, bool(shape.depth)), "")
    if want == "number" and shape.leaf == "symbol" and not shape.depth:
        hint = "symbols can only be compared by '=' and '!='"
    return f"'{closures.snippet(node)}' is {found}; {_WANTED[want]} should stand here", node.span[0], hint


def _checked(compiler: Compiler, run: Run, node: Node, want: Type) -> Run:
    """A closure whose type is looked at when it runs."""

    def checked(slots: Slots) -> Any:
        value = run(slots)
        check(compiler, value, node, want)
        return value

    return checked


def check(compiler: Compiler, value: Any, node: Node, want: Type) -> None:
    """Look at a value. Raises: ExpressionError at the node if it is not of the type."""
    # A list of things of different depth has no depth of its own, but is a list all the same.
    shape = shape_of(value, compiler.names.leaves)
    shape = Shape(shape.leaf, 1) if is_list(value) else shape
    if fits(shape, want) is False:
        raise ExpressionError(*_unfit(node, shape, want))


def choose(node: Call, chosen: Node, branches: Sequence[Any]) -> Call:
    """`if` of an open condition."""
    return Call("if", (chosen, *map(to_node, branches)), span=node.span)


def _no_function(compiler: Compiler, node: Call) -> ExpressionError:
    name = node.function
    if name in compiler.scope or name in compiler.names.known():
        message, hint = f"'{name}' is not a function", f"write '{name}[…]' for an element, or '*' to multiply"
    else:
        known = [
            n
            for n in (*FUNCTIONS, "all", "any", *special_calls.CALLS, *global_calls.GLOBALS)
            if n.isidentifier() and n not in _NOT_CALLED
        ]
        own = OTHERS.get(name)
        message, hint = (
            f"no function is called '{name}'",
            f"here it is called '{own}'" if own else did_you_mean(name, known),
        )
    return ExpressionError(message, node.span[0], hint)


_NOT_CALLED = frozenset(("neg", "element", "and", "or", "xor", "not", "in", "if", "div", "mod"))
"""Functions with a sign or word of their own."""


def wrong_number(node: Call, wanted: str) -> tuple[str, int, str]:
    """What is wrong with the number of a call's arguments, where, and how the function is written."""
    plural = "" if wanted == "1" else "s"
    return (
        f"'{node.function}' takes {wanted} argument{plural}; found {len(node.arguments)}",
        node.span[0],
        how(node.function),
    )


def check_comparable(node: Call, terms: Sequence[Term]) -> None:
    """The two sides are not of kinds that have no value in common. Raises: ExpressionError."""
    kinds = [term.shape.leaf for term in terms]
    if "symbol" in kinds and ("number" in kinds or "boolean" in kinds):
        symbol, other = node.arguments if kinds[0] == "symbol" else reversed(node.arguments)
        kind = _KINDS[kinds[1] if kinds[0] == "symbol" else kinds[0]]
        message = f"'{closures.snippet(symbol)}' is a symbol and '{closures.snippet(other)}' {kind}: they never agree"
        raise ExpressionError(message, node.span[0])


def _gives(gives: Type, terms: Sequence[Term]) -> Shape:
    if gives == "value":
        return Shape(common(term.shape.leaf for term in terms))
    return BOOLEAN if gives == "boolean" else NUMBER


_FAST: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub,
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def _two(compiler: Compiler, node: Call, function: Function, terms: Sequence[Term]) -> Run:
    left, right = terms[0].run, terms[1].run
    name, span, fast = function.name, node.span, _FAST.get(function.name)
    first, second = (_constant(compiler, term) for term in terms)

    def run(slots: Slots) -> Any:
        a, b = left(slots), right(slots)
        if isinstance(a, Node):
            return Call(name, (a, b if isinstance(b, Node) else second or to_node(b)), span=span)
        if isinstance(b, Node):
            return Call(name, (first or to_node(a), b), span=span)
        if fast is not None and type(a) is int and type(b) is int:
            return fast(a, b)
        return folded(function, (a, b), node)

    return run


def _constant(compiler: Compiler, term: Term) -> Node | None:
    """The node of what is the same in every round, made once; None of anything else."""
    if not term.closed:
        return None
    try:
        return to_node(term.run([None] * compiler.slots))
    except UndefinedAt:
        return None


def fixed(node: Call, function: Function, terms: Sequence[Term]) -> Run:
    """The closure of a function of a fixed number of arguments."""
    runs = [term.run for term in terms]

    def run(slots: Slots) -> Any:
        return apply(node, function, [each(slots) for each in runs])

    return run


def apply(node: Call, function: Function, values: Sequence[Any]) -> Any:
    """The function of these values: worked out if all are constants, else a call."""
    if any(isinstance(value, Node) for value in values):
        return Call(function.name, tuple(map(to_node, values)), span=node.span)
    return folded(function, values, node)


def variadic(compiler: Compiler, node: Call, function: Function, top: bool) -> Term:
    """A function of many: its arguments may be lists, whose items all count."""
    (want,) = function.takes
    if not node.arguments:
        raise ExpressionError(
            f"'{node.function}' takes at least 1 argument; found none", node.span[0], how(node.function)
        )
    return over_many(compiler, node, function, [many(compiler, item, want) for item in node.arguments], top)


def over_many(compiler: Compiler, node: Call, function: Function, terms: Sequence[Term], top: bool) -> Term:
    """The same with its arguments compiled."""
    budget = compiler.budget

    def run(slots: Slots) -> Any:
        values = [leaf for term in terms for leaf in leaves(term.run(slots))]
        budget.spend(len(values) // 8, node.span)
        return apply(node, function, values)

    return made(run, _gives(function.gives, terms), terms, guard=function.gives == "boolean" and not top)


def many(compiler: Compiler, node: Node, want: Type, top: bool = False) -> Term:
    """An argument that may be a single value or a list of values of a type, nested at will."""
    if want == "boolean":
        return logic.conditions(compiler, node, top)
    term = compiler.compile(node)
    flat = Shape(term.shape.leaf)
    if fits(flat, want) is False:
        raise ExpressionError(*_unfit(node.body if isinstance(node, Comprehension) else node, flat, want))
    if want == "value" or fits(flat, want):
        return term

    def checked(slots: Slots) -> Any:
        value = term.run(slots)
        for leaf in leaves(value):
            check(compiler, leaf, node, want)
        return value

    return Term(checked, term.shape, term.closed)
