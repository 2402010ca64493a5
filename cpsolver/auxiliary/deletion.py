"""From members that contradict each other to an irreducible part of them.

Members are left out one by one, in blocks first where they are many. What a refutation did not use goes with them.
Where the others can hold together, their solution shows that the member is needed, and small changes of that solution
often show the same of other members without any search.

Sources: Chinneck & Dravnieks, deletion filter (1991); Belov & Marques-Silva, clause set refinement and recursive model
rotation (2011).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cpsolver.auxiliary.switches import Members, Numbered, Switches
from cpsolver.errors import SolverError
from cpsolver.task.domain import Finite, Value
from cpsolver.task.task import Solution

MANY = 100
"""So many members or more are left out in blocks first."""

MOST_VALUES = 64
"""A variable with more values is not changed in search of members that are needed."""

Order = Callable[[Members], Sequence[int]]
"""In which order members are left out."""


@dataclass(frozen=True)
class Irreducible:
    """Members that cannot hold together.

    needed:   those without which the others can: each with a solution that shows it, checked by evaluation
    """

    members: Members
    needed: Members

    @property
    def is_proven(self) -> bool:
        """Whether none can be spared."""
        return self.needed == self.members


class Filter:
    """Leaves out what a contradiction does not need."""

    def __init__(self, numbered: Numbered, switches: Switches, goes_on: Callable[[], bool]) -> None:
        self.numbered, self.switches, self.goes_on = numbered, switches, goes_on
        self.kept: Members = frozenset()
        self.needed: set[int] = set()

    def irreducible(self, core: Members, order: Order, witnesses: Sequence[Solution] = ()) -> Irreducible:
        """An irreducible part of members that cannot hold together.

        witnesses: solutions that may show at once which members are needed
        """
        self.shown(core, witnesses)
        size = len(core) // 4 if len(core) >= MANY else 1
        while True:
            self._pass(order, size)
            if size == 1:
                return Irreducible(self.kept, frozenset(self.needed))
            size = max(1, size // 4)

    def shown(self, core: Members, witnesses: Sequence[Solution]) -> Members:
        """Those of the members that solutions show to be needed, without any search."""
        self.kept, self.needed = core, set()
        for solution in witnesses:
            self._learn(solution)
        return frozenset(self.needed)

    def _pass(self, order: Order, size: int) -> None:
        waiting = [number for number in order(self.kept) if number not in self.needed]
        while waiting and self.goes_on():
            block, waiting = waiting[:size], waiting[size:]
            ruling = self.switches.keeping(self.kept.difference(block))
            if ruling.holds is False:
                self.kept = ruling.core
            elif ruling.solution is not None:
                check_kept(self.numbered, self.kept.difference(block), ruling.solution)
                self._learn(ruling.solution)
            waiting = [number for number in waiting if number in self.kept and number not in self.needed]

    def _learn(self, solution: Solution) -> None:
        """What a solution shows to be needed: the one member that it breaks, or that small changes of it do."""
        broken = self.numbered.broken(self.kept, solution)
        if len(broken) == 1:
            self._rotate(min(broken), dict(solution))

    def _rotate(self, number: int, values: dict[str, Value]) -> None:
        """Note that the only member these values break is needed; then change one value after another."""
        waiting = [(number, values)]
        while waiting:
            number, values = waiting.pop()
            if number in self.needed:
                continue
            self.needed.add(number)
            waiting += [found for found in self._changes(number, values) if found[0] not in self.needed]

    def _changes(self, number: int, values: dict[str, Value]) -> list[tuple[int, dict[str, Value]]]:
        """Members that alone are broken after one change of a variable of the member broken so far."""
        found: dict[int, dict[str, Value]] = {}
        for name in self.numbered.scopes[number]:
            domain, old = self.numbered.task.by_name[name].domain, values[name]
            concerned = [each for each in self.numbered.speaking_of[name] if each in self.kept]
            assert isinstance(domain, Finite), f"{domain} is not finite"
            for value in domain.values if len(domain) <= MOST_VALUES else ():
                values[name] = value
                broken = self._only_broken(concerned, values)
                if broken is not None and broken not in self.needed and broken not in found:
                    found[broken] = dict(values)
            values[name] = old
        return list(found.items())

    def _only_broken(self, concerned: Sequence[int], values: Solution) -> int | None:
        """The one member that these values break; None if they break more."""
        found = None
        for number in concerned:
            if not self.numbered.holds(number, values):
                if found is not None:
                    return None
                found = number
        assert found is not None, "members that cannot hold together hold together"
        return found


def check_kept(numbered: Numbered, kept: Members, solution: Solution) -> None:
    """Nothing, if the solution keeps these members. Raises: SolverError."""
    broken = numbered.broken(kept, solution)
    if broken:
        raise SolverError(f"a solution was found that breaks {numbered.members[min(broken)]}, which it was to keep")


def wide_first(numbered: Numbered) -> Order:
    """Members that speak of many variables are left out first, so that what stays is easily understood."""
    return lambda members: sorted(members, key=lambda number: (-len(numbered.scopes[number]), number))


def narrow_first(numbered: Numbered) -> Order:
    """Members that speak of few variables are left out first, givens above all."""
    return lambda members: sorted(members, key=lambda number: (len(numbered.scopes[number]), number))


def far_first(centre: int) -> Callable[[Numbered], Order]:
    """Members far from one of them are left out first, by how many shared variables lie between: what stays is near."""

    def order(numbered: Numbered) -> Order:
        return lambda members: _by_distance(numbered, members, centre)

    return order


def _by_distance(numbered: Numbered, members: Members, centre: int) -> list[int]:
    """The members, those first that cannot be reached from the centre, then the farthest."""
    reached, ring = [centre], [centre]
    open_ = set(members) - {centre}
    while ring:
        names = dict.fromkeys(name for number in ring for name in numbered.scopes[number])
        near = dict.fromkeys(number for name in names for number in numbered.speaking_of[name] if number in open_)
        ring = sorted(near, key=lambda number: len(numbered.scopes[number]))
        reached += ring
        open_.difference_update(ring)
    return [*sorted(open_), *(number for number in reversed(reached) if number in members)]
