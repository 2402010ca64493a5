"""Solvers: one file each, found by name; called here, or in a process of its own."""

from dataclasses import replace

from cpsolver.isolation import Ending, run_apart
from cpsolver.registry import Registry
from cpsolver.solvers.solver import Solver
from cpsolver.task.result import Result, Settings, Statistics, Status, never
from cpsolver.task.task import Task

SOLVERS: Registry[Solver] = Registry("cpsolver.solvers", "SOLVER", "solver", Solver, base="solver")


def solve_apart(solver: str, task: Task, settings: Settings) -> Result:
    """What the solver says, run in a process of its own; imports do not count towards the time limit.

    A process that overruns its limit, or dies, gives UNKNOWN with a note; so does `settings.stop`.
    """
    outcome = run_apart(
        "cpsolver.solvers:_solve",
        *(solver, task, replace(settings, stop=never)),
        load="cpsolver.solvers:_load",
        seconds=settings.seconds,
        stop=settings.stop,
    )
    notes = {
        Ending.STOPPED: "interrupted",
        Ending.OVERRAN: f"it did not end within {settings.seconds or 0:g} s and was stopped",
        Ending.OUT_OF_MEMORY: "it ran out of memory",
        Ending.DIED: f"its process ended without an answer (exit code {outcome.code})",
    }
    if outcome.ending in notes:
        return Result(Status.UNKNOWN, note=notes[outcome.ending], statistics=Statistics(seconds=outcome.seconds))
    found = outcome.answer()
    assert isinstance(found, Result), f"{solver} gave no result"
    return found


def _load(solver: str, task: Task, settings: Settings) -> None:
    SOLVERS.get(solver).load()


def _solve(solver: str, task: Task, settings: Settings) -> Result:
    return SOLVERS.get(solver).solve(task, settings)
