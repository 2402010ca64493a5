"""The auxiliary models of a sudoku. One generator covers what players call singles, pairs, triples and quads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cpsolver.auxiliary.model import AuxiliaryModel, Technique, part
from cpsolver.auxiliary.recombination import narrow
from cpsolver.auxiliary.techniques import SUPPOSITION
from cpsolver.kinds.sudoku.shape import different_cells
from cpsolver.task.condition import Condition
from cpsolver.task.domain import Finite
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.task import Task


def _units(task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    """One unit at a time: those that place or remove a digit at once first, then those with the fewest open cells.

    Sound because a solution of the whole, restricted to the cells of a unit, solves the unit.
    """
    ranked = sorted(
        (rank, number) for number, unit in enumerate(task.conditions) if (rank := _rank(unit, known)) is not None
    )
    for _, number in ranked:
        yield AuxiliaryModel("unit", (part(task, known, (task.conditions[number],)),), narrow)


def _rank(condition: Condition, known: Knowledge) -> tuple[bool, int] | None:
    """How soon to look at a unit; None if it is complete, or no unit."""
    names = different_cells(condition)
    if names is None:
        return None
    domains = [domain for name in names if isinstance(domain := known.domains[name], Finite)]
    fixed = [domain.values[0] for domain in domains if len(domain) == 1]
    if len(fixed) == len(set(fixed)) == len(domains):
        return None
    places = Counter(value for domain in domains for value in domain)
    taken = any(places[value] > 1 for value in fixed)
    single_places = sum(1 for count in places.values() if count == 1)
    hidden = len(places) <= len(domains) and single_places > len(fixed)
    return not (taken or hidden or len(places) < len(domains)), len(domains) - len(fixed)


def _rules(task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    """One condition at a time that is no unit: a cage's sum, a line of a variant. Sound as for units."""
    for condition in task.conditions:
        is_open = any(not known.domains[name].is_fixed for name in condition.scope)
        if different_cells(condition) is None and (is_open or not condition.allows(known.domains)):
            yield AuxiliaryModel("rule", (part(task, known, (condition,)),), narrow)


UNIT = Technique("unit", 1, _units, "what one row, column, box or other unit alone says")
RULE = Technique("rule", 2, _rules, "what one other condition of a variant alone says")

TECHNIQUES: tuple[Technique, ...] = (UNIT, RULE, SUPPOSITION)
"""Easiest first."""
