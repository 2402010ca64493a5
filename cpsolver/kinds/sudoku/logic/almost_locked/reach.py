"""Where chains of almost locked sets lead, by bit sets: what can be reached first, and only then a way there.

What a chain ends in, a set and the digit it loses, is a bit: digit · width + set.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpsolver.kinds.sudoku.logic.almost_locked.sets import Table, table
from cpsolver.kinds.sudoku.logic.geometry import bits
from cpsolver.kinds.sudoku.logic.position import Position

End = tuple[int, int, int, int]
"""Of a chain the first set, the digit it ties, the last set, and the digit that this one loses."""

PATIENCE = 2000
"""How many sets are tried on the way to one end; more would be needed only where every way crosses itself."""


class Reach:
    """The ends of chains of each length.

    known: the sets; leads[k - 1][set][digit]: the ends of chains of up to k ties that leave a set by a digit
    """

    def __init__(self, known: Table) -> None:
        self.known = known
        first = [{digit: sets << digit * known.width for digit, sets in row.items()} for row in known.restricted]
        self.leads: list[list[dict[int, int]]] = [first]

    def within(self, ties: int) -> list[dict[int, int]]:
        """By set and digit the ends within so many ties."""
        while len(self.leads) < ties:
            self.leads.append(self._longer(self.leads[-1]))
        return self.leads[ties - 1]

    def _longer(self, shorter: list[dict[int, int]]) -> list[dict[int, int]]:
        first, after = self.leads[0], self._after(shorter)
        longer = []
        for number, row in enumerate(self.known.restricted):
            new = {}
            for digit, sets in row.items():
                ends, beyond = first[number][digit], after[digit]
                for other in bits(sets):
                    ends |= beyond[other]
                new[digit] = ends
            longer.append(new)
        return longer

    def _after(self, leads: list[dict[int, int]]) -> list[list[int]]:
        """By digit lost and set: the ends of the chains that leave the set by another digit."""
        after = [[0] * self.known.width for _ in range(self.known.position.geometry.size)]
        for number, row in enumerate(leads):
            for lost in row:
                ends = 0
                for digit, further in row.items():
                    if digit != lost:
                        ends |= further
                after[lost][number] = ends
        return after

    def ends(self, ties: int) -> Iterator[End]:
        """Ends within so many ties that may remove something."""
        width, size = self.known.width, self.known.position.geometry.size
        repeated = sum(1 << digit * width for digit in range(size))
        block = (1 << width) - 1
        for start, row in enumerate(self.within(ties)):
            later = block >> start + 1 << start + 1  # each chain is found once, from its lower end
            mates = [
                (digit, (sets & later) * (repeated & ~(1 << digit * width)))
                for digit, sets in self.known.mates[start].items()
                if sets & later
            ]
            for tie, ends in row.items():
                hits = 0
                for digit, sets in mates:
                    if digit != tie:
                        hits |= ends & sets
                for hit in bits(hits):
                    yield start, tie, hit % width, hit // width

    def path(self, end: End, ties: int) -> tuple[list[int], list[int]] | None:
        """A chain of exactly so many ties that visits no set twice: its sets and ties; None if none is found."""
        return _Search(self, end, ties).run()


class _Search:
    """A search for one chain, depth first, only where its end is within reach."""

    def __init__(self, reach: Reach, end: End, ties: int) -> None:
        start, self.tie, self.last, self.lost = end
        self.restricted, self.ties = reach.known.restricted, ties
        self.goal = 1 << self.lost * reach.known.width + self.last
        self.leads = [reach.within(left) for left in range(1, ties)]
        self.sets, self.used = [start], [self.tie]
        self.patience = PATIENCE

    def run(self) -> tuple[list[int], list[int]] | None:
        return (self.sets, self.used) if self._extend() else None

    def _extend(self) -> bool:
        """From the last set by the last tie."""
        here, tie, left = self.sets[-1], self.used[-1], self.ties - len(self.used)
        nexts = self.restricted[here].get(tie, 0)
        if not left:
            self.sets.append(self.last)
            return tie == self.lost and bool(nexts >> self.last & 1)
        for other in bits(nexts & ~(1 << self.last)):
            if other in self.sets:
                continue
            self.patience -= 1
            for further, ends in self.leads[left - 1][other].items():
                if further != tie and ends & self.goal and self.patience > 0:
                    self.sets.append(other)
                    self.used.append(further)
                    if self._extend():
                        return True
                    del self.sets[len(self.used) - 1 :], self.used[-1:]
        return False


def reach(position: Position) -> Reach:
    """Where chains lead in a position, made once and dropped with the next change of the marks."""
    found: Reach | None = position.__dict__.get("almost_locked_reach")
    if found is None:
        found = position.__dict__["almost_locked_reach"] = Reach(table(position))
    return found
