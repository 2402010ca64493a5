"""Graphs as text: `a, b → formula → c`."""

from __future__ import annotations

from collections.abc import Iterator

from cpsolver.picture import Graph, GraphNode
from cpsolver.render.as_text.words import clean, wrapped

ROLES = ("given", "sought", "found")
PATH, ASIDE = "* ", "  "
UNBROKEN = 40
"""Texts up to this long are kept on one line, by spaces that do not break."""


def graph_lines(graph: Graph, width: int) -> list[str]:
    """What is given, sought and found, then a line for every condition and for every node joined to others directly.

    Lines of the path taken start with a star, if a path is marked at all.
    """
    note = wrapped(graph.note, width) if graph.note else []
    return [*_role_lines(graph, width), *_Lines(graph).lines(width), *note]


def _role_lines(graph: Graph, width: int) -> list[str]:
    found = []
    for role in ROLES:
        texts = [clean(node.text) for node in graph.nodes if node.role == role]
        if texts:
            found += wrapped(", ".join(texts), width, f"{role + ':':<8}", " " * 8)
    return [*found, ""] if found else []


class _Lines:
    """Neighbours of every node, looked up by name."""

    def __init__(self, graph: Graph) -> None:
        self.nodes = sorted(graph.nodes, key=lambda node: node.layer)
        self.edges = graph.edges
        self.texts = {node.name: _unbroken(clean(node.text)) for node in graph.nodes}
        self.boxes = {node.name for node in graph.nodes if node.shape == "box"}
        self.has_path = graph.has_path

    def lines(self, width: int) -> list[str]:
        """One paragraph for every node that has something to say."""
        found = []
        for node in self.nodes:
            for text, on_path in self._box(node) if node.shape == "box" else self._round(node):
                sign = "" if not self.has_path else PATH if on_path else ASIDE
                found += wrapped(text, width, sign, " " * len(sign) + "    ")
        return [line.replace("\u00a0", " ") for line in found]

    def _box(self, node: GraphNode) -> Iterator[tuple[str, bool]]:
        before = self._listed([edge.start for edge in self.edges if edge.directed and edge.end == node.name])
        after = self._listed([edge.end for edge in self.edges if edge.directed and edge.start == node.name])
        beside = self._listed(self._beside(node.name))
        line = " → ".join(part for part in (before, self.texts[node.name], after) if part)
        yield (f"{line}: {beside}" if beside else line), node.on_path

    def _round(self, node: GraphNode) -> Iterator[tuple[str, bool]]:
        """Edges to other round nodes, each told once; a node without any edge stands alone."""
        every = [edge for edge in self.edges if edge.start == node.name and edge.end not in self.boxes]
        for edge in every:
            if edge.text:
                sign = "→" if edge.directed else "—"
                yield f"{self.texts[node.name]} {sign} {self._listed([edge.end])}: {clean(edge.text)}", edge.on_path
        own = [edge for edge in every if not edge.text]
        for sign, directed in (("→", True), ("—", False)):
            ends = [edge.end for edge in own if edge.directed is directed]
            if ends:
                on_path = any(edge.on_path for edge in own if edge.directed is directed)
                yield f"{self.texts[node.name]} {sign} {self._listed(ends)}", on_path
        if not any(node.name in (edge.start, edge.end) for edge in self.edges):
            yield self.texts[node.name], node.on_path

    def _beside(self, name: str) -> list[str]:
        joined = [edge for edge in self.edges if not edge.directed and name in (edge.start, edge.end)]
        return [edge.end if edge.start == name else edge.start for edge in joined]

    def _listed(self, names: list[str]) -> str:
        return ", ".join(self.texts.get(name, clean(name)) for name in dict.fromkeys(names))


def _unbroken(text: str) -> str:
    return text.replace(" ", "\u00a0") if len(text) <= UNBROKEN else text
