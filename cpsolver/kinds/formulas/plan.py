"""Which formula to use for which quantity: the cheapest way from what is known to what is sought.

Formulas and quantities are an AND/OR graph: a quantity is found by any one formula all of whose other quantities are
known. Costs are how hard a person finds a step; the cost of a quantity is that of its step and of all its inputs.
Where no formula has a single unknown, `determined` goes on with the smallest set of formulas that can be solved
together.
Source: Knuth, *A generalization of Dijkstra's algorithm* (1977).
"""

from __future__ import annotations

import heapq
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cpsolver.kinds.formulas.structure import Block, Structure, Way, structure_of
from cpsolver.task.condition import Condition
from cpsolver.task.domain import Domain, Finite, Value
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.systems.blocks import tight_sets
from cpsolver.task.systems.jacobian import is_singular

__all__ = ["PLANS_KEPT", "Block", "Plan", "Way", "blocks_for", "determined"]
__all__ += ["determined_from", "plan", "plan_from", "ways_for"]

SIMULTANEOUS = 2.0
"""How much harder a formula is to use together with others than by itself."""

MOST_RANKS = 60
"""So many sets of formulas are tried in one plan whether their derivatives depend on each other."""

MOST_LEFT_OUT = 4
"""So many formulas that say nothing new are left out in turn, where blocks are singular."""

PLANS_KEPT = 16
"""So many plans are kept with a structure."""

JUDGED_KEPT = 2000


@dataclass(frozen=True)
class Plan:
    """For every quantity that can be found the cheapest way, and its cost; what is known already costs nothing.

    blocks:   for quantities that only several formulas together give: these
    singular: sets of as many formulas as unknowns that nevertheless do not determine them
    """

    ways: Mapping[str, Way] = field(default_factory=dict)
    costs: Mapping[str, float] = field(default_factory=dict)
    blocks: Mapping[str, Block] = field(default_factory=dict)
    singular: tuple[Block, ...] = ()

    def reaches(self, name: str) -> bool:
        """Whether the quantity is known or can be found."""
        return name in self.costs

    def reaches_all(self, names: Iterable[str]) -> bool:
        """Whether all of these are known or can be found."""
        return all(name in self.costs for name in names)

    def step_to(self, name: str) -> Way | Block | None:
        """What gives a quantity: a formula, or several together; None if it is known, or cannot be found."""
        return self.ways.get(name) or self.blocks.get(name)

    def left_over(self, conditions: Iterable[Condition]) -> tuple[Condition, ...]:
        """The conditions that no step uses although all their quantities can be found: they say whether these fit."""
        steps: tuple[Way | Block, ...] = (*self.ways.values(), *self.blocks.values())
        used = {id(formula) for step in steps for formula in step.formulas}
        return tuple(c for c in conditions if id(c) not in used and self.reaches_all(c.scope))

    def course(self, goals: Iterable[str]) -> tuple[Way | Block, ...]:
        """All that is used for the goals, inputs before what needs them; what is unreachable is passed over."""
        done: dict[str, Way | Block] = {}
        stack = [goal for goal in reversed(list(goals)) if self.step_to(goal)]
        while stack:
            step = self.step_to(stack[-1])
            assert step is not None
            missing = [name for name in step.inputs if name not in done and self.step_to(name)]
            if missing:
                stack.append(missing[0])
                continue
            done.setdefault(stack.pop(), step)
        return tuple({id(step): step for step in done.values()}.values())

    def path(self, goals: Iterable[str]) -> tuple[Way, ...]:
        """The single formulas of the course."""
        return tuple(step for step in self.course(goals) if isinstance(step, Way))


def plan(conditions: Sequence[Condition], known: Collection[str], values: Mapping[str, Value] | None = None) -> Plan:
    """The cheapest way to every quantity that the conditions allow to find step by step from the known ones.

    values: of known quantities; a formula that says nothing of a quantity because of them (0·t = 0) is not used
    """
    return _kept(structure_of(conditions), known, values or {}, {}, together=False)


