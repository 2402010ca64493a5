"""One search under way: nodes, choices, the bound of an objective, and restarts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random

from cpsolver.solvers.backtracking.orders import BY_NAME, Order, smallest
from cpsolver.task.domain import Finite
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.propagation import Space, TimeUp, bits
from cpsolver.task.propagators import post
from cpsolver.task.propagators.bound import Bound
from cpsolver.task.propagators.testing import post_to_test
from cpsolver.task.result import USUAL_ORDER, USUAL_PROPAGATION, Deadline, Result, Settings
from cpsolver.task.tally import Harvest, Tally
from cpsolver.task.task import Task

NODES_BETWEEN_CHECKS = 16
"""How many nodes pass between two looks at the clock."""

FIRST_CONFLICTS = 100
"""After so many contradictions the search begins anew for the first time, if it may."""

GROWTH = 1.5
"""Every further time after so many times more: so it ends, since some day all that is left fits."""


@dataclass
class Search:
    """One search under way.

    order: which variable is branched on
    last:  for each variable the values to be tried after the others, as a mask; none if empty
    stack: for each variable branched on, its untried values and the trail before it
    most:  so many contradictions end this run; None if it never begins anew
    mixed: in what order values are tried once it has begun anew; None for the declared one
    seen:  the solutions found in earlier runs
    """

    space: Space
    harvest: Harvest
    deadline: Deadline
    tally: Tally
    bound: Bound | None = None
    order: Order = smallest
    last: Sequence[int] = ()
    stack: list[tuple[int, Iterator[int], tuple[int, int]]] = field(default_factory=list)
    most: int | None = None
    mixed: Random | None = None
    seen: set[tuple[int, ...]] = field(default_factory=set)


class _Anew(Exception):
    """Enough contradictions: the search is to begin anew."""


def searched(task: Task, settings: Settings) -> Result:
    """The solutions in the order of the search, with its counts."""
    deadline, harvest = Deadline(settings), Harvest.of(task, settings)
    tally = Tally(len(task.variables), counts_conflicts=True)
    try:
        space = space_of(task, task.knowledge(), deadline, settings)
        if space is None:
            tally.conflicts += 1
        else:
            space.is_hasty = True
        finished = space is None or _runs(_search(space, harvest, deadline, tally, settings), settings)
    except TimeUp:
        finished = False
    return harvest.result(finished, deadline, tally)


def _search(space: Space, harvest: Harvest, deadline: Deadline, tally: Tally, settings: Settings) -> Search:
    search = Search(space, harvest, deadline, tally, order=BY_NAME[settings.order or USUAL_ORDER])
    if harvest.objective is not None:
        search.bound = Bound(space, harvest.objective, _MOST_OPEN[settings.propagate or USUAL_PROPAGATION])
        space.add(search.bound)
    if settings.restarts:
        search.most = FIRST_CONFLICTS
    return search


_MOST_OPEN = {"none": 0, "forward": 1, "mac": None}
"""How many variables of a condition may be open for it to say something; None: any number."""


def space_of(task: Task, known: Knowledge, deadline: Deadline, settings: Settings | None = None) -> Space | None:
    """The domains and propagators of a task; None if that alone shows a contradiction. Raises: TimeUp.

    settings: which propagation, and whether the conditions are weighed; full and no for none
    """
    domains = {name: domain.values for name, domain in known.domains.items() if isinstance(domain, Finite)}
    if not all(domains.values()):
        return None
    space = Space(domains, lambda: deadline.passed)
    if settings is not None and settings.order == "weighted":
        space.weights = [max(1, len(task.conditions_on[name])) for name in space.names]
    most_open = _MOST_OPEN[settings.propagate or USUAL_PROPAGATION] if settings is not None else None
    for condition in task.conditions:
        if deadline.passed:
            raise TimeUp
        if not (post(space, condition) if most_open is None else post_to_test(space, condition, most_open)):
            return None
    return space


def _runs(search: Search, settings: Settings) -> bool:
    """Search, and begin anew where that is asked for. True if nothing is left to try. Raises: TimeUp."""
    if not search.space.propagate():
        search.tally.conflicts += 1
        return True
    start, limit = search.space.mark(), float(FIRST_CONFLICTS)
    while True:
        try:
            return run(search)
        except _Anew:
            search.tally.backtracks += search.space.undo(start)
            search.stack.clear()
            search.tally.restarts += 1
            limit *= GROWTH
            search.most = search.tally.conflicts + int(limit)
            search.mixed = Random(settings.seed + search.tally.restarts)
            if search.bound is not None:
                search.space.enqueue(search.bound)


def run(search: Search) -> bool:
    """Search from where the space stands. True if nothing is left to try, False if there are enough solutions.

    The domains are then those at the last node; the caller undoes them. Raises: TimeUp.
    """
    space, tally, stack = search.space, search.tally, search.stack
    if not space.propagate():
        tally.conflicts += 1
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
        if not (space.narrow(variable, bit) and space.propagate()):
            _fail(search)
        elif _arrive(search):
            return False
    return True


def _fail(search: Search) -> None:
    search.tally.conflicts += 1
    if search.most is not None and search.tally.conflicts >= search.most:
        raise _Anew


def _arrive(search: Search) -> bool:
    """Count a node that stands; take the solution, or choose the variable to branch on. True if there are enough."""
    space = search.space
    search.tally.at_depth[space.filled] += 1
    if space.filled < len(space.domains):
        variable = search.order(space)
        search.stack.append((variable, _choices(search, variable), space.mark()))
        return False
    if search.most is not None and search.bound is None:
        solution = tuple(space.domains)
        if solution in search.seen:
            return False
        search.seen.add(solution)
    enough = search.harvest.take(space.assignment())
    if search.bound is not None and search.harvest.best is not None:
        search.bound.tighten(space, search.harvest.best)
    return enough


def _choices(search: Search, variable: int) -> Iterator[int]:
    if search.mixed is not None:
        values = list(search.space.in_order(variable))
        search.mixed.shuffle(values)
        return iter(values)
    if not search.last:
        return search.space.in_order(variable)
    mask, last = search.space.domains[variable], search.last[variable]
    return chain(bits(mask & ~last), bits(mask & last))
