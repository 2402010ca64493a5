"""Sums of multiples of parts, and how many of some parts are true."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from cpsolver.task.domain import Number
from cpsolver.task.functions import exact
from cpsolver.task.propagators.trees.nodes import INFINITE, Amount, Plain, Truth


class Sum(Amount):
    """The sum of factor × part, and a constant. No factor is 0."""

    def __init__(self, terms: Sequence[tuple[Number, Amount]], constant: Number) -> None:
        self.terms, self.constant = tuple(terms), constant
        factors = (constant, *(factor for factor, _ in self.terms))
        self.is_whole = all(part.is_whole for _, part in self.terms) and all(isinstance(f, int) for f in factors)
        self.partial = any(part.partial for _, part in self.terms)

    def span(self) -> tuple[Number, Number]:
        """From the sum of least terms to that of the greatest."""
        low: Number = self.constant
        high: Number = self.constant
        for factor, part in self.terms:
            least, most = part.span()
            if factor > 0:
                low += factor * least
                high += factor * most
            else:
                low += factor * most
                high += factor * least
        return low, high

    def limit(self, least: Number, most: Number) -> bool:
        """Let every term be no more than the others leave room for."""
        low: Number = self.constant
        high: Number = self.constant
        spans = []
        for factor, part in self.terms:
            below, above = part.span()
            below, above = (factor * below, factor * above) if factor > 0 else (factor * above, factor * below)
            low += below
            high += above
            spans.append((factor, part, below, above))
        if low > most or high < least:
            return False
        if low >= least and high <= most:
            return True
        for factor, part, below, above in spans:
            if above - below > most - low or above - below > high - least:
                at_least = above - (high - least) if high < INFINITE else -INFINITE
                at_most = below + (most - low) if low > -INFINITE else INFINITE
                if not _limit_term(part, factor, at_least, at_most):
                    return False
        return True

    def avoid(self, value: Number) -> bool:
        """Be another number than this; False if that cannot be."""
        rest = value - self.constant
        open_: tuple[Number, Amount] | None = None
        for factor, part in self.terms:
            least, most = part.span()
            if least == most:
                rest -= factor * least
            elif open_ is None:
                open_ = factor, part
            else:
                return True
        if open_ is None:
            return rest != 0
        factor, part = open_
        if not isinstance(part, Plain):
            return True
        number = part.space.number_of.get(exact(Fraction(rest) / Fraction(factor)))
        return number is None or part.space.narrow(part.variable, ~(1 << number))


def _limit_term(part: Amount, factor: Number, least: Number, most: Number) -> bool:
    if factor < 0:
        least, most = most, least
    return part.limit(_quotient(least, factor), _quotient(most, factor))


def _quotient(number: Number, factor: Number) -> Number:
    if factor == 1 or isinstance(number, float):
        return number if factor > 0 else -number
    return -number if factor == -1 else exact(Fraction(number) / Fraction(factor))


class Count(Amount):
    """How many of the items are true."""

    is_whole = True

    def __init__(self, items: Sequence[Truth]) -> None:
        self.items = tuple(items)

    def span(self) -> tuple[Number, Number]:
        """From those that are true to those that may be."""
        low = high = 0
        for item in self.items:
            known = item.known()
            if known:
                high += 1
                low += known > 0
        return low, high

    def limit(self, least: Number, most: Number) -> bool:
        """Once there are enough, the others are false; where all are needed, all are true."""
        low, high = self.span()
        if low > most or high < least:
            return False
        if low + 1 > most and low < high:
            return all(item.require(False) for item in self.items if item.known() < 0)
        if high - 1 < least and low < high:
            return all(item.require(True) for item in self.items if item.known() < 0)
        return True


class Indicator(Amount):
    """1 if something is true, else 0."""

    is_whole = True

    def __init__(self, item: Truth) -> None:
        self.item = item

    def span(self) -> tuple[Number, Number]:
        """By what is known."""
        known = self.item.known()
        return (known, known) if known >= 0 else (0, 1)

    def limit(self, least: Number, most: Number) -> bool:
        """Require what is left."""
        if most < 0 or least > 1 or (least > 0 and most < 1):
            return False
        if least > 0:
            return self.item.require(True)
        return most >= 1 or self.item.require(False)
