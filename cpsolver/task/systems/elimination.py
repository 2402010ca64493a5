"""Systems of linear equations with exact numbers, by elimination: they need no algebra system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from cpsolver.task.algebra.terms import substitute
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Number, Value
from cpsolver.task.expression import Call, Constant
from cpsolver.task.functions import exact
from cpsolver.task.linear import linear_expression

Row = dict[str, Fraction]
"""The coefficients of a sum that must be 0, by variable; that of the constant under the name ''."""

CONSTANT = ""


def rows_of(equations: Sequence[Equation], values: Mapping[str, Value]) -> list[Row] | None:
    """The equations with known values put in, as sums that must be 0; None if one is not linear, or not exact."""
    known = {name: Constant(value) for name, value in values.items()}
    rows: list[Row] = []
    for equation in equations:
        found = linear_expression(substitute(Call("-", (equation.left, equation.right)), known))
        if found is None:
            return None
        coefficients, constant = found
        rows.append({**{name: Fraction(c) for name, c in coefficients.items()}, CONSTANT: Fraction(constant)})
    return rows


def eliminated(rows: list[Row]) -> dict[str, Number] | None:
    """The values of all variables that the equations determine; None if the equations contradict each other.

    Source: Gauss and Jordan.
    """
    solved: dict[str, Row] = {}
    for row in rows:
        row = _reduced(row, solved)
        pivot = next((name for name in row if name != CONSTANT), None)
        if pivot is None:
            if row[CONSTANT]:
                return None
            continue
        row = {name: c / row[pivot] for name, c in row.items()}
        solved = {name: _without(other, pivot, row) for name, other in solved.items()}
        solved[pivot] = row
    return {name: exact(-row[CONSTANT]) for name, row in solved.items() if len(row) == 2}


def _reduced(row: Row, solved: Mapping[str, Row]) -> Row:
    for name, other in solved.items():
        row = _without(row, name, other)
    return row


def _without(row: Row, pivot: str, other: Row) -> Row:
    """The row less so many times another that the pivot goes; no coefficient but the constant's is 0."""
    factor = row.get(pivot)
    if not factor:
        return row
    found = {name: row.get(name, Fraction(0)) - factor * other.get(name, Fraction(0)) for name in {**row, **other}}
    return {name: c for name, c in found.items() if c or name == CONSTANT}
