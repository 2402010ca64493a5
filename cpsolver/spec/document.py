"""Text → plain data that keeps the place of every key, value and character.

The data is made from YAML's events, with a stack of our own: no constructor ever runs, nothing recurses, and every
scalar stays the text that it is (`003020600`, `no`, `12:30`, `1e3`). What YAML would guess or silently drop is an
error with its place: repeated keys, tags, merge keys, several documents.
"""

from __future__ import annotations

import bisect
import pathlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeAlias

from cpsolver.errors import Mark, Problem, SpecError
from cpsolver.spec.scalar import offsets
from cpsolver.spec.syntax import Complaint, in_plain_words

if TYPE_CHECKING:
    import yaml

Path: TypeAlias = tuple[str | int, ...]
Plain: TypeAlias = dict[str, "Plain"] | list["Plain"] | str

LARGEST = 1_000_000
DEEPEST = 50
MOST_EXPANDED = 100_000
MOST_PROBLEMS = 20


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


@dataclass(slots=True, eq=False)
class Node:
    """A value and its place: offsets in the text, and for collections the children and where their keys stand."""

    data: Plain
    start: int
    end: int
    style: str = ""
    children: dict[str | int, Node] = field(default_factory=dict)
    keys: dict[str | int, int] = field(default_factory=dict)
    size: int = 1
    height: int = 0
    characters: list[int] | None = None


@dataclass(frozen=True, eq=False)
class Document:
    """Plain data, and the place of everything in it. `folder` is where the files it names are looked for."""

    lines: Lines
    root: Node
    folder: pathlib.Path | None = None

    @property
    def source(self) -> str:
        """How messages call the text: a path, or a name such as `-`."""
        return self.lines.source

    @property
    def text(self) -> str:
        """The text itself, its lines ending in `\\n`."""
        return self.lines.text

    @property
    def data(self) -> Plain:
        """The whole text as mappings, lists and texts."""
        return self.root.data

    def node(self, path: Path) -> Node:
        """The value at a path, or the nearest around it that exists. A single value counts as a list of one."""
        node = self.root
        for key in path:
            if key in node.children:
                node = node.children[key]
            elif key != 0 or isinstance(node.data, list):
                break
        return node

    def mark(self, path: Path, offset: int = 0) -> Mark:
        """The place of a value or, in a text of any style, of the character at `offset` of it."""
        node = self.node(path)
        if not isinstance(node.data, str):
            return self.lines.mark(node.start)
        if node.characters is None:
            node.characters = offsets(self.text, node.start, node.end, node.style, node.data)
        return self.lines.mark(node.characters[max(0, min(offset, len(node.data)))])

    def key_mark(self, path: Path) -> Mark:
        """The place of the last key of a path; for an item of a list, of the item."""
        parent = self.node(path[:-1])
        if path and path[-1] in parent.keys:
            return self.lines.mark(parent.keys[path[-1]])
        return self.mark(path)

    def line(self, mark: Mark) -> str:
        """The line of text a mark stands in."""
        return self.lines.line(mark)


@dataclass(frozen=True)
class Place:
    """A value in a document, and a way to speak about it."""

    document: Document
    path: Path = ()

    def at(self, *keys: str | int) -> Place:
        """The place further inside."""
        return Place(self.document, (*self.path, *keys))

    @property
    def data(self) -> Plain:
        """The value here. A single value counts as a list of one."""
        return self.document.node(self.path).data

    def mark(self, offset: int = 0) -> Mark:
        """Where the value stands, or a character of its text."""
        return self.document.mark(self.path, offset)

    def key_mark(self) -> Mark:
        """Where the key of the value stands."""
        return self.document.key_mark(self.path)

    def problem(self, message: str, *, hint: str = "", offset: int = 0, at_key: bool = False) -> Problem:
        """What is wrong here, with the line it stands in."""
        mark = self.key_mark() if at_key else self.mark(offset)
        return Problem(message, mark, self.document.line(mark), hint)

    def error(self, message: str, *, hint: str = "", offset: int = 0, at_key: bool = False) -> SpecError:
        """The same as an error to raise."""
        return SpecError(self.problem(message, hint=hint, offset=offset, at_key=at_key))


def parse(text: str | bytes, source: str, folder: pathlib.Path | None = None) -> Document:
    """The document a text holds.

    Raises: SpecError, with a place, for whatever is not one mapping of plain YAML of a sensible size.
    """
    lines = Lines(source, _readable(text, source))
    builder = _Builder(lines)
    for event in _events(lines, builder):
        builder.take(event)
    return Document(lines, builder.finish(), folder)


