"""Charts as text: one bar of characters a point, or curves of characters on a grid."""

from __future__ import annotations

import itertools
import math

from cpsolver.picture import Chart, Series
from cpsolver.render.as_text.words import clean, padded

BAR = "█"


def chart_lines(chart: Chart, width: int) -> list[str]:
    """A block of horizontal bars for every series, all to one scale; a value no bar can show has none.

    Lines are drawn on a grid of characters, one character a series.
    """
    if chart.lines and any(_is_shown(y, chart.log) for series in chart.series for _, y in series.points):
        return _curves(chart, width)
    axes = f"{clean(chart.x_title)} | {clean(chart.y_title)}{' (logarithmic)' if chart.log else ''}"
    values = [y for series in chart.series for _, y in series.points if _is_shown(y, chart.log)]
    lines = [axes]
    for series in chart.series:
        lines += ["", f"{clean(series.name)}:"] if series.name else [""]
        lines += _bars(series, chart.log, values, width)
    return lines


def _bars(series: Series, log: bool, values: list[float], width: int) -> list[str]:
    names = [number(x) for x, _ in series.points]
    sizes = [number(y) for _, y in series.points]
    left, right = (max(map(len, texts), default=0) for texts in (names, sizes))
    space = max(10, width - left - right - 4)
    return [
        f"{padded(name, left, right=True)} | {BAR * _length(y, log, values, space)} {size}".replace("|  ", "| ")
        for name, size, (_, y) in zip(names, sizes, series.points, strict=True)
    ]


COLUMNS, LINES = 60, 14
"""The grid on which curves are drawn, in characters."""

SIGNS = "*+ox#@%&=~^$"


def _curves(chart: Chart, width: int) -> list[str]:
    """The points of all series on one grid; where several fall on one place, the last is seen."""
    points = [p for series in chart.series for p in series.points if _is_shown(p[1], chart.log)]
    columns = max(10, min(COLUMNS, width - 14))
    x_low, x_high = _ends([x for x, _ in points])
    y_low, y_high = _ends([_height(y, chart.log) for _, y in points])
    grid = [[" "] * columns for _ in range(LINES)]
    signs = dict(zip(dict.fromkeys(series.name for series in chart.series), itertools.cycle(SIGNS), strict=False))
    for series in chart.series:
        sign = signs[series.name]
        for x, y in series.points:
            if _is_shown(y, chart.log):
                row = round((LINES - 1) * (y_high - _height(y, chart.log)) / (y_high - y_low))
                grid[row][round((columns - 1) * (x - x_low) / (x_high - x_low))] = sign
    tops = [number(max(y for _, y in points)), number(min(y for _, y in points))]
    left = max(map(len, tops))
    beside = [tops[0], *[""] * (LINES - 2), tops[1]]
    lines = [
        f"{padded(text, left, right=True)} |{''.join(row).rstrip()}" for text, row in zip(beside, grid, strict=True)
    ]
    ends = [number(min(x for x, _ in points)), number(max(x for x, _ in points))]
    foot = " " * (left + 2) + ends[0] + ends[1].rjust(columns - len(ends[0]))
    names = [f"{sign} {clean(name)}" for name, sign in signs.items()]
    legend = _listed(names, width) if len(names) > 1 else []
    logarithmic = " (logarithmic)" if chart.log else ""
    title = f"{clean(chart.y_title)}{logarithmic} over {clean(chart.x_title)}"
    return [title, *legend, *lines, " " * (left + 1) + "+" + "-" * columns, foot]


def _listed(names: list[str], width: int) -> list[str]:
    """The names one after the other, as many in a line as fit."""
    lines: list[str] = []
    for name in names:
        if lines and len(lines[-1]) + 3 + len(name) <= width:
            lines[-1] += f"   {name}"
        else:
            lines.append(name)
    return lines


def _height(y: float, log: bool) -> float:
    return math.log10(y) if log else y


def _ends(values: list[float]) -> tuple[float, float]:
    """The least and the greatest value, apart even where they are one."""
    low, high = min(values), max(values)
    return (low, high) if low < high else (low - 0.5, high + 0.5)


def _length(y: float, log: bool, values: list[float], space: int) -> int:
    """Characters of a bar: at least one for anything above zero, the whole space for the greatest value."""
    if not _is_shown(y, log) or y <= 0:
        return 0
    if not log:
        return max(1, round(space * y / max(values)))
    lowest, highest = (math.log10(end(values)) for end in (min, max))
    return 1 + round((space - 1) * (math.log10(y) - lowest) / ((highest - lowest) or 1))


def _is_shown(y: float, log: bool) -> bool:
    return math.isfinite(y) and (y > 0 or not log)


def number(value: float) -> str:
    """A number for an axis or a bar: whole numbers with commas between thousands, others with six digits."""
    return f"{value:,.0f}" if math.isfinite(value) and value == round(value) else f"{value:,.6g}"
