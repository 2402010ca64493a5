"""Choosing, where nothing more can be learnt: depth first, every choice shown as one and taken back if it fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cpsolver.auxiliary.premises import external_premises
from cpsolver.solvers.auxiliary.loop import Loop, TimeIsUp
from cpsolver.task.derivation import Derivation, Step
from cpsolver.task.domain import Finite, Value
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.result import Result, Status
from cpsolver.task.task import Aim, Fact, Solution

CHOICE = 1_000_000
"""The difficulty of a choice: above every technique."""

Moment = tuple[Knowledge, list[Step]]
"""What was known, and the steps up to then."""


class Search:
    """A search over one loop's task. An explicit stack, so that deep searches need no deep recursion."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.stack: list[tuple[Moment, str, Value]] = []
        self.found: list[Solution] = []
        self.first: Moment | None = None

    def result(self) -> Result:
        """Learn until nothing is open, then choose where the task is finite; what is known in the end."""
        try:
            self.loop.learn()
            if self.loop.is_open and self.may_choose():
                self.choose()
        except TimeIsUp:
            self.loop.note = self.loop.deadline.note()
        return self.answer()

    def may_choose(self) -> bool:
        """Whether to go on by choosing: for solutions of finite tasks, not for what all of them share."""
        wanted = self.loop.task.sought.aim in (Aim.ONE, Aim.ALL)
        settings = self.loop.settings
        return wanted and not self.loop.task.is_real and settings.choose and not settings.once

    def choose(self) -> None:
        """Choose a value, learn, and on failure learn that it was wrong, until there are solutions enough."""
        while True:
            if self.loop.is_open:
                name, value = self.smallest_open()
                self.stack.append((self.moment(), name, value))
                self.take(name, Finite((value,)), "choice", forced=False)
            else:
                self.collect()
                if self.has_enough() or not self.take_back():
                    return
            self.loop.learn()

    def moment(self) -> Moment:
        """What is known now, to come back to."""
        return self.loop.known.copy(), list(self.loop.steps)

    def smallest_open(self) -> tuple[str, Value]:
        """The open variable with the fewest values, and its first value."""
        open_ = [(len(d), n) for n, d in self.loop.known.domains.items() if isinstance(d, Finite) and not d.is_fixed]
        name = min(open_, key=lambda pair: pair[0])[1]
        domain = self.loop.known.domains[name]
        assert isinstance(domain, Finite), f"{name} was open"
        return name, domain.values[0]

    def take(self, name: str, domain: Finite, technique: str, forced: bool, substeps: tuple[Step, ...] = ()) -> None:
        """Absorb a fact that was chosen, or learnt from a choice that failed, and record it."""
        loop = self.loop
        number = next(loop.numbers)
        finding = Finding((Fact(name, domain, number),))
        premises = external_premises(substeps, loop.known, loop.task)
        loop.known.absorb(finding)
        if loop.settings.explain:
            loop.steps.append(Step(number, technique, (), premises, finding, forced, substeps, CHOICE))

    def collect(self) -> None:
        """Keep the solution just reached, and the derivation of the first one."""
        if not self.loop.is_contradictory:
            self.first = self.first or self.moment()
            self.found += self.told(self.loop.solutions())

    def told(self, solutions: Sequence[Solution]) -> Sequence[Solution]:
        """The solutions, after those who listen were told of them."""
        for solution in solutions:
            self.loop.settings.found(solution)
        return solutions

    def has_enough(self) -> bool:
        """Whether as many solutions are known as were asked for."""
        wanted = self.loop.settings.solutions
        return wanted is not None and len(self.found) >= wanted

    def take_back(self) -> bool:
        """Undo the last choice and learn its negation; False if no choice is left to undo."""
        if not self.stack:
            return False
        (known, steps), name, value = self.stack.pop()
        failed = tuple(self.loop.steps[len(steps) :])
        self.loop.known, self.loop.steps = known, steps
        rest = known.domains[name]
        assert isinstance(rest, Finite), f"{name} was chosen"
        self.take(name, rest.without(value), "refuted choice", forced=not self.found, substeps=failed)
        return True

    def answer(self) -> Result:
        """What the search says, with the derivation of its first solution.

        While a choice is in force nothing is proven: what is known without it is what holds before the first.
        """
        loop, learnt = self.loop, self.loop.result()
        if not self.stack and not self.found:
            self.told(learnt.solutions)
            return replace(learnt, note=learnt.note or self.note())
        open_ = self.stack[0][0] if self.stack else (loop.known, loop.steps)
        known, steps = self.first or open_
        status = Status.UNKNOWN
        if self.found:
            complete = not self.stack and not loop.note
            status = Status.ALL_SOLUTIONS if complete else Status.SATISFIED
        return replace(
            learnt,
            status=status,
            solutions=tuple(self.found),
            knowledge=known,
            derivation=Derivation(loop.task.name, tuple(steps)),
            note=loop.note,
        )

    def note(self) -> str:
        """Why nothing more is known, where nothing was chosen and no limit was met."""
        loop = self.loop
        if not loop.is_open or loop.is_contradictory:
            return "" if loop.proven or not loop.is_contradictory else "rounded values contradict each other"
        if loop.settings.once:
            return "the current auxiliary models were solved once"
        return f"no technique up to '{loop.techniques[-1].name}' says more" if loop.techniques else "no technique"
