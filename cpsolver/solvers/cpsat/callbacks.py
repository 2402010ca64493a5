"""What CP-SAT calls while it searches: solutions collected each once, the best so far, and the bound on any better."""

from __future__ import annotations

import math
import time
from fractions import Fraction

from ortools.sat.python import cp_model

from cpsolver.solvers.cpsat.formulation import Formulation
from cpsolver.solvers.cpsat.sums import Exact, Sum, whole
from cpsolver.task.domain import Value
from cpsolver.task.result import Progress, Settings
from cpsolver.task.task import Objective, Solution

BETWEEN_TOLD = 0.1
"""Seconds between two reports of progress while solutions are listed."""

EXACT_DOUBLE = 2**53
"""Above this a double does not hold every whole number."""


class Callback(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]  # OR-tools has no types here
    """Called by CP-SAT at every solution, in the thread that searches."""

    def __init__(self, formulation: Formulation, settings: Settings) -> None:
        super().__init__()
        self.formulation, self.settings = formulation, settings
        self.start = self.told = time.perf_counter()

    @property
    def is_full(self) -> bool:
        """Whether nothing more is wanted."""
        return False


class Collector(Callback):
    """Keeps each solution once over the task's variables, and ends the search at the limit."""

    def __init__(self, formulation: Formulation, limit: int | None, settings: Settings) -> None:
        super().__init__(formulation, settings)
        self.limit = limit
        self.indices = tuple(formulation.compiler.indices.values())
        self.found: dict[tuple[int, ...], Solution] = {}

    @property
    def is_full(self) -> bool:
        """Whether the limit is reached."""
        return self.limit is not None and len(self.found) >= self.limit

    def on_solution_callback(self) -> None:
        """Keep the solution if it is new."""
        if self.is_full:
            return
        numbers = list(self.response_proto.solution)
        key = tuple(numbers[index] for index in self.indices)
        if key in self.found:
            return
        solution = self.found[key] = self.formulation.solution(numbers)
        self.settings.found(solution)
        if self.is_full:
            self.stop_search()
        now = time.perf_counter()
        if now - self.told >= BETWEEN_TOLD:
            self.told = now
            self.settings.told(Progress(now - self.start, len(self.found)))


class Optimum(Callback):
    """The best solution so far by one objective, and the bound on any better.

    sum:   the objective with whole coefficients, `scale` times its value
    worth: of the best solution so far
    bound: no solution is better: proven
    """

    def __init__(
        self, formulation: Formulation, objective: Objective, sum_: Sum, scale: int, settings: Settings
    ) -> None:
        super().__init__(formulation, settings)
        self.objective, self.sum, self.scale = objective, sum_, scale
        self.worth: Exact = 0
        self.bound: Value | None = None
        self.numbers: list[int] = []
        self.solutions: list[Solution] = []
        self.number = 0

    def on_solution_callback(self) -> None:
        """Keep the solution if it is better than those before."""
        numbers = list(self.response_proto.solution)
        worth = self.sum.constant + sum(c * numbers[index] for index, c in self.sum.terms.items())
        if self.solutions and (worth == self.worth or (worth > self.worth) is not self.objective.maximize):
            return
        self.worth, self.numbers, self.solutions = worth, numbers, [self.formulation.solution(numbers)]
        self.number += 1
        self.settings.found(self.solutions[0])
        self._tell()

    def bounded(self, bound: float) -> None:
        """Keep a bound, given for the scaled objective, which is whole, if it says more than those before."""
        if not abs(bound) < EXACT_DOUBLE:
            return
        found = math.floor(bound + 1e-6) if self.objective.maximize else math.ceil(bound - 1e-6)
        value = self._value(found)
        if self.bound is None or (value != self.bound and (value < self.bound) is self.objective.maximize):  # type: ignore[operator]  # numbers
            self.bound = value
            self._tell()

    def _value(self, worth: Exact) -> Value:
        return whole(Fraction(worth, self.scale)) if self.scale != 1 else whole(worth)

    def _tell(self) -> None:
        best = self._value(self.worth) if self.solutions else None
        self.settings.told(Progress(time.perf_counter() - self.start, self.number, best, self.bound))
