"""Text made safe, measured and wrapped."""

from __future__ import annotations

import re
import textwrap
import unicodedata

UNPRINTABLE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
"""Control characters (an escape code in a title would reach the terminal), reversals of the reading direction, and
what neither UTF-8 nor XML can hold."""


PLACE = re.compile(r"\S:\d+:\d+")
"""A line and a column after the name of a file."""


def clean(text: str) -> str:
    """The text on one line: line ends and tabs become spaces, unprintable characters `�`."""
    return re.sub(r"[\t\n\v\f\r\x85\u2028\u2029]+", " ", UNPRINTABLE.sub("\ufffd", text))


def columns(text: str) -> int:
    """How many columns of a terminal the text takes: two for East Asian wide characters, none for combining ones."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )


def padded(text: str, width: int, right: bool = False) -> str:
    """The text filled up with spaces, put to the left or to the right."""
    space = " " * max(0, width - columns(text))
    return space + text if right else text + space


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """The text in lines no wider than asked, after `first` on the first line and `rest` on the others.

    Formulas are not broken at their minus signs; only what has no space at all is broken anywhere, but no place in a
    file, which is copied whole.
    """
    lines = textwrap.wrap(
        clean(text),
        width=max(width, columns(rest) + 8),
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=PLACE.search(text) is None,
    )
    return lines or [first.rstrip()]


def is_number(text: str) -> bool:
    """Whether a cell of a table is best put to the right: a number, or a dash for none."""
    return re.fullmatch(r"\s*([-+−]?[\d,.'  ]*\d[\d,.]*([eE][-+]?\d+)?( ?(s|ms|%))?|-|–|—|\?|)\s*", text) is not None
