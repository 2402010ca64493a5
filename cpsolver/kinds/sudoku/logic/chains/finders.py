"""The players' techniques that are chains: one search in webs of different links, and names read off what it finds.

Loops and chains are told apart as in HoDoKu: a chain between two marks that removes several marks is an AIC, one that
removes one is a discontinuous nice loop, seen from there; so is one that comes back to a mark, which is then true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from cpsolver.kinds.sudoku.logic.chains.patterns import loop, open_chain
from cpsolver.kinds.sudoku.logic.chains.search import Hit, hits
from cpsolver.kinds.sudoku.logic.chains.web import Web, in_cells, in_groups, in_sets, in_units, through_sets
from cpsolver.kinds.sudoku.logic.geometry import bits
from cpsolver.kinds.sudoku.logic.pattern import Finder, Pattern, Player
from cpsolver.kinds.sudoku.logic.position import Mark, Position

WAYS = 24
"""At most so many of the shortest chains between two nodes are looked at."""

Kind = tuple[str, Hit, int]
"""How a chain ends, the hit, and the marks it removes as a set of nodes."""


class Found:
    """What a search found, kept while the marks stay, and gone on with when more is asked for."""

    def __init__(self, web: Web, kinds: Iterator[Kind]) -> None:
        self.web, self._kinds = web, kinds
        self._known: list[Kind] = []

    def __iter__(self) -> Iterator[Kind]:
        number = 0
        while True:
            if number == len(self._known):
                new = next(self._kinds, None)
                if new is None:
                    return
                self._known.append(new)
            yield self._known[number]
            number += 1


def _kept(name: str, make: Callable[[Position], Found]) -> Callable[[Position], Found]:
    def found(position: Position) -> Found:
        known: Found | None = position.__dict__.get(name)
        if known is None:
            known = position.__dict__[name] = make(position)
        return known

    return found


def _nice(position: Position) -> Found:
    web = Web(position, (*in_units(position, range(position.geometry.size)), *in_cells(position)))
    return Found(web, _kinds(web))


def _grouped(position: Position) -> Found:
    digits = range(position.geometry.size)
    web = Web(position, (*in_units(position, digits), *in_cells(position), *in_groups(position)))
    return Found(web, _kinds(web) if web.has_more else iter(()))


def _with_sets(position: Position) -> Found:
    digits = range(position.geometry.size)
    single = (*in_units(position, digits), *in_cells(position))
    web = Web(position, (*single, *in_groups(position), *in_sets(position), *through_sets(position)))
    return Found(web, _kinds(web) if web.has_more else iter(()))


def _kinds(web: Web) -> Iterator[Kind]:
    """Chains from and to single marks; where there are larger nodes, also those that make one mark false."""
    for hit in hits(web, web.active & web.only_marks, web.marks if web.has_more else 0):
        start, last = hit.trail.start, hit.last
        if hit.trail.is_victim:
            yield "one", hit, 1 << start
            continue
        if last == start:
            digit, cells = web.node(start)
            cell = cells.bit_length() - 1
            others = sum(1 << other * web.width + cell for other in bits(web.position.digits[cell] & ~(1 << digit)))
            if others:
                yield "one", hit, others
            continue
        is_loop = hit.trail.target >> last & 1
        if is_loop:
            yield "loop", hit, 0
        victims = hit.trail.target & web.weak(last) & web.marks
        if victims and last < web.plain:
            if victims & victims - 1:
                yield "several", hit, victims
            elif not is_loop:
                yield "one", hit, victims


def _find(name: str, wanted: str, searches: tuple[Callable[[Position], Found], ...], grouped: bool) -> Finder:
    """Chains that end as wanted; of those that remove the same only one of the shortest."""

    def find(position: Position) -> Iterator[Pattern]:
        told: set[frozenset[Mark]] = set()
        for search in searches:
            found = search(position)
            for kind, hit, victims in found:
                if kind == wanted:
                    yield from _patterns(name, found.web, hit, victims, grouped, told)

    return find


def _patterns(
    name: str, web: Web, hit: Hit, victims: int, grouped: bool, told: set[frozenset[Mark]]
) -> Iterator[Pattern]:
    removed = _marks(web, victims)
    if removed and frozenset(removed) in told:
        return
    for row in islice(hit.paths(web), WAYS):
        if grouped and web.is_plain(row):
            continue
        pattern = open_chain(web, name, row, removed) if removed else loop(web, name, row)
        if pattern is not None and (key := frozenset(pattern.removed)) not in told:
            told.add(key)
            yield pattern
            if removed:
                return


def _marks(web: Web, numbers: int) -> tuple[Mark, ...]:
    return tuple((number % web.width, number // web.width) for number in bits(numbers))


def x_chains(position: Position) -> Iterator[Pattern]:
    """Chains of one digit through its places in units; of those that remove the same only one of the shortest."""
    webs = [Web(position, in_units(position, (digit,)), mixed=False) for digit in range(position.geometry.size)]
    yield from _simple("x-chain", webs)


def xy_chains(position: Position) -> Iterator[Pattern]:
    """Chains through cells of two digits; of those that remove the same only one of the shortest."""
    yield from _simple("xy-chain", [Web(position, in_cells(position), mixed=False)])


def _simple(name: str, webs: list[Web]) -> Iterator[Pattern]:
    told: set[frozenset[Mark]] = set()
    for web in webs:
        for hit in hits(web, web.active):
            start, last = hit.trail.start, hit.last
            if last > start:
                victims = hit.trail.target & web.weak(last) & web.marks
                if victims:
                    yield from _patterns(name, web, hit, victims, False, told)


NICE = (_kept("nice chains", _nice),)
GROUPED = (_kept("grouped chains", _grouped), _kept("chains with sets", _with_sets))

PLAYERS = (
    Player("x-chain", x_chains, ("0701",), summary="a chain of one digit"),
    Player("xy-chain", xy_chains, ("0702",), summary="a chain of cells of two digits"),
    *(
        Player(f"{prefix}{name}", _find(f"{prefix}{name}", kind, searches, bool(prefix)), (code,), summary=summary)
        for prefix, searches, codes in (
            ("", NICE, ("0706", "0707", "0708")),
            ("grouped ", GROUPED, ("0709", "0710", "0711")),
        )
        for (name, kind, summary), code in zip(
            (
                ("continuous nice loop", "loop", "a chain that closes"),
                ("discontinuous nice loop", "one", "a chain that refutes or proves the mark it starts from"),
                ("aic", "several", "a chain of whose ends one is true"),
            ),
            codes,
            strict=True,
        )
    ),
)
"""In no order; the scales say how hard each is."""
