"""Compiling the Boolean operators: what is known to be true or false is folded, and undefined parts are false."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from cpsolver.spec.compiling import calls
from cpsolver.spec.compiling.loops import Run, Slots, Term, UndefinedAt
from cpsolver.spec.compiling.values import BOOLEAN, Shape, common, constant, is_list, leaves
from cpsolver.task.expression import Call, Comprehension, Node
from cpsolver.task.parser import ExpressionError

if TYPE_CHECKING:
    from cpsolver.spec.compiling.closures import Compiler


def conditions(compiler: Compiler, node: Node, top: bool = False) -> Term:
    """An argument of `and`, `or`, `count`: a condition, or a list of them; each is false where it is undefined."""
    if isinstance(node, Comprehension):
        return compiler.loop(node, lambda: calls.condition(compiler, node.body, top))
    return as_conditions(compiler, compiler.compile(node, top), node, top)


def as_conditions(compiler: Compiler, term: Term, node: Node, top: bool) -> Term:
    """A compiled argument as one or many that are true or false. Raises: ExpressionError if they are not."""
    if term.shape.depth == 0 or calls.fits(Shape(term.shape.leaf), "boolean") is False:
        return calls.as_condition(compiler, term, node, top)

    def checked(slots: Slots) -> Any:
        value = term.run(slots)
        for leaf in leaves(value):
            calls.check(compiler, leaf, node, "boolean")
        return value

    return Term(checked if top else calls.guarded(checked), term.shape, term.closed)


def joined(items: Iterable[Any], node: Node) -> Any:
    """All of some truth values and nodes: false as soon as one is; what is true is left out."""
    open_: list[Node] = []
    for item in items:
        if isinstance(item, Node):
            open_.append(item)
        elif not item:
            return False
    if len(open_) < 2:
        return open_[0] if open_ else True
    return Call("and", tuple(open_), span=node.span)


def _either(items: Iterable[Any], node: Node) -> Any:
    open_: list[Node] = []
    for item in items:
        if isinstance(item, Node):
            open_.append(item)
        elif item:
            return True
    if len(open_) < 2:
        return open_[0] if open_ else False
    return Call("or", tuple(open_), span=node.span)


def _junction(combine: Callable[[Iterable[Any], Node], Any], passes_top: bool) -> Callable[..., Term]:
    def compile_(compiler: Compiler, node: Call, top: bool) -> Term:
        terms = [conditions(compiler, item, top and passes_top) for item in node.arguments]
        runs = [term.run for term in terms]

        def values(slots: Slots) -> Iterable[Any]:
            for run in runs:
                value = run(slots)
                if is_list(value):
                    yield from leaves(value)
                else:
                    yield value

        return calls.made(lambda slots: combine(values(slots), node), BOOLEAN, terms)

    return compile_


def negated(value: Any, node: Node) -> Any:
    """The opposite of a truth value or node."""
    return Call("not", (value,), span=node.span) if isinstance(value, Node) else not value


def _not(compiler: Compiler, node: Call, top: bool) -> Term:
    if len(node.arguments) != 1:
        raise ExpressionError(f"'not' takes 1 argument; found {len(node.arguments)}", node.span[0])
    term = calls.condition(compiler, node.arguments[0])
    run = term.run
    return calls.made(lambda slots: negated(run(slots), node), BOOLEAN, (term,))


def _implies(node: Call, left: Any, right: Run, slots: Slots) -> Any:
    if not isinstance(left, Node):
        return right(slots) if left else True
    value = right(slots)
    if isinstance(value, Node):
        return Call("->", (left, value), span=node.span)
    return True if value else negated(left, node)


def _same(node: Call, left: Any, right: Run, slots: Slots) -> Any:
    value = right(slots)
    if isinstance(left, Node) and isinstance(value, Node):
        return Call("<->", (left, value), span=node.span)
    if isinstance(left, Node):
        return left if value else negated(left, node)
    return value if left else negated(value, node)


def _differ(node: Call, left: Any, right: Run, slots: Slots) -> Any:
    value = right(slots)
    if isinstance(left, Node) and isinstance(value, Node):
        return Call("xor", (left, value), span=node.span)
    if isinstance(left, Node):
        return negated(left, node) if value else left
    return negated(value, node) if left else value


def _pair(combine: Callable[[Call, Any, Run, Slots], Any]) -> Callable[..., Term]:
    def compile_(compiler: Compiler, node: Call, top: bool) -> Term:
        left, right = (calls.condition(compiler, item) for item in node.arguments)
        first, second = left.run, right.run
        return calls.made(lambda slots: combine(node, first(slots), second, slots), BOOLEAN, (left, right))

    return compile_


def _choice(compiler: Compiler, node: Call, top: bool) -> Term:
    """`if c then a else b`: with a constant c only the branch it takes is worked out."""
    chooser = calls.condition(compiler, node.arguments[0])
    then, otherwise = (compiler.compile(item) for item in node.arguments[1:])
    depth = then.shape.depth if then.shape.depth == otherwise.shape.depth else None
    shape = Shape(common((then.shape.leaf, otherwise.shape.leaf)), depth)

    def run(slots: Slots) -> Any:
        chosen = chooser.run(slots)
        if not isinstance(chosen, Node):
            return then.run(slots) if chosen else otherwise.run(slots)
        branches = [_branch(branch.run, slots) for branch in (then, otherwise)]
        if any(map(is_list, branches)):
            raise ExpressionError("which list is meant must not depend on variables", node.span[0])
        return calls.choose(node, chosen, branches)

    return calls.made(run, shape, (chooser, then, otherwise), guard=shape == BOOLEAN and not top)


def _branch(run: Run, slots: Slots) -> Any:
    """The value of a branch; one without a value becomes a term without a value, which counts only if it is taken."""
    try:
        return run(slots)
    except UndefinedAt as error:
        return Call("div", (constant(1), constant(0)), span=error.span)


OPERATORS: dict[str, Callable[[Compiler, Call, bool], Term]] = {
    "and": _junction(joined, passes_top=True),
    "or": _junction(_either, passes_top=False),
    "not": _not,
    "->": _pair(_implies),
    "<->": _pair(_same),
    "xor": _pair(_differ),
    "if": _choice,
}
"""How each Boolean operator is compiled. `and` on top of a condition leaves its parts on top."""
