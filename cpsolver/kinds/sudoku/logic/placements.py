"""Where one digit can stand as far as units and peers say, and what a conclusion about one digit really rests on.

A placement of a digit puts it once in every unit that lacks it, with no two cells that must differ (players call it a
template). Whatever technique looks at one digit only can remove no mark that some placement has. So fishes, turbot
fishes and colours look only at marks that have none, and on most boards there is nothing to look for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from cpsolver.kinds.sudoku.logic.geometry import Geometry, bits, lowest, set_of
from cpsolver.kinds.sudoku.logic.pattern import Pattern
from cpsolver.kinds.sudoku.logic.position import Position

CAP = 20_000
"""Nodes of one search; beyond that a mark counts as one that can stand, so that nothing follows from it."""

PROOF_CAP = 2_000
"""Nodes of one search for whether a missing mark is needed; beyond that it counts as needed."""

_KEPT = 20_000
"""Answers about places of a digit that a geometry keeps, before they are forgotten."""


class _Capped(Exception):
    """A search has come to its cap, so it says nothing."""


class _Search:
    """A search for one placement, depth first, always in the unit with the fewest places."""

    __slots__ = ("left", "peers")

    def __init__(self, peers: Sequence[int], cap: int = CAP) -> None:
        """peers: for every cell the cells that exclude it; cap: how many nodes."""
        self.peers, self.left = peers, cap

    def run(self, units: Sequence[int], allowed: int) -> int | None:
        """Cells among the allowed, one in each of these units and no two of them peers; None if there are none."""
        self.left -= 1
        if self.left < 0:
            raise _Capped
        if not units:
            return 0
        best, least = 0, 1 << 30
        for unit in units:
            count = (unit & allowed).bit_count()
            if count < least:
                best, least = unit, count
                if not count:
                    return None
        here = best & allowed
        while here:
            low = here & -here
            here ^= low
            rest = allowed & ~self.peers[low.bit_length() - 1] & ~low
            found = self.run([unit for unit in units if not unit & low], rest)
            if found is not None:
                return found | low
            allowed ^= low  # no placement has it here
        return None


def refuted(position: Position) -> tuple[int, ...]:
    """By digit its marks that no placement has, as a set of cells: all that can be removed by looking at one digit."""
    found = position.__dict__.get("refuted")
    if found is None:
        kept = position.geometry.__dict__.setdefault("refuted", {})
        if len(kept) > _KEPT:
            kept.clear()
        digits = zip(position.places, position.homes, strict=True)
        found = tuple(_refuted(position.geometry, kept, places, homes) for places, homes in digits)
        position.__dict__["refuted"] = found
    return found


def _refuted(geometry: Geometry, kept: dict[tuple[int, int], int], places: int, homes: int) -> int:
    key = places, homes
    bad = kept.get(key)
    if bad is None:
        units = [mask for mask in geometry.masks if not mask & homes]
        bad, left = 0, places
        while left:
            low = left & -left
            found = _with(geometry.peers, units, places, low)
            left &= ~(found | low)
            bad |= 0 if found else low
        kept[key] = bad
    return bad


def _with(peers: Sequence[int], units: Sequence[int], places: int, low: int) -> int:
    """A placement that has this cell; 0 if there is none. The cell itself if that is not known."""
    rest = places & ~peers[low.bit_length() - 1] & ~low
    try:
        found = _Search(peers).run([unit for unit in units if not unit & low], rest)
    except _Capped:
        return low
    return 0 if found is None else found | low


def forced(position: Position) -> tuple[int, ...]:
    """By digit the cells that every placement has, as a set; empty where there is no placement."""
    found = position.__dict__.get("forced")
    if found is None:
        found = tuple(
            _forced(position.geometry, position.homes[digit], places & ~bad) if places & ~bad else 0
            for digit, (places, bad) in enumerate(zip(position.places, refuted(position), strict=True))
        )
        position.__dict__["forced"] = found
    return found


def _forced(geometry: Geometry, homes: int, places: int) -> int:
    """Places that are alone in a unit: all others have a placement, which has one of them instead."""
    alone = 0
    for mask in geometry.masks:
        here = mask & places
        if not mask & homes and here & here - 1 == 0:
            alone |= here
    return alone


# -- what a conclusion rests on --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Claim:
    """That some conditions and missing marks of one digit entail where it does not stand, or where it stands.

    units:  numbers of the units relied on as a whole; differ: pairs of cells whose condition is relied on
    absent: the cells that must lack the digit; removed, placed: what is concluded; all three as sets of cells
    """

    digit: int
    units: tuple[int, ...]
    differ: tuple[tuple[int, int], ...]
    absent: int
    removed: int = 0
    placed: int = 0

    def slim(self, position: Position) -> Claim:
        """The same conclusion from as few missing marks as is quick: without any of them it does not follow.

        Marks that a technique removed are spared before those that placed digits explain.
        """
        absent, geometry = self.absent, position.geometry
        proof = _Proof(geometry, self.limits(geometry), self)
        gone = position.gone[self.digit]
        for cell in (*bits(absent & gone), *bits(absent & ~gone)):
            rest = absent & ~(1 << cell)
            if not proof.fails(rest, 1 << cell):
                absent = rest
        return replace(self, absent=absent)._with_reasons(position)

    def _with_reasons(self, position: Position) -> Claim:
        """Without marks whose reasons are idle: the conditions by which placed digits are reasons may say more."""
        geometry = position.geometry
        homes, missing = position.why_absent({self.digit: self.absent})
        views = {home: view for home, view in homes.items() if view}
        lacking = set_of(cell for cell in homes if cell not in views) | set_of(cell for cell, _ in missing)
        linked = (label for home, view in views.items() for label in geometry.links(home, view))
        limits = (mask for label in linked for mask in _labelled(geometry)[label])
        proof = _Proof(geometry, (*self.limits(geometry), *limits), self)
        for cell in (*bits(lacking), *homes):
            low = 1 << cell
            if lacking & low and not proof.fails(lacking & ~low, set_of(iter(views)) | low):
                lacking &= ~low
            elif cell in views and not proof.fails(lacking | low, set_of(iter(views)) & ~low):
                del views[cell]
        for view in views.values():
            lacking |= view
        return replace(self, absent=self.absent & lacking)

    def limits(self, geometry: Geometry) -> Iterator[int]:
        """The cells of the conditions relied on."""
        yield from (geometry.masks[unit] for unit in self.units)
        for one, other in self.differ:
            yield from _labelled(geometry)[geometry.between(one, other)]

    def pattern(self, technique: str, shape: object) -> Pattern:
        """The claim as a pattern of a technique."""
        removed = tuple((cell, self.digit) for cell in bits(self.removed))
        placed = tuple((cell, self.digit) for cell in bits(self.placed))
        absent = {self.digit: self.absent} if self.absent else {}
        return Pattern(technique, shape, removed, placed, self.units, absent, self.differ)  # type: ignore[arg-type]


class _Proof:
    """Placements of a digit as far as the conditions of a claim go."""

    def __init__(self, geometry: Geometry, limits: Iterable[int], claim: Claim) -> None:
        """limits: the cells of the conditions relied on."""
        self.claim = claim
        distinct = tuple(dict.fromkeys(limits))
        self.units = [mask for mask in distinct if mask.bit_count() == geometry.size]
        self.within = 0
        self.peers = [0] * len(geometry.names)
        for mask in distinct:
            self.within |= mask
            for cell in bits(mask):
                self.peers[cell] |= mask & ~(1 << cell)

    def fails(self, absent: int, there: int) -> bool:
        """Whether the conclusion can be false if some cells lack the digit and others have it."""
        allowed, units = self.within & ~absent, self.units
        for cell in bits(there):
            allowed &= ~self.peers[cell] & ~(1 << cell)
        units = [unit for unit in units if not unit & there]
        claim = self.claim
        try:
            return any(self._has(units, allowed, there, 1 << cell) for cell in bits(claim.removed)) or any(
                _Search(self.peers, PROOF_CAP).run(units, allowed & ~(1 << cell)) is not None
                for cell in bits(claim.placed & ~there)
            )
        except _Capped:
            return True

    def _has(self, units: Sequence[int], allowed: int, there: int, low: int) -> bool:
        if not (allowed | there) & low:
            return False
        rest = [unit for unit in units if not unit & low]
        return _Search(self.peers, PROOF_CAP).run(rest, allowed & ~self.peers[lowest(low)] & ~low) is not None


@lru_cache(maxsize=16)
def _labelled(geometry: Geometry) -> dict[str, tuple[int, ...]]:
    """By label the cells of the conditions that have it."""
    found: dict[str, tuple[int, ...]] = {}
    for label, cells in (*((unit.label, unit.cells) for unit in geometry.units), *geometry.others):
        found[label] = (*found.get(label, ()), set_of(cells))
    return found


def pairs_between(geometry: Geometry, units: Iterable[int], ones: int, others: int) -> tuple[tuple[int, int], ...]:
    """Pairs of cells, one from each set, that must differ and are not both in one of these units."""
    masks = [geometry.masks[unit] for unit in units]
    found = []
    for one in bits(ones):
        seen = 0
        for mask in masks:
            if mask >> one & 1:
                seen |= mask
        found += [(one, other) for other in bits(others & geometry.peers[one] & ~seen)]
    return tuple(found)
