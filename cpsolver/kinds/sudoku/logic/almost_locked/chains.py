"""Chains of almost locked sets: two (xz), three (xy-wing) or more, neighbours tied by a restricted digit.

If the first set loses z it holds x, so the second loses x and holds y, and so on to the last, which loses a digit and
so holds z: in any case z stands in the first or the last set, and goes where all its places there are seen. Of two
sets tied by two digits each holds one of these and all its other digits, so these are locked in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsolver.kinds.sudoku.logic.almost_locked.premises import Reason, pattern_of
from cpsolver.kinds.sudoku.logic.almost_locked.reach import reach
from cpsolver.kinds.sudoku.logic.almost_locked.sets import AlmostLocked, Table, table
from cpsolver.kinds.sudoku.logic.geometry import bits, lowest, set_of
from cpsolver.kinds.sudoku.logic.pattern import Finder, Pattern, Player, Words
from cpsolver.kinds.sudoku.logic.position import Position

LONGEST = 7
"""The most sets of a chain: six ties, as in HoDoKu."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Sets of cells, the digit that ties each to the next, and which digits the first or the last set holds."""

    sets: tuple[int, ...]
    ties: tuple[int, ...]
    ends: int

    def tell(self, words: Words) -> str:
        """`if r1c1 and r1c4 lack 7, they have 2; so r3c4 lacks 2 and has 9; so r6c6 and r6c7 lack 9 and have 7`."""
        first, *rest = self.sets
        ends, has = words.listed(map(words.digit, bits(self.ends)), "or"), words.digit(self.ties[0])
        text = f"if {words.cells(first)} {_verb('lack', first)} {ends}, {_it(first)} {_verb('have', first)} {has}"
        held = [*(1 << tie for tie in self.ties[1:]), self.ends]
        for cells, lost, digits in zip(rest, self.ties, held, strict=True):
            text += f"; so {words.cells(cells)} {_verb('lack', cells)} {words.digit(lost)}"
            text += f" and {_verb('have', cells)} {words.digits(digits)}"
        return text


@dataclass(frozen=True, slots=True)
class Doubly:
    """Two sets of cells tied by two digits."""

    one: int
    other: int
    ties: int

    def tell(self, words: Words) -> str:
        """`r1c1 and r1c4 can lack one digit at most, so can r3c4 and r3c6, and neither 2 nor 5 stands in both: …`."""
        ties = words.listed(map(words.digit, bits(self.ties)), "nor")
        one, other = words.cells(self.one), words.cells(self.other)
        return (
            f"{one} can lack one of {_their(self.one)} digits at most, and so can {other}; "
            f"neither {ties} stands in both: each of the two sets has one of these and all its other digits"
        )


def _verb(verb: str, cells: int) -> str:
    return verb if cells.bit_count() > 1 else {"lack": "lacks", "have": "has"}[verb]


def _their(cells: int) -> str:
    return "their" if cells.bit_count() > 1 else "its"


def _it(cells: int) -> str:
    return "they" if cells.bit_count() > 1 else "it"


def _xz(position: Position) -> Iterator[Pattern]:
    known = table(position)
    for one in known.sets:
        ties_to: dict[int, int] = {}
        for digit, sets in known.restricted[one.number].items():
            for other in bits(sets >> one.number + 1 << one.number + 1):
                ties_to[other] = ties_to.get(other, 0) | 1 << digit
        for other, ties in ties_to.items():
            if ties.bit_count() > 1:
                yield from _doubly(known, one, known.sets[other], set_of(list(bits(ties))[:2]))
            elif victims := known.common_victims(one.number, other, ties):
                yield _chain("als-xz", known, [one.number, other], [lowest(ties)], victims)


def _doubly(known: Table, one: AlmostLocked, other: AlmostLocked, ties: int) -> Iterator[Pattern]:
    """What two sets tied by two digits say: each tie is in one of them, each other digit in its own set."""
    both = (one, other)
    groups = [(digit, both) for digit in bits(ties)]
    groups += [(digit, (here,)) for here in both for digit in bits(here.digits & ~ties)]  # type: ignore[misc]
    reasons = []
    for digit, holders in groups:
        cells = known.position.places[digit] & ~(one.cells | other.cells)
        for holder in holders:
            cells &= holder.seen[digit]
        if cells:
            reasons.append(Reason(digit, cells, holders))
    if reasons:
        shape, tied = Doubly(one.cells, other.cells, ties), [(one, other, digit) for digit in bits(ties)]
        yield pattern_of("als-xz", shape, known.position, both, tied, reasons)


def _chain(name: str, known: Table, numbers: list[int], ties: list[int], victims: dict[int, int]) -> Pattern:
    sets = tuple(known.sets[number] for number in numbers)
    shape = Chain(tuple(one.cells for one in sets), tuple(ties), set_of(iter(victims)))
    reasons = [Reason(digit, cells, (sets[0], sets[-1])) for digit, cells in victims.items()]
    tied = list(zip(sets, sets[1:], ties, strict=False))
    return pattern_of(name, shape, known.position, sets, tied, reasons)


def _longer(name: str, least: int, most: int) -> Finder:
    """Chains of so many ties; of those that remove the same only one, a shortest."""

    def find(position: Position) -> Iterator[Pattern]:
        known, told = table(position), set()
        if known.width <= least:
            return
        reached = reach(position)
        for ties in range(least, most + 1):
            for end in reached.ends(ties):
                start, tie, last, lost = end
                victims = known.common_victims(start, last, 1 << tie | 1 << lost)
                if not victims or tuple(victims.items()) in told:
                    continue
                path = reached.path(end, ties)
                if path is None:
                    continue
                for fewer in _readings(known, path[0], victims):
                    if (key := tuple(fewer.items())) not in told:
                        told.add(key)
                        yield _chain(name, known, *path, fewer)

    return find


def _readings(known: Table, sets: list[int], victims: dict[int, int]) -> Iterator[dict[int, int]]:
    """All that goes, and what is left of it without second ties of the first and the last set, as HoDoKu has it."""
    yield victims
    second = 0
    for one, other in (sets[:2], sets[-2:]):
        second |= set_of(d for d, tied in known.restricted[one].items() if tied >> other & 1)
    fewer = {digit: cells for digit, cells in victims.items() if not second >> digit & 1}
    if fewer:
        yield fewer


PLAYERS = (
    Player("als-xz", _xz, ("0901",), summary="two almost locked sets and a digit that only one can hold"),
    Player("als-xy-wing", _longer("als-xy-wing", 2, 2), ("0902",), summary="three almost locked sets in a chain"),
    Player("als-xy-chain", _longer("als-xy-chain", 3, LONGEST - 1), ("0903",), summary="more of them in a chain"),
)
"""Shortest first."""
