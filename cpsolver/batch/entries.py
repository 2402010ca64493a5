"""Where many tasks come from: lists of a kind's players, YAML texts parted by `---`, folders, names; one by one."""

from __future__ import annotations

import glob
import hashlib
import io
import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, NamedTuple

from cpsolver import library
from cpsolver.api.tasks import Loaded, Parameters, formulate, load, load_text
from cpsolver.errors import Mark, Problem, SpecError, UnknownName, quoted
from cpsolver.kinds import KINDS
from cpsolver.spec.document import as_written, in_words
from cpsolver.spec.stream import NumberedLine, Stream, decoded, documents
from cpsolver.spec.text import LARGEST, readable

STANDARD_INPUT = "-"
LONGEST_SHOWN = 1000
_SUFFIXES = (".yaml", ".yml")


class Entry(NamedTuple):
    """One task of many, as text. A tuple, since there are many.

    source: how messages call the text it stands in
    line:   of that text, where it begins; 0 if the text is the name of a task, or a task given as an argument
    kind:   the kind in whose list it is a line; none for a spec
    folder: where the files it names are looked for
    """

    source: str
    line: int
    text: str
    kind: str = ""
    folder: Path | None = None

    @property
    def place(self) -> str:
        """Where it stands: `puzzles.sdm:17`."""
        return f"{self.source}:{self.line}" if self.line else self.source

    @property
    def identity(self) -> str:
        """What tells it from other tasks: its text, if that is one line; else a digest."""
        return identity(self.text)


def identity(text: str) -> str:
    """A text itself, if it is one line of sensible length; else `sha256:` and its digest."""
    bare = text.strip()
    if "\n" not in bare and len(bare) <= LONGEST_SHOWN and bare.isprintable():
        return bare
    return "sha256:" + hashlib.sha256(text.encode("utf-8", errors="surrogateescape")).hexdigest()


# -- from arguments to entries -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Source:
    """What one argument names: the tasks in it.

    is_many: whether it holds several
    is_text: whether it is standard input or a file in a format of players, which may hold several another time
    size:    in bytes, where known
    """

    entries: Iterator[Entry]
    is_many: bool
    is_text: bool = False
    size: int | None = None


def opened(argument: str) -> Source:
    """The tasks that an argument of the command line names; of a text no more is read than tells what it is.

    `-` is standard input; a folder stands for the specs in it, a pattern (`*.yaml`) for the files it matches.
    Raises: SpecError if a file cannot be read; UnknownName if a folder or pattern holds nothing, and for an empty text.
    """
    if argument == STANDARD_INPUT:
        return _from(Stream("<stdin>", decoded(_standard_input())))
    if not argument.strip():
        raise UnknownName(f"no spec is called {quoted(argument)}", "a folder is written as '.', standard input as '-'")
    paths = _paths(argument)
    if paths is None:
        return Source(iter((Entry(argument, 0, argument),)), False)
    if not paths:
        raise UnknownName(f"{quoted(argument)} holds no spec", "files ending in .yaml or .yml are specs")
    if len(paths) == 1 and not Path(argument).is_dir():
        return _from_file(paths[0])
    return Source((entry for path in paths for entry in _from_file(path).entries), True)


def entries(arguments: Sequence[str]) -> Iterator[Entry]:
    """The tasks of all the arguments, in order, each opened when it is its turn. Raises: as `opened`."""
    for argument in arguments:
        yield from opened(argument).entries


def _paths(argument: str) -> Sequence[Path] | None:
    """The files an argument names; None if it names none and stands for a task itself."""
    path = Path(argument)
    if "\n" in argument or "\0" in argument or (path.suffix not in _SUFFIXES and argument in library.names("specs")):
        return None
    if library.is_file(path):
        return (path,)
    if _is_folder(path):
        return sorted(each for each in path.rglob("*") if each.suffix in _SUFFIXES and each.is_file())
    if any(sign in argument for sign in "*?[") and (os.sep in argument or "." in path.suffix):
        found = sorted(Path(each) for each in glob.glob(argument, recursive=True))  # noqa: PTH207 (a pattern may be absolute)
        return [each for each in found if each.is_file()] or None
    return None


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _from_file(path: Path) -> Source:
    try:
        file = path.open("rb")
        size = os.fstat(file.fileno()).st_size
    except (OSError, ValueError) as error:
        raise SpecError(Problem(f"{as_written(path)}: {in_words(error)}")) from None
    found = _from(Stream(as_written(path), _closing(file), path.parent), str(path))
    return replace(found, size=size)


