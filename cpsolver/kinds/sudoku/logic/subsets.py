"""What one unit says beyond singles, and two units that cross: locked candidates, naked and hidden subsets.

Naked: k cells with k digits between them hold these digits, so no other cell of the unit does (Hall's theorem, 1935).
Hidden: k digits with k places between them fill these places, so nothing else stands there; the same theorem for the
other digits and cells. Locked: all places of a digit in one unit lie in another, which then has it nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from cpsolver.kinds.sudoku.logic.geometry import bits, set_of
from cpsolver.kinds.sudoku.logic.pattern import Finder, Pattern, Player, Words, absent_outside, marks_of
from cpsolver.kinds.sudoku.logic.position import Mark, Position

SIZES = {2: "pair", 3: "triple", 4: "quad"}
"""What players call subsets."""


@dataclass(frozen=True, slots=True)
class Locked:
    """A digit whose places in `home` all lie in `other`."""

    digit: int
    home: int
    other: int

    def tell(self, words: Words) -> str:
        """`box 1 has 5 only where it crosses row 2`."""
        home, other, digit = words.unit(self.home), words.unit(self.other), words.digit(self.digit)
        return f"{home} has {digit} only where it crosses {other}"


@dataclass(frozen=True, slots=True)
class Naked:
    """As many cells as digits in them."""

    units: tuple[int, ...]
    cells: tuple[int, ...]
    digits: int

    def tell(self, words: Words) -> str:
        """`r1c1 and r1c4 in row 1 have only 2 and 7 between them`."""
        where = words.listed(map(words.unit, self.units))
        return f"{words.cells(self.cells)} in {where} have only {words.digits(self.digits)} between them"


@dataclass(frozen=True, slots=True)
class Hidden:
    """As many digits as places for them in a unit."""

    unit: int
    cells: tuple[int, ...]
    digits: int

    def tell(self, words: Words) -> str:
        """`2 and 7 in row 1 have no places but r1c1 and r1c4`."""
        return f"{words.digits(self.digits)} in {words.unit(self.unit)} have no places but {words.cells(self.cells)}"


def _locked(name: str, home_is_box: bool) -> Finder:
    def find(position: Position) -> Iterator[Pattern]:
        places, homes = position.places, position.homes
        for home, other, both in position.geometry.crossings:
            if (home.line in ("box", "other")) is not home_is_box:
                continue
            for digit, places_of in enumerate(places):
                here = places_of & home.mask
                if here and not here & ~both and (gone := places_of & other.mask & ~both):
                    if homes[digit] & home.mask:
                        continue
                    absent = {digit: home.mask & ~both}
                    shape = Locked(digit, home.number, other.number)
                    yield Pattern(name, shape, marks_of(gone, digit), (), (home.number, other.number), absent)

    return find


def _naked(size: int, locked: bool) -> Finder:
    """Naked subsets of a size: `locked`, if they lie in two units and say something of both; else in one."""
    name = f"locked {SIZES[size]}" if locked else f"naked {SIZES[size]}"

    def find(position: Position) -> Iterator[Pattern]:
        for number, cells, digits in _naked_sets(position, size):
            units = position.geometry.shared_units(set_of(cells))
            telling = [unit for unit in units if _gone(position, unit, cells, digits)]
            if (len(telling) > 1) is not locked or number not in (telling[:1] if locked else telling):
                continue
            chosen = tuple(telling) if locked else (number,)
            removed = dict.fromkeys(mark for unit in chosen for mark in _gone(position, unit, cells, digits))
            absent = absent_outside(cells, digits, position.geometry.every_digit)
            yield Pattern(name, Naked(chosen, cells, digits), tuple(removed), (), chosen, absent)

    return find


def _naked_sets(position: Position, size: int) -> list[tuple[int, tuple[int, ...], int]]:
    """Units, and in each the sets of so many open cells with so many digits; kept for as long as the marks stand."""
    kept: dict[int, list[tuple[int, tuple[int, ...], int]]] = position.__dict__.setdefault("naked_sets", {})
    if size not in kept:
        kept[size] = list(_find_naked_sets(position, size))
    return kept[size]


def _find_naked_sets(position: Position, size: int) -> Iterator[tuple[int, tuple[int, ...], int]]:
    digits_of = position.digits
    for number, here in enumerate(position.open_masks):
        if here.bit_count() <= size:
            continue
        few = [cell for cell in bits(here) if 1 < digits_of[cell].bit_count() <= size]
        for cells in combinations(few, size):
            digits = 0
            for cell in cells:
                digits |= digits_of[cell]
            if digits.bit_count() == size:
                yield number, cells, digits


def _gone(position: Position, unit: int, cells: tuple[int, ...], digits: int) -> tuple[Mark, ...]:
    rest = position.geometry.masks[unit] & ~set_of(cells)
    return tuple(mark for digit in bits(digits) for mark in marks_of(position.places[digit] & rest, digit))


def _hidden(size: int) -> Finder:
    name = f"hidden {SIZES[size]}"

    def find(position: Position) -> Iterator[Pattern]:
        for unit in position.geometry.units:
            if position.open_masks[unit.number].bit_count() <= size:
                continue
            few = [digit for digit, row in enumerate(position.unit_places) if 1 < row[unit.number].bit_count() <= size]
            for digits in combinations(few, size):
                cells = 0
                for digit in digits:
                    cells |= position.unit_places[digit][unit.number]
                if cells.bit_count() != size:
                    continue
                kept = set_of(digits)
                removed = tuple((cell, gone) for cell in bits(cells) for gone in bits(position.digits[cell] & ~kept))
                if removed:
                    absent = dict.fromkeys(digits, unit.mask & ~cells)
                    shape = Hidden(unit.number, tuple(bits(cells)), kept)
                    yield Pattern(name, shape, removed, (), (unit.number,), absent)

    return find


PLAYERS = (
    Player("pointing", _locked("pointing", True), ("0100",), summary="a digit of a box that lies in one line"),
    Player("claiming", _locked("claiming", False), ("0101",), summary="a digit of a line that lies in one box"),
    *(
        Player(f"locked {SIZES[size]}", _naked(size, True), (code,), summary="a naked subset of two units")
        for size, code in ((2, "0110"), (3, "0111"))
    ),
    *(
        Player(f"naked {SIZES[size]}", _naked(size, False), (code,), summary="as many cells as digits")
        for size, code in ((2, "0200"), (3, "0201"), (4, "0202"))
    ),
    *(
        Player(f"hidden {SIZES[size]}", _hidden(size), (code,), summary="as many digits as places for them")
        for size, code in ((2, "0210"), (3, "0211"), (4, "0212"))
    ),
)
"""In no order; the scales say how hard each is."""
