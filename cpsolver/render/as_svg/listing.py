"""Tables, narratives and formulas as SVG."""

from __future__ import annotations

import textwrap

from cpsolver.picture import Formula, Listing, Narrative, Sentence
from cpsolver.render.as_svg.markup import (
    AMBER,
    FAINT,
    GREEN,
    GREY,
    INK,
    LINE,
    PURPLE,
    RED,
    Drawing,
    element,
    lines_at,
    text_at,
    text_width,
)
from cpsolver.render.as_text import SIGNS
from cpsolver.render.as_text.tables import printed, to_the_right
from cpsolver.render.as_text.words import clean

GAP = 22.0
INDENT = 26.0
LETTERS = 60
"""A cell of a table is wrapped after so many letters, a sentence after so many:"""
SENTENCE_LETTERS = 96

SENTENCES: dict[str, dict[str, str]] = {
    "plain": {},
    "answer": {"font_weight": "bold", "fill": GREEN},
    "rejected": {"fill": RED},
    "chosen": {"fill": PURPLE, "font_style": "italic"},
    "detail": {"fill": GREY},
    "warning": {"fill": AMBER},
}


def draw_listing(listing: Listing) -> Drawing:
    """The table: head in bold over a line, numbers to the right, rows ruled out pale."""
    listing = printed(listing)
    head, *rows = ([broken(text, LETTERS) for text in row] for row in (listing.head, *listing.rows))
    return _Table(head, rows, to_the_right(listing), frozenset(listing.rejected)).drawing()


class _Table:
    """The columns' places."""

    def __init__(
        self, head: list[list[str]], rows: list[list[list[str]]], right: list[bool], rejected: frozenset[int]
    ) -> None:
        self.head, self.rows, self.right, self.rejected = head, rows, right, rejected
        columns = list(zip(head, *rows, strict=True))
        self.widths = [max(text_width(line, bold=True) for cell in column for line in cell) for column in columns]
        self.lefts = [sum(self.widths[:number]) + GAP * number for number in range(len(columns))]

    def drawing(self) -> Drawing:
        """Row after row, each as high as its longest cell."""
        width = sum(self.widths) + GAP * max(0, len(self.widths) - 1)
        parts, y = self._row(self.head, 0.0, {"font_weight": "bold"}) if any(map(any, self.head)) else ([], 0.0)
        if parts:
            parts.append(element("path", d=f"M0 {y + 2:.0f}h{width:.0f}", stroke=INK))
            y += 6
        for number, row in enumerate(self.rows):
            more, end = self._row(row, y, {"fill": GREY} if number in self.rejected else {}, number in self.rejected)
            parts += [*more, element("path", d=f"M0 {end + 2:.0f}h{width:.0f}", stroke=FAINT)]
            y = end + 4
        return Drawing(width, y, tuple(parts))

    def _row(
        self, row: list[list[str]], y: float, style: dict[str, str], is_rejected: bool = False
    ) -> tuple[list[str], float]:
        """The row's texts and where it ends. Of a row ruled out the numbers are struck through, not the reasons."""
        parts: list[str] = []
        for lines, left, width, right in zip(row, self.lefts, self.widths, self.right, strict=True):
            anchor = {"text_anchor": "end"} if right else {}
            struck = {"text_decoration": "line-through"} if is_rejected and right else {}
            x = left + width if right else left
            parts += lines_at(x, y + SHIFT, filter(None, lines), **style, **anchor, **struck)
        return parts, y + LINE * max(map(len, row), default=1) + 3


SHIFT = 16.0
"""From the upper edge of a line to its base line."""


def draw_narrative(narrative: Narrative) -> Drawing:
    """Sentences below each other, each after its number, deeper levels further to the right."""
    parts: list[str] = []
    width = y = 0.0
    for sentence in narrative.sentences:
        sentence_parts, right, lines = _sentence(sentence, y)
        parts += sentence_parts
        width, y = max(width, right), y + lines * LINE + 5
    return Drawing(width, y, tuple(parts))


def _sentence(sentence: Sentence, y: float) -> tuple[list[str], float, int]:
    style = SENTENCES[sentence.role]
    left = sentence.level * INDENT
    parts = [text_at(left, y + SHIFT, sentence.number, fill=GREY)] if sentence.number else []
    left += text_width(sentence.number) + 8 if sentence.number else 0
    lines = broken(SIGNS.get(sentence.role, "") + sentence.text, SENTENCE_LETTERS)
    parts += lines_at(left, y + SHIFT, filter(None, lines), **style)
    bold = "font_weight" in style
    return parts, left + max(text_width(line, bold=bold) for line in lines), len(lines)


def draw_formula(formula: Formula) -> Drawing:
    """The formula in its plain form."""
    lines = broken(formula.plain, SENTENCE_LETTERS)
    parts = lines_at(0, SHIFT, filter(None, lines), font_style="italic")
    return Drawing(max(map(text_width, lines)), LINE * len(lines), tuple(parts))


def broken(text: str, letters: int) -> list[str]:
    """The text in lines of at most so many letters; one empty line if there is no text."""
    return textwrap.wrap(clean(text), letters, break_on_hyphens=False) or [""]
