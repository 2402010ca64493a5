"""`x = abs(…)`, `x = min(…)`, `x = max(…)` stated of `x` itself; the general way would need a variable between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsolver.task.expression import Call, Name, Node

if TYPE_CHECKING:
    from cpsolver.solvers.cpsat.compiler import Compiler

NATIVE = {"abs": "add_abs_equality", "min": "add_min_equality", "max": "add_max_equality"}


def post_equation(compiler: Compiler, node: Call) -> bool:
    """Whether the comparison is of this form, over whole numbers and defined everywhere; then it is stated."""
    if node.function != "=":
        return False
    left, right = node.arguments
    return _posted(compiler, left, right) or _posted(compiler, right, left)


def _posted(compiler: Compiler, target: Node, call: Node) -> bool:
    if not isinstance(target, Name) or target.name not in compiler.columns:
        return False
    if not isinstance(call, Call) or call.function not in NATIVE or not call.arguments:
        return False
    terms = [compiler.number(argument) for argument in call.arguments]
    sums = {term.value.key: term.value for term in terms}
    if any(term.defined or term.value.denominator != 1 or term.value.is_constant for term in terms):
        return False
    if call.function != "abs" and len(sums) == 1:
        return False
    model = compiler.model
    parts = [model.expression(value) for value in sums.values()]
    variable = model.variables[compiler.columns[target.name]]
    getattr(model.proto, NATIVE[call.function])(variable, parts[0] if call.function == "abs" else parts)
    return True
