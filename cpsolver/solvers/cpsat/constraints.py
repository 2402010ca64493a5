"""Global constraints for CP-SAT: reified in `TRUTHS`, native in `POSTS`.

To add one: a function that gives its literal, a function that posts it, and their two entries at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from cpsolver.solvers.cpsat.coding import number
from cpsolver.solvers.cpsat.model import Literals, truth_of
from cpsolver.solvers.cpsat.relations import Truth, equated
from cpsolver.solvers.cpsat.sums import Sum, common_denominator
from cpsolver.solvers.cpsat.term import Term
from cpsolver.task.domain import Value
from cpsolver.task.evaluation import compiled
from cpsolver.task.expression import Call, Collection, Name, Node

if TYPE_CHECKING:
    from cpsolver.solvers.cpsat.compiler import Compiler

Pairs = Callable[[Sequence[Node]], Iterator[tuple[Node, Node]]]


def _defined(terms: Sequence[Term]) -> tuple[int, ...]:
    return tuple(literal for term in terms for literal in term.defined)


# all_different, all_equal


def all_different(compiler: Compiler, node: Call) -> Truth:
    """Reified pair by pair; where it holds, stated natively as well."""
    terms = [compiler.term(argument) for argument in node.arguments]
    claims = [equated(compiler, "!=", first, second)[0] for first, second in combinations(terms, 2)]
    literal = compiler.model.conjunction([compiler.model.literal(claim) for claim in claims])
    if len(terms) > 2:
        _post_different(compiler, terms, (literal,))
    return literal, _defined(terms)


def post_all_different(compiler: Compiler, node: Call, when: Literals) -> None:
    """Stated natively; at once where all are variables over whole numbers, as the units of a sudoku are."""
    names = [argument.name for argument in node.arguments if isinstance(argument, Name)]
    whole = [compiler.whole[name] for name in names if name in compiler.whole]
    if len(whole) == len(node.arguments) > 1:
        conditions = compiler.model.reduced(when)
        if conditions is not None:
            compiler.model.enforce(compiler.model.proto.add_all_different(whole), conditions)
        return
    terms = [compiler.term(argument) for argument in node.arguments]
    compiler.require(_defined(terms), when)
    _post_different(compiler, terms, when)


def _post_different(compiler: Compiler, terms: Sequence[Term], when: Literals) -> None:
    model = compiler.model
    conditions = model.reduced(when)
    if conditions is None:
        return
    for group in _comparable(compiler, terms):
        scale = common_denominator([term.value for term in group])
        if len(group) > 1:
            # Where nothing switches it off, CP-SAT takes sums as they are; else each is a variable of its own.
            stated = model.affine_expression if conditions else model.linear_expression
            sums = [stated(term.value.times(scale)) for term in group]
            model.enforce(model.proto.add_all_different(sums), conditions)


def _comparable(compiler: Compiler, terms: Sequence[Term]) -> tuple[Sequence[Term], ...]:
    """The terms in groups, such that none of one group can equal one of another."""
    symbolic = [term for term in terms if term.symbols]
    if not symbolic:
        return (terms,)
    if any(term.numeric for term in symbolic):
        for term in terms:
            compiler.check_below_symbols(term)
        return (terms,)
    return ([term for term in terms if not term.symbols], symbolic)


def all_equal(compiler: Compiler, node: Call) -> Truth:
    """All equal the first."""
    terms = [compiler.term(argument) for argument in node.arguments]
    claims = [equated(compiler, "=", terms[0], term)[0] for term in terms[1:]]
    return compiler.model.conjunction([compiler.model.literal(claim) for claim in claims]), _defined(terms)


def post_all_equal(compiler: Compiler, node: Call, when: Literals) -> None:
    """Stated one by one."""
    terms = [compiler.term(argument) for argument in node.arguments]
    compiler.require(_defined(terms), when)
    for term in terms[1:]:
        compiler.model.post(equated(compiler, "=", terms[0], term)[0], when)


# Orders


def ordered(relation: str) -> Callable[[Compiler, Call], Truth]:
    """`increasing` and its like, reified: each stands in the relation to the next."""

    def translate(compiler: Compiler, node: Call) -> Truth:
        terms = [compiler.number(argument) for argument in node.arguments]
        model = compiler.model
        claims = [model.claim(a.value.plus(b.value, -1), relation) for a, b in pairwise(terms)]
        return model.conjunction([model.literal(claim) for claim in claims]), _defined(terms)

    return translate


def post_ordered(relation: str) -> Callable[[Compiler, Call, Literals], None]:
    """`increasing` and its like, stated."""

    def post(compiler: Compiler, node: Call, when: Literals) -> None:
        terms = [compiler.number(argument) for argument in node.arguments]
        compiler.require(_defined(terms), when)
        for a, b in pairwise(terms):
            compiler.model.post(compiler.model.claim(a.value.plus(b.value, -1), relation), when)

    return post


# Tables


def table(compiler: Compiler, node: Call) -> Truth:
    """Reified: its rows are allowed where the literal holds, and forbidden elsewhere."""
    model = compiler.model
    terms, sums, rows = _table(compiler, node)
    if not sums:
        return truth_of(bool(rows)), _defined(terms)
    columns = [model.expression(value) for value in sums]
    literal = model.new_literal() if rows else truth_of(False)
    if rows:
        model.enforce(model.proto.add_allowed_assignments(columns, rows), (literal,))
        model.enforce(model.proto.add_forbidden_assignments(columns, rows), (~literal,))
    return literal, _defined(terms)


def post_table(compiler: Compiler, node: Call, when: Literals) -> None:
    """Stated natively."""
    model = compiler.model
    terms, sums, rows = _table(compiler, node)
    compiler.require(_defined(terms), when)
    if not sums or not rows:
        compiler.require((truth_of(bool(rows)),), when)
        return
    model.enforce(model.proto.add_allowed_assignments([model.expression(value) for value in sums], rows), when)


def _table(compiler: Compiler, node: Call) -> tuple[list[Term], list[Sum], list[tuple[int, ...]]]:
    """The terms, their affine sums with whole coefficients, and the rows they can form."""
    variables, listed = node.arguments
    assert isinstance(variables, Collection), "the variables of a table are a collection"
    terms = [compiler.term(item) for item in variables.items]
    scales = [term.value.denominator for term in terms]
    sums = [compiler.model.affine(term.value.times(scale)) for term, scale in zip(terms, scales, strict=True)]
    bounds = [compiler.model.bounds(value) for value in sums]
    kept = []
    for row in dict.fromkeys(compiled(listed)({})):
        if len(row) == len(terms):
            cells = [_cell(compiler, term, scale, value) for term, scale, value in zip(terms, scales, row, strict=True)]
            if all(cell is not None and low <= cell <= high for cell, (low, high) in zip(cells, bounds, strict=True)):
                kept.append(tuple(cell for cell in cells if cell is not None))
    return terms, sums, kept


def _cell(compiler: Compiler, term: Term, scale: int, value: Value) -> int | None:
    """The number that a value in the column of a term is, or None if the term is never that."""
    if isinstance(value, str) and value not in term.symbols:
        return None
    if not isinstance(value, str) and not term.numeric:
        return None
    code = number(value, compiler.symbols) * scale
    return int(code) if code.denominator == 1 else None


TRUTHS: Mapping[str, Callable[[Compiler, Call], Truth]] = {
    "all_different": all_different,
    "all_equal": all_equal,
    "increasing": ordered("<="),
    "strictly_increasing": ordered("<"),
    "decreasing": ordered(">="),
    "strictly_decreasing": ordered(">"),
    "table": table,
}

POSTS: Mapping[str, Callable[[Compiler, Call, Literals], None]] = {
    "all_different": post_all_different,
    "all_equal": post_all_equal,
    "increasing": post_ordered("<="),
    "strictly_increasing": post_ordered("<"),
    "decreasing": post_ordered(">="),
    "strictly_decreasing": post_ordered(">"),
    "table": post_table,
}
