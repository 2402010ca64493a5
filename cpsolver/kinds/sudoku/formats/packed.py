"""SudokuPad's packed JSON: short keys without quotes, `'` for `"`, `t`, `f`, bare colours, nothing for `{}`.

Read by a tokenizer: what stands inside a text is never taken for structure.
"""

from __future__ import annotations

import json
import re
from typing import Any

from cpsolver.kinds.sudoku.formats.payload import DEEPEST
from cpsolver.kinds.sudoku.formats.record import wrong

_SHORT = {
    "color": "c", "cages": "ca", "center": "ct", "borderColor": "c1", "backgroundColor": "c2", "cells": "ce",
    "cellSize": "cs", "arrows": "a", "overlays": "o", "underlays": "u", "width": "w", "height": "h", "value": "v",
    "videos": "vd", "lines": "l", "rounded": "r", "regions": "re", "fontSize": "fs", "thickness": "th",
    "headLength": "hl", "wayPoints": "wp", "title": "t", "text": "te", "duration": "d", "d": "d2",
}  # fmt: skip
_LONG = {short: long for long, short in _SHORT.items()}
_TOKEN = re.compile(
    r"""(?P<sign>[{}\[\]:,])|(?P<text>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|(?P<bare>[#A-Za-z0-9_+.-]+)""", re.S
)
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?")
_WORDS: dict[str, Any] = {
    "t": True, "f": False, "true": True, "false": False, "null": None, "#0": "#000000", "#F": "#FFFFFF",
}  # fmt: skip
_HINT = "copy the link again, to its very end"


def unpacked(text: str) -> Any:
    """The data of a packed text, its keys as long as in JSON. Raises: FormatError, with the offset."""
    reader = _Reader(text)
    value = reader.value(0)
    if reader.at < len(text.rstrip()):
        raise wrong("something stands behind the packed puzzle", _HINT, reader.at)
    return value


class _Reader:
    """A descent over the tokens of a packed text."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def peek(self) -> str:
        """The next character that is no blank, "" at the end."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.text[self.at : self.at + 1]

    def take(self) -> re.Match[str]:
        self.peek()
        match = _TOKEN.match(self.text, self.at)
        if match is None:
            raise wrong("this is no packed puzzle", _HINT, self.at)
        self.at = match.end()
        return match

    def value(self, depth: int) -> Any:
        """The value here; nothing before a comma or a bracket stands for `{}`."""
        if depth > DEEPEST:
            raise wrong("the packed puzzle is nested too deep", "no puzzle is", self.at)
        following = self.peek()
        if following and following in ",]}":
            return {}
        match = self.take()
        if match["text"]:
            return _text(match["text"])
        if match["bare"]:
            return _bare(match["bare"], match.start())
        if match["sign"] == "{":
            return self.mapping(depth)
        if match["sign"] == "[":
            return self.listing(depth)
        raise wrong(f"'{match['sign']}' stands where a value should", _HINT, match.start())

    def listing(self, depth: int) -> list[Any]:
        if self.peek() == "]":
            self.take()
            return []
        found = [self.value(depth + 1)]
        while self.separator("]"):
            found.append(self.value(depth + 1))
        return found

    def mapping(self, depth: int) -> dict[str, Any]:
        if self.peek() == "}":
            self.take()
            return {}
        found: dict[str, Any] = {}
        while True:
            match = self.take()
            key: str = _text(match["text"]) if match["text"] else match["bare"] or ""
            if not key or self.take()["sign"] != ":":
                raise wrong("expected 'key:'", _HINT, match.start())
            found[_LONG.get(key, key)] = self.value(depth + 1)
            if not self.separator("}"):
                return found

    def separator(self, closing: str) -> bool:
        """Whether a comma follows. Raises: FormatError if neither a comma nor the closing bracket does."""
        match = self.take()
        if match["sign"] not in (",", closing):
            raise wrong(f"expected ',' or '{closing}'", _HINT, match.start())
        return match["sign"] == ","


def _text(quoted: str) -> str:
    """The characters between quotes, escapes as in JSON; `\\'` is a quote."""
    inside = quoted[1:-1]
    if quoted[0] == "'":
        inside = re.sub(r"""\\(.)|(")""", lambda m: "'" if m[1] == "'" else '\\"' if m[2] else m[0], inside, flags=re.S)
    try:
        return str(json.loads(f'"{inside}"', strict=False))
    except ValueError:
        return inside


def _bare(word: str, offset: int) -> Any:
    if word in _WORDS:
        return _WORDS[word]
    if re.fullmatch("[0-9a-fA-F]{6}", word) and not word.isdigit():
        return "#" + word
    if _NUMBER.fullmatch(word) and len(word) <= 30:
        return float(word) if re.search("[.eE]", word) else int(word)
    if re.fullmatch("[0-9a-fA-F]{6}", word):
        return "#" + word
    raise wrong(f"'{word[:20]}' is neither a number nor a text in quotes", _HINT, offset)


def packed(data: Any) -> str:
    """Data in packed form: empty lists in mappings are left out."""
    if isinstance(data, dict):
        items = {_SHORT.get(key, key): value for key, value in data.items() if value != []}
        return "{" + ",".join(f"{_key(str(key))}:{packed(value)}" for key, value in items.items()) + "}"
    if isinstance(data, list):
        return "[" + ",".join("" if item == {} and len(data) > 1 else packed(item) for item in data) + "]"
    if isinstance(data, str):
        return _colour(data) or _quoted(data)
    return {True: "t", False: "f"}.get(data, json.dumps(data)) if isinstance(data, bool) else json.dumps(data)


def _quoted(text: str) -> str:
    """A text in single quotes; quotes inside are written so that SudokuPad's own replacing of signs reads them."""
    inside = json.dumps(text, ensure_ascii=False)[1:-1].replace('\\"', "\\u0022")
    return "'" + inside.replace("'", "\\u0027" if "\\" in inside else "\\'") + "'"


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9]+", key) else packed(key)


def _colour(text: str) -> str:
    """A colour as it is packed; "" for other texts."""
    if text in ("#000000", "#FFFFFF"):
        return "#0" if text == "#000000" else "#F"
    bare = text[1:]
    return bare if re.fullmatch("#[0-9a-fA-F]{6}", text) and not bare.isdigit() and "e" not in bare.lower() else ""
