"""Claims: that a sum of solver variables lies in a set of whole numbers."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor

from ortools.sat.python.cp_model import Domain

from cpsolver.solvers.cpsat.sums import Exact

MIRRORED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""Every comparison with the one that says the same with its sides exchanged."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The sum of `terms` lies in `domain`, which holds only numbers the sum can reach. `span`: what it can reach."""

    terms: tuple[tuple[int, int], ...]
    domain: Domain
    span: Domain

    @property
    def denied(self) -> Claim:
        """The claim that is true exactly where this one is not."""
        return Claim(self.terms, self.span.intersection_with(self.domain.complement()), self.span)

    @property
    def is_false(self) -> bool:
        """Whether it holds nowhere."""
        return bool(self.domain.is_empty())

    @property
    def is_true(self) -> bool:
        """Whether it holds everywhere."""
        return bool(self.span.is_included_in(self.domain))

    @property
    def is_binary(self) -> bool:
        """Whether it speaks of a single 0/1 variable, which then is its own literal."""
        return len(self.terms) == 1 and self.span.size() == 2 and self.span.min() == 0 and self.span.max() == 1

    @property
    def key(self) -> tuple[object, ...]:
        """What two equal claims share."""
        return (self.terms, tuple(self.domain.flattened_intervals()))


def solutions(bound: Exact, relation: str, span: Domain) -> Domain:
    """The numbers of the span that stand in the relation to the bound."""
    low, high = span.min(), span.max()
    if relation in ("=", "!="):
        inside = bound.denominator == 1 and low <= bound <= high
        equal = span.intersection_with(Domain(int(bound), int(bound))) if inside else EMPTY
        return equal if relation == "=" else span.intersection_with(equal.complement())
    if relation in ("<", "<="):
        high = min(high, ceil(bound) - 1 if relation == "<" else floor(bound))
    else:
        low = max(low, floor(bound) + 1 if relation == ">" else ceil(bound))
    return span.intersection_with(Domain(low, high)) if low <= high else EMPTY


def holds(number: Exact, relation: str) -> bool:
    """Whether the number stands in the relation to 0."""
    return relation in _SIGNED[(number > 0) - (number < 0)]


_SIGNED = {-1: ("!=", "<", "<="), 0: ("=", "<=", ">="), 1: ("!=", ">", ">=")}

EMPTY = Domain.from_values([])
ONE = Domain(1, 1)
ABSURD = Claim((), EMPTY, ONE)
UNIVERSAL = Claim((), ONE, ONE)