def _closing(file: BinaryIO) -> Iterator[str]:
    with file:
        yield from decoded(file)


def _standard_input() -> BinaryIO:
    """Standard input through a door of its own, so that a thread that waits for it keeps nobody from ending."""
    try:
        return os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    except (AttributeError, OSError, ValueError):  # there is none, or it is not the system's
        return getattr(sys.stdin, "buffer", io.BytesIO())


def _from(stream: Stream, path: str = "") -> Source:
    """The tasks of a text: several where some kind or YAML parts it, else the one it is."""
    is_spec = path.endswith(_SUFFIXES)
    for kind, found in _parted(stream, is_spec):
        return Source((Entry(stream.source, line, text, kind, stream.folder) for line, text in found), True)
    return Source(_whole(stream, path), False, is_text=not is_spec)


def _parted(stream: Stream, is_spec: bool) -> Iterator[tuple[str, Iterator[NumberedLine]]]:
    found = documents(stream)
    if found is not None:
        yield "", found
    for kind in () if is_spec or found is not None else KINDS:
        lines = kind.split(stream) if kind.split else None
        if lines is not None:
            yield kind.name, lines
            return


def _whole(stream: Stream, path: str) -> Iterator[Entry]:
    """The one task of a text; a spec in a file is read from there, so that its name is known."""
    if path.endswith(_SUFFIXES):
        yield Entry(stream.source, 0, path)
    else:
        yield Entry(stream.source, 1, stream.rest(), folder=stream.folder)


# -- from entries to tasks -----------------------------------------------------------------------------------


def loaded(entry: Entry, parameters: Parameters | None = None, model: str | None = None) -> Loaded:
    """The task of an entry, its places those of the text it stands in.

    model: the model under which a grid, or a puzzle in a format of players, is read
    Raises: SpecError, UnknownName.
    """
    if not entry.line:
        return load(entry.text, parameters, model)
    try:
        return _moved(_read(entry, parameters, model), entry)
    except SpecError as error:
        raise SpecError(*(_moved_problem(each, entry) for each in error.problems)) from None


def _read(entry: Entry, parameters: Parameters | None, model: str | None) -> Loaded:
    if len(entry.text) > LARGEST or any("\udc80" <= sign <= "\udcff" for sign in entry.text):
        readable(entry.text.encode("utf-8", errors="surrogateescape"), entry.source)  # says what is wrong
    if not entry.kind:
        return load_text(entry.text, entry.source, parameters, entry.folder, model)
    kind = KINDS.get(entry.kind)
    document = kind.recognise(entry.text, entry.source) if kind.recognise else None
    if document is None:
        mark = Mark(entry.source, 1, len(entry.text) - len(entry.text.lstrip()) + 1)
        message = f"{quoted(entry.text.strip(), 40)} is no task of the kind {entry.kind}"
        raise SpecError(Problem(message, mark, entry.text, "a list holds one task a line; '#' begins a comment"))
    return formulate(document, parameters, model)


def _moved_problem(problem: Problem, entry: Entry) -> Problem:
    """The problem, its place and those its hint names shifted to where the entry stands."""
    hint = re.sub(
        rf"(?<!\w){re.escape(entry.source)}:(\d+):",
        lambda found: f"{entry.source}:{int(found[1]) + entry.line - 1}:",
        problem.hint,
    )
    return replace(problem, mark=_shifted(problem.mark, entry), hint=hint)


def _shifted(mark: Mark | None, entry: Entry) -> Mark | None:
    """A place in the entry's text as a place in the text it stands in."""
    is_inside = mark is not None and mark.source == entry.source
    return replace(mark, line=mark.line + entry.line - 1) if mark is not None and is_inside else mark


def _moved(found: Loaded, entry: Entry) -> Loaded:
    """The task, the places of its givens shifted to where the entry stands."""
    if entry.line == 1:
        return found
    given = tuple(
        replace(fact, origin=_shifted(fact.origin, entry)) if isinstance(fact.origin, Mark) else fact
        for fact in found.task.given
    )
    return replace(found, task=replace(found.task, given=given))
