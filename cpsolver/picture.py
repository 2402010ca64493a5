"""What kinds draw and renderers paint: a few shapes, free of any output format."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

Role = Literal["given", "found", "supposed", "open", "black", "white", "void"]
"""What a cell is; where it is `void`, the grid has none."""

MarkerRole = Literal["premise", "pattern", "conclusion", "contradiction"]


@dataclass(frozen=True)
class Cell:
    """A cell of a grid: its text, or the values it may still take."""

    text: str = ""
    role: Role = "open"
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True)
class Marker:
    """Something pointed at: a cell by (row, column) from 0, or a node by its name."""

    at: tuple[int, int] | str
    role: MarkerRole


Spot = tuple[int, int]
"""Row and column of a cell, both from 0."""


@dataclass(frozen=True)
class Cage:
    """Cells within one outline, a small text in the first of them."""

    cells: tuple[Spot, ...]
    text: str = ""


LineStyle = Literal["grey", "green", "purple", "blue", "red", "thermometer", "arrow", "between"]


@dataclass(frozen=True)
class Line:
    """A line through the middles of cells. A thermometer has a bulb at its first cell, an arrow a circle there and its
    head at the last; between has circles at both ends."""

    cells: tuple[Spot, ...]
    style: LineStyle = "grey"


DotStyle = Literal["plain", "white", "black", "greater"]


@dataclass(frozen=True)
class Dot:
    """Something at the middle of two or more neighbouring cells: a dot, a text, or the sign of the greater digit, which
    is in the first cell."""

    cells: tuple[Spot, ...]
    style: DotStyle = "plain"
    text: str = ""


ShadeStyle = Literal["grey", "circle", "square"]


@dataclass(frozen=True)
class Shade:
    """Cells that are grey, or have a grey circle or square in them."""

    cells: tuple[Spot, ...]
    style: ShadeStyle = "grey"


@dataclass(frozen=True)
class Outside:
    """A text in front of the cells it speaks of: at a place beside the grid, looking in a direction (rows, columns)."""

    at: Spot
    towards: Spot
    text: str


Overlay = Cage | Line | Dot | Shade | Outside


@dataclass(frozen=True)
class Grid:
    """Cells in rows; `boxes` gives each cell's box, so that borders can be drawn between boxes.

    overlays: what is drawn over the cells, in this order
    """

    cells: tuple[tuple[Cell, ...], ...]
    boxes: tuple[tuple[int, ...], ...] = ()
    markers: tuple[Marker, ...] = ()
    title: str = ""
    overlays: tuple[Overlay, ...] = ()


@dataclass(frozen=True)
class Listing:
    """A table: a head and rows of text. `rejected` holds the numbers of rows that were ruled out."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    rejected: tuple[int, ...] = ()


NodeRole = Literal["given", "sought", "found", "open", "condition"]


@dataclass(frozen=True)
class GraphNode:
    """A node: quantity or variable (round), formula or condition (box). `layer` counts from the givens, 0."""

    name: str
    text: str
    shape: Literal["round", "box"] = "round"
    role: NodeRole = "open"
    layer: int = 0
    on_path: bool = False


@dataclass(frozen=True)
class GraphEdge:
    """An arrow (or a plain line) between two nodes, with the text of a condition that is no node."""

    start: str
    end: str
    on_path: bool = False
    directed: bool = True
    text: str = ""


MOST_BESIDE = 7
"""Up to so many layers of a graph are side by side where they are written out as text."""


