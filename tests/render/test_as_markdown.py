"""Markdown: headings, tables and lists as GitHub and Jupyter read them, formulas between dollar signs."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import cpsolver
from cpsolver.picture import Cell, Chain, Formula, Graph, GraphEdge, GraphNode, Grid, Listing, Narrative, Page, Sentence
from cpsolver.render.as_markdown import RENDERER, as_markdown, escaped, math

READ = MarkdownIt("commonmark").enable("table").enable("strikethrough")


def test_renderer_names_its_format() -> None:
    assert ("markdown", "text/markdown", ".md") == (RENDERER.name, RENDERER.media_type, RENDERER.suffix)


def test_a_page_has_headings_and_a_pipe_table() -> None:
    listing = Listing(("t", "because"), (("-1", "t > 0"), ("3", "a | b")), "roots", rejected=(0,))

    assert as_markdown(Page((listing,), "Title")).splitlines() == [
        "# Title",
        "",
        "## roots",
        "",
        "| t | because |",
        "| ---: | --- |",
        r"| ~~-1~~ | ~~t \> 0~~ |",
        r"| 3 | a \| b |",
    ]


def test_steps_are_a_list_with_their_own_numbers_and_formulas_in_it() -> None:
    said = ("to find ", Formula(r"x\,_{1}", "x_1"), " we need ", Formula("t", "t"))
    sentences = (Sentence(said, "1"), Sentence("no_way", "", 1, "rejected"), Sentence("done", role="answer"))

    assert as_markdown(Page((Narrative(sentences),))).splitlines() == [
        r"- **1** to find $\displaystyle x\thinspace _{1}$ we need $\displaystyle t$",
        r"  - ✗ no\_way",
        "- **done**",
    ]


def test_no_backslash_stands_before_a_sign_that_markdown_would_take_it_from() -> None:
    told = math(r"\left\{a\,b\;c\right\} \\ d\ e")

    assert not re.search(r"\\[^\w\s]", told)
    assert r"\left\lbrace a\thinspace b" in told


def test_a_long_chain_is_set_in_lines_and_a_short_one_in_one() -> None:
    long = Formula("b", "b" * 60)
    short, broken = Chain(Formula("a", "a"), (Formula("1", "1"),)), Chain(Formula("a", "a"), (long, long))
    first, second = as_markdown(Page((Narrative((Sentence((short,)), Sentence((broken,)))),))).splitlines()

    assert r"- $\displaystyle a = 1$" == first
    assert r"- $\begin{aligned} a &= b \cr &= b \end{aligned}$" == second


def test_a_grid_is_a_block_of_code_and_a_graph_is_drawn_by_mermaid() -> None:
    graph = Graph((GraphNode("a", "a"), GraphNode("b", "b")), (GraphEdge("a", "b"),))

    assert "```text\n5\n```" == as_markdown(Page((Grid(((Cell("5"),),)),)))
    assert as_markdown(Page((graph,))).startswith("```mermaid\nflowchart LR\n")


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.sampled_from("\\`*_[]<>$~|&#+-.)(!1 a"), max_size=12))
def test_whatever_a_text_holds_it_is_read_as_text(text: str) -> None:
    said = " ".join(text.split())
    (item, *_) = [token for token in READ.parse(f"- {escaped(text)} end") if token.type == "inline"]

    read = "".join(child.content for child in item.children or ())
    assert f"{said} end".strip() == " ".join(read.split())
    assert all(child.type in ("text", "text_special") for child in item.children or ())


@pytest.mark.parametrize("spec", ["physics/thrown-down", "physics/two-passes", "heat/bath"])
def test_in_a_derivation_all_dollar_signs_and_braces_pair(spec: str) -> None:
    for line in cpsolver.explain(spec, fine=True).render("markdown").splitlines():
        spans = re.findall(r"(?<!\\)\$([^$]*)(?<!\\)\$", line)
        assert 2 * len(spans) == len(re.findall(r"(?<!\\)\$", line)), line
        assert all(span.count("{") == span.count("}") and span == span.strip() for span in spans), line
