"""The contract of a solver: one file in `solvers/` with `SOLVER`. Nothing else is edited to add one.

1. `refuses` is cheap and complete: after None, `solve` may not fail for the task's sake.
2. `solve` never changes the task, never prints, and ends within a second of `Deadline.passed`.
3. It enumerates up to `settings.solutions` solutions (None: all), each once over the task's variables, each with a
   value for every variable of a finite task. Limit reached: SATISFIED. Exhausted: ALL_SOLUTIONS or UNSATISFIABLE,
   which are claims of proof; if in doubt UNKNOWN with a note. With an objective (`Aim.BEST`) it returns the best
   with OPTIMAL_SOLUTION, and others as good up to the limit (`all_best`, also for several objectives in order); or
   the best so far with SATISFIED when it had to stop, and with a bound if it knows one. It tells `settings.found`
   every solution and, now and then, `settings.told` how far it is; hints it may try first.
4. Aim NARROW comes for free: `narrow(task, solve, settings)`.
5. Compiling is a table, one function per node type, never one long chain of `if`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from cpsolver.task.condition import Equation, Relation
from cpsolver.task.domain import Domain, Finite, Reals
from cpsolver.task.knowledge import Finding
from cpsolver.task.objectives import after_first, by_first_alone, objectives
from cpsolver.task.result import Deadline, Result, Settings, Statistics, Status, unheard
from cpsolver.task.task import Aim, Fact, Task, Variable

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from cpsolver.auxiliary.switches import Switches

Solve = Callable[[Task, Settings], Result]


class SolveMany(Protocol):
    """How a solver answers for many sets of givens of one task at once; for batches."""

    def __call__(
        self,
        task: Task,
        givens: npt.NDArray[np.uint8],
        limit: int = 2,
        settings: Settings | None = None,
        workers: int | None = 1,
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
        """How many solutions each set of givens has, counted up to the limit, and the first of them.

        task:     its variables, conditions and own givens hold for every set; what is sought does not matter
        givens:   uint8[m, variables], in the order of the task's variables: 0 is open, else 1 + the value's number
                  in the variable's domain
        settings: only its time limit, for all sets together, and its `stop` count
        workers:  threads; None for one on each core
        Returns:  counts int64[m], exact below the limit, −1 where time was up before; solutions uint8[m, variables],
                  1 + the value's number, zeros where there is none
        """


Count = Callable[[Task, Settings], tuple[int, bool, str]]
"""How many solutions a task has, each once over its variables: the number, whether it is exact or only a lower bound,
and why it is not exact. It keeps none of them."""

Switch = Callable[[Task, Settings], "Switches"]
"""One model of a task in which every given and condition can be switched off, for many questions within one time limit.
Raises: UnsupportedTask."""


@dataclass(frozen=True)
class Text:
    """The solver's own model of a task as text, for people and other programs.

    suffix: of files that hold one
    write:  Raises: UnsupportedTask
    """

    suffix: str
    write: Callable[[Task], str]


def nothing_to_load() -> None:
    """Do nothing: this solver's module imports all it needs."""


@dataclass(frozen=True)
class Solver:
    """A back end: a task in, a result out.

    rank:    order in which solvers are tried on the parts of auxiliary models, lowest first
    refuses: the reason why it cannot treat a task, in words; None if it can
    load:    imports what solving needs, so that imports are not taken for solving time
    solve_many: many sets of givens of one task at once, after `refuses` has said None; None if it cannot
    count:   how many solutions, without keeping them; None if it can only enumerate
    switches: the task with its givens and conditions to be switched off; None if it cannot
    text:    the solver's own model as text; None if it has none
    heuristics: the settings of a recursion that it obeys: order, propagate, restarts
    """

    name: str
    summary: str
    rank: int
    refuses: Callable[[Task], str | None]
    solve: Solve
    load: Callable[[], None] = nothing_to_load
    solve_many: SolveMany | None = None
    count: Count | None = None
    switches: Switch | None = None
    text: Text | None = None
    heuristics: tuple[str, ...] = ()


def refuses_unless_finite(task: Task) -> str | None:
    """Why a solver of finite domains cannot treat this task, or None."""
    for variable in task.variables:
        if not isinstance(variable.domain, Finite):
            return f"'{variable.name}' ranges over real numbers"
    return None


def refuses_unless_formulas(task: Task) -> str | None:
    """Why a solver of formulas over real numbers cannot treat this task, or None."""
    if task.sought.aim is Aim.BEST:
        return "it does not look for the best solution"
    if not any(isinstance(variable.domain, Reals) for variable in task.variables):
        return "no variable ranges over real numbers"
    for variable in task.variables:
        if not isinstance(variable.domain, Reals):
            return f"'{variable.name}' does not range over real numbers"
    for condition in task.conditions:
        if not isinstance(condition, (Equation, Relation)):
            return f"'{condition.label or condition}' is no formula"
    return None


