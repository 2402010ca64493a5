"""All auxiliary models of the moment: of single conditions, of two that cross, of suppositions that fail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from cpsolver.auxiliary.model import AuxiliaryModel, Technique, part
from cpsolver.auxiliary.recombination import narrow, refutation
from cpsolver.task.domain import Finite, Value
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.propagation import Space
from cpsolver.task.propagators import post
from cpsolver.task.task import Aim, Fact, Sought, Task

LARGEST_PART = 1e6
"""Parts with more combinations of open values than this are not tried: narrowing one might never end."""


def one_condition(task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    """A model of each condition that may say something."""
    for condition in task.conditions:
        if any(not known.domains[name].is_fixed for name in condition.scope) or not condition.allows(known.domains):
            yield AuxiliaryModel("condition", (part(task, known, (condition,)),), narrow)


def two_conditions(task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    """A model of every two conditions that share open variables."""
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


def every_supposition(task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    """Suppose a value of an open variable, fewest values first; if that fails, the value goes (Nishio, for players).

    A model is made only of a supposition that fails: propagation looks ahead, since it finds in a moment what the
    steps of the part then say one by one.
    """
    space = _space(task, known)
    if space is None:
        return
    open_ = [
        (len(domain), name) for name, domain in known.domains.items() if isinstance(domain, Finite) and len(domain) > 1
    ]
    for _, name in sorted(open_, key=lambda pair: pair[0]):
        for value in known.domains[name]:  # type: ignore[union-attr]
            if _fails(space, name, value):
                supposed = suppose(task, known, name, Finite((value,)))
                yield AuxiliaryModel("supposition", (supposed,), refutation, deepen=(_CONDITION,))


def _space(task: Task, known: Knowledge) -> Space | None:
    """What is known, with the propagators of the conditions, at its fixpoint; None if that is a contradiction."""
    domains = {name: domain.values for name, domain in known.domains.items() if isinstance(domain, Finite)}
    if len(domains) < len(known.domains) or not all(domains.values()):
        return None
    space = Space(domains)
    return space if all(post(space, condition) for condition in task.conditions) and space.propagate() else None


def _fails(space: Space, name: str, value: Value) -> bool:
    """Whether propagation refutes that the variable has the value; the space is afterwards as before."""
    mark = space.mark()
    supposed = space.mask((value,))
    variable = space.index[name]
    fails = not (space.domains[variable] & supposed and space.narrow(variable, supposed) and space.propagate())
    space.undo(mark)
    return fails


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


_CONDITION = Technique("condition", 1, one_condition)
