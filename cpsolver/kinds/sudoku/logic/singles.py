"""Singles: a cell with one digit left, a unit with one place left, and the two contradictions that mirror them.

Sound because a cell has a digit, and a unit has every digit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsolver.kinds.sudoku.logic.geometry import bits, lowest
from cpsolver.kinds.sudoku.logic.pattern import Pattern, Player, Words
from cpsolver.kinds.sudoku.logic.position import Position


@dataclass(frozen=True, slots=True)
class LastCell:
    """The one open cell of a unit."""

    unit: int
    cell: int
    digit: int

    def tell(self, words: Words) -> str:
        """`r1c3 is the last open cell of row 1, and only 5 is missing`."""
        cell, unit, digit = words.cell(self.cell), words.unit(self.unit), words.digit(self.digit)
        return f"{cell} is the last open cell of {unit}, and only {digit} is left for it"


@dataclass(frozen=True, slots=True)
class OneDigit:
    """A cell with one digit left."""

    cell: int
    digit: int

    def tell(self, words: Words) -> str:
        """`r1c3 can only be 5`."""
        return f"only {words.digit(self.digit)} is left for {words.cell(self.cell)}"


@dataclass(frozen=True, slots=True)
class OnePlace:
    """A unit with one place left for a digit."""

    unit: int
    cell: int
    digit: int

    def tell(self, words: Words) -> str:
        """`row 1 has only one place for 5`."""
        return f"{words.unit(self.unit)} has only one place for {words.digit(self.digit)}: {words.cell(self.cell)}"


@dataclass(frozen=True, slots=True)
class NoDigit:
    """A cell without a digit left: a contradiction."""

    cell: int

    def tell(self, words: Words) -> str:
        """`no digit is left for r1c3`."""
        return f"no digit is left for {words.cell(self.cell)}"


@dataclass(frozen=True, slots=True)
class NoPlace:
    """A unit without a place for a digit: a contradiction."""

    unit: int
    digit: int

    def tell(self, words: Words) -> str:
        """`row 1 has no place for 5`."""
        return f"{words.unit(self.unit)} has no place for {words.digit(self.digit)}"


def contradictions(position: Position) -> Iterator[Pattern]:
    """What is impossible in a position, if anything."""
    geometry = position.geometry
    if position.emptied is not None:
        cell = position.emptied
        absent = dict.fromkeys(range(geometry.size), 1 << cell)
        yield Pattern("contradiction", NoDigit(cell), ((cell, -1),), absent=absent)
    elif position.barren is not None:
        unit, digit = position.barren
        absent = {digit: geometry.masks[unit]}
        cell = geometry.units[unit].cells[0]
        yield Pattern("contradiction", NoPlace(unit, digit), ((cell, -1),), units=(unit,), absent=absent)


def full_houses(position: Position) -> Iterator[Pattern]:
    """Units with one open cell."""
    masks, stack = position.geometry.masks, position.full
    while stack and not position.open & masks[stack[-1]]:
        stack.pop()
    for unit in reversed(stack):
        here = position.open & masks[unit]
        if here and position.digits[cell := lowest(here)].bit_count() == 1:
            digit = lowest(position.digits[cell])
            others = tuple(bits(masks[unit] & ~here))
            shape = LastCell(unit, cell, digit)
            yield Pattern("full house", shape, placed=((cell, digit),), units=(unit,), homes=others)


def naked_singles(position: Position) -> Iterator[Pattern]:
    """Open cells with one mark."""
    stack = position.naked
    while stack and not position.open >> stack[-1] & 1:
        stack.pop()
    for cell in reversed(stack):
        if position.open >> cell & 1 and position.digits[cell].bit_count() == 1:
            digit = lowest(position.digits[cell])
            absent = {other: 1 << cell for other in range(position.geometry.size) if other != digit}
            yield Pattern("naked single", OneDigit(cell, digit), placed=((cell, digit),), absent=absent)


def hidden_singles(position: Position) -> Iterator[Pattern]:
    """Digits with one place in a unit."""
    masks, places, stack = position.geometry.masks, position.places, position.hidden
    while stack and not places[stack[-1][1]] & masks[stack[-1][0]]:
        stack.pop()
    for unit, digit in reversed(stack):
        here = places[digit] & masks[unit]
        if here:
            cell = lowest(here)
            absent = {digit: masks[unit] & ~here}
            shape = OnePlace(unit, cell, digit)
            yield Pattern("hidden single", shape, placed=((cell, digit),), units=(unit,), absent=absent)


PLAYERS = (
    Player("full house", full_houses, ("0000",), summary="the last open cell of a unit"),
    Player("naked single", naked_singles, ("0003",), summary="a cell with one digit left"),
    Player("hidden single", hidden_singles, ("0002",), summary="a unit with one place left for a digit"),
)
"""Easiest first."""
