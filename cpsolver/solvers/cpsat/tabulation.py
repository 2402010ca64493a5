"""Tables worked out from the meaning of an expression: for what has no translation of its own, and for small things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import TYPE_CHECKING, Any

from cpsolver.solvers.cpsat.claims import Claim
from cpsolver.solvers.cpsat.coding import number
from cpsolver.solvers.cpsat.model import Literals
from cpsolver.solvers.cpsat.sums import FALSE, TRUE, Exact, Sum
from cpsolver.solvers.cpsat.term import Term
from cpsolver.task.evaluation import compiled
from cpsolver.task.expression import Call, Node, names
from cpsolver.task.functions import Undefined

if TYPE_CHECKING:
    from cpsolver.solvers.cpsat.compiler import Compiler

LARGEST_TABLE = 100_000
"""Rows of the largest table that stands in for a condition without a translation."""

SMALL_TABLE = 512
"""What is awkward to translate is tabulated at once if its variables have no more combinations than this."""

Row = tuple[int, ...]


def scope_of(compiler: Compiler, node: Node, limit: int) -> tuple[str, ...] | None:
    """The variables of the expression that are still open; None if they have more combinations than the limit."""
    scope = tuple(name for name in names(node) if name in compiler.indices)
    return scope if prod(len(compiler.domains[name]) for name in scope) <= limit else None


def outcomes(compiler: Compiler, node: Node, scope: tuple[str, ...]) -> Iterator[tuple[Row, Any]]:
    """For every assignment of the scope, in the solver's numbers, the value of the expression; None: undefined."""
    evaluate = compiled(node)
    values = {name: compiler.domains[name].values[0] for name in names(node)}
    for row in product(*map(compiler.coded, scope)):
        values.update(zip(scope, (value for value, _ in row), strict=True))
        try:
            yield tuple(code for _, code in row), evaluate(values)
        except Undefined:
            yield tuple(code for _, code in row), None


def values_meeting(compiler: Compiler, node: Node) -> Claim | None:
    """A condition on one variable as the set of its values that meet it; None for any other condition."""
    scope = scope_of(compiler, node, SMALL_TABLE)
    if scope is None or len(scope) != 1:
        return None
    kept: list[Exact] = [codes[0] for codes, value in outcomes(compiler, node, scope) if value]
    return compiler.model.membership(Sum({compiler.indices[scope[0]]: 1}), kept)


def tabulated(compiler: Compiler, node: Call, limit: int) -> Term | None:
    """The expression as a table over its variables; None if that has more rows than the limit, or is not exact."""
    scope = scope_of(compiler, node, limit)
    if scope is None:
        return None
    rows = list(outcomes(compiler, node, scope))
    values = [value for _, value in rows if value is not None]
    symbols = frozenset(value for value in values if isinstance(value, str))
    if any(isinstance(value, float) or (symbols and not isinstance(value, str)) for value in values):
        return None
    if not values:
        return Term(Sum({}), (FALSE,))
    coded = [None if value is None else number(value, compiler.symbols) for _, value in rows]
    sums = [Sum({compiler.indices[name]: 1}) for name in scope]
    value, defined = table_function(compiler, sums, [codes for codes, _ in rows], coded)
    return Term(value, defined, symbols, not symbols)


def post_tabulated(compiler: Compiler, node: Call, when: Literals) -> bool:
    """State a condition as the table of what meets it, if that is small enough; whether it was."""
    scope = scope_of(compiler, node, LARGEST_TABLE)
    if scope is None:
        return False
    model = compiler.model
    kept = [codes for codes, value in outcomes(compiler, node, scope) if value]
    if not kept or not scope:
        compiler.require((TRUE if kept else FALSE,), when)
        return True
    columns = [model.variables[compiler.indices[name]] for name in scope]
    model.enforce(model.proto.add_allowed_assignments(columns, kept), when)
    return True


def table_function(
    compiler: Compiler, arguments: Sequence[Sum], rows: Sequence[Row], results: Sequence[Exact | None]
) -> tuple[Sum, tuple[int, ...]]:
    """The result as a function of affine arguments, row by row, and where it is defined (None: not there).

    The rows are all that the arguments can be, and some result is defined. Raises: Unsupported on numbers too large.
    """
    known = [result for result in results if result is not None]
    is_partial = len(known) < len(results)
    scale = lcm(*(result.denominator for result in known))
    column = [int((known[0] if result is None else result) * scale) for result in results]
    value = None if is_partial else _straight(arguments, rows, column)
    if value is None:
        value = _table_variable(compiler, arguments, rows, column)
    defined: tuple[int, ...] = ()
    if is_partial:
        kept = [row for row, result in zip(rows, results, strict=True) if result is not None]
        defined = (_row_literal(compiler, arguments, rows, kept),)
    return value.times(Fraction(1, scale)), defined


def _straight(arguments: Sequence[Sum], rows: Sequence[Row], column: Sequence[int]) -> Sum | None:
    """The function of one argument as a multiple of it plus a constant, if it is one."""
    if len(arguments) != 1 or len(rows) < 2:
        return None
    (first,), (second,) = rows[:2]
    slope = Fraction(column[1] - column[0], second - first)
    if slope.denominator != 1:
        return None  # whole at the values there are, but CP-SAT takes whole coefficients only
    if any(slope * (x - first) + column[0] != y for (x,), y in zip(rows, column, strict=True)):
        return None
    return arguments[0].times(slope).plus(Sum({}, column[0] - slope * first))


def _table_variable(compiler: Compiler, arguments: Sequence[Sum], rows: Sequence[Row], column: Sequence[int]) -> Sum:
    """A variable that has in every row the number of the column."""
    model = compiler.model
    if min(column) == max(column):
        return Sum({}, column[0])
    purpose = ("table", *(argument.key for argument in arguments), tuple(rows), tuple(column))
    index, is_new = model.defined(purpose, min(column), max(column), holes=column)
    if is_new:
        columns = [*map(model.expression, arguments), model.variables[index]]
        table = [(*row, result) for row, result in zip(rows, column, strict=True)]
        model.proto.add_allowed_assignments(columns, table)
    return Sum({index: 1})


def _row_literal(compiler: Compiler, arguments: Sequence[Sum], rows: Sequence[Row], kept: Sequence[Row]) -> int:
    """The literal that is true exactly where the arguments form one of the rows kept."""
    model = compiler.model
    if len(arguments) == 1:
        return model.literal(model.membership(arguments[0], [row[0] for row in kept]))
    index, is_new = model.defined(("rows", *(argument.key for argument in arguments), tuple(kept)), 0, 1)
    if is_new:
        chosen = set(kept)
        columns = [*map(model.expression, arguments), model.variables[index]]
        model.proto.add_allowed_assignments(columns, [(*row, int(row in chosen)) for row in rows])
    return index
