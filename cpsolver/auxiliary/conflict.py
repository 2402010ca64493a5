"""Why a finite task has no solution: givens and conditions that contradict each other, and what to drop.

A contradiction is irreducible: any of its members left out, the others have a solution, which is checked by
evaluation. That they have none together is proven a second time, by solving the task of these members alone. With
time left, smaller contradictions are looked for; with all the time there is, the smallest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from cpsolver.auxiliary.deletion import (
    Filter,
    Irreducible,
    Order,
    check_kept,
    far_first,
    narrow_first,
    wide_first,
)
from cpsolver.auxiliary.hitting import Smallest
from cpsolver.auxiliary.switches import UNDECIDED, Member, Members, Numbered, Ruling, Solve, Switches
from cpsolver.errors import SolverError
from cpsolver.task.result import Deadline, Settings, Status
from cpsolver.task.task import Solution, Task

IMPROVING = 0.25
"""Seconds in which a smaller contradiction is looked for once there is one, unless the smallest is asked for."""

AGAIN = 1.0
"""Or so many times as long as it took to find that one, if that is more: a single pass takes as long again."""

FEW = 8
"""So many members are tried one by one for whether it suffices to drop them."""

CENTRES = 40
"""So many members are tried as the one near which a smaller contradiction may lie."""

SHARE = 0.8
"""The share of the time left that the search for the smallest contradiction may take."""

EFFORT = 0.1
"""A solver's own deterministic seconds to find the fewest members whose removal makes the task solvable."""


@dataclass(frozen=True)
class Conflict:
    """Givens and conditions of a task that have no solution together.

    irreducible: whether it is proven that none can be spared
    smallest:    whether it is proven that no other contradiction has fewer members
    at_least:    no contradiction has fewer members than this: proven
    drops:       what to drop so that there is a solution: each of these alone is enough, the first is proposed
    fewest:      whether it is proven that dropping fewer is not enough
    """

    members: tuple[Member, ...]
    irreducible: bool
    smallest: bool
    at_least: int = 1
    drops: tuple[tuple[Member, ...], ...] = ()
    fewest: bool = False


def conflict_in(
    task: Task, switches: Switches, solve: Solve, settings: Settings, *, smallest: bool = False
) -> Conflict | None:
    """What contradicts what in a finite task; None if it has a solution, or nothing is proven in time.

    smallest: go on until it is proven that no contradiction is smaller, or time is up
    solve:    proves anew that the members have no solution
    Raises: SolverError if two proofs contradict each other.
    """
    return _Search(task, switches, solve, Deadline(settings)).conflict(smallest)


class _Search:
    """One search for what contradicts what."""

    def __init__(self, task: Task, switches: Switches, solve: Solve, deadline: Deadline) -> None:
        self.numbered, self.switches, self.solve = Numbered(task), switches, solve
        self.deadline = deadline
        self.witnesses: tuple[Solution, ...] = ()

    def conflict(self, smallest: bool) -> Conflict | None:
        """The contradiction and what to drop."""
        core = self.switches.keeping(self.numbered.everything)
        if core.holds is not False:
            return None
        most = self._most() if len(core.core) > FEW else None
        best = self._irreducible(core.core, wide_first, self._goes_on)
        drops, is_fewest = self._drops(best.members, most)
        search = self._smaller(best, core.core, self._end(smallest))
        if search.best != best.members:
            best = self._irreducible(search.best, wide_first, self._goes_on)
        is_refuted = self._is_refuted_anew(best.members)
        return Conflict(
            self._named(best.members),
            irreducible=best.is_proven and is_refuted,
            smallest=search.is_proven and is_refuted,
            at_least=search.at_least,
            drops=tuple(map(self._named, drops)),
            fewest=is_fewest,
        )

    def _most(self) -> Ruling:
        """A solution that keeps as many members as possible, kept to learn from."""
        most = self.switches.most(frozenset(), EFFORT)
        self.witnesses = () if most.solution is None else (most.solution,)
        return most

    def _goes_on(self) -> bool:
        return not self.deadline.passed

    def _moment(self) -> float:
        """The seconds worth spending on a smaller one."""
        return max(IMPROVING, AGAIN * self.deadline.elapsed)

    def _end(self, smallest: bool) -> Callable[[], bool]:
        """Whether to go on looking for a smaller one: some time is left for what comes after."""
        left = self.deadline.left
        longest = None if left is None else SHARE * left
        own = Deadline(Settings(longest if smallest else self._moment()))
        return lambda: not (own.passed or self.deadline.passed)

    def _irreducible(
        self, core: Members, order: Callable[[Numbered], Order], goes_on: Callable[[], bool]
    ) -> Irreducible:
        found = Filter(self.numbered, self.switches, goes_on)
        return found.irreducible(core, order(self.numbered), self.witnesses)

    def _smaller(self, best: Irreducible, core: Members, goes_on: Callable[[], bool]) -> Smallest:
        """Other orders of leaving out first, then the search for the smallest."""

        def shrink(core: Members) -> Members:
            return self._irreducible(core, wide_first, goes_on).members

        for members, order in self._orders(best, core, goes_on):
            best = min(best, self._irreducible(members, order, goes_on), key=lambda found: len(found.members))
        search = Smallest(self.numbered, self.switches, best.members, shrink, goes_on)
        search.search()
        return search

    def _orders(
        self, best: Irreducible, core: Members, goes_on: Callable[[], bool]
    ) -> Iterator[tuple[Members, Callable[[Numbered], Order]]]:
        """Other orders of leaving out, each of which may lead to a smaller contradiction, for half of the time."""
        if len(best.members) <= 2 or not goes_on():
            return
        yield core, narrow_first
        choose, end = Random(len(core)), Deadline(Settings(self._moment() / 2))
        near, all_ = sorted(best.members), sorted(self.numbered.everything)
        for number in range(CENTRES):
            if end.passed or not goes_on():
                return
            yield self.numbered.everything, far_first(choose.choice(all_ if number % 2 else near))

    def _is_refuted_anew(self, members: Members) -> bool:
        """Whether the task of these members alone is proven to have no solution. Raises: SolverError if it has one."""
        result = self.solve(self.numbered.only(members), 1)
        if result.status.has_solution:
            raise SolverError("givens and conditions that were refuted together have a solution together")
        return result.status is Status.UNSATISFIABLE

    def _drops(self, members: Members, most: Ruling | None) -> tuple[list[Members], bool]:
        """What is enough to drop, and whether less is not: each of some single members, givens first; else a set."""
        everything = self.numbered.everything
        singles = Filter(self.numbered, self.switches, self._goes_on).shown(everything, self.witnesses)
        for number in sorted(members - singles)[: FEW if most is None else 0]:
            ruling = self.switches.keeping(everything - {number}) if self._goes_on() else UNDECIDED
            if ruling.solution is not None:
                check_kept(self.numbered, everything - {number}, ruling.solution)
                singles |= {number}
        if singles:
            return [frozenset((number,)) for number in sorted(singles)], True
        most = most or self._most()
        if most.solution is None:
            return [], False
        return [self.numbered.broken(everything, most.solution)], most.is_most

    def _named(self, members: Members) -> tuple[Member, ...]:
        return tuple(self.numbered.members[number] for number in sorted(members))
