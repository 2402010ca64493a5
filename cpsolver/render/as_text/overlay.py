"""What lies over the cells of a grid as text: clues at its border, and everything else told with its cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpsolver.picture import Cage, Dot, Line, Outside, Overlay, Shade, Spot
from cpsolver.render.as_text.words import clean, wrapped

POINTERS = {(1, 1): "↘", (1, -1): "↙", (-1, 1): "↗", (-1, -1): "↖"}
NAMES = {
    "circle": "circle",
    "square": "square",
    "thermometer": "thermometer",
    "arrow": "arrow",
    "between": "line between",
    "white": "white dot",
    "black": "black dot",
    "plain": "between",
    "greater": "greater",
}
"""What a style is called; others are named by their form."""


def clues(overlays: Sequence[Overlay]) -> dict[Spot, str]:
    """The texts outside by their places, row -1 being above; those in a diagonal with an arrow."""
    found: dict[Spot, str] = {}
    for overlay in overlays:
        if isinstance(overlay, Outside):
            text = clean(overlay.text) + POINTERS.get(overlay.towards, "")
            found[overlay.at] = f"{found[overlay.at]} {text}" if overlay.at in found else text
    return found


def told(overlays: Sequence[Overlay], width: int) -> list[str]:
    """Everything that is not outside: a paragraph for each sort, with a name and the cells of each."""
    sorts: dict[str, list[str]] = {}
    for overlay in overlays:
        if not isinstance(overlay, Outside):
            sorts.setdefault(_sort(overlay), []).append(_cells(overlay))
    found: list[str] = []
    for sort, items in sorts.items():
        found += wrapped(" · ".join(items), width, f"{sort}: ", "  ")
    return ["", *found] if found else []


def _sort(overlay: Cage | Line | Dot | Shade) -> str:
    if isinstance(overlay, Cage):
        return "cages"
    if isinstance(overlay, Shade) and overlay.style == "grey":
        return "shaded"
    if isinstance(overlay, Line) and overlay.style not in NAMES:
        return f"{overlay.style} lines"
    return _plural(NAMES[overlay.style])


def _plural(name: str) -> str:
    first, _, rest = name.partition(" ")
    if name in ("between", "greater"):
        return name
    return f"{first}s {rest}" if first == "line" else f"{name}s"


def _cells(overlay: Cage | Line | Dot | Shade) -> str:
    between = " > " if isinstance(overlay, Dot) and overlay.style == "greater" else " "
    cells = between.join(_names(overlay.cells))
    text = clean(overlay.text) if isinstance(overlay, Cage | Dot) else ""
    return f"{text} in {cells}" if text else cells


def _names(cells: Sequence[Spot]) -> Iterator[str]:
    return (f"r{row + 1}c{column + 1}" for row, column in cells)
