"""Death blossoms: a cell, the stem, and for each of its digits an almost locked set, the petal, that it would rob.

If a mark that all petals would lose were true, every petal would hold its digit of the stem, and none were left there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsolver.kinds.sudoku.logic.almost_locked.premises import Reason, pattern_of
from cpsolver.kinds.sudoku.logic.almost_locked.sets import AlmostLocked, Table, table
from cpsolver.kinds.sudoku.logic.geometry import bits
from cpsolver.kinds.sudoku.logic.pattern import Pattern, Player, Words
from cpsolver.kinds.sudoku.logic.position import Position

MOST = 4096
"""At most so many sets of victims are kept for one stem; there are more only where hardly anything is known."""


@dataclass(frozen=True, slots=True)
class Blossom:
    """A stem, for each of its digits the cells of a petal, and the digits that go."""

    stem: int
    petals: tuple[tuple[int, int], ...]
    ends: int

    def tell(self, words: Words) -> str:
        """`whichever of 2 and 5 r1c1 has, 7 must be in r1c4 by losing 2 or in r3c2 and r3c3 by losing 5`."""
        digits = words.digits(digit for digit, _ in self.petals)
        parts = (f"{words.cells(cells)} by losing {words.digit(digit)}" for digit, cells in self.petals)
        ends, petals = words.digits(self.ends), words.listed(parts, "or in")
        return f"whichever of {digits} {words.cell(self.stem)} has, {ends} must be in {petals}"


def blossoms(position: Position) -> Iterator[Pattern]:
    """Death blossoms; of those that remove the same only one."""
    known = table(position)
    told: set[int] = set()
    cells_of = len(position.digits)
    for stem in bits(position.open):
        petals = [known.losing[digit][stem] for digit in bits(position.digits[stem])]
        if not all(petals):
            continue
        for victims, chosen in _combined(known, stem, petals, cells_of):
            if victims not in told:
                told.add(victims)
                yield _blossom(known, stem, chosen, victims, cells_of)


def _combined(known: Table, stem: int, petals: list[int], width: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """What petals, one for each digit of the stem, remove together: digit · width + cell; and the petals.

    Combinations with the same victims are one: of these the petals found first, small sets before large.
    """
    outside = known.position.geometry.every_digit & ~known.position.digits[stem]
    found: dict[int, tuple[int, ...]] = {-1: ()}
    for sets in petals:
        kills: dict[int, int] = {}
        for number in bits(sets):
            victims = known.victims[number]
            mask = sum(victims[digit] << digit * width for digit in bits(outside) if digit in victims)
            if mask:
                kills.setdefault(mask, number)
        new: dict[int, tuple[int, ...]] = {}
        for before, chosen in found.items():
            for mask, number in kills.items():
                if left := before & mask:
                    new.setdefault(left, (*chosen, number))
            if len(new) > MOST:
                break
        found = new
        if not found:
            return
    yield from found.items()


def _blossom(known: Table, stem: int, chosen: tuple[int, ...], victims: int, width: int) -> Pattern:
    position = known.position
    digits = tuple(bits(position.digits[stem]))
    sets = tuple(known.sets[number] for number in chosen)
    by_digit = {d: cells for d in range(position.geometry.size) if (cells := victims >> d * width & (1 << width) - 1)}
    stem_set = _as_set(position, stem)
    ties = [(stem_set, petal, digit) for digit, petal in zip(digits, sets, strict=True)]
    different = tuple(dict.fromkeys(sets))
    reasons = [Reason(digit, cells, different) for digit, cells in by_digit.items()]
    petals = tuple((digit, petal.cells) for digit, petal in zip(digits, sets, strict=True))
    shape = Blossom(stem, petals, sum(1 << digit for digit in by_digit))
    return pattern_of("death blossom", shape, position, (stem_set, *different), ties, reasons)


def _as_set(position: Position, stem: int) -> AlmostLocked:
    """The stem like a set, of which premises ask cells and digits: all marks but its own must be missing in it."""
    size = position.geometry.size
    return AlmostLocked(-1, None, 1 << stem, position.digits[stem], (0,) * size, (0,) * size)


PLAYERS = (Player("death blossom", blossoms, ("0904",), summary="a cell whose every digit robs an almost locked set"),)
