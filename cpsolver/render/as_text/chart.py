"""Charts as text: one bar of characters a point."""

from __future__ import annotations

import math

from cpsolver.picture import Chart, Series
from cpsolver.render.as_text.words import clean, padded

BAR = "█"


def chart_lines(chart: Chart, width: int) -> list[str]:
    """A block of horizontal bars for every series, all to one scale; a value no bar can show has none."""
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
