"""Graphs as SVG: quantities round, formulas in boxes, the path taken marked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cpsolver.picture import Graph, GraphEdge, GraphNode
from cpsolver.render.as_svg.arrangement import in_circle, in_square
from cpsolver.render.as_svg.layout import Placement, Size, in_layers
from cpsolver.render.as_svg.listing import broken
from cpsolver.render.as_svg.markup import (
    BLUE,
    FAINT,
    GREY,
    INK,
    LINE,
    ORANGE,
    PANEL,
    Drawing,
    Point,
    element,
    short,
    text_at,
    text_width,
)

LETTERS, LONG = 34, 26
PADDING = 12.0
HEAD = 10.0
SMALL = 12
"""Size of texts on edges and of the legend."""
BOW = 40.0
MANY = 12
PLAIN = "#8b949e"
"""Colour of edges where no path is marked."""

WIDEST, TALLEST = 1240.0, 1500.0
"""Layers go from left to right where that is no wider; else from top to bottom where that fits better."""

STYLES: dict[str, dict[str, str | float]] = {
    "given": {"fill": "#e9ecef", "stroke": INK},
    "sought": {"fill": "#ffe3c2", "stroke": ORANGE},
    "found": {"fill": "#dce9ff", "stroke": BLUE},
    "open": {"fill": "#ffffff", "stroke": GREY, "stroke_dasharray": "4 3"},
    "condition": {"fill": "#f4f1fb", "stroke": GREY},
}
"""Colours, and for those who do not see them: open is dashed, sought has a second line around it, formulas corners."""

RIM = 3.5
"""How far the second line lies outside the first."""


def draw_graph(graph: Graph) -> Drawing:
    """The graph: plain lines between round nodes alone around a circle, many conditions on variables between these in a
    square, all else in layers; a legend below."""
    sizes = {node.name: _size(node) for node in graph.nodes}
    return _Painter(graph, sizes, _placed(graph, sizes)).drawing()


def _placed(graph: Graph, sizes: Mapping[str, Size]) -> Placement:
    edges = [(edge.start, edge.end) for edge in graph.edges]
    if _is_circular(graph):
        return in_circle(sizes, edges, max((text_width(edge.text, SMALL) for edge in graph.edges), default=0.0))
    if _is_square(graph):
        return in_square(sizes, [node.name for node in graph.nodes if node.shape == "round"], edges)
    layers = {node.name: node.layer for node in graph.nodes}
    across = in_layers(sizes, layers, edges)
    if across.width <= WIDEST:
        return across
    return min((across, in_layers(sizes, layers, edges, downwards=True)), key=_misfit)


def _misfit(placement: Placement) -> float:
    """By how much a page is too small."""
    return max(placement.width / WIDEST, placement.height / TALLEST)


def _is_circular(graph: Graph) -> bool:
    is_plain = bool(graph.edges) and not any(edge.directed for edge in graph.edges)
    return is_plain and all(node.shape == "round" for node in graph.nodes)


def _is_square(graph: Graph) -> bool:
    """Whether many conditions are joined to variables, and no edge has a direction."""
    boxes = {node.name for node in graph.nodes if node.shape == "box"}
    is_joined = all((edge.start in boxes) != (edge.end in boxes) for edge in graph.edges)
    return len(boxes) >= MANY and is_joined and not any(edge.directed for edge in graph.edges)


def _lines(node: GraphNode) -> list[str]:
    """The text in lines, what has a name and is long with the name on a line of its own."""
    text = re.sub(r"(?<=[\w)]: )", "\n", node.text, count=1) if len(node.text) > LONG else node.text
    return [line for paragraph in text.split("\n") for line in broken(paragraph, LETTERS)]


def _size(node: GraphNode) -> Size:
    lines = _lines(node)
    widest = max(text_width(line, bold=node.on_path) for line in lines)
    height = LINE * len(lines) + 9
    return max(widest + 2 * PADDING, height), height


@dataclass(frozen=True)
class _Painter:
    """A graph whose nodes have their places. If a path is marked, all that is not on it is pale."""

    graph: Graph
    sizes: Mapping[str, Size]
    placement: Placement

    @property
    def has_path(self) -> bool:
        """Whether a path is marked."""
        return self.graph.has_path

    def drawing(self) -> Drawing:
        """Edges beneath nodes, those of the path above the others."""
        legend = self._legend()
        edges = sorted(zip(self.graph.edges, self.placement.bends, strict=True), key=lambda pair: pair[0].on_path)
        parts = [part for edge, bends in edges for part in self._edge(edge, bends)]
        parts += [part for edge in self.graph.edges for part in self._text(edge)]
        parts += [part for node in self.graph.nodes for part in self._node(node)]
        below = self.placement.height + 18
        bulge = self._bulge()
        width = max(self.placement.width + (0.0 if self.placement.downwards else bulge), legend.width)
        below += bulge if self.placement.downwards else 0.0
        return Drawing(width, below + legend.height, (*parts, legend.moved(0, below)))

    def _bulge(self) -> float:
        """Room beyond the last layer for edges between nodes of one."""
        return BOW if self.is_layered and any(map(self._is_within, self.graph.edges)) else 0.0

    def _is_within(self, edge: GraphEdge) -> bool:
        """Whether both ends stand in one layer."""
        return self._along(edge.start)[0] == self._along(edge.end)[0]

    @property
    def is_layered(self) -> bool:
        """Whether edges run from layer to layer; else straight."""
        return not _is_circular(self.graph) and not _is_square(self.graph)

    def _along(self, name: str) -> Point:
        """The place of a node: first along the layers, then across."""
        x, y = self.placement.centres[name]
        return (y, x) if self.placement.downwards else (x, y)

    def _node(self, node: GraphNode) -> Iterator[str]:
        (x, y), (width, height) = self.placement.centres[node.name], self.sizes[node.name]
        is_pale = self.has_path and not node.on_path
        style = {**STYLES[node.role], "stroke_width": 2.5 if node.on_path else 1.2}
        if is_pale:
            style["stroke"] = PLAIN if node.role in ("open", "condition") else style["stroke"]
        corner = height / 2 if node.shape == "round" else 3
        box = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height}
        yield element("rect", **box, rx=corner, **style)
        if node.role == "sought":
            yield _rim(x, y, width, height, corner)
        lines = _lines(node)
        first = y - LINE * (len(lines) - 1) / 2 + 5
        for number, line in enumerate(lines):
            yield text_at(
                x,
                first + number * LINE,
                line,
                text_anchor="middle",
                font_weight="bold" if node.on_path else None,
                fill=GREY if is_pale else INK,
            )

    def _edge(self, edge: GraphEdge, bends: tuple[Point, ...]) -> Iterator[str]:
        colour = INK if edge.on_path else FAINT if self.has_path else PLAIN
        wide = 2.2 if edge.on_path else 1.2
        head = HEAD if edge.directed else 0.0
        if not self.is_layered:
            path = _chord(*(self.placement.centres[name] for name in (edge.start, edge.end)))
            yield element("path", d=path, stroke=colour, stroke_width=wide, fill="none")
            return
        downwards = self.placement.downwards
        points, arrives = self._route(edge, bends)
        path = _bow(points, head, downwards) if self._is_within(edge) else _curve(points, arrives * head, downwards)
        yield element("path", d=path, stroke=colour, stroke_width=wide, fill="none")
        if edge.directed:
            yield element("path", d=_head(points[-1], arrives, downwards), fill=colour)

    def _text(self, edge: GraphEdge) -> Iterator[str]:
        """The edge's text half way between its ends, on a light ground so that lines do not run through it."""
        if not edge.text:
            return
        (x, y), (u, v) = (self.placement.centres[name] for name in (edge.start, edge.end))
        lines = broken(edge.text, LETTERS)
        width, height = max(text_width(line, SMALL) for line in lines), (SMALL + 3) * len(lines)
        left, top = (x + u - width) / 2, (y + v - height) / 2
        yield element("rect", x=left, y=top, width=width, height=height, fill=PANEL)
        for number, line in enumerate(lines):
            place = (x + u) / 2, top + SMALL + number * (SMALL + 3)
            yield text_at(*place, line, text_anchor="middle", font_size=SMALL)

    def _route(self, edge: GraphEdge, bends: tuple[Point, ...]) -> tuple[list[Point], int]:
        """From the side of the start that looks to the end, past the bends; 1 if it arrives along the layers, else -1.

        Points are first along the layers, then across.
        """
        (x, y), (u, v) = self._along(edge.start), self._along(edge.end)
        axis = 1 if self.placement.downwards else 0
        start, end = (self.sizes[name][axis] / 2 + self._rim(name) for name in (edge.start, edge.end))
        arrives = 1 if u > x else -1
        leaves = x + start if u >= x else x - start
        passed = [(b, a) for a, b in bends] if self.placement.downwards else list(bends)
        return [(leaves, y), *passed, (u - arrives * end, v)], arrives

    def _rim(self, name: str) -> float:
        """What a second line adds to a node."""
        return RIM if name in self._sought else 0.0

    @property
    def _sought(self) -> set[str]:
        return {node.name for node in self.graph.nodes if node.role == "sought"}

    def _legend(self) -> Drawing:
        """What the colours and borders of the nodes mean, and the thick line."""
        parts, x = [], 0.0
        used = {node.role for node in self.graph.nodes}
        for role, style in STYLES.items():
            if role in used:
                corner = 3 if role == "condition" else 7
                parts.append(element("rect", x=x + RIM, y=3, width=22, height=14, rx=corner, **style))
                if role == "sought":
                    parts.append(_rim(x + RIM + 11, 10, 22, 14, 7))
                parts.append(text_at(x + 36, 15, self._meaning(role), font_size=SMALL))
                x += 36 + text_width(self._meaning(role), SMALL) + 18
        if self.has_path:
            parts.append(element("path", d=f"M{short(x)} 10h22", stroke=INK, stroke_width=2.5))
            parts.append(text_at(x + 28, 15, "path taken", font_size=SMALL))
            x += 28 + text_width("path taken", SMALL) + 18
        note = self.graph.note
        if note:
            parts.append(text_at(0, 35, note, font_size=SMALL, fill=GREY))
        width = max(0.0, x - 18, text_width(note, SMALL) if note else 0.0)
        return Drawing(width, (20 if parts else 0) + (20 if note else 0), tuple(parts))

    def _meaning(self, role: str) -> str:
        """What a role is called here."""
        return next((meaning for one, meaning in self.graph.meanings if one == role), role)


