"""export: a task written for others, as a spec, in a format of players or in the language of another solver.

What could not be carried over is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from cpsolver.api.languages import as_spec, in_language, languages, part_of_step
from cpsolver.api.solving import solve
from cpsolver.api.tasks import Parameters, completed, document_of, formulate
from cpsolver.errors import UnknownName, UnsupportedTask, did_you_mean
from cpsolver.kinds import KINDS
from cpsolver.kinds.kind import Kind, State, Writable
from cpsolver.spec.document import Document, Place, Plain, typed
from cpsolver.spec.loading import gather
from cpsolver.spec.writer import spec_text
from cpsolver.task.result import never

SPEC, YAML = "spec", "yaml"


@dataclass(frozen=True)
class Exported:
    """A task as text. lost: in words, what the format could not carry."""

    text: str
    format: str
    lost: tuple[str, ...] = ()


def export(
    source: str | Path | Document,
    format: str = SPEC,
    *,
    state: State = "givens",
    parameters: Parameters | None = None,
    model: str | None = None,
    seconds: float | None = None,
    step: int | None = None,
    unrolled: bool = False,
    stop: Callable[[], bool] = never,
) -> Exported:
    """A task in a format: `spec` (or `yaml`) for any kind, the formats of its players, and languages of other solvers.

    step:       write the auxiliary task of this step of the derivation instead of the whole task
    unrolled:   write the spec with every condition of its model, each by itself
    state:      write the givens alone, with what somebody who plays has entered, or with the solution as entered
    parameters: are written as the spec's own
    Raises: SpecError, UnknownName (no such format); UnsupportedTask if the format cannot hold the task, or if there is
    no solution to write.
    """
    document = completed(source if isinstance(source, Document) else document_of(source), model)
    if parameters:
        document = _with_parameters(document, parameters)
    kind = KINDS.get(gather(document).kind)
    known = formats_of(kind)
    format = SPEC if format == YAML else format
    if format in languages() or (format == SPEC and (unrolled or step is not None)):
        return _of_task(document, format, state, step, seconds, stop)
    if format in known and (unrolled or step is not None):
        raise UnsupportedTask(f"'{format}' holds whole tasks only; '{SPEC}' and {', '.join(languages())} hold any")
    if format not in known:
        raise UnknownName(f"{kind.name} is not written as '{format}'", did_you_mean(format, known, "formats"))
    writable, notes = _writable(document, state, format, seconds, stop)
    if format == SPEC:
        return Exported(spec_text(_data(writable)), format, notes)
    assert kind.publish is not None, "checked by its formats"
    text, lost = kind.publish(writable, format)
    return Exported(text, format, (*notes, *lost))


def _of_task(
    document: Document, format: str, state: State, step: int | None, seconds: float | None, stop: Callable[[], bool]
) -> Exported:
    """The task that a document states, or the part of it that a step solved, as text."""
    if state == "solution":
        raise UnsupportedTask("a solution is written in a spec as it stands, or in a format of players")
    loaded = formulate(document).at(state)
    task = loaded.task if step is None else part_of_step(loaded, step, seconds, stop)
    text, lost = as_spec(task) if format == SPEC else in_language(task, format)
    return Exported(text, format, lost)


def _with_parameters(document: Document, parameters: Parameters) -> Document:
    """The document with parameters given outside put among its own; what it was read from no longer says all.

    Raises: SpecError for parameters that the model does not have or take.
    """
    formulate(document, parameters)
    for name, value in parameters.items():
        document = document.grafted(("parameters", name), Place(typed(name, str(value), "-p"), (name,)))
    return replace(document, record=None)


def formats_of(kind: Kind) -> Mapping[str, str]:
    """The formats in which tasks of a kind are written, with a line on each."""
    own = kind.formats() if kind.formats else {}
    return {SPEC: "a spec in YAML, to be edited", **own, **languages()}


def _writable(
    document: Document,
    state: State,
    format: str,
    seconds: float | None,
    stop: Callable[[], bool],
) -> tuple[Writable, tuple[str, ...]]:
    """The task in the state that is asked for; it is not formulated where it can be copied as it was read."""
    if state != "solution" and (format == SPEC or document.record is not None):
        return Writable(document, state), ()
    loaded = formulate(document)
    writable = Writable(document, state, loaded.spec, loaded.task, loaded.position)
    if state != "solution":
        return writable, ()
    answer = solve(loaded, seconds=seconds, derive=False, conflict=False, stop=stop)
    if not answer.solutions:
        raise UnsupportedTask(f"{loaded.name} has no solution to write: {answer.status.value}")
    others = {True: (), False: ("that this is one of several solutions",), None: ("that other solutions may exist",)}
    return replace(writable, solution=answer.solution), others[answer.unique]


def _data(writable: Writable) -> Plain:
    """The data of the spec; what somebody has entered is left out unless it is asked for."""
    data = writable.document.data
    assert isinstance(data, dict), "a document is a mapping"
    if writable.state == "givens":
        return {key: value for key, value in data.items() if key != "game"}
    if writable.state == "solution":
        values = {name: str(value) for name, value in writable.solution.items()}
        return {**{key: value for key, value in data.items() if key != "game"}, "expect": dict(values)}
    return data
