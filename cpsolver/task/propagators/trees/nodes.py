"""What all parts of a tree have in common, and the parts that look at one or two variables."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from cpsolver.task.domain import Number, Value
from cpsolver.task.evaluation import Evaluator
from cpsolver.task.functions import Undefined
from cpsolver.task.propagation import Space

UNKNOWN = -1
"""True and false are 1 and 0; neither yet is this."""

INFINITE = float("inf")


class Truth:
    """A part that is true or false."""

    def known(self) -> int:
        """1 if it is true whatever the open variables are, 0 if false, else UNKNOWN; never that once none is open."""
        raise AssertionError("a truth says what is known of it")

    def require(self, truth: bool) -> bool:
        """Narrow the variables to what makes it true, or false; False at a contradiction."""
        raise AssertionError("a truth says how it is required")


class Amount:
    """A part that is a number.

    is_whole: whether it is a whole number whatever the variables are
    partial:  whether it may have no value; `span` and `limit` then speak of where it has one
    """

    is_whole = False
    partial = False

    def span(self) -> tuple[Number, Number]:
        """A range that holds all its values; one point once no variable is open and it has a value."""
        raise AssertionError("an amount knows its range")

    def limit(self, least: Number, most: Number) -> bool:
        """Narrow the variables to what keeps it within the range; False at a contradiction."""
        raise AssertionError("an amount says how it is limited")


class Fixed(Amount):
    """A number."""

    def __init__(self, value: Number) -> None:
        self.value, self.is_whole = value, isinstance(value, int)

    def span(self) -> tuple[Number, Number]:
        """The number."""
        return self.value, self.value

    def limit(self, least: Number, most: Number) -> bool:
        """Whether it is in the range."""
        return least <= self.value <= most


class Plain(Amount):
    """A variable over exact numbers."""

    def __init__(self, space: Space, variable: int) -> None:
        self.space, self.variable = space, variable
        self.is_whole = space.has_only(variable, int)

    def span(self) -> tuple[Number, Number]:
        """Its least and greatest value."""
        mask, numbers = self.space.domains[self.variable], self.space.numbers
        return numbers[(mask & -mask).bit_length() - 1], numbers[mask.bit_length() - 1]

    def limit(self, least: Number, most: Number) -> bool:
        """Narrow it to the range."""
        return self.space.at_least(self.variable, least) and self.space.at_most(self.variable, most)


class Certain(Truth):
    """True, or false."""

    def __init__(self, truth: bool) -> None:
        self.truth = truth

    def known(self) -> int:
        """Which."""
        return int(self.truth)

    def require(self, truth: bool) -> bool:
        """Whether it is that."""
        return self.truth is truth


class OfOne(Truth):
    """What is true of some values of one variable: `x = 3`, `x in S`, `x % 2 = 0`, as the mask of these values."""

    def __init__(self, space: Space, variable: int, mask: int) -> None:
        self.space, self.variable, self.mask = space, variable, mask

    def known(self) -> int:
        """Whether all, or none, of the values left are such."""
        left = self.space.domains[self.variable]
        return UNKNOWN if left & self.mask and left & ~self.mask else int(bool(left & self.mask))

    def require(self, truth: bool) -> bool:
        """Keep those, or the others."""
        return self.space.narrow(self.variable, self.mask if truth else ~self.mask)


class SameValue(Truth):
    """Two variables are equal."""

    def __init__(self, space: Space, one: int, other: int) -> None:
        self.space, self.one, self.other = space, one, other

    def known(self) -> int:
        """By the values both may have."""
        one, other = self.space.domains[self.one], self.space.domains[self.other]
        if not one & other:
            return 0
        return 1 if one == other and not one & one - 1 else UNKNOWN

    def require(self, truth: bool) -> bool:
        """Keep the values of both; or take the value of one from the other."""
        space = self.space
        one, other = space.domains[self.one], space.domains[self.other]
        if truth:
            return space.narrow(self.one, other) and space.narrow(self.other, one)
        if not one & one - 1:
            return space.narrow(self.other, ~one)
        return bool(other & other - 1) or space.narrow(self.one, ~other)


class Evaluated(Truth):
    """Anything else: known once no variable is open.

    inner: what is true of it wherever all its terms have a value, if anything is known: a range that excludes it is
           proof, one that includes it is none
    """

    def __init__(self, space: Space, scope: Sequence[str], evaluate: Evaluator, inner: Truth | None = None) -> None:
        self.space, self.scope, self.evaluate, self.inner = space, tuple(scope), evaluate, inner
        self.variables = tuple(space.index[name] for name in scope)

    def known(self) -> int:
        """By its values, or because the terms that have a value exclude it."""
        values: dict[str, Value] = {}
        space = self.space
        for name, variable in zip(self.scope, self.variables, strict=True):
            mask = space.domains[variable]
            if mask & mask - 1:
                return 0 if self.inner is not None and self.inner.known() == 0 else UNKNOWN
            values[name] = space.value_in(variable, mask)
        try:
            return int(bool(self.evaluate(values)))
        except Undefined:
            return 0

    def require(self, truth: bool) -> bool:
        """Where it must be true its terms have values, and the inner truth holds."""
        known = self.known()
        if known >= 0:
            return known == truth
        return not truth or self.inner is None or self.inner.require(True)


def is_exact(value: Value) -> bool:
    """Whether it is a number that sums keep exactly."""
    return isinstance(value, (int, Fraction))
