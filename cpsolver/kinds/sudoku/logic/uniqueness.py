"""Techniques that rely on the solution being the only one: uniqueness tests, hidden and avoidable rectangles, BUG+1.

All but the last say how a rectangle escapes from being deadly (see `rectangles`). The numbers of the tests are those
players use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, pairwise

from cpsolver.kinds.sudoku.logic import avoidable, graves
from cpsolver.kinds.sudoku.logic.geometry import bits, is_single, lowest, set_of
from cpsolver.kinds.sudoku.logic.pattern import Finder, Pattern, Player, absent_outside, joined, marks_of
from cpsolver.kinds.sudoku.logic.position import Mark, Position
from cpsolver.kinds.sudoku.logic.rectangles import UNIQUE, Deadly, Rectangle, Threat, threats


def _pattern(
    threat: Threat,
    shape: Deadly,
    removed: tuple[Mark, ...],
    absent: Mapping[int, int],
    differ: tuple[Mark, ...],
) -> Pattern:
    return Pattern(shape.technique, shape, removed, units=shape.units, absent=absent, differ=differ, labels=(UNIQUE,))


def _bare(position: Position, threat: Threat) -> dict[int, int]:
    return absent_outside(threat.bare, threat.pair, position.geometry.every_digit)


def _one(position: Position, threat: Threat) -> Iterator[Pattern]:
    """Three bare corners: the fourth takes neither digit."""
    if len(threat.spare) != 1:
        return
    (corner,) = threat.spare
    ring, (left, right) = threat.rectangle, threat.rectangle.beside(corner)
    removed = tuple((corner, digit) for digit in bits(position.digits[corner] & threat.pair))
    differ = ((corner, left), (corner, right), (left, ring.opposite(corner)))
    shape = Deadly("uniqueness test 1", ring.ring, threat.pair, threat.spare, position.digits[corner] & ~threat.pair)
    yield _pattern(threat, shape, removed, _bare(position, threat), differ)


def _same_digit(name: str, beside: bool) -> Callable[[Position, Threat], Iterator[Pattern]]:
    """Two or three corners with the same one digit more: it stands in one of them."""

    def find(position: Position, threat: Threat) -> Iterator[Pattern]:
        spare = threat.spare
        if len(spare) not in (2, 3) or (len(spare) == 2 and not threat.is_diagonal) is not beside:
            return
        more = 0
        for corner in spare:
            more |= position.digits[corner]
        more &= ~threat.pair
        if not is_single(more):
            return
        gone = position.places[lowest(more)] & position.geometry.common_peers(set_of(spare))
        if gone:
            every, ring = position.geometry.every_digit, threat.rectangle.ring
            absent = joined(_bare(position, threat), absent_outside(spare, threat.pair | more, every))
            differ = (*pairwise(ring), *((cell, corner) for cell in bits(gone) for corner in spare))
            shape = Deadly(name, ring, threat.pair, spare, more)
            yield _pattern(threat, shape, marks_of(gone, lowest(more)), absent, differ)

    return find


def _three(position: Position, threat: Threat) -> Iterator[Pattern]:
    """Two corners side by side act as one cell with their other digits: part of a naked subset of a unit."""
    if len(threat.spare) != 2 or threat.is_diagonal:
        return
    digits, geometry = position.digits, position.geometry
    more = (digits[threat.spare[0]] | digits[threat.spare[1]]) & ~threat.pair
    corners = set_of(threat.spare)
    seen: set[tuple[int, ...]] = set()
    for unit in geometry.shared_units(corners):
        others = [c for c in bits(position.open_masks[unit] & ~threat.rectangle.mask) if not digits[c] & threat.pair]
        for size in range(1, len(others) + 1):
            for helpers in combinations(others, size):
                union = more
                for cell in helpers:
                    union |= digits[cell]
                if union.bit_count() == size + 1 and helpers not in seen:
                    seen.add(helpers)
                    yield from _subset(position, threat, helpers, union)


def _subset(position: Position, threat: Threat, helpers: tuple[int, ...], union: int) -> Iterator[Pattern]:
    geometry, every = position.geometry, position.geometry.every_digit
    cells = set_of((*threat.spare, *helpers))
    units = []
    gone: dict[Mark, None] = {}
    for unit in geometry.shared_units(cells):
        rest = geometry.masks[unit] & ~cells
        here = [mark for digit in bits(union) for mark in marks_of(position.places[digit] & rest, digit)]
        if here and not gone.keys() >= set(here):
            units.append(unit)
            gone.update(dict.fromkeys(here))
    if not gone:
        return
    left, right = threat.spare
    absent = joined(
        _bare(position, threat),
        absent_outside(threat.spare, threat.pair | union, every),
        absent_outside(helpers, union, every),
    )
    differ = tuple((corner, _bare_beside(threat, corner)) for corner in (left, right))
    ring = threat.rectangle.ring
    shape = Deadly("uniqueness test 3", ring, threat.pair, threat.spare, union, tuple(units), helpers)
    yield _pattern(threat, shape, tuple(gone), absent, differ)


def _bare_beside(threat: Threat, corner: int) -> int:
    return next(cell for cell in threat.rectangle.beside(corner) if cell in threat.bare)


def _four(position: Position, threat: Threat) -> Iterator[Pattern]:
    """Two corners side by side are a digit's only places in a unit: the other digit leaves both."""
    if len(threat.spare) != 2 or threat.is_diagonal:
        return
    geometry, corners = position.geometry, set_of(threat.spare)
    for bound in bits(threat.pair):
        other = threat.pair & ~(1 << bound)
        removed = tuple((corner, lowest(other)) for corner in threat.spare if position.digits[corner] & other)
        places = position.unit_places[bound]
        units = [u for u in geometry.shared_units(corners) if places[u] and not places[u] & ~corners]
        if removed and units:
            elsewhere = geometry.masks[units[0]] & ~corners
            # what is seen by the bare corners that take the bound digit, whichever corner is refuted, is spared
            takers = [_bare_beside(threat, corner) for corner, _ in removed]
            near = elsewhere & geometry.common_peers(set_of(takers))
            absent = joined(_bare(position, threat), {bound: elsewhere & ~near})
            beside = [(corner, _bare_beside(threat, corner)) for corner in threat.spare]
            differ = (*beside, *((taker, cell) for taker in takers for cell in bits(near)))
            ring = threat.rectangle.ring
            shape = Deadly("uniqueness test 4", ring, threat.pair, threat.spare, 1 << bound, (units[0],))
            yield _pattern(threat, shape, removed, absent, differ)


