"""Parts that join truths: and, or, not, if, equivalence; and comparisons of amounts."""

from __future__ import annotations

from collections.abc import Sequence

from cpsolver.task.domain import Number
from cpsolver.task.propagators.trees.nodes import INFINITE, UNKNOWN, Amount, Truth
from cpsolver.task.propagators.trees.sums import Sum


class Not(Truth):
    """The opposite."""

    def __init__(self, item: Truth) -> None:
        self.item = item

    def known(self) -> int:
        """The opposite, where the item is known."""
        known = self.item.known()
        return known if known < 0 else 1 - known

    def require(self, truth: bool) -> bool:
        """Require the opposite."""
        return self.item.require(not truth)


class Some(Truth):
    """At least one of the items is true.

    Two items that may be true are enough to know that nothing follows, and the two found last are looked at first.
    Source: Moskewicz et al., Chaff (2001): watched literals.
    """

    def __init__(self, items: Sequence[Truth]) -> None:
        self.items = list(items)

    def known(self) -> int:
        """True if one is, false if all are."""
        found, items = 0, self.items
        for number, item in enumerate(items):
            known = item.known()
            if known > 0:
                items[0], items[number] = item, items[0]
                return 1
            if known < 0:
                found = UNKNOWN
        return found

    def require(self, truth: bool) -> bool:
        """Require the only one that may still be true; or all to be false."""
        items = self.items
        if not truth:
            return all(item.require(False) for item in items)
        possible: Truth | None = None
        for number, item in enumerate(items):
            known = item.known()
            if known > 0:
                return True
            if known < 0:
                if possible is not None:
                    items[1], items[number] = item, items[1]
                    return True
                possible = item
                items[0], items[number] = item, items[0]
        return possible is not None and possible.require(True)


def every(items: Sequence[Truth]) -> Truth:
    """All of the items are true."""
    return Not(Some([Not(item) for item in items]))


class Same(Truth):
    """Both are true or both are false."""

    def __init__(self, one: Truth, other: Truth) -> None:
        self.one, self.other = one, other

    def known(self) -> int:
        """Once both are known."""
        one = self.one.known()
        if one < 0:
            return UNKNOWN
        other = self.other.known()
        return other if other < 0 else int(one == other)

    def require(self, truth: bool) -> bool:
        """Require of one what is known of the other."""
        one, other = self.one.known(), self.other.known()
        if one >= 0:
            return self.other.require((one == 1) is truth)
        return other < 0 or self.one.require((other == 1) is truth)


class Zero(Truth):
    """A sum is 0."""

    def __init__(self, difference: Sum) -> None:
        self.difference = difference

    def known(self) -> int:
        """By its range."""
        least, most = self.difference.span()
        if least > 0 or most < 0:
            return 0
        return 1 if least == most else UNKNOWN

    def require(self, truth: bool) -> bool:
        """Limit it to 0; or take away the last value that would make it 0."""
        return self.difference.limit(0, 0) if truth else self.difference.avoid(0)


class NotAbove(Truth):
    """A sum is at most 0, or with `strictly` less."""

    def __init__(self, difference: Amount, strictly: bool = False) -> None:
        self.difference = difference
        self.strictly = strictly and not difference.is_whole
        self.bound: Number = -1 if strictly and difference.is_whole else 0
        self.above: Number = self.bound + 1 if difference.is_whole else self.bound

    def known(self) -> int:
        """By its range."""
        least, most = self.difference.span()
        if most < self.bound or (most == self.bound and not self.strictly):
            return 1
        return 0 if least > self.bound or (least == self.bound and self.strictly) else UNKNOWN

    def require(self, truth: bool) -> bool:
        """Limit it; where it is not whole, to a range that is closed and thus perhaps one point too large."""
        least, most = (-INFINITE, self.bound) if truth else (self.above, INFINITE)
        if not self.difference.limit(least, most):
            return False
        known = self.known() if not self.difference.is_whole else UNKNOWN
        return known < 0 or known == truth
