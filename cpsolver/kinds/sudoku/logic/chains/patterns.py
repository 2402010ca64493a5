"""A chain as a pattern: how it is told, what goes, and what it rests on.

A chain is a row of nodes, false and true in turn, if the first is false: strong links lead from false to true, weak
ones on to false. So the first or the last node is true. Where these two are linked weakly the chain is a loop: of the
two nodes of each link exactly one is true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cpsolver.kinds.sudoku.logic.chains.web import Link, Node, Strong, Web
from cpsolver.kinds.sudoku.logic.geometry import bits, is_single, lowest
from cpsolver.kinds.sudoku.logic.pattern import Pattern, Words
from cpsolver.kinds.sudoku.logic.position import Mark

Row = tuple[int, ...]
"""The nodes of a chain by number, an even number of them: false and true in turn, if the first is false."""


@dataclass(frozen=True, slots=True)
class Chain:
    """The nodes of a chain in order, its strong links, and whether it closes to a loop."""

    nodes: tuple[Node, ...]
    links: tuple[Strong, ...]
    is_loop: bool = False

    def tell(self, words: Words) -> str:
        """`if r1c1 is not 5, r1c7 is 5 (row 1), so r3c7 is not 5, so r3c2 is 5 (row 3): r1c1 is 5, or r3c2 is 5`."""
        fails = [_fails(words, node) for node in self.nodes[::2]]
        holds = [_holds(words, node) + _why(words, by) for node, by in zip(self.nodes[1::2], self.links, strict=True)]
        steps = (f"so {fail}, so {hold}" for fail, hold in zip(fails[1:], holds[1:], strict=True))
        text = ", ".join((f"if {fails[0]}, {holds[0]}", *steps))
        first, last = self.nodes[0], self.nodes[-1]
        if self.is_loop:
            return f"{text}, and so on round the loop: of any two linked nodes one is true"
        return text if first == last else f"{text}: {_holds(words, first)}, or {_holds(words, last)}"


def _why(words: Words, by: Strong) -> str:
    """Where a strong link comes from, in brackets; nothing for a cell of two digits."""
    if by.forced:
        return f" (the rest goes to {words.cells(by.cells)})"
    if by.is_set:
        return f" ({words.cells(by.cells)} have only {words.digits(by.digits)})"
    return f" ({words.unit(by.unit)})" if by.unit is not None else ""


def _holds(words: Words, node: Node) -> str:
    digit, cells = node
    if is_single(cells):
        return f"{words.cell(lowest(cells))} is {words.digit(digit)}"
    return f"{words.digit(digit)} is in {words.listed(map(words.cell, bits(cells)), 'or')}"


def _fails(words: Words, node: Node) -> str:
    digit, cells = node
    if is_single(cells):
        return f"{words.cell(lowest(cells))} is not {words.digit(digit)}"
    return f"{words.digit(digit)} is not in {words.listed(map(words.cell, bits(cells)), 'or')}"


def open_chain(web: Web, name: str, row: Row, removed: tuple[Mark, ...]) -> Pattern:
    """The pattern of a chain that is no loop; removed: marks that its first and its last node make false."""
    links = web.along(row)
    nodes = tuple(web.node(number) for number in row)
    differ = _differing(nodes[1:-1]) | _forcing(web, links)
    for mark in removed:
        differ |= _apart(_of_mark(mark), nodes[0]) | _apart(_of_mark(mark), nodes[-1])
    absent = _absent(web, links)
    return _pattern(name, Chain(nodes, _by(links)), removed, links, absent, differ)


def loop(web: Web, name: str, row: Row) -> Pattern | None:
    """The pattern of a loop: what any weak link makes false, and what an almost locked set in it does; None if nothing.

    A set in a loop holds one of the two digits by which it is linked, so all its other digits.
    """
    links = web.along(row)
    nodes = tuple(web.node(number) for number in row)
    removed: dict[Mark, None] = {}
    turned = (*row[1:], row[0])
    differ = _differing((*nodes[1:], nodes[0])) | _forcing(web, links)
    cells_of = 0
    for _, cells in nodes:
        cells_of |= cells
    for one, other in zip(turned[::2], turned[1::2], strict=True):
        victims = web.weak(one) & web.weak(other) & web.marks
        if web.node(one)[0] == web.node(other)[0]:
            victims &= ~(cells_of << web.node(one)[0] * web.width)
        for number in bits(victims):
            mark = number % web.width, number // web.width
            removed[mark] = None
            differ |= _apart(_of_mark(mark), web.node(one)) | _apart(_of_mark(mark), web.node(other))
    absent = _absent(web, links)
    for (digit, places), link in _locked(web, links):
        seen = web.position.places[digit] & web.position.geometry.common_peers(places) & ~link.by.cells
        for cell in bits(seen):
            removed[cell, digit] = None
            differ |= _apart((digit, 1 << cell), (digit, places))
        if seen:
            absent[digit] = absent.get(digit, 0) | (link.by.cells & ~places)
    if not removed:
        return None
    return _pattern(name, Chain(nodes, _by(links), True), tuple(removed), links, absent, differ)


def _locked(web: Web, links: Iterable[Link]) -> Iterator[tuple[Node, Link]]:
    """The digits of almost locked sets by which a loop does not go, and where they stand.

    A digit that a set takes from a forced cell stands in the set or in that cell.
    """
    for link in links:
        if link.by.is_set:
            through = 1 << link.one[0] | (0 if link.by.forced else 1 << link.other[0])
            for digit in bits(link.by.digits & ~through):
                cells = link.by.cells | (link.by.forced if link.taken >> digit & 1 else 0)
                yield (digit, web.position.places[digit] & cells), link


def _pattern(
    name: str,
    shape: Chain,
    removed: tuple[Mark, ...],
    links: Sequence[Link],
    absent: dict[int, int],
    differ: dict[tuple[int, int], None],
) -> Pattern:
    units = tuple(dict.fromkeys(link.by.unit for link in links if link.by.unit is not None))
    return Pattern(name, shape, removed, units=units, absent=absent, differ=tuple(differ))


def _by(links: Iterable[Link]) -> tuple[Strong, ...]:
    return tuple(link.by for link in links)


def _of_mark(mark: Mark) -> Node:
    return mark[1], 1 << mark[0]


def _apart(one: Node, other: Node) -> dict[tuple[int, int], None]:
    """The pairs of cells that must differ so that not both nodes are true."""
    if one[0] != other[0]:
        return {}
    return {(a, b): None for a in bits(one[1]) for b in bits(other[1])}


def _differing(nodes: Sequence[Node]) -> dict[tuple[int, int], None]:
    """The same for the weak links of a chain, whose nodes come in pairs."""
    found: dict[tuple[int, int], None] = {}
    for one, other in zip(nodes[::2], nodes[1::2], strict=True):
        found |= _apart(one, other)
    return found


def _forcing(web: Web, links: Iterable[Link]) -> dict[tuple[int, int], None]:
    """The pairs of cells that must differ so that locked sets force the cells of links."""
    found: dict[tuple[int, int], None] = {}
    for link in links:
        for digit in bits(link.taken):
            found |= _apart((digit, link.by.forced), (digit, web.position.places[digit] & link.by.cells))
    return found


def _absent(web: Web, links: Iterable[Link]) -> dict[int, int]:
    """The marks that must be missing for the links to be strong."""
    absent: dict[int, int] = {}
    for link in links:
        for digit, cells in _missing(web, link):
            if cells:
                absent[digit] = absent.get(digit, 0) | cells
    return absent


def _missing(web: Web, link: Link) -> Iterator[tuple[int, int]]:
    """By digit the cells that must lack it for a link to be strong."""
    geometry, by = web.position.geometry, link.by
    if not by.cells:
        yield link.one[0], geometry.masks[by.unit or 0] & ~(link.one[1] | link.other[1])
        return
    for digit in bits(geometry.every_digit & ~by.digits):
        yield digit, by.cells
    yield link.one[0], by.cells & ~link.one[1]
    if not by.forced:
        yield link.other[0], by.cells & ~link.other[1]
        return
    for digit in bits(geometry.every_digit & ~by.left):
        yield digit, by.forced
    for digit in bits(link.taken):
        yield digit, by.cells & ~web.position.places[digit]
