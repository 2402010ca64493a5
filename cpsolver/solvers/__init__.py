"""Solvers: one file each, found by name; called here, or in a process of its own."""

import threading
import time
from dataclasses import dataclass, replace

from cpsolver.isolation import Ending, run_apart, tell
from cpsolver.registry import Registry
from cpsolver.solvers.solver import Solver
from cpsolver.task.domain import Value
from cpsolver.task.objectives import worth
from cpsolver.task.result import Progress, Result, Settings, Statistics, Status, never, unheard
from cpsolver.task.task import Solution, Task

SOLVERS: Registry[Solver] = Registry("cpsolver.solvers", "SOLVER", "solver", Solver, base="solver")


LAST_MOMENT = 0.1
"""Seconds that a solver may take to end by itself after its limit, before its process is ended."""

BETWEEN_TOLD = 0.1
"""Seconds between two parcels of solutions that a solver sends while it works."""


def solve_apart(solver: str, task: Task, settings: Settings) -> Result:
    """What the solver says, run in a process of its own; imports do not count towards the time limit.

    A process that overruns its limit, dies, or is no longer wanted is ended. What it found until then is kept, and a
    note says how it ended. Solutions travel while it works, as bare values, so that a long list is never sent at last.
    """
    heard = _Heard(task)
    outcome = run_apart(
        "cpsolver.solvers:_solve",
        *(solver, task, replace(settings, stop=never, found=unheard, told=unheard)),
        load="cpsolver.solvers:_load",
        seconds=settings.seconds,
        grace=LAST_MOMENT,
        stop=settings.stop,
        heard=heard,
    )
    notes = {
        Ending.STOPPED: "interrupted",
        Ending.OVERRAN: f"it did not end within {settings.seconds or 0:g} s and was stopped",
        Ending.OUT_OF_MEMORY: "it ran out of memory",
        Ending.DIED: f"its process ended without an answer (exit code {outcome.code})",
    }
    if outcome.ending in notes:
        return heard.so_far(settings, notes[outcome.ending], outcome.seconds)
    result = outcome.answer()
    assert isinstance(result, Result), f"{solver} gave no result"
    return replace(result, solutions=(*heard.solutions, *result.solutions)) if heard.is_list else result


@dataclass(frozen=True)
class _Parcel:
    """Solutions as the values of the task's variables in their order. is_list: of the best only the last counts."""

    rows: tuple[tuple[Value, ...], ...]
    is_list: bool
    progress: Progress | None = None


class _Heard:
    """What a solver said while it worked: solutions one after the other, or of the best each better one."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.names = tuple(variable.name for variable in task.variables)
        self.solutions: list[Solution] = []
        self.progress: Progress | None = None
        self.is_list = False

    def __call__(self, parcel: _Parcel) -> None:
        self.is_list = parcel.is_list
        self.progress = parcel.progress or self.progress
        found = [dict(zip(self.names, values, strict=True)) for values in parcel.rows]
        self.solutions = [*found] if not self.is_list and found else self.solutions
        self.solutions += found if self.is_list else []

    def so_far(self, settings: Settings, note: str, seconds: float) -> Result:
        """What is known of a search that was ended."""
        found = tuple(self.solutions[-1:] if not self.is_list else self.solutions)
        values = worth(self.task, found[0]) if found else ()
        status = Status.SATISFIED if found else Status.UNKNOWN
        bound = self.progress.bound if self.progress else None
        best = values[0] if values else None
        return Result(status, found, best, statistics=Statistics(seconds=seconds), note=note, bound=bound)


class _Sender:
    """Gathers what a solver finds, and sends it on now and then."""

    def __init__(self, task: Task, settings: Settings) -> None:
        self.names = tuple(variable.name for variable in task.variables)
        self.is_list = settings.solutions != 1
        self.rows: list[tuple[Value, ...]] = []
        self.progress: Progress | None = None
        self.sent = time.perf_counter()
        self.count = 0
        self.lock = threading.Lock()

    def found(self, solution: Solution) -> None:
        """Take in a solution."""
        with self.lock:
            self.rows.append(tuple(map(solution.__getitem__, self.names)))
            self.send()

    def told(self, progress: Progress) -> None:
        """Take in how far the search is."""
        with self.lock:
            self.progress = progress
            self.send()

    def send(self) -> None:
        """Send what was not sent yet, if the last parcel went a moment ago."""
        if time.perf_counter() - self.sent < BETWEEN_TOLD:
            return
        rows = tuple(self.rows if self.is_list else self.rows[-1:])
        self.rows, self.sent = [], time.perf_counter()
        self.count += len(rows)
        tell(_Parcel(rows, self.is_list, self.progress))


def _load(solver: str, task: Task, settings: Settings) -> None:
    SOLVERS.get(solver).load()


def _solve(solver: str, task: Task, settings: Settings) -> Result:
    """The result; the solutions of a list that were sent before are not in it."""
    sender = _Sender(task, settings)
    result = SOLVERS.get(solver).solve(task, replace(settings, found=sender.found, told=sender.told))
    return replace(result, solutions=result.solutions[sender.count :]) if sender.is_list else result
