"""What an expression is worth to CP-SAT."""

from __future__ import annotations

from dataclasses import dataclass

from cpsolver.solvers.cpsat.sums import FALSE, Sum


@dataclass(frozen=True, slots=True)
class Term:
    """A value, and where there is one.

    value:   the sum, which has a value for every assignment; it means something only where all of `defined` hold
    symbols: symbols the value may be, by their codes; `numeric`: whether it may be a number
    """

    value: Sum
    defined: tuple[int, ...] = ()
    symbols: frozenset[str] = frozenset()
    numeric: bool = True


UNDEFINED = Term(Sum({}), (FALSE,))
"""What has no value anywhere."""