def plan_from(conditions: Sequence[Condition], known: Knowledge) -> Plan:
    """The plan from what is known: every quantity with one value or finitely many."""
    return plan(conditions, _known(known), known.solution())


def determined(
    conditions: Sequence[Condition],
    known: Collection[str],
    values: Mapping[str, Value] | None = None,
    domains: Mapping[str, Domain] | None = None,
) -> Plan:
    """All that the conditions determine from the known quantities: step by step, and where that stops in blocks.

    A block is a smallest set of as many formulas as unknowns, the easiest of that size, whose derivatives do not
    depend on each other (a set that fails this is in `singular`, and another is tried). `reaches` says of a quantity
    whether it is determined; quantities that are so only because another cancels are not counted.

    known:   names of known quantities
    values:  of these, where they are known: in base units
    domains: of all quantities: where to take points for the derivatives
    Domain:  names not in any condition are simply known. Cost: that of `plan`, and milliseconds for each block
    Source:  Dulmage & Mendelsohn (1958) for the structure; the implicit function theorem for the rank
    """
    return _kept(structure_of(conditions), known, values or {}, domains or {}, together=True)


def determined_from(conditions: Sequence[Condition], known: Knowledge) -> Plan:
    """All that is determined by what is known."""
    return determined(conditions, _known(known), known.solution(), known.domains)


def _known(known: Knowledge) -> list[str]:
    return [name for name, domain in known.domains.items() if isinstance(domain, Finite)]


def _kept(
    structure: Structure,
    known: Collection[str],
    values: Mapping[str, Value],
    domains: Mapping[str, Domain],
    together: bool,
) -> Plan:
    """The plan, kept while the same is asked again."""
    key = (together, frozenset(known), frozenset(values.items()), bool(domains))
    found = structure.plans.get(key)
    if not isinstance(found, Plan):
        search = _Search(structure, known, values)
        found = search.with_blocks(domains) if together else search.run()
        structure.plans[key] = found
        while len(structure.plans) > PLANS_KEPT:
            structure.plans.popitem(last=False)
    return found


