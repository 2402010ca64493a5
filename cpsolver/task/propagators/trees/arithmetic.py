"""Amounts that are no sums: products, quotients, extremes, choices and elements."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import isqrt

from cpsolver.task.domain import Number
from cpsolver.task.functions import truncate_divide
from cpsolver.task.propagators.trees.nodes import INFINITE, Amount, Truth

Span = tuple[Number, Number]


class Anything(Amount):
    """A number of which nothing is known."""

    partial = True

    def span(self) -> Span:
        """All numbers."""
        return -INFINITE, INFINITE

    def limit(self, least: Number, most: Number) -> bool:
        """Nothing follows."""
        return True


class Product(Amount):
    """Two parts multiplied."""

    def __init__(self, one: Amount, other: Amount) -> None:
        self.one, self.other = one, other
        self.is_whole = one.is_whole and other.is_whole
        self.partial = one.partial or other.partial

    def span(self) -> Span:
        """Between the products of the ends."""
        (a, b), (c, d) = self.one.span(), self.other.span()
        if _is_open(a, b) or _is_open(c, d):
            return -INFINITE, INFINITE
        corners = (a * c, a * d, b * c, b * d)
        return min(corners), max(corners)

    def limit(self, least: Number, most: Number) -> bool:
        """Divide the range by one part to limit the other, where that part is not 0."""
        low, high = self.span()
        if low > most or high < least:
            return False
        least, most = max(least, low), min(most, high)
        if _is_open(least, most) or not self.is_whole or (low == least and high == most):
            return True
        return self._divide(self.one, self.other, least, most) and self._divide(self.other, self.one, least, most)

    def _divide(self, part: Amount, by: Amount, least: Number, most: Number) -> bool:
        low, high = by.span()
        if low <= 0 <= high:
            return True
        corners = [(end, divisor) for end in (least, most) for divisor in (low, high)]
        rounded_up: list[Number] = [-(-end // divisor) for end, divisor in corners]
        rounded_down: list[Number] = [end // divisor for end, divisor in corners]
        return part.limit(min(rounded_up), max(rounded_down))


class Square(Amount):
    """A part times itself."""

    def __init__(self, part: Amount) -> None:
        self.part, self.is_whole, self.partial = part, part.is_whole, part.partial

    def span(self) -> Span:
        """From 0, or the square of the end nearer to it, to that of the other."""
        low, high = self.part.span()
        if _is_open(low, high):
            return 0, INFINITE
        ends: Span = (low * low, high * high)
        return (0 if low <= 0 <= high else min(ends)), max(ends)

    def limit(self, least: Number, most: Number) -> bool:
        """No further from 0 than the root."""
        low, high = self.span()
        if low > most or high < least:
            return False
        if most >= high or not self.is_whole:
            return True
        root = isqrt(int(most))
        return self.part.limit(-root, root)


class Absolute(Amount):
    """The size of a part."""

    def __init__(self, part: Amount) -> None:
        self.part, self.is_whole, self.partial = part, part.is_whole, part.partial

    def span(self) -> Span:
        """From 0, or the end nearer to it, to the other."""
        low, high = self.part.span()
        farther = max(-low, high)
        return (0 if low <= 0 <= high else max(low, -high)), farther

    def limit(self, least: Number, most: Number) -> bool:
        """Neither too far from 0 nor, once one side is excluded, too near."""
        low, high = self.part.span()
        if most < 0:
            return False
        if low > -least:
            return self.part.limit(max(least, -most), most)
        if high < least:
            return self.part.limit(-most, -least)
        return self.part.limit(-most, most)


class Greatest(Amount):
    """The greatest of some parts; the least of them with sign -1."""

    def __init__(self, parts: Sequence[Amount]) -> None:
        self.parts = tuple(parts)
        self.is_whole = all(part.is_whole for part in parts)
        self.partial = any(part.partial for part in parts)

    def span(self) -> Span:
        """From the greatest of the least to the greatest of all."""
        spans = [part.span() for part in self.parts]
        return max(low for low, _ in spans), max(high for _, high in spans)

    def limit(self, least: Number, most: Number) -> bool:
        """None is above; and if only one can reach the least, it does."""
        reaching = [part for part in self.parts if part.span()[1] >= least]
        if not reaching:
            return False
        if len(reaching) == 1 and not reaching[0].limit(least, most):
            return False
        return all(part.limit(-INFINITE, most) for part in self.parts)


class Negative(Amount):
    """A part with its sign changed."""

    def __init__(self, part: Amount) -> None:
        self.part, self.is_whole, self.partial = part, part.is_whole, part.partial

    def span(self) -> Span:
        """The range turned round."""
        low, high = self.part.span()
        return -high, -low

    def limit(self, least: Number, most: Number) -> bool:
        """The limits turned round."""
        return self.part.limit(-most, -least)


class Quotient(Amount):
    """A whole part divided by a positive whole number, rounded down or towards 0."""

    is_whole = True

    def __init__(self, part: Amount, divisor: int, truncated: bool) -> None:
        self.part, self.divisor, self.truncated, self.partial = part, divisor, truncated, part.partial

    def _of(self, number: Number) -> Number:
        if abs(number) == INFINITE:
            return number
        return truncate_divide(number, self.divisor) if self.truncated else number // self.divisor

    def span(self) -> Span:
        """The quotients of the ends."""
        low, high = self.part.span()
        return self._of(low), self._of(high)

    def limit(self, least: Number, most: Number) -> bool:
        """What is divided is in the range times the divisor, and less than one divisor beyond."""
        rest = self.divisor - 1
        low, high = self._whole(least, up=True), self._whole(most, up=False)
        below = low * self.divisor - (rest if self.truncated and low <= 0 else 0)
        above = high * self.divisor + (rest if not self.truncated or high >= 0 else 0)
        return self.part.limit(below, above)

    def _whole(self, number: Number, up: bool) -> Number:
        if abs(number) == INFINITE:
            return number
        return -(-number // 1) if up else number // 1


class Remainder(Amount):
    """What is left of a whole part divided by a positive whole number; with the part's sign if truncated."""

    is_whole = True

    def __init__(self, part: Amount, divisor: int, truncated: bool) -> None:
        self.part, self.divisor, self.truncated, self.partial = part, divisor, truncated, part.partial

    def span(self) -> Span:
        """What is possible below the divisor, or between two multiples."""
        low, high = self.part.span()
        rest = self.divisor - 1
        if _is_open(low, high):
            return (-rest if self.truncated else 0), rest
        if self.truncated and low < 0:
            return self._below_zero(low, high)
        if low // self.divisor == high // self.divisor:
            return low % self.divisor, high % self.divisor
        return 0, rest

    def _below_zero(self, low: Number, high: Number) -> Span:
        """Of a range that begins below 0, where a remainder has the sign of what is divided."""
        rest = self.divisor - 1
        if low == high:
            return -(-low % self.divisor), -(-low % self.divisor)
        if low >= -rest and high <= 0:
            return low, high
        return max(-rest, low), min(rest, max(0, high))

    def limit(self, least: Number, most: Number) -> bool:
        """Whether the ranges meet; the part is not narrowed."""
        low, high = self.span()
        return low <= most and high >= least


