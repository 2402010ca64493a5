"""From conditions to propagators.

A condition is taken apart at its `and`, and each part gets the strongest propagator that knows its form: all-different
over terms, a table, a sum or difference of two, a global constraint, few assignments (tried once and kept as rows), a
linear comparison, and for all else a tree that propagates by bounds, helped by trial of assignments where values say
more than bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from cpsolver.task.condition import Condition, Relation
from cpsolver.task.decomposition import decomposed
from cpsolver.task.different import Term, terms
from cpsolver.task.domain import Value
from cpsolver.task.evaluation import compiled
from cpsolver.task.expression import Call, Collection, Constant, Name, Node, names
from cpsolver.task.linear import linear_form
from cpsolver.task.propagation import Space
from cpsolver.task.propagators.counting import post_cardinality
from cpsolver.task.propagators.different import differing, post_different
from cpsolver.task.propagators.enumeration import Enumeration, size_of, true_rows
from cpsolver.task.propagators.graphs import post_circuit, post_connected, post_inverse
from cpsolver.task.propagators.linear import is_numeric, post_linear
from cpsolver.task.propagators.pairs import Pairs, post_two
from cpsolver.task.propagators.regular import post_regular
from cpsolver.task.propagators.rows import Rows, rows_of
from cpsolver.task.propagators.schedules import pairs_of, post_schedule
from cpsolver.task.propagators.shifted import post_shifts, shifts_in
from cpsolver.task.propagators.trees import tree_of

MOST_ROWS = 600
"""A condition with no more assignments than this is tried at once and kept as a table."""

Post = Callable[[Space, Node], bool | None]
"""True: posted. False: a contradiction. None: not of this form."""


def post(space: Space, condition: Condition) -> bool:
    """Add what propagates the condition; False if it cannot hold."""
    return all(_post_part(space, part) for part in parts(condition.expression))


def parts(node: Node) -> Iterator[Node]:
    """The conditions that are all true just when this one is."""
    stack = [node]
    while stack:
        top = stack.pop()
        below = _PARTS[top.function](top) if isinstance(top, Call) and top.function in _PARTS else None
        if below is None:
            yield top
        else:
            stack.extend(reversed(below))


def _chain(function: str) -> Callable[[Call], list[Node] | None]:
    def pairs(node: Call) -> list[Node] | None:
        if len(node.arguments) < 2:
            return None
        return [Call(function, pair, span=node.span) for pair in pairwise(node.arguments)]

    return pairs


_PARTS: dict[str, Callable[[Call], list[Node] | None]] = {
    "and": lambda node: list(node.arguments),
    "all_equal": _chain("="),
    "increasing": _chain("<="),
    "strictly_increasing": _chain("<"),
    "decreasing": _chain(">="),
}


def _post_part(space: Space, node: Node) -> bool:
    for form in _FORMS:
        posted = form(space, node)
        if posted is not None:
            return posted
    raise AssertionError("the last form takes everything")


def terms_of(space: Space, node: Node) -> tuple[Term, ...] | None:
    """The terms of one variable each that a condition requires to differ; None if it says something else."""
    domains = {name: _values(space, name) for name in names(node)} if _may_differ(node) else {}
    return terms(Relation(node), domains) if domains else None


def _different(space: Space, node: Node) -> bool | None:
    if not isinstance(node, Call) or not _may_differ(node):
        return None
    shifts = shifts_in(space, node.arguments)  # by far the most, and nothing need be evaluated
    if shifts is not None:
        if len({shift for _, shift in shifts}) == 1:
            return differing(space, [variable for variable, _ in shifts])
        return post_shifts(space, shifts)
    found = terms_of(space, node)
    return None if found is None else post_different(space, found)


def _may_differ(node: Node) -> bool:
    return isinstance(node, Call) and node.function in ("all_different", "!=")


def _values(space: Space, name: str) -> tuple[Value, ...]:
    variable = space.index[name]
    return tuple(space.value_in(variable, bit) for bit in space.in_order(variable))


def _table(space: Space, node: Node) -> bool | None:
    if not isinstance(node, Call) or node.function != "table":
        return None
    variables, rows = node.arguments
    if not isinstance(variables, Collection) or not isinstance(rows, Collection):
        return None
    found = [item.name for item in variables.items if isinstance(item, Name)]
    plain = [_constants(row) for row in rows.items]
    values = [row for row in plain if row is not None]
    if not found or len(set(found)) < len(variables.items) or len(values) < len(plain):
        return None
    space.add(rows_of(space, [space.index[name] for name in found], values))
    return True


def _constants(row: Node) -> tuple[Value, ...] | None:
    if not isinstance(row, Collection) or not all(isinstance(item, Constant) for item in row.items):
        return None
    return tuple(item.value for item in row.items if isinstance(item, Constant))


def _few(space: Space, node: Node) -> bool | None:
    scope = names(node)
    variables = [space.index[name] for name in scope]
    if size_of(space, variables, MOST_ROWS) is None:
        return None
    found = true_rows(space, variables, scope, compiled(node))
    if len(variables) < 2:
        return Rows(variables, found).propagate(space)
    if len(variables) == 2:
        space.add(Pairs(variables[0], variables[1], ((one, other) for one, other in found)))
    else:
        space.add(Rows(variables, found))
    return True


def _global(space: Space, node: Node) -> bool | None:
    """A global constraint by its own propagator; where that does not say all, also by what it says of pairs."""
    if not isinstance(node, Call) or node.function not in GLOBALS:
        return None
    posted = GLOBALS[node.function](space, node)
    if posted and node.function in ("disjunctive", "diffn"):
        pairs = pairs_of(node)
        return all(_post_part(space, part) for part in parts(pairs)) if pairs is not None else None
    return posted


def _linear(space: Space, node: Node) -> bool | None:
    form = linear_form(node)
    if form is None or form.relation == "!=" or not is_numeric(space, [name for name, _ in form.coefficients]):
        return None
    return post_linear(space, form)


def _any(space: Space, node: Node) -> bool:
    simpler = decomposed(node) if isinstance(node, Call) else None
    if isinstance(simpler, Call) and simpler.function == "and":
        return all(_post_part(space, part) for part in parts(simpler))
    tree = tree_of(space, node)
    if tree is not None:
        space.add(tree)
    if tree is None or not tree.is_whole_story:
        space.add(Enumeration(space, [space.index[name] for name in names(node)], node))
    return True


_FORMS: tuple[Post, ...] = (_different, _table, post_two, _few, _global, _linear, _any)

GLOBALS: dict[str, Callable[[Space, Call], bool | None]] = {
    "regular": post_regular,
    "circuit": post_circuit,
    "subcircuit": post_circuit,
    "inverse": post_inverse,
    "connected": post_connected,
    "global_cardinality": post_cardinality,
    "global_cardinality_closed": post_cardinality,
    "cumulative": post_schedule,
    "disjunctive": post_schedule,
}
"""The global constraints with a propagator better than their decomposition, which is what the others propagate by."""
