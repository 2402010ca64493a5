"""Which formula to use for which quantity: the cheapest way from what is known to what is sought.

Formulas and quantities are an AND/OR graph: a quantity is found by any one formula all of whose other quantities are
known. Costs are how hard a person finds a step; the cost of a quantity is that of its step and of all its inputs.
Source: Knuth, *A generalization of Dijkstra's algorithm* (1977).
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cpsolver.task.condition import Condition, Equation
from cpsolver.task.domain import Finite, Value
from cpsolver.task.inversion import NUMERIC_WEIGHT, invert
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.roots import free_of


@dataclass(frozen=True)
class Way:
    """A formula used for one of its quantities."""

    goal: str
    formula: Equation
    inputs: tuple[str, ...]
    weight: float

    @property
    def is_rule(self) -> bool:
        """Whether the formula speaks of this quantity alone: `v = 0`."""
        return not self.inputs


@dataclass(frozen=True)
class Plan:
    """For every quantity that can be found the cheapest way, and its cost; what is known already costs nothing."""

    ways: Mapping[str, Way] = field(default_factory=dict)
    costs: Mapping[str, float] = field(default_factory=dict)

    def reaches(self, name: str) -> bool:
        """Whether the quantity is known or can be found."""
        return name in self.costs

    def path(self, goals: Iterable[str]) -> tuple[Way, ...]:
        """The ways used for the goals, inputs before what they are needed for; unreachable goals are passed over."""
        done: dict[str, Way] = {}
        stack = [goal for goal in reversed(list(goals)) if goal in self.ways]
        while stack:
            way = self.ways[stack[-1]]
            missing = [name for name in way.inputs if name in self.ways and name not in done]
            if missing:
                stack.append(missing[0])
                continue
            done.setdefault(stack.pop(), way)
        return tuple(done.values())


def plan(conditions: Sequence[Condition], known: Collection[str], values: Mapping[str, Value] | None = None) -> Plan:
    """The cheapest way to every quantity that the conditions allow to find from the known ones.

    values: of known quantities; a formula that says nothing of a quantity because of them (0·t = 0) is not used
    """
    return _Search(conditions, known, values or {}).run()


def plan_from(conditions: Sequence[Condition], known: Knowledge) -> Plan:
    """The plan from what is known: every quantity with one value or finitely many."""
    names = [name for name, domain in known.domains.items() if isinstance(domain, Finite)]
    return plan(conditions, names, known.solution())


class _Search:
    """Knuth's algorithm: quantities are settled in the order of their cost."""

    def __init__(self, conditions: Sequence[Condition], known: Collection[str], values: Mapping[str, Value]) -> None:
        self.known, self.values = frozenset(known), values
        self.equations = [condition for condition in conditions if isinstance(condition, Equation)]
        self.costs: dict[str, float] = dict.fromkeys(known, 0.0)
        self.ways: dict[str, Way] = {}
        self.by_name: dict[str, list[int]] = {}
        self.open: list[set[str]] = []
        for index, equation in enumerate(self.equations):
            self.open.append({name for name in equation.scope if name not in self.known})
            for name in equation.scope:
                self.by_name.setdefault(name, []).append(index)
        self.queue: list[tuple[float, int, str]] = []

    def run(self) -> Plan:
        """Settle quantity after quantity."""
        for index in range(len(self.equations)):
            self.offer(index)
        while self.queue:
            cost, index, name = heapq.heappop(self.queue)
            if name in self.costs:
                continue
            self.costs[name] = cost
            self.ways[name] = self.way(index, name)
            for other in self.by_name[name]:
                self.open[other].discard(name)
                self.offer(other)
        return Plan(self.ways, self.costs)

    def offer(self, index: int) -> None:
        """Queue the one open quantity of a formula."""
        if len(self.open[index]) != 1:
            return
        (name,) = self.open[index]
        way = self.way(index, name)
        if all(input_ in self.values for input_ in way.inputs) and free_of(way.formula, name, self.values):
            return
        cost = way.weight + sum(self.costs[input_] for input_ in way.inputs)
        heapq.heappush(self.queue, (cost, index, name))

    def way(self, index: int, name: str) -> Way:
        """The formula used for the quantity."""
        formula = self.equations[index]
        inverse = invert(formula, name)
        inputs = tuple(input_ for input_ in formula.scope if input_ != name)
        return Way(name, formula, inputs, inverse.weight if inverse else NUMERIC_WEIGHT)


def ways_for(conditions: Sequence[Condition], name: str) -> Iterator[Way]:
    """Every formula that speaks of a quantity, as a way to it."""
    for condition in conditions:
        if isinstance(condition, Equation) and name in condition.scope:
            inverse = invert(condition, name)
            inputs = tuple(input_ for input_ in condition.scope if input_ != name)
            yield Way(name, condition, inputs, inverse.weight if inverse else NUMERIC_WEIGHT)
