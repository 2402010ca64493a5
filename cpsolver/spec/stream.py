"""A text longer than memory: looked at ahead, then read once, line by line; and the specs in it, parted by `---`."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from cpsolver.spec.text import LARGEST

NumberedLine = tuple[int, str]
"""A line without its end, and its number from 1."""

_SEPARATOR = re.compile(r"---(\s|$)")
_CONTENT = re.compile(r"\s*[^\s#]")
_KEY = re.compile(r"""["']?[A-Za-z][\w -]*["']?\s*:(\s|$)""")

_LONGEST_KEY = 200


class Stream:
    """The lines of a text, from the next one on.

    source: how messages call the text, e.g. `puzzles.sdm` or `<stdin>`
    folder: where the files it names are looked for
    """

    def __init__(self, source: str, lines: Iterable[str], folder: Path | None = None) -> None:
        self.source, self.folder = source, folder
        self._lines = iter(lines)
        self._waiting: deque[NumberedLine] = deque()
        self._read = 0

    def __iter__(self) -> Iterator[NumberedLine]:
        while self._waiting or self._fetch():
            yield self._waiting.popleft()

    def ahead(self, most: int = LARGEST) -> Iterator[NumberedLine]:
        """The lines to come, up to so many characters, kept to be read later. No more is fetched than is asked for."""
        at = seen = 0
        while seen < most and (at < len(self._waiting) or self._fetch()):
            seen += len(self._waiting[at][1]) + 1
            yield self._waiting[at]
            at += 1

    def rest(self, most: int = LARGEST) -> str:
        """What is left, as one text; no more of it than a little above so many characters."""
        found, length = [], 0
        for _, line in self:
            found.append(line)
            length += len(line) + 1
            if length > most:
                break
        return "\n".join([*found, ""])

    def _fetch(self) -> bool:
        line = next(self._lines, None)
        if line is None:
            return False
        self._read += 1
        self._waiting.append((self._read, line))
        return True


def decoded(file: BinaryIO, longest: int = LARGEST) -> Iterator[str]:
    """The lines of a file in UTF-8, without their ends; what is no UTF-8 becomes a lone surrogate for each byte.

    A line longer than may be is cut a little above that, the rest of it passed over, so that no text fills the memory.
    """
    first = True
    while piece := file.readline(longest + 2):
        cut = piece
        while not cut.endswith(b"\n") and len(cut) > longest:
            cut = file.readline(longest + 2)
        line = piece.rstrip(b"\r\n").decode("utf-8", errors="surrogateescape")
        yield line.removeprefix("\ufeff") if first else line
        first = False


def documents(stream: Stream) -> Iterator[NumberedLine] | None:
    """The specs of a stream in which lines of `---` part them, each with the number of its first line.

    None, with the stream as it was, if it holds fewer than two.
    """
    return _parted(stream) if _holds_several(stream) else None


def _holds_several(stream: Stream) -> bool:
    """Whether something that looks like a spec is followed by `---` and by something else."""
    parts, is_new = 0, True
    for _, line in stream.ahead():
        if _SEPARATOR.match(line):
            is_new = True
        elif is_new and _CONTENT.match(line):
            if parts == 0 and not _KEY.match(line[:_LONGEST_KEY]):
                return False
            parts, is_new = parts + 1, False
            if parts == 2:
                return True
    return False


def _parted(stream: Stream) -> Iterator[NumberedLine]:
    start, lines = 1, list[str]()
    for number, line in stream:
        if _SEPARATOR.match(line):
            if any(map(_CONTENT.match, lines)):
                yield start, "\n".join(lines) + "\n"
            start, lines = number, ["   " + line[3:]]
        else:
            lines.append(line)
    if any(map(_CONTENT.match, lines)):
        yield start, "\n".join(lines) + "\n"
