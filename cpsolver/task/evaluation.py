"""The meaning of a ground expression: from values of its variables to its value.

An expression is compiled once into nested functions, one per node, and then costs little more per evaluation than
the same lines written by hand. Nothing here, or anywhere, hands text to Python's own evaluator.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cpsolver.task.domain import Value
from cpsolver.task.expression import Call, Collection, Constant, Name, Node
from cpsolver.task.functions import FUNCTIONS, Undefined

Values = Mapping[str, Value]
Evaluator = Callable[[Values], Any]


def evaluate(node: Node, values: Values) -> Value:
    """The value of a ground expression. Raises: Undefined if no Boolean around the undefined part made it false."""
    found: Value = compiled(node)(values)
    return found


def compiled(node: Node) -> Evaluator:
    """The function from values to the value of this ground expression.

    Raises: TypeError for a node that unrolling should have removed: our own mistake, never the user's.
    """
    return _COMPILERS[type(node)](node)


def _constant(node: Constant) -> Evaluator:
    value = node.value
    return lambda values: value


def _name(node: Name) -> Evaluator:
    name = node.name
    return lambda values: values[name]


def _collection(node: Collection) -> Evaluator:
    items = tuple(compiled(item) for item in node.items)
    return lambda values: tuple(item(values) for item in items)


def _call(node: Call) -> Evaluator:
    if node.function in _LAZY:
        return _LAZY[node.function](node)
    function = FUNCTIONS[node.function]
    arguments = tuple(compiled(argument) for argument in node.arguments)
    run = function.evaluate

    if function.gives == "boolean":

        def boolean(values: Values) -> Any:
            try:
                return run(*[argument(values) for argument in arguments])
            except Undefined:
                return False

        return boolean
    if all(isinstance(argument, Constant) for argument in node.arguments):
        return _of_constants(run, [argument({}) for argument in arguments])
    if len(arguments) == 2:
        left, right = arguments
        return lambda values: run(left(values), right(values))
    return lambda values: run(*[argument(values) for argument in arguments])


def _of_constants(run: Callable[..., Any], values: list[Any]) -> Evaluator:
    """What stays the same, as 2*pi, is worked out once; what has no value says so each time it is asked for."""
    try:
        found = run(*values)
    except ArithmeticError:
        return lambda _: run(*values)
    return lambda _: found


def _choice(node: Call) -> Evaluator:
    condition, then, otherwise = map(compiled, node.arguments)
    return lambda values: then(values) if condition(values) else otherwise(values)


def _truth(item: Evaluator, values: Values) -> bool:
    try:
        return bool(item(values))
    except Undefined:
        return False


def _every(node: Call) -> Evaluator:
    items = tuple(compiled(item) for item in node.arguments)
    return lambda values: all(_truth(item, values) for item in items)


def _some(node: Call) -> Evaluator:
    items = tuple(compiled(item) for item in node.arguments)
    return lambda values: any(_truth(item, values) for item in items)


_COMPILERS: dict[type[Node], Callable[[Any], Evaluator]] = {
    Constant: _constant,
    Name: _name,
    Collection: _collection,
    Call: _call,
}

_LAZY: dict[str, Callable[[Call], Evaluator]] = {"if": _choice, "and": _every, "or": _some}