class _Search:
    """Knuth's algorithm: quantities are settled in the order of their cost."""

    def __init__(self, structure: Structure, known: Collection[str], values: Mapping[str, Value]) -> None:
        self.structure, self.values = structure, values
        self.costs: dict[str, float] = dict.fromkeys(known, 0.0)
        self.ways: dict[str, Way] = {}
        self.blocks: dict[str, Block] = {}
        self.singular: list[Block] = []
        self.ranks = 0
        self.queue: list[tuple[float, int, str]] = []
        self.spent = [0.0] * len(structure.uses)
        self.open: list[int] = []
        costs = self.costs
        for index, uses in enumerate(structure.uses):
            left = 0
            for name in uses.scope:
                left += name not in costs
            self.open.append(left)
            if left == 1:
                self.offer(index)

    def run(self) -> Plan:
        """Settle quantity after quantity."""
        self.settle()
        return self.plan()

    def plan(self) -> Plan:
        """What was found."""
        return Plan(self.ways, self.costs, self.blocks, tuple(self.singular))

    def settle(self) -> None:
        """Settle all that is reached step by step."""
        queue, costs, uses = self.queue, self.costs, self.structure.uses
        while queue:
            cost, index, name = heapq.heappop(queue)
            if name not in costs:
                self.ways[name] = uses[index].way(name)
                self.take(name, cost)

    def take(self, name: str, cost: float) -> None:
        """Settle a quantity, and offer the formulas in which it was the last but one open."""
        self.costs[name] = cost
        left, spent = self.open, self.spent
        for other in self.structure.by_name.get(name, ()):
            left[other] -= 1
            spent[other] += cost
            if left[other] == 1:
                self.offer(other)

    def offer(self, index: int) -> None:
        """Queue the one open quantity of a formula."""
        uses, costs = self.structure.uses[index], self.costs
        name = next(name for name in uses.scope if name not in costs)
        way = uses.ways.get(name) or uses.way(name)
        if uses.may_be_free[name] and self.values and uses.says_nothing(name, self.values):
            return
        heapq.heappush(self.queue, (way.weight + self.spent[index], index, name))

    # -- blocks --------------------------------------------------------------------------------------------------

    def with_blocks(self, domains: Mapping[str, Domain]) -> Plan:
        """Settle step by step, then the easiest of the smallest blocks, and so on."""
        self.settle()
        while (block := self.next_block(domains)) is not None:
            cost = block.weight + sum(self.costs[name] for name in block.inputs)
            for name in block.goals:
                self.blocks[name] = block
            for name in block.goals:
                self.take(name, cost)
            self.settle()
        return self.plan()

    def next_block(self, domains: Mapping[str, Domain]) -> Block | None:
        """The smallest set of formulas that can be solved together for what is still unknown."""
        return next(self.next_blocks(domains), None)

    def next_blocks(self, domains: Mapping[str, Domain]) -> Iterator[Block]:
        """All of them, smallest first, as far as they are looked for.

        Where all are singular, one formula of the smallest is left out, since it says nothing that the others do not.
        """
        left_out: set[int] = set()
        for _ in range(MOST_LEFT_OUT + 1):
            found, first = False, None
            for chosen in self.tight(left_out):
                if self.ranks >= MOST_RANKS:
                    return
                block = self.block(chosen)
                self.ranks += 1
                if not _judged(block, self.values, domains):
                    found = True
                    yield block
                    continue
                first = first or chosen
                self.singular += [block] if block not in self.singular else []
            if found or first is None:
                return
            left_out.add(max(first, key=lambda index: self.structure.ease(index, self.structure.uses[index].scope)))

    def tight(self, left_out: Collection[int]) -> Iterator[list[int]]:
        """Numbers of formulas that hold as many unknowns as they are, smallest sets first."""
        uses, costs = self.structure.uses, self.costs
        stuck = [index for index, left in enumerate(self.open) if left > 1 and index not in left_out]
        holds = [tuple(name for name in uses[index].scope if name not in costs) for index in stuck]
        weights = [self.structure.ease(index, names) for index, names in zip(stuck, holds, strict=True)]
        return ([stuck[place] for place in chosen] for chosen in tight_sets(holds, weights))

    def block(self, chosen: Sequence[int]) -> Block:
        """The formulas of these numbers as a block."""
        formulas = [self.structure.uses[index].equation for index in chosen]
        names = dict.fromkeys(name for formula in formulas for name in formula.scope)
        goals = tuple(name for name in names if name not in self.costs)
        weight = SIMULTANEOUS * sum(self.structure.ease(index, goals) for index in chosen)
        return Block(goals, tuple(formulas), tuple(name for name in names if name in self.costs), weight)


def blocks_for(conditions: Sequence[Condition], known: Knowledge, goal: str) -> Iterator[Block]:
    """Every block found that gives a quantity from what is known, smallest first: should the first not be solvable."""
    search = _Search(structure_of(conditions), _known(known), known.solution())
    return (block for block in search.next_blocks(known.domains) if goal in block.goals)


def _judged(block: Block, values: Mapping[str, Value], domains: Mapping[str, Domain]) -> bool:
    """Whether a block is singular; kept, since the same blocks are met again and again."""
    inputs = tuple(values.get(name) for name in block.inputs)
    key = (tuple(map(id, block.formulas)), block.goals, inputs, bool(domains))
    found = _JUDGED.get(key)
    if found is None:
        found = _JUDGED[key] = (block, is_singular(block.formulas, block.goals, values, domains))
        if len(_JUDGED) > JUDGED_KEPT:
            _JUDGED.popitem(last=False)
    return found[1]


_JUDGED: OrderedDict[tuple[object, ...], tuple[Block, bool]] = OrderedDict()
"""For blocks, which are held so that nothing else gets the ids of their formulas, whether they are singular."""


def ways_for(conditions: Sequence[Condition], name: str) -> Iterator[Way]:
    """Every formula that speaks of a quantity, as a way to it."""
    structure = structure_of(conditions)
    for index in structure.by_name.get(name, ()):
        yield structure.uses[index].way(name)
