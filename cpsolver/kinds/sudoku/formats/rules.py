"""The rules of variants that formats can state, and how f-puzzles spells them."""

from __future__ import annotations

from dataclasses import dataclass

FLAGS = {
    "diagonal+": "rising diagonal",
    "diagonal-": "falling diagonal",
    "antiknight": "anti-knight",
    "antiking": "anti-king",
    "nonconsecutive": "non-consecutive",
    "disjointgroups": "disjoint groups",
    "windoku": "windoku",
}
"""f-puzzles' switches → rules about the whole grid. `windoku` is SudokuPad's, f-puzzles draws its windows."""


@dataclass(frozen=True)
class Spelling:
    """How f-puzzles spells a rule: the key of its list, and which fields an item has."""

    key: str
    fields: tuple[str, ...]


LISTS = {
    "killer cage": Spelling("killercage", ("cells", "value")),
    "arrow": Spelling("arrow", ("cells", "lines")),
    "thermometer": Spelling("thermometer", ("lines",)),
    "slow thermometer": Spelling("slowthermometer", ("lines",)),
    "palindrome": Spelling("palindrome", ("lines",)),
    "renban": Spelling("renban", ("lines",)),
    "whispers": Spelling("whispers", ("lines", "value")),
    "region sum line": Spelling("regionsumline", ("lines",)),
    "between line": Spelling("betweenline", ("lines",)),
    "entropic line": Spelling("entropicline", ("lines",)),
    "modular line": Spelling("modularline", ("lines",)),
    "nabner": Spelling("nabner", ("lines",)),
    "double arrow": Spelling("doublearrow", ("lines",)),
    "zipper line": Spelling("zipperline", ("lines",)),
    "difference": Spelling("difference", ("cells", "value")),
    "ratio": Spelling("ratio", ("cells", "value")),
    "xv": Spelling("xv", ("cells", "value")),
    "quadruple": Spelling("quadruple", ("cells", "values")),
    "clone": Spelling("clone", ("cells", "cloneCells")),
    "little killer": Spelling("littlekillersum", ("cell", "direction", "value")),
    "sandwich": Spelling("sandwichsum", ("cell", "value")),
    "x-sum": Spelling("xsum", ("cell", "value")),
    "skyscraper": Spelling("skyscraper", ("cell", "value")),
    "minimum": Spelling("minimum", ("cell",)),
    "maximum": Spelling("maximum", ("cell",)),
    "odd": Spelling("odd", ("cell",)),
    "even": Spelling("even", ("cell",)),
    "extra region": Spelling("extraregion", ("cells",)),
    "row indexer": Spelling("rowindexer", ("cells",)),
    "column indexer": Spelling("columnindexer", ("cells",)),
    "box indexer": Spelling("boxindexer", ("cells",)),
}

NEGATIVE = "negative"
"""The rule that all pairs of a kind are marked: its value is the name of that kind, `xv`, `ratio`, `difference`."""

RULES = frozenset((*FLAGS.values(), *LISTS, NEGATIVE))
DRAWING = frozenset(("cage", "text", "circle", "rectangle", "line", "fogofwar", "foglight", "highlightConflicts"))
"""Keys of f-puzzles that only draw, or hide cells while one plays."""
