"""Techniques that rely on the solution being the only one: uniqueness tests, hidden and avoidable rectangles, BUG+1.

All but the last say how a rectangle escapes from being deadly (see `rectangles`). BUG+1: where every open cell has two
marks and every digit two places in each unit, swapping all of them turns any solution into another; so the one mark too
many that keeps a board from this is true. The numbers of the tests are those players use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise

from cpsolver.kinds.sudoku.logic.geometry import bits, is_single, lowest, set_of
from cpsolver.kinds.sudoku.logic.pattern import Finder, Pattern, Player, Words, absent_outside, joined, marks_of
from cpsolver.kinds.sudoku.logic.position import Mark, Position
from cpsolver.kinds.sudoku.logic.rectangles import Rectangle, Threat, rectangles, threats

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
            near = -1  # seen by the bare corner that takes the bound digit, whichever corner is refuted
            for corner, _ in removed:
                near &= geometry.peers[_bare_beside(threat, corner)]
            absent = joined(_bare(position, threat), {bound: elsewhere & ~near})
            differ = tuple((corner, _bare_beside(threat, corner)) for corner in threat.spare)
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
            elsewhere = geometry.masks[unit] & ~rectangle.mask & ~geometry.peers[corner]
            absent = joined(absent, {bound: elsewhere})
            differ += [(corner, beside) for beside in rectangle.beside(corner)]
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
            if near := first & geometry.peers[right]:
                first &= ~near  # once the right corner has the digit
            else:
                second &= ~geometry.peers[left]
            absent = joined(absent_outside((base,), threat.pair, geometry.every_digit), {bound: first | second})
            shape = Deadly("hidden rectangle", rectangle.ring, threat.pair, (corner,), 1 << bound, (one, two))
            yield _pattern(threat, shape, ((corner, other),), absent, ((base, left),))


def _each(find: Callable[[Position, Threat], Iterator[Pattern]]) -> Finder:
    def find_all(position: Position) -> Iterator[Pattern]:
        for threat in threats(position):
            yield from find(position, threat)

    return find_all


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


def _completing(position: Position, rectangle: Rectangle, corner: int) -> int | None:
    """The digit that would make the rectangle deadly in this corner, as far as the placed corners tell."""
    beside = [cell for cell in rectangle.beside(corner) if not position.open >> cell & 1]
    opposite = rectangle.opposite(corner)
    if not position.open >> opposite & 1:
        return position.digits[opposite].bit_length() - 1
    across = {position.digits[cell] for cell in rectangle.ring if not position.open >> cell & 1 and cell not in beside}
    return lowest(across.pop()) if len(across) == 1 else None


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
            yield Pattern("bug+1", Grave(cell, digit), removed, (), numbers, absent, labels=(UNIQUE,))


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
    *(
        Player(name, _avoidable(size, find), (code,), True, summary)
        for name, size, find, code, summary in (
            ("avoidable rectangle 1", 1, _avoidable_one, "0607", "three placed corners that are no givens"),
            ("avoidable rectangle 2", 2, _avoidable_two, "0608", "two placed corners that are no givens"),
        )
    ),
    Player("bug+1", graves, ("0610",), True, "pairs everywhere but for one mark"),
)
"""In no order; the scales say how hard each is."""
