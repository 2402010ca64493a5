"""The solver model while it is built: variables with known bounds, claims about their sums, literals, clauses.

A claim can be posted, perhaps only where some literals hold, or turned into a literal that is true exactly where the
claim is. Every variable made here beyond the task's own is determined by those, so that no solution counts twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model import Domain

from cpsolver.solvers.cpsat.claims import ABSURD, MIRRORED, ONE, UNIVERSAL, Claim, holds, solutions
from cpsolver.solvers.cpsat.sums import FALSE, TRUE, Exact, Sum, literal_sum, magnitude

LARGEST = 2**60
"""CP-SAT calculates with 64 bits; a sum of two numbers below this bound never overflows there."""

Literals = Sequence[int]


class Unsupported(Exception):
    """No translation: the text says what stands in the way."""


class Defined(NamedTuple):
    """The index of a variable made for some purpose; `is_new` if it is yet to be determined by a constraint."""

    variable: int
    is_new: bool


class SolverModel:
    """A CP-SAT model and what is known of its variables."""

    def __init__(self) -> None:
        self.proto = cp_model.CpModel()
        self.variables: list[cp_model.IntVar] = []
        self.domains: list[Domain] = []
        self.lower: list[int] = []
        self.upper: list[int] = []
        self._literals: dict[tuple[object, ...], int] = {}
        self._defined: dict[tuple[object, ...], int] = {}
        self._true: cp_model.IntVar | None = None

    # Variables

    def variable(self, domain: Domain) -> int:
        """The index of a new variable over numbers that fit."""
        self.variables.append(self.proto.new_int_var_from_domain(domain, ""))
        self.domains.append(domain)
        self.lower.append(domain.min())
        self.upper.append(domain.max())
        return len(self.variables) - 1

    def defined(
        self, purpose: tuple[object, ...], lower: int, upper: int, holes: Sequence[int] | None = None
    ) -> Defined:
        """The variable for a purpose, made if there is none yet; whoever gets a new one must determine it.

        holes: all values it has, where they are not all between the bounds
        Raises: Unsupported if its bounds are too large.
        """
        found = self._defined.get(purpose)
        if found is not None:
            return Defined(found, False)
        self.fits(lower, upper)
        domain = Domain(lower, upper) if holes is None else Domain.from_values(holes)
        index = self._defined[purpose] = self.variable(domain)
        return Defined(index, True)

    def fits(self, *numbers: Exact) -> None:
        """Raises: Unsupported if a number is beyond what CP-SAT calculates with."""
        if max(numbers) >= LARGEST or min(numbers) <= -LARGEST:
            size = max(int(magnitude(number)) for number in numbers)
            raise Unsupported(f"numbers of {len(str(size))} digits arise, and CP-SAT takes only those below 2^60")

    # Sums

    def bounds(self, total: Sum) -> tuple[Exact, Exact]:
        """Numbers the sum is never below and never above."""
        lower = upper = total.constant
        for index, coefficient in total.terms.items():
            low, high = coefficient * self.lower[index], coefficient * self.upper[index]
            lower += min(low, high)
            upper += max(low, high)
        return lower, upper

    def size(self, total: Sum) -> Exact:
        """A number that no part of the sum, and no sum of its parts, exceeds."""
        size = magnitude(total.constant)
        for index, coefficient in total.terms.items():
            size += magnitude(coefficient) * max(-self.lower[index], self.upper[index], 1)
        return size

    def expression(self, total: Sum) -> cp_model.LinearExprT:
        """The sum, which must have whole coefficients, as CP-SAT takes it. Raises: Unsupported if it is too large."""
        self.fits(self.size(total))
        if not total.terms:
            return int(total.constant)
        variables = [self.variables[index] for index in total.terms]
        found = cp_model.LinearExpr.weighted_sum(variables, [int(c) for c in total.terms.values()])
        return found + int(total.constant) if total.constant else found

    def affine_expression(self, total: Sum) -> cp_model.LinearExprT:
        """The sum as an expression of at most one term. Raises: Unsupported if its values are too large."""
        if not total.terms and 0 <= total.constant < LARGEST:
            return int(total.constant)
        if len(total.terms) == 1 and not total.constant:
            ((index, coefficient),) = total.terms.items()
            if coefficient == 1:
                return self.variables[index]
        return self.expression(self.affine(total))

    def linear_expression(self, total: Sum) -> cp_model.LinearExprT:
        """The sum as it is, quickly where it is a variable alone. Raises: Unsupported if its values are too large."""
        return self.affine_expression(total) if len(total.terms) <= 1 else self.expression(total)

    def affine(self, total: Sum) -> Sum:
        """An equal sum of at most one term; a variable of its own where there are more. Whole coefficients only.

        Raises: Unsupported if its values are too large.
        """
        self.fits(self.size(total))
        if len(total.terms) <= 1:
            return total
        terms, factor = total.divided_by_gcd()
        reduced = Sum(terms)
        lower, upper = self.bounds(reduced)
        index, is_new = self.defined(("sum", reduced.key), int(lower), int(upper))
        if is_new:
            self.post(self.claim(reduced.plus(Sum({index: 1}), -1), "="))
        return Sum({index: 1}).times(factor).plus(Sum({}, total.constant))

    def values(self, affine: Sum, limit: int) -> list[int]:
        """All values of a sum of at most one term. Raises: Unsupported if they are more than the limit."""
        constant = int(affine.constant)
        if affine.is_constant:
            return [constant]
        ((index, coefficient),) = affine.terms.items()
        domain = self.domains[index]
        if domain.size() > limit:
            raise Unsupported(f"a function of a number with {domain.size()} values has no translation")
        ends = domain.flattened_intervals()
        numbers = chain.from_iterable(range(a, b + 1) for a, b in zip(ends[::2], ends[1::2], strict=True))
        return [int(coefficient) * value + constant for value in numbers]

    # Claims

    def claim(self, total: Sum, relation: str) -> Claim:
        """ "total `relation` 0". Raises: Unsupported on numbers too large."""
        if total.is_constant:
            return UNIVERSAL if holds(total.constant, relation) else ABSURD
        terms, factor, span = self._reduced(total)
        bound = -total.constant if factor == 1 else Fraction(-total.constant) / factor
        relation = relation if factor > 0 else MIRRORED[relation]
        return Claim(terms, solutions(bound, relation, span), span)

    def membership(self, total: Sum, values: Sequence[Exact]) -> Claim:
        """ "total is one of these values". Raises: Unsupported on numbers too large."""
        if total.is_constant:
            return UNIVERSAL if total.constant in values else ABSURD
        terms, factor, span = self._reduced(total)
        low, high = span.min(), span.max()
        wanted = [Fraction(value - total.constant) / factor for value in values]
        reachable = [int(value) for value in wanted if value.denominator == 1 and low <= value <= high]
        return Claim(terms, span.intersection_with(Domain.from_values(reachable)), span)

    def _reduced(self, total: Sum) -> tuple[tuple[tuple[int, int], ...], Exact, Domain]:
        """The terms without common factor, the factor, and the numbers they can reach."""
        terms, factor = total.divided_by_gcd()
        if len(terms) == 1:
            ((index, coefficient),) = terms.items()
            return ((index, coefficient),), factor, self.domains[index]
        size = self.size(Sum(terms))
        if size >= 2 * LARGEST:
            self.fits(size)
        lower, upper = self.bounds(Sum(terms))
        return tuple(sorted(terms.items())), factor, Domain(int(lower), int(upper))

    def post(self, claim: Claim, when: Literals = ()) -> None:
        """The claim holds wherever all the literals do."""
        conditions = self.reduced(when)
        if conditions is None or claim.is_true:
            return
        if claim.is_false:
            self.clause([~literal for literal in conditions])
            return
        variables = [self.variables[index] for index, _ in claim.terms]
        expression = cp_model.LinearExpr.weighted_sum(variables, [coefficient for _, coefficient in claim.terms])
        self.enforce(self.proto.add_linear_expression_in_domain(expression, claim.domain), conditions)

    def literal(self, claim: Claim) -> int:
        """The literal that is true exactly where the claim is."""
        if claim.is_true or claim.is_false:
            return truth_of(claim.is_true)
        if claim.is_binary:
            return claim.terms[0][0] if claim.domain.contains(1) else ~claim.terms[0][0]
        found = self._literals.get(claim.key)
        if found is None:
            found = self.new_literal()
            denied = claim.denied
            self.post(claim, (found,))
            self.post(denied, (~found,))
            self._literals[claim.key] = found
            self._literals[denied.key] = ~found
        return found

    # Literals

    def new_literal(self) -> int:
        """A new 0/1 variable; whoever asks must determine it."""
        return self.variable(_BINARY)

    def of(self, literal: int) -> cp_model.LiteralT:
        """The literal as CP-SAT takes it."""
        if literal in (TRUE, FALSE):
            if self._true is None:
                self._true = self.variables[self.variable(ONE)]
            return self._true if literal == TRUE else ~self._true
        return self.variables[literal] if literal >= 0 else ~self.variables[~literal]

    @staticmethod
    def reduced(when: Literals) -> Literals | None:
        """The literals without those that always hold; None if one never does."""
        if not when:
            return when
        return None if FALSE in when else tuple(literal for literal in when if literal != TRUE)

    def enforce(self, constraint: cp_model.Constraint, when: Literals) -> None:
        """The constraint holds wherever all the literals, which are reduced, do."""
        if when:
            constraint.only_enforce_if([self.of(literal) for literal in when])

    def clause(self, literals: Iterable[int]) -> None:
        """At least one of the literals holds."""
        kept = [literal for literal in dict.fromkeys(literals) if literal != FALSE]
        if TRUE not in kept:
            self.proto.add_bool_or([self.of(literal) for literal in kept])

    def conjunction(self, literals: Iterable[int]) -> int:
        """The literal that is true exactly where all of these are."""
        kept = sorted({literal for literal in literals if literal != TRUE})
        if FALSE in kept or any(~literal in kept for literal in kept if literal >= 0):
            return FALSE
        if len(kept) <= 1:
            return kept[0] if kept else TRUE
        key = ("and", *kept)
        found = self._literals.get(key)
        if found is None:
            found = self._literals[key] = self.new_literal()
            for literal in kept:
                self.clause((~found, literal))
            self.clause((found, *(~literal for literal in kept)))
        return found

    def disjunction(self, literals: Iterable[int]) -> int:
        """The literal that is true exactly where one of these is."""
        return ~self.conjunction([~literal for literal in literals])

    def equivalence(self, first: int, second: int) -> int:
        """The literal that is true exactly where both are true or both are false."""
        return self.literal(self.claim(literal_sum(first).plus(literal_sum(second), -1), "="))


def truth_of(value: bool) -> int:
    """The literal that always or never holds."""
    return TRUE if value else FALSE


_BINARY = Domain(0, 1)