def _rim(x: float, y: float, width: float, height: float, corner: float) -> str:
    """The second line around a node."""
    box = {"x": x - width / 2 - RIM, "y": y - height / 2 - RIM, "width": width + 2 * RIM, "height": height + 2 * RIM}
    return element("rect", **box, rx=corner + RIM, fill="none", stroke=ORANGE, stroke_width=1.2)


def _chord(start: Point, end: Point) -> str:
    return f"M{_at(start)}L{_at(end)}"


def _at(point: Point, downwards: bool = False) -> str:
    """A point as SVG has it."""
    along, across = point
    return f"{short(across)} {short(along)}" if downwards else f"{short(along)} {short(across)}"


def _curve(points: list[Point], head: float, downwards: bool) -> str:
    """A smooth line that runs along the layers at all points and ends where the arrow head begins."""
    u, v = points[-1]
    path = f"M{_at(points[0], downwards)}"
    for (a, b), (c, d) in zip(points, [*points[1:-1], (u - head, v)], strict=False):
        middle = (a + c) / 2
        path += f"C{_at((middle, b), downwards)} {_at((middle, d), downwards)} {_at((c, d), downwards)}"
    return path


def _bow(points: list[Point], head: float, downwards: bool) -> str:
    """A bow beyond the layer of two nodes."""
    (x, y), (u, v) = points[0], points[-1]
    reach = max(x, u) + BOW
    ends = f"{_at((reach, y), downwards)} {_at((reach, v), downwards)} {_at((u + head, v), downwards)}"
    return f"M{_at(points[0], downwards)}C{ends}"


def _head(tip: Point, arrives: int, downwards: bool) -> str:
    back = tip[0] - HEAD * arrives
    corners = (tip, (back, tip[1] - 4.5), (back, tip[1] + 4.5))
    return "M" + "L".join(_at(corner, downwards) for corner in corners) + "z"
