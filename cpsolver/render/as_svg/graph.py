"""Graphs as SVG: quantities round, formulas in boxes, the path taken marked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cpsolver.picture import Graph, GraphEdge, GraphNode
from cpsolver.render.as_svg.layout import Placement, Size, in_circle, in_layers
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

LETTERS = 34
PADDING = 12.0
HEAD = 10.0
SMALL = 12
"""Size of texts on edges and of the legend."""
BOW = 40.0
MANY = 12
PLAIN = "#8b949e"
"""Colour of edges where no path is marked."""

STYLES: dict[str, dict[str, str | float]] = {
    "given": {"fill": "#e9ecef", "stroke": INK},
    "sought": {"fill": "#ffe3c2", "stroke": ORANGE},
    "found": {"fill": "#dce9ff", "stroke": BLUE},
    "open": {"fill": "#ffffff", "stroke": GREY},
    "condition": {"fill": "#f4f1fb", "stroke": GREY},
}


def draw_graph(graph: Graph) -> Drawing:
    """The graph: plain lines between round nodes alone around a circle, all else in layers; a legend below."""
    sizes = {node.name: _size(node) for node in graph.nodes}
    edges = [(edge.start, edge.end) for edge in graph.edges]
    room = max((text_width(edge.text, SMALL) for edge in graph.edges), default=0.0)
    placement = in_circle(sizes, edges, room) if _is_circular(graph) else in_layers(sizes, _layers(graph), edges)
    painter = _Painter(graph, sizes, placement)
    return painter.drawing()


def _is_circular(graph: Graph) -> bool:
    is_plain = bool(graph.edges) and not any(edge.directed for edge in graph.edges)
    return is_plain and all(node.shape == "round" for node in graph.nodes)


def _layers(graph: Graph) -> dict[str, int]:
    """The layers as given. Many conditions joined to variables by plain lines stand on both sides of the variables:
    to the left those whose variables lie close together, to the right those that reach far."""
    layers = {node.name: node.layer for node in graph.nodes}
    boxes = [node.name for node in graph.nodes if node.shape == "box"]
    if len(boxes) < MANY or any(edge.directed for edge in graph.edges) or len(set(layers.values())) != 2:
        return layers
    near = sorted(boxes, key=_reach(graph).__getitem__)
    return layers | {name: min(layers.values()) - 1 for name in near[: len(near) * 2 // 3]}


def _reach(graph: Graph) -> dict[str, int]:
    """For every node how far apart its neighbours are, in the order of the graph."""
    numbers = {node.name: number for number, node in enumerate(graph.nodes)}
    places: dict[str, list[int]] = {name: [] for name in numbers}
    for edge in graph.edges:
        places[edge.start].append(numbers[edge.end])
        places[edge.end].append(numbers[edge.start])
    return {name: max(found, default=0) - min(found, default=0) for name, found in places.items()}


def _lines(node: GraphNode) -> list[str]:
    return [line for paragraph in node.text.split("\n") for line in broken(paragraph, LETTERS)]


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
        return any(node.on_path for node in self.graph.nodes) or any(edge.on_path for edge in self.graph.edges)

    def drawing(self) -> Drawing:
        """Edges beneath nodes, those of the path above the others."""
        legend = self._legend()
        edges = sorted(zip(self.graph.edges, self.placement.bends, strict=True), key=lambda pair: pair[0].on_path)
        parts = [part for edge, bends in edges for part in self._edge(edge, bends)]
        parts += [part for edge in self.graph.edges for part in self._text(edge)]
        parts += [part for node in self.graph.nodes for part in self._node(node)]
        below = self.placement.height + 18
        width = max(self.placement.width + self._bulge(), legend.width)
        return Drawing(width, below + legend.height, (*parts, legend.moved(0, below)))

    def _bulge(self) -> float:
        """Room to the right for edges between nodes of one column."""
        return BOW if not _is_circular(self.graph) and any(map(self._is_within, self.graph.edges)) else 0.0

    def _is_within(self, edge: GraphEdge) -> bool:
        """Whether both ends stand in one column."""
        return self.placement.centres[edge.start][0] == self.placement.centres[edge.end][0]

    def _node(self, node: GraphNode) -> Iterator[str]:
        (x, y), (width, height) = self.placement.centres[node.name], self.sizes[node.name]
        is_pale = self.has_path and not node.on_path
        style = {**STYLES[node.role], "stroke_width": 2.5 if node.on_path else 1.2}
        if is_pale:
            style["stroke"] = FAINT if node.role in ("open", "condition") else style["stroke"]
        corner = height / 2 if node.shape == "round" else 3
        box = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height}
        yield element("rect", **box, rx=corner, **style)
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
        if _is_circular(self.graph):
            path = _chord(*(self.placement.centres[name] for name in (edge.start, edge.end)))
        else:
            points, arrives = self._route(edge, bends)
            path = _bow(points, head) if self._is_within(edge) else _curve(points, arrives * head)
        yield element("path", d=path, stroke=colour, stroke_width=wide, fill="none")
        if edge.directed:
            yield element("path", d=_head(points[-1], arrives), fill=colour)

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
        """From the side of the start that looks to the end, past the bends; 1 if it arrives from the left, else -1."""
        (x, y), (u, v) = (self.placement.centres[name] for name in (edge.start, edge.end))
        start, end = (self.sizes[name][0] / 2 for name in (edge.start, edge.end))
        arrives = 1 if u > x else -1
        leaves = x + start if u >= x else x - start
        return [(leaves, y), *bends, (u - arrives * end, v)], arrives

    def _legend(self) -> Drawing:
        """What the colours of the nodes mean, and the thick line."""
        parts, x = [], 0.0
        used = {node.role for node in self.graph.nodes}
        for role, style in STYLES.items():
            if role in used:
                corner = 3 if role == "condition" else 7
                parts.append(element("rect", x=x, y=3, width=22, height=14, rx=corner, **style))
                parts.append(text_at(x + 28, 15, role, font_size=SMALL))
                x += 28 + text_width(role, SMALL) + 18
        if self.has_path:
            parts.append(element("path", d=f"M{short(x)} 10h22", stroke=INK, stroke_width=2.5))
            parts.append(text_at(x + 28, 15, "path taken", font_size=SMALL))
            x += 28 + text_width("path taken", SMALL) + 18
        return Drawing(max(0.0, x - 18), 20 if parts else 0, tuple(parts))


def _chord(start: Point, end: Point) -> str:
    return f"M{short(start[0])} {short(start[1])}L{short(end[0])} {short(end[1])}"


def _curve(points: list[Point], head: float) -> str:
    """A smooth line that is level at all points and ends where the arrow head begins."""
    (x, y), (u, v) = points[0], points[-1]
    path = f"M{short(x)} {short(y)}"
    for (a, b), (c, d) in zip(points, [*points[1:-1], (u - head, v)], strict=False):
        middle = short((a + c) / 2)
        path += f"C{middle} {short(b)} {middle} {short(d)} {short(c)} {short(d)}"
    return path


def _bow(points: list[Point], head: float) -> str:
    """A bow to the right, between two nodes of one column."""
    (x, y), (u, v) = points[0], points[-1]
    reach = short(max(x, u) + BOW)
    return f"M{short(x)} {short(y)}C{reach} {short(y)} {reach} {short(v)} {short(u + head)} {short(v)}"


def _head(tip: Point, arrives: int) -> str:
    return f"M{short(tip[0])} {short(tip[1])}l{short(-HEAD * arrives)} -4.5v9z"
