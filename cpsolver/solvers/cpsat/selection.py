"""One value out of several for CP-SAT: `if` and the element of an array."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from cpsolver.solvers.cpsat.coding import number
from cpsolver.solvers.cpsat.operations import MAPPED, mapped, select
from cpsolver.solvers.cpsat.sums import FALSE, Exact, Sum
from cpsolver.solvers.cpsat.term import UNDEFINED, Term
from cpsolver.task.expression import Call, Collection, Constant

if TYPE_CHECKING:
    from cpsolver.solvers.cpsat.compiler import Compiler


def chosen(compiler: Compiler, node: Call) -> Term:
    """`if`: only the branch taken must be defined."""
    model = compiler.model
    literal, defined = compiler.truth(node.arguments[0])
    then, otherwise = map(compiler.term, node.arguments[1:])
    symbols, numeric = joined(compiler, (then, otherwise))
    value = select(model, literal, then.value, otherwise.value)
    needs = (
        *(model.disjunction((~literal, other)) for other in then.defined),
        *(model.disjunction((literal, other)) for other in otherwise.defined),
    )
    return Term(value, (*defined, *needs), symbols, numeric)


def joined(compiler: Compiler, terms: Sequence[Term]) -> tuple[frozenset[str], bool]:
    """What a value taken from one of the terms may be. Raises: Unsupported if a number could pass for a symbol."""
    symbols = frozenset().union(*(term.symbols for term in terms))
    if symbols:
        for term in terms:
            compiler.check_below_symbols(term)
    return symbols, any(term.numeric for term in terms)


def element(compiler: Compiler, node: Call) -> Term:
    """`a[i]`: through the position of the index among the keys."""
    index_node, items, keys = node.arguments
    assert isinstance(items, Collection), "the items of an element are a collection"
    assert isinstance(keys, Collection), "the keys of an element are a collection"
    index, terms = compiler.term(index_node), [compiler.term(item) for item in items.items]
    positions = _positions(compiler, index, keys)
    defined = (*index.defined, *(literal for term in terms for literal in term.defined))
    at, found = mapped(compiler, index.value, positions.get)
    if at.is_constant:
        return UNDEFINED if FALSE in found else _with(terms[int(at.constant)], (*defined, *found))
    reached = compiler.model.values(at, MAPPED)
    used = [terms[position] for position in reached]
    symbols, numeric = joined(compiler, used)
    return Term(_item(compiler, at, reached, terms), (*defined, *found), symbols, numeric)


def _with(term: Term, defined: tuple[int, ...]) -> Term:
    return Term(term.value, defined, term.symbols, term.numeric)


def _positions(compiler: Compiler, index: Term, keys: Collection) -> dict[Exact, int]:
    """The position of each key the index may be; of equal keys the first counts."""
    positions: dict[Exact, int] = {}
    for position, key in enumerate(keys.items):
        assert isinstance(key, Constant), "the keys of an element are constants"
        if key.value in index.symbols or (index.numeric and not isinstance(key.value, str)):
            positions.setdefault(number(key.value, compiler.symbols), position)
    return positions


def _item(compiler: Compiler, at: Sum, reached: Sequence[int], terms: Sequence[Term]) -> Sum:
    """The value of the term at a position."""
    model = compiler.model
    scale = lcm(*(terms[position].value.denominator for position in reached))
    sums = {position: model.affine(terms[position].value.times(scale)) for position in reached}
    if all(value.is_constant for value in sums.values()):
        rows = [(position,) for position in reached]
        results: list[Exact | None] = [terms[position].value.constant for position in reached]
        return compiler.table_function([at], rows, results)[0]
    ends = [model.bounds(value) for value in sums.values()]
    key = ("element", at.key, *((position, value.key) for position, value in sums.items()))
    index, is_new = model.defined(key, int(min(low for low, _ in ends)), int(max(high for _, high in ends)))
    if is_new:
        first = next(iter(sums.values()))
        row = [model.expression(sums.get(position, first)) for position in range(max(reached) + 1)]
        model.proto.add_element(model.expression(at), row, model.variables[index])
    return Sum({index: 1}).times(Fraction(1, scale))