def read(path: pathlib.Path) -> Document:
    """The document in a file, called by its path as a user would write it.

    Raises: SpecError if there is no such file, if it cannot be read, or if its text is wrong.
    """
    source = _as_written(path)
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise SpecError(Problem(f"{source}: {_reason(error)}")) from None
    return parse(text, source, path.parent)


def assembled(data: Plain, text: str, source: str, starts: Mapping[Path, int] | None = None) -> Document:
    """A document made of data that was not read as YAML; `starts` says where in the text its scalars begin."""
    lines = Lines(source, text)
    return Document(lines, _assemble(data, (), starts or {}))


def _assemble(data: Plain, path: Path, starts: Mapping[Path, int]) -> Node:
    node = Node(data, start := starts.get(path, 0), start, "verbatim")
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        node.children[key] = child = _assemble(value, (*path, key), starts)
        node.keys[key] = child.start
    return node


_REASONS: dict[type[Exception], str] = {
    FileNotFoundError: "no such file",
    NotADirectoryError: "no such file",
    IsADirectoryError: "this is a folder, not a file",
    PermissionError: "this file may not be read (permission denied)",
}


def _reason(error: OSError | ValueError) -> str:
    said = _REASONS.get(type(error)) or getattr(error, "strerror", None) or str(error)
    return said[:1].lower() + said[1:]


def _as_written(path: pathlib.Path) -> str:
    try:
        return path.relative_to(pathlib.Path.cwd()).as_posix()
    except (OSError, ValueError):
        return str(path)


