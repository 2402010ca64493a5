"""What chains run through: nodes, each a digit somewhere in some cells, with strong and weak links between them.

Strong: not both are false. Two nodes hold all places of a digit in a unit; two digits are all a cell may take; of an
almost locked set two digits of which one at most is missing. Weak: not both are true: all their cells see one another,
or they are two digits of one cell. Nodes are numbered, so that sets of them are integers: cell c with digit d is number
d · cells + c, and nodes of several cells follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from cpsolver.kinds.sudoku.logic.almost_locked.sets import table
from cpsolver.kinds.sudoku.logic.geometry import Geometry, bits, is_single, lowest
from cpsolver.kinds.sudoku.logic.position import Position

Node = tuple[int, int]
"""A digit and the set of cells one of which holds it when the node is true."""

LARGEST = 8
"""The most cells of an almost locked set that a chain runs through."""


@dataclass(frozen=True, slots=True)
class Strong:
    """A strong link: of two nodes at least one is true.

    unit: in which they hold all places of their digit, or which holds the cells of an almost locked set
    cells, digits: of a cell of two digits or an almost locked set; none of a digit in a unit
    forced: a cell that a set, once it is locked, leaves no digit but that of the other node, as a set; usually none
    """

    one: Node
    other: Node
    unit: int | None
    cells: int = 0
    digits: int = 0
    forced: int = 0

    @property
    def is_set(self) -> bool:
        """Whether it leads through an almost locked set of several cells."""
        return self.unit is not None and self.cells != 0


class Web:
    """The nodes of some strong links and what is linked.

    mixed: whether two digits of a cell are linked, so that chains change digit there too
    """

    def __init__(self, position: Position, links: Iterable[Strong], mixed: bool = True) -> None:
        self.position, self.mixed = position, mixed
        self.width = len(position.digits)
        self.plain = self.width * position.geometry.size
        self.larger: list[Node] = []
        self._numbers: dict[Node, int] = {}
        self.strong: dict[int, int] = {}
        self.links: dict[tuple[int, int], Strong] = {}
        self._weak: dict[int, int] = {}
        for link in links:
            one, other = self.number(link.one), self.number(link.other)
            self.strong[one] = self.strong.get(one, 0) | 1 << other
            self.strong[other] = self.strong.get(other, 0) | 1 << one
            self.links.setdefault((one, other) if one < other else (other, one), link)

    def number(self, node: Node) -> int:
        """The number of a node; a larger one gets the next."""
        digit, cells = node
        if is_single(cells):
            return digit * self.width + cells.bit_length() - 1
        found = self._numbers.get(node)
        if found is None:
            found = self._numbers[node] = self.plain + len(self.larger)
            self.larger.append(node)
        return found

    def node(self, number: int) -> Node:
        """The node with a number."""
        if number >= self.plain:
            return self.larger[number - self.plain]
        return number // self.width, 1 << number % self.width

    def link(self, one: int, other: int) -> Strong:
        """The strong link between two nodes."""
        return self.links[(one, other) if one < other else (other, one)]

    def is_plain(self, row: Sequence[int]) -> bool:
        """Whether a chain meets marks only, and no almost locked set."""
        return max(row) < self.plain and not any(
            self.link(one, other).is_set for one, other in zip(row[::2], row[1::2], strict=True)
        )

    @cached_property
    def marks(self) -> int:
        """All nodes of one cell that the position still allows."""
        return sum(cells << digit * self.width for digit, cells in enumerate(self.position.places))

    @cached_property
    def only_marks(self) -> int:
        """Every number of a node of one cell."""
        return (1 << self.plain) - 1

    @cached_property
    def active(self) -> int:
        """The nodes with a strong link."""
        return sum(1 << number for number in self.strong)

    @cached_property
    def _with_cell(self) -> dict[Node, int]:
        """By digit and cell: the larger nodes that hold the cell; under cell −1 all of the digit."""
        found: dict[Node, int] = {}
        for number, (digit, cells) in enumerate(self.larger, self.plain):
            bit = 1 << number
            found[digit, -1] = found.get((digit, -1), 0) | bit
            for cell in bits(cells):
                found[digit, cell] = found.get((digit, cell), 0) | bit
        return found

    def weak(self, number: int) -> int:
        """The nodes that are false when this one is true."""
        found = self._weak.get(number)
        if found is None:
            found = self._weak[number] = self._find_weak(number)
        return found

    def _find_weak(self, number: int) -> int:
        position, width = self.position, self.width
        digit, cells = self.node(number)
        view = position.geometry.peers[lowest(cells)] if is_single(cells) else position.geometry.common_peers(cells)
        places = position.places[digit]
        found = (places & view) << digit * width
        larger = self._with_cell.get((digit, -1), 0)
        if larger:
            for cell in bits(places & ~view):
                larger &= ~self._with_cell.get((digit, cell), 0)
            found |= larger
        if self.mixed and is_single(cells):
            cell = lowest(cells)
            for other in bits(position.digits[cell] & ~(1 << digit)):
                found |= 1 << other * width + cell
        return found

    @cached_property
    def steps(self) -> dict[int, int]:
        """By node: what is false once it is false, two links on."""
        found = {}
        for number, on in self.strong.items():
            off = 0
            for other in bits(on):
                off |= self.weak(other)
            found[number] = off
        return found


def in_units(position: Position, digits: Iterable[int]) -> Iterator[Strong]:
    """Digits with two places in a unit."""
    for digit in digits:
        for one, other, unit in position.pairs[digit]:
            yield Strong((digit, 1 << one), (digit, 1 << other), unit)


def in_cells(position: Position) -> Iterator[Strong]:
    """Cells of two digits."""
    for cell in bits(position.bivalue):
        one, other = bits(position.digits[cell])
        yield Strong((one, 1 << cell), (other, 1 << cell), None, 1 << cell, position.digits[cell])


def crossings(geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    """For every unit the sets of more than one cell that it shares with others."""
    found: tuple[tuple[int, ...], ...] | None = geometry.__dict__.get("crossings_by_unit")
    if found is None:
        lists: list[dict[int, None]] = [{} for _ in geometry.units]
        for one, _, both in geometry.crossings:
            lists[one.number][both] = None
        found = geometry.__dict__["crossings_by_unit"] = tuple(map(tuple, lists))
    return found


def in_groups(position: Position) -> Iterator[Strong]:
    """Digits whose places in a unit are two nodes, one or both of them all places in a crossing with another unit."""
    shared = crossings(position.geometry)
    for digit, row in enumerate(position.unit_places):
        for unit, here in enumerate(row):
            if here.bit_count() < 3:
                continue
            groups = {part for both in shared[unit] if (part := here & both) & part - 1 and part != here}
            for one in groups:
                other = here & ~one
                if is_single(other) or (one < other and other in groups):
                    yield Strong((digit, one), (digit, other), unit)


def in_sets(position: Position) -> Iterator[Strong]:
    """Almost locked sets: two of their digits, of each all places, as far as anything sees these."""
    for one in table(position).sets:
        if one.unit is None or one.cells.bit_count() > LARGEST:
            continue
        ends = [d for d in bits(one.digits) if one.seen[d] & position.places[d]]
        for first, second in combinations(ends, 2):
            nodes = (first, one.places[first]), (second, one.places[second])
            yield Strong(*nodes, one.unit, one.cells, one.digits)


def through_sets(position: Position) -> Iterator[Strong]:
    """Almost locked sets, and a cell that has only one digit left once a set lacks a digit and so holds the others."""
    known = table(position)
    fitting = sum(1 << s.number for s in known.sets if s.unit is not None and s.cells.bit_count() <= LARGEST)
    for cell in bits(position.open & ~position.bivalue):
        marks = position.digits[cell]
        for left in bits(marks):
            taken, numbers = marks & ~(1 << left), fitting
            for digit in bits(taken):
                numbers &= known.losing[digit][cell]
            for number in bits(numbers):
                one = known.sets[number]
                for entry in bits(one.digits & ~taken):
                    if one.seen[entry] & position.places[entry]:
                        node = entry, one.places[entry]
                        yield Strong(node, (left, 1 << cell), one.unit, one.cells, one.digits, 1 << cell)
