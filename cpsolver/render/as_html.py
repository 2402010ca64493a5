"""HTML: one page that needs nothing else, without scripts; drawings as SVG, tables and lists as themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
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
from cpsolver.render.as_svg import picture_svg
from cpsolver.render.as_text import SIGNS
from cpsolver.render.as_text.tables import printed, to_the_right
from cpsolver.render.as_text.words import clean
from cpsolver.render.renderer import Renderer

ONE_LINE = 70
"""Up to so many letters a chain of formulas stays in one line."""

STYLE = """
:root { color-scheme: light dark; --ink: #1f2328; --paper: #ffffff; --grey: #59636e; --line: #c8ced5;
  --answer: #1a7f37; --rejected: #c62828; --warning: #8a4b00; --chosen: #7a3fb5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #15191e; --grey: #9aa5b1; --line: #3d4650;
  --answer: #56d364; --rejected: #ff8078; --warning: #f0b429; --chosen: #c69bff; } }
body { font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; color: var(--ink);
  background: var(--paper); max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
svg { max-width: max(100%, 40rem); height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .3rem .9rem .3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { border-bottom: 2px solid var(--ink); }
.number { text-align: right; font-variant-numeric: tabular-nums; }
tr.rejected { color: var(--grey); } tr.rejected .number { text-decoration: line-through; }
ol { list-style: none; padding-left: 0; } ol ol { padding-left: 1.8rem; }
li > .mark { color: var(--grey); margin-right: .5rem; font-variant-numeric: tabular-nums; }
.answer { color: var(--answer); font-weight: bold; }
.rejected { color: var(--rejected); } .warning { color: var(--warning); }
.chosen { color: var(--chosen); font-style: italic; } .detail { color: var(--grey); }
ol > li { margin: .2rem 0; }
math { font-size: 1.05em; font-family: "STIX Two Math", "Cambria Math", "Latin Modern Math", math; }
.strip { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; }
"""

HEAD = (
    '<meta charset="utf-8"/>\n<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>"
)
"""The page may load nothing at all, so that no text of a task can make it."""


def as_html(page: Page) -> str:
    """The page as one HTML document, which is well-formed XML too."""
    title = _safe(page.title or "cpsolver")
    heading = f"<h1>{title}</h1>\n" if page.title else ""
    body = "\n".join(_section(picture) for picture in page.pictures)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{HEAD}\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n'
        f"<body>\n<main>\n{heading}{body}\n</main>\n</body>\n</html>"
    )


def fragment(page: Page) -> str:
    """The pictures alone, for a page of someone else's such as a notebook: no head, no style."""
    heading = f"<h3>{_safe(page.title)}</h3>\n" if page.title else ""
    return f"<div>\n{heading}" + "\n".join(_section(picture) for picture in page.pictures) + "\n</div>"


def _section(picture: Picture) -> str:
    title = "" if isinstance(picture, Formula) else picture.title
    heading = f"<h2>{_safe(title)}</h2>\n" if title else ""
    return f"<section>\n{heading}{PAINTERS[type(picture)](picture)}\n</section>"


def _safe(text: str) -> str:
    return escape(clean(text))


def _drawing(picture: Grid | Graph | Chart) -> str:
    return f'<div class="wide">{picture_svg(picture)}</div>'


def _table(listing: Listing) -> str:
    listing = printed(listing)
    is_right = to_the_right(listing)
    head = _row("th", listing.head, is_right) if any(listing.head) else ""
    body = "\n".join(
        f'<tr class="rejected">{_cells("td", row, is_right)}</tr>'
        if number in listing.rejected
        else _row("td", row, is_right)
        for number, row in enumerate(listing.rows)
    )
    head = f"<thead>{head}</thead>\n" if head else ""
    return f'<div class="wide"><table>\n{head}<tbody>\n{body}\n</tbody>\n</table></div>'


def _row(name: str, texts: Sequence[str], is_right: Sequence[bool]) -> str:
    return f"<tr>{_cells(name, texts, is_right)}</tr>"


def _cells(name: str, texts: Sequence[str], is_right: Sequence[bool]) -> str:
    scope = ' scope="col"' if name == "th" else ""
    styles = [' class="number"' if right else "" for right in is_right]
    return "".join(f"<{name}{scope}{style}>{_safe(text)}</{name}>" for text, style in zip(texts, styles, strict=True))


def _list(narrative: Narrative) -> str:
    return _items(narrative.sentences)


def _items(sentences: Sequence[Sentence]) -> str:
    """A list whose items hold, as lists of their own, the deeper sentences that follow them."""
    if not sentences:
        return "<ol></ol>"
    level = min(sentence.level for sentence in sentences)
    starts = [number for number, sentence in enumerate(sentences) if sentence.level == level]
    items = [f"<li>{_items(sentences[: starts[0]])}</li>"] if starts[0] else []
    for start, end in zip(starts, [*starts[1:], len(sentences)], strict=True):
        deeper = f"\n{_items(sentences[start + 1 : end])}" if end > start + 1 else ""
        items.append(f"<li>{_sentence(sentences[start])}{deeper}</li>")
    return "<ol>\n" + "\n".join(items) + "\n</ol>"


def _sentence(sentence: Sentence) -> str:
    number = f'<span class="mark">{_safe(sentence.number)}</span>' if sentence.number else ""
    role = f' class="{sentence.role}"' if sentence.role != "plain" else ""
    said = "".join(_part(part) for part in parts_of(sentence.said))
    return f"{number}<span{role}>{SIGNS.get(sentence.role, '')}{said}</span>"


def _part(part: str | Formula | Chain) -> str:
    """Text as it is, formulas typeset."""
    if isinstance(part, str):
        return _safe(part)
    return _chain(part) if isinstance(part, Chain) else _math(part.mathml, part.plain)


def _math(mathml: str, plain: str) -> str:
    """A formula, which is typeset without scripts; in slanted letters where it has no MathML."""
    if not mathml:
        return f'<i class="formula">{_safe(plain)}</i>'
    return f'<math alttext="{_safe(plain)}" displaystyle="true"><mrow>{clean(mathml)}</mrow></math>'


def _chain(chain: Chain) -> str:
    """A short chain in a line, a long one with its signs of equality below each other."""
    formulas = (chain.head, *chain.equals)
    if not all(formula.mathml for formula in formulas):
        return _math("", chain.plain)
    if len(chain.plain) <= ONE_LINE or len(chain.equals) < 2:
        return _math("<mo>=</mo>".join(formula.mathml for formula in formulas), chain.plain)
    rows = "".join(
        f"<mtr>{_math_cell(chain.head.mathml if number == 0 else '', 'right')}{_math_cell('<mo>=</mo>', 'center')}"
        f"{_math_cell(formula.mathml, 'left')}</mtr>"
        for number, formula in enumerate(chain.equals)
    )
    return _math(f'<mtable displaystyle="true">{rows}</mtable>', chain.plain)


def _math_cell(mathml: str, side: str) -> str:
    return f'<mtd style="text-align: {side}; padding: .2em .15em"><mrow>{mathml}</mrow></mtd>'


def _formula(formula: Formula) -> str:
    return f"<p>{_math(formula.mathml, formula.plain)}</p>"


def _strip(strip: Strip) -> str:
    return '<div class="strip">\n' + "\n".join(_section(picture) for picture in strip.pictures) + "\n</div>"


PAINTERS: dict[type, Callable[[Any], str]] = {
    Grid: _drawing,
    Listing: _table,
    Graph: _drawing,
    Chart: _drawing,
    Formula: _formula,
    Narrative: _list,
    Strip: _strip,
}

RENDERER = Renderer(name="html", media_type="text/html", suffix=".html", render=as_html)
