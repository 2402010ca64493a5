"""The easiest derivation of some goals: Knuth's plan, made better where several quantities need the same one.

Knuth's costs count an input once for each use. What a derivation costs counts it once; the least of that is hard to
find in general, so a search within a limit of nodes looks whether there is less than Knuth's plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cpsolver.kinds.formulas.plan import PLANS_KEPT, Plan, Way, determined_from, plan_from
from cpsolver.kinds.formulas.structure import Structure, structure_of
from cpsolver.task.condition import Condition, Equation
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.task import Task

Chosen = tuple[Equation, ...]
"""Formulas that a derivation keeps to while they lead to what is sought; none: any."""

MOST_NODES = 250
"""So many partial derivations are looked at for one that is easier than Knuth's."""


def course_plan(task: Task, known: Knowledge, goals: Sequence[str], chosen: Chosen = ()) -> Plan:
    """The plan that a derivation follows: among the chosen formulas if they lead to the goals, else the easiest found.

    Step by step if that is possible; blocks only where it is not.
    """
    if chosen:
        kept = determined_from(_only(task.conditions, chosen), known)
        if kept.reaches_all(goals):
            return kept
    found = plan_from(task.conditions, known)
    if not found.reaches_all(goals):
        return determined_from(task.conditions, known)
    return easier(task.conditions, found, known, goals)


def _only(conditions: Sequence[Condition], chosen: Chosen) -> tuple[Condition, ...]:
    ids = set(map(id, chosen))
    return tuple(condition for condition in conditions if id(condition) in ids)


def easier(conditions: Sequence[Condition], plan: Plan, known: Knowledge, goals: Sequence[str]) -> Plan:
    """The plan with other ways for what the goals need, where the search finds an easier derivation."""
    structure = structure_of(conditions)
    key = ("easier", tuple(goals), id(plan))
    kept = structure.plans.get(key)
    if isinstance(kept, tuple) and kept[0] is plan:
        return kept[1]  # type: ignore[no-any-return]
    search = _Search(structure, plan, known)
    ways = search.run([goal for goal in goals if goal in plan.ways])
    found = plan if ways is None else Plan({**plan.ways, **ways}, plan.costs, plan.blocks, plan.singular)
    structure.plans[key] = (plan, found)
    while len(structure.plans) > PLANS_KEPT:
        structure.plans.popitem(last=False)
    return found


class _Search:
    """Branch and bound backwards from the goals: which formula gives the quantity that is needed next?

    Bounded from below by the easiest way to each quantity still needed, each needing a formula of its own.
    """

    def __init__(self, structure: Structure, plan: Plan, known: Knowledge) -> None:
        self.structure, self.plan, self.known = structure, plan, known
        self.values = known.solution()
        self.nodes = 0
        self.best: dict[str, Way] | None = None
        self.least = 0.0
        self.options: dict[str, list[Way]] = {}
        self.taken: set[int] = set()

    def run(self, goals: Sequence[str]) -> dict[str, Way] | None:
        """The ways of an easier derivation, or None."""
        if not goals:
            return None
        self.least = sum(way.weight for way in self.plan.path(goals))
        needed = list(dict.fromkeys(goals))
        self.look({}, needed, sum(self.easiest(name) for name in needed))
        return self.best

    def look(self, used: dict[str, Way], needed: list[str], bound: float) -> None:
        """Try each way to the quantity needed last. bound: what is spent, and the least for what is needed."""
        self.nodes += 1
        if self.nodes > MOST_NODES or bound >= self.least - 1e-9:
            return
        if not needed:
            self.best, self.least = dict(used), bound
            return
        name, rest = needed[-1], needed[:-1]
        easiest = self.easiest(name)
        for way in self.ways(name):
            here = bound - easiest + way.weight
            if here >= self.least - 1e-9:
                break
            more = [n for n in way.inputs if n in self.plan.ways and n not in used and n not in rest]
            here += sum(self.easiest(n) for n in more)
            if here >= self.least - 1e-9 or id(way.formula) in self.taken or _leads_back(name, way, used):
                continue
            used[name] = way
            self.taken.add(id(way.formula))
            self.look(used, [*rest, *more], here)
            self.taken.discard(id(way.formula))
            del used[name]

    def easiest(self, name: str) -> float:
        """The weight of the easiest way to a quantity."""
        return self.ways(name)[0].weight

    def ways(self, name: str) -> list[Way]:
        """The ways to a quantity by what can be found at all, easiest first."""
        found = self.options.get(name)
        if found is None:
            structure = self.structure
            ways = (structure.uses[index].way(name) for index in structure.by_name[name])
            usable = [way for way in ways if self.plan.reaches_all(way.inputs) and self.says_something(way)]
            found = self.options[name] = sorted(usable, key=lambda way: way.weight)
        return found

    def says_something(self, way: Way) -> bool:
        """Whether known values do not make the formula hold for every value of the quantity."""
        if way is self.plan.ways.get(way.goal) or not self.values:
            return True
        index = next(i for i in self.structure.by_name[way.goal] if self.structure.uses[i].equation is way.formula)
        return not self.structure.uses[index].says_nothing(way.goal, self.values)


def _leads_back(name: str, way: Way, used: Mapping[str, Way]) -> bool:
    """Whether a quantity would be needed for itself."""
    stack, seen = list(way.inputs), set()
    while stack:
        top = stack.pop()
        if top == name:
            return True
        if top in used and top not in seen:
            seen.add(top)
            stack.extend(used[top].inputs)
    return False
