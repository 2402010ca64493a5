"""Two strong links of one digit and a weak one between them: skyscraper, 2-string kite, turbot fish, empty rectangle.

A unit has two places for a digit, or in the empty rectangle two lines that hold its places: if one lacks it, the other
has it. Two such links whose near ends see each other: not both near ends have the digit, so one far end has it, and
cells that see both far ends lack it. One generator; what a pattern is called is read off its units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from cpsolver.kinds.sudoku.logic.geometry import Geometry, Unit
from cpsolver.kinds.sudoku.logic.pattern import Finder, Pattern, Player, Words
from cpsolver.kinds.sudoku.logic.placements import Claim, pairs_between, refuted
from cpsolver.kinds.sudoku.logic.position import Position


@dataclass(frozen=True, slots=True)
class Link:
    """A unit whose places for a digit are in two parts; what is in both parts counts for both.

    lines: of an empty rectangle the two units that hold the parts
    """

    unit: int
    one: int
    other: int
    lines: tuple[int, int] | None = None

    @property
    def ways(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The parts as far end and near end, both ways round."""
        return (self.one, self.other), (self.other, self.one)


@dataclass(frozen=True, slots=True)
class TwoLinks:
    """A digit in two units; the far end of one has it, or that of the other, since the near ends see each other."""

    digit: int
    first: Link
    second: Link
    ends: tuple[int, int]
    near: tuple[int, int]
    victims: int

    def tell(self, words: Words) -> str:
        """`if r1c1 is not 5, then r1c7 = 5, so r8c7 is not 5 and r8c2 = 5; so r1c1 or r8c2 is 5`."""
        digit = words.digit(self.digit)
        if self.second.lines is None:
            start, first, second, end = map(words.cells, (self.ends[0], self.near[0], self.near[1], self.ends[1]))
            one, other = words.unit(self.first.unit), words.unit(self.second.unit)
            return (
                f"if {start} is not {digit}, then {first} = {digit} in {one}, so {second} is not {digit}, "
                f"and {end} = {digit} in {other}: {start} or {end} is {digit}"
            )
        return f"{_rectangle(words, digit, self.second)}, and {_strong(words, digit, self)}"


def _rectangle(words: Words, digit: str, link: Link) -> str:
    assert link.lines is not None
    return f"{words.unit(link.unit)} has {digit} only in {words.unit(link.lines[0])} or {words.unit(link.lines[1])}"


def _strong(words: Words, digit: str, found: TwoLinks) -> str:
    """The link of an empty rectangle, from the eliminated cell on."""
    start, first, box = words.cells(found.ends[0]), words.cells(found.near[0]), words.unit(found.second.unit)
    gone = words.cells(found.victims)
    return (
        f"{words.unit(found.first.unit)} only in {start} and {first}: if {gone} were {digit}, "
        f"{start} would not be, so {first} would, and {box} would have no place for {digit}"
    )


@dataclass(frozen=True, slots=True)
class Twice:
    """Two patterns with the same box, taken together."""

    one: TwoLinks
    other: TwoLinks

    def tell(self, words: Words) -> str:
        """Both, one after the other."""
        return f"{self.one.tell(words)}; likewise, {self.other.tell(words)}"


def _pairs(position: Position, digit: int) -> list[Link]:
    """The units with two places for a digit; of units with the same places the first."""
    found: dict[int, Link] = {}
    for one, other, unit in position.pairs[digit]:
        found.setdefault(1 << one | 1 << other, Link(unit, 1 << one, 1 << other))
    return list(found.values())


def _rectangles(position: Position, digit: int) -> Iterator[Link]:
    """The empty rectangles: boxes whose places lie in a row and a column, not all in one of them."""
    geometry = position.geometry
    for box in geometry.boxes:
        here = position.unit_places[digit][box.number]
        if here & here - 1:
            rows, columns = _lines(geometry.rows, here), _lines(geometry.columns, here)
            for row in rows:
                for column in columns:
                    one, other = here & row.mask, here & column.mask
                    if not here & ~(one | other) and one & ~other and other & ~one:
                        yield Link(box.number, one, other, (row.number, column.number))


def _lines(lines: tuple[Unit, ...], here: int) -> list[Unit]:
    return [line for line in lines if line.mask & here]


