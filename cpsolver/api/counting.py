"""solve --count: how many solutions a finite task has, none of them kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cpsolver.api.answers import Shows, spelt
from cpsolver.api.solving import Source, all_able, checked
from cpsolver.api.tasks import Loaded, Parameters, Start, load
from cpsolver.errors import SolverError, UnsupportedTask
from cpsolver.picture import Narrative, Page, Sentence
from cpsolver.solvers import SOLVERS
from cpsolver.solvers.solver import Solver
from cpsolver.task.objectives import as_good, objectives, worth
from cpsolver.task.result import Deadline, Progress, Settings, Status, never, unheard
from cpsolver.task.task import Aim, Task

if TYPE_CHECKING:
    from cpsolver.render.as_json import AnswerRecord

COUNTER = "compiled"
"""The solver that counts without listing."""

OTHERS = ("backtracking", "cpsat")
"""Who lists the solutions of what the counter refuses."""


@dataclass(frozen=True, repr=False)
class Counted(Shows):
    """How many solutions a task has; with an objective, how many are best.

    number: of solutions, each once over the task's variables
    exact:  whether these are all: proven. Otherwise there are at least so many, and `note` says why no more is known
    """

    loaded: Loaded
    solver: str
    number: int
    exact: bool
    note: str = ""
    seconds: float = 0.0

    @property
    def status(self) -> Status:
        """How the counting ended."""
        if self.exact:
            return Status.ALL_SOLUTIONS if self.number else Status.UNSATISFIABLE
        return Status.SATISFIED if self.number else Status.UNKNOWN

    @property
    def sentence(self) -> str:
        """The number in words: `92 solutions, proven`."""
        said = f"{self.number:,} {'best ' if objectives(self.loaded.task) else ''}solution{'s' * (self.number != 1)}"
        return f"{said}, proven" if self.exact else f"at least {said} ({self.note})"

    def page(self) -> Page:
        """The number, and what it took."""
        cost = f"{spelt(self.solver)}: {self.seconds:.3g} s"
        said = (Sentence(self.sentence, role="answer" if self.exact else "warning"), Sentence(cost))
        return Page((Narrative(said),), title=self.loaded.heading)

    def record(self) -> AnswerRecord:
        """The number for machines."""
        from cpsolver.api.records import count_record

        return count_record(self)


def count(
    source: Source,
    *,
    solver: str | None = None,
    limit: int | None = None,
    seconds: float | None = None,
    parameters: Parameters | None = None,
    start: Start | None = None,
    told: Callable[[Progress], None] = unheard,
    stop: Callable[[], bool] = never,
) -> Counted:
    """How many solutions a finite task has, each once over its variables; with an objective, how many are best.

    solver: who counts, or lists where it cannot count; the compiled counter if none is named
    limit:  stop soon after so many
    start:  where somebody plays the task: from its givens alone, which is the default, or from the current board
    Raises: SpecError, UnknownName; UnsupportedTask for tasks over real numbers, and where the named solver cannot.
    """
    loaded = load(source, parameters).at(start)
    if loaded.task.is_real:
        raise UnsupportedTask(f"{loaded.name} is about real numbers: solutions are counted where domains are finite")
    chosen = _solver(loaded, solver)
    chosen.load()
    settings = Settings(seconds=seconds, limit=seconds, solutions=limit, explain=False, told=told, stop=stop)
    deadline = Deadline(settings)
    task, note = _to_be_counted(loaded, chosen, settings)
    if task is None:
        return Counted(loaded, chosen.name, 0, not note, note, deadline.elapsed)
    settings = replace(settings, seconds=deadline.left)
    number, exact, note = (chosen.count or _listed_by(chosen))(task, settings)
    if number and chosen.count is not None:
        _probed(task, chosen, settings)
    return Counted(loaded, chosen.name, number, exact, "" if exact else note, deadline.elapsed)


def _solver(loaded: Loaded, name: str | None) -> Solver:
    if name is not None:
        found = SOLVERS.get(name)
        reason = found.refuses(loaded.task)
        if reason:
            raise UnsupportedTask(f"{spelt(name)} cannot treat this task: {reason}")
        return found
    able = (found for found in map(SOLVERS.get, (COUNTER, *OTHERS)) if found.refuses(loaded.task) is None)
    return next(able, None) or all_able(loaded)[0]


def _to_be_counted(loaded: Loaded, solver: Solver, settings: Settings) -> tuple[Task | None, str]:
    """The task whose solutions are counted, of an objective that of being as good as the best; None if there is none.

    With None goes the reason if that is not known.
    """
    task = loaded.task
    if objectives(task):
        best = checked(solver.solve(task, replace(settings, solutions=1)), task, solver.name)
        if best.status is not Status.OPTIMAL_SOLUTION:
            return None, "" if best.status is Status.UNSATISFIABLE else best.note or "the best is not known"
        return as_good(task, worth(task, best.solutions[0])), ""
    return replace(task, sought=replace(task.sought, aim=Aim.ALL)), ""


def _listed_by(solver: Solver) -> Callable[[Task, Settings], tuple[int, bool, str]]:
    """Count by listing, where a solver can do nothing else."""

    def number(task: Task, settings: Settings) -> tuple[int, bool, str]:
        result = checked(solver.solve(task, settings), task, solver.name)
        exact = result.status in (Status.ALL_SOLUTIONS, Status.UNSATISFIABLE)
        reached = settings.solutions is not None and len(result.solutions) >= settings.solutions
        limit = f"the limit of {settings.solutions:,} was reached" if reached else ""
        return len(result.solutions), exact, limit or result.note

    return number


PROBE_SECONDS = 0.5
"""How long one of the solutions counted may be looked for, to be checked."""


def _probed(task: Task, solver: Solver, settings: Settings) -> None:
    """Check a solution of a task that was counted. Raises: SolverError if it is wrong, or there is none."""
    seconds = PROBE_SECONDS if settings.seconds is None else min(settings.seconds, PROBE_SECONDS)
    asked = replace(settings, solutions=1, seconds=seconds, told=unheard)
    result = checked(solver.solve(task, asked), task, solver.name)
    if result.status is Status.UNSATISFIABLE:
        raise SolverError(f"{solver.name} counted solutions of {task.name}, and then proved that there is none")
