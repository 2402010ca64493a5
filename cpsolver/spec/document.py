"""Text → plain data that keeps the place of every key, value and character.

The only door to YAML's parser. Only its events are used, so that every scalar stays the text that it is (`003020600`,
`no`, `12:30`, `1e3`), nothing is constructed and nothing recurses; see `composing`.
"""

from __future__ import annotations

import pathlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from cpsolver import library
from cpsolver.errors import Mark, Problem, SpecError
from cpsolver.spec.composing import Composer, Event, Node, Path, Plain
from cpsolver.spec.scalar import offsets
from cpsolver.spec.syntax import Complaint, in_plain_words
from cpsolver.spec.text import LARGEST, Lines, Typed, readable
from cpsolver.task.building import building

__all__ = ["Document", "Path", "Place", "Plain", "assembled", "parse", "read", "typed", "words_for"]


@dataclass(frozen=True, eq=False)
class Document:
    """Plain data, and the place of everything in it.

    folder: where the files it names are looked for
    record: what a kind read the text as, where it is in a format of players
    grafts: values that stand in other texts, by their paths
    """

    lines: Lines = field(repr=False)
    root: Node = field(repr=False)
    folder: pathlib.Path | None = None
    record: object = field(default=None, repr=False)
    grafts: Mapping[Path, Place] = field(default_factory=dict, repr=False)

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

    @property
    def is_assembled(self) -> bool:
        """Whether it was not written in YAML, but made from a text in a format of players."""
        return self.root.style == "verbatim"

    def node(self, path: Path) -> Node | None:
        """The value at a path, or None. A single value counts as a list of one."""
        node, depth = self._walk(path)
        return node if depth == len(path) else None

    def mark(self, path: Path, offset: int = 0) -> Mark:
        """The place of a value; in a text of any style, of the character at `offset` of it, or of its end.

        What does not exist has the place of the nearest value around it.
        """
        if there := self._elsewhere(path):
            return there.mark(offset)
        node, _ = self._walk(path)
        if not isinstance(node.data, str):
            return self.lines.mark(node.start)
        if node.characters is None:
            first = node.start + len(node.style)
            if node.style in _IN_A_ROW and self.text.startswith(node.data, first):
                return self.lines.mark(first + max(0, min(offset, len(node.data))))
            node.characters = offsets(self.text, node.start, node.end, node.style, node.data)
        return self.lines.mark(node.characters[max(0, min(offset, len(node.data)))])

    def key_mark(self, path: Path) -> Mark:
        """The place of the last key of a path; for an item of a list, of the item."""
        if there := self._elsewhere(path):
            return there.key_mark()
        parent = self.node(path[:-1])
        if path and parent and path[-1] in parent.keys:
            return self.lines.mark(parent.keys[path[-1]])
        return self.mark(path)

    def line(self, mark: Mark) -> str:
        """The line of text a mark stands in."""
        for place in self.grafts.values() if mark.source != self.source else ():
            if mark.source == place.document.source:
                return place.document.line(mark)
        return self.lines.line(mark)

    def grafted(self, path: Path, place: Place) -> Document:
        """The same with the value of another text put at a path; its places stay those of that text.

        What stands on the way to the path is a mapping, or is not there.
        """
        there = place.document.node(place.path)
        assert there is not None, f"{place.path} is in {place.document.source}"
        return replace(self, root=_with(self.root, path, there), grafts={**self.grafts, path: place})

    def _elsewhere(self, path: Path) -> Place | None:
        """The place in the other text that holds the value at a path."""
        for start, place in self.grafts.items():
            if path[: len(start)] == start:
                return place.at(*path[len(start) :])
        return None

    def _walk(self, path: Path) -> tuple[Node, int]:
        """The last value on the way along a path, and how many of the keys lead to it."""
        node = self.root
        for depth, key in enumerate(path):
            if key in node.children:
                node = node.children[key]
            elif key != 0 or isinstance(node.data, list):
                return node, depth
        return node, len(path)


@dataclass(frozen=True)
class Place:
    """A value in a document, and a way to speak about it."""

    document: Document
    path: Path = ()

    def at(self, *keys: str | int) -> Place:
        """The place further inside."""
        return Place(self.document, (*self.path, *keys))

    @property
    def exists(self) -> bool:
        """Whether there is a value here."""
        return self.document.node(self.path) is not None

    @property
    def data(self) -> Plain:
        """The value here. A single value counts as a list of one.

        Raises: KeyError if there is none.
        """
        node = self.document.node(self.path)
        if node is None:
            raise KeyError(self.path)
        return node.data

    def entries(self) -> dict[str, Place]:
        """The places in a mapping, by key; none in anything else."""
        return {key: self.at(key) for key in self.data} if isinstance(self.data, dict) else {}

    def items(self) -> tuple[Place, ...]:
        """The places in a list. A single value counts as a list of one, nothing as an empty one."""
        if isinstance(self.data, list):
            return tuple(self.at(index) for index in range(len(self.data)))
        return (self.at(0),) if self.data else ()

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
    return _composed(readable(text, source), folder)


