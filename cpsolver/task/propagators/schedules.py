"""Propagation of `cumulative` and `disjunctive` by the times at which a task runs whenever it starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from cpsolver.task.decomposition import decomposed
from cpsolver.task.domain import Number
from cpsolver.task.expression import Call, Constant, names
from cpsolver.task.globals import running
from cpsolver.task.propagation import Propagator, Space
from cpsolver.task.propagators.trees.nodes import INFINITE, Amount, Truth
from cpsolver.task.propagators.trees.reading import Reader


@dataclass(frozen=True)
class Activity:
    """A task as parts of a tree."""

    start: Amount
    duration: Amount
    demand: Amount
    present: Truth


Segment = tuple[Number, Number, Number]
"""From a time to another, and how much is demanded in between."""


class TimeTable(Propagator):
    """What runs at once never demands more than the limit.

    Source: Lahrichi, Scheduling: the notions of hump, compulsory parts and their use in cumulative problems (1982).
    """

    priority = 2
    at_once = False

    def __init__(self, tasks: Sequence[Activity], limit: Amount, variables: Sequence[int]) -> None:
        super().__init__(variables)
        self.tasks, self.most = tuple(tasks), limit

    def propagate(self, space: Space) -> bool:
        """Raise the limit to the peak, and move each start out of where there is no room."""
        there = [task for task in self.tasks if task.present.known() == 1]
        if not all(task.duration.limit(0, INFINITE) and task.demand.limit(0, INFINITE) for task in there):
            return False
        profile = self._profile(there)
        if profile and not self.most.limit(max(height for _, _, height in profile), INFINITE):
            return False
        limit = self.most.span()[1]
        return all(self._move(task, profile, limit) for task in there)

    def _profile(self, there: Sequence[Activity]) -> list[Segment]:
        """What is demanded at each time, whenever the tasks start."""
        changes: dict[Number, Number] = {}
        for task in there:
            begin, end, demand = _core(task)
            if begin < end and demand > 0:
                changes[begin] = changes.get(begin, 0) + demand
                changes[end] = changes.get(end, 0) - demand
        times = sorted(changes)
        heights = accumulate(changes[time] for time in times[:-1])
        return [(a, b, height) for (a, b), height in zip(pairwise(times), heights, strict=True) if height > 0]

    def _move(self, task: Activity, profile: Sequence[Segment], limit: Number) -> bool:
        duration, demand = task.duration.span()[0], task.demand.span()[0]
        early, late = task.start.span()
        if duration <= 0 or demand <= 0 or early == late:
            return True
        begin, end, _ = _core(task)
        full = [
            (a, b) for a, b, height in profile if height - (demand if begin <= a and b <= end else 0) + demand > limit
        ]
        for a, b in full:
            if a < early + duration and early < b:
                early = b
        for a, b in reversed(full):
            if a < late + duration and late < b:
                late = a - duration
        return early <= late and task.start.limit(early, late)


def _core(task: Activity) -> Segment:
    """From when to when the task runs in any case, and its least demand."""
    early, late = task.start.span()
    return late, early + task.duration.span()[0], task.demand.span()[0]


def post_schedule(space: Space, call: Call) -> bool | None:
    """A time table for tasks on whole times; None if something may be no whole number.

    That two tasks of a `disjunctive` stand one behind the other is said beside it, pair by pair.
    """
    reader = Reader(space)
    tasks = []
    for task in running(call):
        parts = reader.several([task.start, task.duration, task.demand])
        present = reader.truth(task.present)
        if parts is None or present is None or any(part.partial or not part.is_whole for part in parts):
            return None
        start, duration, demand = parts
        tasks.append(Activity(start, duration, demand, present))
    limit = reader.amount(call.arguments[3] if call.function == "cumulative" else Constant(1))
    if limit is None or limit.partial or not limit.is_whole:
        return None
    space.add(TimeTable(tasks, limit, [space.index[name] for name in names(call)]))
    return True


def pairs_of(call: Call) -> Call | None:
    """What a `disjunctive` or `diffn` says of each pair, as a conjunction."""
    found = decomposed(call)
    return found if isinstance(found, Call) and found.function == "and" else None
