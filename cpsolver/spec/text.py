"""A text as lines, and what a text may be at all: UTF-8, no larger than 1 MB, without characters nobody can see."""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass, replace
from functools import cached_property

from cpsolver.errors import Mark, Problem, SpecError

LARGEST = 1_000_000  # bytes, or characters
DEEPEST = 50
TOO_DEEP = f"nested deeper than {DEEPEST} levels"
ONE_TEXT = "write it behind the key, in quotes if it holds ': ', brackets or a comma"
"""What to do where a list or a mapping stands in the place of a text."""

FLATTER = "close brackets that are open, or put the text in quotes"

# What YAML allows, but for its exotic line breaks (NEL, LS, PS) and the byte-order mark inside a text.
STRANGE = re.compile(r"[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, eq=False)
class Lines:
    """A text and its lines: turns offsets into places."""

    source: str
    text: str

    @cached_property
    def starts(self) -> list[int]:
        """The offset of each line's first character."""
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def mark(self, offset: int) -> Mark:
        """The place of the character at this offset."""
        line = bisect.bisect_right(self.starts, offset)
        return Mark(self.source, line, offset - self.starts[line - 1] + 1)

    def line(self, mark: Mark) -> str:
        """The line a mark stands in."""
        start = self.starts[mark.line - 1]
        stop = self.text.find("\n", start)
        return self.text[start:] if stop < 0 else self.text[start:stop]

    def problem(self, message: str, offset: int, hint: str = "") -> Problem:
        """A problem at this offset, with its line."""
        mark = self.mark(offset)
        return Problem(message, mark, self.line(mark), hint)


@dataclass(frozen=True, eq=False)
class Typed(Lines):
    """A text `name: value` that was typed as `name=value`: places and lines are those of what was typed."""

    name: str

    def mark(self, offset: int) -> Mark:
        """The place of the character at this offset, among those typed."""
        mark = super().mark(offset)
        is_behind = mark.line == 1 and mark.column > len(self.name) + 1
        return replace(mark, column=mark.column - 1) if is_behind else mark

    def line(self, mark: Mark) -> str:
        """The line typed that a mark stands in."""
        line = super().line(mark)
        return line.replace(": ", "=", 1) if mark.line == 1 else line


def readable(text: str | bytes, source: str) -> Lines:
    """The text without byte-order mark, its lines ending in `\\n`.

    Raises: SpecError if it is too large, not UTF-8, or holds characters that are no text.
    """
    if len(text) > LARGEST:
        hint = "large data goes into a file of its own"
        raise SpecError(Problem("the text is larger than 1 MB", Mark(source, 1, 1), hint=hint))
    decoded = text if isinstance(text, str) else _decoded(text, source)
    lines = Lines(source, decoded.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    strange = STRANGE.search(lines.text)
    if strange:
        mark = lines.mark(strange.start())
        raise SpecError(Problem(no_text(strange[0]), mark, hint="remove it; a spec is a text file in UTF-8"))
    return lines


def no_text(character: str) -> str:
    """The message for a character that may not stand in a text."""
    return f"character U+{ord(character):04X} cannot stand in a text"


def _decoded(text: bytes, source: str) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        before = Lines(source, text[: error.start].decode("utf-8").removeprefix("\ufeff"))
        is_utf16 = text[:2] in (b"\xff\xfe", b"\xfe\xff")
        hint = "this looks like UTF-16; save the file as UTF-8" if is_utf16 else "save the file as UTF-8"
        message = f"byte {text[error.start]:#04x} is not UTF-8 text"
        raise SpecError(Problem(message, before.mark(len(before.text)), hint=hint)) from None