@dataclass(frozen=True)
class Graph:
    """Nodes in layers and edges between them; what is `on_path` was used for the answer.

    meanings: what a legend calls the roles of nodes, where not by their own names
    note:     what is not shown
    """

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    title: str = ""
    meanings: tuple[tuple[NodeRole, str], ...] = ()
    note: str = ""

    @property
    def has_path(self) -> bool:
        """Whether anything is marked as used for the answer."""
        return any(node.on_path for node in self.nodes) or any(edge.on_path for edge in self.edges)

    @property
    def is_deep(self) -> bool:
        """Whether its layers are better one below the other than side by side."""
        return len({node.layer for node in self.nodes}) > MOST_BESIDE and any(edge.directed for edge in self.edges)

    def folded(self, most: int, how: str) -> Graph:
        """The path alone, with a note on the rest, if there are more nodes than `most` and a path is marked.

        how: what the note says last: how all of it is shown
        """
        kept = {node.name for node in self.nodes if node.on_path}
        if len(self.nodes) <= most or not kept or len(kept) == len(self.nodes):
            return self
        edges = tuple(edge for edge in self.edges if edge.start in kept and edge.end in kept)
        nodes = tuple(node for node in self.nodes if node.name in kept)
        rest = [node for node in self.nodes if node.name not in kept]
        boxes = sum(node.shape == "box" for node in rest)
        told = " and ".join(filter(None, (self._counted(boxes, "condition"), self._counted(len(rest) - boxes, "open"))))
        return replace(self, nodes=nodes, edges=edges, note=f"{told} not needed for the answer; {how}")

    def _counted(self, count: int, role: NodeRole) -> str:
        """`3 formulas`."""
        name = {"open": "quantity"}.get(role) or dict(self.meanings).get(role, role)
        many = f"{name[:-1]}ies" if name.endswith("y") else f"{name}s"
        return f"{count} {name if count == 1 else many}" if count else ""


@dataclass(frozen=True)
class Series:
    """One line or set of bars of a chart: points (x, y)."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Chart:
    """Series over one x axis; `log` draws y on a logarithmic scale, `lines` a single series as a line, not as bars.

    A line is cut where a point is not a number.
    """

    x_title: str
    y_title: str
    series: tuple[Series, ...]
    title: str = ""
    log: bool = False
    lines: bool = False


@dataclass(frozen=True)
class Formula:
    """A formula as LaTeX, as plain text and, where there is one, as MathML: what stands inside of `<math>`."""

    latex: str
    plain: str
    mathml: str = ""


@dataclass(frozen=True)
class Chain:
    """Formulas that equal each other, `head = a = b`: in one line, or where that is too long one below the other."""

    head: Formula
    equals: tuple[Formula, ...]

    @property
    def plain(self) -> str:
        """All of it in one line."""
        return " = ".join(formula.plain for formula in (self.head, *self.equals))


Said = str | tuple[str | Formula | Chain, ...]
"""What is said: text, or text with formulas in it, in order."""


def plain(said: Said) -> str:
    """What is said as text alone."""
    return said if isinstance(said, str) else "".join(part if isinstance(part, str) else part.plain for part in said)


def parts_of(said: Said) -> tuple[str | Formula | Chain, ...]:
    """What is said as its parts; text alone is one part."""
    return (said,) if isinstance(said, str) else said


def joined(*said: Said) -> Said:
    """Things said one after the other as one."""
    parts = tuple(part for each in said for part in parts_of(each) if part != "")
    return "".join(map(str, parts)) if all(isinstance(part, str) for part in parts) else parts


SentenceRole = Literal["plain", "answer", "rejected", "chosen", "detail", "warning"]


@dataclass(frozen=True)
class Sentence:
    """A line of a narrative: what it says, its number ("2", "2.1", or none), how deep it is nested, what it is."""

    said: Said
    number: str = ""
    level: int = 0
    role: SentenceRole = "plain"

    @property
    def text(self) -> str:
        """What it says as text alone."""
        return plain(self.said)


@dataclass(frozen=True)
class Narrative:
    """Sentences in order: a derivation, a list of verdicts."""

    sentences: tuple[Sentence, ...]
    title: str = ""


@dataclass(frozen=True)
class Strip:
    """Pictures in a row: the stages of something."""

    pictures: tuple[Picture, ...] = field(default=())
    title: str = ""


Picture = Grid | Listing | Graph | Chart | Formula | Narrative | Strip


@dataclass(frozen=True)
class Page:
    """All that is shown of an answer, in order."""

    pictures: tuple[Picture, ...]
    title: str = ""
