"""What all solutions share: the domains as small as they can be."""

from __future__ import annotations

from cpsolver.solvers.backtracking.search import Search, run, space_of
from cpsolver.task.decomposition import DECOMPOSITIONS
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.propagation import Space, TimeUp
from cpsolver.task.propagators import GLOBALS, parts
from cpsolver.task.result import Deadline, Result, Settings, Status
from cpsolver.task.tally import Harvest, Tally
from cpsolver.task.task import Fact, Solution, Task


def narrowed(task: Task, settings: Settings) -> Result:
    """What all solutions share. One condition with an exact propagator needs no search, others one for each value."""
    deadline = Deadline(settings)
    known, tally = task.knowledge(), Tally(len(task.variables), counts_conflicts=True)
    space: Space | None = None
    try:
        space = space_of(task, known, deadline)
        if space is None or not space.propagate():
            return _contradiction(task, known, tally, deadline)
        first = {} if _is_exact(task, space) else _probe(space, deadline, tally)
    except TimeUp:
        _absorb(known, space)
        statistics = tally.statistics(deadline.elapsed)
        return Result(Status.UNKNOWN, knowledge=known, statistics=statistics, note=deadline.note())
    if first is None:
        return _contradiction(task, known, tally, deadline)
    _absorb(known, space)
    found = (first,) if first or not task.variables else ()
    return Result(Status.SATISFIED, found, knowledge=known, statistics=tally.statistics(deadline.elapsed))


def _is_exact(task: Task, space: Space) -> bool:
    """Whether propagation alone leaves only values that some solution has.

    An all-different of two variables is exact without a propagator, and so is a condition on one.
    """
    stated = [part for condition in task.conditions for part in parts(condition.expression)]
    if len(stated) > 1:
        return False
    if any(isinstance(part, Call) and (part.function in GLOBALS or part.function in DECOMPOSITIONS) for part in stated):
        return len(space.propagators) == 1 and space.propagators[0].exact  # several say less together than each alone
    return not space.propagators or any(propagator.exact for propagator in space.propagators)


def _probe(space: Space, deadline: Deadline, tally: Tally) -> Solution | None:
    """Narrow every variable to the values it has in some solution; one solution comes back, or None if there is none.

    Raises: TimeUp, and the space is then sound but perhaps too wide.
    """
    seen = [0] * len(space.domains)
    first: Solution | None = None
    for variable in range(len(seen)):
        while unseen := space.domains[variable] & ~seen[variable]:
            bit = unseen & -unseen
            search = Search(space, Harvest(None, 1), deadline, tally, last=seen)
            solution = _witness(search, variable, bit)
            if solution is None:
                if not (space.narrow(variable, ~bit) and space.propagate()):
                    return None
                continue
            first = first or space.decoded(solution)
            for other, value in enumerate(solution):
                seen[other] |= value
    return first or {}


def _witness(search: Search, variable: int, bit: int) -> list[int] | None:
    """The domains of a solution in which the variable has the value, or None; the space is afterwards as before.

    Values not yet seen in a solution are tried first, so that few solutions show all there are.
    """
    space = search.space
    mark = space.mark()
    try:
        space.narrow(variable, bit)
        return None if run(search) else list(space.domains)
    finally:
        space.undo(mark)


def _contradiction(task: Task, known: Knowledge, tally: Tally, deadline: Deadline) -> Result:
    """No solution: the knowledge says so in the first variable the conditions speak of."""
    if not known.is_contradictory:
        scope = [name for condition in task.conditions for name in condition.scope] or list(known.domains)
        known.absorb(Finding(tuple(Fact(name, Finite(())) for name in scope[:1])))
    return Result(Status.UNSATISFIABLE, knowledge=known, statistics=tally.statistics(deadline.elapsed))


def _absorb(known: Knowledge, space: Space | None) -> None:
    if space is not None:
        known.absorb(Finding(tuple(Fact(name, domain) for name, domain in space.as_finite().items())))
