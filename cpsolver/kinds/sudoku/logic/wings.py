"""Wings: short chains of cells with few marks, which players see without following links.

XY-wing: a pivot of two digits sees two cells, each of one of them and a third digit; whichever digit the pivot takes,
one of the two cells takes the third. XYZ-wing: the same with a pivot that may take the third digit too. W-wing: two
cells with the same two digits, joined by a unit that has one of the digits in two places only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from cpsolver.kinds.sudoku.logic.geometry import bits, lowest, set_of
from cpsolver.kinds.sudoku.logic.pattern import Finder, Pattern, Player, Words, absent_outside, joined, marks_of
from cpsolver.kinds.sudoku.logic.position import Position


@dataclass(frozen=True, slots=True)
class Wing:
    """A pivot and two cells it sees, which share a digit that the pivot sends into one of them or takes."""

    pivot: int
    wings: tuple[int, int]
    digits: tuple[int, int]
    shared: int
    pivot_has_shared: bool

    def tell(self, words: Words) -> str:
        """`r1c1 is 2 or 5: with 2, r1c7 is 9; with 5, r3c2 is 9`."""
        pivot, shared = words.cell(self.pivot), words.digit(self.shared)
        cases = [
            f"with {words.digit(digit)}, {words.cell(wing)} is {shared}"
            for digit, wing in zip(self.digits, self.wings, strict=True)
        ]
        options = [*map(words.digit, self.digits), *([shared] if self.pivot_has_shared else [])]
        itself = f", or {pivot} is {shared} itself" if self.pivot_has_shared else ""
        return f"{pivot} is {words.listed(options, 'or')}: {'; '.join(cases)}{itself}"


@dataclass(frozen=True, slots=True)
class Bridge:
    """Two cells with the same two digits, and a unit whose two places for one of them see one cell each."""

    cells: tuple[int, int]
    digits: tuple[int, int]
    unit: int
    places: tuple[int, int]

    def tell(self, words: Words) -> str:
        """`r1c1 and r8c5 are 2 or 5; row 4 has 2 only in r4c1 or r4c5, each seen by one of them, so one is 5`."""
        linking, other = map(words.digit, self.digits)
        places = words.listed(map(words.cell, self.places), "or")
        return (
            f"{words.cells(self.cells)} are {linking} or {other}; {words.unit(self.unit)} has {linking} only in "
            f"{places}, and each of these sees one of the two cells, so one of them is {other}"
        )


def _pivoted(name: str, pivot_has_shared: bool) -> Finder:
    def find(position: Position) -> Iterator[Pattern]:
        for pivot in _pivots(position, pivot_has_shared):
            wings = _wings_of(position, pivot, pivot_has_shared)
            for one, other in combinations(wings, 2):
                if position.geometry.peers[one] >> other & 1:
                    continue  # the three cells are a naked triple
                pattern = _winged(name, position, pivot, (one, other), pivot_has_shared)
                if pattern is not None:
                    yield pattern

    return find


def _pivots(position: Position, pivot_has_shared: bool) -> Iterator[int]:
    if not pivot_has_shared:
        yield from bits(position.bivalue)
        return
    peers, bivalue = position.geometry.peers, position.bivalue
    for cell in bits(position.open & ~bivalue):
        near = bivalue & peers[cell]
        if near & near - 1 and position.digits[cell].bit_count() == 3:
            yield cell


def _wings_of(position: Position, pivot: int, pivot_has_shared: bool) -> list[int]:
    """The cells of two digits that the pivot sees and that share one digit with it, or both."""
    marks, digits = position.digits[pivot], position.digits
    near = position.bivalue & position.geometry.peers[pivot]
    if pivot_has_shared:
        return [cell for cell in bits(near) if not digits[cell] & ~marks]
    return [cell for cell in bits(near) if (digits[cell] & marks).bit_count() == 1]


def _winged(
    name: str, position: Position, pivot: int, wings: tuple[int, int], pivot_has_shared: bool
) -> Pattern | None:
    one, other = (position.digits[cell] for cell in wings)
    both = one & other
    if both.bit_count() != 1 or (one | other) & ~both != position.digits[pivot] & ~both:
        return None
    if (both & position.digits[pivot] != 0) is not pivot_has_shared:
        return None
    shared, peers, every = lowest(both), position.geometry.peers, position.geometry.every_digit
    seen = peers[wings[0]] & peers[wings[1]] & position.places[shared]
    if pivot_has_shared:
        seen &= peers[pivot]
    if not seen:
        return None
    ends = (*wings, pivot) if pivot_has_shared else wings
    absent = joined(*(absent_outside((cell,), position.digits[cell], every) for cell in (pivot, *wings)))
    differ = ((pivot, wings[0]), (pivot, wings[1]), *((cell, end) for cell in bits(seen) for end in ends))
    digits = (lowest(one & ~both), lowest(other & ~both))
    shape = Wing(pivot, wings, digits, shared, pivot_has_shared)
    return Pattern(name, shape, marks_of(seen, shared), absent=absent, differ=differ)


def w_wings(position: Position) -> Iterator[Pattern]:
    """Two cells of the same two digits that a strong link of one digit joins."""
    same: dict[int, list[int]] = {}
    for cell in bits(position.bivalue):
        same.setdefault(position.digits[cell], []).append(cell)
    for marks, cells in same.items():
        for one, other in combinations(cells, 2):
            yield from _bridged(position, marks, (one, other))


def _bridged(position: Position, marks: int, cells: tuple[int, int]) -> Iterator[Pattern]:
    peers = position.geometry.peers
    near, far = peers[cells[0]], peers[cells[1]]
    if near >> cells[1] & 1:
        return
    for linking in bits(marks):
        gone = lowest(marks & ~(1 << linking))
        seen = near & far & position.places[gone]
        if not seen:
            continue
        for one, other, unit in position.pairs[linking]:
            ends = 1 << one | 1 << other
            if ends >> cells[0] & 1 or ends >> cells[1] & 1:
                continue
            if near >> one & 1 and far >> other & 1:
                yield _bridge(position, cells, (linking, gone), unit, (one, other), seen)
            elif near >> other & 1 and far >> one & 1:
                yield _bridge(position, cells, (linking, gone), unit, (other, one), seen)


def _bridge(
    position: Position,
    cells: tuple[int, int],
    digits: tuple[int, int],
    unit: int,
    places: tuple[int, int],
    seen: int,
) -> Pattern:
    geometry = position.geometry
    elsewhere = {digits[0]: geometry.masks[unit] & ~set_of(places)}
    absent = joined(absent_outside(cells, set_of(digits), geometry.every_digit), elsewhere)
    differ = (*zip(cells, places, strict=True), *((victim, cell) for victim in bits(seen) for cell in cells))
    shape = Bridge(cells, digits, unit, places)
    return Pattern("w-wing", shape, marks_of(seen, digits[1]), units=(unit,), absent=absent, differ=differ)


PLAYERS = (
    Player("xy-wing", _pivoted("xy-wing", False), ("0800",), summary="a pivot of two digits and two cells it sees"),
    Player("xyz-wing", _pivoted("xyz-wing", True), ("0801",), summary="a pivot of three digits and two cells it sees"),
    Player("w-wing", w_wings, ("0803",), summary="two like cells of two digits that a strong link joins"),
)
"""In no order; the scales say how hard each is."""
