"""python-constraint: backtracking with forward checking in Python."""

from cpsolver.solvers.solver import Solver, refuses_unless_finite
from cpsolver.task.result import Result, Settings
from cpsolver.task.task import Task


def solve(task: Task, settings: Settings) -> Result:
    """What python-constraint finds of a finite task, every solution if all are wanted."""
    from cpsolver.solvers.python_constraint.search import solve as search

    return search(task, settings)


def load() -> None:
    """Import python-constraint."""
    import cpsolver.solvers.python_constraint.search  # noqa: F401


SOLVER = Solver(
    name="python_constraint",
    summary="python-constraint: backtracking with forward checking, in Python",
    rank=40,
    refuses=refuses_unless_finite,
    solve=solve,
    load=load,
)
