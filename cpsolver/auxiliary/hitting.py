"""A contradiction of the fewest members, proven: what must be in it is found by what can be left out.

Every contradiction has a member in common with every set of members whose removal makes the task solvable. So a
smallest set that meets all such sets found so far is no larger than the smallest contradiction; if its members cannot
hold together, it is one. Otherwise their solution gives another set to be met.

Source: Ignatiev, Previti, Liffiton & Marques-Silva, *Smallest MUS extraction with minimal hitting set dualization*
(2015).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cpsolver.auxiliary.deletion import check_kept
from cpsolver.auxiliary.switches import Members, Numbered, Switches

Shrink = Callable[[Members], Members]
"""An irreducible part of members that cannot hold together, or a small one."""


EFFORT = 0.02
"""A solver's own deterministic seconds to keep as many members as it can: what it finds need not be the most."""


class Smallest:
    """The search for a contradiction with fewer members than one known.

    best:     the smallest found so far
    at_least: no contradiction has fewer members: proven
    sets:     sets of members each of which makes the task solvable when it is left out
    """

    def __init__(
        self, numbered: Numbered, switches: Switches, best: Members, shrink: Shrink, goes_on: Callable[[], bool]
    ) -> None:
        self.numbered, self.switches, self.shrink, self.goes_on = numbered, switches, shrink, goes_on
        self.best, self.at_least = best, 1
        self.sets: list[Members] = []

    @property
    def is_proven(self) -> bool:
        """Whether no contradiction has fewer members."""
        return len(self.best) <= self.at_least

    def search(self) -> None:
        """Until it is proven that nothing is smaller, or time is up."""
        while not self.is_proven and self.goes_on():
            hit = minimum_hitting_set(self.sets, self.goes_on)
            if hit is None:
                return
            self.at_least = max(self.at_least, len(hit))
            if not self.is_proven and not self._widen(hit):
                return

    def _widen(self, hit: Members) -> bool:
        """Find sets that are not met, with all of the last met as well, until nothing more holds together.

        False if nothing more is known in time.
        """
        smallest = hit
        while self.goes_on():
            ruling = self.switches.most(hit, EFFORT)
            if ruling.solution is None:
                if ruling.holds is False:
                    self._refuted(smallest, hit, ruling.core)
                return ruling.holds is False
            check_kept(self.numbered, hit, ruling.solution)
            broken = self.numbered.broken(self.numbered.everything, ruling.solution)
            self.sets.append(broken)
            hit |= broken
        return False

    def _refuted(self, smallest: Members, hit: Members, core: Members) -> None:
        if hit == smallest:  # it meets all sets with the fewest members, and is a contradiction itself
            self.best, self.at_least = hit, len(hit)
            return
        found = self.shrink(core)
        if len(found) < len(self.best):
            self.best = found


def minimum_hitting_set(sets: Sequence[Members], goes_on: Callable[[], bool]) -> Members | None:
    """The fewest members of which each set has one, by branch and bound; None if time was up first."""
    search = _Hitting(goes_on)
    search.branch(frozenset(), _minimal(sets), frozenset())
    return None if search.was_stopped else search.best


def _minimal(sets: Sequence[Members]) -> list[Members]:
    """The sets that hold no other one, smallest first."""
    found: list[Members] = []
    for each in sorted(set(sets), key=lambda each: (len(each), sorted(each))):
        if not any(other <= each for other in found):
            found.append(each)
    return found


class _Hitting:
    """Branch and bound over the members of a smallest set not yet met."""

    def __init__(self, goes_on: Callable[[], bool]) -> None:
        self.goes_on, self.was_stopped = goes_on, False
        self.best: Members | None = None

    def branch(self, taken: Members, sets: Sequence[Members], barred: Members) -> None:
        """Better sets than the best that hold `taken` and none of `barred`."""
        if not sets:
            self.best = taken
            return
        if not self.goes_on():
            self.was_stopped = True
            return
        if self.best is not None and len(taken) + _disjoint(sets) >= len(self.best):
            return
        first = min(sets, key=len)
        frequent = sorted(first, key=lambda member: (-sum(member in each for each in sets), member))
        for member in frequent:
            rest = [each - barred for each in sets if member not in each]
            if all(rest):
                self.branch(taken | {member}, rest, barred)
            barred |= {member}
            sets = [each - {member} for each in sets]
            if self.was_stopped or not all(sets):
                return


def _disjoint(sets: Sequence[Members]) -> int:
    """A number of sets no two of which have a member in common: at least so many members are needed."""
    count, used = 0, frozenset[int]()
    for each in sorted(sets, key=len):
        if not each & used:
            count, used = count + 1, used | each
    return count
