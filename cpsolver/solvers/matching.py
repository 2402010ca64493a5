"""One all-different condition, narrowed exactly by matching: the smallest auxiliary model of a sudoku, a unit."""

from __future__ import annotations

from cpsolver.solvers.solver import Solver, refuses_unless_finite
from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite
from cpsolver.task.knowledge import Finding
from cpsolver.task.matching import matchable_values
from cpsolver.task.result import Deadline, Result, Settings, Statistics, Status
from cpsolver.task.task import Aim, Fact, Task


def refuses(task: Task) -> str | None:
    """Why this is not the narrowing of a single all-different condition, or None."""
    if task.sought.aim is not Aim.NARROW:
        return "it only says what all solutions share"
    if len(task.conditions) != 1 or _different(task) is None:
        return "it treats a single all-different condition"
    return refuses_unless_finite(task)


def solve(task: Task, settings: Settings) -> Result:
    """The domains all solutions share. Source: Régin (1994), see `task/matching.py`."""
    deadline = Deadline(settings)
    known = task.knowledge()
    scope = _different(task) or ()
    values = matchable_values([known.domains[name].values for name in scope])  # type: ignore[union-attr]
    if values is None or known.is_contradictory:
        return Result(Status.UNSATISFIABLE, knowledge=known, statistics=Statistics(deadline.elapsed))
    known.absorb(
        Finding(
            tuple(
                Fact(name, Finite(tuple(value for value in known.domains[name].values if value in kept)))  # type: ignore[union-attr]
                for name, kept in zip(scope, values, strict=True)
                if len(kept) < len(known.domains[name])  # type: ignore[arg-type]
            )
        )
    )
    return Result(Status.SATISFIED, knowledge=known, statistics=Statistics(deadline.elapsed))


def _different(task: Task) -> tuple[str, ...] | None:
    condition = task.conditions[0]
    return condition.different if isinstance(condition, Relation) else None


SOLVER = Solver(
    name="matching",
    summary="narrows one all-different condition exactly, by bipartite matching",
    rank=1,
    refuses=refuses,
    solve=solve,
)
