"""How a sweep is laid out: its table, charts of what was sought, and what is proven of it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from cpsolver.api.sweeping import SPREAD, Sweep
from cpsolver.picture import Chart, Listing, Narrative, Page, Picture, Sentence, Series
from cpsolver.task.axis import size_of
from cpsolver.task.significant import SHOWN

MOST_ROWS = 40
"""Up to so many rows are listed; of more the first and the last of them."""

MOST_POINTS = 600
"""So many points at most make a curve: more cannot be told apart."""

MOST_CURVES = 12
"""So many values at most of a second swept given have a curve of their own; of more a choice is drawn, and said so."""

DIGITS, SPREAD_DIGITS = 8, 2
"""Significant digits of the table, and of how uncertain a value is."""

GAP = "…"


def sweep_page(sweep: Sweep) -> Page:
    """The table, small charts, and what is proven."""
    pictures: list[Picture] = [_listing(sweep), *charts(sweep), Narrative(tuple(_said(sweep)))]
    return Page(tuple(pictures), title=sweep.loaded.heading)


def plot_page(sweep: Sweep) -> Page:
    """A chart for each quantity sought."""
    return Page(tuple(charts(sweep)), title=sweep.loaded.heading)


def _listing(sweep: Sweep) -> Listing:
    """The table in eight digits; of many rows the first and the last."""
    count = len(sweep)
    half = MOST_ROWS // 2
    places = list(range(count)) if count <= MOST_ROWS else [*range(half), *range(count - half, count)]
    digits = {axis.name: DIGITS for axis in sweep.axes} | {SPREAD + name: SPREAD_DIGITS for name in sweep.sigmas}
    columns = [
        [_text(float(column[place]), digits.get(name, SHOWN.get() or DIGITS)) for place in places]
        for name, column in sweep.table.items()
    ]
    rows = list(zip(*columns, strict=True))
    if count > MOST_ROWS:
        rows.insert(half, (GAP,) * len(columns))
    return Listing(sweep.head, tuple(rows))


def _text(value: float, digits: int = DIGITS) -> str:
    return "" if math.isnan(value) else f"{value:.{digits}g}"


def _said(sweep: Sweep) -> Iterator[Sentence]:
    points, rows = (
        size_of(sweep.axes),
        int(np.isfinite(next(iter(sweep.columns.values()))).sum()) if sweep.columns else 0,
    )
    yield Sentence(f"{_counted(points, 'point')}, {_counted(rows, 'solution')}", role="answer" if rows else "rejected")
    if sweep.lost:
        yield Sentence(
            f"{_counted(len(sweep.lost), 'point')} without a solution: proven; the first is {_at(sweep, sweep.lost[0])}"
        )
    if sweep.unknown:
        text = f"{_counted(len(sweep.unknown), 'point')} may have other solutions, or none is known"
        yield Sentence(f"{text}; the first is {_at(sweep, sweep.unknown[0])}", role="warning")
    how = f"{points - sweep.alone:,} points together, {sweep.alone:,} one by one"
    yield Sentence(f"{how}: {sweep.result.statistics.seconds:.3f} s")
    if sweep.sigmas:
        yield Sentence("± is a standard uncertainty, from the uncertain givens; empty where none is known")
    if len(sweep) > MOST_ROWS:
        yield Sentence(f"{len(sweep) - MOST_ROWS:,} rows are not shown; --format csv writes all")
    for note in filter(None, (sweep.result.note, *sweep.notes)):
        yield Sentence(note, role="warning")


def _at(sweep: Sweep, point: int) -> str:
    """Where a point is: `v = 3 m/s, alpha = 45 deg`."""
    found = []
    for axis in reversed(sweep.axes):
        point, place = divmod(point, len(axis))
        found.append(f"{axis.name} = {_text(float(axis.shown(place)))} {axis.unit.name}".rstrip())
    return ", ".join(reversed(found))


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" + "s" * (number != 1)


# -- charts ------------------------------------------------------------------------------------------------------


def charts(sweep: Sweep) -> Iterator[Chart]:
    """A chart for each quantity sought, over the first swept given; curves for the values of the others."""
    head = dict(zip(sweep.units, sweep.head, strict=True))
    if not sweep.axes:
        return
    x = sweep.axes[0]
    for name in sweep.columns:
        title = f"{name} over {x.name}{_left_out(sweep)}"
        yield Chart(head[x.name], head[name], tuple(_curves(sweep, name)), title=title, lines=True)


def _left_out(sweep: Sweep) -> str:
    """That only some curves are drawn: `: 12 of 21 values of b are drawn, the first and the last among them`."""
    others = sweep.axes[1:]
    count = size_of(others)
    if count <= MOST_CURVES:
        return ""
    of = f"values of {others[0].name}" if len(others) == 1 else f"combinations of {', '.join(a.name for a in others)}"
    return f": {MOST_CURVES} of {count:,} {of} are drawn, the first and the last among them"


def _curves(sweep: Sweep, name: str) -> Iterator[Series]:
    """The curves of a quantity: one for each combination of the other swept givens, and for each branch."""
    first, others = sweep.axes[0], sweep.axes[1:]
    inner = size_of(others)
    shown = _spread(inner, MOST_CURVES)
    place, family = np.divmod(sweep.point, inner)
    for number in shown:
        rows = family == number
        called = _at_others(sweep, number) if others else ""
        branches = _branches(first.written, place[rows], sweep.table[name][rows])
        for index, points in enumerate(branches, 1):
            label = called or (f"{name}, branch {index}" if len(branches) > 1 else name)
            yield Series(label, points)


def _at_others(sweep: Sweep, number: int) -> str:
    found = []
    for axis in reversed(sweep.axes[1:]):
        number, place = divmod(number, len(axis))
        found.append(f"{axis.name} = {_text(float(axis.shown(place)))} {axis.unit.name}".rstrip())
    return ", ".join(reversed(found))


def _spread(count: int, most: int) -> list[int]:
    """So many of the numbers below a count at most, evenly spread, the ends among them."""
    if count <= most:
        return list(range(count))
    return sorted({round(index * (count - 1) / (most - 1)) for index in range(most)})


Points = tuple[tuple[float, float], ...]


def _branches(xs: Any, places: Any, values: Any) -> list[Points]:
    """The values as continuous curves: each root goes on the curve whose last points lead nearest to it.

    A curve that ends is cut by a point that is not a number, and may go on where it comes back.
    """
    roots: dict[int, list[float]] = {}
    chosen = set(_spread(len(xs), MOST_POINTS))
    for place, value in zip(places.tolist(), values.tolist(), strict=True):
        if place in chosen and not math.isnan(value):
            roots.setdefault(place, []).append(value)
    curves: list[list[tuple[float, float]]] = [[] for _ in range(max(map(len, roots.values()), default=1))]
    for place in sorted(chosen, key=lambda index: float(xs[index])):
        x = float(xs[place])
        left = list(range(len(curves)))
        for value in roots.get(place, ()):
            best = min(left, key=lambda curve: _distance(curves[curve], x, value))
            left.remove(best)
            curves[best].append((x, value))
        for curve in left:
            curves[curve].append((x, math.nan))
    return [tuple(curve) for curve in curves]


def _distance(curve: Sequence[tuple[float, float]], x: float, value: float) -> float:
    """How far a value is from where a curve leads; a curve that has ended is taken last."""
    if not curve:
        return math.inf
    (x1, y1) = curve[-1]
    if math.isnan(y1):
        return math.inf
    if len(curve) < 2 or math.isnan(curve[-2][1]):
        return abs(value - y1)
    x0, y0 = curve[-2]
    return abs(value - (y1 + (y1 - y0) * (x - x1) / (x1 - x0)))
