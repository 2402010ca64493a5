"""Avoidable rectangles: deadly ones with corners that are placed but no givens, so that they could be swapped too."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cpsolver.kinds.sudoku.logic.geometry import bits, is_single, lowest
from cpsolver.kinds.sudoku.logic.pattern import Finder, Pattern, Player, absent_outside, joined, marks_of
from cpsolver.kinds.sudoku.logic.position import Position
from cpsolver.kinds.sudoku.logic.rectangles import UNIQUE, Deadly, Rectangle, rectangles


def _avoidable(open_corners: int, find: Callable[[Position, Rectangle, int], Iterator[Pattern]]) -> Finder:
    """Rectangles without givens and with so many open corners."""

    def find_all(position: Position) -> Iterator[Pattern]:
        placed = position.geometry.every_cell & ~position.open & ~position.givens
        if placed:
            for rectangle in rectangles(position.geometry):
                here = rectangle.mask & position.open
                if here.bit_count() == open_corners and rectangle.mask & placed == rectangle.mask & ~here:
                    yield from find(position, rectangle, here)

    return find_all


def _avoidable_one(position: Position, rectangle: Rectangle, here: int) -> Iterator[Pattern]:
    corner = lowest(here)
    left, right = rectangle.beside(corner)
    digit = lowest(position.digits[rectangle.opposite(corner)])
    if position.digits[left] == position.digits[right] and position.digits[corner] >> digit & 1:
        pair = position.digits[left] | 1 << digit
        placed = (left, right, rectangle.opposite(corner))
        shape = Deadly("avoidable rectangle 1", rectangle.ring, pair, (corner,), 0)
        yield Pattern(shape.technique, shape, ((corner, digit),), homes=placed, labels=(UNIQUE,))


def _avoidable_two(position: Position, rectangle: Rectangle, here: int) -> Iterator[Pattern]:
    one, other = bits(here)
    placed = tuple(cell for cell in rectangle.ring if not here >> cell & 1)
    values = [position.digits[cell] for cell in placed]
    if rectangle.opposite(one) == other:  # the placed corners face each other too, and the open ones would be alike
        if values[0] != values[1]:
            return
        shared = position.digits[one] & position.digits[other]
        ways = [(digit, shared & ~(1 << digit)) for digit in bits(shared)]
        wanted = [(1 << digit, 1 << digit, more) for digit, more in ways]
    else:
        if values[0] == values[1]:
            return
        first, second = (position.digits[rectangle.opposite(cell)] for cell in (one, other))
        wanted = [(first, second, position.digits[one] & ~first)]
    for first, second, more in wanted:
        if is_single(more) and position.digits[one] == first | more and position.digits[other] == second | more:
            gone = position.places[lowest(more)] & position.geometry.peers[one] & position.geometry.peers[other]
            if gone:
                every = position.geometry.every_digit
                absent = joined(*(absent_outside((cell,), position.digits[cell], every) for cell in (one, other)))
                differ = tuple((cell, corner) for cell in bits(gone) for corner in (one, other))
                pair = first | second | values[0] | values[1]
                shape = Deadly("avoidable rectangle 2", rectangle.ring, pair, (one, other), more)
                removed = marks_of(gone, lowest(more))
                yield Pattern(
                    shape.technique, shape, removed, absent=absent, homes=placed, differ=differ, labels=(UNIQUE,)
                )


PLAYERS = tuple(
    Player(name, _avoidable(size, find), (code,), True, summary)
    for name, size, find, code, summary in (
        ("avoidable rectangle 1", 1, _avoidable_one, "0607", "three placed corners that are no givens"),
        ("avoidable rectangle 2", 2, _avoidable_two, "0608", "two placed corners that are no givens"),
    )
)
"""In no order; the scales say how hard each is."""
