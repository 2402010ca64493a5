"""Where each character of a YAML scalar stands in the text, whatever the scalar's style.

Each function takes the text, the scalar's start and end in it, and its value as YAML reads it, and gives one offset
for every character of the value and one more for its end. Lines of the text end in `\\n`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

_FOLD = r"(?P<fold>[ \t]*(?:\n[ \t]*)+)|(?P<blank>[ \t]+)|"
_HEX = r"\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}"

_BLANKS = " \t\n"
_SIGN = re.compile(r"[^ \t\n]")

# One token is one character of the value, but for `fold` (line breaks) and `blank` (each of its characters is one).
_TOKENS = {
    "": re.compile(_FOLD + r"."),
    "'": re.compile(_FOLD + r"''|."),
    '"': re.compile(rf"(?P<joined>\\\n[ \t]*(?:\n[ \t]*)*)|{_FOLD}{_HEX}|\\.|."),
}


def offsets(text: str, start: int, end: int, style: str, value: str) -> list[int]:
    """Offsets in the text of each character of the value, and of its end."""
    found = _STYLES[style](text, start, end, value)
    if len(found) != len(value) + 1:  # a corner of YAML not foreseen here: the scalar's own place is still right
        return [start] * (len(value) + 1)
    return found


def _flow(style: str) -> Callable[[str, int, int, str], list[int]]:
    """Plain and quoted scalars: quotes and escapes are read over, line breaks are folded."""
    quotes = len(style)

    def walk(text: str, start: int, end: int, value: str) -> list[int]:
        first, last = start + quotes, end - quotes
        return [*_characters(_TOKENS[style], text, first, last), last]

    return walk


def _characters(tokens: re.Pattern[str], text: str, start: int, end: int) -> Iterator[int]:
    for match in tokens.finditer(text, start, end):
        breaks = match[0].count("\n")
        if match.lastgroup == "fold":
            yield from range(match.start(), match.start() + max(1, breaks - 1))
        elif match.lastgroup == "joined":
            yield from range(match.start(), match.start() + breaks - 1)
        elif match.lastgroup == "blank":
            yield from range(match.start(), match.end())
        else:
            yield match.start()


def _literal(text: str, start: int, end: int, value: str) -> list[int]:
    """A `|` block: its lines are the lines of the text, without the indentation."""
    found: list[int] = []
    line = _behind_header(text, start, end)
    for row in value.split("\n"):
        stop = text.find("\n", line, end)
        stop = end if stop < 0 else stop
        first = max(line, stop - len(row))
        found += range(first, first + len(row) + 1)
        line = min(stop + 1, end)
    return found


def _folded(text: str, start: int, end: int, value: str) -> list[int]:
    """A `>` block: its signs are those of the text in the same order; a blank stands behind the sign before it."""
    signs = (match.start() for match in _SIGN.finditer(text, _behind_header(text, start, end), end))
    found: list[int] = []
    nearest = next(signs, end) - 1
    signs = (match.start() for match in _SIGN.finditer(text, nearest + 1, end))
    for sign in value:
        nearest = min(end, nearest + 1) if sign in _BLANKS else next(signs, end)
        found.append(nearest)
    return [*found, min(end, nearest + 1)]


def _behind_header(text: str, start: int, end: int) -> int:
    newline = text.find("\n", start, end)
    return end if newline < 0 else newline + 1


_STYLES: dict[str, Callable[[str, int, int, str], list[int]]] = {
    "": _flow(""),
    "'": _flow("'"),
    '"': _flow('"'),
    "|": _literal,
    ">": _folded,
    "verbatim": lambda text, start, end, value: list(range(start, start + len(value) + 1)),
}