# What may stand in a text: what YAML allows, without its exotic line breaks and marks nobody sees.
_STRANGE = re.compile("[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


def _readable(text: str | bytes, source: str) -> str:
    """The text, without byte-order mark, its lines ending in `\n`."""
    if len(text) > LARGEST:
        raise SpecError(Problem("the text is larger than 1 MB", Mark(source, 1, 1)))
    decoded = text if isinstance(text, str) else _decoded(text, source)
    decoded = decoded.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    strange = _STRANGE.search(decoded)
    if strange:
        message = f"character U+{ord(strange[0]):04X} cannot stand in a text"
        raise SpecError(Lines(source, decoded).problem(message, strange.start(), "is this a text file?"))
    return decoded


def _decoded(text: bytes, source: str) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        before = text[: error.start].decode("utf-8")
        mark = Lines(source, before).mark(len(before))
        message = f"byte {text[error.start]:#04x} is not UTF-8 text"
        raise SpecError(Problem(message, mark, hint="save the file as UTF-8")) from None


def _events(lines: Lines, builder: _Builder) -> Iterator[yaml.Event]:
    """YAML's events; its errors in plain words, after those already found."""
    import yaml

    try:
        yield from yaml.parse(lines.text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.MarkedYAMLError as error:
        at = error.problem_mark.index if error.problem_mark else 0
        began = error.context_mark.index if error.context_mark else at
        complaint = Complaint(error.problem or "", at, error.context or "", began)
        message, offset, hint = in_plain_words(lines.text, complaint)
        raise SpecError(*builder.problems, lines.problem(message, offset, hint)) from None


class _Builder:
    """Makes nodes of events, with a stack of the collections that are open."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.problems: list[Problem] = []
        self.open: list[Node] = []
        self.key: list[str | None] = []
        self.anchors: dict[str, Node | None] = {}
        self.names: list[str | None] = []
        self.expanded = 0
        self.root: Node | None = None
        self.documents = 0

    def take(self, event: yaml.Event) -> None:
        """Take in the next event."""
        take = self._takes.get(type(event).__name__)
        if take:
            take(self, event)

    def finish(self) -> Node:
        """The whole, a mapping.

        Raises: SpecError with all that was found wrong.
        """
        if self.root is None or self.root.data == "":
            self._refuse("the text is empty", 0, "a spec is a mapping, such as 'model: sudoku/classic'")
        elif not isinstance(self.root.data, dict):
            found = "a list" if isinstance(self.root.data, list) else "text"
            self._note(f"expected a mapping at the top, found {found}", self.root.start, "write 'key: value' lines")
        if self.problems or self.root is None:
            raise SpecError(*self.problems)
        return self.root

    def _note(self, message: str, offset: int, hint: str = "") -> None:
        """Note a problem and read on."""
        self.problems.append(self.lines.problem(message, offset, hint))
        if len(self.problems) >= MOST_PROBLEMS:
            raise SpecError(*self.problems)

    def _refuse(self, message: str, offset: int, hint: str = "") -> NoReturn:
        """Note a problem after which reading on makes no sense."""
        raise SpecError(*self.problems, self.lines.problem(message, offset, hint))

    def _document(self, event: yaml.DocumentStartEvent) -> None:
        self.documents += 1
        if self.documents > 1:
            self._refuse("a second document starts here", event.start_mark.index, "a file holds one mapping")

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        start, end = self._start(event), event.end_mark.index
        style = event.style if event.style in ("'", '"', "|", ">") else ""
        if self._expects_key():
            self._new_key(event.value, start, style)
            return
        node = Node(event.value, start, end, style, size=1 + len(event.value))
        if style == '"' and (strange := _STRANGE.search(event.value)):
            self._note(f"character U+{ord(strange[0]):04X} cannot stand in a text", start)
        if event.anchor:
            self.anchors[event.anchor] = node
        self._add(node, start)

    def _begin(self, event: yaml.MappingStartEvent | yaml.SequenceStartEvent) -> None:
        start = self._start(event)
        if self._expects_key():
            self._refuse("a key must be a text", start, "put the key in quotes")
        if len(self.open) >= DEEPEST:
            self._refuse(f"nested deeper than {DEEPEST} levels", start)
        data: Plain = {} if type(event).__name__ == "MappingStartEvent" else []
        self.open.append(Node(data, start, start, "[" if event.flow_style else "-"))
        self.key.append(None)
        self.names.append(event.anchor)
        if event.anchor:
            self.anchors[event.anchor] = None

    def _end(self, event: yaml.MappingEndEvent | yaml.SequenceEndEvent) -> None:
        node, anchor = self.open.pop(), self.names.pop()
        self.key.pop()
        node.end = event.end_mark.index
        if anchor:
            self.anchors[anchor] = node
        self._add(node, node.start)

    def _alias(self, event: yaml.AliasEvent) -> None:
        start = event.start_mark.index
        name = event.anchor
        if self._expects_key():
            self._refuse("a key must be a text", start, "put the key in quotes")
        node = self.anchors.get(name)
        if node is None:
            hint = f"put the value in quotes if '*{name}' is meant as text"
            self._refuse(f"no value before this one is called '&{name}'", start, hint)
        self.expanded += node.size
        if self.expanded > MOST_EXPANDED or len(self.open) + node.height > DEEPEST:
            self._refuse("aliases make this text too large", start, "write the values out")
        self._add(node, start)

    def _start(self, event: yaml.NodeEvent) -> int:
        """Where the value itself starts, behind its anchor. Tags are refused."""
        start: int = event.start_mark.index
        if getattr(event, "tag", None) is not None:
            self._note("tags are not read", start, "put the value in quotes if it starts with '!'")
        if event.anchor:
            behind = _ANCHOR.match(self.lines.text, start)
            start = min(behind.end() if behind else start, event.end_mark.index)
        return start

    def _expects_key(self) -> bool:
        return bool(self.open) and isinstance(self.open[-1].data, dict) and self.key[-1] is None

    def _new_key(self, key: str, start: int, style: str) -> None:
        parent = self.open[-1]
        if key in parent.keys:
            first = self.lines.mark(parent.keys[key])
            self._note(f"key '{key}' is written twice", start, f"the first is at {first.line}:{first.column}")
        elif key == "<<" and not style:
            self._note("merge keys are not read", start, "write the keys out")
        parent.keys.setdefault(key, start)
        self.key[-1] = key

    def _add(self, node: Node, start: int) -> None:
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        parent.size += node.size
        parent.height = max(parent.height, node.height + 1)
        if isinstance(parent.data, list):
            parent.keys[len(parent.data)] = start
            parent.children[len(parent.data)] = node
            parent.data.append(node.data)
            return
        key = self.key[-1]
        self.key[-1] = None
        if isinstance(parent.data, dict) and key is not None:
            parent.children[key] = node
            parent.data[key] = node.data

    _takes: ClassVar[dict[str, Callable[[_Builder, Any], None]]] = {
        "DocumentStartEvent": _document,
        "ScalarEvent": _scalar,
        "MappingStartEvent": _begin,
        "SequenceStartEvent": _begin,
        "MappingEndEvent": _end,
        "SequenceEndEvent": _end,
        "AliasEvent": _alias,
    }


_ANCHOR = re.compile(r"&[^\s,\[\]{}]+(?:[ \t\n]+(?:#[^\n]*)?)*")
