"""check: four verdicts on a task, and its answer against what its spec expects."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from cpsolver.api.answers import Answer, Check
from cpsolver.api.conflicts import conflict_of, consistency
from cpsolver.api.expectations import is_met_by, outcomes
from cpsolver.api.solving import Source, all_able, checked, solve
from cpsolver.api.tasks import Loaded, Parameters, Start, load
from cpsolver.api.techniques import techniques_of
from cpsolver.auxiliary.diagnosis import Diagnosis
from cpsolver.solvers.solver import Solver
from cpsolver.task.domain import Finite
from cpsolver.task.result import Deadline, Result, Settings, Status, never
from cpsolver.task.task import Aim, Fact, Sought, Task

if TYPE_CHECKING:
    from cpsolver.api.counting import Counted


def check(
    source: Source,
    *,
    seconds: float | None = 60.0,
    parameters: Parameters | None = None,
    start: Start | None = None,
    verbose: bool = False,
    smallest: bool = False,
    stop: Callable[[], bool] = never,
) -> Check:
    """The four verdicts on a task, and the comparison of its answer with `expect:`, all within the time limit.

    Of a task that somebody plays also what was entered is judged, by the rules. Of a sweep, the verdicts are on the
    first point that has a solution, and `expect:` is compared at all points.
    smallest: where nothing fits, look for the fewest that contradict each other until it is proven that fewer do not
    verbose: show the solution put back into all formulas, and to how many digits each value is confirmed
    start: whether the four verdicts are on the givens alone, which is the default, or on the current board
    """
    loaded = load(source, parameters).at(start)
    asking = _Asking(loaded, Settings(seconds=seconds, limit=seconds, stop=stop))
    expected = loaded.expected
    several = expected.solutions is not None and expected.solutions > 1
    counted = _counted(loaded, asking)
    several = several and counted is None
    answer = solve(loaded, every=several, seconds=seconds, derive=False, verbose=verbose, conflict=False, stop=stop)
    if loaded.kind.sweeping is not None and loaded.kind.sweeping.axes(loaded.task):
        return _of_sweep(answer, asking)
    verdicts = loaded.kind.diagnose(loaded.task, asking.result)
    if answer.status is Status.UNSATISFIABLE and not loaded.task.is_real:
        answer, verdicts = _with_conflict(answer, verdicts, asking, smallest)
    if loaded.kind.judge is not None and loaded.position.facts:
        verdicts += loaded.kind.judge(loaded.at("givens").task, loaded.position, asking.result)
    found = _with_expected(answer, asking)
    return Check(answer, verdicts, outcomes(answer.loaded, found, answer.unique, counted))


MOST_LISTED = 1_000
"""Where more solutions are expected, they are counted and not listed."""


def _counted(loaded: Loaded, asking: _Asking) -> Counted | None:
    """How many solutions a task has of which many are expected."""
    if (loaded.expected.solutions or 0) <= MOST_LISTED or loaded.task.is_real:
        return None
    from cpsolver.api.counting import count

    return count(loaded, seconds=asking.deadline.left, stop=asking.settings.stop)


def _with_conflict(answer: Answer, verdicts: Diagnosis, asking: _Asking, smallest: bool) -> tuple[Answer, Diagnosis]:
    """The answer and its verdicts with what contradicts what."""
    left = asking.deadline.left
    longest = left if smallest else CONFLICT_PATIENCE if left is None else min(left, CONFLICT_PATIENCE)
    conflict = conflict_of(asking.loaded, replace(asking.settings, seconds=longest), smallest=smallest)
    if conflict is None:
        return answer, verdicts
    told = tuple(consistency(conflict) if verdict.name == "consistency" else verdict for verdict in verdicts)
    return replace(answer, conflict=conflict), told


def _of_sweep(answer: Answer, asking: _Asking) -> Check:
    """The verdicts on the first point of a sweep that has a solution, and `expect:` at all points."""
    from cpsolver.api.sweep_outcomes import solved_point, sweep_outcomes
    from cpsolver.api.sweeping import Sweep

    assert isinstance(answer, Sweep)
    asking.loaded = solved_point(answer)
    return Check(answer, answer.loaded.kind.diagnose(asking.loaded.task, asking.result), sweep_outcomes(answer))


CONFLICT_PATIENCE = 5.0
"""Seconds in which a small contradiction is looked for; the smallest may take all the time there is."""

PATIENCE = 2.0
"""Seconds of processor time that a solver may take for each question on a task over real numbers.

