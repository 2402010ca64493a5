"""A hand-written recursion compiled by Numba: for any finite task, and above all to count.

The task becomes a network of numbered variables; constraint by constraint, kernels propagate; where the open variables
fall into parts that no condition joins, their numbers of solutions are multiplied instead of listed.

    translation  tasks as networks, by `relations` and `values`; `builder` makes variables and literals
    formulation  the network of a task and the way back
    search       stretch by stretch in the kernels
"""

from __future__ import annotations

from cpsolver.errors import UnsupportedTask
from cpsolver.solvers.solver import Solver, refuses_unless_finite
from cpsolver.task.result import Result, Settings
from cpsolver.task.task import Task


def refuses(task: Task) -> str | None:
    """Why there is no network for the task, or None; the condition that stands in the way is named with its place."""
    reason = refuses_unless_finite(task)
    if reason is not None:
        return reason
    from cpsolver.solvers.compiled.formulation import taken

    try:
        taken(task)
    except UnsupportedTask as error:
        return str(error)
    return None


def solve(task: Task, settings: Settings) -> Result:
    """The solutions in the order of the search, with its counts. Raises: UnsupportedTask."""
    from cpsolver.solvers.compiled.search import solve as search

    return search(task, settings)


def count(task: Task, settings: Settings) -> tuple[int, bool, str]:
    """How many solutions there are, none of them kept. Raises: UnsupportedTask."""
    from cpsolver.solvers.compiled.search import count as number_of

    return number_of(task, settings)


def load() -> None:
    """Load the kernels; the first time on a machine they are compiled, which takes half a minute."""
    from cpsolver.solvers.compiled.search import load as load_kernels

    load_kernels()


SOLVER = Solver(
    name="compiled",
    summary="hand-written recursion compiled by Numba: any finite task, and above all to count",
    rank=35,
    refuses=refuses,
    solve=solve,
    load=load,
    count=count,
)
