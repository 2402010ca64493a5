"""A board at one moment: the pencil marks, and why each mark that is missing is gone.

Pencil marks follow the placed digits by themselves, as players keep them: a digit that is placed leaves its cell's
other marks and the marks of all cells that must differ. Only marks that a technique removed have a step of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from cpsolver.kinds.sudoku.logic.geometry import Geometry, bits

Mark = tuple[int, int]
"""A cell and a digit."""

GIVEN, SUPPOSED = -1, -2
"""Instead of the number of a deduction, where a mark was missing from the start, or is supposed to be."""


class Position:
    """The pencil marks of a board. Techniques read it, the analyst changes it.

    digits:  for every cell the set of its marks; one digit where it is placed
    places:  for every digit the set of *open* cells that may take it
    homes:   for every digit the set of cells where it is placed
    open:    the cells without a digit
    causes:  which deduction removed a mark
    gone:    for every digit the cells that a deduction took it from, or that never had it; placed digits do not count
    placers: for every placed cell the deduction that placed it
    givens:  the cells whose digit the task states
    emptied: a cell that has lost all its marks, or None
    barren:  a unit and a digit that has no place in it, or None
    level:   how many suppositions are in force
    """

    __slots__ = (
        "__dict__",
        "barren",
        "causes",
        "digits",
        "emptied",
        "full",
        "geometry",
        "givens",
        "gone",
        "hidden",
        "homes",
        "level",
        "naked",
        "open",
        "placers",
        "places",
    )

    def __init__(
        self, geometry: Geometry, digits: Iterable[int], placed: Iterable[Mark], givens: int | None = None
    ) -> None:
        """digits: the marks of every cell; placed: cells with their digit; givens: which are, by default these."""
        self.geometry = geometry
        self.digits = list(digits)
        self.open = geometry.every_cell
        self.homes = [0] * geometry.size
        self.emptied: int | None = next((cell for cell, marks in enumerate(self.digits) if not marks), None)
        self.barren: tuple[int, int] | None = None
        self.level = 0
        self.causes: dict[Mark, int] = {}
        self.placers: dict[int, int] = {}
        self.places = self._places()
        # singles that came up, newest last; a technique that takes one checks whether it is still open
        self.full: list[int] = []
        self.naked: list[int] = []
        self.hidden: list[tuple[int, int]] = []
        missing = [geometry.every_cell & ~places for places in self.places]
        for cell, digit in placed:
            self._place(cell, digit, GIVEN)
        self.gone = [cells & self.open for cells in missing]  # a placed cell lacks other digits by what it has
        self.givens = geometry.every_cell & ~self.open if givens is None else givens
        self._find_singles()

    def _places(self) -> list[int]:
        places = [0] * self.geometry.size
        for cell, marks in enumerate(self.digits):
            bit = 1 << cell
            for digit in bits(marks):
                places[digit] |= bit
        return places

    def _find_singles(self) -> None:
        """All singles, for a start; later each is noticed when it comes up."""
        masks = self.geometry.masks
        self.naked = [cell for cell in bits(self.open) if self.digits[cell].bit_count() == 1]
        self.full = [number for number, mask in enumerate(masks) if (mask & self.open).bit_count() == 1]
        self.hidden = []
        for digit, places in enumerate(self.places):
            for number, mask in enumerate(masks):
                self._notice(number, digit, places & mask)
        for stack in (self.naked, self.full, self.hidden):
            stack.reverse()

    # -- changing ------------------------------------------------------------------------------------------

    def place(self, cell: int, digit: int, deduction: int) -> None:
        """Put a digit where it belongs; marks follow, and singles that come up are noticed."""
        self.__dict__.clear()  # what was derived from the marks
        self._place(cell, digit, deduction)

    def _place(self, cell: int, digit: int, deduction: int) -> None:
        bit = 1 << cell
        if not self.open & bit:
            if not self.homes[digit] & bit:
                self.emptied = cell
            return
        if not self.digits[cell] >> digit & 1:
            self.emptied = cell
        geometry, places, masks = self.geometry, self.places, self.geometry.masks
        self.open &= ~bit
        self.homes[digit] |= bit
        self.placers[cell] = deduction
        others = self.digits[cell] & ~(1 << digit)
        self.digits[cell] = 1 << digit
        units = geometry.units_of[cell]
        for other in bits(others):
            places[other] &= ~bit
            here = places[other]
            for number in units:
                left = here & masks[number]
                if not left & left - 1:
                    self._notice(number, other, left)
        seen = places[digit] & geometry.peers[cell]
        places[digit] &= ~(geometry.peers[cell] | bit)
        self._without(seen, digit)
        for number in units:
            left = self.open & masks[number]
            if left and not left & left - 1:
                self.full.append(number)

    def remove(self, cell: int, digit: int, deduction: int) -> None:
        """Take a mark away."""
        self.__dict__.clear()
        if not self.digits[cell] >> digit & 1:
            return
        self.causes.setdefault((cell, digit), deduction)
        self.gone[digit] |= 1 << cell
        if not self.open >> cell & 1:
            self.emptied = cell  # the placed digit itself is refuted
            return
        self.places[digit] &= ~(1 << cell)
        self._without(1 << cell, digit)

    def _without(self, cells: int, digit: int) -> None:
        """Take a digit from cells whose place is already gone, and notice singles."""
        digits, masks, here = self.digits, self.geometry.masks, self.places[digit]
        low = ~(1 << digit)
        touched: set[int] = set()
        for cell in bits(cells):
            left = digits[cell] = digits[cell] & low
            if not left & left - 1:
                if left:
                    self.naked.append(cell)
                else:
                    self.emptied = cell
            touched.update(self.geometry.units_of[cell])
        for number in touched:
            left = here & masks[number]
            if not left & left - 1:
                self._notice(number, digit, left)

    def _notice(self, unit: int, digit: int, left: int) -> None:
        """A digit has these open places in a unit: one makes a single, none without a home a contradiction."""
        if left & left - 1:
            return
        if left:
            self.hidden.append((unit, digit))
        elif not self.homes[digit] & self.geometry.masks[unit]:
            self.barren = (unit, digit)

    def copy(self) -> Position:
        """The same position, to suppose something in."""
        twin = object.__new__(Position)
        twin.level = self.level + 1
        twin.geometry, twin.givens = self.geometry, self.givens
        twin.digits, twin.places, twin.homes = self.digits[:], self.places[:], self.homes[:]
        twin.open, twin.emptied, twin.barren = self.open, self.emptied, self.barren
        twin.causes, twin.placers, twin.gone = dict(self.causes), dict(self.placers), self.gone[:]
        twin.full, twin.naked, twin.hidden = self.full[:], self.naked[:], self.hidden[:]
        return twin

    # -- reading -------------------------------------------------------------------------------------------

    @property
    def is_solved(self) -> bool:
        """Whether every cell has its digit, and nothing contradicts that."""
        return not self.open and not self.is_contradictory

    @property
    def is_contradictory(self) -> bool:
        """Whether a cell has no mark left, or a unit no place for a digit."""
        return self.emptied is not None or self.barren is not None

    @cached_property
    def bivalue(self) -> int:
        """The open cells with two marks."""
        mask = 0
        for cell in bits(self.open):
            if self.digits[cell].bit_count() == 2:
                mask |= 1 << cell
        return mask

    @cached_property
    def open_masks(self) -> tuple[int, ...]:
        """The units as sets of their open cells."""
        return tuple(mask & self.open for mask in self.geometry.masks)

    @cached_property
    def unit_places(self) -> tuple[tuple[int, ...], ...]:
        """By digit and unit: the open cells that may take the digit; 0 where it is placed."""
        masks = self.geometry.masks
        return tuple(tuple(places & mask for mask in masks) for places in self.places)

    @cached_property
    def pairs(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """By digit its strong links: cells a and b, the only places in a unit, and the unit; each once per unit."""
        return tuple(
            tuple(
                (*bits(here), number)  # type: ignore[misc]
                for number, here in enumerate(row)
                if here.bit_count() == 2
            )
            for row in self.unit_places
        )

    def why_absent(self, absent: Mapping[int, int]) -> tuple[dict[int, int], list[Mark]]:
        """What accounts for missing marks: placed cells, and marks that were removed; none of them can be left out.

        absent: for digits the sets of cells that must lack them. Placed digits are named before marks that a
        technique removed, and of those the ones that account for most; with each the cells it accounts for, 0 for
        the cell itself, which has another digit.
        """
        placed: dict[int, int] = {}
        removed: list[Mark] = []
        for digit, cells in absent.items():
            left = cells
            for home, view in self._homes_before(digit, cells):
                placed[home] = placed.get(home, 0) | view
                left &= ~view
            gone = left & self.gone[digit]
            if gone:
                removed += ((cell, digit) for cell in bits(gone))
            for cell in bits(left & ~gone):
                placed.setdefault(cell, 0)
        return placed, removed

    def _homes_before(self, digit: int, cells: int) -> list[tuple[int, int]]:
        """Cells with this digit that leave it no place in these cells as far as such cells do, as few as is quick."""
        peers = self.geometry.peers
        views = [(home, view) for home in bits(self.homes[digit]) if (view := peers[home] & cells)]
        if len(views) < 2:
            return views
        chosen: list[tuple[int, int]] = []
        left = cells
        while left:
            best = max(views, key=lambda item: (item[1] & left).bit_count())
            if not best[1] & left:
                break
            chosen.append(best)
            left &= ~best[1]
        return _without_spare(chosen) if len(chosen) > 2 else chosen


def _without_spare(chosen: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The homes without those that the others make superfluous."""
    for item in chosen[:-1]:  # the last one was taken for something no other sees
        rest = 0
        for other in chosen:
            if other is not item:
                rest |= other[1]
        if not item[1] & ~rest:
            chosen = [other for other in chosen if other is not item]
    return chosen
