"""Where the nodes of a graph go that has layers: one layer after the other.

Layers: Sugiyama, Tagawa, Toda, Methods for visual understanding of hierarchical system structures (1981): edges over
several layers get a place in each, the order inside layers is improved by barycentres and by exchanges of neighbours,
then heights are balanced. Long edges are kept straight: Gansner, Koutsofios, North, Vo, A technique for drawing
directed graphs (1993).
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cpsolver.render.as_svg.markup import Point

Name = str | tuple[int, int]
"""A node, or the place of edge number i in layer j."""

Size = tuple[float, float]
Edge = tuple[str, str]

SWEEPS = 8
ROW_GAP = 12.0
BEND = 6.0
"""Room for an edge on its way past the nodes of a layer."""


@dataclass(frozen=True)
class Placement:
    """Centres of the nodes, and for every edge the places it passes on its way, from its start to its end.

    downwards: whether layers follow each other from top to bottom instead of from left to right
    """

    centres: Mapping[str, Point]
    bends: tuple[tuple[Point, ...], ...]
    width: float
    height: float
    downwards: bool = False


@dataclass(frozen=True)
class Room:
    """How much room there is: between nodes of a layer; between layers, with what each edge there adds, and at most."""

    beside: float
    between: float
    edge: float
    most: float


ACROSS, DOWN = Room(ROW_GAP, 50.0, 3.0, 420.0), Room(22.0, 40.0, 1.6, 110.0)


def in_layers(
    sizes: Mapping[str, Size], layers: Mapping[str, int], edges: Sequence[Edge], downwards: bool = False
) -> Placement:
    """Every node in the column of its layer, or if it is to go downwards in the row of it."""
    if not downwards:
        return _in_columns(sizes, layers, edges, ACROSS)
    turned = _in_columns({name: (high, wide) for name, (wide, high) in sizes.items()}, layers, edges, DOWN)
    centres = {name: (y, x) for name, (x, y) in turned.centres.items()}
    bends = tuple(tuple((y, x) for x, y in points) for points in turned.bends)
    return Placement(centres, bends, turned.height, turned.width, downwards=True)


def _in_columns(sizes: Mapping[str, Size], layers: Mapping[str, int], edges: Sequence[Edge], room: Room) -> Placement:
    numbers = {layer: number for number, layer in enumerate(sorted(set(layers.values())))}
    columns: list[list[Name]] = [[] for _ in numbers]
    for name in sizes:
        columns[numbers[layers[name]]].append(name)
    chains = [_chain(i, numbers[layers[start]], numbers[layers[end]]) for i, (start, end) in enumerate(edges)]
    for bend in itertools.chain.from_iterable(chains):
        columns[bend[1]].append(bend)
    links = [link for edge, chain in zip(edges, chains, strict=True) for link in _links(edge, chain)]
    ordered = _ordered(columns, links)
    heights = _balanced(ordered, links, sizes, room)
    for chain in sorted(chains, key=len, reverse=True):
        _straighten(chain, ordered, heights, sizes)
    heights = _closed_up(heights, links, sizes, room)
    spans = _spans(ordered, links, sizes, room)
    bends = tuple(tuple(_passage(chain, spans, heights)) for chain in chains)
    centres = {
        name: (sum(spans[number]) / 2, heights[name])
        for number, column in enumerate(ordered)
        for name in column
        if isinstance(name, str)
    }
    height = max((y + sizes[name][1] / 2 for name, (_, y) in centres.items()), default=0.0)
    width = spans[-1][1] if spans else 0.0
    return Placement(centres, bends, width, max([height, *(y for points in bends for _, y in points)]))


def _chain(number: int, start: int, end: int) -> list[tuple[int, int]]:
    """The layers an edge passes between those of its ends."""
    step = 1 if end > start else -1
    return [(number, layer) for layer in range(start + step, end, step)] if start != end else []


def _links(edge: Edge, chain: list[tuple[int, int]]) -> Iterator[tuple[Name, Name]]:
    path: list[Name] = [edge[0], *chain, edge[1]]
    yield from itertools.pairwise(path)


def _neighbours(columns: Sequence[Sequence[Name]], links: Iterable[tuple[Name, Name]]) -> tuple[Neighbours, Neighbours]:
    """For every name those joined to it one layer to the left, and one to the right."""
    layer = {name: number for number, column in enumerate(columns) for name in column}
    left: Neighbours = {name: [] for name in layer}
    right: Neighbours = {name: [] for name in layer}
    for one, other in links:
        first, second = (one, other) if layer[one] < layer[other] else (other, one)
        if layer[first] != layer[second]:
            right[first].append(second)
            left[second].append(first)
    return left, right


Neighbours = dict[Name, list[Name]]


def _ordered(columns: list[list[Name]], links: list[tuple[Name, Name]]) -> list[list[Name]]:
    """The columns with few crossings: sweeps from left to right and back, the best order seen is kept."""
    left, right = _neighbours(columns, links)
    best, fewest = [list(column) for column in columns], _crossings(columns, right)
    for sweep in range(SWEEPS):
        forwards = sweep % 2 == 0
        for number in range(1, len(columns)) if forwards else range(len(columns) - 2, -1, -1):
            _sort_by_neighbours(columns, number, number - 1 if forwards else number + 1, left if forwards else right)
        if sweep >= SWEEPS // 2:
            _exchange(columns, left, right)
        count = _crossings(columns, right)
        if count < fewest:
            best, fewest = [list(column) for column in columns], count
    return best


def _exchange(columns: list[list[Name]], left: Neighbours, right: Neighbours) -> None:
    """Exchange neighbours in a column where that saves crossings, from column to column."""
    for number, column in enumerate(columns):
        sides = [
            ({name: place for place, name in enumerate(columns[other])}, joined)
            for other, joined in ((number - 1, left), (number + 1, right))
            if 0 <= other < len(columns)
        ]
        ends = {name: [sorted(place[end] for end in joined[name]) for place, joined in sides] for name in column}
        for position in range(len(column) - 1):
            one, other_ = column[position], column[position + 1]
            if _pair(ends[other_], ends[one]) < _pair(ends[one], ends[other_]):
                column[position], column[position + 1] = other_, one


def _pair(upper: list[list[int]], lower: list[list[int]]) -> int:
    """The crossings between the edges of two names, one above the other."""
    return sum(bisect_left(beneath, end) for above, beneath in zip(upper, lower, strict=True) for end in above)


def _sort_by_neighbours(columns: list[list[Name]], number: int, fixed: int, joined: Neighbours) -> None:
    """Sort a column by the mean place of each name's neighbours in another; names without any stay where they are."""
    place = {name: position for position, name in enumerate(columns[fixed])}
    scale = len(columns[fixed]) / max(1, len(columns[number]))
    mean = {
        name: sum(place[other] for other in joined[name]) / len(joined[name]) if joined[name] else position * scale
        for position, name in enumerate(columns[number])
    }
    columns[number].sort(key=mean.__getitem__)


