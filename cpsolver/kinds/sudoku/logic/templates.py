"""Templates: all placements of a digit together, and what they have in common.

Template set: cells that every placement has; template delete: marks that no placement has. Cells that every placement
of one digit has are closed to all others, so that these may have fewer; that is followed until nothing changes.
A digit is left alone only if the search for one placement comes to its cap (`placements.CAP`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from cpsolver.kinds.sudoku.logic.analyst import Analyst, needed
from cpsolver.kinds.sudoku.logic.pattern import Deduction, Finder, Pattern, Player, Words
from cpsolver.kinds.sudoku.logic.placements import Claim, forced, refuted
from cpsolver.kinds.sudoku.logic.position import Position
from cpsolver.kinds.sudoku.logic.supposition import NUMBERS


@dataclass(frozen=True, slots=True)
class Template:
    """Cells that all placements of a digit have, or that none has; others: whether other digits' placements help."""

    digit: int
    cells: int
    every: bool
    others: bool = False

    def tell(self, words: Words) -> str:
        """`however 5 is placed once in every unit, it stands in r1c3`."""
        digit, stands = words.digit(self.digit), "it stands in" if self.every else "it never stands in"
        but = " but not where other digits' placements leave no room" if self.others else ""
        return f"however {digit} is placed once in every unit{but}, {stands} {words.cells(self.cells)}"


def _set_of(position: Position, inside: Position, digit: int) -> Claim | None:
    """The cells that every placement of a digit has. inside: the position with other digits' cells closed."""
    cells = forced(inside)[digit] & position.open
    return replace(_claim(inside, digit), placed=cells).slim(inside) if cells else None


def _deleted_of(position: Position, inside: Position, digit: int) -> Claim | None:
    """The marks of a digit that no placement has, also those in cells that other digits closed."""
    cells = position.places[digit] & ~(inside.places[digit] & ~refuted(inside)[digit])
    return replace(_claim(inside, digit), removed=cells).slim(inside) if cells else None


def _claim(position: Position, digit: int) -> Claim:
    """All that may be known of a digit that is to be placed."""
    masks, home = position.geometry.masks, position.homes[digit]
    units = tuple(number for number, mask in enumerate(masks) if not mask & home)
    cells = 0
    for number in units:
        cells |= masks[number]
    return Claim(digit, units, (), cells & ~position.places[digit])


def _sets(position: Position) -> Iterator[Pattern]:
    """By digit the cells that every placement has, each digit by itself."""
    for digit in range(position.geometry.size):
        if claim := _set_of(position, position, digit):
            yield claim.pattern("template set", Template(digit, claim.placed, True))


def _finder(name: str, claim_of: Callable[[Position, Position, int], Claim | None]) -> Finder:
    def find(position: Position) -> Iterator[Pattern]:
        steps = _followed(position)
        for digit in range(position.geometry.size):
            inside = _without(position, steps, digit)
            claim = claim_of(position, inside, digit)
            if claim:
                yield _pattern(name, claim, position, inside, steps)

    return find


def _followed(position: Position) -> list[Deduction]:
    """What placements of single digits say one after the other, until nothing follows."""
    if position.is_contradictory or not any(forced(position)):
        return []
    inside = position.copy()
    analyst = Analyst(inside, (Player("template set", _sets),), NUMBERS * inside.level)
    return [step for step in analyst.run() if step.pattern.technique != "contradiction"]


def _without(position: Position, steps: list[Deduction], digit: int) -> Position:
    """The position with what these steps place, but for one digit."""
    others = [(*mark, step.number) for step in steps for mark in step.placed if mark[1] != digit]
    if not others:
        return position
    inside = position.copy()
    for cell, other, number in others:
        inside.place(cell, other, number)
    return inside


def _pattern(name: str, claim: Claim, position: Position, inside: Position, steps: list[Deduction]) -> Pattern:
    """A claim as a pattern, with the steps that it rests on, if it does."""
    cells, every = claim.placed | claim.removed, bool(claim.placed)
    pattern = claim.pattern(name, Template(claim.digit, cells, every))
    if not steps:
        return pattern
    # also marks of cells that others closed
    within = needed([*steps, Analyst(inside, (), steps[-1].number + 1).deduce(pattern, pattern.removed)])
    if len(within) == 1:
        return replace(pattern, absent={claim.digit: claim.absent & ~position.places[claim.digit]})
    shape = Template(claim.digit, cells, every, True)
    return Pattern(name, shape, pattern.removed, pattern.placed, substeps=within)


PLAYERS = (
    Player(
        "template set", _finder("template set", _set_of), ("1201",), summary="cells that every placement of a digit has"
    ),
    Player(
        "template delete",
        _finder("template delete", _deleted_of),
        ("1202",),
        summary="marks that no placement of a digit has",
    ),
)
"""In no order; the scales say how hard each is."""
