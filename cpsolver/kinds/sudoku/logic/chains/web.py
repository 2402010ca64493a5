"""What chains run through: nodes, each a digit somewhere in some cells, with strong and weak links between them.

Strong: not both are false. Two nodes hold all places of a digit in a unit; two digits are all a cell may take; of the
digits of an almost locked set one at most is missing. Weak: not both are true: all their cells see one another, or they
are two digits of one cell. Nodes are numbered, so that sets of them are integers: cell c with digit d is number
d · cells + c, and nodes of several cells follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from cpsolver.kinds.sudoku.logic.almost_locked.sets import table
from cpsolver.kinds.sudoku.logic.geometry import Geometry, bits, is_single
from cpsolver.kinds.sudoku.logic.position import Position

Node = tuple[int, int]
"""A digit and the set of cells one of which holds it when the node is true."""


@dataclass(frozen=True, slots=True)
class Strong:
    """Strong links: of these nodes one at most is false.

    unit: in which two nodes hold all places of their digit, or which holds the cells of an almost locked set
    cells, digits: of a cell of two digits or an almost locked set; none of a digit in a unit
    forced: a cell, as a set, that a set once it is locked leaves no digit but that of the last node; usually none
    left:   the digits of that cell
    """

    nodes: tuple[Node, ...]
    unit: int | None
    cells: int = 0
    digits: int = 0
    forced: int = 0
    left: int = 0

    @property
    def is_set(self) -> bool:
        """Whether they lead through an almost locked set of several cells."""
        return self.unit is not None and self.cells != 0


@dataclass(frozen=True, slots=True)
class Link:
    """Two nodes of strong links; if a cell is forced, the other is in that cell."""

    one: Node
    other: Node
    by: Strong

    @property
    def taken(self) -> int:
        """The digits that the forced cell loses to the set."""
        *_, last = self.by.nodes
        return self.by.left & ~(1 << last[0]) if self.by.forced else 0


class Web:
    """The nodes of some strong links and what is linked.

    mixed:  whether two digits of a cell are linked, so that chains change digit there too
    plain:  the least number of a node of several cells
    larger: these nodes
    strong: by node the nodes one of which at most is false beside it
    """

    def __init__(self, position: Position, links: Iterable[Strong], mixed: bool = True) -> None:
        self.position, self.mixed = position, mixed
        self.width = len(position.digits)
        self.plain = self.width * position.geometry.size
        self.larger: list[Node] = []
        self.strong: dict[int, int] = {}
        self._numbers: dict[Node, int] = {}
        self._links: dict[int, list[Strong]] = {}
        self._weak: dict[int, int] = {}
        for link in links:
            numbers = [self._number(node) for node in link.nodes]
            every = 0
            for number in numbers:
                every |= 1 << number
            for number in numbers:
                self.strong[number] = self.strong.get(number, 0) | every & ~(1 << number)
                self._links.setdefault(number, []).append(link)

    def _number(self, node: Node) -> int:
        """The number of a node; a larger one gets the next."""
        found = self._numbers.get(node)
        if found is None:
            digit, cells = node
            if cells & cells - 1:
                found = self.plain + len(self.larger)
                self.larger.append(node)
            else:
                found = digit * self.width + cells.bit_length() - 1
            self._numbers[node] = found
        return found

    def node(self, number: int) -> Node:
        """The node with a number."""
        if number >= self.plain:
            return self.larger[number - self.plain]
        return number // self.width, 1 << number % self.width

    def link(self, one: int, other: int) -> Link:
        """The strong link between two nodes that was named first."""
        first, second = self.node(one), self.node(other)
        by = next(link for link in self._links[one] if second in link.nodes)
        return Link(second, first, by) if by.forced and first == by.nodes[-1] else Link(first, second, by)

    def along(self, row: Sequence[int]) -> list[Link]:
        """The strong links of a chain."""
        return [self.link(one, other) for one, other in zip(row[::2], row[1::2], strict=True)]

    def is_plain(self, row: Sequence[int]) -> bool:
        """Whether a chain meets marks only, and no almost locked set."""
        return max(row) < self.plain and not any(link.by.is_set for link in self.along(row))

    @cached_property
    def has_more(self) -> bool:
        """Whether there are more than links between two marks in a unit or a cell."""
        return bool(self.larger) or any(link.is_set for links in self._links.values() for link in links)

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
    def _with_cell(self) -> list[list[int]]:
        """By digit and cell the larger nodes that hold the cell, and after the cells all of the digit."""
        found = [[0] * (self.width + 1) for _ in range(self.position.geometry.size)]
        for number, (digit, cells) in enumerate(self.larger, self.plain):
            row, bit = found[digit], 1 << number
            row[-1] |= bit
            for cell in bits(cells):
                row[cell] |= bit
        return found

    def weak(self, number: int) -> int:
        """The nodes that are false when this one is true."""
        found = self._weak.get(number)
        if found is None:
            found = self._weak[number] = self._find_weak(number)
        return found

    def _find_weak(self, number: int) -> int:
        position, width = self.position, self.width
        if number < self.plain:
            digit, cell = divmod(number, width)
            view = position.geometry.peers[cell]
        else:
            digit, cells = self.larger[number - self.plain]
            view = position.geometry.common_peers(cells)
        places = position.places[digit]
        found = (places & view) << digit * width
        with_cell = self._with_cell[digit]
        larger = with_cell[-1]
        left = places & ~view if larger else 0
        while left:  # what holds a cell that is not seen is not false
            low = left & -left
            larger &= ~with_cell[low.bit_length() - 1]
            left ^= low
        if self.mixed and number < self.plain:
            for other in bits(position.digits[cell] & ~(1 << digit)):
                found |= 1 << other * width + cell
        return found | larger

    @cached_property
    def steps(self) -> dict[int, int]:
        """By node: what is false once it is false, two links on."""
        found = {}
        known, weak = self._weak, self.weak
        for number, left in self.strong.items():
            off = 0
            while left:
                low = left & -left
                other = low.bit_length() - 1
                off |= known.get(other) or weak(other)
                left ^= low
            found[number] = off
        return found


def in_units(position: Position, digits: Iterable[int]) -> Iterator[Strong]:
    """Digits with two places in a unit."""
    for digit in digits:
        for one, other, unit in position.pairs[digit]:
            yield Strong(((digit, 1 << one), (digit, 1 << other)), unit)


def in_cells(position: Position) -> Iterator[Strong]:
    """Cells of two digits."""
    for cell in bits(position.bivalue):
        nodes = tuple((digit, 1 << cell) for digit in bits(position.digits[cell]))
        yield Strong(nodes, None, 1 << cell, position.digits[cell])


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
                    yield Strong(((digit, one), (digit, other)), unit)


def in_sets(position: Position) -> Iterator[Strong]:
    """Almost locked sets: of each digit all its places, as far as anything sees these."""
    places = position.places
    for one in table(position).sets:
        if one.unit is not None:
            nodes = tuple((d, one.places[d]) for d in bits(one.digits) if one.seen[d] & places[d])
            if len(nodes) > 1:
                yield Strong(nodes, one.unit, one.cells, one.digits)


def through_sets(position: Position) -> Iterator[Strong]:
    """Almost locked sets, and a cell that has only one digit left once a set lacks a digit and so holds the others."""
    known, places = table(position), position.places
    fitting = sum(1 << one.number for one in known.sets if one.unit is not None)
    for cell in bits(position.open & ~position.bivalue):
        marks = position.digits[cell]
        for left in bits(marks):
            taken, numbers = marks & ~(1 << left), fitting
            for digit in bits(taken):
                numbers &= known.losing[digit][cell]
            for number in bits(numbers):
                one = known.sets[number]
                entries = [(d, one.places[d]) for d in bits(one.digits & ~taken) if one.seen[d] & places[d]]
                if entries:
                    yield Strong((*entries, (left, 1 << cell)), one.unit, one.cells, one.digits, 1 << cell, marks)
