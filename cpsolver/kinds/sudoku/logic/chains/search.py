"""Chains found breadth first: what follows link by link from one node being false, or one mark being true.

All starts go on by one strong link at a time, so short chains come first; sets of nodes are integers, so a step of a
start is a few operations for each node that has just become false.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from cpsolver.kinds.sudoku.logic.chains.web import Web
from cpsolver.kinds.sudoku.logic.geometry import bits

LONGEST = 40
"""The most strong links of a chain."""


@dataclass(slots=True)
class Trail:
    """What follows from a start: `start` false, or if it is a victim, true.

    falls: for each length the nodes that become false with it; holds: those that become true one link later
    target: what the start makes false by a weak link, or would, if it is a node that is false
    """

    start: int
    is_victim: bool
    target: int
    falls: list[int]
    holds: list[int] = field(default_factory=list)
    fallen: int = 0
    held: int = 0


@dataclass(frozen=True, slots=True)
class Hit:
    """A start from which a chain of a length comes to an end: the trail, its number of strong links, the last node."""

    trail: Trail
    length: int
    last: int

    def paths(self, web: Web) -> Iterator[tuple[int, ...]]:
        """The chains, each as the nodes that become false and true in turn; none meets a node twice."""
        yield from _back(web, self.trail, self.length - 1, (self.last,))


def _back(web: Web, trail: Trail, level: int, tail: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for number in bits(trail.falls[level] & web.strong[tail[0]]):
        if number in tail and (level or trail.is_victim or number != tail[-1]):
            continue
        if not level:
            yield (number, *tail)
            continue
        for cause in bits(trail.holds[level - 1] & web.weak(number)):
            if cause not in tail:
                yield from _back(web, trail, level - 1, (cause, number, *tail))


def hits(web: Web, starts: int, victims: int = 0) -> Iterator[Hit]:
    """All ends of chains, the shortest first.

    starts: nodes that are false; a chain ends at a node with which they have a victim in common, or at the start itself
    victims: marks that are true; a chain ends at a node that makes the start false
    """
    trails = [Trail(start, False, web.weak(start), [1 << start]) for start in bits(starts)]
    trails += [Trail(v, True, 1 << v, [web.weak(v) & web.active]) for v in bits(victims)]
    for trail in trails:
        trail.fallen = trail.falls[0]
    for length in range(1, LONGEST + 1):
        going = []
        for trail in trails:
            on, off = _follow(web, trail)
            if length > 1 and (off & trail.target or on >> trail.start & 1):
                yield from _ends(web, trail, length, on)
            off &= web.active & ~trail.fallen
            if off:
                trail.falls.append(off)
                trail.fallen |= off
                going.append(trail)
        if not going:
            return
        trails = going


def _follow(web: Web, trail: Trail) -> tuple[int, int]:
    """One strong link further: what becomes true, and what these make false."""
    strong, steps = web.strong, web.steps
    on = off = 0
    left = trail.falls[-1]
    while left:
        low = left & -left
        number = low.bit_length() - 1
        left ^= low
        on |= strong[number]
        off |= steps[number]
    on &= ~trail.held
    trail.held |= on
    trail.holds.append(on)
    return on, off


def _ends(web: Web, trail: Trail, length: int, on: int) -> Iterator[Hit]:
    """What has just become true and makes the start false, has a victim in common with it, or is the start."""
    if trail.is_victim:
        for last in bits(on & web.weak(trail.start)):
            yield Hit(trail, length, last)
        return
    for last in bits(on & (web.only_marks | trail.target)):
        if web.weak(last) & trail.target or last == trail.start:
            yield Hit(trail, length, last)
