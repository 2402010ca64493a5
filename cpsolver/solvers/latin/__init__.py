"""Latin squares and sudoku: tasks of nothing but all-different units as large as the one common domain.

A node fills every variable with one candidate (naked single) and every value with one place in a unit (hidden single)
before it branches on the variable with the fewest candidates.

    board      what is left at a node: single candidates and places followed up, the variable to branch on
    recursion  the search, in plain Python at first and in a kernel if it lasts
    many       many sets of givens at once, in kernels
"""

from __future__ import annotations

from cpsolver.solvers.latin.board import plan, start
from cpsolver.solvers.latin.many import solve_many
from cpsolver.solvers.latin.recursion import Search, run
from cpsolver.solvers.solver import Solver, narrow, refuses_unless_finite
from cpsolver.task.condition import Condition, Relation
from cpsolver.task.domain import Finite
from cpsolver.task.result import Deadline, Result, Settings
from cpsolver.task.tally import Harvest, Tally
from cpsolver.task.task import Aim, Task


def refuses(task: Task) -> str | None:
    """Why this solver cannot treat the task, in words; None for all-different units as large as the one domain."""
    reason = refuses_unless_finite(task)
    if reason is not None or not task.variables:
        return reason
    if task.sought.aim is Aim.BEST:
        return "something is to be best, and this solver knows no objective"
    domain = task.variables[0].domain
    for variable in task.variables:
        if variable.domain != domain:
            return f"'{variable.name}' has another domain than '{task.variables[0].name}'"
    return _refuses_conditions(task, len(domain) if isinstance(domain, Finite) else 0)


def _refuses_conditions(task: Task, size: int) -> str | None:
    for condition in task.conditions:
        different = condition.different if isinstance(condition, Relation) else None
        if different is None:
            return f"'{condition.label or condition}' is no all-different over variables"
        if len(different) != size:
            return f"'{condition.label or condition}' has {len(different)} variables for {size} values"
    return None


def solve(task: Task, settings: Settings) -> Result:
    """The solutions in the order of the search, with its counts."""
    if task.sought.aim is Aim.NARROW:
        return narrow(task, solve, settings)
    deadline, tally, harvest = Deadline(settings), Tally(len(task.variables)), Harvest.of(task, settings)
    names = tuple(task.by_name)
    masks, keep = plan(names, tuple(_unit(condition) for condition in task.conditions))
    values, board = start(task, masks)
    finished = run(Search(names, values, masks, keep, harvest, deadline, tally), board)
    return harvest.result(finished, deadline, tally)


def _unit(condition: Condition) -> tuple[str, ...]:
    different = condition.different if isinstance(condition, Relation) else None
    assert different is not None, f"{condition} was refused"
    return different


SOLVER = Solver(
    name="latin",
    summary="bit masks for sudoku and Latin squares: all-different units as large as the one domain",
    rank=15,
    refuses=refuses,
    solve=solve,
    solve_many=solve_many,
)
