"""Candidates by any solver, one at a time: for rules that say more than that cells differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from cpsolver.kinds.sudoku.compose.clues import Clues
from cpsolver.kinds.sudoku.compose.cutting import USUAL_CLUES
from cpsolver.kinds.sudoku.rules import has_rules
from cpsolver.spec.puzzle import GoOn, Puzzle, Wishes, Workshop
from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Constant, Name
from cpsolver.task.result import Status
from cpsolver.task.task import Fact, Solution, Task

MOST_COUNTED = 100
"""Solutions of a puzzle that may have several are counted up to here."""

RANDOM_VALUES = 4
"""Variables of a full grid that are chosen at random; each costs a search, and the solver chooses the others."""

Orbit = tuple[str, ...]


class _Ended(Exception):
    """Time was up, or no grid was found."""


@dataclass(frozen=True)
class Searching:
    """How candidates are made.

    model:  the task without givens, and without what the model's `generate:` section makes
    orbits: variables that are opened together, as far as they may be given
    """

    model: Task
    orbits: Sequence[Orbit]
    wishes: Wishes
    workshop: Workshop

    def block(self, number: int, go_on: GoOn) -> Iterator[Puzzle]:
        """The one candidate of this number; none if no grid fits the pattern, or no solver could tell."""
        random = Random(f"{self.workshop.seed} {number}")
        try:
            task, parameters, solution = self._clued(random, go_on)
            order = random.sample(list(self.orbits), len(self.orbits))
            search = _Search(self, task, solution, go_on)
            if self.wishes.several:
                yield self._shown(search, order, parameters)
            elif search.is_unique(order):
                given = search.opened(order) if self.wishes.method == "opening" else search.cut(order)
                puzzle = self._candidate(task, given, solution, parameters)
                yield replace(puzzle, minimal=None) if search.open else puzzle
        except _Ended:
            return

    def is_minimal(self, puzzle: Puzzle, go_on: GoOn) -> bool | None:
        """Whether without any one given there are several solutions; None if no solver could tell."""
        for name, value in puzzle.given.items():
            domain = puzzle.model.by_name[name].domain
            assert isinstance(domain, Finite), "sudokus are finite"
            facts = tuple(Fact(other, Finite((v,))) for other, v in puzzle.given.items() if other != name)
            asked = replace(puzzle.model, given=(*puzzle.model.given, *facts, Fact(name, domain.without(value))))
            status = self.workshop.solve(asked, 1, go_on).status
            if status is Status.UNKNOWN:
                return None
            if not status.has_solution:
                return False
        return True

    def _candidate(
        self, task: Task, given: Sequence[Orbit], solution: Solution, parameters: Mapping[str, object]
    ) -> Puzzle:
        names = {name for orbit in given for name in orbit}
        shown = {variable.name: solution[variable.name] for variable in task.variables if variable.name in names}
        return Puzzle(task, shown, solution, minimal=self._makes_minimal or None, parameters=parameters)  # type: ignore[arg-type]

    @cached_property
    def _makes_minimal(self) -> bool:
        is_single = all(len(orbit) == 1 for orbit in self.orbits)
        return is_single and self.wishes.method == "cut" and self.wishes.clues is None

    def _shown(self, search: _Search, order: Sequence[Orbit], parameters: Mapping[str, object]) -> Puzzle:
        """So many cells shown as are asked for, whatever comes of it; the solutions are counted."""
        given = order[: _enough(order, self.wishes.clues or USUAL_CLUES)]
        candidate = self._candidate(search.task, given, search.solution, parameters)
        found = search.count(given, MOST_COUNTED)
        if found is None:
            raise _Ended
        return replace(candidate, solutions=found, limited=found == MOST_COUNTED, minimal=None)

    def _clued(self, random: Random, go_on: GoOn) -> tuple[Task, Mapping[str, object], Solution]:
        """The task with what its model makes of a full grid, these parameters, and the grid."""
        clues = Clues(self.workshop, random)
        before = clues.before()
        task = self.workshop.formulate(before) if before else self.model
        solution = self._full(task, random, go_on)
        made = {**before, **clues.after(task, solution, before)}
        return (self.workshop.formulate(made) if made else task), made, solution

    def _full(self, task: Task, random: Random, go_on: GoOn) -> Solution:
        """A full grid: a few variables in random order get random values, as far as a solution is left."""
        facts: list[Fact] = []
        found: Solution | None = None
        names = [variable.name for variable in task.variables]
        for name in random.sample(names, min(len(names), RANDOM_VALUES)):
            domain = task.by_name[name].domain
            assert isinstance(domain, Finite), "sudokus are finite"
            fact = Fact(name, Finite((random.choice(domain.values),)))
            result = _asked(self.workshop, replace(task, given=(*task.given, *facts, fact)), 1, go_on)
            if result:
                facts.append(fact)
                found = result[0]
        if found is None:
            solutions = _asked(self.workshop, task, 1, go_on)
            if not solutions:
                raise _Ended
            found = solutions[0]
        return found


def _enough(order: Sequence[Orbit], wanted: int) -> int:
    """How many orbits have so many variables together, from the first on."""
    count = 0
    for number, orbit in enumerate(order):
        if count >= wanted:
            return number
        count += len(orbit)
    return len(order)


def _asked(workshop: Workshop, task: Task, solutions: int, go_on: GoOn) -> Sequence[Solution] | None:
    """The solutions, up to so many; None if the solver gave up. Raises: _Ended if time was up."""
    if not go_on():
        raise _Ended
    result = workshop.solve(task, solutions, go_on)
    # fewer than asked for are all there are only if that is proved
    is_cut_short = result.status is Status.SATISFIED and len(result.solutions) < solutions
    if result.status is Status.UNKNOWN or is_cut_short:
        if not go_on():
            raise _Ended
        return None
    return result.solutions


@dataclass(frozen=True)
class _Search:
    """What does not change while one grid is cut or opened.

    open: the questions on which a solver gave up; such a digit stays, though it might be spare
    """

    source: Searching
    task: Task
    solution: Solution
    go_on: GoOn
    open: list[Task] = field(default_factory=list)

    @cached_property
    def only_units(self) -> bool:
        """Whether all conditions say that variables differ."""
        return not has_rules(self.task)

    def count(self, given: Sequence[Orbit], limit: int) -> int | None:
        """How many solutions there are with these orbits given, up to the limit; None if the solver gave up."""
        facts = tuple(Fact(name, Finite((self.solution[name],))) for orbit in given for name in orbit)
        asked = replace(self.task, given=(*self.task.given, *facts))
        found = _asked(self.source.workshop, asked, limit, self.go_on)
        return self._told(asked, found)

    def _told(self, asked: Task, found: Sequence[Solution] | None) -> int | None:
        if found is None:
            self.open.append(asked)
            return None
        return len(found)

    def is_unique(self, given: Sequence[Orbit]) -> bool:
        """Whether these orbits leave one solution: whether there is none but the one that is known.

        Where units are all there is a counter is quickest; else the known solution is excluded by a condition.
        """
        if self.only_units:
            return self.count(given, 2) == 1
        names = {name for orbit in given for name in orbit}
        facts = tuple(Fact(name, Finite((self.solution[name],))) for name in names)
        other = [
            Call("!=", (Name(name), Constant(value))) for name, value in self.solution.items() if name not in names
        ]
        if not other:
            return True
        another = Relation(Call("or", tuple(other)) if len(other) > 1 else other[0])
        conditions = (*self.task.conditions, another)
        asked = replace(self.task, given=(*self.task.given, *facts), conditions=conditions)
        found = _asked(self.source.workshop, asked, 1, self.go_on)
        return self._told(asked, found) == 0

    def opened(self, order: Sequence[Orbit]) -> Sequence[Orbit]:
        """As few orbits, from the first on, as make the grid unique, or have the number of givens asked for."""
        wishes = self.source.wishes
        low, high = 0, len(order)
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self.is_unique(order[:middle]) else (middle + 1, high)
        shown = order[: max(low, _enough(order, wishes.clues) if wishes.clues else 0)]
        return self.cut(shown) if wishes.minimal else shown

    def cut(self, order: Sequence[Orbit]) -> Sequence[Orbit]:
        """What stays of the orbits when each is opened in turn while one solution is left.

        Several are tried at once, twice as many after each success and half as many after each failure: as one by one.
        """
        kept: list[Orbit] = []
        at, step = 0, max(1, len(order) // 4)
        least = self.source.wishes.clues or 0
        while at < len(order):
            if sum(map(len, order[at:])) + sum(map(len, kept)) - len(order[at]) < least:
                kept.append(order[at])
                at += 1
                continue
            end = at + step
            rest = [*kept, *order[end:]]
            if sum(map(len, rest)) >= least and self.is_unique(rest):
                at, step = min(end, len(order)), 2 * step
            elif step > 1:
                step //= 2
            else:
                kept.append(order[at])
                at += 1
        return kept
