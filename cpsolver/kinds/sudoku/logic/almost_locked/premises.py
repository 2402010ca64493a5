"""What a pattern of almost locked sets rests on: which marks must be missing, and by which conditions cells differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cpsolver.kinds.sudoku.logic.almost_locked.sets import AlmostLocked, Wish, missing_marks
from cpsolver.kinds.sudoku.logic.geometry import Geometry, bits
from cpsolver.kinds.sudoku.logic.pattern import Pattern, Shape, marks_of
from cpsolver.kinds.sudoku.logic.position import Position

Tie = tuple[AlmostLocked, AlmostLocked, int]
"""Two sets and a digit restricted between them."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A digit goes from these cells because it stands in one of these sets."""

    digit: int
    cells: int
    holders: tuple[AlmostLocked, ...]


def pattern_of(
    name: str,
    shape: Shape,
    position: Position,
    sets: Sequence[AlmostLocked],
    ties: Sequence[Tie],
    reasons: Sequence[Reason],
) -> Pattern:
    """The pattern of these sets, tied as said, that removes for these reasons."""
    geometry = position.geometry
    needed: dict[int, int] = {}
    for reason in reasons:
        for holder in reason.holders:
            for cell in bits(reason.cells):
                unseen = holder.cells & ~geometry.peers[cell]
                needed[reason.digit] = needed.get(reason.digit, 0) | unseen
    wishes = [wish for tie in ties for wish in _wishes(geometry, *tie)]
    absent = missing_marks(geometry, position, sets, wishes, needed)
    labels = dict.fromkeys(label for tie in ties for label in _tie_labels(geometry, absent, *tie))
    labels |= dict.fromkeys(label for reason in reasons for label in _reason_labels(geometry, absent, reason))
    removed = dict.fromkeys(mark for reason in reasons for mark in marks_of(reason.cells, reason.digit))
    units = tuple(dict.fromkeys(one.unit for one in sets if one.unit is not None))
    return Pattern(name, shape, tuple(removed), (), units, absent, labels=tuple(labels))


def _wishes(geometry: Geometry, one: AlmostLocked, other: AlmostLocked, digit: int) -> Iterator[Wish]:
    for cell in bits(one.cells):
        for unseen in bits(other.cells & ~geometry.peers[cell]):
            yield cell, unseen, digit


def _tie_labels(
    geometry: Geometry, absent: dict[int, int], one: AlmostLocked, other: AlmostLocked, digit: int
) -> Iterable[str]:
    lacking = absent.get(digit, 0)
    for cell in bits(one.cells & ~lacking):
        yield from geometry.links(cell, other.cells & ~lacking)


def _reason_labels(geometry: Geometry, absent: dict[int, int], reason: Reason) -> Iterable[str]:
    lacking = absent.get(reason.digit, 0)
    for cell in bits(reason.cells):
        for holder in reason.holders:
            yield from geometry.links(cell, holder.cells & ~lacking)
