"""How quantities may still move while all formulas hold, and which of them have to be held so that some no longer can.

Near a point the formulas are linear: what they leave open is the null space of their derivatives. A quantity is
determined once every motion leaves it where it is. Further data hold quantities; a set of them determines the goals if
no motion that is left moves a goal. All smallest such sets are found by branching: some motion moves a goal, so the set
holds a quantity that this motion moves.
Source: linear matroids, circuits and cocircuits (Oxley, *Matroid Theory*, 1992); branching as for hitting sets
(Reiter, *A theory of diagnosis from first principles*, 1987).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

Row = dict[str, float]
"""Numbers by column; those that are 0 are left out."""

NOTHING = 1e-8
"""A number is 0 if it is smaller than this, the largest of its row being 1."""

SIDE_BY_SIDE = 1e-6
"""Rows that differ by no more point the same way."""

MOST_NODES = 5_000
"""So many branchings are looked at."""

MOST_SETS = 500
"""So many sets are written out."""


def motions(rows: Sequence[Row], names: Sequence[str]) -> dict[str, Row]:
    """For every quantity how much it moves in each of a basis of motions that satisfy all rows; none: determined.

    rows:  derivatives of the formulas by the quantities
    Cost:  one elimination, sparse
    """
    pivots: dict[str, Row] = {}
    for row in rows:
        left = _scaled(row)
        for pivot in [name for name in left if name in pivots]:
            left = _without(left, pivot, pivots[pivot])
        left = _scaled(left)
        if not left:
            continue
        pivot = max(left, key=lambda name: abs(left[name]))
        left = {name: value / left[pivot] for name, value in left.items()}
        for other, old in pivots.items():
            if pivot in old:
                pivots[other] = _without(old, pivot, left)
        pivots[pivot] = left
    moved = {name: {name: 1.0} for name in names if name not in pivots}
    for pivot, row in pivots.items():
        moved[pivot] = {name: -value for name, value in row.items() if name != pivot}
    return moved


def _without(row: Row, pivot: str, other: Row) -> Row:
    """The row with a column cleared by means of another, which has a 1 there."""
    factor = row[pivot]
    found = dict(row)
    del found[pivot]
    for name, value in other.items():
        if name != pivot:
            number = found.get(name, 0.0) - factor * value
            if abs(number) > NOTHING:
                found[name] = number
            else:
                found.pop(name, None)
    return found


def _scaled(row: Row) -> Row:
    """The row with a largest entry of 1, in size."""
    largest = max(map(abs, row.values()), default=0.0)
    if largest <= NOTHING:
        return {}
    return {name: value / largest for name, value in row.items() if abs(value) > NOTHING * largest}


@dataclass(frozen=True)
class Additions:
    """Sets of quantities of one size that determine the goals.

    complete: whether these are all of that size, and none is smaller
    """

    sets: tuple[tuple[str, ...], ...] = ()
    complete: bool = True


def smallest_additions(
    moved: Mapping[str, Row], goals: Collection[str], candidates: Sequence[str], most: int
) -> Iterator[Additions]:
    """Of every size, from 1 to `most`, all sets of candidates that determine the goals and have no such set inside.

    moved: by `motions`. Only sizes of which there are sets come, the smallest first; if no goal moves, the empty set.
    """
    classes = _classes(moved, candidates)
    search = _Search([_scaled(moved[goal]) for goal in goals if moved.get(goal)])
    for size in range(0 if not search.goals else 1, most + 1):
        found = list(search.sets([(index, row) for index, (row, _) in enumerate(classes)], size))
        expanded = list(
            islice(
                (chosen for kept in found for chosen in product(*(classes[index][1] for index in kept))), MOST_SETS + 1
            )
        )
        order = {name: index for index, name in enumerate(candidates)}
        sets = sorted(
            (tuple(sorted(chosen, key=order.__getitem__)) for chosen in expanded[:MOST_SETS]),
            key=lambda chosen: [order[name] for name in chosen],
        )
        if sets or search.nodes >= MOST_NODES:
            yield Additions(tuple(sets), len(expanded) <= MOST_SETS and search.nodes < MOST_NODES)
        if search.nodes >= MOST_NODES:
            return


def _classes(moved: Mapping[str, Row], candidates: Sequence[str]) -> list[tuple[Row, list[str]]]:
    """The candidates that move at all, those together that determine each other."""
    found: list[tuple[Row, list[str]]] = []
    by_columns: dict[tuple[str, ...], list[int]] = {}
    for name in candidates:
        row = _scaled(moved.get(name, {}))
        if not row:
            continue
        near = by_columns.setdefault(tuple(sorted(row)), [])
        same = next((index for index in near if _are_parallel(found[index][0], row)), None)
        if same is None:
            near.append(len(found))
            found.append((row, [name]))
        else:
            found[same][1].append(name)
    return found


def _are_parallel(one: Row, other: Row) -> bool:
    """Whether two rows that are scaled point the same way, or opposite ways."""
    if one.keys() != other.keys():
        return False
    lead = max(one, key=lambda name: abs(one[name]))
    factor = other[lead] / one[lead]
    return all(abs(other[name] - factor * value) <= SIDE_BY_SIDE for name, value in one.items())


@dataclass
class _Search:
    """The search for sets of one size, for all sizes one after the other; the work is counted."""

    goals: list[Row]
    nodes: int = 0
    found: list[frozenset[int]] = field(default_factory=list)

    def sets(self, candidates: list[tuple[int, Row]], size: int) -> Iterator[tuple[int, ...]]:
        """All sets of the size without a smaller one inside, each once."""
        new = []
        for chosen in self.branch(self.goals, candidates, size):
            if not any(smaller <= set(chosen) for smaller in self.found):
                new.append(frozenset(chosen))
                yield chosen
        self.found += new

    def branch(self, goals: list[Row], candidates: list[tuple[int, Row]], size: int) -> Iterator[tuple[int, ...]]:
        """Sets of candidates after whose holding no goal moves."""
        self.nodes += 1
        if not goals:
            yield ()
            return
        if self.nodes >= MOST_NODES or not size:
            return
        if size == 1:
            if all(_are_parallel(goals[0], goal) for goal in goals[1:]):
                yield from ((index,) for index, row in candidates if _are_parallel(goals[0], row))
            return
        column = self.narrowest(goals, candidates)
        moving = [(index, row) for index, row in candidates if column in row]
        rest = candidates
        for index, row in moving:
            rest = [(other, kept) for other, kept in rest if other != index]
            held = [(other, after) for other, kept in rest if (after := _held(kept, row, column))]
            sought = [after for goal in goals if (after := _held(goal, row, column))]
            yield from ((index, *others) for others in self.branch(sought, held, size - 1))

    def narrowest(self, goals: list[Row], candidates: list[tuple[int, Row]]) -> str:
        """Of the motions that move a goal the one that moves the fewest candidates."""
        counts = dict.fromkeys((name for goal in goals for name in goal), 0)
        for _, row in candidates:
            for name in row:
                if name in counts:
                    counts[name] += 1
        return min(counts, key=counts.__getitem__)


def _held(row: Row, by: Row, column: str) -> Row:
    """How much a quantity still moves once another, which moves in the motion of this column, is held."""
    if column not in row:
        return row
    factor = row[column] / by[column]
    found = {name: value for name, value in row.items() if name != column}
    for name, value in by.items():
        if name != column:
            found[name] = found.get(name, 0.0) - factor * value
    return _scaled({name: value for name, value in found.items() if abs(value) > NOTHING})