def _crossings(columns: Sequence[Sequence[Name]], right: Neighbours) -> int:
    """How many pairs of edges cross: inversions between neighbouring columns."""
    count = 0
    for column, following in itertools.pairwise(columns):
        place = {name: position for position, name in enumerate(following)}
        seen: list[int] = []
        for name in column:
            ends = [place[other] for other in right[name]]
            count += sum(len(seen) - bisect_left(seen, end + 1) for end in ends)
            for end in ends:
                insort(seen, end)
    return count


def _balanced(
    columns: Sequence[Sequence[Name]], links: list[tuple[Name, Name]], sizes: Mapping[str, Size], room: Room
) -> dict[Name, float]:
    """The height of every name: as near to the mean of its neighbours as the others in its column allow."""
    left, right = _neighbours(columns, links)
    tall = {
        name: (sizes[name][1] if isinstance(name, str) else BEND) + room.beside for column in columns for name in column
    }
    y: dict[Name, float] = {}
    for column in columns:
        y.update(_apart([0.0] * len(column), column, tall))
    for sweep in range(3 * SWEEPS):
        order = columns if sweep % 2 == 0 else list(reversed(columns))
        for column in order:
            wanted = [_wanted(name, left[name] + right[name], y) for name in column]
            y.update(_apart(wanted, column, tall))
    highest = min((y[name] - tall[name] / 2 for name in y), default=0.0) + room.beside / 2
    return {name: value - highest for name, value in y.items()}


def _wanted(name: Name, near: Sequence[Name], y: Mapping[Name, float]) -> float:
    """The mean height of the neighbours; for the place of an edge its own edge's other places count most."""
    weights = [STRAIGHT if not isinstance(name, str) and not isinstance(other, str) else 1.0 for other in near]
    return (
        sum(y[other] * weight for other, weight in zip(near, weights, strict=True)) / sum(weights) if near else y[name]
    )


