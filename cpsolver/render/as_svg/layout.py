"""Where the nodes of a graph go: in layers from left to right, or around a circle.

Layers: Sugiyama, Tagawa, Toda, Methods for visual understanding of hierarchical system structures (1981): edges over
several layers get a place in each, the order inside layers is improved by barycentres, then heights are balanced.
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
    """Centres of the nodes, and for every edge the places it passes on its way, from its start to its end."""

    centres: Mapping[str, Point]
    bends: tuple[tuple[Point, ...], ...]
    width: float
    height: float


def in_layers(sizes: Mapping[str, Size], layers: Mapping[str, int], edges: Sequence[Edge]) -> Placement:
    """Every node in the column of its layer."""
    numbers = {layer: number for number, layer in enumerate(sorted(set(layers.values())))}
    columns: list[list[Name]] = [[] for _ in numbers]
    for name in sizes:
        columns[numbers[layers[name]]].append(name)
    chains = [_chain(i, numbers[layers[start]], numbers[layers[end]]) for i, (start, end) in enumerate(edges)]
    for bend in itertools.chain.from_iterable(chains):
        columns[bend[1]].append(bend)
    links = [link for edge, chain in zip(edges, chains, strict=True) for link in _links(edge, chain)]
    ordered = _ordered(columns, links)
    heights = _balanced(ordered, links, sizes)
    spans = _spans(ordered, links, sizes)
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
        count = _crossings(columns, right)
        if count < fewest:
            best, fewest = [list(column) for column in columns], count
    return best


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
    columns: Sequence[Sequence[Name]], links: list[tuple[Name, Name]], sizes: Mapping[str, Size]
) -> dict[Name, float]:
    """The height of every name: as near to the mean of its neighbours as the others in its column allow."""
    left, right = _neighbours(columns, links)
    tall = {name: sizes[name][1] + ROW_GAP if isinstance(name, str) else BEND + ROW_GAP for c in columns for name in c}
    y: dict[Name, float] = {}
    for column in columns:
        y.update(_apart([0.0] * len(column), column, tall))
    for sweep in range(2 * SWEEPS):
        order = columns if sweep % 2 == 0 else list(reversed(columns))
        for column in order:
            near = [left[name] + right[name] for name in column]
            wanted = [sum(y[o] for o in n) / len(n) if n else y[name] for n, name in zip(near, column, strict=True)]
            y.update(_apart(wanted, column, tall))
    highest = min((y[name] - tall[name] / 2 for name in y), default=0.0) + ROW_GAP / 2
    return {name: value - highest for name, value in y.items()}


def _apart(wanted: Sequence[float], column: Sequence[Name], tall: Mapping[Name, float]) -> dict[Name, float]:
    """Heights as near to those wanted as possible (least squares), in order and without overlaps.

    Source: pool adjacent violators (Ayer and others, 1955).
    """
    offsets, total = [], 0.0
    for name in column:
        offsets.append(total + tall[name] / 2)
        total += tall[name]
    pools: list[tuple[float, int]] = []
    for value in (want - offset for want, offset in zip(wanted, offsets, strict=True)):
        mean, count = value, 1
        while pools and pools[-1][0] > mean:
            before, size = pools.pop()
            mean, count = (mean * count + before * size) / (count + size), count + size
        pools.append((mean, count))
    shifts = [mean for mean, count in pools for _ in range(count)]
    return {name: shift + offset for name, shift, offset in zip(column, shifts, offsets, strict=True)}


def _spans(
    columns: Sequence[Sequence[Name]], links: list[tuple[Name, Name]], sizes: Mapping[str, Size]
) -> list[tuple[float, float]]:
    """The left and right end of every column: more room between columns where many edges run."""
    _, right = _neighbours(columns, links)
    spans, x = [], 0.0
    for column in columns:
        width = max((sizes[name][0] for name in column if isinstance(name, str)), default=0.0)
        spans.append((x, x + width))
        x += width + min(420.0, 50.0 + 3.0 * sum(len(right[name]) for name in column))
    return spans


def _passage(
    chain: list[tuple[int, int]], spans: list[tuple[float, float]], heights: Mapping[Name, float]
) -> Iterator[Point]:
    """The places where an edge enters and leaves the columns it passes; inside a column it runs level."""
    is_forwards = len(chain) < 2 or chain[0][1] < chain[-1][1]
    for name in chain:
        yield from ((x, heights[name]) for x in (spans[name[1]] if is_forwards else reversed(spans[name[1]])))


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