def _six(position: Position, threat: Threat) -> Iterator[Pattern]:
    """Two corners across from each other, and a digit with no other places in units through both: it leaves both."""
    if not threat.is_diagonal:
        return
    geometry, rectangle = position.geometry, threat.rectangle
    for bound in bits(threat.pair):
        units, absent, differ = [], _bare(position, threat), []
        for corner in threat.spare:
            facing = rectangle.opposite(corner)
            unit = _binding(position, bound, facing, rectangle)
            if unit is None:
                break
            units.append(unit)
            elsewhere = geometry.masks[unit] & ~rectangle.mask
            near = elsewhere & geometry.peers[corner]
            absent = joined(absent, {bound: elsewhere & ~near})
            differ += [(corner, cell) for cell in (*rectangle.beside(corner), *bits(near))]
        removed = tuple((corner, bound) for corner in threat.spare if position.digits[corner] >> bound & 1)
        if len(units) == 2 and removed:
            chosen = tuple(dict.fromkeys(units))
            shape = Deadly("uniqueness test 6", rectangle.ring, threat.pair, threat.spare, 1 << bound, chosen)
            yield _pattern(threat, shape, removed, absent, tuple(differ))


def _binding(
    position: Position, bound: int, corner: int, rectangle: Rectangle, beside: int | None = None
) -> int | None:
    """A unit where a digit has no place but this corner and one beside it: that one, or either."""
    sides = rectangle.beside(corner) if beside is None else (beside,)
    for side in sides:
        both = 1 << corner | 1 << side
        for unit in position.geometry.shared_units(both):
            here = position.unit_places[bound][unit]
            if here and not here & ~both:
                return unit
    return None


def _hidden(position: Position, threat: Threat) -> Iterator[Pattern]:
    """A digit bound to a corner and its neighbours both ways: the other digit there would complete the rectangle."""
    if len(threat.bare) == 2 and not threat.is_diagonal:
        return
    rectangle, geometry = threat.rectangle, position.geometry
    for base in threat.bare:
        corner = rectangle.opposite(base)
        left, right = rectangle.beside(corner)
        for bound in bits(threat.pair):
            other = lowest(threat.pair & ~(1 << bound))
            if not position.digits[corner] >> other & 1:
                continue
            one = _binding(position, bound, corner, rectangle, left)
            two = _binding(position, bound, corner, rectangle, right)
            if one is None or two is None:
                continue
            first, second = (geometry.masks[unit] & ~rectangle.mask for unit in (one, two))
            # one of the neighbours has the digit by its unit; what it sees of the other unit is spared
            near = first & geometry.peers[right]
            spared = [(right, cell) for cell in bits(near)]
            if not near:
                near = second & geometry.peers[left]
                spared = [(left, cell) for cell in bits(near)]
            elsewhere = {bound: (first | second) & ~near}
            absent = joined(absent_outside((base,), threat.pair, geometry.every_digit), elsewhere)
            shape = Deadly("hidden rectangle", rectangle.ring, threat.pair, (corner,), 1 << bound, (one, two))
            yield _pattern(threat, shape, ((corner, other),), absent, ((base, left), *spared))


def _each(find: Callable[[Position, Threat], Iterator[Pattern]]) -> Finder:
    def find_all(position: Position) -> Iterator[Pattern]:
        for threat in threats(position):
            yield from find(position, threat)

    return find_all


PLAYERS = (
    *(
        Player(name, _each(find), (code,), True, summary)
        for name, find, code, summary in (
            ("uniqueness test 1", _one, "0600", "three corners of a rectangle with only two digits"),
            ("uniqueness test 2", _same_digit("uniqueness test 2", True), "0601", "one digit more in two corners"),
            ("uniqueness test 3", _three, "0602", "two corners as part of a naked subset"),
            ("uniqueness test 4", _four, "0603", "a digit bound to two corners side by side"),
            ("uniqueness test 5", _same_digit("uniqueness test 5", False), "0604", "one digit more across"),
            ("uniqueness test 6", _six, "0605", "a digit bound to the rectangle, two corners across"),
            ("hidden rectangle", _hidden, "0606", "a digit bound to a corner both ways"),
        )
    ),
    *avoidable.PLAYERS,
    *graves.PLAYERS,
)
"""In no order; the scales say how hard each is."""
