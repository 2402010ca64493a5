"""Elements of SVG as text, and how wide a text will be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from cpsolver.render.as_text.words import clean

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, 'DejaVu Sans', sans-serif"

INK, GREY, FAINT, PANEL = "#1f2328", "#59636e", "#c8ced5", "#ffffff"
BLUE, ORANGE, GREEN, RED, PURPLE = "#0b57d0", "#b35900", "#1a7f37", "#c62828", "#7a3fb5"
AMBER = "#8a4b00"

Point = tuple[float, float]

SIZE = 14
LINE = 19
"""Size of ordinary text, and the distance of its lines."""


@dataclass(frozen=True)
class Drawing:
    """Elements within a rectangle that starts at 0, 0."""

    width: float
    height: float
    parts: tuple[str, ...] = ()

    def moved(self, x: float, y: float) -> str:
        """The elements as one group, put elsewhere."""
        return element("g", *self.parts, transform=f"translate({short(x)} {short(y)})")


def element(name: str, *content: str, **attributes: str | float | None) -> str:
    """An element. Content is markup already; attributes are escaped, `_` in their names is `-`, None is left out."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else short(value)}"'
        for key, value in ((key, _safe(value)) for key, value in attributes.items() if value is not None)
    )
    return f"<{name}{given}>{''.join(content)}</{name}>" if content else f"<{name}{given}/>"


def text_at(x: float, y: float, text: str, **attributes: str | float | None) -> str:
    """Text whose base line starts at a place; `text_anchor` and the like as attributes."""
    return element("text", escape(clean(text)), x=x, y=y, **{"fill": INK, "font_size": SIZE, **attributes})


def lines_at(x: float, y: float, lines: Iterable[str], **attributes: str | float | None) -> list[str]:
    """Lines of text, one below the other."""
    return [text_at(x, y + number * LINE, line, **attributes) for number, line in enumerate(lines)]


def short(value: float) -> str:
    """A number with at most one decimal: finer than a screen shows."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def text_width(text: str, size: float = SIZE, bold: bool = False) -> float:
    """About how wide a text will be, on the wide side, since the font is not known (measured on DejaVu Sans)."""
    return sum(map(_sign_width, clean(text))) * size * (1.1 if bold else 1.0)


def _sign_width(sign: str) -> float:
    if sign in "iljI.,:;'|!()[] ":
        return 0.38
    if sign in "mwMW%@−+=<>→↔≤≥":
        return 0.92
    if sign.isascii():
        return 0.7 if sign.isupper() else 0.63
    return 0.7 if ord(sign) < 0x1100 else 1.0


def _safe(value: str | float) -> str | float:
    return escape(clean(value)) if isinstance(value, str) else value
