"""The plainest recursion: the next variable, its values in order, no propagation.

Variables come in their declared order, those with one value from the start are passed over. A value is allowed if
no all-different has it already, and if no condition is broken whose scope now has values throughout. Source: the
recursion by which many sudoku programs start; its counts tell why some puzzles take it hours.

The recursion is written as a loop with its own stack, so that its depth has no limit, and in two forms: `_by_mask`
for tasks of all-different conditions over variables alone, at most three to a variable (a million calls a second, and
thirty million once a long search is handed over to its compiled form), and `_by_value` for everything else. They count
alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cpsolver.compiled.handover import FIRST_STRETCH
from cpsolver.compiled.naive import (
    FINISHED,
    GOING,
    MOST_VALUES,
    SOLUTION,
    UNITS,
    arrays,
    compiled_descend,
    descend,
    kernel_ready,
)
from cpsolver.solvers.solver import Solver, all_best, asks_for_more, hints_first, narrow, refuses_unless_finite
from cpsolver.task.condition import Condition, Relation
from cpsolver.task.different import Term, terms
from cpsolver.task.domain import Finite, Value
from cpsolver.task.result import Deadline, Result, Settings
from cpsolver.task.tally import Harvest, Tally
from cpsolver.task.task import Aim, Task

CALLS_BETWEEN_CHECKS = 4096
"""How many calls, or values tried, pass between two looks at the clock."""

Holds = Callable[[Mapping[str, Value]], bool]
Places = dict[Value, tuple[tuple[int, int], ...]]
"""For each value of a variable: (condition, bit) for each all-different in which it takes up something."""


@dataclass
class _Search:
    """The state both forms share: variables still to fill in order, what is taken in each all-different, the counts."""

    task: Task
    domains: dict[str, tuple[Value, ...]]
    harvest: Harvest
    deadline: Deadline
    open: list[str] = field(default_factory=list)
    values: dict[str, Value] = field(default_factory=dict)
    used: list[int] = field(default_factory=list)
    places: dict[str, Places] = field(default_factory=dict)
    checks: list[list[Holds]] = field(default_factory=list)

    @property
    def filled(self) -> int:
        """How many variables have their value from the start."""
        return len(self.domains) - len(self.open)


def refuses(task: Task) -> str | None:
    """Why this solver cannot treat the task: only if some variable ranges over real numbers."""
    return refuses_unless_finite(task)


def solve(task: Task, settings: Settings) -> Result:
    """The solutions in the order in which the recursion meets them, with its counts."""
    if task.sought.aim is Aim.NARROW:
        return narrow(task, solve, settings)
    if asks_for_more(task, settings):
        return all_best(task, solve, settings)
    task = hints_first(task)
    deadline, tally = Deadline(settings), Tally(len(task.variables))
    search = _Search(task, _domains(task), Harvest.of(task, settings), deadline)
    if not _start(search):
        return search.harvest.result(True, deadline, tally)
    finished = _by_mask(search, tally) if _is_plain(search) else _by_value(search, tally)
    return search.harvest.result(finished, deadline, tally)


def _domains(task: Task) -> dict[str, tuple[Value, ...]]:
    known = task.knowledge().domains
    return {name: domain.values for name, domain in known.items() if isinstance(domain, Finite)}


def _start(search: _Search) -> bool:
    """Enter the givens; False if they leave a variable without a value or break a condition."""
    if not all(search.domains.values()):
        return False
    search.open = [name for name, values in search.domains.items() if len(values) > 1]
    search.values = {name: values[0] for name, values in search.domains.items() if len(values) == 1}
    search.places = {name: dict.fromkeys(values, ()) for name, values in search.domains.items()}
    search.checks = [[] for _ in search.open]
    depth = {name: i for i, name in enumerate(search.open)}
    for condition in search.task.conditions:
        different = terms(condition, search.domains)
        if different is not None:
            _add_places(search, different)
        else:
            last = max((depth[name] for name in condition.scope if name in depth), default=-1)
            if last >= 0:
                search.checks[last].append(_test(condition))
            elif not condition.holds(search.values):
                return False
    return all(_occupy(search, name, value) for name, value in search.values.items())


def _test(condition: Condition) -> Holds:
    return condition.holds


def _add_places(search: _Search, different: tuple[Term, ...]) -> None:
    """Number the values of an all-different and note the bit that each value of each variable takes up.

    Where a term has no value the variable may not have that value, and it leaves the places.
    """
    condition = len(search.used)
    search.used.append(0)
    numbers: dict[Value, int] = {}
    for term in different:
        places = search.places[term.variable]
        for value in tuple(places):
            if value in term.values:
                bit = 1 << numbers.setdefault(term.values[value], len(numbers))
                places[value] = (*places[value], (condition, bit))
            else:
                del places[value]


def _occupy(search: _Search, name: str, value: Value) -> bool:
    """Take up a given's bits; False if one of them is taken."""
    if value not in search.places[name]:
        return False
    for condition, bit in search.places[name][value]:
        if search.used[condition] & bit:
            return False
        search.used[condition] |= bit
    return True


def _by_value(search: _Search, tally: Tally) -> bool:
    """The recursion for any task. True if it ran to its end, False if it had enough or time was up."""
    names, filled = search.open, search.filled
    if _arrive(search, tally, filled):
        return False
    stack: list[Iterator[Value]] = [iter(search.domains[names[0]])] if names else []
    while stack:
        depth = len(stack) - 1
        name = names[depth]
        _take_back(search, tally, name)
        for value in stack[-1]:
            tally.tried += 1
            if not tally.tried % CALLS_BETWEEN_CHECKS and search.deadline.passed:
                return False
            if _fits(search, name, value, depth):
                break
        else:
            stack.pop()
            continue
        tally.nodes += 1
        if _arrive(search, tally, filled + depth + 1):
            return False
        if depth + 1 < len(names):
            stack.append(iter(search.domains[names[depth + 1]]))
    return True


