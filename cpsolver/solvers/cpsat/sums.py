"""Sums of solver variables with exact coefficients: what every numeric expression becomes for CP-SAT."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

Exact = int | Fraction
"""Coefficients stay exact; they are made whole only when a constraint is posted."""


@dataclass(frozen=True, slots=True)
class Sum:
    """constant + Σ coefficient × solver variable. `terms`: index of the variable → coefficient, none of them 0."""

    terms: Mapping[int, Exact]
    constant: Exact = 0

    @property
    def is_constant(self) -> bool:
        """Whether no variable is left in it."""
        return not self.terms

    @property
    def key(self) -> tuple[object, ...]:
        """What two equal sums share, whatever the order of their terms."""
        return (self.constant, *sorted(self.terms.items()))

    def times(self, factor: Exact) -> Sum:
        """The sum multiplied by a number."""
        if factor == 1:
            return self
        if factor == 0:
            return Sum({})
        terms = {index: whole(coefficient * factor) for index, coefficient in self.terms.items()}
        return Sum(terms, whole(self.constant * factor))

    def plus(self, other: Sum, factor: Exact = 1) -> Sum:
        """The sum of this one and `factor` times the other."""
        return total(((self, 1), (other, factor)))

    @property
    def denominator(self) -> int:
        """The least number that makes all coefficients whole by multiplication."""
        denominator = self.constant.denominator
        for coefficient in self.terms.values():
            if not isinstance(coefficient, int):
                denominator = lcm(denominator, coefficient.denominator)
        return denominator

    def divided_by_gcd(self) -> tuple[dict[int, int], Exact]:
        """The terms with coprime whole coefficients, the first positive, and the factor taken out."""
        denominator = self.denominator
        numbers = [int(coefficient * denominator) for coefficient in self.terms.values()]
        common = gcd(*numbers) if numbers[0] > 0 else -gcd(*numbers)
        terms = {index: number // common for index, number in zip(self.terms, numbers, strict=True)}
        return terms, common if denominator == 1 else Fraction(common, denominator)


def whole(number: Exact) -> Exact:
    """The same number, as an int if it is one."""
    return number if isinstance(number, int) or number.denominator != 1 else number.numerator


def magnitude(number: Exact) -> Exact:
    """The number without its sign."""
    return number if number >= 0 else -number


def total(parts: Iterable[tuple[Sum, Exact]]) -> Sum:
    """The sum of multiples of sums."""
    terms: dict[int, Exact] = {}
    constant: Exact = 0
    for part, factor in parts:
        constant += factor * part.constant
        for index, coefficient in part.terms.items():
            terms[index] = terms.get(index, 0) + factor * coefficient
    return Sum({index: whole(c) for index, c in terms.items() if c}, whole(constant))


def common_denominator(sums: Iterable[Sum]) -> int:
    """The least number that makes all coefficients of all the sums whole."""
    return lcm(*{each.denominator for each in sums})


def literal_sum(literal: int) -> Sum:
    """The number 1 where the literal is true, 0 where it is false."""
    if literal in (TRUE, FALSE):
        return Sum({}, int(literal == TRUE))
    return Sum({literal: 1}) if literal >= 0 else Sum({~literal: -1}, 1)


TRUE = 1 << 62
"""A literal is the index of a 0/1 variable, or `~index` for its negation, as CP-SAT itself counts. This one holds."""

FALSE = ~TRUE
