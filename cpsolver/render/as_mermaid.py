"""Graphs as text that Mermaid draws: on GitHub, in GitLab, in notebooks.

Source: the syntax of flowcharts, mermaid.js.org (2025).
"""

from __future__ import annotations

import re

from cpsolver.errors import UnsupportedTask
from cpsolver.picture import Graph, GraphEdge, GraphNode, Page, Picture, Strip
from cpsolver.render.as_text.words import clean
from cpsolver.render.renderer import Renderer

_SHAPES = {"round": ("([", "])"), "box": ("[", "]")}
_STYLES = {
    "given": "fill:#e9ecef,stroke:#1f2328,color:#1f2328",
    "sought": "fill:#ffe3c2,stroke:#b35900,color:#1f2328,stroke-width:3px",
    "found": "fill:#dce9ff,stroke:#0b57d0,color:#1f2328",
    "open": "fill:#ffffff,stroke:#8b949e,color:#59636e,stroke-dasharray:4 3",
    "condition": "fill:#f4f1fb,stroke:#59636e,color:#1f2328",
}
_PATH = "stroke:#1f2328,stroke-width:3px"


def as_mermaid(page: Page) -> str:
    """The graph of the page as a flowchart. Raises: UnsupportedTask if the page has none."""
    title = f"---\ntitle: {_quoted(page.title)}\n---\n" if page.title else ""
    return title + graph_text(only_graph(page, "mermaid"))


def only_graph(page: Page, format_: str) -> Graph:
    """The graph of a page. Raises: UnsupportedTask if it has none, or several."""
    found = [picture for picture in _all(page.pictures) if isinstance(picture, Graph)]
    if len(found) != 1:
        raise UnsupportedTask(f"{format_} is a format of graphs, and this is none; `cpsolver graph` makes one")
    return found[0]


def _all(pictures: tuple[Picture, ...]) -> list[Picture]:
    return [each for one in pictures for each in (_all(one.pictures) if isinstance(one, Strip) else [one])]


def graph_text(graph: Graph) -> str:
    """One flowchart: quantities round, formulas in boxes, the path taken with thick lines."""
    ids = {node.name: f"n{number}" for number, node in enumerate(graph.nodes)}
    lines = [f"flowchart {'TD' if graph.is_deep else 'LR'}", *([f"  %% {clean(graph.note)}"] if graph.note else [])]
    lines += [f"  {ids[node.name]}{_node(node)}:::{_role(node)}" for node in graph.nodes]
    lines += [f"  {ids[edge.start]} {_arrow(edge)} {ids[edge.end]}" for edge in graph.edges]
    used = dict.fromkeys(map(_role, graph.nodes))
    lines += [f"  classDef {role} {_STYLES[role.removesuffix('Path')]}{_thick(role)}" for role in used]
    path = [str(number) for number, edge in enumerate(graph.edges) if edge.on_path]
    return "\n".join([*lines, *([f"  linkStyle {','.join(path)} {_PATH}"] if path else [])])


def _role(node: GraphNode) -> str:
    return f"{node.role}Path" if node.on_path else node.role


def _thick(role: str) -> str:
    return ",stroke-width:3px" if role.endswith("Path") and role != "soughtPath" else ""


def _node(node: GraphNode) -> str:
    left, right = _SHAPES[node.shape]
    return f'{left}"{_entities(node.text)}"{right}'


def _arrow(edge: GraphEdge) -> str:
    line = ("==>" if edge.on_path else "-->") if edge.directed else ("===" if edge.on_path else "---")
    return f'{line}|"{_entities(edge.text)}"|' if edge.text else line


def _entities(text: str) -> str:
    """Every sign that Mermaid or Markdown may take for its own as an entity; line ends as breaks."""
    lines = (clean(line) for line in text.split("\n"))
    return "<br/>".join(re.sub(r"[^\w\s.,:=+/()°-]", lambda sign: f"#{ord(sign[0])};", line) for line in lines)


def _quoted(text: str) -> str:
    return '"' + clean(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


RENDERER = Renderer(name="mermaid", media_type="text/vnd.mermaid", suffix=".mmd", render=as_mermaid)
