"""check --unique: whether a task has one solution, none, or several, and which variables tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from cpsolver.api.answers import Answer, Shows, spelt
from cpsolver.api.solving import Source, all_able, checked, solve
from cpsolver.api.tasks import Parameters, Start, load
from cpsolver.api.verdicts import differing
from cpsolver.auxiliary.diagnosis import listed, smallest_conflict
from cpsolver.picture import Narrative, Page, Sentence
from cpsolver.solvers import SOLVERS
from cpsolver.solvers.solver import Solver
from cpsolver.task.result import Deadline, Result, Settings, Status, never
from cpsolver.task.task import Fact, Task

if TYPE_CHECKING:
    from cpsolver.render.as_json import AnswerRecord

COUNTERS = ("latin",)
"""Solvers that prove uniqueness quickest, for the tasks they do not refuse; the kind's own are asked of all others."""

PATIENCE = 0.05
"""Seconds in which the givens that contradict each other may be narrowed down."""

Count = int | Literal["2 or more"] | None
"""A number of solutions, None where it is not known."""

MANY: Literal["2 or more"] = "2 or more"
"""What is said of a number of solutions: the search ends at the second."""

WORKED_FROM = "givens"
"""What the answer is worked out from, unless it is to start from the current board of somebody who plays."""


@dataclass(frozen=True, repr=False)
class Uniqueness(Shows):
    """Whether a task has one solution, and where it shows that it has not.

    differing: where there are several solutions, variables that differ between two of them
    conflict:  where there is none, givens that contradict each other
    """

    answer: Answer
    differing: tuple[str, ...] = ()
    conflict: tuple[str, ...] = ()

    @property
    def unique(self) -> bool | None:
        """True if there is one solution, False if there is none or several; None if that is not known."""
        return False if self.count == 0 else self.answer.unique

    @property
    def count(self) -> Count:
        """The number of solutions: 0, 1, "2 or more", or None if not known."""
        return count_of(self.answer)

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        if self.count == 1:
            return "unique: there is no other solution, proven"
        if self.count == MANY:
            return "at least 2 solutions" + (f": {listed(self.differing)}" if self.differing else "")
        if self.count == 0:
            conflict = f": {listed(self.conflict, 24)} contradict each other" if self.conflict else ""
            return f"there is no solution, proven{conflict}"
        return f"not known: {self.answer.result.note or 'no solver could tell'}"

    def page(self) -> Page:
        """The verdict, what it was worked out from, and what it took."""
        result = self.answer.result
        cost = f"{spelt(self.answer.solver)}, from the {worked_from(self.answer)}: {result.statistics.seconds:.3g} s"
        said = (Sentence(self.sentence, role="answer" if self.unique else "warning"), Sentence(cost))
        return Page((Narrative(said),), title=self.answer.loaded.heading)

    def record(self) -> AnswerRecord:
        """The verdict for machines."""
        from cpsolver.api.records import uniqueness_record

        return uniqueness_record(self)


def worked_from(answer: Answer) -> str:
    """What an answer was worked out from: the givens, or the current board."""
    return "current board" if answer.loaded.start == "current" else WORKED_FROM


def count_of(answer: Answer) -> Count:
    """The number of solutions that an answer proves: 0, 1, "2 or more"; None where it proves nothing of it."""
    if answer.status is Status.UNSATISFIABLE:
        return 0
    counts: dict[bool | None, Count] = {True: 1, False: MANY, None: None}
    return counts[answer.unique]


def unique(
    source: Source,
    *,
    seconds: float | None = 60.0,
    parameters: Parameters | None = None,
    start: Start | None = None,
    stop: Callable[[], bool] = never,
) -> Uniqueness:
    """Whether the task has exactly one solution, worked out from what is given. The search ends at a second one.

    start: where somebody plays the task: from its givens alone, which is the default, or from the current board
    Raises: SpecError, with the cells, for givens that clash at sight; UnknownName.
    """
    loaded = load(source, parameters).at(start)
    settings = Settings(seconds=seconds, limit=seconds, solutions=2, explain=False, stop=stop)
    solver = _counter(loaded.task)
    if solver is None:
        answer = solve(loaded, seconds=seconds, derive=False, conflict=False, stop=stop)
        solver = all_able(loaded)[0]
    else:
        result = checked(solver.solve(loaded.task, settings), loaded.task, solver.name)
        answer = Answer(loaded, solver.name, result, result.unique)
    return Uniqueness(answer, differing(answer), _conflict(answer, solver, settings))


def _counter(task: Task) -> Solver | None:
    found = (SOLVERS.get(name) for name in COUNTERS)
    return next((solver for solver in found if solver.refuses(task) is None), None)


def _conflict(answer: Answer, solver: Solver, settings: Settings) -> tuple[str, ...]:
    """The givens, as few as a moment suffices to find, that leave no solution."""
    task = answer.loaded.task
    if answer.status is not Status.UNSATISFIABLE or solver.name not in COUNTERS:
        return ()
    deadline = Deadline(replace(settings, seconds=PATIENCE))

    def ask(asked: Task, solutions: int) -> Result:
        return solver.solve(asked, replace(settings, solutions=solutions, seconds=deadline.left))

    found = smallest_conflict(task, ask)
    show = answer.loaded.kind.show
    return tuple(
        f"{fact.variable} = {show(task.by_name[fact.variable], fact.domain.values[0]).text}"  # type: ignore[union-attr]
        for fact in found
        if isinstance(fact, Fact) and fact.domain.is_fixed
    )
