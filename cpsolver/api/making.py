"""The model that puzzles are made of, what makes them, and processes that make them apart."""

from __future__ import annotations

import itertools
import multiprocessing
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from cpsolver import library
from cpsolver.api.solving import all_able
from cpsolver.api.tasks import Loaded
from cpsolver.api.techniques import scale_document
from cpsolver.api.uniqueness import COUNTERS
from cpsolver.errors import SolverError, UnknownName, UnsupportedTask
from cpsolver.interruption import deaf_children
from cpsolver.kinds import KINDS
from cpsolver.kinds.kind import Kind
from cpsolver.solvers import SOLVERS
from cpsolver.solvers.solver import Solver
from cpsolver.spec.document import Document, Place, Plain, read
from cpsolver.spec.expected import Expected
from cpsolver.spec.finite import model_names
from cpsolver.spec.loading import Gathered, Spec, gather, validated
from cpsolver.spec.puzzle import Composer, GoOn, Puzzle, Wishes, Workshop
from cpsolver.spec.wanted import described
from cpsolver.spec.writer import flow
from cpsolver.task.result import Result, Settings
from cpsolver.task.task import Task

if TYPE_CHECKING:
    from cpsolver.spec.names import ModelNames

FINISHING = 30.0
"""Seconds that grading one puzzle may take."""

EFFORT = 1.0
"""What one question may cost a solver that counts its effort; what is not answered then counts as not proved."""

_GLANCE = 0.1
"""Seconds between two looks at the clock while other processes work."""


@dataclass(frozen=True)
class Job:
    """What is to be made: all that a process must be told. source: a path, or a spec on the shelf."""

    source: str
    wishes: Wishes
    seed: int = 0
    scale: str | None = None
    parameters: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Model:
    """A model, or a spec that gives no values.

    name:  as a spec would name it
    typed: parameters that the user gave, as text; own: those of the spec
    """

    name: str
    kind: Kind
    document: Document
    typed: Mapping[str, str]
    own: Mapping[str, Plain]

    @property
    def parameters(self) -> dict[str, Plain]:
        """All parameters given."""
        return {**self.own, **self.typed}

    @classmethod
    def of(cls, job: Job) -> Model:
        """The model of a job. Raises: SpecError, UnknownName, UnsupportedTask for a kind that composes nothing."""
        path = Path(job.source)
        document = read(path) if library.is_file(path) else read(library.find("specs", job.source))
        gathered = gather(document, dict(job.parameters))
        try:
            kind = KINDS.get(gathered.kind)
        except UnknownName as unknown:
            raise gathered.kind_place.error(unknown.message, hint=unknown.hint) from None
        if kind.compose is None:
            raise UnsupportedTask(f"no tasks of kind {kind.name} are generated")
        own, name = _named(gathered, path)
        return cls(name, kind, document, job.parameters, own)

    def spec(self, extra: Mapping[str, Plain] | None = None) -> Spec:
        """The model in its shape, with further parameters. Raises: SpecError."""
        texts = {name: value if isinstance(value, str) else flow(value) for name, value in (extra or {}).items()}
        gathered = gather(self.document, {**self.typed, **texts})
        return validated(gathered, self.kind.spec_shape, self.kind.model_shape)


def _named(gathered: Gathered, path: Path) -> tuple[Mapping[str, Plain], str]:
    """The parameters a spec gives its model, and the model's name; of a model none, and its own."""
    if gathered.is_model:
        name = library.name_of(path)
        return {}, name if name in library.names("models") else str(path.resolve())
    top = Place(gathered.document)
    given = top.entries().get("given")
    if given is not None and given.data:
        raise given.error("puzzles are made of a model, or of a spec that gives no values", at_key=True)
    parameters = top.entries().get("parameters")
    own = parameters.data if parameters and isinstance(parameters.data, dict) else {}
    named = top.entries()["model"]
    if not isinstance(named.data, str):
        raise named.error("puzzles are made of a model in a file of its own", hint="move it there and name it")
    return own, named.data


