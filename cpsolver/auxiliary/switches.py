"""A finite task with a switch on each given and each condition: which of them can hold together?

The members of a task are numbered, its givens first and then its conditions, in the order of the file. A solver that
can switch them on and off in one model answers such questions quickest (`Solver.switches`); `Asked` puts them to any
solver, as tasks of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from cpsolver.task.condition import Condition
from cpsolver.task.result import Result, Status
from cpsolver.task.task import Aim, Fact, Solution, Sought, Task

Member = Fact | Condition
Members = frozenset[int]
Solve = Callable[[Task, int], Result]
"""Solves a task, looking for at most so many solutions, by whatever solver suits it and within a time limit."""


@dataclass(frozen=True)
class Ruling:
    """Whether some members can hold together.

    holds:    None if that is not known
    solution: where they can, values of all variables with which they do
    core:     where they cannot, members among them that already cannot
    is_most:  of `most`: whether it is proven that no solution keeps more
    """

    holds: bool | None
    solution: Solution | None = None
    core: Members = frozenset()
    is_most: bool = False


UNDECIDED = Ruling(None)


class Switches(Protocol):
    """Answers which members of one task can hold together, until its time is up."""

    def keeping(self, kept: Members) -> Ruling:
        """Whether these members can hold together."""

    def most(self, kept: Members, effort: float | None = None) -> Ruling:
        """A solution that keeps these, and of the others as many as it can with so much effort."""


class Numbered:
    """The members of a task by number, and which of them a solution keeps: found by evaluation, not by a solver."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.members: tuple[Member, ...] = (*task.given, *task.conditions)
        self.everything: Members = frozenset(range(len(self.members)))

    @cached_property
    def scopes(self) -> tuple[tuple[str, ...], ...]:
        """The variables that each member speaks of."""
        return tuple((item.variable,) if isinstance(item, Fact) else item.scope for item in self.members)

    @cached_property
    def speaking_of(self) -> Mapping[str, tuple[int, ...]]:
        """For every variable the members that speak of it."""
        found: dict[str, list[int]] = {variable.name: [] for variable in self.task.variables}
        for number, scope in enumerate(self.scopes):
            for name in scope:
                found[name].append(number)
        return {name: tuple(numbers) for name, numbers in found.items()}

    def holds(self, number: int, solution: Solution) -> bool:
        """Whether a member is true of these values."""
        item = self.members[number]
        return solution[item.variable] in item.domain if isinstance(item, Fact) else item.holds(solution)

    def broken(self, among: Collection[int], solution: Solution) -> Members:
        """Those that are false of these values."""
        return frozenset(number for number in among if not self.holds(number, solution))

    def only(self, kept: Collection[int]) -> Task:
        """The task of these members alone: any solution of it."""
        given = tuple(item for number, item in enumerate(self.members) if number in kept and isinstance(item, Fact))
        conditions = tuple(
            item for number, item in enumerate(self.members) if number in kept and isinstance(item, Condition)
        )
        names = tuple(variable.name for variable in self.task.variables)
        return replace(
            self.task,
            given=given,
            conditions=conditions,
            preferences=(),
            hints=(),
            sought=Sought(names, Aim.ONE),
        )


class Asked:
    """Switches of a solver that has none: each question is a task of its own."""

    def __init__(self, task: Task, solve: Solve) -> None:
        self.numbered, self.solve = Numbered(task), solve

    def keeping(self, kept: Members) -> Ruling:
        """Whether these members can hold together; where they cannot, all of them are the core."""
        result = self.solve(self.numbered.only(kept), 1)
        if result.status.has_solution:
            return Ruling(True, result.solutions[0])
        return Ruling(False, core=kept) if result.status is Status.UNSATISFIABLE else UNDECIDED

    def most(self, kept: Members, effort: float | None = None) -> Ruling:
        """A solution that keeps these, and others as long as one more can be kept: not always the most."""
        ruling = self.keeping(kept)
        if ruling.solution is None:
            return ruling
        everything, solution = self.numbered.everything, ruling.solution
        kept = everything - self.numbered.broken(everything, solution)
        for number in sorted(everything - kept):
            more = self.keeping(kept | {number}) if number not in kept else UNDECIDED
            if more.solution is not None:
                solution = more.solution
                kept = everything - self.numbered.broken(everything, solution)
        return Ruling(True, solution, is_most=kept == everything)