def asks_for_more(task: Task, settings: Settings) -> bool:
    """Whether more is asked than one solution that is best by one objective: `all_best` then finds it."""
    wanted = objectives(task)
    return len(wanted) > 1 or (bool(wanted) and settings.solutions != 1)


def all_best(task: Task, solve: Solve, settings: Settings) -> Result:
    """The best by all objectives in order, up to the limit, by any solver that finds one best by one objective.

    The best value of the first, then of all that reach it the best by the next, and so on; in the end all that reach
    all of them. OPTIMAL_SOLUTION with a note if the listing was cut short, SATISFIED if a later objective was.
    """
    deadline, left, best = Deadline(settings), task, None
    quiet = replace(settings, solutions=1, found=settings.found if settings.solutions == 1 else unheard)
    for _ in objectives(task):
        result = solve(by_first_alone(left), replace(quiet, seconds=deadline.left))
        if result.status is not Status.OPTIMAL_SOLUTION or result.objective is None:
            return result if best is None else _settled_in_part(best, result, deadline)
        quiet = replace(quiet, told=unheard)
        left = after_first(left, result.objective)
        best = replace(result, objective=result.objective if best is None else best.objective)
    assert best is not None, "a task that asks for the best has an objective"
    others = best
    if settings.solutions != 1:
        others = solve(left, replace(settings, seconds=deadline.left, told=unheard))
    statistics = replace(best.statistics, seconds=deadline.elapsed)
    return replace(best, solutions=others.solutions or best.solutions, statistics=statistics, note=others.note)


def _settled_in_part(best: Result, later: Result, deadline: Deadline) -> Result:
    """What is known where the first objective is settled and the search by a later one was cut short."""
    return replace(
        best,
        status=Status.SATISFIED,
        solutions=later.solutions or best.solutions,
        bound=best.objective,
        statistics=replace(best.statistics, seconds=deadline.elapsed),
        note=later.note,
    )


def hints_first(task: Task) -> Task:
    """The same task, its hinted values the first in their domains: for searches that try values in that order."""
    hinted = {fact.variable: fact.domain for fact in task.hints}
    if not hinted or task.sought.aim is Aim.NARROW:
        return task
    return replace(task, variables=tuple(_hint_first(each, hinted.get(each.name)) for each in task.variables))


def _hint_first(variable: Variable, hint: Domain | None) -> Variable:
    if hint is None or not isinstance(variable.domain, Finite):
        return variable
    in_order = sorted(variable.domain, key=lambda value: value not in hint)
    return replace(variable, domain=Finite(tuple(in_order)))


def narrow(task: Task, solve: Solve, settings: Settings) -> Result:
    """What all solutions of a finite task share, by any solver that finds one: the domains as small as they can be.

    Each call asks for a solution with a value not yet seen in any; when there is none, the value goes. Ended early,
    the values not yet decided stay: the domains are then sound but perhaps too large, and the status is UNKNOWN.
    """
    deadline = Deadline(settings)
    plain = replace(task, sought=replace(task.sought, aim=Aim.ONE))
    known = task.knowledge()
    seen: dict[str, set[object]] = {name: set() for name in known.domains}
    first = None
    for name, domain in tuple(known.domains.items()):
        for value in _values(domain):
            if value in seen[name]:
                continue
            asked = replace(plain, given=(*plain.given, Fact(name, Finite((value,)))))
            result = solve(asked, replace(settings, solutions=1, seconds=deadline.left))
            if result.status.has_solution:
                first = first or result.solutions[0]
                for other, found in result.solutions[0].items():
                    seen[other].add(found)
            elif result.status is Status.UNKNOWN:
                return Result(Status.UNKNOWN, knowledge=known, note=result.note, statistics=_time(deadline))
            else:
                known.absorb(Finding((Fact(name, Finite.of(_values(known.domains[name])).without(value)),)))
        if known.is_contradictory:
            return Result(Status.UNSATISFIABLE, knowledge=known, statistics=_time(deadline))
    return Result(Status.SATISFIED, (first or {},), knowledge=known, statistics=_time(deadline))


def _values(domain: Domain) -> tuple[int | str | float, ...]:
    assert isinstance(domain, Finite), "only finite tasks are narrowed value by value"
    return domain.values  # type: ignore[return-value]


def _time(deadline: Deadline) -> Statistics:
    return Statistics(seconds=deadline.elapsed)