def typed(name: str, value: str, source: str) -> Document:
    """The document of `name=value` on a command line: the value is YAML if it starts as a mapping or a list does.

    A list that is told by `for` is an expression and stays the text that it is, and so does one with a unit behind it.
    Raises: SpecError, with its place in what was typed, if it is no YAML then.
    """
    if value.startswith(("{", "[")) and not re.fullmatch(
        r"\[[^,]*\bfor\b.*\]|\[[^\[\]]*\]\s*[^\s\]].*", value, re.DOTALL
    ):
        return _composed(Typed(source, readable(f"{name}: {value}", source).text, name))
    return assembled({name: value}, f"{name}={value}", source, {(name,): len(name) + 1})


@building()
def _composed(lines: Lines, folder: pathlib.Path | None = None) -> Document:
    composer = Composer(lines)
    for event in _events(lines, composer.problems):
        composer.take(event)
    return Document(lines, composer.finish(), folder)


def read(path: pathlib.Path) -> Document:
    """The document in a file, called by its path as a user would write it.

    Raises: SpecError if there is no such file, if it cannot be read, or if its text is wrong.
    """
    source = as_written(path)
    try:
        text = contents(path)
    except (OSError, ValueError) as error:
        raise SpecError(Problem(f"{source}: {in_words(error)}")) from None
    return parse(text, source, path.parent)


def contents(path: pathlib.Path) -> bytes:
    """What is in a file, but no more than a text may hold and one byte.

    Raises: OSError; ValueError for a path that no file can have.
    """
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def as_written(path: pathlib.Path) -> str:
    """A path as a user would write it: from the working folder, if it lies inside; on the library's shelf by name."""
    try:
        return path.resolve().relative_to(pathlib.Path.cwd()).as_posix()
    except (OSError, ValueError, RuntimeError):
        return library.own_name(path) or str(path)


def assembled(
    data: Plain,
    text: str,
    source: str,
    starts: Mapping[Path, int] | None = None,
    characters: Mapping[Path, list[int]] | None = None,
    record: object = None,
) -> Document:
    """A document of data that was not written in YAML.

    starts:     where in the text its scalars begin
    characters: where each character of a scalar stands, and its end, for those that do not stand there in one piece
    record:     what a kind read the text as
    """
    document = Document(Lines(source, text), _assemble(data, (), starts or {}), record=record)
    for path, offsets_of in (characters or {}).items():
        node = document.node(path)
        assert node is not None, f"{path} is in the data"
        node.characters = offsets_of
    return document


def words_for(value: object) -> str:
    """What a value is, in words: `a mapping`, `a list`, `nothing`, or its text in quotes."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    shown = str(value)
    if len(shown) > LONGEST_SHOWN:
        shown = shown[:LONGEST_SHOWN] + "…"
    return f"'{shown}'" if shown else "nothing"


def in_words(error: OSError | ValueError) -> str:
    """Why a file cannot be read."""
    for kind, said in _REASONS.items():
        if isinstance(error, kind):
            return said
    said = getattr(error, "strerror", None) or str(error)
    return said[:1].lower() + said[1:]


LONGEST_SHOWN = 60

_IN_A_ROW = ("", "'", '"')
"""Styles in which the characters of a text of one line stand beside one another, unless one is escaped."""

_REASONS: dict[type[Exception], str] = {
    FileNotFoundError: "no such file",
    NotADirectoryError: "no such file",
    IsADirectoryError: "this is a folder, not a file",
    PermissionError: "the file may not be read",
}


def _events(lines: Lines, found: list[Problem]) -> Iterator[Event]:
    """YAML's events; a syntax error is said in plain words, after the problems found before it."""
    import yaml

    try:
        yield from yaml.parse(lines.text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.MarkedYAMLError as error:
        message, offset, hint = in_plain_words(_complaint(lines.text, error))
        raise SpecError(*found, lines.problem(message, offset, hint)) from None


def _complaint(text: str, error: Event) -> Complaint:
    at = error.problem_mark.index if error.problem_mark else 0
    began = error.context_mark.index if error.context_mark else at
    return Complaint(text, error.problem or "", at, error.context or "", began)


def _with(node: Node, path: Path, there: Node) -> Node:
    """A copy of a mapping's node in which another node stands at a path."""
    if not path:
        return there
    assert isinstance(node.data, dict), f"{path} leads into a mapping"
    key, rest = str(path[0]), path[1:]
    inside = node.children.get(key) or Node({}, node.start, node.end, "verbatim", {}, {})
    child = _with(inside, rest, there)
    data = {**node.data, key: child.data}
    keys = {**node.keys, key: node.keys.get(key, node.start)}
    return Node(data, node.start, node.end, node.style, {**node.children, key: child}, keys)


def _assemble(data: Plain, path: Path, starts: Mapping[Path, int]) -> Node:
    node = Node(data, start := starts.get(path, 0), start, "verbatim", {}, {})
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        node.children[key] = child = _assemble(value, (*path, key), starts)
        node.keys[key] = child.start
    return node
