"""What is known so far, and what an auxiliary model adds to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from cpsolver.errors import Mark
from cpsolver.task.condition import Condition
from cpsolver.task.domain import Domain, Finite, Value
from cpsolver.task.task import Fact, Solution, Task

Origin = Mark | int | None
"""Where a fact is from: the place of a given, the number of a step, or nowhere: it is supposed."""


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
    """The domains that narrow and the lemmas that accumulate.

    origins: what last narrowed each domain
    losses:  for each variable over finitely many values what took each value that is gone
    emptied: whether some domain is empty; open_count: how many finite domains have several values
    """

    domains: dict[str, Domain]
    origins: dict[str, Origin] = field(default_factory=dict)
    losses: dict[str, dict[Value, Origin]] = field(default_factory=dict)
    lemmas: list[Condition] = field(default_factory=list)
    cases: tuple[Solution, ...] = ()
    emptied: bool = field(init=False, default=False)
    open_count: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.emptied = any(domain.is_empty for domain in self.domains.values())
        self.open_count = sum(isinstance(domain, Finite) and len(domain) > 1 for domain in self.domains.values())

    @classmethod
    def at_start(cls, task: Task) -> Knowledge:
        """The domains of the task's variables, narrowed by its givens."""
        known = cls({variable.name: variable.domain for variable in task.variables})
        known.absorb(Finding(task.given))
        return known

    def news(self, finding: Finding) -> tuple[Fact, ...]:
        """The facts of a finding that would narrow a domain, as narrowed; nothing is taken in."""
        met = ((fact, self.domains[fact.variable].meet(fact.domain)) for fact in finding.facts)
        return tuple(
            Fact(fact.variable, after, fact.origin) for fact, after in met if after != self.domains[fact.variable]
        )

    def absorb(self, finding: Finding) -> tuple[Fact, ...]:
        """Take in a finding; what comes back is the news: the facts that narrowed a domain, as narrowed."""
        news = []
        for fact in finding.facts:
            before = self.domains[fact.variable]
            after = before.meet(fact.domain)
            if after != before:
                self.domains[fact.variable] = after
                self.origins[fact.variable] = fact.origin
                self._count(before, after)
                if isinstance(before, Finite):
                    lost = self.losses.setdefault(fact.variable, {})
                    lost.update(dict.fromkeys([value for value in before.values if value not in after], fact.origin))
                news.append(Fact(fact.variable, after, fact.origin))
        self.lemmas.extend(lemma for lemma in finding.lemmas if lemma not in self.lemmas)
        self.cases = finding.cases or self.cases
        return tuple(news)

    def _count(self, before: Domain, after: Domain) -> None:
        """Keep up whether a domain is empty, and how many finite ones are open, after one became smaller."""
        self.emptied = self.emptied or after.is_empty
        was_open = isinstance(before, Finite) and len(before) > 1
        self.open_count += (isinstance(after, Finite) and len(after) > 1) - was_open

    def fact(self, variable: str) -> Fact:
        """What is known of the variable, with its origin."""
        return Fact(variable, self.domains[variable], self.origins.get(variable))

    def origin(self, variable: str, domain: Domain) -> Origin:
        """What, last of all, took a value that is not in the domain: whence it is known that the variable is in it."""
        if domain is self.domains[variable] or domain == self.domains[variable]:
            return self.origins.get(variable)
        responsible = [origin for value, origin in self.losses.get(variable, {}).items() if value not in domain]
        steps = [origin for origin in responsible if isinstance(origin, int)]
        marks = [origin for origin in responsible if isinstance(origin, Mark)]
        return (
            max(steps, default=None)
            or max(marks, default=None)
            or (None if responsible else self.origins.get(variable))
        )

    @property
    def is_contradictory(self) -> bool:
        """Whether some variable has no value left."""
        return self.emptied

    def solution(self) -> Solution:
        """The value of every variable that has one value left."""
        return {n: d.value for n, d in self.domains.items() if isinstance(d, Finite) and d.is_fixed}

    def copy(self) -> Knowledge:
        """The same knowledge, to be narrowed on its own."""
        losses = {name: dict(lost) for name, lost in self.losses.items()}
        return Knowledge(dict(self.domains), dict(self.origins), losses, list(self.lemmas), self.cases)
