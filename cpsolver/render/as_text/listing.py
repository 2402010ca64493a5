"""Tables as text."""

from __future__ import annotations

from cpsolver.picture import Listing
from cpsolver.render.as_text.tables import squared, to_the_right
from cpsolver.render.as_text.words import clean, columns, padded, wrapped

GAP = "  "
LONGEST_WORD = 24
REJECTED = "✗ "


def listing_lines(listing: Listing, width: int) -> list[str]:
    """The rows in columns, numbers to the right, the head underlined; rows ruled out start with a cross.

    Where the table is wider than asked, the widest columns are wrapped.
    """
    listing = squared(listing)
    head, *rows = ([clean(text) for text in row] for row in (listing.head, *listing.rows))
    signs = [REJECTED if number in listing.rejected else " " * len(REJECTED) for number in range(len(rows))]
    before = " " * len(REJECTED) if listing.rejected else ""
    widths = _widths([head, *rows], width - len(before))
    right = to_the_right(listing)
    lines = []
    if any(head):
        lines += [before + line for line in _row(head, widths, right)]
        lines.append(before + GAP.join("-" * space for space in widths))
    for sign, row in zip(signs, rows, strict=True):
        first, *more = _row(row, widths, right)
        lines += [sign + first if listing.rejected else first, *(before + line for line in more)]
    return [line.rstrip() for line in lines]


def _widths(rows: list[list[str]], width: int) -> list[int]:
    """As wide as the texts are; the widest column is narrowed again and again, but no word broken, till all fits."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    least = [max(map(_longest_word, column)) for column in zip(*rows, strict=True)]
    while sum(widths) + len(GAP) * (len(widths) - 1) > width:
        spare = [now if now > floor else 0 for now, floor in zip(widths, least, strict=True)]
        if not any(spare):
            break
        widths[spare.index(max(spare))] -= 1
    return widths


def _longest_word(text: str) -> int:
    return max((min(columns(word), LONGEST_WORD) for word in text.split()), default=0)


def _row(texts: list[str], widths: list[int], right: list[bool]) -> list[str]:
    """One row of the table: as many lines as its longest cell needs."""
    parts = [
        [text] if columns(text) <= width else wrapped(text, width) for text, width in zip(texts, widths, strict=True)
    ]
    height = max(map(len, parts), default=0)
    filled = [part + [""] * (height - len(part)) for part in parts]
    return [
        GAP.join(padded(text, width, to_right) for text, width, to_right in zip(line, widths, right, strict=True))
        for line in zip(*filled, strict=True)
    ]
