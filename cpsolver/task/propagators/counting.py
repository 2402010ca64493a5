"""Propagation of `global_cardinality`: how often values stand, each by itself and all together."""

from __future__ import annotations

from collections.abc import Sequence

from cpsolver.task.expression import Call, names
from cpsolver.task.globals import items_of
from cpsolver.task.propagation import Propagator, Space
from cpsolver.task.propagators.items import Items, bits_in, items_in
from cpsolver.task.propagators.trees.nodes import Amount
from cpsolver.task.propagators.trees.reading import Reader


class Cardinality(Propagator):
    """Each value of a cover stands as often as its count says."""

    at_once = False

    def __init__(self, items: Items, cover: Sequence[int], counts: Sequence[Amount], variables: Sequence[int]) -> None:
        super().__init__(tuple(dict.fromkeys((*items.variables, *variables))))
        self.items, self.cover, self.counts = items, tuple(cover), tuple(counts)
        self.covered = 0
        for bit in cover:
            self.covered |= bit

    def propagate(self, space: Space) -> bool:
        """Bound each count by its value's places, and the places by the count; then all counts by each other."""
        for bit, count in zip(self.cover, self.counts, strict=True):
            if not self._count(bit, count):
                return False
        return self._together()

    def _count(self, bit: int, count: Amount) -> bool:
        masks = self.items.masks()
        fixed = sum(1 for mask in masks if mask == bit and bit)
        possible = sum(1 for mask in masks if mask & bit)
        if not count.limit(fixed, possible):
            return False
        least, most = count.span()
        if fixed == possible or (fixed < most and possible > least):
            return True
        kept = bit if possible == least else ~bit
        if fixed == most and possible == least and fixed != possible:
            return False
        open_ = [number for number, mask in enumerate(masks) if mask & bit and mask != bit]
        return all(self.items.narrow(number, kept) for number in open_)

    def _together(self) -> bool:
        """As many places as items: those of the cover and the others."""
        masks = self.items.masks()
        other_least = sum(1 for mask in masks if not mask & self.covered)
        other_most = sum(1 for mask in masks if mask & ~self.covered)
        spans = [count.span() for count in self.counts]
        low, high = sum(least for least, _ in spans), sum(most for _, most in spans)
        for (least, most), count in zip(spans, self.counts, strict=True):
            room = len(masks) - other_least - (low - least)
            need = len(masks) - other_most - (high - most)
            if (room < most or need > least) and not count.limit(need, room):
                return False
        return True


def post_cardinality(space: Space, call: Call) -> bool | None:
    """Have values of variables counted; None if they are no variables, or the values are not all different."""
    items, cover = items_in(space, call.arguments[0]), bits_in(space, call.arguments[1])
    counts = Reader(space).several(items_of(call.arguments[2]))
    if items is None or cover is None or counts is None or any(count.partial or not count.is_whole for count in counts):
        return None
    present = [bit for bit in cover if bit]
    if len(set(present)) < len(present):
        return None
    propagator = Cardinality(items, cover, counts, [space.index[name] for name in names(call.arguments[2])])
    if call.function == "global_cardinality_closed" and not all(
        items.narrow(number, propagator.covered) for number in range(len(items))
    ):
        return False
    space.add(propagator)
    return True
