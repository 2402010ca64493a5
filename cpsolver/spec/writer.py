"""Data → the text of a spec: what `document.parse` reads back as the same data.

All scalars are text, as they are in a document; they are put in quotes only where YAML would read something else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from cpsolver.spec.document import Plain
from cpsolver.spec.text import STRANGE

WIDEST = 100
_BARE = re.compile(r"[A-Za-z0-9_/.](?:[A-Za-z0-9_/.+*()=<>^%' -]*[A-Za-z0-9_/.)])?")
_BLOCK_LINE = re.compile(r"(?:[^\s#](?:.*\S)?)?")


def spec_text(data: Plain) -> str:
    """The YAML of a mapping, its keys in order; short lists and mappings stay on one line.

    Raises: ValueError for text with characters that no spec may hold.
    """
    return "\n".join(_block(data, 0)) + "\n"


def flow(data: Plain) -> str:
    """Data on one line: `[{cells: [r1c1, r1c2], sum: 7}]`. Raises: ValueError for text of several lines in it."""
    found = _flow(data)
    if found is None:
        raise ValueError("text of several lines cannot stand on one")
    return found


def _block(data: Plain, depth: int) -> Iterator[str]:
    """The lines of a mapping or a list."""
    indent = "  " * depth
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _entry(f"{indent}{_scalar(key)}:", value, depth)
    elif isinstance(data, list):
        for item in data:
            yield from _entry(f"{indent}-", item, depth)


def _entry(start: str, value: Plain, depth: int) -> Iterator[str]:
    """A key or a dash with its value: behind it if that fits on the line, else below."""
    if isinstance(value, str):
        if _is_block(value):
            yield f"{start} |"
            yield from ("  " * (depth + 1) + line if line else "" for line in value[:-1].split("\n"))
        else:
            yield f"{start} {_scalar(value)}"
        return
    inline = _flow(value)
    if not value or (inline is not None and len(start) + len(inline) < WIDEST):
        yield f"{start} {inline}"
        return
    yield start
    yield from _block(value, depth + 1)


def _is_block(text: str) -> bool:
    """Whether a text is several lines that a block of YAML holds as they are."""
    lines = text[:-1].split("\n")
    is_plain = text.endswith("\n") and not text.endswith("\n\n") and bool(lines[0])
    return is_plain and not STRANGE.search(text) and all(map(_BLOCK_LINE.fullmatch, lines))


def _flow(value: Plain) -> str | None:
    """A value on one line; None if it holds text of several lines."""
    if isinstance(value, str):
        return None if "\n" in value else _scalar(value)
    if isinstance(value, dict):
        parts = [(_scalar(key), _flow(inside)) for key, inside in value.items()]
        return None if any(part is None for _, part in parts) else "{" + ", ".join(f"{k}: {v}" for k, v in parts) + "}"
    items = [_flow(item) for item in value]
    return None if None in items else "[" + ", ".join(filter(None, items)) + "]"


def _scalar(text: str) -> str:
    """A text as YAML reads it back, bare where nothing in it has a meaning there."""
    if STRANGE.search(text):
        raise ValueError("a character in this text cannot stand in a spec")
    is_bare = _BARE.fullmatch(text) and not text.startswith(("---", "..."))
    return text if is_bare else json.dumps(text, ensure_ascii=False)
