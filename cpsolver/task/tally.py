"""What a search counts while it runs, and the solutions it collects: the same for every hand-written search."""

from __future__ import annotations

import time
from collections.abc import Mapping

from cpsolver.task.domain import Value
from cpsolver.task.evaluation import compiled
from cpsolver.task.functions import Undefined
from cpsolver.task.result import Deadline, Progress, Result, Settings, Statistics, Status
from cpsolver.task.task import Aim, Objective, Solution, Task

BETWEEN_TOLD = 0.1
"""Seconds between two reports of progress."""


class Tally:
    """The counts of one search. `at_depth[n]`: how many calls stood where n variables had a value."""

    def __init__(self, variables: int, counts_conflicts: bool = False) -> None:
        """`counts_conflicts`: whether the search says when it came to a contradiction, and began anew."""
        self.counts_conflicts = counts_conflicts
        self.at_depth = [0] * (variables + 1)
        self.tried = 0
        self.nodes = 0
        self.backtracks = 0
        self.conflicts = 0
        self.restarts = 0

    def statistics(self, seconds: float) -> Statistics:
        """The counts as a record."""
        deepest = max((depth for depth, calls in enumerate(self.at_depth) if calls), default=0)
        calls = sum(self.at_depth)
        at_depth = tuple(self.at_depth)
        conflicts, restarts = (self.conflicts, self.restarts) if self.counts_conflicts else (None, None)
        counts = (calls, self.tried, self.nodes, deepest, self.backtracks, at_depth)
        return Statistics(seconds, *counts, conflicts, restarts)


class Harvest:
    """The solutions found so far; with an objective only the best of them is kept.

    A solution for which the objective is undefined is none: undefined counts as false.
    """

    def __init__(self, objective: Objective | None, limit: int | None, settings: Settings | None = None) -> None:
        """`limit`: how many solutions are enough, None for all; with an objective it does not count.

        settings: who hears of each solution, and of the progress
        """
        self.objective = objective
        self.listener = settings
        self.start = self.told = time.perf_counter()
        self.number = 0
        self.limit = None if objective else limit
        self.solutions: list[Solution] = []
        self.best: Value | None = None
        self._value_of = compiled(self.objective.expression) if self.objective else None

    @classmethod
    def of(cls, task: Task, settings: Settings) -> Harvest:
        """For what the task seeks."""
        sought = task.sought
        return cls(sought.objective if sought.aim is Aim.BEST else None, settings.solutions, settings)

    def take(self, solution: Mapping[str, Value]) -> bool:
        """Keep a copy of a solution; True once there are enough."""
        if self._value_of is None:
            self._keep(solution)
            return self.limit is not None and len(self.solutions) >= self.limit
        try:
            value: Value = self._value_of(solution)
        except Undefined:
            return False
        if self.is_better(value):
            self.best, self.solutions = value, []
            self._keep(solution)
        return False

    def _keep(self, solution: Mapping[str, Value]) -> None:
        """Keep a copy, and let those know who listen."""
        kept = dict(solution)
        self.solutions.append(kept)
        self.number += 1
        if self.listener is None:
            return
        self.listener.found(kept)
        now = time.perf_counter()
        if self.objective is not None or now - self.told >= BETWEEN_TOLD:
            self.told = now
            self.listener.told(Progress(now - self.start, self.number, self.best))

    def is_better(self, value: Value) -> bool:
        """Whether the objective's value beats the best so far."""
        if self.best is None or self.objective is None:
            return True
        return value > self.best if self.objective.maximize else value < self.best  # type: ignore[operator]

    def result(self, finished: bool, deadline: Deadline, tally: Tally) -> Result:
        """The answer. `finished`: the search ran out of assignments, so that what was found is all there is."""
        statistics = tally.statistics(deadline.elapsed)
        found = tuple(self.solutions)
        if finished:
            if not found:
                return Result(Status.UNSATISFIABLE, statistics=statistics)
            status = Status.OPTIMAL_SOLUTION if self.objective else Status.ALL_SOLUTIONS
            return Result(status, found, self.best, statistics=statistics)
        enough = self.limit is not None and len(found) >= self.limit
        note = "" if enough else deadline.note()
        return Result(Status.SATISFIED if found else Status.UNKNOWN, found, self.best, statistics=statistics, note=note)
