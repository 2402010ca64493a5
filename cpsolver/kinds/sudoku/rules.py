"""Auxiliary models of a board beyond players' techniques: smaller all-different conditions, and a variant's rules.

What a variant says beyond its units is learnt from one condition at a time, and a supposition is followed by both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from cpsolver.auxiliary.model import AuxiliaryModel, SolvedModel, Technique, identity, part
from cpsolver.auxiliary.recombination import narrow
from cpsolver.kinds.sudoku.logic.geometry import Geometry, bits, geometry_of, set_of
from cpsolver.kinds.sudoku.shape import different_cells
from cpsolver.task.condition import Condition
from cpsolver.task.domain import Finite, Value
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.task import Fact, Task


def _units(task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    """One unit at a time of those that players do not look at, and of what it says the simplest first, as people look.

    First what known digits exclude, then digits with one place left, then all that the unit says: pairs, triples …
    Within these the unit with the fewest open cells comes first. Sound because a solution of the whole, restricted
    to the cells of a unit, solves the unit; to pass over a part of what follows is sound too.
    """
    geometry = geometry_of(task)
    seen = {unit.label for unit in geometry.units} if geometry else set()
    others = (condition for condition in task.conditions if (condition.label or str(condition)) not in seen)
    open_units = sorted(filter(None, (_open_unit(task, known, condition) for condition in others)))
    for unit in open_units:
        if unit.excludes:
            yield _model(task, known, unit, "known digits", unit.only_known_digits)
    for unit in open_units:
        if unit.has_single_place:
            yield _model(task, known, unit, "single places", unit.only_single_places)
    for unit in open_units:
        yield _model(task, known, unit, "all", identity)


def _model(
    task: Task, known: Knowledge, unit: _OpenUnit, what: str, back: Callable[[Finding], Finding]
) -> AuxiliaryModel:
    return AuxiliaryModel(f"unit, {what}", (part(task, known, (unit.condition,)),), narrow, back)


@dataclass(frozen=True, order=True)
class _OpenUnit:
    """A unit with open cells, ordered by how many; what is known of its cells."""

    open_cells: int
    condition: Condition = field(compare=False)
    domains: Mapping[str, Finite] = field(compare=False)

    @cached_property
    def known_digits(self) -> frozenset[Value]:
        """The digits of the cells that have one."""
        return frozenset(domain.values[0] for domain in self.domains.values() if domain.is_fixed)

    @cached_property
    def places(self) -> Counter[Value]:
        """How many cells may still have each digit."""
        return Counter(value for domain in self.domains.values() for value in domain)

    @property
    def excludes(self) -> bool:
        """Whether a known digit is still possible in another cell."""
        return any(self.places[digit] > 1 for digit in self.known_digits)

    @property
    def has_single_place(self) -> bool:
        """Whether a digit that is not known yet, and must stand somewhere in the unit, has one place left."""
        if len(self.places) > len(self.domains):
            return False
        return any(count == 1 and digit not in self.known_digits for digit, count in self.places.items())

    def only_known_digits(self, finding: Finding) -> Finding:
        """Of a finding what the known digits exclude."""
        kept = (
            Fact(fact.variable, Finite(tuple(v for v in before if v in fact.domain or v not in self.known_digits)))
            for fact in finding.facts
            if len(before := self.domains[fact.variable]) > 1 or fact.domain.is_empty
        )
        return Finding(tuple(kept))

    def only_single_places(self, finding: Finding) -> Finding:
        """Of a finding the digits that are placed where they have their one place; a contradiction is kept."""
        return Finding(tuple(fact for fact in finding.facts if fact.domain.is_empty or self._is_single_place(fact)))

    def _is_single_place(self, fact: Fact) -> bool:
        return isinstance(fact.domain, Finite) and fact.domain.is_fixed and self.places[fact.domain.value] == 1


def _open_unit(task: Task, known: Knowledge, condition: Condition) -> _OpenUnit | None:
    """The condition as a unit that may still say something; None if it is no unit, or complete."""
    names = different_cells(condition)
    if names is None:
        return None
    domains = {name: domain for name in names if isinstance(domain := known.domains[name], Finite)}
    fixed = [domain.values[0] for domain in domains.values() if domain.is_fixed]
    if len(set(fixed)) == len(domains) or len(domains) < 3:
        return None
    return _OpenUnit(len(domains) - len(fixed), condition, domains)


def _rules(task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    """One condition at a time that is no unit: a cage's sum, a line of a variant. Sound as for units."""
    for condition in task.conditions:
        is_open = any(not known.domains[name].is_fixed for name in condition.scope)
        if different_cells(condition) is None and (is_open or not condition.allows(known.domains)):
            yield AuxiliaryModel("rule", (part(task, known, (condition,)),), narrow)


def has_rules(task: Task) -> bool:
    """Whether a variant says more than that cells differ."""
    return any(different_cells(condition) is None for condition in task.conditions)


def _marks(task: Task, known: Knowledge) -> Iterator[SolvedModel]:
    """What placed digits exclude, said step by step: conditions of a variant do not see it otherwise."""
    geometry = geometry_of(task)
    if geometry is None or not (has_rules(task) or geometry.others):
        return
    for cell, name in enumerate(geometry.names):
        domain = known.domains[name]
        if not isinstance(domain, Finite) or not domain.is_fixed:
            continue
        facts = tuple(
            Fact(other, mine.without(domain.value))
            for other in (geometry.names[peer] for peer in bits(geometry.peers[cell]))
            if isinstance(mine := known.domains[other], Finite) and domain.value in mine
        )
        if facts:
            yield _exclusion(geometry, cell, Fact(name, domain), facts, task)


def _exclusion(geometry: Geometry, cell: int, placed: Fact, facts: tuple[Fact, ...], task: Task) -> SolvedModel:
    seen = set_of(geometry.names.index(fact.variable) for fact in facts)
    assert isinstance(placed.domain, Finite)
    full = task.by_name[placed.variable].domain
    assert isinstance(full, Finite)
    rest = full.without(placed.domain.value)
    gone = tuple(Fact(fact.variable, rest) for fact in facts)
    return SolvedModel(MARKS.name, MARKS.difficulty, geometry.links(cell, seen), (placed,), Finding(gone))


MARKS = Technique("elimination", 3, _marks, "what a placed digit leaves for the cells that must differ", follow=_marks)
UNIT = Technique("unit", 4, _units, "what an all-different condition with fewer cells than digits says alone")
RULE = Technique("rule", 5, _rules, "what one other condition of a variant alone says")
