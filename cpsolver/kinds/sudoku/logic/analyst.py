"""The players' loop: always the easiest technique that says something new, until nothing is open or nothing follows.

It is the auxiliary loop of `solvers.auxiliary` for techniques that solve their parts by looking: what a pattern rests
on is worked out from the missing marks, and what one step placed or removed is the premise of later ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from cpsolver.kinds.sudoku.logic.pattern import Deduction, Pattern, Player
from cpsolver.kinds.sudoku.logic.position import GIVEN, Mark, Position
from cpsolver.kinds.sudoku.logic.shrinking import SMALL, Claim, Premises
from cpsolver.kinds.sudoku.logic.singles import contradictions


class Analyst:
    """A position and what was deduced about it.

    players: the techniques to use, easiest first
    steps:   what was deduced so far
    first:   the number of the first deduction: within a supposition, one above all that was known outside
    lines:   if not empty, only patterns within rows, or columns … are used
    """

    def __init__(
        self, position: Position, players: Sequence[Player], first: int = 0, lines: Collection[str] = ()
    ) -> None:
        self.position, self.players, self.first = position, tuple(players), first
        self.lines = frozenset(lines)
        self.steps: list[Deduction] = []

    def run(self, go_on: Callable[[], bool] = lambda: True) -> Iterator[Deduction]:
        """Deduce until the board is solved, contradictory, or nothing follows; asked before each step to go on."""
        while not self.position.is_solved and go_on():
            deduction = self.step()
            if deduction is None:
                return
            yield deduction
            if deduction.pattern.technique == "contradiction":
                return

    def step(self) -> Deduction | None:
        """The next deduction, already applied to the position; None if nothing follows."""
        pattern = self.easiest()
        if pattern is None:
            return None
        deduction = self.deduce(pattern)
        self.steps.append(deduction)
        for cell, digit in deduction.placed:
            self.position.place(cell, digit, deduction.number)
        for cell, digit in deduction.removed:
            if digit >= 0:
                self.position.remove(cell, digit, deduction.number)
        return deduction

    def easiest(self) -> Pattern | None:
        """The first pattern of the easiest technique that has one."""
        position = self.position
        if position.is_contradictory:
            return next(contradictions(position))
        for player in self.players:
            for pattern in player.find(position):
                if is_news(pattern, position) and self.is_allowed(pattern):
                    return pattern
        return None

    def is_allowed(self, pattern: Pattern) -> bool:
        """Whether a pattern lies within the units to look at."""
        units = self.position.geometry.units
        within = bool(pattern.units) and all(units[number].line in self.lines for number in pattern.units)
        return not self.lines or within or pattern.technique == "naked single"  # which is a cell's, not a unit's

    def deduce(self, pattern: Pattern, removed: tuple[Mark, ...] | None = None) -> Deduction:
        """A pattern with its premises. removed: which marks go, by default those of the pattern that are there."""
        position = self.position
        if removed is None:
            removed = tuple(mark for mark in pattern.removed if mark[1] < 0 or position.digits[mark[0]] >> mark[1] & 1)
        number = self.first + len(self.steps)
        if pattern.substeps:
            return _supposed(pattern, number, removed)
        homes, missing = position.why_absent(pattern.absent)
        for cell in pattern.homes:
            homes.setdefault(cell, 0)
        labels = self._labels(pattern, homes)
        if pattern.technique not in SMALL:
            homes, missing, labels = self._shrunk(pattern, removed, homes, missing, labels)
        return Deduction(
            number,
            pattern,
            removed,
            pattern.placed,
            self._placed_at(homes),
            tuple(missing),
            labels,
            frozenset(self._sources(homes, missing)),
        )

    def _labels(self, pattern: Pattern, homes: Mapping[int, int]) -> tuple[str, ...]:
        """The conditions a pattern uses, and those by which placed cells leave others no place."""
        geometry = self.position.geometry
        labels = dict.fromkeys(geometry.units[unit].label for unit in pattern.units)
        for cell, seen in homes.items():
            if seen:
                labels.update(dict.fromkeys(geometry.links(cell, seen)))
        labels.update((geometry.between(one, other), None) for one, other in pattern.differ)
        labels.update(dict.fromkeys(pattern.labels))
        return tuple(labels)

    def _shrunk(
        self,
        pattern: Pattern,
        removed: tuple[Mark, ...],
        homes: dict[int, int],
        missing: list[Mark],
        labels: tuple[str, ...],
    ) -> tuple[dict[int, int], list[Mark], tuple[str, ...]]:
        """Reasons and conditions without idle ones; those that later steps found are dropped first."""
        position = self.position
        claim = Claim(position.geometry, removed, pattern.placed)
        age = {mark: position.placers[mark[0]] for mark in self._placed_at(homes)}
        age |= {mark: position.causes.get(mark, GIVEN) for mark in missing}
        kept = claim.shrunk(labels, Premises(self._placed_at(homes), tuple(missing)), age)
        homes = {cell: homes[cell] for cell, _ in kept.homes}
        fewer = self._labels(pattern, homes)
        if len(fewer) < len(labels) and claim.is_entailed(fewer, kept):
            labels = fewer
        return homes, list(kept.missing), labels

    def _placed_at(self, homes: Iterable[int]) -> tuple[Mark, ...]:
        return tuple((cell, self.position.digits[cell].bit_length() - 1) for cell in homes)

    def _sources(self, homes: Iterable[int], missing: Iterable[Mark]) -> Iterator[int]:
        position = self.position
        for cell in homes:
            yield position.placers[cell]
        for mark in missing:
            yield position.causes.get(mark, GIVEN)


def _supposed(pattern: Pattern, number: int, removed: tuple[Mark, ...]) -> Deduction:
    """A supposition with the premises that its steps have outside it."""
    steps = pattern.substeps
    inside = {step.number for step in steps}
    first = min(inside)
    placed = {home for step in steps for home in step.placed}
    gone = {mark for step in steps for mark in step.removed}
    supposed = set(pattern.removed)
    homes = dict.fromkeys(h for s in steps for h in s.homes if h not in placed and h not in supposed)
    missing = dict.fromkeys(m for s in steps for m in s.missing if m not in gone)
    labels = dict.fromkeys(label for step in steps for label in step.conditions)
    sources = frozenset(n for step in steps for n in step.rests_on if n < first)
    return Deduction(number, pattern, removed, pattern.placed, tuple(homes), tuple(missing), tuple(labels), sources)


def is_news(pattern: Pattern, position: Position) -> bool:
    """Whether a pattern says something that the marks do not show yet."""
    return any(position.open >> cell & 1 for cell, _ in pattern.placed) or any(
        digit < 0 or (position.digits[cell] >> digit & 1) for cell, digit in pattern.removed
    )


def needed(steps: Sequence[Deduction]) -> tuple[Deduction, ...]:
    """The steps that the last one rests on, and it, in order."""
    wanted = {steps[-1].number}
    kept = []
    for step in reversed(steps):
        if step.number in wanted:
            kept.append(step)
            wanted |= step.rests_on
    return tuple(reversed(kept))
