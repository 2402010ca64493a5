"""All-different conditions over *terms*: expressions of one variable each, such as `queen[3] + 3`, or just variables.

For search such a condition is a table: which value a term takes for each value of its variable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cpsolver.task.condition import Condition
from cpsolver.task.domain import Value
from cpsolver.task.evaluation import compiled
from cpsolver.task.expression import Call, Name, Node, names
from cpsolver.task.functions import Undefined


@dataclass(frozen=True)
class Term:
    """One side of an all-different: its variable, and the term's value for each value of that variable.

    A value for which the term is undefined, or equal to a constant among the terms, is missing from `values`: the
    variable may not have it.
    """

    variable: str
    values: Mapping[Value, Value]


def terms(condition: Condition, domains: Mapping[str, Sequence[Value]]) -> tuple[Term, ...] | None:
    """The terms that the condition, an `all_different` or `!=`, requires to differ; None if it says something else.

    None also if a variable stands in two terms, and if the constants among the terms are undefined or not different.
    """
    node = condition.expression
    if not isinstance(node, Call) or node.function not in ("all_different", "!="):
        return None
    scopes = [names(argument) for argument in node.arguments]
    if any(len(scope) > 1 for scope in scopes) or sum(map(len, scopes)) != len(condition.scope):
        return None
    constants = _constants([a for a, scope in zip(node.arguments, scopes, strict=True) if not scope])
    if constants is None:
        return None
    return tuple(
        Term(scope[0], _values(argument, scope[0], domains[scope[0]], constants))
        for argument, scope in zip(node.arguments, scopes, strict=True)
        if scope
    )


def _constants(arguments: Sequence[Node]) -> frozenset[Value] | None:
    try:
        values = [compiled(argument)({}) for argument in arguments]
    except Undefined:
        return None
    return frozenset(values) if len(set(values)) == len(values) else None


def _values(node: Node, name: str, domain: Sequence[Value], constants: frozenset[Value]) -> dict[Value, Value]:
    if isinstance(node, Name) and not constants:
        return {value: value for value in domain}
    evaluate, found = compiled(node), {}
    for value in domain:
        try:
            term = evaluate({name: value})
        except Undefined:
            continue
        if term not in constants:
            found[value] = term
    return found
