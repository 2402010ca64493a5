"""Depth-first search, the smallest domain first, with full propagation at every node.

A node is one value tried in one variable, followed by propagation. The variable is the one with the fewest values
left, the first declared of several; its values come in their declared order. With an objective the search goes on for
something better until there is nothing (branch and bound).
Source: Haralick & Elliott, Increasing Tree Search Efficiency for Constraint Satisfaction Problems (1980).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from cpsolver.solvers.solver import Solver, all_best, asks_for_more, hints_first, refuses_unless_finite
from cpsolver.task.domain import Finite
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.propagation import Space, TimeUp, bits
from cpsolver.task.propagators import parts, post
from cpsolver.task.propagators.bound import Bound
from cpsolver.task.result import Deadline, Result, Settings, Status
from cpsolver.task.tally import Harvest, Tally
from cpsolver.task.task import Aim, Fact, Solution, Task

NODES_BETWEEN_CHECKS = 16
"""How many nodes pass between two looks at the clock."""


@dataclass
class _Search:
    """One search under way.

    last:  for each variable the values to be tried after the others, as a mask; none if empty
    stack: for each variable branched on, its untried values and the trail before it
    """

    space: Space
    harvest: Harvest
    deadline: Deadline
    tally: Tally
    bound: Bound | None = None
    last: Sequence[int] = ()
    stack: list[tuple[int, Iterator[int], tuple[int, int]]] = field(default_factory=list)


def refuses(task: Task) -> str | None:
    """Why this solver cannot treat the task: only if some variable ranges over real numbers."""
    return refuses_unless_finite(task)


def solve(task: Task, settings: Settings) -> Result:
    """The solutions in the order of the search, with its counts."""
    deadline = Deadline(settings)
    if task.sought.aim is Aim.NARROW:
        return _narrowed(task, settings, deadline)
    if asks_for_more(task, settings):
        return all_best(task, solve, settings)
    task = hints_first(task)
    harvest, tally = Harvest.of(task, settings), Tally(len(task.variables))
    try:
        space = _space(task, task.knowledge(), deadline)
        finished = space is None or _run(_search(space, harvest, deadline, tally))
    except TimeUp:
        finished = False
    return harvest.result(finished, deadline, tally)


def _search(space: Space, harvest: Harvest, deadline: Deadline, tally: Tally) -> _Search:
    search = _Search(space, harvest, deadline, tally)
    if harvest.objective is not None:
        search.bound = Bound(space, harvest.objective)
        space.add(search.bound)
    return search


def _space(task: Task, known: Knowledge, deadline: Deadline) -> Space | None:
    """The domains and propagators of a task; None if that alone shows a contradiction. Raises: TimeUp."""
    domains = {name: domain.values for name, domain in known.domains.items() if isinstance(domain, Finite)}
    if not all(domains.values()):
        return None
    space = Space(domains, lambda: deadline.passed)
    for condition in task.conditions:
        if deadline.passed:
            raise TimeUp
        if not post(space, condition):
            return None
    return space


def _run(search: _Search) -> bool:
    """Search from where the space stands. True if nothing is left to try, False if there are enough solutions.

    The domains are then those at the last node; the caller undoes them. Raises: TimeUp.
    """
    space, tally, stack = search.space, search.tally, search.stack
    if not space.propagate():
        return True
    if _arrive(search):
        return False
    while stack:
        variable, choices, mark = stack[-1]
        tally.backtracks += space.undo(mark)
        bit = next(choices, 0)
        if not bit:
            stack.pop()
            continue
        tally.nodes += 1
        tally.tried += 1
        if not tally.nodes % NODES_BETWEEN_CHECKS and search.deadline.passed:
            raise TimeUp
        if search.bound is not None:
            space.enqueue(search.bound)
        if space.narrow(variable, bit) and space.propagate() and _arrive(search):
            return False
    return True


def _arrive(search: _Search) -> bool:
    """Count a node that stands; take the solution, or choose the variable to branch on. True if there are enough."""
    space = search.space
    search.tally.at_depth[space.filled] += 1
    if space.filled < len(space.domains):
        variable = _smallest(space.domains)
        search.stack.append((variable, _choices(search, variable), space.mark()))
        return False
    enough = search.harvest.take(space.assignment())
    if search.bound is not None and search.harvest.best is not None:
        search.bound.tighten(space, search.harvest.best)
    return enough


def _choices(search: _Search, variable: int) -> Iterator[int]:
    if not search.last:
        return search.space.in_order(variable)
    mask, last = search.space.domains[variable], search.last[variable]
    return chain(bits(mask & ~last), bits(mask & last))


def _smallest(domains: list[int]) -> int:
    """The open variable with the fewest values, the first of several."""
    fewest, chosen = 0, -1
    for variable, mask in enumerate(domains):
        if mask & mask - 1:
            size = mask.bit_count()
            if size == 2:
                return variable
            if not fewest or size < fewest:
                fewest, chosen = size, variable
    return chosen


def _narrowed(task: Task, settings: Settings, deadline: Deadline) -> Result:
    """What all solutions share. One condition with an exact propagator needs no search, others one for each value."""
    known, tally = task.knowledge(), Tally(len(task.variables))
    space: Space | None = None
    try:
        space = _space(task, known, deadline)
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
            search = _Search(space, Harvest(None, 1), deadline, tally, last=seen)
            solution = _witness(search, variable, bit)
            if solution is None:
                if not (space.narrow(variable, ~bit) and space.propagate()):
                    return None
                continue
            first = first or space.decoded(solution)
            for other, value in enumerate(solution):
                seen[other] |= value
    return first or {}


def _witness(search: _Search, variable: int, bit: int) -> list[int] | None:
    """The domains of a solution in which the variable has the value, or None; the space is afterwards as before.

    Values not yet seen in a solution are tried first, so that few solutions show all there are.
    """
    space = search.space
    mark = space.mark()
    try:
        space.narrow(variable, bit)
        return None if _run(search) else list(space.domains)
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


SOLVER = Solver(
    name="backtracking",
    summary="depth-first search, smallest domain first, with full propagation",
    rank=10,
    refuses=refuses,
    solve=solve,
)
