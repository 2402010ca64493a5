"""--shortest: techniques that keep to the fewest formulas, their number proven."""

from __future__ import annotations

from collections.abc import Callable

from cpsolver.api.tasks import Loaded
from cpsolver.errors import UnsupportedTask
from cpsolver.kinds.kind import Shortest
from cpsolver.solvers import SOLVERS
from cpsolver.task.result import Result, Settings
from cpsolver.task.task import Task

PROOF_PATIENCE = 20.0
"""Seconds one choice of formulas may take where no time limit is set."""


def shortest(loaded: Loaded, seconds: float | None, stop: Callable[[], bool]) -> Shortest:
    """The techniques whose derivation is the shortest, and what is proven of it.

    Raises: UnsupportedTask for a kind whose derivations have no such length.
    """
    if loaded.kind.shortest is None:
        what = "a shortest derivation is looked for among formulas"
        raise UnsupportedTask(f"{what}, and {loaded.name} has none; leave '--shortest' out")
    solver = SOLVERS.get("cpsat")

    def solve(task: Task, solutions: int) -> Result:
        limit = PROOF_PATIENCE if seconds is None else seconds
        return solver.solve(task, Settings(seconds=limit, limit=limit, solutions=solutions, explain=False, stop=stop))

    return loaded.kind.shortest(loaded.task, solve)
