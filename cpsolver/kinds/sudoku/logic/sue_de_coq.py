"""Sue de Coq: cells where two units cross, with cells of either unit, as many cells as these can hold digits.

Every digit that may stand in the crossing and on one side at most stands once in all of them; a digit of both sides
that the crossing lacks may stand twice. If the cells are as many as that, each digit does stand so often as it may:
one of the crossing and one side goes from the rest of their unit, one of the crossing alone from both units, and one of
both sides too. (Two-sector disjoint subsets, "Sue de Coq", 2005.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsolver.kinds.sudoku.logic.geometry import Unit, bits
from cpsolver.kinds.sudoku.logic.pattern import Pattern, Player, Words
from cpsolver.kinds.sudoku.logic.position import Mark, Position

Group = tuple[int, int]
"""Cells and their digits, as sets."""


@dataclass(frozen=True, slots=True)
class TwoSides:
    """Cells of the crossing of two units, and cells of either unit, with the digits that either side has."""

    units: tuple[int, int]
    crossing: Group
    sides: tuple[Group, Group]

    def tell(self, words: Words) -> str:
        """`r1c1 and r1c2 where row 1 and box 1 cross, with r1c5 (2 and 7) in row 1 and r3c3 (1 and 5) in box 1, …`."""
        parts = (
            f"{words.cells(cells)} ({words.digits(digits)}) in {words.unit(unit)}"
            for unit, (cells, digits) in zip(self.units, self.sides, strict=True)
        )
        cells, digits = self.crossing
        return (
            f"{words.cells(cells)} ({words.digits(digits)}), where {words.unit(self.units[0])} and "
            f"{words.unit(self.units[1])} cross, with {words.listed(parts)} are as many cells as can hold their digits"
        )


def sue_de_coqs(position: Position) -> Iterator[Pattern]:
    """All of them, for each crossing with few cells first."""
    for one, other, _ in position.geometry.crossings:
        if one.line not in ("row", "column") or other.line in ("row", "column"):
            continue
        both = one.mask & other.mask & position.open
        for crossing in _groups(position, both):
            cells, digits = crossing
            if cells.bit_count() > 1 and digits.bit_count() >= cells.bit_count() + 2:
                yield from _with_sides(position, one, other, crossing)


def _groups(position: Position, cells: int) -> list[Group]:
    """All sets of these cells that are not empty, with their digits, small ones first."""
    found: list[Group] = []
    for cell in bits(cells):
        bit, marks = 1 << cell, position.digits[cell]
        found += [(bit, marks), *((chosen | bit, digits | marks) for chosen, digits in found)]
    return sorted(found, key=lambda group: (group[0].bit_count(), group[0]))


def _with_sides(position: Position, one: Unit, other: Unit, crossing: Group) -> Iterator[Pattern]:
    cells, digits = crossing
    spare = digits.bit_count() - cells.bit_count()
    firsts = _sides(position, one.mask & position.open & ~cells, digits, spare - 1)
    seconds = _sides(position, other.mask & position.open & ~cells, digits, spare - 1) if firsts else []
    by_worth: dict[int, list[Group]] = {}
    for worth, group in seconds:
        by_worth.setdefault(worth, []).append(group)
    for worth, first in firsts:
        for second in by_worth.get(spare - worth, ()):
            if not first[0] & second[0] and not first[1] & second[1] & digits:
                yield from _pattern(position, (one, other), crossing, (first, second))


def _sides(position: Position, cells: int, digits: int, most: int) -> list[tuple[int, Group]]:
    """Groups that share digits with the crossing, with how many cells more than digits of their own they have."""
    found = []
    for group in _groups(position, cells):
        worth = group[0].bit_count() - (group[1] & ~digits).bit_count()
        if 0 < worth <= most and group[1] & digits:
            found.append((worth, group))
    return found


def _pattern(
    position: Position, units: tuple[Unit, Unit], crossing: Group, sides: tuple[Group, Group]
) -> Iterator[Pattern]:
    twice = sides[0][1] & sides[1][1]
    once = crossing[1] | sides[0][1] | sides[1][1]
    removed: dict[Mark, None] = {}
    elsewhere = [0, 0]  # by side the digits that must be missing in it, as they go from the rest of the other unit
    for number, (unit, (cells, _)) in enumerate(zip(units, sides, strict=True)):
        foreign = sides[1 - number][1] & ~twice
        rest = unit.mask & position.open & ~cells & ~crossing[0]
        for digit in bits(once & ~foreign):
            if gone := rest & position.places[digit]:
                removed |= dict.fromkeys((cell, digit) for cell in bits(gone))
                elsewhere[1 - number] |= 1 << digit & ~twice
    if not removed:
        return
    # each digit that may stand once only must be missing on one side; which does not matter where nothing follows
    elsewhere[0] |= sides[1][1] & ~twice & ~elsewhere[1]
    elsewhere[1] |= once & ~twice & ~elsewhere[0]
    absent: dict[int, int] = {}
    for digit in range(position.geometry.size):
        if not once >> digit & 1:
            absent[digit] = crossing[0] | sides[0][0] | sides[1][0]
        elif lacking := sum(side[0] for number, side in enumerate(sides) if elsewhere[number] >> digit & 1):
            absent[digit] = lacking
    shape = TwoSides((units[0].number, units[1].number), crossing, sides)
    yield Pattern("sue de coq", shape, tuple(removed), (), shape.units, absent)


PLAYERS = (Player("sue de coq", sue_de_coqs, ("1101",), summary="where two units cross, as many cells as digits"),)
