"""SVG: one drawing, without scripts, links or fonts of its own, on a light panel so that any background will do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import Any

from cpsolver.picture import Chart, Formula, Graph, Grid, Listing, Narrative, Page, Picture, Strip
from cpsolver.render.as_svg.chart import draw_chart
from cpsolver.render.as_svg.graph import draw_graph
from cpsolver.render.as_svg.grid import draw_grid
from cpsolver.render.as_svg.listing import broken, draw_formula, draw_listing, draw_narrative
from cpsolver.render.as_svg.markup import FAINT, FONT, PANEL, Drawing, element, short, text_at, text_width
from cpsolver.render.as_text.words import clean
from cpsolver.render.renderer import Renderer

MARGIN = 18.0
GAP = 24.0
TITLE, SUBTITLE = 20, 15
TITLE_LETTERS = 76
"""A longer title goes on in a second line."""
WIDEST = 1100.0
"""A strip goes on below where it would get wider."""


def as_svg(page: Page) -> str:
    """The page as one SVG document: its title, then the pictures below each other."""
    drawings = [drawing(picture) for picture in page.pictures]
    if page.title:
        drawings.insert(0, _heading(page.title, TITLE))
    title = page.title or next(filter(None, map(_title, page.pictures)), "cpsolver")
    return document(_stacked(drawings), title, "; ".join(describe(picture) for picture in page.pictures))


def picture_svg(picture: Picture) -> str:
    """One picture, without its title, as an SVG element: for pages that set their own titles."""
    return document(PAINTERS[type(picture)](picture), _title(picture) or "cpsolver", describe(picture))


def drawing(picture: Picture) -> Drawing:
    """One picture with its title above it."""
    painted = PAINTERS[type(picture)](picture)
    title = _title(picture)
    return _stacked([_heading(title, SUBTITLE), painted], 8.0) if title else painted


def document(body: Drawing, title: str, description: str) -> str:
    """A drawing on its panel, with a title and a description for those who do not see it."""
    width, height = body.width + 2 * MARGIN, body.height + 2 * MARGIN
    panel = element(
        "rect", x=0.5, y=0.5, width=width - 1, height=height - 1, rx=6, fill=PANEL, stroke=FAINT, stroke_width=1
    )
    return element(
        "svg",
        element("title", escape(clean(title))),
        element("desc", escape(clean(description))),
        panel,
        body.moved(MARGIN, MARGIN),
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {short(width)} {short(height)}",
        role="img",
        font_family=FONT,
    )


def _heading(title: str, size: float) -> Drawing:
    lines = broken(title, TITLE_LETTERS)
    parts = tuple(
        text_at(0, size * (1 + 1.3 * number), line, font_size=size, font_weight="bold")
        for number, line in enumerate(lines)
    )
    return Drawing(max(text_width(line, size, bold=True) for line in lines), size * 1.3 * len(lines), parts)


def _title(picture: Picture) -> str:
    return "" if isinstance(picture, Formula) else picture.title


def _stacked(drawings: Iterable[Drawing], gap: float = GAP) -> Drawing:
    parts, width, y = [], 0.0, 0.0
    for part in drawings:
        parts.append(part.moved(0, y))
        width, y = max(width, part.width), y + part.height + gap
    return Drawing(width, max(0.0, y - gap), tuple(parts))


def _draw_strip(strip: Strip) -> Drawing:
    """The pictures side by side, in as many rows as the greatest width asks for."""
    parts: list[str] = []
    widest = x = y = tall = 0.0
    for part in map(drawing, strip.pictures):
        if x and x + part.width > WIDEST:
            x, y, tall = 0.0, y + tall + GAP, 0.0
        parts.append(part.moved(x, y))
        widest, tall = max(widest, x + part.width), max(tall, part.height)
        x += part.width + GAP
    return Drawing(widest, y + tall, tuple(parts))


def describe(picture: Picture) -> str:
    """What a picture shows, in one line."""
    return DESCRIPTIONS[type(picture)](picture)


def _describe_grid(grid: Grid) -> str:
    cells = [cell for row in grid.cells for cell in row]
    roles = ", ".join(
        f"{count} {role}"
        for role in ("given", "found", "supposed", "black", "white")
        if (count := sum(cell.role == role for cell in cells))
    )
    columns = max(map(len, grid.cells), default=0)
    size = f"grid of {_counted(len(grid.cells), 'row')} and {_counted(columns, 'column')}"
    return f"{size}: {roles}" if roles else size


def _describe_graph(graph: Graph) -> str:
    boxes = sum(node.shape == "box" for node in graph.nodes)
    variables, conditions = _counted(len(graph.nodes) - boxes, "variable"), _counted(boxes, "condition")
    return f"graph of {variables}, {conditions} and {_counted(len(graph.edges), 'edge')}"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


DESCRIPTIONS: dict[type, Callable[[Any], str]] = {
    Grid: _describe_grid,
    Listing: lambda listing: f"table of {_counted(len(listing.rows), 'row')}: {', '.join(listing.head)}",
    Graph: _describe_graph,
    Chart: lambda chart: f"chart of {chart.y_title} against {chart.x_title}: {', '.join(s.name for s in chart.series)}",
    Formula: lambda formula: formula.plain,
    Narrative: lambda narrative: _counted(len(narrative.sentences), "sentence"),
    Strip: lambda strip: f"{_counted(len(strip.pictures), 'picture')}: " + "; ".join(map(describe, strip.pictures)),
}

PAINTERS: dict[type, Callable[[Any], Drawing]] = {
    Grid: draw_grid,
    Listing: draw_listing,
    Graph: draw_graph,
    Chart: draw_chart,
    Formula: draw_formula,
    Narrative: draw_narrative,
    Strip: _draw_strip,
}

RENDERER = Renderer(name="svg", media_type="image/svg+xml", suffix=".svg", render=as_svg)
