"""Colours: all strong links of a digit that hang together, in two colours, one of which is right throughout.

Along a strong link one end has the digit and the other has not; so of the cells of a component that are an even number
of links apart all have it or none. Trap: a cell that sees both colours lacks it. Wrap: a colour with two cells that see
each other is wrong. Two components: if two colours see each other, one of the opposite colours is right (multi-colours
1); a colour that sees both colours of another component is wrong (multi-colours 2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

from cpsolver.kinds.sudoku.logic.geometry import Geometry, bits
from cpsolver.kinds.sudoku.logic.pattern import Pattern, Player, Words
from cpsolver.kinds.sudoku.logic.placements import Claim, pairs_between, refuted
from cpsolver.kinds.sudoku.logic.position import Position

Pair = tuple[int, int]


@dataclass(slots=True)
class Component:
    """Cells that strong links join. colours: two sets of cells; links: for every cell the ends of its links, units."""

    colours: tuple[int, int] = (0, 0)
    links: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    def tree(self, start: int) -> dict[int, tuple[int, int]]:
        """For every cell the one before it on a shortest way from here, and the unit between; nearest first."""
        found = {start: (start, -1)}
        waiting = [start]
        for cell in waiting:
            for other, unit in self.links[cell]:
                if other not in found:
                    found[other] = (cell, unit)
                    waiting.append(other)
        return found


@dataclass(slots=True)
class Used:
    """What a conclusion uses of components: cells, units of links, and pairs of cells that see each other."""

    cells: int = 0
    units: dict[int, None] = field(default_factory=dict)
    differ: list[Pair] = field(default_factory=list)

    def way(self, tree: dict[int, tuple[int, int]], cell: int) -> None:
        """The way from the root of a tree to a cell."""
        self.cells |= 1 << cell
        while tree[cell][1] >= 0:
            cell, unit = tree[cell]
            self.cells |= 1 << cell
            self.units[unit] = None

    def claim(self, position: Position, digit: int, removed: int) -> Claim:
        """What follows, from these links only."""
        geometry, units = position.geometry, tuple(sorted(self.units))
        differ = [pair for one, other in self.differ for pair in pairs_between(geometry, units, 1 << one, 1 << other)]
        absent = 0
        for unit in units:
            absent |= geometry.masks[unit]
        absent &= ~position.places[digit]
        return Claim(digit, units, tuple(dict.fromkeys(differ)), absent, removed).slim(position)


@dataclass(frozen=True, slots=True)
class Coloured:
    """Colours of one or two components, as far as they are used.

    colours: two sets of cells by component; sees: cells that see each other; why: the sentence after that
    """

    digit: int
    colours: tuple[Pair, ...]
    sees: tuple[Pair, ...]
    why: str

    def tell(self, words: Words) -> str:
        """`5 is in all of r1c1 and r3c4 or else in r1c7; r1c1 sees r3c4`."""
        digit = words.digit(self.digit)
        told = [
            f"{digit} is in {_colour(words, one)} or else in {_colour(words, other)}" for one, other in self.colours
        ]
        seen = words.listed(f"{words.cell(one)} sees {words.cell(other)}" for one, other in self.sees)
        return "; ".join(part for part in (*told, seen, self.why) if part)


def _colour(words: Words, cells: int) -> str:
    return f"{'all of ' if cells & cells - 1 else ''}{words.cells(cells)}"


def components(position: Position, digit: int) -> list[Component]:
    """The components of a digit's strong links, in the order of their first cells."""
    links: dict[int, list[tuple[int, int]]] = {}
    for one, other, unit in position.pairs[digit]:
        links.setdefault(one, []).append((other, unit))
        links.setdefault(other, []).append((one, unit))
    found, seen = [], 0
    for start in sorted(links):
        if not seen >> start & 1:
            colours = _two_colours(start, links)
            seen |= colours[0] | colours[1]
            found.append(Component(colours, {cell: links[cell] for cell in bits(colours[0] | colours[1])}))
    return found


def _two_colours(start: int, links: dict[int, list[tuple[int, int]]]) -> Pair:
    colours = [1 << start, 0]
    waiting = [(start, 0)]
    for cell, colour in waiting:
        for other, _ in links[cell]:
            if not (colours[0] | colours[1]) >> other & 1:
                colours[1 - colour] |= 1 << other
                waiting.append((other, 1 - colour))
    return colours[0], colours[1]


def _coloured(position: Position) -> Iterator[tuple[int, int, list[Component]]]:
    """Digits with marks that can go, these marks, and the components."""
    for digit, gone in enumerate(refuted(position)):
        if gone and position.pairs[digit]:
            yield digit, gone, components(position, digit)


def _seen(geometry: Geometry, cells: int) -> int:
    """The cells that see one of these."""
    seen = 0
    for cell in bits(cells):
        seen |= geometry.peers[cell]
    return seen


def _meetings(geometry: Geometry, ones: int, others: int) -> list[Pair]:
    """Pairs of cells, one from each set, that see each other; each once."""
    return [
        (one, other)
        for one in bits(ones)
        for other in bits(others & geometry.peers[one])
        if not (others >> one & 1 and ones >> other & 1 and other < one)
    ]


def _within(used: Used, component: Component) -> Pair:
    return component.colours[0] & used.cells, component.colours[1] & used.cells


