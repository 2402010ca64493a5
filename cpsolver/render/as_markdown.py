"""Markdown with LaTeX between dollar signs, as GitHub and Jupyter read it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cpsolver.picture import (
    Chain,
    Chart,
    Formula,
    Graph,
    Grid,
    Listing,
    Narrative,
    Page,
    Picture,
    Sentence,
    Strip,
    parts_of,
)
from cpsolver.render.as_mermaid import graph_text
from cpsolver.render.as_text import SIGNS, picture_lines
from cpsolver.render.as_text.tables import printed, to_the_right
from cpsolver.render.as_text.words import clean
from cpsolver.render.renderer import Renderer

ONE_LINE = 70
"""Up to so many letters a chain of formulas stays in one line."""

PLAIN_WIDTH = 100

_BARE = {
    r"\\": r"\cr",
    r"\,": r"\thinspace ",
    r"\;": r"\thickspace ",
    r"\ ": r"\space ",
    r"\{": r"\lbrace ",
    r"\}": r"\rbrace ",
}
"""Markdown takes a backslash before such a sign away, where it does not know that it reads a formula."""

_SPECIAL = re.compile(r"([\\`*_\[\]<>$~|&])")
_START = re.compile(r"^(\s*)([-+#]|\d+[.)])(?=\s|$)")


def as_markdown(page: Page) -> str:
    """The page as Markdown without a line end at its end: headings, tables, lists; drawings as text or Mermaid."""
    blocks = [f"# {escaped(page.title)}"] if page.title else []
    blocks += [_section(picture) for picture in page.pictures]
    return "\n\n".join(blocks)


def _section(picture: Picture) -> str:
    title = "" if isinstance(picture, Formula) else picture.title
    body = PAINTERS[type(picture)](picture)
    return f"## {escaped(title)}\n\n{body}" if title else body


def escaped(text: str) -> str:
    """A text of which Markdown takes nothing for a sign of its own."""
    return _START.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", clean(text)))


def math(latex: str) -> str:
    """A formula within a line."""
    return f"${_bare(latex).strip()}$"


def _bare(latex: str) -> str:
    return re.sub(r"\\[\\,; {}]", lambda found: _BARE[found[0]], clean(latex))


def _text(picture: Grid | Chart) -> str:
    """A drawing in letters of equal width."""
    lines = picture_lines(replace(picture, title=""), PLAIN_WIDTH)
    return "\n".join(["```text", *lines, "```"])


def _table(listing: Listing) -> str:
    listing = printed(listing)
    rule = ["---:" if right else "---" for right in to_the_right(listing)]
    told = [
        [f"~~{escaped(text)}~~" if number in listing.rejected and text else escaped(text) for text in row]
        for number, row in enumerate(listing.rows)
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in (map(escaped, listing.head), rule, *told))


def _list(narrative: Narrative) -> str:
    return "\n".join(map(_item, narrative.sentences))


def _item(sentence: Sentence) -> str:
    """One item of a list, deeper levels further in; numbers are written out, since lists count for themselves."""
    number = f"**{escaped(sentence.number)}** " if sentence.number else ""
    said = "".join(map(_part, parts_of(sentence.said)))
    said = f"**{said}**" if sentence.role == "answer" and isinstance(sentence.said, str) else said
    return f"{'  ' * sentence.level}- {number}{SIGNS.get(sentence.role, '')}{said}"


def _part(part: str | Formula | Chain) -> str:
    if isinstance(part, str):
        return escaped(part)
    return math(rf"\displaystyle {part.latex}" if isinstance(part, Formula) else chain_latex(part))


def chain_latex(chain: Chain) -> str:
    """A short chain in a line, a long one with its signs of equality below each other."""
    if len(chain.plain) <= ONE_LINE or len(chain.equals) < 2:
        return r"\displaystyle " + " = ".join(formula.latex for formula in (chain.head, *chain.equals))
    rows = r" \\ ".join(f"&= {formula.latex}" for formula in chain.equals)
    return rf"\begin{{aligned}} {chain.head.latex} {rows} \end{{aligned}}"


def _formula(formula: Formula) -> str:
    return f"$$\n{_bare(formula.latex)}\n$$"


def _graph(graph: Graph) -> str:
    return f"```mermaid\n{graph_text(graph)}\n```"


def _strip(strip: Strip) -> str:
    return "\n\n".join(map(_section, strip.pictures))


PAINTERS: dict[type, Callable[[Any], str]] = {
    Grid: _text,
    Listing: _table,
    Graph: _graph,
    Chart: _text,
    Formula: _formula,
    Narrative: _list,
    Strip: _strip,
}

RENDERER = Renderer(name="markdown", media_type="text/markdown", suffix=".md", render=as_markdown)
