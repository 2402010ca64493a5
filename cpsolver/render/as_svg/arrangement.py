"""Where the nodes of a graph without layers go: around a circle, or variables in a square with conditions between."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cpsolver.render.as_svg.layout import Edge, Placement, Size
from cpsolver.render.as_svg.markup import Point


def in_circle(sizes: Mapping[str, Size], edges: Sequence[Edge], room: float = 0.0) -> Placement:
    """Every node on a circle, the first at the top; for small graphs in the order with the fewest crossings.

    room: how wide a text may stand between two neighbours.
    """
    order = _around(list(sizes), edges)
    wide, high = (max((size[axis] for size in sizes.values()), default=0.0) for axis in (0, 1))
    radius = max(70.0, len(order) * (max(wide * 0.75, high) + 26 + room) / math.tau)
    turn = math.tau / max(1, len(order))
    centres = {
        name: (wide / 2 + radius * (1 + math.sin(i * turn)), high / 2 + radius * (1 - math.cos(i * turn)))
        for i, name in enumerate(order)
    }
    return Placement(centres, tuple(() for _ in edges), 2 * radius + wide, 2 * radius + high)


SMALL = 14
"""Up to so many nodes with so many edges, times four, the order around a circle is improved by exchanges."""


def _around(names: list[str], edges: Sequence[Edge]) -> list[str]:
    if len(names) > SMALL or len(edges) > 4 * SMALL:
        return names
    best, is_better = _chord_cost(names, edges), True
    while is_better:
        is_better = False
        for i in range(len(names)):
            for j in range(i + 1, len(names)):
                names[i], names[j] = names[j], names[i]
                cost = _chord_cost(names, edges)
                if cost < best:
                    best, is_better = cost, True
                else:
                    names[i], names[j] = names[j], names[i]
    return names


def _chord_cost(names: Sequence[str], edges: Sequence[Edge]) -> tuple[int, int]:
    """Crossings of the chords, then their length in steps around the circle."""
    place = {name: number for number, name in enumerate(names)}
    chords = [sorted((place[start], place[end])) for start, end in edges]
    crossings = sum(a < c < b < d or c < a < d < b for i, (a, b) in enumerate(chords) for c, d in chords[i + 1 :])
    return crossings, sum(min(b - a, len(names) - b + a) for a, b in chords)


# -- a square ------------------------------------------------------------------------------------------------------

ROUNDING = 1e-6
"""By so much two rows may meet that only touch."""

GAP = 14.0
"""Room between nodes of a square."""


def in_square(sizes: Mapping[str, Size], variables: Sequence[str], edges: Sequence[Edge]) -> Placement:
    """Variables in rows of a square, in their order; every condition between two rows, near to the middle of its own.

    A condition whose variables are all in one row stands before that row, of one column above all rows.
    """
    places = {name: divmod(number, _side(len(variables))) for number, name in enumerate(variables)}
    conditions = [name for name in sizes if name not in places]
    scopes: dict[str, list[str]] = {name: [] for name in conditions}
    for one, other in edges:
        condition, variable = (one, other) if one in scopes else (other, one)
        if condition in scopes and variable in places:
            scopes[condition].append(variable)
    square = _Square(sizes, variables, places)
    for name in sorted(conditions, key=lambda name: len(scopes[name])):
        square.put(name, scopes[name])
    return square.placement(len(edges))


def _side(count: int) -> int:
    return max(1, math.ceil(math.sqrt(count)))


@dataclass
class _Square:
    """Variables in rows, and what stands before the rows and between them so far."""

    sizes: Mapping[str, Size]
    variables: Sequence[str]
    places: Mapping[str, tuple[int, int]]
    before: dict[int, list[str]] = field(default_factory=dict)
    bands: dict[int, list[tuple[float, str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.pitch = max((self.sizes[name][0] for name in self.variables), default=0.0) + 2 * GAP
        self.rows = 1 + max((row for row, _ in self.places.values()), default=0)

    def put(self, name: str, scope: Sequence[str]) -> None:
        """Find a place for a condition."""
        rows = [self.places[variable][0] for variable in scope]
        if len(rows) > 1 and len(set(rows)) == 1:
            self.before.setdefault(rows[0], []).append(name)
            return
        middle = sum(rows) / len(rows) if rows else self.rows / 2
        wanted = (sum(self.places[v][1] for v in scope) / len(scope) + 0.5) * self.pitch if scope else 0.0
        in_one_column = len(scope) > 1 and len({self.places[variable][1] for variable in scope}) == 1
        bands = (-1,) if in_one_column else range(self.rows)
        options = ((band, self._free(band, wanted, self.sizes[name][0])) for band in bands)
        band, x = min(options, key=lambda option: self._far(option, middle, wanted))
        self.bands.setdefault(band, []).append((x, name))

    def _far(self, option: tuple[int, float], middle: float, wanted: float) -> float:
        """How far a place is from where a condition should be, in pitches."""
        band, x = option
        return abs(band + 0.5 - middle) + abs(x - wanted) / self.pitch

    def _free(self, band: int, wanted: float, width: float) -> float:
        """The middle nearest to the wanted one that is free between two rows."""
        taken = [(x - self.sizes[n][0] / 2 - GAP, x + self.sizes[n][0] / 2 + GAP) for x, n in self.bands.get(band, ())]
        options = [wanted, *(left - width / 2 for left, _ in taken), *(right + width / 2 for _, right in taken)]
        half = width / 2 - ROUNDING
        free = (x for x in options if all(x + half <= left or x - half >= right for left, right in taken))
        return min(free, key=lambda x: abs(x - wanted))

    def placement(self, edges: int) -> Placement:
        """The centres of all, from 0, 0."""
        centres: dict[str, Point] = {}
        y = self._band(-1, 0.0, centres)
        for row in range(self.rows):
            inside = [name for name in self.variables if self.places[name][0] == row]
            high = max(self.sizes[name][1] for name in (*inside, *self.before.get(row, ())))
            for name in inside:
                centres[name] = ((self.places[name][1] + 0.5) * self.pitch, y + high / 2)
            x = -GAP
            for name in self.before.get(row, ()):
                centres[name] = (x - self.sizes[name][0] / 2, y + high / 2)
                x -= self.sizes[name][0] + GAP
            y = self._band(row, y + high + GAP, centres)
        return self._from_zero(centres, edges)

    def _band(self, band: int, y: float, centres: dict[str, Point]) -> float:
        """Put what stands between two rows; where the next row begins."""
        inside = self.bands.get(band, ())
        high = max((self.sizes[name][1] for _, name in inside), default=0.0)
        centres.update({name: (x, y + high / 2) for x, name in inside})
        return y + high + (GAP if inside else 0.0)

    def _from_zero(self, centres: Mapping[str, Point], edges: int) -> Placement:
        left = min((x - self.sizes[name][0] / 2 for name, (x, _) in centres.items()), default=0.0)
        moved = {name: (x - left, y) for name, (x, y) in centres.items()}
        width, height = (
            max((point[axis] + self.sizes[name][axis] / 2 for name, point in moved.items()), default=0.0)
            for axis in (0, 1)
        )
        return Placement(moved, tuple(() for _ in range(edges)), width, height)
