"""Plain text, for terminals and files: no colours, no escape codes, the same on every machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from cpsolver.picture import Chain, Chart, Formula, Graph, Grid, Listing, Narrative, Page, Picture, Sentence, Strip
from cpsolver.render.as_text.chart import chart_lines
from cpsolver.render.as_text.graph import graph_lines
from cpsolver.render.as_text.grid import grid_lines
from cpsolver.render.as_text.listing import listing_lines
from cpsolver.render.as_text.words import clean, columns, padded, wrapped
from cpsolver.render.renderer import Renderer

WIDTH = 100
SIGNS = {"rejected": "✗ ", "warning": "! "}


def as_text(page: Page, width: int = WIDTH) -> str:
    """The page as text without a line end at its end: the title, then the pictures, blank lines between them."""
    blocks = [[clean(page.title)]] if page.title else []
    blocks += [picture_lines(picture, width) for picture in page.pictures]
    return "\n".join(_stacked(blocks))


def picture_lines(picture: Picture, width: int = WIDTH) -> list[str]:
    """The lines of one picture, its title above it."""
    title = "" if isinstance(picture, Formula) else clean(picture.title)
    return ([title] if title else []) + PAINTERS[type(picture)](picture, width)


def _stacked(blocks: Iterable[list[str]]) -> list[str]:
    lines: list[str] = []
    for block in blocks:
        lines += ["", *block] if lines else block
    return [line.rstrip() for line in lines]


def _formula_lines(formula: Formula, width: int) -> list[str]:
    return wrapped(formula.plain, width, "", "    ")


def _strip_lines(strip: Strip, width: int) -> list[str]:
    return _stacked(picture_lines(picture, width) for picture in strip.pictures)


def _narrative_lines(narrative: Narrative, width: int) -> list[str]:
    """Each sentence after its number; a deeper level starts under the text of the one above it."""
    spaces = _number_spaces(narrative.sentences)
    return [line for sentence in narrative.sentences for line in _sentence_lines(sentence, spaces, width)]


def _sentence_lines(sentence: Sentence, spaces: list[int], width: int) -> list[str]:
    indent = " " * sum(spaces[: sentence.level])
    number = padded(clean(sentence.number), spaces[sentence.level] - 1) + " " if sentence.number else ""
    first = indent + number + SIGNS.get(sentence.role, "")
    lines = wrapped(sentence.text, width, first, " " * columns(first))
    alone = sentence.said[0] if len(sentence.said) == 1 else None
    return _chain_lines(alone, width, first) if len(lines) > 1 and isinstance(alone, Chain) else lines


def _chain_lines(chain: Chain, width: int, first: str) -> list[str]:
    """A chain too long for a line, its signs of equality below each other."""
    space = " " * columns(first)
    signs = [
        f"{first}{clean(chain.head.plain)} = ",
        *[f"{space}{' ' * columns(clean(chain.head.plain))} = "] * len(chain.equals),
    ]
    rest = " " * columns(signs[0])
    return [
        line
        for formula, sign in zip(chain.equals, signs, strict=False)
        for line in wrapped(formula.plain, width, sign, rest + "  ")
    ]


def _number_spaces(sentences: Iterable[Sentence]) -> list[int]:
    """For every level the space its numbers take, two where it has none."""
    spaces: dict[int, int] = {}
    for sentence in sentences:
        needed = columns(clean(sentence.number)) + 1 if sentence.number else 2
        spaces[sentence.level] = max(spaces.get(sentence.level, 2), needed)
    return [spaces.get(level, 2) for level in range(max(spaces, default=0) + 1)]


PAINTERS: dict[type, Callable[[Any, int], list[str]]] = {
    Grid: grid_lines,
    Listing: listing_lines,
    Graph: graph_lines,
    Chart: chart_lines,
    Formula: _formula_lines,
    Narrative: _narrative_lines,
    Strip: _strip_lines,
}

RENDERER = Renderer(name="text", media_type="text/plain", suffix=".txt", render=as_text)