def _arrive(search: _Search, tally: Tally, filled: int) -> bool:
    """Count a call; at the bottom, take the solution. True if there are enough of them."""
    tally.at_depth[filled] += 1
    if filled < len(search.domains):
        return False
    return search.harvest.take({name: search.values[name] for name in search.domains})


def _fits(search: _Search, name: str, value: Value, depth: int) -> bool:
    """Give the variable the value if that is allowed."""
    used, places = search.used, search.places[name].get(value)
    if places is None or any(used[condition] & bit for condition, bit in places):
        return False
    search.values[name] = value
    if not all(holds(search.values) for holds in search.checks[depth]):
        del search.values[name]
        return False
    for condition, bit in places:
        used[condition] |= bit
    return True


def _take_back(search: _Search, tally: Tally, name: str) -> None:
    """Take the variable's value away, if it has one."""
    if name in search.values:
        tally.backtracks += 1
        for condition, bit in search.places[name][search.values.pop(name)]:
            search.used[condition] &= ~bit


MOST_CONDITIONS = UNITS
"""How many all-different conditions a variable may be in for `_by_mask`: a row, a column and a box."""

COMPILED_CALLS_BETWEEN_CHECKS = 1 << 21
"""The same as `CALLS_BETWEEN_CHECKS` for the kernel: some hundredths of a second."""


def _is_plain(search: _Search) -> bool:
    """Whether `_by_mask` applies: variables only, in up to three all-different, all with one domain."""
    if (
        any(search.checks)
        or not search.open
        or any(
            not isinstance(condition, Relation) or condition.different is None for condition in search.task.conditions
        )
    ):
        return False
    domain = search.domains[search.open[0]]
    return all(
        search.domains[name] == domain and len(search.task.conditions_on[name]) <= MOST_CONDITIONS
        for name in search.open
    )


def _by_mask(search: _Search, tally: Tally) -> bool:
    """The same as `_by_value` on bit masks: value number v of the common domain is bit v, in every condition.

    Plain Python at first, compiled after `FIRST_STRETCH` as soon as that keeps nobody waiting; the counts are the same.
    Only calls are counted in the loop. An exhausted call has looked at the whole domain; the calls still open at
    the end have looked at the values up to the one they hold.
    """
    (units, used, domain), size = _masks(search), len(search.open)
    full, place, outcome = (1 << len(domain)) - 1, [0, 0], GOING
    lists = units, used, [1, *[0] * size], [0] * (size + 1), [0] * (size + 1), place
    place[1] = full & ~(used[units[0]] | used[units[1]] | used[units[2]])
    run, state, steps = descend, lists, CALLS_BETWEEN_CHECKS
    while outcome != FINISHED and not search.deadline.passed:
        if run is descend and search.deadline.elapsed > FIRST_STRETCH and len(domain) <= MOST_VALUES and kernel_ready():
            run, state, steps = compiled_descend(), arrays(*lists), COMPILED_CALLS_BETWEEN_CHECKS
        outcome = run(steps, full, *state)
        held = state[4]
        if outcome == SOLUTION and search.harvest.take(_solution(search, held[:size])):
            return _count(search, tally, state[2], held[:size], False)
    depth = state[5][0]
    return _count(search, tally, state[2], state[4][:depth], outcome == FINISHED)


def _masks(search: _Search) -> tuple[list[int], list[int], tuple[Value, ...]]:
    """For each open variable its three conditions, the values taken in each condition, and the common domain.

    A variable in fewer conditions gets some of its own, in which nobody else is.
    """
    domain = search.domains[search.open[0]]
    bits = {value: 1 << number for number, value in enumerate(domain)}
    number = {id(condition): i for i, condition in enumerate(search.task.conditions)}
    used = [
        sum(bits.get(search.values[name], 0) for name in condition.scope if name in search.values)
        for condition in search.task.conditions
    ]
    units: list[int] = []
    for name in search.open:
        unit = list(dict.fromkeys(number[id(condition)] for condition in search.task.conditions_on[name]))
        while len(unit) < MOST_CONDITIONS:
            unit.append(len(used))
            used.append(0)
        units += unit
    return units, used, domain


def _solution(search: _Search, held: Sequence[int]) -> dict[str, Value]:
    """The values held, each as the variable's own domain writes it: (0, 1) and (false, true) are equal."""
    numbers = {name: int(bit).bit_length() - 1 for name, bit in zip(search.open, held, strict=True)}
    found = {name: search.domains[name][number] for name, number in numbers.items()}
    return {name: found[name] if name in found else search.values[name] for name in search.domains}


def _count(search: _Search, tally: Tally, calls: Sequence[int], held: Sequence[int], finished: bool) -> bool:
    """Work out what the loop did not count."""
    domain = len(search.domains[search.open[0]])
    entered = [int(number) for number in calls]
    for depth, number in enumerate(entered):
        tally.at_depth[search.filled + depth] += number
    still = [int(bit).bit_length() for bit in held if bit]
    tally.nodes = sum(entered[1:])
    tally.backtracks = tally.nodes - len(still)
    exhausted = sum(entered[:-1]) - len(still)
    tally.tried = exhausted * domain + sum(still)
    return finished


SOLVER = Solver(
    name="naive",
    summary="the plainest recursion: next variable, values in order, no propagation",
    rank=90,
    refuses=refuses,
    solve=solve,
)
