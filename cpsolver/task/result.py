"""What a solver is asked and what it answers."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from cpsolver.task.derivation import Derivation
from cpsolver.task.domain import Value
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.task import Solution


class Status(Enum):
    """How a search ended, in MiniZinc's words. Only the last of these means that nothing is proven."""

    SATISFIED = "satisfied"
    """At least one solution; whether there are more is not known."""
    ALL_SOLUTIONS = "all_solutions"
    """The solutions listed are all there are: proven."""
    OPTIMAL_SOLUTION = "optimal"
    """No solution is better: proven."""
    UNSATISFIABLE = "unsatisfiable"
    """There is no solution: proven."""
    UNKNOWN = "unknown"
    """Nothing is proven, no solution found. Never to be read as *no*; `note` says what ended the search."""

    @property
    def has_solution(self) -> bool:
        """Whether there is a solution to show."""
        return self in (Status.SATISFIED, Status.ALL_SOLUTIONS, Status.OPTIMAL_SOLUTION)


def never() -> bool:
    """False: nobody asks to stop."""
    return False


@dataclass(frozen=True)
class Progress:
    """How far a search has come: seconds, solutions so far, and of the best one the value and a bound on any better.

    bound: no solution is better than this: proven. None where a solver knows none.
    """

    seconds: float
    solutions: int = 0
    objective: Value | None = None
    bound: Value | None = None


def unheard(_: object) -> None:
    """Nobody listens."""


ORDERS = ("smallest", "weighted", "given")
"""In which order a recursion branches: fewest values, fewest by weight of failures (dom/wdeg), as declared."""

USUAL_ORDER = "smallest"
"""How recursions branch unless they are asked otherwise."""

PROPAGATIONS = ("none", "forward", "mac")
"""What a recursion does after each value: test conditions whose variables all have one; also look one variable
ahead; all that the conditions' propagators say."""

USUAL_PROPAGATION = "mac"
"""What recursions do unless they are asked otherwise."""


@dataclass(frozen=True)
class Settings:
    """How to solve.

    seconds:    time limit; None for none
    limit:      the limit the user set, where `seconds` is what is left of it: for notes
    solutions:  stop after so many; None for all
    seed:       of anything random
    effort:     limit in a solver's own deterministic seconds, where it counts such: unlike `seconds` it ends equal
                searches alike; None for none
    depth:      how deep auxiliary tasks may be nested; None for no limit
    techniques: the auxiliary `Technique` records to use, easiest first; the kind's own, or a selection of them
    once:       solve the current auxiliary models a single time instead of until nothing follows
    choose:     where nothing more follows, try a value, shown as a choice; otherwise stop there
    explain:    keep a derivation where the solver can
    stop:       asked now and then; True ends the search with what is known (Ctrl-C)
    workers:    threads a solver may use where it can use several; None for one, so that equal seeds give equal answers
    order:      one of `ORDERS`, for recursions; None for their own
    propagate:  one of `PROPAGATIONS`, for recursions; None for their own
    restarts:   begin anew after enough contradictions, for recursions; what is told or listed stays complete
    told:       called now and then with a `Progress`
    found:      called with every solution as soon as it is found, each once, unchecked
    """

    seconds: float | None = None
    limit: float | None = None
    solutions: int | None = 1
    seed: int = 0
    effort: float | None = None
    depth: int | None = None
    techniques: tuple[Any, ...] = ()
    once: bool = False
    choose: bool = True
    explain: bool = True
    stop: Callable[[], bool] = never
    workers: int | None = None
    order: str | None = None
    propagate: str | None = None
    restarts: bool = False
    told: Callable[[Progress], None] = unheard
    found: Callable[[Solution], None] = unheard


class Deadline:
    """The moment a search must end: its time is up, or the user asked for it."""

    def __init__(self, settings: Settings) -> None:
        self.start = time.perf_counter()
        self.end = None if settings.seconds is None else self.start + settings.seconds
        self.limit = settings.limit or settings.seconds
        self.stop = settings.stop

    @property
    def passed(self) -> bool:
        """Whether to end now."""
        return (self.end is not None and time.perf_counter() >= self.end) or self.stop()

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.start

    @property
    def left(self) -> float | None:
        """Seconds left, never below 0; None without a limit."""
        return None if self.end is None else max(0.0, self.end - time.perf_counter())

    def note(self) -> str:
        """Why the search ended, in words."""
        if self.stop():
            return "interrupted"
        return f"the time limit of {self.limit:g} s was met" if self.limit is not None else ""


@dataclass(frozen=True)
class Statistics:
    """What the search cost; None where a solver does not count it.

    seconds:    wall time of solving, without imports
    calls:      entries of the recursive function, the root and the last one included
    tried:      values looked at in a variable, allowed or not
    nodes:      assignments made
    depth:      the most variables that had a value at once
    backtracks: assignments taken back
    at_depth:   how often the search stood at each depth: index = variables with a value, givens included
    conflicts:  how often the search came to a contradiction
    restarts:   how often it began anew
    """

    seconds: float = 0.0
    calls: int | None = None
    tried: int | None = None
    nodes: int | None = None
    depth: int | None = None
    backtracks: int | None = None
    at_depth: tuple[int, ...] = ()
    conflicts: int | None = None
    restarts: int | None = None


@dataclass(frozen=True)
class Result:
    """What a solver says of a task. `note` says why, where the status is UNKNOWN or the search was cut short.

    bound: of an objective that is not proven to be best: no solution is better than this
    """

    status: Status
    solutions: tuple[Solution, ...] = ()
    objective: Value | None = None
    knowledge: Knowledge | None = None
    derivation: Derivation | None = None
    statistics: Statistics = field(default_factory=Statistics)
    note: str = ""
    bound: Value | None = None

    @property
    def unique(self) -> bool | None:
        """Whether the solution is the only one: None if not known, or if there is none."""
        if len(self.solutions) > 1:
            return False
        return True if self.status is Status.ALL_SOLUTIONS and len(self.solutions) == 1 else None
