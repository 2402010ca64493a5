"""SymPy in a process of its own, which is ended when time is up: nothing else can stop it for certain."""

from __future__ import annotations

from cpsolver.isolation import Ending, run_apart
from cpsolver.solvers.symbolic.attempt import Attempt
from cpsolver.task.result import Deadline, Result, Settings, Statistics, Status
from cpsolver.task.task import Task

MEMORY = 2 << 30
"""Bytes of address space SymPy may use, where the system can limit that (not on Windows, and not on macOS)."""


def attempt_apart(task: Task, settings: Settings) -> Result:
    """The result of an attempt in a child process, or UNKNOWN with the reason; loading SymPy takes none of its time."""
    outcome = run_apart(
        f"{__name__}:_attempt",
        *(task, Settings(solutions=settings.solutions)),
        load=f"{__name__}:_load",
        seconds=settings.seconds,
        grace=0.0,  # SymPy is never asked to end: it has no moment to notice
        stop=settings.stop,
        memory=MEMORY,
    )
    notes = {
        Ending.STOPPED: "interrupted",
        Ending.OVERRAN: f"the time limit of {settings.seconds or 0:g} s was met",
        Ending.OUT_OF_MEMORY: f"SymPy wanted more than {MEMORY >> 30} GB of memory and was ended",
        Ending.DIED: "SymPy's process ended without an answer",
    }
    if outcome.ending in notes:
        cost = Statistics(seconds=outcome.seconds)
        return Result(Status.UNKNOWN, knowledge=task.knowledge(), statistics=cost, note=notes[outcome.ending])
    found = outcome.answer()
    assert isinstance(found, Result), "an attempt gives a result"
    return found


def _load(task: Task, settings: Settings) -> None:
    import sympy  # noqa: F401


def _attempt(task: Task, settings: Settings) -> Result:
    return Attempt(task, settings, Deadline(settings)).result()
