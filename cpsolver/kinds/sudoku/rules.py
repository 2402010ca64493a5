"""Auxiliary models of a board beyond players' techniques: what a variant says beside its units, a condition at a time.

Where cells do not share one domain there are no units for players to look at, and every condition is one of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations

from cpsolver.auxiliary.consistency import Consistency, consistency_of
from cpsolver.auxiliary.model import AuxiliaryModel, SolvedModel, Technique, part
from cpsolver.auxiliary.recombination import narrow
from cpsolver.kinds.sudoku.logic.geometry import Geometry, bits, geometry_of, set_of
from cpsolver.kinds.sudoku.shape import different_cells
from cpsolver.task.condition import Condition
from cpsolver.task.domain import Finite, Value
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.task import Fact, Task


def has_rules(task: Task) -> bool:
    """Whether a variant says more than that cells differ."""
    return any(different_cells(condition) is None for condition in task.conditions)


def _rules(task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    """One condition at a time that is no unit: a cage's sum, a line of a variant; fewest open cells first.

    Sound because a solution of the whole, restricted to the cells of a condition, satisfies it. Conditions that say
    at once that they leave all values known are passed over.
    """
    return _asked("rule", rules_of(task), task, known)


def _together(task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    """One such condition with what its units say of its cells: the digits of a cage with this sum that may differ.

    Sound because the cells of a condition that lie in one unit differ.
    """
    return _asked("rule with units", rules_with_units(task), task, known)


def _asked(name: str, rules: Sequence[Rule], task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    found = []
    masks: dict[tuple[Value, ...], dict[str, int]] = {}
    for number, (conditions, answers) in enumerate(rules):
        open_cells = sum(not known.domains[cell].is_fixed for cell in conditions[0].scope)
        if answers is None:
            asked = bool(open_cells) or not conditions[0].allows(known.domains)
        else:
            asked = says_more(answers, known, masks)
        if asked:
            found.append((open_cells, number, conditions))
    for _, _, conditions in sorted(found, key=lambda item: item[:2]):
        yield AuxiliaryModel(name, (part(task, known, conditions),), narrow)


def says_more(answers: Consistency, known: Knowledge, masks: dict[tuple[Value, ...], dict[str, int]]) -> bool:
    """Whether a condition leaves less than is known. masks: kept from one condition to the next, by their values."""
    shared = masks.setdefault(answers.values, {})
    own = []
    for name in answers.scope:
        mask = shared.get(name)
        if mask is None:
            domain = known.domains[name]
            assert isinstance(domain, Finite), "rules are asked of finite domains"
            mask = shared[name] = answers.mask(domain)
        own.append(mask)
    before = tuple(own)
    return answers.narrowed(before) != before


Rule = tuple[tuple[Condition, ...], Consistency | None]
"""A condition players do not look at, perhaps with units, and what answers for them; None where it takes a solver."""


def rules_of(task: Task) -> tuple[Rule, ...]:
    """The conditions of a task that are no units, in the task's order; worked out once for tasks of one model."""
    return _rules_of(_Conditions(id(task.conditions), id(task.variables), task))


def rules_with_units(task: Task) -> tuple[Rule, ...]:
    """The same with what units say of their cells, of those about which they say something."""
    return _rules_with_units(_Conditions(id(task.conditions), id(task.variables), task))


@dataclass(frozen=True)
class _Conditions:
    """What rules depend on, by identity, and a task that holds it."""

    conditions: int
    variables: int
    task: Task = field(compare=False)


@lru_cache(maxsize=32)
def _rules_of(stated: _Conditions) -> tuple[Rule, ...]:
    task = stated.task
    geometry = geometry_of(task)
    units = {unit.label for unit in geometry.units} if geometry else set()
    domains = {variable.name: variable.domain for variable in task.variables}
    rules = (condition for condition in task.conditions if _is_rule(condition, units))
    return tuple(((condition,), consistency_of((condition,), domains)) for condition in rules)


@lru_cache(maxsize=32)
def _rules_with_units(stated: _Conditions) -> tuple[Rule, ...]:
    task = stated.task
    domains = {variable.name: variable.domain for variable in task.variables}
    found = []
    for (condition,), _ in _rules_of(stated):
        units = _units_within(condition, task) if different_cells(condition) is None else ()
        answers = consistency_of((condition, *units), domains) if units else None
        if answers is not None:
            found.append(((condition, *units), answers))
    return tuple(found)


def _units_within(rule: Condition, task: Task) -> tuple[Condition, ...]:
    """What units say of the cells of a rule: as few as say of all pairs that differ that they do, largest first."""
    cells = set(rule.scope)
    within = []
    for condition in task.conditions:
        different = different_cells(condition)
        shared = cells.intersection(different or ())
        if len(shared) > 1 and (restricted := condition.restrict(tuple(shared))) is not None:
            within.append(replace(restricted, label=condition.label or str(condition)))
    chosen: list[Condition] = []
    covered: set[frozenset[str]] = set()
    for condition in sorted(within, key=lambda condition: -len(condition.scope)):
        pairs = set(map(frozenset, combinations(condition.scope, 2)))
        if not pairs <= covered:
            covered |= pairs
            chosen.append(condition)
    return tuple(chosen)


def _is_rule(condition: Condition, units: set[str]) -> bool:
    """Whether players' techniques do not look at a condition; what two cells that differ say is an elimination."""
    different = different_cells(condition)
    return different is None or ((condition.label or str(condition)) not in units and (len(different) > 2 or not units))


def _marks(task: Task, known: Knowledge) -> Iterator[SolvedModel]:
    """What placed digits exclude, said step by step: conditions of a variant do not see it otherwise."""
    geometry = geometry_of(task)
    if geometry is None or not (has_rules(task) or geometry.others):
        return
    for cell, name in enumerate(geometry.names):
        domain = known.domains[name]
        if isinstance(domain, Finite) and domain.is_fixed:
            peers = (geometry.names[peer] for peer in bits(geometry.peers[cell]))
            losers = [other for other in peers if domain.value in known.domains[other]]
            if losers:
                yield _exclusion(geometry, cell, Fact(name, domain), losers)


def _exclusion(geometry: Geometry, cell: int, placed: Fact, losers: list[str]) -> SolvedModel:
    """A placed digit leaves the cells that must differ; those that have it."""
    assert isinstance(placed.domain, Finite)
    digit = geometry.values.index(placed.domain.value)
    rest = geometry.finite(geometry.every_digit & ~(1 << digit))
    labels = geometry.links(cell, set_of([geometry.names.index(name) for name in losers]))
    finding = Finding(tuple(Fact(name, rest) for name in losers))
    return SolvedModel(MARKS.name, MARKS.difficulty, labels, (placed,), finding)


MARKS = Technique("elimination", 3, _marks, "what a placed digit leaves for the cells that must differ", follow=_marks)
RULE = Technique("rule", 5, _rules, "what one condition alone says that is no unit")
TOGETHER = Technique("rule with units", 6, _together, "what one condition and the units of its cells say together")
