"""CP-SAT of OR-tools: the task compiled once, solved natively.

`nodes` of its statistics are CP-SAT's branches, `backtracks` its conflicts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsolver.solvers.solver import Solver, Text, refuses_unless_finite
from cpsolver.task.result import Result, Settings
from cpsolver.task.task import Task

if TYPE_CHECKING:
    from cpsolver.auxiliary.switches import Switches


def refuses(task: Task) -> str | None:
    """Why CP-SAT cannot treat this task, or None; the condition that stands in the way is named with its place."""
    reason = refuses_unless_finite(task)
    if reason is not None:
        return reason
    from cpsolver.solvers.cpsat.formulation import obstacle

    return obstacle(task)


def solve(task: Task, settings: Settings) -> Result:
    """What CP-SAT says of a finite task. Raises: UnsupportedTask, SolverError."""
    from cpsolver.solvers.cpsat.search import solve as search

    return search(task, settings)


def switches(task: Task, settings: Settings) -> Switches:
    """The task with a switch on every given and condition. Raises: UnsupportedTask."""
    from cpsolver.solvers.cpsat.switching import Switched

    return Switched(task, settings)


def text(task: Task) -> str:
    """The model of CP-SAT as OR-tools reads it. Raises: UnsupportedTask."""
    from cpsolver.solvers.cpsat.model_text import text as written

    return written(task)


def load() -> None:
    """Import OR-tools, which takes longer than many a task."""
    import cpsolver.solvers.cpsat.search  # noqa: F401


SOLVER = Solver(
    name="cpsat",
    summary="CP-SAT of OR-tools: clause learning over integers",
    rank=30,
    refuses=refuses,
    solve=solve,
    switches=switches,
    text=Text(".pbtxt", text),
    load=load,
)
