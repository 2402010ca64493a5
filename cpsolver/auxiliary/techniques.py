"""Techniques for any finite task: one condition, two crossing conditions, supposition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from cpsolver.auxiliary.model import AuxiliaryModel, Technique, part
from cpsolver.auxiliary.recombination import narrow, refutation
from cpsolver.task.domain import Finite
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.task import Aim, Fact, Sought, Task

LARGEST_PART = 1e6
"""Parts with more combinations of open values than this are not tried: narrowing one might never end."""


def _one_condition(task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    for condition in task.conditions:
        if any(not known.domains[name].is_fixed for name in condition.scope) or not condition.allows(known.domains):
            yield AuxiliaryModel("condition", (part(task, known, (condition,)),), narrow)


def _two_conditions(task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    for one, other in combinations(task.conditions, 2):
        shared = [name for name in one.scope if name in other.scope and not known.domains[name].is_fixed]
        if len(shared) > 1 and _combinations(known, {*one.scope, *other.scope}) <= LARGEST_PART:
            yield AuxiliaryModel("crossing", (part(task, known, (one, other)),), narrow)


def _combinations(known: Knowledge, scope: set[str]) -> float:
    product = 1.0
    for name in scope:
        domain = known.domains[name]
        product *= len(domain) if isinstance(domain, Finite) else float("inf")
    return product


def _supposition(task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    """Suppose a value of an open variable, fewest values first; if that fails, the value goes (Nishio, for players)."""
    open_ = [
        (len(domain), name) for name, domain in known.domains.items() if isinstance(domain, Finite) and len(domain) > 1
    ]
    for _, name in sorted(open_, key=lambda pair: pair[0]):
        for value in known.domains[name]:  # type: ignore[union-attr]
            supposed = suppose(task, known, name, Finite((value,)))
            yield AuxiliaryModel("supposition", (supposed,), refutation, deepen=(CONDITION,))


def suppose(task: Task, known: Knowledge, name: str, domain: Finite) -> Task:
    """The task from what is known, with one more supposition: a fact without origin."""
    facts = tuple(known.fact(variable.name) for variable in task.variables)
    return replace(
        task,
        name=f"suppose {name} = {domain.value}" if domain.is_fixed else f"suppose {name} in {domain}",
        given=(*facts, Fact(name, domain)),
        sought=Sought(task.sought.variables, Aim.ONE),
        depth=task.depth + 1,
    )


CONDITION = Technique("condition", 1, _one_condition, "what one condition alone says")
CROSSING = Technique("crossing", 4, _two_conditions, "what two conditions with shared variables say together")
SUPPOSITION = Technique("supposition", 9, _supposition, "a value whose supposition fails by single conditions goes")

TECHNIQUES: tuple[Technique, ...] = (CONDITION, CROSSING, SUPPOSITION)
"""For a kind without techniques of its own, easiest first."""
