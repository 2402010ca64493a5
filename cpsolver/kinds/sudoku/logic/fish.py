"""Fishes: as many units that hold a digit as units that cover all its places there, but for fins.

Each base unit has the digit once, each cover unit at most once. So if no cell is in more base units than cover units,
each cover unit has the digit in a base unit, and cells in more cover units than base units lack it. Cells in more base
than cover units are fins: if the digit stands in none of them, the same follows; so it follows for cells that see all.
(Counting by Obi-Wahn, 2007; names from the players' forum: finned, sashimi, franken, mutant, siamese.)

The search starts from a mark that can go (`placements.refuted`): as if the digit stood there, so that all cells it
sees drop out, it looks for one base unit more than cover units. That finds fins without guessing them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from cpsolver.kinds.sudoku.logic.geometry import Geometry, Line, bits, lowest
from cpsolver.kinds.sudoku.logic.pattern import Finder, Pattern, Player, Words
from cpsolver.kinds.sudoku.logic.placements import Claim, pairs_between, refuted
from cpsolver.kinds.sudoku.logic.position import Mark, Position

SIZES = {2: "x-wing", 3: "swordfish", 4: "jellyfish", 5: "squirmbag", 6: "whale", 7: "leviathan"}
"""What players call fishes by their number of base units."""

NODES = 100_000
"""Nodes of all searches for one technique in one position; beyond that fishes are not found. About a second."""


@dataclass(slots=True)
class _Budget:
    """How many nodes are left."""

    left: int = NODES


_BOX: frozenset[Line] = frozenset({"box", "other"})
_ROW, _COLUMN = frozenset[Line]({"row"}), frozenset[Line]({"column"})
_ALL = _ROW | _COLUMN | _BOX

SHAPES: dict[str, tuple[tuple[frozenset[Line], frozenset[Line]], ...]] = {
    "": ((_ROW, _COLUMN), (_COLUMN, _ROW)),
    "franken": ((_ROW | _BOX, _COLUMN | _BOX), (_COLUMN | _BOX, _ROW | _BOX)),
    "mutant": ((_ALL, _ALL),),
}
"""By kind of fish which units may be base and which may be cover; a fish is of the first kind that allows it."""


@dataclass(frozen=True, slots=True)
class Fish:
    """Base units whose places for a digit lie in the cover units, but for fins.

    second: the cover units and fins of a second fish with the same base, if both are taken together
    """

    digit: int
    bases: tuple[int, ...]
    covers: tuple[int, ...]
    fins: int
    second: tuple[tuple[int, ...], int] | None = None

    def places(self, geometry: Geometry) -> int:
        """The cells where base and cover units cross, and the fins."""
        bases = covers = 0
        for unit in self.bases:
            bases |= geometry.masks[unit]
        for unit in (*self.covers, *(self.second[0] if self.second else ())):
            covers |= geometry.masks[unit]
        return bases & covers | self.fins | (self.second[1] if self.second else 0)

    def tell(self, words: Words) -> str:
        """`7 in rows 2 and 8 stands only in columns 4 and 9`."""
        covers = _covered(words, self.covers, self.fins)
        if self.second is not None:
            covers += f", or {_covered(words, *self.second)}"
        fins = self.fins | (self.second[1] if self.second else 0)
        told = f"{words.digit(self.digit)} in {words.units(self.bases)} stands {covers}"
        return f"{told}; what goes sees {'the fins of its fish' if self.second else _fins(fins)}" if fins else told


def _covered(words: Words, covers: tuple[int, ...], fins: int) -> str:
    if not fins:
        return f"only in {words.units(covers)}"
    return f"in {words.units(covers)} but for {_fins(fins)} {words.cells(fins)}"


def _fins(fins: int) -> str:
    return "the fins" if fins & fins - 1 else "the fin"


@dataclass(frozen=True, slots=True)
class _Found:
    """A fish with the cells it takes the digit from; sashimi: without its fins a base unit has at most one place."""

    fish: Fish
    victims: int
    sashimi: bool


class _Hunt:
    """The search for n base units whose places lie in so many cover units, with nothing smaller inside.

    most: how many cover units: n - 1 in a search from a mark, whose own unit is the last one; else n
    """

    def __init__(
        self, geometry: Geometry, places: int, size: int, most: int, bases: int, covers: int, budget: _Budget
    ) -> None:
        """places: of the digit, as far as they count; bases, covers: which units may be what, as sets of numbers."""
        self.size, self.most, self.cover_units = size, most, covers
        self.units_of, self.budget = _unit_sets(geometry), budget
        self.here = tuple(mask & places for mask in geometry.masks)
        self.starts = sorted((n for n in bits(bases) if self.here[n]), key=lambda n: (self.here[n].bit_count(), n))

    def run(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The numbers of the base and cover units."""
        left = 0
        for number in self.starts:
            left |= 1 << number
        for number in self.starts:
            left &= ~(1 << number)
            yield from self._cover((number,), (), self.here[number], 0, left, self.cover_units & ~(1 << number))

    def _cover(
        self, bases: tuple[int, ...], covers: tuple[int, ...], based: int, covered: int, left: int, free: int
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Cover what is not covered. left: units that may become base; free: units that may become cover."""
        self.budget.left -= 1
        bare = based & ~covered
        if not bare:
            yield from self._base(bases, covers, based, covered, left, free)
            return
        if len(covers) >= self.most or self.budget.left < 0:
            return
        for number in bits(self.units_of[lowest(bare)] & free):
            free &= ~(1 << number)
            if self._joins(number, bases, left):
                mask = covered | self.here[number]
                yield from self._cover(bases, (*covers, number), based, mask, left & ~(1 << number), free)

    def _joins(self, cover: int, bases: tuple[int, ...], left: int) -> bool:
        """Whether a cover unit crosses two base units, or one and one that may come: else a smaller fish does."""
        here = self.here[cover]
        count = sum(1 for number in bases if self.here[number] & here)
        return count > 1 or any(self.here[number] & here for number in bits(left & ~(1 << cover)))

    def _base(
        self, bases: tuple[int, ...], covers: tuple[int, ...], based: int, covered: int, left: int, free: int
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Everything is covered: done, or one base unit more."""
        if len(bases) - len(covers) >= self.size - self.most or len(bases) == self.size:
            if len(bases) == self.size and len(covers) == self.most:
                yield bases, covers
            return
        full = len(covers) == self.most
        found = []
        for number in bits(left):
            here = self.here[number]
            if here & based or not here & covered or (full and here & ~covered):
                continue
            found.append(((here & ~covered).bit_count(), number))
        if full and len(found) < self.size - len(bases):
            return
        for _, number in sorted(found):
            left &= ~(1 << number)
            yield from self._cover(
                (*bases, number), covers, based | self.here[number], covered, left, free & ~(1 << number)
            )


@lru_cache(maxsize=16)
def _unit_sets(geometry: Geometry) -> tuple[int, ...]:
    """For every cell its units, as a set of numbers."""
    found = [0] * len(geometry.names)
    for unit in geometry.units:
        for cell in unit.cells:
            found[cell] |= 1 << unit.number
    return tuple(found)


def _simple(position: Position, size: int) -> Iterator[_Found]:
    """All basic fishes of a size without fins that take a mark away."""
    geometry, budget = position.geometry, _Budget()
    for digit, victims in enumerate(refuted(position)):
        if victims:
            for ways in SHAPES[""]:
                bases, covers = (_of_lines(geometry, lines) & _lacking(position, digit) for lines in ways)
                for found in _Hunt(geometry, position.places[digit], size, size, bases, covers, budget).run():
                    judged = _judged(position, digit, *(tuple(sorted(units)) for units in found))
                    if judged.victims:
                        yield judged


def _fishes(position: Position, size: int, kind: str) -> Iterator[_Found]:
    """All fishes of a size and kind that take a mark away which nothing smaller inside takes, each once."""
    geometry, budget = position.geometry, _Budget()
    for digit, victims in enumerate(refuted(position)):
        seen: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
        for victim in bits(victims):
            for bases, covers in _from(position, (victim, digit), size, kind, budget):
                key = tuple(sorted(bases)), tuple(sorted(covers))
                if key not in seen:
                    seen.add(key)
                    if kind_of(geometry, *key) == kind:
                        yield _judged(position, digit, *key)


def _from(
    position: Position, mark: Mark, size: int, kind: str, budget: _Budget
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Base and cover units that show that a mark goes; one of the cover units has its cell."""
    geometry, (victim, digit) = position.geometry, mark
    places = position.places[digit] & ~geometry.peers[victim] & ~(1 << victim)
    own = _unit_sets(geometry)[victim]
    open_units = _lacking(position, digit) & ~own
    for base_lines, cover_lines in SHAPES[kind]:
        bases, covers = (_of_lines(geometry, lines) for lines in (base_lines, cover_lines))
        if not own & covers:
            continue
        hunt = _Hunt(geometry, places, size, size - 1, bases & open_units, covers & open_units, budget)
        for found, others in hunt.run():
            for number in bits(own & covers):
                yield found, (*others, number)


def _lacking(position: Position, digit: int) -> int:
    """The units in which a digit is not placed, as a set of numbers."""
    home = position.homes[digit]
    return sum(1 << number for number, mask in enumerate(position.geometry.masks) if not mask & home)


@lru_cache(maxsize=64)
def _of_lines(geometry: Geometry, lines: frozenset[Line]) -> int:
    """The units of these lines, as a set of numbers."""
    return sum(1 << unit.number for unit in geometry.units if unit.line in lines)


def kind_of(geometry: Geometry, bases: Iterable[int], covers: Iterable[int]) -> str:
    """The kind of fish with these base and cover units: `` (basic), `franken` or `mutant`."""
    base_lines = {geometry.units[number].line for number in bases}
    cover_lines = {geometry.units[number].line for number in covers}
    return next(
        kind for kind, ways in SHAPES.items() if any(base_lines <= one and cover_lines <= other for one, other in ways)
    )


def _judged(position: Position, digit: int, bases: tuple[int, ...], covers: tuple[int, ...]) -> _Found:
    """The fish of these units: fins, and what it takes away."""
    geometry, places = position.geometry, position.places[digit]
    more_bases, more_covers = _surplus(geometry, bases, covers)
    fins = places & more_bases
    victims = places & more_covers & geometry.common_peers(fins)
    sashimi = any((places & geometry.masks[number] & ~fins).bit_count() < 2 for number in bases)
    return _Found(Fish(digit, bases, covers, fins), victims, sashimi)


def _surplus(geometry: Geometry, bases: Sequence[int], covers: Sequence[int]) -> tuple[int, int]:
    """The cells in more base than cover units, and those in more cover than base units."""
    base_levels, cover_levels = _levels(geometry, bases), _levels(geometry, covers)
    more_bases = more_covers = 0
    for base, cover in zip(base_levels, cover_levels, strict=False):
        more_bases |= base & ~cover
        more_covers |= cover & ~base
    return more_bases, more_covers


def _levels(geometry: Geometry, units: Sequence[int]) -> list[int]:
    """The cells in at least one, two, three, ... of these units."""
    levels = [0] * 8
    for number in units:
        carry = geometry.masks[number]
        for level, mask in enumerate(levels):
            levels[level], carry = mask | carry, mask & carry
            if not carry:
                break
    return levels


def _claim(position: Position, found: _Found) -> Claim:
    """What a fish says, with all that its fins and missing places may need."""
    fish, geometry = found.fish, position.geometry
    units = (*fish.bases, *fish.covers)
    more_bases, _ = _surplus(geometry, fish.bases, fish.covers)
    differ = pairs_between(geometry, units, fish.fins, found.victims)
    return Claim(fish.digit, units, differ, more_bases & ~position.places[fish.digit], found.victims)


def _plain(size: int, kind: str, fins: str) -> Finder:
    """fins: `` for fishes without, `finned` or `sashimi`; of franken and mutant fishes `finned` are both."""
    name = " ".join(part for part in (fins, kind, SIZES[size]) if part)

    def find(position: Position) -> Iterator[Pattern]:
        for found in _fishes(position, size, kind) if fins or kind else _simple(position, size):
            if fins == _fins_of(found, kind):
                yield _claim(position, found).slim(position).pattern(name, found.fish)

    return find


def _fins_of(found: _Found, kind: str) -> str:
    if not found.fish.fins:
        return ""
    return "sashimi" if found.sashimi and not kind else "finned"


def _siamese(size: int, kind: str, fins: str) -> Finder:
    """Two fishes of the same base that take different marks, both with fins; sashimi if both are."""
    name = " ".join(part for part in ("siamese", fins, kind, SIZES[size]) if part)

    def find(position: Position) -> Iterator[Pattern]:
        by_base: dict[tuple[int, tuple[int, ...]], list[_Found]] = {}
        for found in _fishes(position, size, kind):
            if found.fish.fins:
                by_base.setdefault((found.fish.digit, found.fish.bases), []).append(found)
        for group in by_base.values():
            for one, other in combinations(group, 2):
                differ = one.victims & ~other.victims and other.victims & ~one.victims
                if differ and (fins == "sashimi") is ((one.sashimi and other.sashimi) if not kind else False):
                    yield _both(position, one, other).pattern(name, _twins(one.fish, other.fish))

    return find


def _both(position: Position, one: _Found, other: _Found) -> Claim:
    """What two fishes say together."""
    first, second = _claim(position, one), _claim(position, other)
    units = tuple(dict.fromkeys(first.units + second.units))
    differ = tuple(dict.fromkeys(first.differ + second.differ))
    claim = Claim(first.digit, units, differ, first.absent | second.absent, first.removed | second.removed)
    return claim.slim(position)


def _twins(one: Fish, other: Fish) -> Fish:
    return Fish(one.digit, one.bases, one.covers, one.fins, (other.covers, other.fins))


_CODES = {("", ""): "030", ("finned", ""): "031", ("sashimi", ""): "032", ("", "franken"): "033",
          ("finned", "franken"): "034", ("", "mutant"): "035", ("finned", "mutant"): "036"}  # fmt: skip
"""The first digits of HoDoKu's codes by fins and kind; then comes the size from 0."""


def _players() -> Iterator[Player]:
    for (fins, kind), code in _CODES.items():
        for size, name in SIZES.items():
            full = " ".join(part for part in (fins, kind, name) if part)
            number = f"{code}{size - 2}"
            summary = f"{size} units that hold a digit, covered by {size} others{' but for fins' if fins else ''}"
            yield Player(full, _plain(size, kind, fins), (number,), summary=summary)
            if fins:
                both = f"two fishes with the same {size} base units"
                yield Player(f"siamese {full}", _siamese(size, kind, fins), (f"{number}1",), summary=both)


PLAYERS = tuple(_players())
"""In no order; the scales say how hard each is."""