It is not the clock's, so that other work of the machine does not turn a verdict into *not known*.
"""

REFUTING_PATIENCE = 0.25
"""The same for each question by which a contradiction is narrowed down: what it does not decide is kept."""

APART = "symbolic"
"""The solver that works in a process of its own, whose processor time is not seen."""

APART_PATIENCE = 10.0
"""Seconds by the clock that it has for a question: it may think for ever."""

MOST_APART = 4
"""So many questions of one check are put to it."""


class _Asking:
    """Solves what a diagnosis asks, by whatever solver knows the answer, within one time limit.

    refuting: what refuted the whole also finds the conflict, so that the slower ones need not be asked where one
        solution is looked for
    """

    def __init__(self, loaded: Loaded, settings: Settings) -> None:
        self.loaded, self.settings = loaded, settings
        self.deadline = Deadline(settings)
        self.refuting: list[Solver] = []
        self.apart = 0
        self.answered: dict[tuple[object, ...], tuple[Task, Result]] = {}

    def result(self, task: Task, solutions: int) -> Result:
        """The first result that is known, else the first solver's; what was asked before is not asked again."""
        parts = (*task.variables, *task.given, *task.conditions)
        key = (solutions, task.sought.variables, task.sought.aim, tuple(map(id, parts)))
        if key not in self.answered:
            self.answered[key] = task, self.asked(task, solutions)  # the task is held so that the ids stay its own
        return self.answered[key][1]

    def asked(self, task: Task, solutions: int) -> Result:
        """The first result that is known, else the first solver's."""
        unknown: Result | None = None
        narrowing = self.refuting if solutions == 1 else []
        able = [solver for solver in narrowing if solver.refuses(task) is None]
        for solver in able or all_able(replace(self.loaded, task=task)):
            if solver.name == APART and unknown is not None and self.apart >= MOST_APART:
                continue
            self.apart += solver.name == APART
            techniques = techniques_of(self.loaded.kind) if solver.name == "auxiliary" else ()
            settings = replace(
                self.within(solver, bool(able)), solutions=solutions, techniques=techniques, explain=False
            )
            result = checked(solver.solve(task, settings), task, solver.name)
            if result.status is Status.UNSATISFIABLE and task.given == self.loaded.task.given:
                self.refuting = [solver]
            if result.status is not Status.UNKNOWN:
                return result
            unknown = unknown or result
        assert unknown is not None, "there is at least one able solver"
        return unknown

    def within(self, solver: Solver, narrowing: bool) -> Settings:
        """What is left of the time; for a question on a task over real numbers no more than patience allows."""
        left = self.deadline.left
        if not self.loaded.task.is_real:
            return replace(self.settings, seconds=left)
        if solver.name == APART:
            return replace(self.settings, seconds=APART_PATIENCE if left is None else min(left, APART_PATIENCE))
        patience = REFUTING_PATIENCE if narrowing else PATIENCE
        end, stop = time.process_time() + patience, self.settings.stop
        return replace(self.settings, seconds=left, stop=lambda: time.process_time() > end or stop())


def _with_expected(answer: Answer, asking: _Asking) -> Result:
    """The answer's result, with the solution that `expect:` describes if there is one and it was not among those found.

    Of a task with many solutions a search looks at a few; whether another has the values expected is asked for.
    """
    loaded, result = answer.loaded, answer.result
    values = loaded.expected.values
    known = result.status in (Status.ALL_SOLUTIONS, Status.OPTIMAL_SOLUTION, Status.UNSATISFIABLE, Status.UNKNOWN)
    if not values or known or loaded.task.is_real or any(is_met_by(solution, values) for solution in result.solutions):
        return result
    facts = tuple(Fact(value.variable, Finite((value.value,))) for value in values)
    asked = replace(
        loaded.task, given=(*loaded.task.given, *facts), sought=Sought(loaded.task.sought.variables, Aim.ONE)
    )
    found = asking.result(asked, 1)
    if found.status is Status.UNSATISFIABLE:
        return replace(result, status=Status.ALL_SOLUTIONS)  # as far as these values go: no solution has them
    return replace(result, solutions=(*found.solutions, *result.solutions))
