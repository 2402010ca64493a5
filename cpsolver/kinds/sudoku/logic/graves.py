"""BUG+1, a board of pairs but for one mark, named after what it would be without that mark: a bivalue universal grave.

Where every open cell has two marks and every digit two places in each unit or none, swapping all of them turns any
solution into another; so where the solution is the only one, the mark too many that keeps a board from this is true.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsolver.kinds.sudoku.logic.geometry import bits, is_single, lowest
from cpsolver.kinds.sudoku.logic.pattern import Pattern, Player, Words
from cpsolver.kinds.sudoku.logic.position import Position
from cpsolver.kinds.sudoku.logic.rectangles import UNIQUE


@dataclass(frozen=True, slots=True)
class Grave:
    """A board where only one mark keeps every cell and unit from pairs."""

    cell: int
    digit: int

    def tell(self, words: Words) -> str:
        """`without 5 in r1c1 each open cell had two digits and each digit two places in each unit`."""
        digit, cell = words.digit(self.digit), words.cell(self.cell)
        return (
            f"without {digit} in {cell} each open cell had two digits and each digit two places in each unit, "
            "and swapping all of them would make a second solution"
        )


def graves(position: Position) -> Iterator[Pattern]:
    """A board of pairs but for one cell: its third digit, three times in each of its units, is true."""
    rest = position.open & ~position.bivalue
    if not is_single(rest) or position.geometry.others:
        return
    cell = lowest(rest)
    units = set(position.geometry.units_of[cell])
    if position.digits[cell].bit_count() != 3 or not units:
        return
    odd = {
        (digit, unit)
        for digit, row in enumerate(position.unit_places)
        for unit, here in enumerate(row)
        if here.bit_count() not in (0, 2)
    }
    for digit in bits(position.digits[cell]):
        thrice = all(position.unit_places[digit][unit].bit_count() == 3 for unit in units)
        if thrice and odd == {(digit, unit) for unit in units}:
            every, geometry = position.geometry.every_cell, position.geometry
            absent = {d: every & ~position.places[d] & ~position.homes[d] for d in range(geometry.size)}
            removed = tuple((cell, other) for other in bits(position.digits[cell] & ~(1 << digit)))
            numbers = tuple(range(len(geometry.units)))
            yield Pattern("bug+1", Grave(cell, digit), removed, units=numbers, absent=absent, labels=(UNIQUE,))


PLAYERS = (Player("bug+1", graves, ("0610",), True, "pairs everywhere but for one mark"),)
"""One technique."""
