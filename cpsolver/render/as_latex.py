"""LaTeX: a complete document that needs amsmath and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
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
from cpsolver.render.as_markdown import chain_latex
from cpsolver.render.as_text import picture_lines
from cpsolver.render.as_text.tables import printed, to_the_right
from cpsolver.render.as_text.words import clean
from cpsolver.render.renderer import Renderer

PREAMBLE = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amsmath}
\setlength{\parindent}{0pt}
\setlength{\parskip}{3pt}
\sloppy"""

PLAIN_WIDTH = 84
INDENT = 1.8
"""Room in front of a level of a narrative, in em."""

_SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "°": r"$^{\circ}$", "±": r"$\pm$", "×": r"$\times$", "÷": r"$\div$",
    "·": r"$\cdot$", "≤": r"$\le$", "≥": r"$\ge$", "≠": r"$\ne$", "≈": r"$\approx$", "→": r"$\to$", "∈": r"$\in$",
    "−": r"$-$", "√": r"$\surd$", "µ": r"$\mu$", "✗": r"$\times$", "²": r"$^{2}$", "³": r"$^{3}$", "∞": r"$\infty$",
    "⁻": r"$^{-}$", "¹": r"$^{1}$", **{sign: f"$^{{{digit}}}$" for digit, sign in enumerate("⁴⁵⁶⁷⁸⁹", 4)},
}  # fmt: skip
_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ",
        (
            *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu"),
            *("nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega"),
            *("Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega"),
        ),
        strict=True,
    )
)
_KNOWN = re.compile("[\u00a0-\u017f\u2010-\u2027]")
"""What LaTeX sets as it stands: letters of European languages, dashes, quotation marks."""

_ROLES = {"answer": r"\textbf{{{}}}", "rejected": r"$\times$ {}", "warning": r"! {}", "chosen": r"\emph{{{}}}"}


def as_latex(page: Page) -> str:
    """The page as a document that can be compiled as it is."""
    return f"{PREAMBLE}\n\\begin{{document}}\n{fragment(page)}\n\\end{{document}}"


def fragment(page: Page) -> str:
    """The pictures alone, for a document of someone else's."""
    blocks = [rf"\section*{{{escaped(page.title)}}}"] if page.title else []
    return "\n\n".join([*blocks, *map(_section, page.pictures)])


def _section(picture: Picture) -> str:
    title = "" if isinstance(picture, Formula) else picture.title
    body = PAINTERS[type(picture)](picture)
    return f"\\subsection*{{{escaped(title)}}}\n{body}" if title else body


def escaped(text: str) -> str:
    """A text of which LaTeX takes nothing for a sign of its own; signs it has no letter for by their number."""
    return "".join(map(_sign, clean(text)))


def _sign(sign: str) -> str:
    if sign in _SIGNS:
        return _SIGNS[sign]
    if sign in _GREEK:
        return rf"$\{_GREEK[sign]}$"
    return sign if sign.isascii() or _KNOWN.match(sign) else f"[U+{ord(sign):04X}]"


def _verbatim(picture: Grid | Chart | Graph) -> str:
    """A drawing in letters of equal width, in ASCII."""
    lines = picture_lines(replace(picture, title=""), PLAIN_WIDTH)
    text = "\n".join(lines).replace("█", "#").replace("→", "->").replace("—", "--").replace("✗", "x")
    safe = "".join(sign if sign.isascii() else "?" for sign in text).replace(r"\end{verbatim}", r"\end {verbatim}")
    return f"\\begin{{verbatim}}\n{safe}\n\\end{{verbatim}}"


def _table(listing: Listing) -> str:
    listing = printed(listing)
    columns = "".join("r" if right else "l" for right in to_the_right(listing))
    lines = [_row(listing.head), r"\hline"] if any(listing.head) else []
    lines += [_row(row, number in listing.rejected) for number, row in enumerate(listing.rows)]
    return "\n".join([rf"\begin{{tabular}}{{{columns or 'l'}}}", *lines, r"\end{tabular}"])


def _row(texts: Sequence[str], is_rejected: bool = False) -> str:
    told = [rf"\emph{{{escaped(text)}}}" if is_rejected and text else escaped(text) for text in texts]
    return rf"{' & '.join(told)} \\"


def _narrative(narrative: Narrative) -> str:
    return "\n".join(map(_sentence, narrative.sentences)) or r"\par"


def _sentence(sentence: Sentence) -> str:
    """A paragraph of its own, as far in as its level."""
    number = rf"\textbf{{{escaped(sentence.number)}}}\enspace " if sentence.number else ""
    said = "".join(map(_part, parts_of(sentence.said)))
    told = _ROLES.get(sentence.role, "{}").format(said) if sentence.role != "answer" or _is_text(sentence) else said
    return rf"{{\leftskip={sentence.level * INDENT:g}em {number}{told}\par}}"


def _is_text(sentence: Sentence) -> bool:
    return isinstance(sentence.said, str)


def _part(part: str | Formula | Chain) -> str:
    if isinstance(part, str):
        return escaped(part)
    latex = rf"\displaystyle {part.latex}" if isinstance(part, Formula) else chain_latex(part)
    return f"${latex}$"


def _formula(formula: Formula) -> str:
    return f"\\[\n{formula.latex}\n\\]"


def _strip(strip: Strip) -> str:
    return "\n\n".join(map(_section, strip.pictures))


PAINTERS: dict[type, Callable[[Any], str]] = {
    Grid: _verbatim,
    Listing: _table,
    Graph: _verbatim,
    Chart: _verbatim,
    Formula: _formula,
    Narrative: _narrative,
    Strip: _strip,
}

RENDERER = Renderer(name="latex", media_type="application/x-latex", suffix=".tex", render=as_latex)
