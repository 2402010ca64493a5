"""The ordered record of how an answer came about: data only, no prose, no colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from cpsolver.task.knowledge import Finding
from cpsolver.task.task import Fact


@dataclass(frozen=True)
class Step:
    """One finding with all that it needs.

    conditions: labels of the conditions used
    premises:   facts used, each with its origin (the place of a given, or the number of an earlier step)
    forced:     True if it follows; False if it was chosen among several possibilities
    substeps:   how the parts of the auxiliary model were solved, where that took steps of its own
    difficulty: that of the technique; a derivation is as difficult as its hardest step
    pattern:    how it looks, where a technique of the kind says so; the kind tells the step by it
    """

    number: int
    technique: str
    conditions: tuple[str, ...]
    premises: tuple[Fact, ...]
    finding: Finding
    forced: bool = True
    substeps: tuple[Step, ...] = ()
    difficulty: int = 0
    pattern: Any = field(default=None, compare=False)

    @property
    def conclusions(self) -> tuple[Fact, ...]:
        """The facts this step adds."""
        return self.finding.facts


@dataclass(frozen=True)
class Derivation:
    """The steps that led to an answer, in order."""

    task: str
    steps: tuple[Step, ...] = ()

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def towards(self, variables: Iterable[str]) -> Derivation:
        """The steps these variables depend on, numbered as before.

        Walking backwards, a step stays if it concludes something wanted, and its premises become wanted: their
        variables, and the steps they come from. A step without conclusions (all it found was a contradiction or a list
        of cases) stays.
        """
        wanted: set[str | int] = set(variables)
        kept = []
        for step in reversed(self.steps):
            concluded = (fact.variable for fact in step.conclusions)
            if not step.conclusions or step.number in wanted or any(name in wanted for name in concluded):
                kept.append(step)
                for fact in _all_premises(step):
                    wanted.update((fact.variable, fact.origin) if isinstance(fact.origin, int) else (fact.variable,))
        return replace(self, steps=tuple(reversed(kept)))

    def grade(self) -> int:
        """The difficulty of the hardest step; 0 without steps."""
        return max((step.difficulty for step in self.steps), default=0)


def _all_premises(step: Step) -> Iterator[Fact]:
    yield from step.premises
    for substep in step.substeps:
        yield from _all_premises(substep)
