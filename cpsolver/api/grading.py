"""grade: how hard a task is for people, by a scale, once it is proved to have one solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from cpsolver.api.answers import Shows, spelt
from cpsolver.api.solving import Source
from cpsolver.api.tasks import Loaded, Parameters, load
from cpsolver.api.techniques import scale_document
from cpsolver.api.uniqueness import Uniqueness, unique
from cpsolver.errors import UnsupportedTask
from cpsolver.picture import Narrative, Page, Picture, Sentence
from cpsolver.solvers import SOLVERS
from cpsolver.spec.puzzle import Grade, Measures, in_digits
from cpsolver.task.result import Deadline, Settings, never
from cpsolver.task.task import Task

if TYPE_CHECKING:
    from cpsolver.render.as_json import AnswerRecord, GradeRecord

SEARCHER = "backtracking"
"""The recursion whose assignments are the size of the search: it is the same for equal tasks."""


@dataclass(frozen=True, repr=False)
class Graded(Shows):
    """How hard a task is.

    grade:   None if it has not one solution, which `uniqueness` tells, if its kind cannot grade it, or if time was up
    in_time: whether time was not up
    """

    loaded: Loaded
    uniqueness: Uniqueness
    measures: Measures
    grade: Grade | None = None
    in_time: bool = True

    @property
    def passed(self) -> bool | None:
        """True with a grade, False for a task that has none because of its solutions; None if that is not known."""
        return True if self.grade else None if self.uniqueness.unique is not False else False

    @property
    def note(self) -> str:
        """Why there is no grade; empty if there is one."""
        if self.grade:
            return ""
        if not self.uniqueness.unique:
            return f"no grade: {self.uniqueness.sentence}"
        return "no grade: it has no units to grade by" if self.in_time else "it could not be graded in time"

    @property
    def on_one_line(self) -> str:
        """`hard (1180), x-wing`, or why there is no grade."""
        return self.grade.said if self.grade else self.note

    def page(self) -> Page:
        """Level, score, techniques, measures, a line each, below the picture of the task."""
        task, kind = self.loaded.task, self.loaded.kind
        lines = tuple(Sentence(text, role=role) for text, role in self._said())  # type: ignore[arg-type]
        pictures: tuple[Picture, ...] = (kind.depict(task, task.knowledge(), None), Narrative(lines))
        return Page(pictures, title=self.loaded.heading)

    def record(self) -> AnswerRecord:
        """The grade for machines."""
        found = self.uniqueness.record()
        changed: dict[str, Any] = {"command": "grade", "grade": grade_record(self.grade, self.measures)}
        return found.model_copy(update={**changed, "note": self.note, "solutions": [], "arrays": []})

    def _said(self) -> Iterator[tuple[str, str]]:
        if self.grade is None:
            yield self.note, "warning"
        else:
            yield from _grade_lines(self.grade)
        measures = self.measures
        spread = ", ".join(f"{family} {float(variance):.2f}" for family, variance in measures.spread.items())
        yield f"{measures.givens} givens" + (f"; their variance over {spread}" if spread else ""), "plain"
        if measures.nodes is not None:
            yield f"search: {measures.nodes} assignments by {spelt(SEARCHER)} until no other is left", "plain"


def _grade_lines(grade: Grade) -> Iterator[tuple[str, str]]:
    scale = f" ({grade.scale})" if grade.scale else ""
    level = grade.level or "not known: it has rules that the scale's techniques do not look at"
    yield f"level: {level}{scale}", "answer"
    yield f"score: {in_digits(grade.score)}" + ("" if grade.solved else ", and more for the steps not found"), "plain"
    if grade.hardest:
        yield f"hardest technique: {grade.hardest}", "plain"
    used = ", ".join(f"{name} {times}" for name, times in grade.used)
    yield f"{grade.steps} steps" + (f": {used}" if used else ""), "plain"
    yield "solved without a choice" if grade.solved else "these techniques do not solve it", "plain"


def grade(
    source: Source,
    *,
    scale: str | None = None,
    seconds: float | None = 60.0,
    parameters: Parameters | None = None,
    stop: Callable[[], bool] = never,
) -> Graded:
    """How hard a task is for people; no grade unless it has one solution, which is proved first.

    scale: a scale of the kind (`hodoku`, `explainer`), or the path of one
    Raises: SpecError for a wrong task or scale, UnknownName, UnsupportedTask for a kind without grades.
    """
    loaded = load(source, parameters)
    document = scale_document(loaded.kind, scale)
    if loaded.kind.grade is None or loaded.kind.measures is None or document is None:
        raise UnsupportedTask(f"tasks of kind {loaded.kind.name} are not graded")
    deadline = Deadline(Settings(seconds=seconds, limit=seconds, stop=stop))
    uniqueness = unique(loaded, seconds=seconds, stop=stop)
    if uniqueness.unique is not True:
        return Graded(loaded, uniqueness, loaded.kind.measures(loaded.task, None))
    found = loaded.kind.grade(loaded.task, document, lambda: not deadline.passed)
    is_in_time = not deadline.passed
    is_complete = found is not None and (found.solved or is_in_time)
    nodes = _size_of_search(loaded.task, deadline)
    measured = loaded.kind.measures(loaded.task, nodes)
    return Graded(loaded, uniqueness, measured, found if is_complete else None, is_in_time)


def graded(task: Loaded, options: Mapping[str, Any]) -> Graded:
    """The grade of a task, as a batch asks for it."""
    return grade(task, **options)


def _size_of_search(task: Task, deadline: Deadline) -> int | None:
    """The assignments until the recursion has proved that there is no second solution; None if it does not end."""
    solver = SOLVERS.get(SEARCHER)
    if solver.refuses(task) is not None:
        return None
    settings = Settings(seconds=deadline.left, solutions=2, explain=False, stop=deadline.stop)
    result = solver.solve(replace(task), settings)
    return result.statistics.nodes if result.unique else None


def grade_record(grade: Grade | None, measures: Measures) -> GradeRecord:
    """A grade and what was counted, for machines."""
    from cpsolver.render.as_json import GradeRecord

    return GradeRecord(
        scale=grade.scale if grade else None,
        level=grade.level if grade else None,
        score=_number(grade.score) if grade else None,
        hardest=grade.hardest if grade else None,
        used=dict(grade.used) if grade else {},
        steps=grade.steps if grade else None,
        solved=grade.solved if grade else None,
        givens=measures.givens,
        spread={family: float(variance) for family, variance in measures.spread.items()},
        nodes=measures.nodes,
    )


def _number(score: Fraction) -> int | float:
    return score.numerator if score.denominator == 1 else float(score)
