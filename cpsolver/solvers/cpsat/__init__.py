"""CP-SAT of OR-tools: the task compiled once, solved natively.

`nodes` of its statistics are CP-SAT's branches, `backtracks` its conflicts.
"""

from cpsolver.solvers.cpsat.formulation import obstacle
from cpsolver.solvers.cpsat.search import solve
from cpsolver.solvers.solver import Solver, refuses_unless_finite
from cpsolver.task.task import Task


def refuses(task: Task) -> str | None:
    """Why CP-SAT cannot treat this task, or None; the condition that stands in the way is named with its place."""
    return refuses_unless_finite(task) or obstacle(task)


SOLVER = Solver(
    name="cpsat",
    summary="CP-SAT of OR-tools: clause learning over integers",
    rank=30,
    refuses=refuses,
    solve=solve,
)
