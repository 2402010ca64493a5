"""Charts as SVG: bars for one series, lines for several; axes with ticks, y by decades where asked."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

from cpsolver.picture import Chart, Series
from cpsolver.render.as_svg.markup import GREY, INK, Drawing, Point, element, short, text_at, text_width
from cpsolver.render.as_text.chart import number

WIDTH, HEIGHT = 720.0, 340.0
SMALL = 12.0
STYLES = (
    ("#0b57d0", None), ("#c2410c", "7 3"), ("#1a7f37", "2 3"), ("#7a3fb5", "9 3 2 3"), ("#59636e", "4 4"),
    ("#0e7490", "12 3"), ("#b5179e", "1 2"), ("#8a6d00", "9 3 2 3 2 3"), ("#be123c", "16 4"),
    ("#3730a3", "5 2 1 2"), ("#4d7c0f", "3 5"), ("#7c2d12", "14 3 4 3"),
)  # fmt: skip
"""Colour and dashes of the first series, the second …; dashes so that they differ without colours too."""


ROOM = 0.04
"""Above and below curves there is so much room, as a part of their height."""

MOST_DOTS = 40
"""Up to so many points of a line have a dot each."""

LEGEND_LINE, LEGEND_SIGN, LEGEND_GAP = 18.0, 36.0, 24.0
"""Height of a line of the legend, room for the piece of line before a name, and between two entries."""

BELOW = math.log10(2)
"""A logarithmic axis starts at half the least value, if not lower: from 0.5 where the least is 1."""


def draw_chart(chart: Chart) -> Drawing:
    """The chart with a legend of what is drawn above; without a point to show, a sentence that says so."""
    shown = [Series(series.name, tuple(p for p in series.points if _is_shown(p, chart.log))) for series in chart.series]
    shown = [series for series in shown if series.points]
    points = [point for series in shown for point in series.points]
    if not points:
        return Drawing(200, 24, (text_at(0, 16, "no points to show", fill=GREY),))
    is_bars = len(chart.series) == 1 and not chart.lines
    x_axis = Axis.linear([x for x, _ in points], _nearest(shown[0]) / 2 if is_bars else 0.0)
    heights = [y for _, y in points]
    if chart.log:
        y_axis = Axis.decades(heights)
    elif chart.lines:
        y_axis = Axis.linear(heights, (max(heights) - min(heights)) * ROOM)
        shown = [series for series in chart.series if any(_is_shown(point, chart.log) for point in series.points)]
    else:
        y_axis = Axis.linear([0.0, *heights])
    return _Plot(chart, shown, x_axis, y_axis, is_bars).drawing()


def _is_shown(point: Point, log: bool) -> bool:
    return all(map(math.isfinite, point)) and (point[1] > 0 or not log)


def _pieces(series: Series, log: bool) -> Iterator[list[Point]]:
    """The points by x, cut where one cannot be shown."""
    for is_shown, points in itertools.groupby(sorted(series.points, key=lambda p: p[0]), lambda p: _is_shown(p, log)):
        if is_shown:
            yield list(points)


def _nearest(series: Series) -> float:
    """The least distance of two points along x, which is how wide a bar may be."""
    places = sorted({x for x, _ in series.points})
    return min((b - a for a, b in itertools.pairwise(places)), default=1.0)


@dataclass(frozen=True)
class Axis:
    """From least to greatest value, and where the ticks are; on a logarithmic axis all three are exponents of 10."""

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    log: bool = False

    @classmethod
    def linear(cls, values: list[float], margin: float = 0.0) -> Axis:
        """From the least to the greatest value, with a margin on both sides and four to nine ticks at round numbers."""
        low, high = min(values) - margin, max(values) + margin
        if low == high:
            low, high = low - 0.5, high + 0.5
        step = _round_step(high - low)
        if all(value == round(value) for value in values):
            step = max(1.0, step)
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        places = (round(number * step, 12) for number in range(first, last + 1))
        return cls(low, high, tuple((place, number(place)) for place in places))

    @classmethod
    def decades(cls, values: list[float]) -> Axis:
        """From well below the least value, so that it can be seen, to the next power of ten; ticks at powers of ten."""
        low, high = math.log10(min(values)), math.log10(max(values))
        first, last = math.floor(low), max(math.ceil(high), math.floor(low) + 1)
        step = max(1, math.ceil((last - first) / 9))
        ticks = tuple((float(n), _power(n)) for n in range(first, last + 1, step))
        return cls(min(float(first), low - BELOW), float(last), ticks, True)

    def part(self, value: float) -> float:
        """How far along the axis a value lies, from 0 to 1."""
        place = math.log10(value) if self.log else value
        return (place - self.low) / (self.high - self.low)

    def marks(self) -> Iterator[tuple[float, str]]:
        """The ticks as parts of the axis, with their texts."""
        return (((place - self.low) / (self.high - self.low), text) for place, text in self.ticks)


def _round_step(span: float) -> float:
    """1, 2 or 5 times a power of ten, so that the span has about seven of it."""
    power = 10.0 ** math.floor(math.log10(span / 7))
    return next((power * times for times in (1, 2, 5) if span / (power * times) <= 9), power * 10)


def _power(exponent: int) -> str:
    return f"{10**exponent:,}" if 0 <= exponent <= 9 else f"1e{exponent}" if exponent > 9 else f"{10.0**exponent:g}"


@dataclass(frozen=True)
class _Plot:
    """A chart whose axes are fixed. Places inside the plot count from its upper left corner."""

    chart: Chart
    series: list[Series]
    x_axis: Axis
    y_axis: Axis
    is_bars: bool

    def drawing(self) -> Drawing:
        """Grid lines, ticks and titles around the plot."""
        left = 34 + max(text_width(text, SMALL) for _, text in self.y_axis.ticks) if self.y_axis.ticks else 40
        legend = Drawing(0, 0, tuple(self._legend()))
        top = 8.0 if self.is_bars else 28.0 + LEGEND_LINE * (len(self._legend_lines()) - 1)
        body = Drawing(WIDTH, HEIGHT, (*self._grid(), *self._marks(), *self._axes()))
        y_title = text_at(
            0,
            0,
            self.chart.y_title,
            text_anchor="middle",
            font_size=13,
            transform=f"translate(14 {short(top + HEIGHT / 2)}) rotate(-90)",
        )
        x_title = text_at(left + WIDTH / 2, top + HEIGHT + 42, self.chart.x_title, text_anchor="middle", font_size=13)
        return Drawing(
            left + WIDTH + 14, top + HEIGHT + 50, (legend.moved(left, 0), body.moved(left, top), y_title, x_title)
        )

    def _place(self, point: Point) -> Point:
        return self.x_axis.part(point[0]) * WIDTH, (1 - self.y_axis.part(point[1])) * HEIGHT

    def _grid(self) -> Iterator[str]:
        for part, text in self.y_axis.marks():
            y = (1 - part) * HEIGHT
            yield element("path", d=f"M0 {short(y)}h{short(WIDTH)}", stroke="#e3e7eb")
            yield text_at(-8, y + 4, text, text_anchor="end", font_size=SMALL)
        for part, text in self.x_axis.marks():
            x = part * WIDTH
            yield element("path", d=f"M{short(x)} {short(HEIGHT)}v5", stroke=INK)
            yield text_at(x, HEIGHT + 20, text, text_anchor="middle", font_size=SMALL)

    def _axes(self) -> Iterator[str]:
        yield element("path", d=f"M0 0v{short(HEIGHT)}h{short(WIDTH)}", stroke=INK, fill="none")

    def _marks(self) -> Iterator[str]:
        for series in self.series:
            yield from self._bars(series) if self.is_bars else self._line(series, *self._styles()[series.name])

    def _bars(self, series: Series) -> Iterator[str]:
        wide = WIDTH * _nearest(series) / (self.x_axis.high - self.x_axis.low) * 0.8
        floor = HEIGHT if self.y_axis.log else self._place((0.0, 0.0))[1]
        for point in series.points:
            x, y = self._place(point)
            upper, tall = min(y, floor), abs(floor - y)
            note = element("title", f"{number(point[0])}: {number(point[1])}")
            yield element("rect", note, x=x - wide / 2, y=upper, width=wide, height=tall, fill=STYLES[0][0])

    def _line(self, series: Series, colour: str, dashes: str | None) -> Iterator[str]:
        pieces = [[self._place(point) for point in piece] for piece in _pieces(series, self.chart.log)]
        for places in pieces:
            if len(places) > 1:
                path = "M" + "L".join(f"{short(x)} {short(y)}" for x, y in places)
                yield element("path", d=path, stroke=colour, stroke_width=1.8, stroke_dasharray=dashes, fill="none")
        has_dots = not self.chart.lines or max(len(each.points) for each in self.series) <= MOST_DOTS
        for places in pieces:
            for x, y in places if has_dots or len(places) == 1 else ():
                yield element("circle", cx=x, cy=y, r=2.6, fill=colour)

    def _styles(self) -> dict[str, tuple[str, str | None]]:
        """Colour and dashes by name: series of one name are parts of one thing."""
        names = dict.fromkeys(series.name for series in self.series)
        return {name: STYLES[number_ % len(STYLES)] for number_, name in enumerate(names)}

    def _legend_lines(self) -> list[list[str]]:
        """The names of the series, as many to a line as fit above the plot."""
        lines: list[list[str]] = [[]]
        x = 0.0
        for name in self._styles():
            wide = LEGEND_SIGN + text_width(name, SMALL)
            if lines[-1] and x + wide > WIDTH:
                lines.append([])
                x = 0.0
            lines[-1].append(name)
            x += wide + LEGEND_GAP
        return lines

    def _legend(self) -> Iterator[str]:
        if self.is_bars:
            return
        styles = self._styles()
        for row, names in enumerate(self._legend_lines()):
            x, y = 0.0, 10 + LEGEND_LINE * row
            for name in names:
                colour, dashes = styles[name]
                line = f"M{short(x)} {short(y)}h30"
                yield element("path", d=line, stroke=colour, stroke_width=2, stroke_dasharray=dashes)
                if not self.chart.lines:
                    yield element("circle", cx=x + 15, cy=y, r=2.6, fill=colour)
                yield text_at(x + LEGEND_SIGN, y + 4, name, font_size=SMALL)
                x += LEGEND_SIGN + text_width(name, SMALL) + LEGEND_GAP
