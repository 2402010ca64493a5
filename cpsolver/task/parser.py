"""Text → tree, by the grammar in `grammar.lark` (LALR). The only module that knows Lark.

Nothing here evaluates anything: a text is at most a tree of names, numbers and calls. Length, nesting and the size of
numbers are bounded, and whatever passes a bound is an `ExpressionError` with its place.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import lark

from cpsolver.task.cache_folder import cache_folder
from cpsolver.task.expression import Comprehension, Constant, Element, Name, Node, Span
from cpsolver.task.growing import LONGEST_NUMBER, NumberTooLong, Trees
from cpsolver.task.slips import ENDS, MEANING, next_thing, slip, wanted

LONGEST = 10_000
"""Characters in one expression."""

DEEPEST = 100
"""Nodes below one another, and brackets within brackets."""


class ExpressionError(ValueError):
    """The text is no expression: what is wrong, at which offset of the text, and what to do next."""

    def __init__(self, message: str, offset: int = 0, hint: str = "") -> None:
        self.message, self.offset, self.hint = message, offset, hint
        super().__init__(message)


@dataclass(frozen=True)
class Declared:
    """A name being declared, `x` or `queen[1..n]`, with the expressions of its index sets."""

    name: str
    index_sets: tuple[Node, ...]
    span: Span


@lru_cache(maxsize=4096)
def parse_expression(text: str) -> Node:
    """The tree of a condition, formula or set; `… for … in …` on the outside gives a `Comprehension`.

    Raises: ExpressionError.
    """
    if len(text) < 100 and _NAME.fullmatch(text) and text not in _WORDS:
        return Name(text, span=(0, len(text)))
    if len(text) < 10 and text.isascii() and text.isdigit():
        return Constant(int(text), span=(0, len(text)))
    node: Node = _parse(text, "condition")
    return node


_NAME = re.compile("[A-Za-z_][A-Za-z_0-9]*")
_WORDS = frozenset(
    ("and", "or", "xor", "not", "in", "div", "mod", "true", "false", "if", "then", "else", "for", "where")
)


@lru_cache(maxsize=1024)
def parse_binding(text: str) -> Comprehension:
    """What stands after `for:`, as a comprehension of `true`: `(a, b) in border where a != b`.

    Raises: ExpressionError.
    """
    clauses, where = _parse(text, "binding")
    return Comprehension(Constant(True), clauses, where, span=(0, len(text)))


@lru_cache(maxsize=1024)
def parse_declaration(text: str) -> tuple[Declared, ...]:
    """The names declared by a key such as `S, M` or `cell[1..n, 1..n]`.

    Raises: ExpressionError.
    """
    return tuple(_declared(node) for node in _parse(text, "declaration"))


def _declared(node: Node) -> Declared:
    if isinstance(node, Name):
        return Declared(node.name, (), node.span)
    if isinstance(node, Element) and isinstance(node.array, Name):
        return Declared(node.array.name, node.indices, node.span)
    raise ExpressionError("a name should stand here", node.span[0], "write 'x', 'x, y' or 'x[1..n]'")


def _parse(text: str, start: str) -> Any:
    if not text.strip():
        raise ExpressionError("the expression is empty", 0, "write one, such as 'x + y = 5'")
    if len(text) > LONGEST:
        hint = "split it into several conditions"
        raise ExpressionError(f"the expression has {len(text)} characters; at most {LONGEST} are read", 0, hint)
    _check_brackets(text)
    try:
        tree = _lark().parse(text, start=start)
    except lark.UnexpectedToken as error:
        raise _unexpected(text, error) from None
    except lark.UnexpectedCharacters as error:
        raise _unknown_sign(text, error.pos_in_stream or 0) from None
    except NumberTooLong as error:
        message = f"a number of more than {LONGEST_NUMBER} digits"
        raise ExpressionError(message, error.offset, "no solver can count so far") from None
    if len(text) > DEEPEST and isinstance(tree, Node):
        _check_depth(tree)
    return tree


_BRACKET = re.compile(r"[()\[\]{}]|\"[^\"\n]*\"|'[^'\n]*'")
_QUOTES = ("'", '"')
_PAIRS = {")": "(", "]": "[", "}": "{"}


def _check_brackets(text: str) -> None:
    """Every bracket has its partner, and not too many stand within one another."""
    still_open: list[tuple[str, int]] = []
    for found in _BRACKET.finditer(text):
        sign, offset = found.group(), found.start()
        if sign.startswith(_QUOTES):
            continue
        if sign not in _PAIRS:
            still_open.append((sign, offset))
            if len(still_open) > DEEPEST:
                raise ExpressionError(f"more than {DEEPEST} brackets within one another", offset, _FLATTER)
        elif not still_open:
            raise ExpressionError(f"'{sign}' closes nothing", offset, f"remove it, or open it with '{_PAIRS[sign]}'")
        elif still_open[-1][0] != _PAIRS[sign]:
            opener, place = still_open[-1]
            message = f"'{sign}' does not close '{opener}'"
            raise ExpressionError(message, offset, f"still open: {_snippet(text, place)}")
        else:
            still_open.pop()
    if still_open:
        opener, place = still_open[-1]
        closer = next(right for right, left in _PAIRS.items() if left == opener)
        raise ExpressionError(f"'{opener}' is never closed", place, f"add '{closer}'")


_FLATTER = "state parts of it as conditions of their own"


def _snippet(text: str, offset: int) -> str:
    part = " ".join(text[offset : offset + 20].split())
    return f"'{part}…'" if offset + 20 < len(text) else f"'{part}'"


def _check_depth(tree: Node) -> None:
    layer, depth = [tree], 0
    while layer:
        depth += 1
        if depth > DEEPEST:
            raise ExpressionError(f"more than {DEEPEST} operations within one another", layer[0].span[0], _FLATTER)
        layer = [child for node in layer for child in node.children()]


def _unexpected(text: str, error: lark.UnexpectedToken) -> ExpressionError:
    end = error.token.type == ENDS
    offset = len(text.rstrip()) if end else error.token.start_pos or 0
    known = slip(text, offset)
    if known:
        return ExpressionError(*known)
    found = "the text ends" if end else f"found '{error.token}'"
    missing = wanted(error.accepts or ())
    return ExpressionError(f"{found} where {missing} should stand", offset, next_thing(missing, end))


def _unknown_sign(text: str, offset: int) -> ExpressionError:
    known = slip(text, offset)
    return (
        ExpressionError(*known) if known else ExpressionError(f"'{text[offset]}' has no meaning here", offset, MEANING)
    )


@cache
def _lark() -> lark.Lark:
    """The parser. Its tables take 150 ms to build and 10 to read, so they are kept in the user's cache folder."""
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    folder = cache_folder()
    if folder is None:
        return _build(grammar)
    digest = hashlib.sha256(grammar.encode()).hexdigest()[:16]
    kept = folder / f"grammar-{digest}-{lark.__version__}-{sys.version_info[0]}.{sys.version_info[1]}"
    if kept.exists():
        return _build(grammar, str(kept))
    # Written apart and then moved, so that no other process reads half of it.
    fresh = kept.with_name(f"{kept.name}.{os.getpid()}")
    built = _build(grammar, str(fresh))
    with suppress(OSError):
        fresh.replace(kept)
    return built


def _build(grammar: str, cached: str | bool = False) -> lark.Lark:
    return lark.Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        start=["condition", "binding", "declaration"],
        maybe_placeholders=False,
        transformer=Trees(),
        cache=cached,
    )