def _nearest(component: Component, tree: dict[int, tuple[int, int]], cells: int) -> int:
    """The first of these cells in a tree."""
    return next(cell for cell in tree if cells >> cell & 1)


def traps(position: Position) -> Iterator[Pattern]:
    """Cells that see both colours of a component."""
    for digit, gone, found in _coloured(position):
        for component in found:
            one, other = component.colours
            victims = gone & _seen(position.geometry, one) & _seen(position.geometry, other) & ~(one | other)
            if victims:
                used = Used()
                for victim in bits(victims):
                    _trap(position.geometry, component, victim, used)
                shape = Coloured(digit, (_within(used, component),), (), "what goes sees both")
                yield used.claim(position, digit, victims).pattern("colour trap", shape)


def _trap(geometry: Geometry, component: Component, victim: int, used: Used) -> None:
    """The shortest way between a cell of one colour and one of the other that a cell sees."""
    one, other = (colour & geometry.peers[victim] for colour in component.colours)
    ways = []
    for start in bits(one):
        tree = component.tree(start)
        end = _nearest(component, tree, other)
        ways.append((list(tree).index(end), start, end, tree))
    _, start, end, tree = min(ways, key=lambda way: way[:3])
    used.way(tree, end)
    used.differ += ((victim, start), (victim, end))


def wraps(position: Position) -> Iterator[Pattern]:
    """Colours with two cells that see each other."""
    for digit, gone, found in _coloured(position):
        for component in found:
            for colour in component.colours:
                meetings = _meetings(position.geometry, colour, colour)
                if meetings and colour & gone:
                    used = _wrap(component, colour, meetings)
                    shape = Coloured(digit, (_within(used, component),), (used.differ[0],), "")
                    yield used.claim(position, digit, colour).pattern("colour wrap", shape)


def _wrap(component: Component, colour: int, meetings: Sequence[Pair]) -> Used:
    """The pair that is nearest to each other, and the ways from there to all cells of the colour."""
    trees = {start: component.tree(start) for start, _ in meetings}
    start, end = min(meetings, key=lambda pair: (list(trees[pair[0]]).index(pair[1]), pair))
    used = Used(differ=[(start, end)])
    for cell in bits(colour):
        used.way(trees[start], cell)
    return used


def multi_colours_1(position: Position) -> Iterator[Pattern]:
    """Cells that see the opposite colours of two colours that see each other."""
    geometry = position.geometry
    for digit, gone, found in _coloured(position):
        for one, other in combinations(found, 2):
            used, victims, sees = Used(), 0, []
            for mine, opposite in (one.colours, one.colours[::-1]):
                for yours, contrary in (other.colours, other.colours[::-1]):
                    hit = gone & _seen(geometry, opposite) & _seen(geometry, contrary)
                    meetings = _meetings(geometry, mine, yours) if hit else []
                    if meetings:
                        victims |= hit
                        sees.append(meetings[0])
                        _opposites(geometry, (one, other), meetings[0], (opposite, contrary), hit, used)
            if victims:
                colours = (_within(used, one), _within(used, other))
                shape = Coloured(digit, colours, tuple(sees), "what goes sees both of the opposite colours")
                yield used.claim(position, digit, victims).pattern("multi-colours 1", shape)


def _opposites(
    geometry: Geometry, both: tuple[Component, Component], meeting: Pair, opposites: Pair, victims: int, used: Used
) -> None:
    """The ways from two cells that see each other to cells of the opposite colours that the victims see."""
    used.differ.append(meeting)
    for component, start, opposite in zip(both, meeting, opposites, strict=True):
        tree = component.tree(start)
        for victim in bits(victims):
            end = _nearest(component, tree, opposite & geometry.peers[victim])
            used.way(tree, end)
            used.differ.append((victim, end))


def multi_colours_2(position: Position) -> Iterator[Pattern]:
    """Colours that see both colours of another component."""
    for digit, gone, found in _coloured(position):
        for one, other in permutations(found, 2):
            used, victims, sees = Used(), 0, []
            for colour in one.colours:
                first, second = (_meetings(position.geometry, colour, yours) for yours in other.colours)
                if first and second and colour & gone:
                    victims |= colour
                    sees += [first[0], second[0]]
                    _both_colours(one, other, (first[0], second[0]), colour, used)
            if victims:
                colours = (_within(used, one), _within(used, other))
                shape = Coloured(digit, colours, tuple(sees), "")
                yield used.claim(position, digit, victims).pattern("multi-colours 2", shape)


def _both_colours(one: Component, other: Component, meetings: tuple[Pair, Pair], colour: int, used: Used) -> None:
    """The ways between the cells seen, and from the cells that see them to all of their colour."""
    (start, first), (_, second) = meetings
    used.differ += meetings
    used.way(other.tree(first), second)
    tree = one.tree(start)
    for cell in bits(colour):
        used.way(tree, cell)


PLAYERS = (
    Player("colour trap", traps, ("0500",), summary="a cell that sees both colours of a digit's strong links"),
    Player("colour wrap", wraps, ("0501",), summary="a colour of which two cells see each other"),
    Player("multi-colours 1", multi_colours_1, ("0502",), summary="two colours that see each other"),
    Player("multi-colours 2", multi_colours_2, ("0503",), summary="a colour that sees both of another component"),
)
"""In no order; the scales say how hard each is."""
