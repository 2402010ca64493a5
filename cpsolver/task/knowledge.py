"""What is known so far, and what an auxiliary model adds to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from cpsolver.errors import Mark
from cpsolver.task.condition import Condition
from cpsolver.task.domain import Domain
from cpsolver.task.task import Fact, Solution, Task


@dataclass(frozen=True)
class Finding:
    """What was learnt from one auxiliary model.

    facts:  domains that became smaller (each meets what is known)
    lemmas: derived conditions, e.g. a formula rearranged
    cases:  complete solutions found case by case, where one answer cannot say it
    """

    facts: tuple[Fact, ...] = ()
    lemmas: tuple[Condition, ...] = ()
    cases: tuple[Solution, ...] = ()


@dataclass
class Knowledge:
    """The domains that narrow and the lemmas that accumulate. `origins`: what last narrowed each domain."""

    domains: dict[str, Domain]
    origins: dict[str, Mark | int | None] = field(default_factory=dict)
    lemmas: list[Condition] = field(default_factory=list)
    cases: tuple[Solution, ...] = ()

    @classmethod
    def at_start(cls, task: Task) -> Knowledge:
        """The domains of the task's variables, narrowed by its givens."""
        known = cls({variable.name: variable.domain for variable in task.variables})
        known.absorb(Finding(task.given))
        return known

    def absorb(self, finding: Finding) -> tuple[Fact, ...]:
        """Take in a finding; what comes back is the news: the facts that narrowed a domain, as narrowed."""
        news = []
        for fact in finding.facts:
            before = self.domains[fact.variable]
            after = before.meet(fact.domain)
            if after != before:
                self.domains[fact.variable] = after
                self.origins[fact.variable] = fact.origin
                news.append(Fact(fact.variable, after, fact.origin))
        self.lemmas.extend(lemma for lemma in finding.lemmas if lemma not in self.lemmas)
        self.cases = finding.cases or self.cases
        return tuple(news)

    def fact(self, variable: str) -> Fact:
        """What is known of the variable, with its origin."""
        return Fact(variable, self.domains[variable], self.origins.get(variable))

    @property
    def is_contradictory(self) -> bool:
        """Whether some variable has no value left."""
        return any(domain.is_empty for domain in self.domains.values())

    def solution(self) -> Solution:
        """The value of every variable that has one value left."""
        from cpsolver.task.domain import Finite

        return {n: d.value for n, d in self.domains.items() if isinstance(d, Finite) and d.is_fixed}

    def copy(self) -> Knowledge:
        """The same knowledge, to be narrowed on its own."""
        return Knowledge(dict(self.domains), dict(self.origins), list(self.lemmas), self.cases)
