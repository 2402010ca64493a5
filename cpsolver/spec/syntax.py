"""What YAML's parser complains about, in plain words: a message, its place, and what to do next.

The parser knows only YAML. The usual cause in a spec is an expression that YAML reads as something else (`|x| < 3`,
`a: b: c`, `"x" == y`), so most hints show the value in quotes. Both parsers of PyYAML, in C and in Python, word the
same complaint differently; the table at the end knows both.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from cpsolver.spec.text import FLATTER, TOO_DEEP

Said: TypeAlias = tuple[str, int, str]

_LONGEST_KEY = 1024  # YAML's own limit for a key and its colon on one line
_LONGEST_EXAMPLE = 60


@dataclass(frozen=True)
class Complaint:
    """What the parser says: the problem and its offset, what it was doing and where that began."""

    text: str
    problem: str
    at: int
    context: str = ""
    began: int = 0

    @property
    def sign(self) -> str:
        """The character at the problem; nothing at the end."""
        return self.text[self.at : self.at + 1]

    @cached_property
    def line_start(self) -> int:
        """Where the line of the problem starts."""
        return self.text.rfind("\n", 0, self.at) + 1

    @property
    def before(self) -> str:
        """The line up to the problem."""
        return self.text[self.line_start : self.at]

    @property
    def is_at_end(self) -> bool:
        """Whether nothing follows any more."""
        return not self.text[self.at :].strip()


def in_plain_words(complaint: Complaint) -> Said:
    """The message, the offset it belongs to, and a hint."""
    said = f"{complaint.context}: {complaint.problem}"
    for pattern, speak in _RULES:
        if pattern.search(said):
            return speak(complaint)
    return complaint.problem or "this is not YAML", complaint.at, ""


def in_quotes(value: str) -> str:
    """The value as a quoted YAML scalar, as a person would write it."""
    if '"' not in value and "\\" not in value:
        return f'"{value}"'
    return "'" + value.replace("'", "''") + "'"


def quote_it(text: str, start: int) -> str:
    """The hint to put in quotes what starts here and ends with the line."""
    line_start = text.rfind("\n", 0, start) + 1
    rest = text[start : start + 4 * _LONGEST_EXAMPLE].split("\n", 1)[0]
    value = re.split(r"\s+#", rest, maxsplit=1)[0].rstrip()
    is_in_brackets = re.search(r"[\[{]", text[line_start:start])
    if is_in_brackets or not value or len(value) > _LONGEST_EXAMPLE:
        return "put the text in quotes"
    return f"put the text in quotes: {in_quotes(value)}"


def _value_start(text: str, line_start: int, until: int) -> int:
    """Where the first value of a line starts, after `key: ` or `- `."""
    found = re.compile(r"\s*+(?:- +)*+(?:[^:\n]*?:\s+)?").match(text, line_start, until)
    return found.end() if found else line_start


def _first_sign(text: str, offset: int) -> int:
    """The first character of a line that is no space."""
    start = text.rfind("\n", 0, offset) + 1
    return start + len(text[start:]) - len(text[start:].lstrip(" \t"))


def _start_with(complaint: Complaint, offset: int) -> Said:
    sign = complaint.text[offset : offset + 1]
    return f"unquoted text cannot start with '{sign}'", offset, quote_it(complaint.text, offset)


def _wrong_start(complaint: Complaint) -> Said:
    return _start_with(complaint, complaint.began)


def _wrong_sign(complaint: Complaint) -> Said:
    return _tab(complaint) if complaint.sign == "\t" else _start_with(complaint, complaint.at)


def _directive(complaint: Complaint) -> Said:
    return _start_with(complaint, _first_sign(complaint.text, complaint.began))


def _tab(complaint: Complaint) -> Said:
    return "a tab cannot indent a line", complaint.at, "use spaces"


def _second_colon(complaint: Complaint) -> Said:
    """`a: b: c`, or a key indented deeper than a key that has its value, or a line above without colon."""
    text, start = complaint.text, complaint.line_start
    if len(complaint.before) > _LONGEST_KEY:
        return f"a key is longer than {_LONGEST_KEY} characters", start, "was this meant as a text in quotes?"
    if re.search(r":\s", complaint.before):
        hint = quote_it(text, _value_start(text, start, complaint.at))
        return "': ' cannot stand inside unquoted text", complaint.at, hint
    above = text[:start].rstrip()
    line = above[above.rfind("\n") + 1 :]
    if re.search(r":(\s|$)", line):
        hint = "indent the keys of a mapping alike; a key that has a value holds no further keys"
        return f"key '{complaint.before.strip()}' is indented too deep", _first_sign(text, complaint.at), hint
    return _colon_after(text, _first_sign(text, len(above)), line.strip())


def _no_colon(complaint: Complaint) -> Said:
    line = complaint.text[complaint.began :].split("\n", 1)[0].strip()
    return _colon_after(complaint.text, complaint.began, line)


def _colon_after(text: str, offset: int, line: str) -> Said:
    shown = line if len(line) <= _LONGEST_EXAMPLE else line[:_LONGEST_EXAMPLE] + "…"
    if re.match(r"-[^\s-]", line):
        return "an item of a list starts with '- '", offset, f"write '- {shown[1:]}'"
    hint = "a line is 'key: value'; further lines of a text are indented deeper than its key"
    if ":" in line:
        hint = "a key ends in ': ', with a space after the colon"
    return f"expected ': ' after '{shown}'", offset, hint


def _block(complaint: Complaint) -> Said:
    """A line that fits neither the keys nor the items above it, or something after a finished value."""
    is_list = "collection" in complaint.context or "sequence" in complaint.context
    if complaint.before.strip(" -"):
        return _after_value(complaint)
    if complaint.sign == ":":
        return "a key is missing before ':'", complaint.at, "a line is 'key: value'"
    if complaint.sign and complaint.sign in ",]}":
        return _unexpected(complaint)
    if is_list:
        return "expected '- ' as in the lines above", complaint.at, "indent this line less if the list ends here"
    if re.match(r"-\s", complaint.text[complaint.at : complaint.at + 2]):
        return "an item of a list cannot stand among keys", complaint.at, "put a key above it, or remove '- '"
    hint = "indent the keys of a mapping alike"
    return "this line is indented otherwise than the keys above it", complaint.at, hint


def _after_value(complaint: Complaint) -> Said:
    rest = re.split(r"\s", complaint.text[complaint.at :].lstrip(), maxsplit=1)[0]
    hint = quote_it(complaint.text, _value_start(complaint.text, complaint.line_start, complaint.at))
    return f"unexpected '{rest[:_LONGEST_EXAMPLE]}' after the value", complaint.at, hint


def _flow(complaint: Complaint) -> Said:
    """Inside […] or {…}: never closed, or an item that must be quoted."""
    opening = complaint.text[complaint.began : complaint.began + 1]
    closing = {"[": "]", "{": "}"}.get(opening, "")
    is_on_later_line = "\n" in complaint.text[complaint.began : complaint.at]
    if complaint.is_at_end or (is_on_later_line and complaint.sign == ":"):
        return _never_closed(complaint.text, complaint.began)
    hint = "put an item in quotes if it holds brackets, quotes, commas or ': '"
    return f"expected ',' or '{closing}', found '{complaint.sign}'", complaint.at, hint


def _no_content(complaint: Complaint) -> Said:
    opened = _last_open_bracket(complaint.text[: complaint.at])
    if complaint.is_at_end and opened is not None:
        return _never_closed(complaint.text, opened)
    return _unexpected(complaint)


def _unexpected(complaint: Complaint) -> Said:
    hint = f"remove it, or {quote_it(complaint.text, complaint.at)}"
    return f"unexpected '{complaint.sign}'", complaint.at, hint


def _never_closed(text: str, offset: int) -> Said:
    closing = "]" if text[offset : offset + 1] == "[" else "}"
    return f"this '{text[offset : offset + 1]}' is never closed", offset, f"close it with '{closing}'"


def _last_open_bracket(text: str) -> int | None:
    opened: list[int] = []
    for match in re.finditer(r"[\[\]{}]", text):
        if match[0] in "[{":
            opened.append(match.start())
        elif opened:
            opened.pop()
    return opened[-1] if opened else None


def _open_quote(complaint: Complaint) -> Said:
    sign = complaint.text[complaint.began : complaint.began + 1]
    return "this quote is never closed", complaint.began, f"close it with {sign}"


def _escape(complaint: Complaint) -> Said:
    at = complaint.text.rfind("\\", complaint.began, complaint.at + 1)
    at = complaint.at if at < 0 else at
    shown = complaint.text[at : at + 2].rstrip()
    return f"'{shown}' starts no character here", at, "use '…' as quotes, or write \\\\ for a backslash"


def _dash(complaint: Complaint) -> Said:
    hint = f"start the list on the next line, or {quote_it(complaint.text, complaint.at)}"
    return "a list cannot start on the line of its key", complaint.at, hint


def _second_document(complaint: Complaint) -> Said:
    return "unexpected text after the end", complaint.at, "a file holds one mapping, without '---' or '...' inside"


# First match wins. The left side is "context: problem" as PyYAML words it.
_RULES: tuple[tuple[re.Pattern[str], Callable[[Complaint], Said]], ...] = tuple(
    (re.compile(pattern), speak)
    for pattern, speak in (
        (r"nesting depth", lambda complaint: (TOO_DEEP, complaint.at, FLATTER)),
        (r"tab character", _tab),
        (r"cannot start any token", _wrong_sign),
        (r"mapping values are not allowed", _second_colon),
        (r"could not find expected ':'", _no_colon),
        (r"sequence entries are not allowed", _dash),
        (r"mapping keys are not allowed", _wrong_sign),
        (r"quoted scalar: found unexpected", _open_quote),
        (r"(double-)?quoted scalar: ", _escape),
        (r"expected ',' or", _flow),
        (r"expected (the )?node content", _no_content),
        (r"block (mapping|collection|sequence): ", _block),
        (r"(a block scalar|an alias|an anchor|a tag): |tag handle", _wrong_start),
        (r"directive|incompatible", _directive),
        (r"expected '?<document start>", _second_document),
    )
)
