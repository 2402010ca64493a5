"""A finite task made ready for many small questions: domains as masks, and every condition as what narrows them.

Bit v of a variable's mask stands for value number v of its own domain. A condition whose form is known answers
exactly; any other by propagation, which may let values pass that a closer look would refuse.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cpsolver.auxiliary.consistency import Consistency, consistency_of
from cpsolver.task.condition import Condition, Relation
from cpsolver.task.domain import Domain, Finite, Value
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.propagation import Space, bits
from cpsolver.task.propagators import post
from cpsolver.task.task import Fact, Task

Masks = list[int]
"""The values left of every variable, by its number."""

Item = tuple[int, Condition]
"""A condition of a task, with its number."""


class Propagated:
    """What propagation says of a condition that has no better form; masks are over each variable's own values."""

    def __init__(self, condition: Condition, domains: Sequence[Finite]) -> None:
        self.space = Space(dict(zip(condition.scope, domains, strict=True)))  # type: ignore[arg-type]
        self.holds = post(self.space, condition) and self.space.propagate()
        self.bits = [[self.space.mask((value,)) for value in domain] for domain in domains]

    def allows(self, masks: Sequence[int]) -> bool:
        """Whether propagation finds no contradiction."""
        return self.narrowed(masks) is not None

    def narrowed(self, masks: Sequence[int]) -> list[int] | None:
        """What propagation leaves; None at a contradiction."""
        if not self.holds:
            return None
        space = self.space
        wanted = [sum(own[bit.bit_length() - 1] for bit in bits(m)) for own, m in zip(self.bits, masks, strict=True)]
        if not all(mask & domain for mask, domain in zip(wanted, space.domains, strict=True)):
            return None
        mark = space.mark()
        holds = all(space.narrow(variable, mask) for variable, mask in enumerate(wanted)) and space.propagate()
        left = list(space.domains)
        space.undo(mark)
        if not holds:
            return None
        return [
            sum(1 << number for number, bit in enumerate(own) if bit & mask)
            for own, mask in zip(self.bits, left, strict=True)
        ]


@dataclass(frozen=True)
class Narrower:
    """One condition of a network.

    number:  of the condition
    label:   as it is called
    scope:   the numbers of its variables
    exact:   whether what it leaves is exactly what is possible
    """

    number: int
    label: str
    scope: tuple[int, ...]
    consistency: Consistency
    own: tuple[Mapping[int, int] | None, ...]
    exact: bool

    def allows(self, masks: Sequence[int]) -> bool:
        """Whether some assignment is left within these masks, one for each variable of the scope."""
        return self.consistency.allows(self._there(masks))

    def narrowed(self, masks: Sequence[int]) -> Sequence[int] | None:
        """What is left of these masks; None if there is no assignment."""
        found = self.consistency.narrowed(self._there(masks))
        if found is None or not any(self.own):
            return found
        return [
            mask if table is None else sum(own for own, shared in table.items() if shared & mask)
            for table, mask in zip(self.own, found, strict=True)
        ]

    def _there(self, masks: Sequence[int]) -> tuple[int, ...]:
        if not any(self.own):
            return tuple(masks)
        return tuple(
            mask if table is None else sum(table[bit] for bit in bits(mask))
            for table, mask in zip(self.own, masks, strict=True)
        )