class Chosen(Amount):
    """One of two parts, by a condition."""

    def __init__(self, condition: Truth, then: Amount, otherwise: Amount) -> None:
        self.condition, self.then, self.otherwise = condition, then, otherwise
        self.is_whole = then.is_whole and otherwise.is_whole
        self.partial = then.partial or otherwise.partial

    def span(self) -> Span:
        """That of the part chosen, or of both."""
        known = self.condition.known()
        if known >= 0:
            return (self.then if known else self.otherwise).span()
        (a, b), (c, d) = self.then.span(), self.otherwise.span()
        return min(a, c), max(b, d)

    def limit(self, least: Number, most: Number) -> bool:
        """Choose the other part where one is out of range; limit the one chosen."""
        known = self.condition.known()
        if known < 0:
            then, otherwise = _meets(self.then, least, most), _meets(self.otherwise, least, most)
            if then and otherwise:
                return True
            if not (then or otherwise) or not self.condition.require(then):
                return False
            known = int(then)
        return (self.then if known else self.otherwise).limit(least, most)


class Item(Amount):
    """The item of a list that an index chooses.

    choices: of each item, whether it is the one
    inside:  whether there is one
    """

    def __init__(self, choices: Sequence[tuple[Truth, Amount]], inside: Truth) -> None:
        self.choices, self.inside = tuple(choices), inside
        self.is_whole = all(part.is_whole for _, part in choices)
        self.partial = inside.known() != 1 or any(part.partial for _, part in choices)

    def span(self) -> Span:
        """Of all that may be chosen; nothing in between where none may."""
        spans = [part.span() for chosen, part in self.choices if chosen.known()]
        if not spans:
            return INFINITE, -INFINITE
        return min(low for low, _ in spans), max(high for _, high in spans)

    def limit(self, least: Number, most: Number) -> bool:
        """Choose none that is out of range; limit the one that is left."""
        if self.partial and not self.inside.require(True):
            return False
        left = []
        for chosen, part in self.choices:
            if chosen.known():
                if _meets(part, least, most):
                    left.append((chosen, part))
                elif not chosen.require(False):
                    return False
        return bool(left) and (len(left) > 1 or (left[0][0].require(True) and left[0][1].limit(least, most)))


class Indexed(Amount):
    """The item of a list that a number chooses: items and their keys, which are numbers, in the order of the keys."""

    def __init__(self, index: Amount, keys: Sequence[Number], parts: Sequence[Amount]) -> None:
        self.index, self.keys, self.parts = index, tuple(keys), tuple(parts)
        self.is_whole = all(part.is_whole for part in parts)
        low, high = index.span()
        is_full = index.is_whole and not index.partial and set(range(int(low), int(high) + 1)) <= set(keys)
        self.partial = not is_full or any(part.partial for part in parts)

    def _left(self) -> range:
        low, high = self.index.span()
        return range(bisect_left(self.keys, low), bisect_right(self.keys, high))

    def span(self) -> Span:
        """Of all items the index may choose."""
        spans = [self.parts[number].span() for number in self._left()]
        if not spans:
            return INFINITE, -INFINITE
        return min(low for low, _ in spans), max(high for _, high in spans)

    def limit(self, least: Number, most: Number) -> bool:
        """Keep the index between the first and the last item in range; limit the one that is left."""
        left = [number for number in self._left() if _meets(self.parts[number], least, most)]
        if not left or not self.index.limit(self.keys[left[0]], self.keys[left[-1]]):
            return False
        return len(left) > 1 or self.parts[left[0]].limit(least, most)


def _meets(part: Amount, least: Number, most: Number) -> bool:
    low, high = part.span()
    return low <= most and high >= least


def _is_open(low: Number, high: Number) -> bool:
    return low == -INFINITE or high == INFINITE
