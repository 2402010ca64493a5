"""Deadly rectangles: four cells that could swap two digits without any condition noticing.

Where the solution is known to be the only one, such cells never hold just these two digits crosswise, unless one of
them is a given: swapping the digits would make a second solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from cpsolver.kinds.sudoku.logic.geometry import Geometry, bits, set_of
from cpsolver.kinds.sudoku.logic.pattern import Words
from cpsolver.kinds.sudoku.logic.position import Position


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Four cells round which any two digits may be swapped.

    ring: the cells, each seeing the next one and the last the first; mask: the same as a set
    """

    ring: tuple[int, int, int, int]
    mask: int

    def beside(self, cell: int) -> tuple[int, int]:
        """The two corners next to one."""
        place = self.ring.index(cell)
        return self.ring[place - 1], self.ring[(place + 1) % 4]

    def opposite(self, cell: int) -> int:
        """The corner across from one."""
        return self.ring[self.ring.index(cell) - 2]


def rectangles(geometry: Geometry) -> tuple[Rectangle, ...]:
    """All rectangles of a board; none if it has conditions of fewer cells than digits.

    In each unit that holds a corner the two opposite corners of one digit must be met as often as the two of the other.
    In classic sudoku these are the corners in two rows, two columns and two boxes.
    """
    found: tuple[Rectangle, ...] | None = geometry.__dict__.get("rectangles")
    if found is None:
        found = geometry.__dict__["rectangles"] = () if geometry.others else tuple(_rectangles(geometry))
    return found


def _rectangles(geometry: Geometry) -> Iterator[Rectangle]:
    units_of = [set_of(units) for units in geometry.units_of]
    by_units: dict[int, list[tuple[int, int]]] = {}
    for one, other in combinations(range(len(units_of)), 2):
        if units_of[one] and units_of[other] and not units_of[one] & units_of[other]:
            by_units.setdefault(units_of[one] | units_of[other], []).append((one, other))
    peers = geometry.peers
    for diagonals in by_units.values():
        for (one, three), (two, four) in combinations(diagonals, 2):
            if not (1 << two | 1 << four) & ~(peers[one] & peers[three]):
                yield Rectangle((one, two, three, four), set_of((one, two, three, four)))


def _by_cell(geometry: Geometry) -> tuple[tuple[Rectangle, ...], ...]:
    found: tuple[tuple[Rectangle, ...], ...] | None = geometry.__dict__.get("rectangles_by_cell")
    if found is None:
        lists: list[list[Rectangle]] = [[] for _ in geometry.names]
        for rectangle in rectangles(geometry):
            for cell in rectangle.ring:
                lists[cell].append(rectangle)
        found = geometry.__dict__["rectangles_by_cell"] = tuple(map(tuple, lists))
    return found


@dataclass(frozen=True, slots=True)
class Threat:
    """A rectangle of open cells that is about to hold only two digits.

    pair:  the two digits
    bare:  corners that have no other digit, at least one; spare: corners that have, in the order of the ring
    """

    rectangle: Rectangle
    pair: int
    bare: tuple[int, ...]
    spare: tuple[int, ...]

    @property
    def is_diagonal(self) -> bool:
        """Whether there are two corners with other digits, and they face each other."""
        return len(self.spare) == 2 and self.rectangle.opposite(self.spare[0]) == self.spare[1]


def threats(position: Position) -> tuple[Threat, ...]:
    """Rectangles with a corner of exactly two digits, of which each other corner has at least one."""
    found: tuple[Threat, ...] | None = position.__dict__.get("threats")
    if found is None:
        found = position.__dict__["threats"] = tuple(_threats(position))
    return found


def _threats(position: Position) -> Iterator[Threat]:
    through, digits, places = _by_cell(position.geometry), position.digits, position.places
    seen: set[tuple[int, int]] = set()
    for cell in bits(position.bivalue):
        pair = digits[cell]
        one, other = bits(pair)
        fitting = places[one] | places[other]
        for rectangle in through[cell]:
            if rectangle.mask & ~fitting or (rectangle.mask, pair) in seen:
                continue
            seen.add((rectangle.mask, pair))
            bare = tuple(corner for corner in rectangle.ring if not digits[corner] & ~pair)
            spare = tuple(corner for corner in rectangle.ring if digits[corner] & ~pair)
            yield Threat(rectangle, pair, bare, spare)


UNIQUE = "the solution is unique"
"""The condition that all these patterns rely on, beside what each says."""


@dataclass(frozen=True, slots=True)
class Deadly:
    """A rectangle that must not hold only two digits.

    technique: its name; corners: in the order of the ring; pair: the two digits
    escapes:   the corners through which it stays alive; by: with which digits, or which digit is bound to them
    units:     where that digit is bound, or a subset stands; helpers: the other cells of the subset
    """

    technique: str
    corners: tuple[int, ...]
    pair: int
    escapes: tuple[int, ...]
    by: int
    units: tuple[int, ...] = ()
    helpers: tuple[int, ...] = ()

    def tell(self, words: Words) -> str:
        """`if r1c1, … held only 2 and 7, these could be swapped; that is kept off only by 5 in r1c1 or r1c5`."""
        swapped = f"if {words.cells(self.corners)} held only {words.digits(self.pair)}, these could be swapped"
        return f"{swapped}; {TELLING[self.technique](self, words)}"


def _by_corner(shape: Deadly, words: Words) -> str:
    return f"only {words.cells(shape.escapes)} has another digit"


def _by_digit(shape: Deadly, words: Words) -> str:
    places = words.listed(map(words.cell, shape.escapes), "or")
    return f"that is kept off only by {words.digits(shape.by)} in {places}"


def _by_subset(shape: Deadly, words: Words) -> str:
    cells = f"one of {words.cells(shape.escapes)} has another digit"
    where = words.listed(map(words.unit, shape.units))
    return f"so {cells}, and with {words.cells(shape.helpers)} it takes {words.digits(shape.by)} in {where}"


def _by_bound_digit(shape: Deadly, words: Words) -> str:
    where = words.listed(map(words.unit, shape.units))
    return f"{words.digits(shape.by)} in {where} has no place but these corners, so the other digit would complete it"


def _by_crossed_digit(shape: Deadly, words: Words) -> str:
    where = words.listed(map(words.unit, shape.units))
    digit = words.digits(shape.by)
    return f"{digit} in {where} has no place but these corners, so {digit} in one of the two would complete it"


TELLING: Mapping[str, Callable[[Deadly, Words], str]] = {
    "uniqueness test 1": _by_corner,
    "uniqueness test 2": _by_digit,
    "uniqueness test 3": _by_subset,
    "uniqueness test 4": _by_bound_digit,
    "uniqueness test 5": _by_digit,
    "uniqueness test 6": _by_crossed_digit,
    "hidden rectangle": _by_bound_digit,
    "avoidable rectangle 1": _by_corner,
    "avoidable rectangle 2": _by_digit,
}
"""How each goes on."""