class Network:
    """The variables and conditions of a finite task by number.

    full: every variable's whole domain; on: the conditions that speak of each variable
    """

    def __init__(self, task: Task) -> None:
        self.names = tuple(task.by_name)
        self.index = {name: number for number, name in enumerate(self.names)}
        self.domains = tuple(_finite(variable.domain) for variable in task.variables)
        self.bit = tuple({v: 1 << number for number, v in enumerate(domain)} for domain in self.domains)
        self.full = [(1 << len(domain)) - 1 for domain in self.domains]
        self.narrowers = tuple(
            narrower for group in _alike(task.conditions) for narrower in self._narrowers(group) if group[0][1].scope
        )
        self.on: list[list[Narrower]] = [[] for _ in self.names]
        for narrower in self.narrowers:
            for variable in narrower.scope:
                self.on[variable].append(narrower)

    def _narrowers(self, group: Sequence[Item]) -> Iterator[Narrower]:
        """The conditions of one label: as one where they can be narrowed so, else each by itself."""
        together = self._narrower(group) if len(group) > 1 else None
        for numbered in () if together else group:
            yield self._narrower([numbered]) or self._by_propagation(numbered)
        if together:
            yield together

    def _narrower(self, group: Sequence[Item]) -> Narrower | None:
        """One condition, or one and what must differ among its variables, if their form is known."""
        ordered = sorted(group, key=lambda each: -len(each[1].scope) * 2 + _is_different(each[1]))
        number, condition = ordered[0]
        domains = {name: self.domains[self.index[name]] for name in condition.scope}
        found = consistency_of([each for _, each in ordered], domains)
        if found is None:
            return None
        scope = tuple(self.index[name] for name in condition.scope)
        tables = tuple(
            None if all(found.bit[value] == bit for value, bit in own.items()) else self._table(own, found)
            for own in (self.bit[variable] for variable in scope)
        )
        return Narrower(number, condition.label or str(condition), scope, found, tables, exact=True)

    def _by_propagation(self, numbered: Item) -> Narrower:
        number, condition = numbered
        scope = tuple(self.index[name] for name in condition.scope)
        domains = [self.domains[variable] for variable in scope]
        form = Consistency(condition.scope, domains, Propagated(condition, domains))
        label = condition.label or str(condition)
        return Narrower(number, label, scope, form, (None,) * len(scope), exact=False)

    @staticmethod
    def _table(own: Mapping[Value, int], found: Consistency) -> dict[int, int]:
        return {bit: found.bit[value] for value, bit in own.items()}

    # -- from and to what is known -------------------------------------------------------------------------------

    def masks(self, known: Knowledge) -> Masks:
        """The masks of what is known."""
        return [self.mask(number, known.domains[name]) for number, name in enumerate(self.names)]

    def mask(self, variable: int, domain: Domain) -> int:
        """The mask of a domain of a variable."""
        own = self.bit[variable]
        return self.full[variable] if domain is self.domains[variable] else sum(own[v] for v in _finite(domain))

    def fact(self, variable: int, mask: int) -> Fact:
        """That a variable is within a mask."""
        return Fact(self.names[variable], self.finite(variable, mask))

    def finite(self, variable: int, mask: int) -> Finite:
        """The values of a mask, in the order of the variable's domain."""
        return Finite(tuple(value for value, bit in self.bit[variable].items() if bit & mask))

    # -- questions -------------------------------------------------------------------------------------------------

    def changes(self, narrower: Narrower, masks: Sequence[int]) -> list[tuple[int, int]] | None:
        """The variables that a condition narrows, each with what is left; None if nothing is left of any."""
        before = [masks[variable] for variable in narrower.scope]
        after = narrower.narrowed(before)
        if after is None:
            return None
        return [(v, a) for v, b, a in zip(narrower.scope, before, after, strict=True) if a != b]

    def open(self, masks: Sequence[int]) -> Iterator[int]:
        """The variables with several values, fewest first."""
        sizes = [(mask.bit_count(), variable) for variable, mask in enumerate(masks) if mask & mask - 1]
        return (variable for _, variable in sorted(sizes))


def network_of(task: Task) -> Network | None:
    """The network of a task, made once; None if not all of its domains are finite, or one is empty."""
    if "_network" not in task.__dict__:
        is_finite = all(isinstance(v.domain, Finite) and len(v.domain) > 0 for v in task.variables)
        task.__dict__["_network"] = Network(task) if is_finite else None
    found: Network | None = task.__dict__["_network"]
    return found


def _alike(conditions: Sequence[Condition]) -> Iterator[list[Item]]:
    """The conditions with their numbers, those of one label together; without a label each by itself."""
    groups: dict[object, list[Item]] = {}
    for number, condition in enumerate(conditions):
        groups.setdefault(condition.label or number, []).append((number, condition))
    yield from groups.values()


def _is_different(condition: Condition) -> bool:
    return isinstance(condition, Relation) and condition.different is not None


def _finite(domain: Domain) -> Finite:
    assert isinstance(domain, Finite), f"{domain} is not finite"
    return domain
