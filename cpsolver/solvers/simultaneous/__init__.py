"""Formulas that only together give their unknowns: one after the other is put into the rest, as at school.

From the formula that is turned round most easily a quantity is put into the others, and so on, until one equation with
one unknown is left; back from its roots every solution is put into all formulas. Linear equations with exact numbers
are solved exactly. Where no formula can be turned round SymPy is asked, and where that fails Newton's method from many
starting points, which never proves that it found all.
"""

from __future__ import annotations

from cpsolver.solvers.simultaneous.answer import answered
from cpsolver.solvers.solver import Solver, refuses_unless_formulas
from cpsolver.task.condition import Equation
from cpsolver.task.result import Deadline, Result, Settings
from cpsolver.task.task import Task


def refuses(task: Task) -> str | None:
    """Why this solver cannot treat a task, or None: it wants simultaneous formulas, at least as many as unknowns."""
    reason = refuses_unless_formulas(task)
    if reason is not None:
        return reason
    known = task.knowledge().domains
    open_ = [
        unknown
        for condition in task.conditions
        if isinstance(condition, Equation) and (unknown := [n for n in condition.scope if not known[n].is_fixed])
    ]
    if sum(len(unknown) > 1 for unknown in open_) < 2:
        return "no two formulas have several unknowns"
    if len({name for unknown in open_ for name in unknown}) > len(open_):
        return "there are more unknowns than formulas"
    return None


def solve(task: Task, settings: Settings) -> Result:
    """All real solutions of the formulas together, as tuples.

    ALL_SOLUTIONS and UNSATISFIABLE are claimed only where every stage of the elimination is complete. The lemmas of
    the knowledge are the school's steps, in order: a formula turned round, what it gives put into another, and so on,
    each under the label of the formula that it came from.
    """
    return answered(task, settings, Deadline(settings))


SOLVER = Solver(
    name="simultaneous",
    summary="simultaneous formulas by substitution, every solution put back; SymPy or Newton's method where that fails",
    rank=4,
    refuses=refuses,
    solve=solve,
)
