"""Why a finite part excludes values: what has to be known for it, and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import prod

from cpsolver.auxiliary.consistency import bits_of, consistency_of
from cpsolver.auxiliary.shrink import Masks, shrink
from cpsolver.task.domain import Domain, Finite, Value
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.propagation import bits
from cpsolver.task.task import Aim, Fact, Task

Refutes = Callable[[Task], bool]
"""Whether a finite task is proven to have no solution."""

Premises = tuple[tuple[str, int], ...]
"""Variables and the values they must be within, as masks."""

SMALL = 10_000
"""Up to so many combinations a part is shrunk value by value even if that takes a solver; else by whole variables."""


class Reasons:
    """The reasons of one part, from what was known before it was solved.

    Domains are bit masks over all values of the part, for there are many small questions to ask; most conditions
    answer them themselves, anything else is up to a solver.
    """

    def __init__(self, part: Task, known: Knowledge, refutes: Refutes) -> None:
        self.part, self.known, self.refutes = part, known, refutes
        self.domains = {variable.name: _finite(variable.domain) for variable in part.variables}
        self.bits = bits_of(self.domains.values())
        self.full = {name: self.mask(domain) for name, domain in self.domains.items()}
        self.before = {name: self.mask(_finite(known.domains[name])) for name in self.domains}
        self.consistency = consistency_of(part.conditions, self.domains) if part.conditions else None
        self.by_value = self.consistency is not None or prod(map(len, self.domains.values())) <= SMALL

    def of(self, finding: Finding) -> Iterator[tuple[tuple[Fact, ...], tuple[Fact, ...]]]:
        """Premises and what follows from them: a finding split by what is excluded, what has one reason joined."""
        groups: dict[Premises, dict[str, int]] = {}
        for fact in finding.facts:
            for premises, excluded in self.each(fact):
                removed = groups.setdefault(premises, {})
                removed[fact.variable] = removed.get(fact.variable, 0) | excluded
        left = dict(self.before)
        for premises, removed in groups.items():
            yield from self.told(premises, removed, left)

    def told(
        self, premises: Premises, removed: dict[str, int], left: dict[str, int]
    ) -> Iterator[tuple[tuple[Fact, ...], tuple[Fact, ...]]]:
        """What one reason excludes. A variable that keeps one value, or none, is said to have what is left.

        Where that says more than the reason does, what was known of the variable is a premise too, and the step is
        one of its own.
        """
        facts = tuple(self.fact(name, mask) for name, mask in premises)
        together = []
        for name, excluded in removed.items():
            earlier, left[name] = left[name], left[name] & ~excluded
            if left[name] & left[name] - 1:
                together.append(Fact(name, self.finite(name, self.full[name] & ~excluded)))
                continue
            conclusion = Fact(name, self.finite(name, left[name]))
            own = self.own_premise(name, earlier, left[name], premises)
            if own is None:
                together.append(conclusion)
            else:
                yield (*facts, self.fact(name, own)), (conclusion,)
        if together:
            yield facts, tuple(together)

    def own_premise(self, name: str, earlier: int, left: int, premises: Premises) -> int | None:
        """What was known of a variable before it lost its last value but one; None if the others say as much.

        "5 is gone from here" leaves "only 4" where 4 and 5 were all there was, and that is a premise then.
        """
        within = {**self.full, **dict(premises)}
        if self.refuted(within, name, self.full[name] & ~left):
            return None
        spare = (bit for bit in bits(self.full[name] & ~earlier) if self.refuted(within, name, bit))
        return earlier | sum(spare)

    def each(self, fact: Fact) -> Iterator[tuple[Premises, int]]:
        """The premises that exclude each value a fact takes away, and the value.

        Value by value, unless that takes several premises for some of them and all other variables together leave
        only the one value the fact says: "nowhere else" is one reason for all, and the one a person sees.
        """
        name, kept = fact.variable, self.mask(_finite(fact.domain))
        removed = list(bits(self.before[name] & ~kept))
        reasons = [self.needed(name, bit) for bit in removed]
        if _finite(fact.domain).is_fixed and any(reason is None or len(reason) > 1 for reason in reasons):
            nowhere_else = self.needed(name, self.full[name] & ~kept)
            reasons = [reason if nowhere_else is None else nowhere_else for reason in reasons]
        # what could not be shown again, perhaps for want of time, follows from all that was known of the others
        everything = tuple((n, mask) for n, mask in self.before.items() if n != name and mask != self.full[n])
        for reason, bit in zip(reasons, removed, strict=True):
            yield everything if reason is None else reason, bit

    def needed(self, name: str, supposed: int) -> Premises | None:
        """The domains of the others, as wide as can be, by which a variable cannot be in some; None if it can."""
        others = {other: mask for other, mask in self.before.items() if other != name}
        if not self.refuted(others, name, supposed):
            return None
        return tuple(
            shrink(others, self.full, lambda masks: self.refuted(masks, name, supposed), self.by_value).items()
        )

    def refuted(self, masks: Masks, name: str, supposed: int) -> bool:
        """Whether the part fails within these domains if the variable is in the supposed one."""
        within = {**masks, name: supposed}
        if self.consistency is not None:
            return not self.consistency.allows(tuple(within[variable] for variable in self.consistency.scope))
        domains = {variable: self.finite(variable, mask) for variable, mask in within.items()}
        if not all(condition.allows(domains) for condition in self.part.conditions):
            return True
        given = tuple(Fact(variable, domain) for variable, domain in domains.items())
        return self.refutes(replace(self.part, given=given, sought=replace(self.part.sought, aim=Aim.ONE)))

    def mask(self, values: Iterable[Value]) -> int:
        """The bits of these values."""
        return sum({self.bits[value] for value in values})

    def finite(self, name: str, mask: int) -> Finite:
        """The values of these bits, in the order and the writing of the variable's own domain."""
        return Finite(tuple(value for value in self.domains[name] if mask & self.bits[value]))

    def fact(self, name: str, mask: int) -> Fact:
        """A premise, with the origin of what is known by now."""
        domain = self.finite(name, mask)
        return Fact(name, domain, self.known.origin(name, domain))


def _finite(domain: Domain) -> Finite:
    assert isinstance(domain, Finite), f"{domain} is not finite"
    return domain
