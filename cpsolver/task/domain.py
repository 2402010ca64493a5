"""Domains: the values a variable may still take. They only ever get smaller."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

Value = int | str | float | Fraction
"""A value is opaque and hashable: a whole number, truth value, symbol, exact fraction or float."""

Number = int | float | Fraction


@dataclass(frozen=True)
class Finite:
    """Some values, ordered, without repeats. Two finite domains are equal if they hold the same values in one order."""

    values: tuple[Value, ...]

    @classmethod
    def of(cls, values: Iterable[Value]) -> Finite:
        """The domain of these values; a repeat counts once, at its first place."""
        return cls(tuple(dict.fromkeys(values)))

    @cached_property
    def _members(self) -> frozenset[Value]:
        return frozenset(self.values)

    @cached_property
    def as_written(self) -> tuple[Finite, tuple[type, ...]]:
        """A key that tells `true` from 1: domains are equal that write their values differently."""
        return self, tuple(map(type, self.values))

    def __contains__(self, value: object) -> bool:
        return value in self._members

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Value]:
        return iter(self.values)

    def __str__(self) -> str:
        texts = (str(value).lower() if isinstance(value, bool) else str(value) for value in self.values)
        return "{" + ", ".join(texts) + "}"

    @property
    def is_fixed(self) -> bool:
        """Whether a single value is left."""
        return len(self.values) == 1

    @property
    def is_empty(self) -> bool:
        """Whether no value is left: a contradiction."""
        return not self.values

    @property
    def value(self) -> Value:
        """The one value left. Only of a fixed domain."""
        assert self.is_fixed, f"{self} holds more than one value"
        return self.values[0]

    def meet(self, other: Domain) -> Finite:
        """The values in both domains, in this one's order; an empty result is a value, not an error.

        Source: Apt, Principles of Constraint Programming (2003).
        """
        if isinstance(other, Finite) and len(other.values) == 1:
            return self._at(other)
        kept = tuple(value for value in self.values if value in other)
        return self if len(kept) == len(self.values) else Finite(kept)

    def _at(self, fixed: Finite) -> Finite:
        """The meet with a domain of one value, which is what is most often learnt: nothing else is looked at."""
        wanted = fixed.values[0]
        if wanted not in self._members:
            return Finite(())
        if len(self.values) == 1:
            return self
        value = self.values[self.values.index(wanted)]  # 1 and True are equal; this domain's own is kept
        return fixed if value is wanted else Finite((value,))

    def join(self, other: Finite) -> Finite:
        """The values in either domain, this one's first."""
        return Finite.of((*self.values, *other.values))

    def without(self, *values: Value) -> Finite:
        """The values other than these."""
        return Finite(tuple(value for value in self.values if value not in values))


@dataclass(frozen=True)
class Reals:
    """An interval of the real numbers, in the variable's base unit; None is an open end at infinity."""

    lower: Number | None = None
    upper: Number | None = None
    lower_open: bool = False
    upper_open: bool = False

    is_fixed = False

    def __contains__(self, value: object) -> bool:
        if isinstance(value, str) or not isinstance(value, Number):
            return False
        above = self.lower is None or value > self.lower or (value == self.lower and not self.lower_open)
        below = self.upper is None or value < self.upper or (value == self.upper and not self.upper_open)
        return above and below

    def __str__(self) -> str:
        left = "(-∞" if self.lower is None else f"{'(' if self.lower_open else '['}{self.lower}"
        right = "∞)" if self.upper is None else f"{self.upper}{')' if self.upper_open else ']'}"
        return f"{left}, {right}"

    @property
    def is_empty(self) -> bool:
        """Whether no number is left: a contradiction."""
        if self.lower is None or self.upper is None:
            return False
        if self.lower == self.upper:
            return self.lower_open or self.upper_open
        return self.lower > self.upper

    def meet(self, other: Domain) -> Domain:
        """The numbers in both domains: finite if either is."""
        if isinstance(other, Finite):
            return other.meet(self)
        lower, lower_open = self.lower, self.lower_open
        if lower is None or (other.lower is not None and other.lower >= lower):
            lower_open = other.lower_open or (lower == other.lower and lower_open)
            lower = other.lower if other.lower is not None else lower
        upper, upper_open = self.upper, self.upper_open
        if upper is None or (other.upper is not None and other.upper <= upper):
            upper_open = other.upper_open or (upper == other.upper and upper_open)
            upper = other.upper if other.upper is not None else upper
        return Reals(lower, upper, lower_open, upper_open)


Domain = Finite | Reals
