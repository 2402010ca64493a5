"""YAML events → a tree of values that know their places. No constructor runs, nothing recurses.

Every scalar stays the text that it is. What YAML would guess, merge or silently drop is an error: repeated keys, tags,
merge keys, several documents, aliases that unfold into a flood.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, NoReturn, TypeAlias

from cpsolver.errors import Problem, SpecError
from cpsolver.spec.syntax import quote_it
from cpsolver.spec.text import DEEPEST, FLATTER, STRANGE, TOO_DEEP, Lines, no_text

Path: TypeAlias = tuple[str | int, ...]
Plain: TypeAlias = dict[str, "Plain"] | list["Plain"] | str
Event: TypeAlias = Any  # one of PyYAML's; that package is imported by `document` alone

MOST_EXPANDED = 100_000  # characters and values that aliases may add
MOST_PROBLEMS = 20

_STYLES = frozenset(("'", '"', "|", ">"))
_ANCHOR = re.compile(r"&[^\s,\[\]{}]+(?:[ \t\n]+(?:#[^\n]*)?)*")
_COMMA_HINT = "inside […] and {…} a comma ends the item: put the text in quotes"


@dataclass(slots=True, eq=False)
class Node:
    """A value and its place: offsets in the text, and for collections the children and where their keys stand.

    style:      of a scalar, "" or its first sign; of a collection "[" if it is written in brackets
    size:       how many characters and values it holds, aliases unfolded
    height:     levels of collections inside
    characters: where each character of a scalar stands, once somebody asked
    """

    data: Plain
    start: int
    end: int
    style: str = ""
    children: dict[str | int, Node] = field(default_factory=lambda: _NO_CHILDREN)
    keys: dict[str | int, int] = field(default_factory=lambda: _NO_KEYS)
    size: int = 1
    height: int = 0
    characters: list[int] | None = None


_NO_CHILDREN: dict[str | int, Node] = {}  # one for all scalars: there are many of them
_NO_KEYS: dict[str | int, int] = {}


@dataclass(slots=True)
class _Open:
    """A collection whose end has not come yet, the name it is to get, and the key that waits for its value."""

    node: Node
    anchor: str | None
    key: str | None = None

    @property
    def expects_key(self) -> bool:
        return self.key is None and isinstance(self.node.data, dict)


class Composer:
    """Makes nodes of events, with a stack of the collections that are open. `problems` holds what is wrong so far."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.problems: list[Problem] = []
        self._open: list[_Open] = []
        self._anchors: dict[str, Node | None] = {}  # None while the value is still open
        self._expanded = 0
        self._root: Node | None = None
        self._has_begun = False

    def take(self, event: Event) -> None:
        """Take in the next event.

        Raises: SpecError where reading on makes no sense.
        """
        take = self._takes.get(type(event).__name__)
        if take:
            take(self, event)

    def finish(self) -> Node:
        """The whole, a mapping.

        Raises: SpecError with all that was found wrong.
        """
        root = self._root
        if root is None or root.data == "":
            self._refuse("the text is empty", 0, "a spec is a mapping, such as 'model: sudoku/classic'")
        if not isinstance(root.data, dict):
            found = "a list" if isinstance(root.data, list) else "text"
            self._note(f"expected a mapping, found {found}", root.start, "a spec consists of lines 'key: value'")
        if self.problems:
            raise SpecError(*self.problems)
        return root

    def _note(self, message: str, offset: int, hint: str = "") -> None:
        """Note a problem and read on."""
        self.problems.append(self.lines.problem(message, offset, hint))
        if len(self.problems) >= MOST_PROBLEMS:
            raise SpecError(*self.problems)

    def _refuse(self, message: str, offset: int, hint: str = "") -> NoReturn:
        """Note a problem after which reading on makes no sense."""
        raise SpecError(*self.problems, self.lines.problem(message, offset, hint))

    def _document(self, event: Event) -> None:
        if self._has_begun:
            self._refuse("a second document starts here", event.start_mark.index, "a file holds one; remove '---'")
        self._has_begun = True

    def _scalar(self, event: Event) -> None:
        start, end = self._start(event), event.end_mark.index
        style = event.style if event.style in _STYLES else ""
        self._check_scalar(event.value, start, style)
        if self._open and self._open[-1].expects_key:
            self._take_key(event.value, start, style)
            return
        node = Node(event.value, start, end, style, size=1 + len(event.value))
        if event.anchor:
            self._anchors[event.anchor] = node
        self._add(node, start)

    def _check_scalar(self, value: str, start: int, style: str) -> None:
        """Escapes may hide what no text may hold; a comma in brackets cuts `f(a, b)` in two."""
        if style == '"' and (strange := STRANGE.search(value)):
            self._note(no_text(strange[0]), start, "write it without the escape")
        is_cut = self._open and self._open[-1].node.style == "[" and value.count("(") > value.count(")")
        if is_cut and not style:
            self._note(f"'{value}' has a bracket that is not closed", start, _COMMA_HINT)

    def _take_key(self, key: str, start: int, style: str) -> None:
        parent = self._open[-1]
        parent.key = key
        first = parent.node.keys.setdefault(key, start)
        if first != start:
            mark = self.lines.mark(first)
            self._note(f"key '{key}' is repeated", start, f"it is first at line {mark.line}, column {mark.column}")
        elif not style and key in _WRONG_KEYS:
            message, hint = _WRONG_KEYS[key]
            self._note(message, start, hint)

    def _begin(self, event: Event) -> None:
        start = self._start(event)
        self._expect_value(start)
        if len(self._open) >= DEEPEST:
            self._refuse(TOO_DEEP, start, FLATTER)
        data: Plain = {} if type(event).__name__ == "MappingStartEvent" else []
        node = Node(data, start, start, "[" if event.flow_style else "", {}, {})
        self._open.append(_Open(node, event.anchor))
        if event.anchor:
            self._anchors[event.anchor] = None

    def _end(self, event: Event) -> None:
        closed = self._open.pop()
        closed.node.end = event.end_mark.index
        if closed.anchor:
            self._anchors[closed.anchor] = closed.node
        self._add(closed.node, closed.node.start)

    def _alias(self, event: Event) -> None:
        start, name = event.start_mark.index, event.anchor
        self._expect_value(start)
        if name not in self._anchors:
            message = f"unquoted '*{name}' stands for a value named '&{name}', and there is none"
            self._refuse(message, start, quote_it(self.lines.text, start))
        node = self._anchors[name]
        if node is None:
            self._refuse(f"'{name}' cannot hold itself", start, "write the value out")
        self._expanded += node.size
        if self._expanded > MOST_EXPANDED:
            self._refuse(f"aliases unfold into more than {MOST_EXPANDED} characters", start, "write the values out")
        if len(self._open) + node.height > DEEPEST:
            self._refuse(TOO_DEEP, start, FLATTER)
        self._add(node, start)

    def _start(self, event: Event) -> int:
        """Where the value itself starts, behind its anchor. Tags are refused."""
        start: int = event.start_mark.index
        if getattr(event, "tag", None) is not None:
            message = "unquoted text that starts with '!' is a tag, and tags are not read"
            self._note(message, start, quote_it(self.lines.text, start))
        if event.anchor:
            behind = _ANCHOR.match(self.lines.text, start)
            start = min(behind.end() if behind else start, event.end_mark.index)
        return start

    def _expect_value(self, start: int) -> None:
        if self._open and self._open[-1].expects_key:
            self._refuse("a key must be text", start, "put the key in quotes")

    def _add(self, node: Node, start: int) -> None:
        """Put a finished value into the collection that is open."""
        if not self._open:
            self._root = node
            return
        above = self._open[-1]
        parent = above.node
        parent.size += node.size
        parent.height = max(parent.height, node.height + 1)
        if isinstance(parent.data, list):
            parent.keys[len(parent.data)] = start
            parent.children[len(parent.data)] = node
            parent.data.append(node.data)
        elif isinstance(parent.data, dict) and above.key is not None:
            parent.children[above.key] = node
            parent.data[above.key] = node.data
            above.key = None

    _takes: ClassVar[dict[str, Callable[[Composer, Event], None]]] = {
        "DocumentStartEvent": _document,
        "ScalarEvent": _scalar,
        "MappingStartEvent": _begin,
        "SequenceStartEvent": _begin,
        "MappingEndEvent": _end,
        "SequenceEndEvent": _end,
        "AliasEvent": _alias,
    }


_WRONG_KEYS = {
    "<<": ("merge keys are not read", "write the keys out; a model may extend another by 'extends'"),
    "": ("a key is missing before ':'", "a line is 'key: value'"),
}
