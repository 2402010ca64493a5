"""Mermaid and DOT: every node and edge is there, no text is taken for a sign of the language."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.errors import UnsupportedTask
from cpsolver.picture import Graph, GraphEdge, GraphNode, Listing, Page
from cpsolver.render import RENDERERS
from cpsolver.render.as_dot import as_dot
from cpsolver.render.as_mermaid import as_mermaid

CHAIN = Graph(
    (
        GraphNode("vs", "vs = 10 m/s", role="given", on_path=True),
        GraphNode("f", 'Ohm\'s "law": U = R*I', "box", "condition", 1, True),
        GraphNode("λ", "λ", role="sought", layer=2, on_path=True),
        GraphNode("a b", "a b"),
    ),
    (GraphEdge("vs", "f", True), GraphEdge("f", "λ", True), GraphEdge("a b", "f", directed=False)),
)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def test_each_format_has_its_name_and_suffix() -> None:
    assert [("dot", ".dot"), ("mermaid", ".mmd")] == [
        (RENDERERS.get(name).name, RENDERERS.get(name).suffix) for name in ("as_dot", "as_mermaid")
    ]


def test_mermaid_marks_the_path_with_thick_lines_and_tells_roles_apart() -> None:
    assert as_mermaid(Page((CHAIN,), "A")).splitlines()[:11] == [
        "---",
        'title: "A"',
        "---",
        "flowchart LR",
        '  n0(["vs = 10 m/s"]):::givenPath',
        '  n1["Ohm#39;s #34;law#34;: U = R#42;I"]:::conditionPath',
        '  n2(["λ"]):::soughtPath',
        '  n3(["a b"]):::open',
        "  n0 ==> n1",
        "  n1 ==> n2",
        "  n3 --- n1",
    ]
    assert "  linkStyle 0,1 stroke:#1f2328,stroke-width:3px" == as_mermaid(Page((CHAIN,))).splitlines()[-1]


def test_dot_quotes_names_and_keeps_layers_together() -> None:
    lines = as_dot(Page((CHAIN,), "A")).splitlines()

    assert 'digraph "A" {' == lines[0]
    assert any(line.startswith('  "f" [label="Ohm\'s \\"law\\": U = R*I", shape="box"') for line in lines)
    assert '  "vs" -> "f" [color="#1f2328", penwidth="2.2"];' in lines
    assert '  "a b" -> "f" [dir="none"];' in lines
    assert '  {rank=same; "vs"; "a b"}' in lines


def test_a_graph_without_directions_is_one_to_graphviz_too() -> None:
    plain = Graph((GraphNode("a", "a"), GraphNode("b", "b")), (GraphEdge("a", "b", directed=False, text="a < b"),))

    assert '  "a" -- "b" [label="a < b"];' in as_dot(Page((plain,)))
    assert '  n0 ---|"a #60; b"| n1' in as_mermaid(Page((plain,)))


@pytest.mark.parametrize("render", [as_dot, as_mermaid])
def test_what_is_no_graph_is_refused(render: object) -> None:
    with pytest.raises(UnsupportedTask, match="is a format of graphs, and this is none; `cpsolver graph` makes one"):
        render(Page((Listing(("a",), (("1",),)),)))  # type: ignore[operator]


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=12))
def test_whatever_a_text_holds_it_stays_within_its_quotes(text: str) -> None:
    graph = Graph((GraphNode("a", text, "box"), GraphNode("b", "b")), (GraphEdge("a", "b", text=text),), text)
    dot, mermaid = as_dot(Page((graph,))), as_mermaid(Page((graph,)))

    assert '"' not in STRING.sub("", dot)
    assert 2 == STRING.sub("", dot).count("{") == STRING.sub("", dot).count("}"), "the graph's and its one rank's"
    labels = re.findall(r'"([^"]*)"', mermaid)
    assert all(re.fullmatch(r"(?:[\w\s.,:=+/()°-]|#\d+;|<br/>)*", label) for label in labels)
    assert 2 + (1 if graph.edges[0].text else 0) == len(labels)
