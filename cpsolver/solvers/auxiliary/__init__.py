"""The auxiliary-model generator: generate smaller tasks, solve them, recombine what they say, until nothing is open.

    known ← the task's domains narrowed by its givens
    until what is sought is known, or known is contradictory, or time is up:
        for each technique, easiest first, for each auxiliary model it generates:
            solve the parts; recombine; if that is news, record it with its premises and start again
        if no technique taught anything: choose a value, marked as chosen, and take it back if it fails

`nodes` of its statistics are auxiliary models solved.
Source: Pólya, *How to Solve It* (1945); steps with small premises after Bogaerts, Gamba & Guns (2021).
"""

from __future__ import annotations

from itertools import count

from cpsolver.solvers.auxiliary.loop import Loop
from cpsolver.solvers.auxiliary.search import Search
from cpsolver.solvers.solver import Solver
from cpsolver.task.result import Deadline, Result, Settings
from cpsolver.task.task import Aim, Task


def refuses(task: Task) -> str | None:
    """Why the generator cannot treat a task, or None."""
    return "it does not look for the best solution" if task.sought.aim is Aim.BEST else None


def solve(task: Task, settings: Settings) -> Result:
    """The task solved by auxiliary models, with its derivation.

    Without a choice the derivation is the proof: ALL_SOLUTIONS. With choices in force a second solution is looked
    for only as far as `settings.solutions` asks.
    """
    return Search(Loop(task, settings, Deadline(settings), count(1))).result()


SOLVER = Solver(
    name="auxiliary",
    summary="the auxiliary-model generator: smaller tasks, solved and recombined, with a derivation",
    rank=90,
    refuses=refuses,
    solve=solve,
)
