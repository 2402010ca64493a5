"""From a name, a path, a spec's text or a player's grid to a task."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from cpsolver import library
from cpsolver.api.other_texts import under_model, with_given_file
from cpsolver.errors import Problem, SpecError, UnknownName, did_you_mean
from cpsolver.kinds import KINDS
from cpsolver.kinds.kind import Kind, Position
from cpsolver.spec.document import Document, as_written, contents, in_words, parse, read
from cpsolver.spec.expected import Expected
from cpsolver.spec.loading import Spec, gather, validated
from cpsolver.task.domain import Value
from cpsolver.task.task import Task

Parameters = Mapping[str, Value]
"""Name → value, as a number or as text."""


Start = Literal["givens", "current"]
"""What a task starts from: its givens alone, or the current board of somebody who plays it."""


NOBODY_PLAYS = Position()


@dataclass(frozen=True)
class Loaded:
    """A task with its kind and what its spec expects of the answer.

    spec:     what the task was formulated from
    position: the state of play, where somebody plays it
    start:    whether the task's givens are those of the spec alone, or the current board's
    """

    task: Task
    kind: Kind
    expected: Expected
    document: Document
    title: str = ""
    spec: Spec | None = None
    position: Position = NOBODY_PLAYS
    start: Start = "givens"

    def at(self, start: Start | None) -> Loaded:
        """The same task, starting from its givens or from the current board; None: from what it does."""
        if start in (None, self.start) or not self.position.facts:
            return self
        if start == "current":
            given = (*self.task.given, *self.position.facts)
            return replace(self, task=replace(self.task, given=given), start="current")
        own = tuple(fact for fact in self.task.given if fact not in self.position.facts)
        return replace(self, task=replace(self.task, given=own), start="givens")

    @property
    def started_from(self) -> tuple[str, ...]:
        """What an answer starts from, as a note; nothing where nobody plays."""
        entered, marked = len(self.position.entries), len(self.position.marks)
        if not entered and not marked:
            return ()
        count = f"{_counted(entered, 'digit')} entered" + (f", marks in {_counted(marked, 'cell')}" if marked else "")
        if self.start == "current":
            return (f"from the current board: the givens, {count}",)
        return (f"from the givens alone; left aside: {count} (`--from current` counts them)",)

    @property
    def name(self) -> str:
        """The task's name."""
        return self.task.name

    @property
    def heading(self) -> str:
        """The task's name and title."""
        return f"{self.name}: {self.title}" if self.title else self.name


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" + "s" * (number != 1)


def load(source: str | Path | Loaded, parameters: Parameters | None = None, model: str | None = None) -> Loaded:
    """The task of a spec on the shelf (`sudoku/first`), in a file, given as text, or of a grid given as text.

    parameters: replace the spec's and the model's; numbers, or text as it would stand in the file
    model:      the model under which a grid, or a puzzle in a format of players, is read
    Raises: SpecError with all problems and their places; UnknownName if nothing of that name is there.
    """
    return source if isinstance(source, Loaded) else formulate(document_of(source), parameters, model)


def document_of(source: str | Path) -> Document:
    """The document that a name, a path, a text or a grid stands for, as it was read. Raises: SpecError, UnknownName."""
    if not isinstance(source, (str, Path)):
        raise TypeError(f"a task is a name, a path, the text of a spec or a grid, not {type(source).__name__}")
    if isinstance(source, Path):
        return _read(source)
    if _is_text(source):
        return understood(source, "<text>")
    try:
        path = library.find("specs", source)
    except PermissionError:
        raise SpecError(Problem(f"'{source}' cannot be read: its folder may not be entered")) from None
    except UnknownName as unknown:
        if library.is_file(Path(source)) or _is_path(source):
            return _read(Path(source))
        return _recognised(source, "<argument>") or _model_as_spec(source, unknown)
    return read(path)


def load_text(
    text: str | bytes,
    source: str,
    parameters: Parameters | None = None,
    folder: Path | None = None,
    model: str | None = None,
) -> Loaded:
    """The task a text says: a spec in YAML, or a grid in a format of some kind's players.

    source: how messages call the text, e.g. `<stdin>`
    folder: where the files it names are looked for first
    """
    return formulate(understood(text, source, folder), parameters, model)


def formulate(document: Document, parameters: Parameters | None = None, model: str | None = None) -> Loaded:
    """The task of a document. Raises: SpecError."""
    document = completed(document, model)
    gathered = gather(document, {name: str(value) for name, value in (parameters or {}).items()})
    try:
        kind = KINDS.get(gathered.kind)
    except UnknownName as unknown:
        raise gathered.kind_place.error(unknown.message, hint=unknown.hint) from None
    spec = validated(gathered, kind.spec_shape, kind.model_shape)
    task = kind.formulate(spec)
    position = kind.position(spec, task) if kind.position else NOBODY_PLAYS
    return Loaded(task, kind, kind.expected(spec, task), document, spec.title, spec, position)


def completed(document: Document, model: str | None = None) -> Document:
    """The document with the givens of the file that it names, or a puzzle under another model. Raises: SpecError."""
    return with_given_file(under_model(document, model) if model else document)


def _is_text(source: str) -> bool:
    return "\n" in source and ": " in source


def _is_path(source: str) -> bool:
    """Whether a name that is none of the shelf's can only mean a file or a folder."""
    try:
        return "\n" not in source and (
            source.endswith((".yaml", ".yml")) or (os.sep in source and Path(source).is_dir())
        )
    except (OSError, ValueError):
        return False


def _read(path: Path) -> Document:
    if path.suffix in (".yaml", ".yml"):
        return read(path)
    try:
        data = contents(path)
    except (OSError, ValueError) as error:
        raise SpecError(Problem(f"{as_written(path)}: {in_words(error)}")) from None
    return understood(data, as_written(path), path.parent)


def understood(text: str | bytes, source: str, folder: Path | None = None) -> Document:
    """The document a text is, in YAML or in a format of players. What is no text at all the YAML reader refuses."""
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError:
            return parse(text, source, folder)
    return _recognised(text, source) or parse(text, source, folder)


def _recognised(text: str, source: str) -> Document | None:
    """The document some kind makes of a text in a format of its players, or None."""
    for kind in KINDS:
        document = kind.recognise(text, source) if kind.recognise else None
        if document is not None:
            return document
    return None


def _model_as_spec(name: str, unknown: UnknownName) -> Document:
    """A model solved as it stands, with nothing given: `csp/queens`."""
    if name in library.names("models"):
        return read(library.find("models", name))
    raise UnknownName(unknown.message, unknown.hint or did_you_mean(name, library.names("specs")))
