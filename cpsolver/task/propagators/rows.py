"""Propagation of tables: the rows still possible, and the values no such row has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cpsolver.task.domain import Value
from cpsolver.task.propagation import Propagator, Space, bits


class Rows(Propagator):
    """The variables take the values of one of some rows.

    Row number r is bit r of a mask. Source: Demeulenaere et al., Compact-Table (2016), without its increments.
    """

    exact = True

    def __init__(self, variables: Sequence[int], rows: Iterable[Sequence[int]]) -> None:
        """`rows`: the bits of the values, one for each variable."""
        super().__init__(variables)
        self.supports: list[dict[int, int]] = [{} for _ in self.variables]
        self.size = 0
        for row in rows:
            number = 1 << self.size
            self.size += 1
            for support, bit in zip(self.supports, row, strict=True):
                support[bit] = support.get(bit, 0) | number

    def propagate(self, space: Space) -> bool:
        """Keep the values of rows all of whose values are left; one pass is a fixpoint."""
        alive = (1 << self.size) - 1
        domains = space.domains
        for variable, support in zip(self.variables, self.supports, strict=True):
            rows = 0
            for bit in bits(domains[variable]):
                rows |= support.get(bit, 0)
            alive &= rows
        if not alive:
            return False
        for variable, support in zip(self.variables, self.supports, strict=True):
            kept = 0
            for bit in bits(domains[variable]):
                if support.get(bit, 0) & alive:
                    kept |= bit
            if not space.narrow(variable, kept):
                return False
        return True


def rows_of(space: Space, variables: Sequence[int], rows: Iterable[Sequence[Value]]) -> Rows:
    """The propagator of rows of values; rows with a value that is no longer in the domains are left out."""
    kept = []
    for row in rows:
        numbers = [space.number_of.get(value) for value in row]
        found = [1 << number for number in numbers if number is not None]
        if len(found) == len(variables) and all(map(int.__and__, found, (space.domains[v] for v in variables))):
            kept.append(found)
    return Rows(variables, kept)