STRAIGHT = 6.0
"""How much more than a node the places of an edge resist being moved out of line."""


def _apart(wanted: Sequence[float], column: Sequence[Name], tall: Mapping[Name, float]) -> dict[Name, float]:
    """Heights as near to those wanted as possible (weighted least squares), in order and without overlaps.

    Source: pool adjacent violators (Ayer and others, 1955).
    """
    offsets, total = [], 0.0
    for name in column:
        offsets.append(total + tall[name] / 2)
        total += tall[name]
    pools: list[tuple[float, float, int]] = []
    for name, want, offset in zip(column, wanted, offsets, strict=True):
        mean, weight, count = want - offset, 1.0 if isinstance(name, str) else STRAIGHT / 2, 1
        while pools and pools[-1][0] > mean:
            before, mass, size = pools.pop()
            mean = (mean * weight + before * mass) / (weight + mass)
            weight, count = weight + mass, count + size
        pools.append((mean, weight, count))
    shifts = [mean for mean, _, count in pools for _ in range(count)]
    return {name: shift + offset for name, shift, offset in zip(column, shifts, offsets, strict=True)}


def _straighten(
    chain: Sequence[tuple[int, int]], columns: Sequence[Sequence[Name]], y: dict[Name, float], sizes: Mapping[str, Size]
) -> None:
    """Put as many places of an edge as can be, one after the other, at one height."""
    rest = list(chain)
    while rest:
        low, high = _free(rest[0], columns, y, sizes)
        run = [rest.pop(0)]
        while rest:
            below, above = _free(rest[0], columns, y, sizes)
            if max(low, below) > min(high, above):
                break
            low, high = max(low, below), min(high, above)
            run.append(rest.pop(0))
        middle = sorted(y[place] for place in run)[len(run) // 2]
        y.update(dict.fromkeys(run, max(low, min(high, middle))))


def _free(
    place: tuple[int, int], columns: Sequence[Sequence[Name]], y: Mapping[Name, float], sizes: Mapping[str, Size]
) -> tuple[float, float]:
    """Between which heights the place of an edge may move in its column without touching its neighbours."""
    column = columns[place[1]]
    number = column.index(place)
    low, high = -math.inf, math.inf
    for other in column[number - 1 : number] if number else ():
        low = y[other] + _half(other, sizes) + BEND
    for other in column[number + 1 : number + 2]:
        high = y[other] - _half(other, sizes) - BEND
    return min(low, y[place]), max(high, y[place])


def _half(name: Name, sizes: Mapping[str, Size]) -> float:
    return (sizes[name][1] if isinstance(name, str) else BEND) / 2


def _closed_up(
    y: Mapping[Name, float], links: Iterable[tuple[Name, Name]], sizes: Mapping[str, Size], room: Room
) -> dict[Name, float]:
    """The heights without the wide gaps that neither nodes nor edges need, as between parts that are not joined."""
    used = [(y[name] - _half(name, sizes), y[name] + _half(name, sizes)) for name in y]
    used += [(min(y[one], y[other]), max(y[one], y[other])) for one, other in links]
    gaps: list[tuple[float, float]] = []
    reached = -math.inf
    for low, high in sorted(used):
        if low - reached > 2 * room.beside and reached > -math.inf:
            gaps.append((low, low - reached - 2 * room.beside))
        reached = max(reached, high)
    return {name: height - sum(wide for low, wide in gaps if height >= low) for name, height in y.items()}


def _spans(
    columns: Sequence[Sequence[Name]], links: list[tuple[Name, Name]], sizes: Mapping[str, Size], room: Room
) -> list[tuple[float, float]]:
    """The left and right end of every column: more room between columns where many edges run."""
    _, right = _neighbours(columns, links)
    spans, x = [], 0.0
    for column in columns:
        width = max((sizes[name][0] for name in column if isinstance(name, str)), default=0.0)
        spans.append((x, x + width))
        x += width + min(room.most, room.between + room.edge * sum(len(right[name]) for name in column))
    return spans


def _passage(
    chain: list[tuple[int, int]], spans: list[tuple[float, float]], heights: Mapping[Name, float]
) -> Iterator[Point]:
    """The places where an edge enters and leaves the columns it passes; inside a column it runs level."""
    is_forwards = len(chain) < 2 or chain[0][1] < chain[-1][1]
    for name in chain:
        yield from ((x, heights[name]) for x in (spans[name[1]] if is_forwards else reversed(spans[name[1]])))
