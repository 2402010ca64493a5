"""generate: puzzles of a model that meet what is wished, each proved; it always ends and says what was not met."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpsolver import library
from cpsolver.api.answers import Shows
from cpsolver.api.grading import grade_record
from cpsolver.api.making import Job, Maker, Model, made_apart
from cpsolver.errors import UnknownName
from cpsolver.picture import Narrative, Page, Picture, Sentence
from cpsolver.spec.document import Plain
from cpsolver.spec.puzzle import Puzzle, Wishes
from cpsolver.spec.writer import spec_text
from cpsolver.task.result import never

if TYPE_CHECKING:
    from cpsolver.render.as_json import AnswerRecord, PuzzleRecord

FIRST_PATIENCE = 240.0
"""Seconds until the first candidate, if there is no limit: on a new machine kernels are compiled first."""

PATIENCE = 60.0
"""Seconds without a new puzzle after which the search ends, where no time limit is set."""


@dataclass(frozen=True, repr=False)
class Made(Shows):
    """One puzzle. number: from 1; 0 for the nearest where not all wishes could be met."""

    puzzle: Puzzle
    model: Model
    number: int
    seed: int

    @property
    def is_met(self) -> bool:
        """Whether it meets all wishes."""
        return not self.puzzle.distance and not self.puzzle.unmet

    @property
    def in_players_line(self) -> str | None:
        """The givens on one line, as players write them; None where they do not, or where parameters must be told."""
        if self.puzzle.parameters or self.model.parameters:
            return None
        return self.puzzle.line or self._in_line(self.puzzle.given)

    @property
    def spec(self) -> str:
        """The puzzle as the text of a spec."""
        return _spec_of(self)

    @property
    def said(self) -> str:
        """Level, score, clues, whether minimal: a line."""
        puzzle = self.puzzle
        parts = [f"{len(puzzle.given)} clues"]
        if puzzle.grade is not None:
            parts.insert(0, puzzle.grade.said)
        if puzzle.minimal is not None:
            parts.append("minimal" if puzzle.minimal else "not minimal")
        if puzzle.solutions != 1:
            parts.append(f"{solutions_said(puzzle)} solutions")
        return ", ".join(parts)

    def page(self) -> Page:
        """The grid and what is said of it."""
        task, kind = self.puzzle.task, self.model.kind
        unmet = tuple(Sentence(f"not met: {wish}", role="warning") for wish in self.puzzle.unmet)
        said = Narrative((Sentence(self.said), *unmet))
        return Page((kind.depict(task, task.knowledge(), None), said), title=self.title)

    @property
    def title(self) -> str:
        """`puzzle 3`, or that it is the nearest found."""
        return f"puzzle {self.number}" if self.number else "the nearest puzzle that was found"

    def puzzle_record(self) -> PuzzleRecord:
        """The puzzle for machines, on one line."""
        from cpsolver.render.as_json import PuzzleRecord

        puzzle, measures = self.puzzle, self.model.kind.measures
        grade = puzzle.grade
        return PuzzleRecord(
            model=self.model.name,
            number=self.number,
            seed=self.seed,
            puzzle=self.in_players_line,
            spec=self.spec,
            solution=self._in_line(puzzle.solution),
            clues=len(puzzle.given),
            minimal=puzzle.minimal,
            solutions=1 if puzzle.solutions == 1 else solutions_said(puzzle) if puzzle.limited else puzzle.solutions,
            grade=grade_record(grade, measures(puzzle.task, None)) if grade and measures else None,
            unmet=list(puzzle.unmet),
        )

    def record(self) -> AnswerRecord:
        """The puzzle as an answer of its own."""
        from cpsolver.render.as_json import AnswerRecord

        return AnswerRecord(command="generate", kind=self.model.kind.name, puzzles=[self.puzzle_record()])

    def _in_line(self, values: Mapping[str, object]) -> str | None:
        one_line = self.model.kind.one_line
        return one_line(self.puzzle.model, values) if one_line else None  # type: ignore[arg-type]


def _spec_of(made: Made) -> str:
    """A puzzle as a spec: its model, its parameters, what is given, and that it has one solution."""
    puzzle, model = made.puzzle, made.model
    data: dict[str, Plain] = {"model": model.name}
    parameters = {**model.parameters, **puzzle.parameters}
    if parameters:
        data["parameters"] = parameters
    given = _given(made)
    if given:
        data["given"] = given
    if not puzzle.limited:
        data["expect"] = {"solutions": str(puzzle.solutions)}
    return spec_text(data)


def _given(made: Made) -> dict[str, Plain]:
    """The givens as a grid of rows where the board is a square of such, else by name."""
    given = {name: str(value) for name, value in made.puzzle.given.items()}
    task = made.puzzle.model
    for array in task.arrays:
        if len(array.index_sets) == 2 and len(array.index_sets[0]) == len(array.index_sets[1]):
            width = len(array.index_sets[1])
            names = [array.variables[at : at + width] for at in range(0, len(array.variables), width)]
            if set(given) <= set(array.variables):
                return {"grid": "\n".join(_row(row, given, wide=width > 9) for row in names) + "\n"} if given else {}
    return dict(given)


def _row(names: tuple[str, ...], given: Mapping[str, str], *, wide: bool) -> str:
    if wide:
        return " ".join(given.get(name, ".").ljust(2) for name in names).rstrip()
    return "".join(given.get(name, ".") for name in names)


@dataclass(frozen=True, repr=False)
class Generation(Shows):
    """All puzzles that were asked for, or as many as were found, and then the nearest other one."""

    model: Model
    made: tuple[Made, ...]
    asked: int
    nearest: Made | None = None
    note: str = ""

    @property
    def is_met(self) -> bool:
        """Whether there are as many as were asked for."""
        return len(self.made) >= self.asked

    def page(self) -> Page:
        """Each puzzle, and what could not be met."""
        shown = [*self.made, *([self.nearest] if self.nearest else [])]
        pictures: list[Picture] = []
        for each in shown:
            pictures += [Narrative((Sentence(each.title),)), *each.page().pictures]
        if self.note:
            pictures.append(Narrative((Sentence(self.note, role="warning"),)))
        return Page(tuple(pictures), title=self.model.name)

    def record(self) -> AnswerRecord:
        """The puzzles for machines."""
        from cpsolver.render.as_json import AnswerRecord

        shown = [*self.made, *([self.nearest] if self.nearest else [])]
        records = [each.puzzle_record() for each in shown]
        return AnswerRecord(command="generate", kind=self.model.kind.name, puzzles=records, note=self.note)


@dataclass
class Making:
    """Puzzles as they are found: iterate over it, then ask for the nearest and for what was not met.

    nearest: of the candidates that miss a wish the one that comes nearest; known at the end, if any is missing
    """

    job: Job
    count: int
    seconds: float | None = None
    workers: int = 1
    stop: Callable[[], bool] = never
    nearest: Made | None = None
    tried: int = 0
    found: int = 0
    _seen: set[object] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.maker = Maker.of(self.job)
        self.model = self.maker.model

    def __iter__(self) -> Iterator[Made]:
        """Each puzzle that meets all wishes, no two alike, up to the number asked for."""
        self._start = self._last = time.perf_counter()
        best: Puzzle | None = None
        for candidate in self._candidates():
            self.tried += 1
            if self.tried == 1:
                self._last = time.perf_counter()
            if candidate.distance:
                best = candidate if best is None or candidate.distance < best.distance else best
            elif self._is_new(candidate):
                self.found += 1
                yield Made(candidate, self.model, self.found, self.job.seed)
                self._last = time.perf_counter()
                if self.found >= self.count:
                    return
        if best is not None:
            finished = self.maker.finished(best)
            self.nearest = Made(finished, self.model, 0, self.job.seed)

    @property
    def note(self) -> str:
        """What could not be met, and why the search ended; empty if all was met."""
        if self.found >= self.count:
            return ""
        several = f"{self.found} of {self.count} puzzles found"
        said = several if self.count > 1 else "no puzzle found that meets all wishes"
        ended = (
            "interrupted" if self.stop() else f"{self.tried} candidates in {time.perf_counter() - self._start:.3g} s"
        )
        return f"{said}: {ended}"

    def _is_new(self, puzzle: Puzzle) -> bool:
        key = puzzle.line or frozenset([*puzzle.given.items(), repr(sorted(puzzle.parameters.items(), key=str))])
        if key in self._seen:
            return False
        self._seen.add(key)
        return True

    def _go_on(self) -> bool:
        now = time.perf_counter()
        if self.stop():
            return False
        if self.seconds is not None:
            return now - self._start < self.seconds
        return now - self._last < (PATIENCE if self.tried else FIRST_PATIENCE)

    def _candidates(self) -> Iterator[Puzzle]:
        """Candidates in order, finished where they meet all wishes."""
        if self.workers > 1:
            yield from made_apart(self.job, self.workers, self._go_on)
            return
        for number in itertools.count():
            if not self._go_on():
                return
            yield from self.maker.block(number, self._go_on)


def puzzles(
    model: str | Path = "sudoku/classic",
    wishes: Wishes | None = None,
    *,
    count: int = 1,
    seed: int = 0,
    seconds: float | None = None,
    scale: str | None = None,
    workers: int = 1,
    parameters: Mapping[str, object] | None = None,
    stop: Callable[[], bool] = never,
) -> Making:
    """Puzzles as they are found; equal arguments give equal puzzles, whatever the number of workers.

    model:   a model on the shelf, or the path of one, or a spec that gives no values
    workers: processes
    Raises: SpecError, UnknownName, UnsupportedTask for a wish that no puzzle can meet, or a kind that composes none.
    """
    asked = Job(_place(model), wishes or Wishes(), seed, scale, {k: str(v) for k, v in (parameters or {}).items()})
    return Making(asked, count, seconds, workers, stop)


def generate(model: str | Path = "sudoku/classic", wishes: Wishes | None = None, **options: Any) -> Generation:
    """All puzzles asked for, as `puzzles` finds them; with fewer, the nearest other one and a note that says so.

        >>> generate(difficulty="hard", symmetry="half-turn", seed=1).made[0].said
        'hard (…), …, 28 clues, not minimal'

    options: those of `puzzles`; the fields of `Wishes` may be given as such, too
    """
    wished = {name: options.pop(name) for name in Wishes.__dataclass_fields__ if name in options}
    making = puzzles(model, replace(wishes or Wishes(), **wished), **options)
    made = tuple(making)
    return Generation(making.model, made, making.count, making.nearest, making.note)


def solutions_said(puzzle: Puzzle) -> str:
    """`6`, or `1000 or more` where counting ended."""
    return f"{puzzle.solutions} or more" if puzzle.limited else str(puzzle.solutions)


def _place(model: str | Path) -> str:
    """The model's name as a source: its file on the shelf of models, else what the user wrote."""
    if isinstance(model, Path):
        return str(model)
    try:
        return str(library.find("models", model))
    except UnknownName as unknown:
        if model in library.names("specs") or library.is_file(Path(model)):
            return model
        raise unknown from None
