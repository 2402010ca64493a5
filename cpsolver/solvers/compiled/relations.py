"""Conditions for the kernels: as literals in `TRUTHS`, stated in a way of their own in `POSTS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from cpsolver.compiled.networks import FALSE, TRUE, Rows
from cpsolver.solvers.compiled.builder import SYMBOLS, Term, Unsupported, bits, negated, total
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.globals import items_of
from cpsolver.task.linear import RELATIONS

if TYPE_CHECKING:
    from cpsolver.solvers.compiled.translation import Translator


def _difference(t: Translator, left: Term, right: Term) -> Term | None:
    """The difference of two values; None where one is a symbol and the other can be none, so that they never agree."""
    if left.symbolic != right.symbolic:
        mixed = left if left.symbolic else right
        if all(isinstance(t.builder.value(number), str) for number in t.builder.view(mixed).values):
            return None
        if any(number >= SYMBOLS for number in t.builder.view(right if mixed is left else left).values):
            raise Unsupported("symbols are compared with large numbers")
    plain = [Term(term.coefficients, term.constant, term.defined) for term in (left, right)]
    return total(zip(plain, (1, -1), strict=True))


def _compared(t: Translator, node: Call) -> int:
    left, right = map(t.term, node.arguments)
    if node.function not in ("=", "!="):
        total([(left, 1), (right, 1)])  # symbols have no order
    difference = _difference(t, left, right)
    if difference is None:
        claim, defined = (FALSE if node.function == "=" else TRUE), (*left.defined, *right.defined)
    else:
        claim, defined = t.builder.claim(difference, node.function), difference.defined
    return t.builder.all_of((claim, *defined))


def _post_compared(t: Translator, node: Call) -> None:
    left, right = map(t.term, node.arguments)
    if node.function not in ("=", "!="):
        total([(left, 1), (right, 1)])  # symbols have no order
    difference = _difference(t, left, right)
    if difference is None:
        t.builder.post_any((_compared(t, node),))
        return
    for literal in difference.defined:
        t.builder.post_any((literal,))
    t.builder.post_claim(difference, node.function)


def _all(t: Translator, node: Call) -> int:
    return t.builder.all_of([t.literal(argument) for argument in node.arguments])


def _any(t: Translator, node: Call) -> int:
    return t.builder.any_of([t.literal(argument) for argument in node.arguments])


def _not(t: Translator, node: Call) -> int:
    return negated(t.literal(node.arguments[0]))


def _same(t: Translator, node: Call) -> int:
    return t.builder.same(*map(t.literal, node.arguments))


def _implication(t: Translator, node: Call) -> tuple[int, int]:
    premise, conclusion = map(t.literal, node.arguments)
    return negated(premise), conclusion


def _implied(t: Translator, node: Call) -> int:
    return t.builder.any_of(_implication(t, node))


def _post_implied(t: Translator, node: Call) -> None:
    t.builder.post_any(_implication(t, node))


def _xor(t: Translator, node: Call) -> int:
    return negated(_same(t, node))


def _post_any(t: Translator, node: Call) -> None:
    t.builder.post_any([t.literal(argument) for argument in node.arguments])


def _post_same(is_same: bool) -> Callable[[Translator, Call], None]:
    def post(t: Translator, node: Call) -> None:
        first, second = map(t.literal, node.arguments)
        second = second if is_same else negated(second)
        t.builder.post_any((first, negated(second)))
        t.builder.post_any((negated(first), second))

    return post


def _post_not(t: Translator, node: Call) -> None:
    t.builder.post_any((_not(t, node),))


def _different_pairs(t: Translator, node: Call) -> int:
    pairs = [Call("!=", pair) for pair in combinations(node.arguments, 2)]
    own = [Call("=", (argument, argument)) for argument in node.arguments]  # where it is defined
    return t.builder.all_of([t.literal(part) for part in (*pairs, *own)])


def _post_different(t: Translator, node: Call) -> None:
    terms = [t.term(argument) for argument in node.arguments]
    for term in terms:
        for literal in term.defined:
            t.builder.post_any((literal,))
    constants = [term.constant for term in terms if not term.coefficients]
    t.builder.is_false |= len(set(constants)) < len(constants)
    views = [t.builder.view(term) for term in terms if term.coefficients]
    for view in views:
        t.builder.keep(view.variable, bits(value not in constants for value in view.values))
    t.builder.post_different([(view.variable, view.values) for view in views])


def _member(t: Translator, node: Call) -> int:
    term, items = t.term(node.arguments[0]), [t.term(item) for item in items_of(node.arguments[1])]
    if not items:
        return FALSE
    constants = {item.constant for item in items if not item.coefficients}
    view = t.builder.view(term)
    found = [t.builder.member(view.variable, bits(value in constants for value in view.values))]
    for item in items:
        if item.coefficients:
            difference = _difference(t, term, item)
            found.append(FALSE if difference is None else t.builder.claim(difference, "="))
    defined = [literal for each in (term, *items) for literal in each.defined]
    return t.builder.all_of((t.builder.any_of(found), *defined))


def _table(t: Translator, node: Call) -> int:
    row, rows = items_of(node.arguments[0]), [items_of(each) for each in items_of(node.arguments[1])]
    found = []
    for each in rows:
        if len(each) == len(row):
            same = [t.literal(Call("=", pair)) for pair in zip(row, each, strict=True)]
            found.append(t.builder.all_of(same))
    own = [t.literal(Call("=", (item, item))) for item in row]
    return t.builder.all_of((t.builder.any_of(found), *own))


def _post_table(t: Translator, node: Call) -> None:
    row, rows = items_of(node.arguments[0]), [items_of(each) for each in items_of(node.arguments[1])]
    plain = all(isinstance(item, Constant) for each in rows for item in each)
    if not plain or not row or not all(isinstance(item, Name) for item in row) or len(set(row)) < len(row):
        t.builder.post_any((_table(t, node),))
        return
    views = [t.builder.view(t.term(item)) for item in row]
    places = [{value: i for i, value in enumerate(view.values)} for view in views]
    found = dict.fromkeys(
        tuple(place.get(t.builder.number(item.value), -1) for place, item in zip(places, each, strict=True))  # type: ignore[attr-defined]
        for each in rows
        if len(each) == len(row)
    )
    kept = tuple(each for each in found if -1 not in each)
    t.builder.is_false |= not kept
    if kept:
        t.builder.network.constraints.append(Rows(tuple(view.variable for view in views), kept))


def _chain(relation: str) -> Callable[[Translator, Call], Sequence[Node]]:
    def pairs(t: Translator, node: Call) -> Sequence[Node]:
        if len(node.arguments) < 2:
            return [Call("=", (argument, argument)) for argument in node.arguments]
        return [Call(relation, pair) for pair in pairwise(node.arguments)]

    return pairs


def _chained(relation: str) -> Callable[[Translator, Call], int]:
    pairs = _chain(relation)
    return lambda t, node: t.builder.all_of([t.literal(part) for part in pairs(t, node)])


def _post_chained(relation: str) -> Callable[[Translator, Call], None]:
    pairs = _chain(relation)

    def post(t: Translator, node: Call) -> None:
        for part in pairs(t, node):
            t.post(part)

    return post


_CHAINS = {
    "all_equal": "=",
    "increasing": "<=",
    "strictly_increasing": "<",
    "decreasing": ">=",
    "strictly_decreasing": ">",
}

TRUTHS: Mapping[str, Callable[[Translator, Call], int]] = {
    **dict.fromkeys(RELATIONS, _compared),
    **{name: _chained(relation) for name, relation in _CHAINS.items()},
    "and": _all,
    "or": _any,
    "not": _not,
    "<->": _same,
    "xor": _xor,
    "->": _implied,
    "in": _member,
    "table": _table,
    "all_different": _different_pairs,
}
"""Conditions as literals; others by their decompositions, or as tables."""

POSTS: Mapping[str, Callable[[Translator, Call], None]] = {
    **dict.fromkeys(RELATIONS, _post_compared),
    **{name: _post_chained(relation) for name, relation in _CHAINS.items()},
    "or": _post_any,
    "not": _post_not,
    "<->": _post_same(True),
    "xor": _post_same(False),
    "->": _post_implied,
    "table": _post_table,
    "all_different": _post_different,
}
"""Conditions that are stated in a way of their own, and not by a literal that is true."""
