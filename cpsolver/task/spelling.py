"""What can be a name, and how those of quantities are taken apart: a letter or word, and what stands below the line."""

from __future__ import annotations

import re

_COUNTED = re.compile(r"([^\W\d_]+)(\d+)")


def stem_and_index(name: str) -> tuple[str, str]:
    """The name and its index: `x_1`, `v0` and `queen[3]` have one, `Rs` has none, as books of physics have it.

    Digits at the end are an index, with or without an underscore; letters are one only after an underscore, since words
    that start with any letter are names as well. The index is empty if there is none.
    """
    head, bracket, tail = name.partition("[")
    if bracket:
        return head, tail.rstrip("]")
    head, _, tail = name.partition("_")
    counted = _COUNTED.fullmatch(head)
    if counted is None:
        return head, tail
    return counted[1], f"{counted[2]},{tail}" if tail else counted[2]


WORDS = frozenset(
    {"and", "or", "xor", "not", "in", "div", "mod", "true", "false", "if", "then", "else", "for", "where"}
)
"""Words of the language."""

_NAME = re.compile(r"[^\W\d¹²³⁰-⁹₀-₉¼-¾][^\W¹²³⁰-⁹¼-¾]*")


def is_name(text: str) -> bool:
    """Whether a text is read as a name where it stands in an expression."""
    return _NAME.fullmatch(text) is not None and text not in WORDS
