"""Almost locked sets: k cells that all differ with k + 1 digits between them, so that at most one of these is missing.

A set that loses one of its digits holds all the others. A digit is restricted between two sets if none of its places
in the one can hold it beside a place in the other: one set at most has it, so if the first holds it the second loses
it. Sets are found once for a position, and kept with the restricted digits as bit sets over the sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from cpsolver.kinds.sudoku.logic.geometry import Geometry, bits
from cpsolver.kinds.sudoku.logic.position import Position

Wish = tuple[int, int, int]
"""Two cells and a digit that only one of them may hold."""


@dataclass(frozen=True, slots=True)
class AlmostLocked:
    """One almost locked set.

    number: its place in the table; unit: one that holds its cells, None of a single cell
    cells, digits: as sets
    places: by digit its cells that may take it; seen: by digit the cells that see all of these
    """

    number: int
    unit: int | None
    cells: int
    digits: int
    places: tuple[int, ...]
    seen: tuple[int, ...]


class Table:
    """The almost locked sets of a position, single cells first, and what is restricted between them.

    width: of the sets of sets below, in bits
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.sets = tuple(_sets(position))
        self.width = len(self.sets)

    @cached_property
    def losing(self) -> tuple[tuple[int, ...], ...]:
        """By digit and cell: the sets that lose the digit when the cell, outside them, holds it."""
        found = [[0] * len(self.position.digits) for _ in range(self.position.geometry.size)]
        every = self.position.open
        for one in self.sets:
            bit = 1 << one.number
            for digit in bits(one.digits):
                row = found[digit]
                for cell in bits(one.seen[digit] & every):
                    row[cell] |= bit
        return tuple(map(tuple, found))

    @cached_property
    def restricted(self) -> tuple[dict[int, int], ...]:
        """By set and digit: the sets between which and this one the digit is restricted; none where there is no such.

        Its places there must see all of its places here: be in the sets of every such cell.
        """
        found: list[dict[int, int]] = []
        for one in self.sets:
            row = {}
            for digit in bits(one.digits):
                losing, sets = self.losing[digit], -1
                for cell in bits(one.places[digit]):
                    sets &= losing[cell]
                    if not sets:
                        break
                if sets:
                    row[digit] = sets
            found.append(row)
        return tuple(found)

    @cached_property
    def victims(self) -> tuple[dict[int, int], ...]:
        """By set and digit: the cells outside it that may take the digit and would make it lose it."""
        places = self.position.places
        return tuple(
            {digit: cells for digit in bits(one.digits) if (cells := one.seen[digit] & places[digit])}
            for one in self.sets
        )

    @cached_property
    def mates(self) -> tuple[dict[int, int], ...]:
        """By set and digit: the sets, it included, with a victim in common."""
        found: list[dict[int, int]] = []
        kept: dict[tuple[int, int], int] = {}
        for row in self.victims:
            new = {}
            for digit, cells in row.items():
                sets = kept.get((digit, cells))
                if sets is None:
                    sets, losing = 0, self.losing[digit]
                    for cell in bits(cells):
                        sets |= losing[cell]
                    kept[digit, cells] = sets
                new[digit] = sets
            found.append(new)
        return tuple(found)

    def common_victims(self, one: int, other: int, but: int) -> dict[int, int]:
        """By digit, those in `but` left out: the open cells with it that would make both sets lose it."""
        mine, its = self.victims[one], self.victims[other]
        return {d: cells for d in mine if d in its and not but >> d & 1 and (cells := mine[d] & its[d])}


def table(position: Position) -> Table:
    """The table of a position, made once and dropped with the next change of the marks."""
    found: Table | None = position.__dict__.get("almost_locked")
    if found is None:
        found = position.__dict__["almost_locked"] = Table(position)
    return found


def _sets(position: Position) -> Iterator[AlmostLocked]:
    geometry, size = position.geometry, position.geometry.size
    views: dict[int, int] = {}

    def seen(cells: int) -> int:
        view = views.get(cells)
        if view is None:
            view = views[cells] = geometry.common_peers(cells)
        return view

    found: dict[int, tuple[int | None, int]] = {1 << c: (None, position.digits[c]) for c in bits(position.bivalue)}
    for unit in geometry.units:
        for cells, digits in _within(position, position.open_masks[unit.number]):
            found.setdefault(cells, (unit.number, digits))
    for number, cells in enumerate(sorted(found, key=int.bit_count)):
        unit_number, digits = found[cells]
        places = [position.places[d] & cells if digits >> d & 1 else 0 for d in range(size)]
        views_of = tuple(seen(here) if here else 0 for here in places)
        yield AlmostLocked(number, unit_number, cells, digits, tuple(places), views_of)


def _within(position: Position, here: int) -> Iterator[tuple[int, int]]:
    """Sets of two cells or more in a unit, and their digits."""
    cells = tuple(bits(here))
    marks = [position.digits[cell] for cell in cells]
    last = len(cells)
    waiting = [(0, 0, 0, 0)]
    while waiting:
        start, chosen, digits, count = waiting.pop()
        for at in range(start, last):
            more = digits | marks[at]
            kept = chosen | 1 << cells[at]
            spare = more.bit_count() - count - 2
            if spare == 0 and count:
                yield kept, more
            if spare < last - at:  # each cell to come makes up for one digit at most
                waiting.append((at + 1, kept, more, count + 1))


def missing_marks(
    geometry: Geometry, position: Position, sets: Sequence[AlmostLocked], wishes: Iterable[Wish], needed: dict[int, int]
) -> dict[int, int]:
    """The marks whose absence makes these sets what they are, by digit; none of them can be left out.

    wishes: cells that do not see one another, one of which must lack a digit; needed: marks that must be missing
    """
    absent = dict(needed)
    for one in sets:
        for digit in bits(geometry.every_digit & ~one.digits):
            absent[digit] = absent.get(digit, 0) | one.cells
    open_wishes = [w for w in dict.fromkeys(wishes) if not absent.get(w[2], 0) & (1 << w[0] | 1 << w[1])]
    for cell, digit in _cover(position, open_wishes):
        absent[digit] = absent.get(digit, 0) | 1 << cell
    return absent


def _cover(position: Position, wishes: list[Wish]) -> Iterator[tuple[int, int]]:
    """Missing marks that fulfil all wishes, as few as is quick; those first that no other can stand in for."""
    chosen: list[tuple[int, int]] = []
    left = wishes
    while left:
        counts: dict[tuple[int, int], int] = {}
        for one, other, digit in left:
            lacking = [cell for cell in {one, other} if not position.digits[cell] >> digit & 1]
            for cell in lacking:
                # the only one that can is worth more than any that shares its wishes
                counts[cell, digit] = counts.get((cell, digit), 0) + (1 if len(lacking) > 1 else len(wishes))
        best = max(counts, key=lambda mark: counts[mark])
        chosen.append(best)
        left = [w for w in left if w[2] != best[1] or best[0] not in w[:2]]
    for mark in tuple(chosen):
        others = {other for other in chosen if other != mark}
        if all((w[0], w[2]) in others or (w[1], w[2]) in others for w in wishes):
            chosen.remove(mark)
    yield from chosen
