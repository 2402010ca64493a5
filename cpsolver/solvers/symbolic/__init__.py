"""All equations at once, by SymPy: for simultaneous formulas, and formulas that cannot be rearranged.

The equations are built from our own tree, node by node; no text ever reaches SymPy's parser, which evaluates what it
reads. Every solution is put back into the task, exactly as any other solver's is, before it counts.
SymPy runs in a process of its own, within a time limit if there is one and always within a limit of its memory; linear
equations with exact numbers need no SymPy.
"""

from __future__ import annotations

from cpsolver.solvers.solver import Solver, refuses_unless_formulas
from cpsolver.solvers.symbolic.apart import attempt_apart
from cpsolver.solvers.symbolic.attempt import Attempt
from cpsolver.solvers.symbolic.translation import FUNCTIONS
from cpsolver.task.condition import Equation
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.result import Deadline, Result, Settings
from cpsolver.task.systems.elimination import rows_of
from cpsolver.task.task import Task


def refuses(task: Task) -> str | None:
    """Why this solver cannot treat a task, or None."""
    reason = refuses_unless_formulas(task)
    for condition in () if reason else task.conditions:
        unknown = _unknown_function(condition.expression) if isinstance(condition, Equation) else None
        if unknown:
            return f"'{unknown}' in '{condition.label or condition}' has no counterpart in algebra"
    return reason


def _unknown_function(node: Node) -> str | None:
    stack: list[Node] = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, Call) and top.function not in FUNCTIONS and top.function != "=":
            return top.function
        if not isinstance(top, (Call, Name, Constant)):
            return str(top)
        stack.extend(top.children())
    return None


def solve(task: Task, settings: Settings) -> Result:
    """All real solutions of the equations together.

    ALL_SOLUTIONS and UNSATISFIABLE are claimed only where every equation is a polynomial one in its unknowns; SymPy may
    lose roots of others.
    """
    if _is_linear(task):
        return Attempt(task, settings, Deadline(settings)).result()
    return attempt_apart(task, settings)


def _is_linear(task: Task) -> bool:
    """Whether elimination with exact numbers does it, without SymPy."""
    known = task.knowledge().solution()
    return rows_of([c for c in task.conditions if isinstance(c, Equation)], known) is not None


SOLVER = Solver(
    name="symbolic",
    summary="all equations at once by SymPy, every solution put back and checked",
    rank=60,
    refuses=refuses,
    solve=solve,
)
