"""Graphs as text that Graphviz draws.

Source: The DOT Language, graphviz.org (2025).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cpsolver.picture import Graph, GraphEdge, GraphNode, Page
from cpsolver.render.as_mermaid import only_graph
from cpsolver.render.as_text.words import clean
from cpsolver.render.renderer import Renderer

_STYLES = {
    "given": {"fillcolor": "#e9ecef", "color": "#1f2328"},
    "sought": {"fillcolor": "#ffe3c2", "color": "#b35900", "peripheries": "2"},
    "found": {"fillcolor": "#dce9ff", "color": "#0b57d0"},
    "open": {"fillcolor": "#ffffff", "color": "#8b949e", "style": "filled,dashed"},
    "condition": {"fillcolor": "#f4f1fb", "color": "#59636e"},
}


def as_dot(page: Page) -> str:
    """The graph of the page in the language of Graphviz. Raises: UnsupportedTask if the page has none."""
    graph = only_graph(page, "dot")
    directed = any(edge.directed for edge in graph.edges)
    kind, title = ("digraph" if directed else "graph"), page.title or graph.title
    lines = [f"{kind} {_quoted(title or 'graph')} {{", *_settings(graph, directed, title)]
    lines += [f"  // {clean(graph.note)}"] if graph.note else []
    lines += [f"  {_quoted(node.name)} {_attributes(_node(node))};" for node in graph.nodes]
    lines += [f"  {_edge(edge, directed)};" for edge in graph.edges]
    return "\n".join([*lines, *_ranks(graph, directed), "}"])


def _settings(graph: Graph, directed: bool, title: str) -> Iterator[str]:
    direction = "TB" if graph.is_deep else "LR"
    yield f'  charset="UTF-8"; rankdir={direction};' if directed else '  charset="UTF-8"; layout=neato; overlap=false;'
    if title:
        yield f"  label={_quoted(title)}; labelloc=t;"
    yield '  node [style=filled, fontname="Helvetica"]; edge [color="#8b949e"];'


def _node(node: GraphNode) -> dict[str, str]:
    shape = "ellipse" if node.shape == "round" else "box"
    wide = {"penwidth": "2.5"} if node.on_path else {}
    return {"label": node.text, "shape": shape, **_STYLES[node.role], **wide}


def _edge(edge: GraphEdge, directed: bool) -> str:
    style = {"color": "#1f2328", "penwidth": "2.2"} if edge.on_path else {}
    label = {"label": edge.text} if edge.text else {}
    plain = {"dir": "none"} if directed and not edge.directed else {}
    arrow = "->" if directed else "--"
    given = {**label, **plain, **style}
    return f"{_quoted(edge.start)} {arrow} {_quoted(edge.end)}" + (f" {_attributes(given)}" if given else "")


def _ranks(graph: Graph, directed: bool) -> Iterator[str]:
    """Nodes of a layer beside each other, where the path goes through layers."""
    layers: dict[int, list[str]] = {}
    for node in graph.nodes if directed else ():
        layers.setdefault(node.layer, []).append(node.name)
    for names in layers.values():
        if len(names) > 1:
            yield "  {rank=same; " + "; ".join(map(_quoted, names)) + "}"


def _attributes(given: Mapping[str, str]) -> str:
    return "[" + ", ".join(f"{key}={_quoted(value)}" for key, value in given.items()) + "]"


def _quoted(text: str) -> str:
    """A text as an identifier or a label: quotes and backslashes escaped, line ends kept."""
    lines = (clean(line).replace("\\", "\\\\").replace('"', '\\"') for line in text.split("\n"))
    return '"' + "\\n".join(lines) + '"'


RENDERER = Renderer(name="dot", media_type="text/vnd.graphviz", suffix=".dot", render=as_dot)