@dataclass(frozen=True)
class Maker:
    """What makes the candidates of a job."""

    model: Model
    composer: Composer

    @classmethod
    def of(cls, job: Job) -> Maker:
        """What makes them. Raises: SpecError, UnknownName, UnsupportedTask."""
        model = Model.of(job)
        scale = scale_document(model.kind, job.scale)
        if model.kind.compose is None or scale is None:
            raise UnsupportedTask(f"no tasks of kind {model.kind.name} are generated")
        generate = _generate(model)
        formulate = _Formulate(model, {name: _nothing(model, name, place) for name, place in generate.items()})
        task = formulate({})
        workshop = Workshop(_Solve(model, task), formulate, formulate.names, generate, scale, job.seed % 2**63)
        return cls(model, model.kind.compose(task, job.wishes, workshop))

    def block(self, number: int, go_on: GoOn) -> Iterator[Puzzle]:
        """The candidates of a block, those that meet all wishes finished."""
        for puzzle in self.composer.block(number, go_on):
            yield puzzle if puzzle.distance else self.finished(puzzle)

    def finished(self, puzzle: Puzzle) -> Puzzle:
        """A candidate with all that is told of it."""
        end = time.perf_counter() + FINISHING
        return self.composer.finished(puzzle, lambda: time.perf_counter() < end)


class _Formulate:
    """The task of a model with further parameters; those that its `generate:` section makes are empty at first."""

    def __init__(self, model: Model, empty: Mapping[str, Plain]) -> None:
        self.model, self.empty = model, empty

    def __call__(self, extra: Mapping[str, Plain]) -> Task:
        return self.model.kind.formulate(self.model.spec({**self.empty, **extra}))

    def names(self, extra: Mapping[str, Plain]) -> ModelNames:
        """What the names of the model stand for."""
        return model_names(self.model.spec({**self.empty, **extra}))


def _generate(model: Model) -> dict[str, Place]:
    """How parameters are made of a full grid, as the layers of the model say; not those that are given."""
    found: dict[str, Place] = {}
    for layer in model.spec().model:
        place = layer.place.entries().get("generate")
        found.update(place.entries() if place else {})
    return {name: place for name, place in found.items() if name not in model.parameters}


def _nothing(model: Model, name: str, place: Place) -> Plain:
    """No clues: what the section says under `start`, else an empty list or mapping, as the model describes it."""
    start = place.entries().get("start")
    if start is not None:
        return start.data
    for layer in reversed(model.spec().model):
        described_at = (layer.place.entries().get("parameters") or layer.place).entries().get(name)
        if described_at is not None:
            wanted = described(described_at)
            return {} if wanted is not None and wanted.wanted.word == "mapping" else []
    return []


class _Solve:
    """Solutions by what is quickest for such tasks: a counter that does not refuse them, else the kind's first."""

    def __init__(self, model: Model, task: Task) -> None:
        loaded = Loaded(task, model.kind, Expected(), model.document)
        self.counters = tuple(SOLVERS.get(name) for name in COUNTERS)
        self.others = all_able(loaded)

    def __call__(self, task: Task, solutions: int, go_on: GoOn) -> Result:
        solver = next((each for each in self.counters if each.refuses(task) is None), None) or self._other(task)
        return solver.solve(task, Settings(solutions=solutions, effort=EFFORT, explain=False, stop=lambda: not go_on()))

    def _other(self, task: Task) -> Solver:
        return next((solver for solver in self.others if solver.refuses(task) is None), self.others[0])


# -- processes -----------------------------------------------------------------------------------------------


def made_apart(job: Job, workers: int, go_on: Callable[[], bool]) -> Iterator[Puzzle]:
    """The candidates of a job, in order, made by several processes: worker w makes blocks w, w + workers, …

    Raises: SolverError if a process ended by itself.
    """
    context = multiprocessing.get_context("spawn")
    pipes = [context.Pipe(duplex=False) for _ in range(workers)]
    processes = [
        context.Process(target=_make, args=(job, first, workers, pipe[1]), daemon=True)
        for first, pipe in enumerate(pipes)
    ]
    try:
        for process, (_, sending) in zip(processes, pipes, strict=True):
            with deaf_children():
                process.start()
            sending.close()
        for number in itertools.count():
            receiving = pipes[number % workers][0]
            while not receiving.poll(_GLANCE):
                if not go_on():
                    return
            if not go_on():
                return
            try:
                yield from receiving.recv()
            except EOFError:
                raise SolverError("a process that made puzzles ended by itself") from None
    finally:
        for process in processes:
            process.terminate()


def _make(job: Job, first: int, step: int, sending: Connection) -> None:
    """Make every so many blocks until nobody takes them."""
    maker = Maker.of(job)
    with suppress(BrokenPipeError, KeyboardInterrupt):
        for number in itertools.count(first, step):
            best: Puzzle | None = None
            found: list[Puzzle] = []
            for puzzle in maker.block(number, lambda: True):
                if not puzzle.distance:
                    found.append(puzzle)
                elif best is None or puzzle.distance < best.distance:
                    best = replace(puzzle)
            sending.send([*found, *([best] if best else [])])
