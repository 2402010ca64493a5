"""Tables as every format needs them: rows of one length, which columns hold numbers, units as they are printed.

Printed are `m/s²`, `kg/m³`, `N·m`; plain text keeps `m/s^2`, which can be typed.
"""

from __future__ import annotations

import re
from dataclasses import replace

from cpsolver.picture import Listing
from cpsolver.render.as_text.words import is_number

_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")

_POWER = re.compile(r"(?<=[^\W\d_])\^(?:(-?\d+)(?![\d.]|/\d)|\((-?\d+)\))")
_TIMES = re.compile(r"(?<=[^\W_])\*(?=[^\W\d_])")
_IN_HEAD = re.compile(r"\[[^\]]*\]$")

COLUMNS = ("unit", "value")
"""The heads of the columns that hold units."""


def signs(unit: str) -> str:
    """A unit, or a value with one, with raised digits and a dot for `*`."""
    return _TIMES.sub("·", _POWER.sub(lambda found: (found[1] or found[2]).translate(_RAISED), unit))


def squared(listing: Listing) -> Listing:
    """The table with its head and all rows as long as the longest of them."""
    count = max(map(len, (listing.head, *listing.rows)), default=0)
    head, *rows = ((*row, *[""] * (count - len(row))) for row in (listing.head, *listing.rows))
    return replace(listing, head=head, rows=tuple(rows))


def to_the_right(listing: Listing) -> list[bool]:
    """For every column of a squared table whether it holds numbers and nothing else; empty cells do not matter."""
    columns = zip(*listing.rows, strict=True) if listing.rows else ((),) * len(listing.head)
    return [any(column) and all(map(is_number, column)) for column in columns]


def printed(listing: Listing) -> Listing:
    """The table squared, its units as they are printed: in heads, `a [m/s^2]`, and in the columns that hold them."""
    listing = squared(listing)
    places = [place for place, head in enumerate(listing.head) if head in COLUMNS]
    head = tuple(_IN_HEAD.sub(lambda found: signs(found[0]), text) for text in listing.head)
    rows = tuple(
        tuple(signs(text) if place in places else text for place, text in enumerate(row)) for row in listing.rows
    )
    return replace(listing, head=head, rows=rows)
