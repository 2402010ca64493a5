"""The recursion of the textbooks: depth-first, with propagation, an order of variables, and restarts, all to choose.

A node is one value tried in one variable, followed by propagation. By default the variable is the one with the fewest
values left, the first declared of several; its values come in their declared order. With an objective the search goes
on for something better until there is nothing (branch and bound).
Source: Haralick & Elliott, Increasing Tree Search Efficiency for Constraint Satisfaction Problems (1980).
"""

from __future__ import annotations

from cpsolver.solvers.backtracking.narrowing import narrowed
from cpsolver.solvers.backtracking.search import searched
from cpsolver.solvers.solver import Solver, all_best, asks_for_more, hints_first, refuses_unless_finite
from cpsolver.task.result import Result, Settings
from cpsolver.task.task import Aim, Task


def refuses(task: Task) -> str | None:
    """Why this solver cannot treat the task: only if some variable ranges over real numbers."""
    return refuses_unless_finite(task)


def solve(task: Task, settings: Settings) -> Result:
    """The solutions in the order of the search, with its counts."""
    if task.sought.aim is Aim.NARROW:
        return narrowed(task, settings)
    if asks_for_more(task, settings):
        return all_best(task, solve, settings)
    return searched(hints_first(task), settings)


SOLVER = Solver(
    name="backtracking",
    summary="depth-first search, smallest domain first, with full propagation",
    rank=10,
    refuses=refuses,
    solve=solve,
    heuristics=("order", "propagate", "restarts"),
)