def _two_links(position: Position, rectangles: bool) -> Iterator[TwoLinks]:
    """Two strong links with a weak one between, if that takes a mark away; second the rectangle, if that is wanted."""
    geometry = position.geometry
    for digit, gone in enumerate(refuted(position)):
        pairs = _pairs(position, digit) if gone else []
        if not pairs:
            continue
        if rectangles:
            candidates = [(one, other) for other in _rectangles(position, digit) for one in pairs]
        else:
            candidates = list(combinations(pairs, 2))
        for one, other in candidates:
            yield from _joined(geometry, digit, gone, one, other)


def _joined(geometry: Geometry, digit: int, gone: int, one: Link, other: Link) -> Iterator[TwoLinks]:
    if (one.one | one.other) & (other.one | other.other):
        return
    for far, near in one.ways:
        seen = geometry.common_peers(near)
        for end, middle in other.ways:
            if not middle & ~seen:
                victims = gone & geometry.common_peers(far | end) & ~(far | near | end | middle)
                if victims:
                    yield TwoLinks(digit, one, other, (far, end), (near, middle), victims)


def _claim(position: Position, found: TwoLinks) -> Claim:
    geometry, units = position.geometry, (found.first.unit, found.second.unit)
    (far, end), (near, middle) = found.ends, found.near
    differ = (
        *pairs_between(geometry, units, near, middle),
        *pairs_between(geometry, units, far | end, found.victims),
    )
    absent = geometry.masks[units[0]] & ~(far | near) | geometry.masks[units[1]] & ~(end | middle)
    return Claim(found.digit, units, differ, absent, found.victims)


# -- names -----------------------------------------------------------------------------------------------------------


def name_of(geometry: Geometry, found: TwoLinks) -> str:
    """What players call two links: by the lines of their units, and by what joins them."""
    if found.second.lines is not None:
        return "empty rectangle"
    lines = {geometry.units[link.unit].line for link in (found.first, found.second)}
    joins, level = (
        {geometry.units[unit].line for unit in geometry.shared_units(one | other)}
        for one, other in (found.near, found.ends)
    )
    across = {"row", "column"} - lines
    if lines in ({"row"}, {"column"}) and joins & across and not level & across:  # both in line would be an x-wing
        return "skyscraper"
    if lines == {"row", "column"} and joins & {"box", "other"}:
        return "2-string kite"
    return "turbot fish"


def _named(name: str) -> Callable[[Position], Iterator[TwoLinks]]:
    def find(position: Position) -> Iterator[TwoLinks]:
        for found in _two_links(position, name == "empty rectangle"):
            if name_of(position.geometry, found) == name:
                yield found

    return find


def _finder(name: str) -> Finder:
    find_links = _named(name)

    def find(position: Position) -> Iterator[Pattern]:
        for found in find_links(position):
            yield _claim(position, found).slim(position).pattern(name, found)

    return find


def _dual(name: str) -> Finder:
    """Two of the same name with the same places in the box that joins them, or that is the rectangle."""
    find_links = _named(name)

    def find(position: Position) -> Iterator[Pattern]:
        by_box: dict[tuple[int, int], list[TwoLinks]] = {}
        for found in find_links(position):
            link = found.second
            box = link.one | link.other if link.lines else found.near[0] | found.near[1]
            by_box.setdefault((found.digit, box), []).append(found)
        for group in by_box.values():
            for one, other in combinations(group, 2):
                if one.victims & ~other.victims and other.victims & ~one.victims:
                    yield _both(position, one, other).pattern(f"dual {name}", Twice(one, other))

    return find


def _both(position: Position, one: TwoLinks, other: TwoLinks) -> Claim:
    first, second = _claim(position, one), _claim(position, other)
    units = tuple(dict.fromkeys(first.units + second.units))
    differ = tuple(dict.fromkeys(first.differ + second.differ))
    removed = first.removed | second.removed
    return Claim(one.digit, units, differ, first.absent | second.absent, removed).slim(position)


PLAYERS = (
    Player("skyscraper", _finder("skyscraper"), ("0400",), summary="two rows or columns with two places, one in line"),
    Player("2-string kite", _finder("2-string kite"), ("0401",), summary="a row and a column that meet in a box"),
    Player("empty rectangle", _finder("empty rectangle"), ("0402",), summary="a box's row and column, and a pair"),
    Player("turbot fish", _finder("turbot fish"), ("0403",), summary="two strong links of one digit and a weak one"),
    Player("dual 2-string kite", _dual("2-string kite"), ("0404",), summary="two 2-string kites with the same box"),
    Player("dual empty rectangle", _dual("empty rectangle"), ("0405",), summary="two empty rectangles of one box"),
)
"""In no order; the scales say how hard each is."""
