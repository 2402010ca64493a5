"""Words for what is wrong with an expression: the usual slips, and what should have stood at a place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

ENDS = "$END"
"""Lark's name for the end of the text."""

Words = tuple[str, int, str]
"""Message, offset, hint."""


def slip(text: str, offset: int) -> Words | None:
    """What is wrong, where, and what to write instead, if a known slip touches the offset; else None."""
    for pattern, words in _SLIPS:
        for found in pattern.finditer(text):
            if found.start() <= offset < found.end():
                return words(found, offset)
    return None


def wanted(accepted: Iterable[str]) -> str:
    """What could stand at a place, in words, from the names of the terminals accepted there."""
    names = set(accepted)
    words = []
    if "NUMBER" in names:
        words.append("a value")
    elif "PLUS_MINUS" in names:
        words.append("an operator")
    elif "NAME" in names:
        words.append("a name")
    else:
        words += [word for name, word in _KEYWORDS.items() if name in names]
    if "NUMBER" not in names:
        words += [word for name, word in _OTHERS.items() if name in names]
    if not words:
        return "the end"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


MEANING = "words are not, and, or, in, div, mod, if … then … else …; signs + - * / // % ^ = != < <= > >= -> <->"
"""What the language has, for signs it has not."""


def next_thing(missing: str, at_end: bool) -> str:
    """What to do where something else should stand."""
    if missing == "a value":
        return (
            "complete it, or take the last sign away"
            if at_end
            else "put a number, a name or '(…)' between, or take one sign away"
        )
    if missing.startswith("an operator"):
        return "put a sign such as '+', '=' or 'and' between, or take one of the two away"
    return f"write {missing} there"


_KEYWORDS = {"IN": "'in'", "_WHERE": "'where'"}
_OTHERS = {
    "_THEN": "'then'",
    "_ELSE": "'else'",
    "_COMMA": "','",
    "RIGHT_ROUND": "')'",
    "RIGHT_SQUARE": "']'",
    "RIGHT_CURLY": "'}'",
}


def _write(instead: str) -> Callable[[re.Match[str], int], Words]:
    return lambda found, offset: (f"'{found.group()}' is no operator", found.start(), f"write '{instead}'")


def _say(message: str, hint: str) -> Callable[[re.Match[str], int], Words]:
    return lambda found, offset: (message.format(found.group()), found.start(), hint)


def _missing_operator(found: re.Match[str], offset: int) -> Words:
    number, name = found.group(1), found.group(2)
    return f"an operator is missing between '{number}' and '{name}'", found.start(2), f"write '{number}*{name}'"


def _decimal_comma(found: re.Match[str], offset: int) -> Words:
    hint = f"write decimals with a point: {found.group().replace(',', '.')}"
    return "found ',' where an operator should stand", found.start() + found.group().index(","), hint


def _superscript(found: re.Match[str], offset: int) -> Words:
    plain = found.group().translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789"))
    return f"'{found.group()}' is no operator", found.start(), f"write '^{plain}'"


_SLIPS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], int], Words]], ...] = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"&&?|/\\|∧", _write("and")),
        (r"\|\|?|\\/|∨", _write("or")),
        (r"!==|<>", _write("!=")),
        (r"===|:=", _write("=")),
        (r"(?<=[\w)\]])!(?!=)", _say("'{}' is no operator", "write a factorial as 'product(i for i in 1..n)'")),
        (r"!(?!=)|~|¬", _write("not")),
        (r"<=>|⇔|↔", _write("<->")),
        (r"=>|⇒|→", lambda found, _: (f"'{found.group()}' is no operator", found.start(), "write '->' or '>='")),
        (r"=<", _write("<=")),
        (r"∈", _write("in")),
        (r"∉", _write("not in")),
        (r"∪|∩|∖", _say("'{}' is no operator", "write the set out, or use 'where'")),
        (r"[\"'`“”‘’„«»]", _say("quotes have no meaning here", "write names and symbols without quotes")),
        (r";", _say("'{}' has no meaning here", "write each condition as an item of its own")),
        (r"\?", _say("'{}' has no meaning here", "write 'if c then a else b'")),
        (r"[¹²³⁰-⁹]+", _superscript),
        (r"\b[0-9]+,[0-9]+\b", _decimal_comma),
        (r"(?<!\w)([0-9]+(?:\.[0-9]+)?)([^\W\d]\w*)", _missing_operator),
        (r"(?<!\w)([0-9]+(?:\.[0-9]+)?)(\((?=.))", lambda f, _: _before_bracket(f)),
        (r"(?<![\w)\]}.])\.[0-9]+", lambda f, _: ("a number starts with a digit", f.start(), f"write '0{f.group()}'")),
        (r"\b(?:AND|OR|NOT|XOR|IN|IF|THEN|ELSE|FOR|WHERE)\b", lambda f, _: _small(f)),
        (r"\bend(?:if)?\b", _say("'{}' has no meaning here", "'if c then a else b' needs no end")),
        (r"(?<=\))\s*\(", lambda found, _: _two_brackets(found)),
    )
)


def _before_bracket(found: re.Match[str]) -> Words:
    number = found.group(1)
    return f"an operator is missing between '{number}' and '('", found.start(2), f"write '{number}*('"


def _small(found: re.Match[str]) -> Words:
    return f"'{found.group()}' has no meaning here", found.start(), f"write '{found.group().lower()}'"


def _two_brackets(found: re.Match[str]) -> Words:
    return "found '(' where an operator should stand", found.end() - 1, "write 'all(… for i in 1..n)' or '*'"
