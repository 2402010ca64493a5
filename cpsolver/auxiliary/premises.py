"""From an auxiliary model that taught something to steps: what follows, and from exactly what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from math import prod

from cpsolver.auxiliary.model import AuxiliaryModel, Technique
from cpsolver.auxiliary.shrink import FiniteDomains, shrink
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Domain, Finite, Value
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.result import Result
from cpsolver.task.task import Aim, Fact, Task

Refutes = Callable[[Task], bool]
"""Whether a finite task is proven to have no solution."""


def steps_of(
    model: AuxiliaryModel,
    technique: Technique,
    results: Sequence[Result],
    finding: Finding,
    known: Knowledge,
    task: Task,
    refutes: Refutes,
) -> Iterator[Step]:
    """The steps by which a finding follows, one for each distinct set of premises, not yet numbered.

    finding: only the news; known: what was known of the parent `task` before it
    refutes: a solver, to shrink the premises of finite parts
    """
    substeps = tuple(
        step for part, result in zip(model.parts, results, strict=True) for step in _needed(model, part, result)
    )
    labels = (condition.label or str(condition) for part in model.parts for condition in part.conditions)
    conditions = () if model.deepen else tuple(dict.fromkeys(labels))
    for premises, facts in _premises(model, finding, known, task, refutes, substeps):
        learnt = Finding(facts, finding.lemmas, finding.cases)
        yield Step(0, technique.name, conditions, premises, learnt, True, substeps, technique.difficulty)


def _needed(model: AuxiliaryModel, part: Task, result: Result) -> tuple[Step, ...]:
    """The steps of a part that lead to what it was for: what is sought in it, or the contradiction."""
    if not model.deepen or result.derivation is None:
        return ()
    known = result.knowledge
    emptied = [name for name, domain in known.domains.items() if domain.is_empty] if known else []
    return result.derivation.towards(emptied[:1] or part.sought.variables).steps


def external_premises(substeps: Iterable[Step], known: Knowledge, task: Task) -> tuple[Fact, ...]:
    """What steps within a part used from outside it, where `known` was all that was known.

    A premise "x ∈ D" needs that the values outside D are gone. Of these, `known` lacked some already, and the part
    itself removed the others; only the former are a premise of the whole: x ∈ D ∪ known(x).
    """
    needed: dict[str, Finite] = {}
    for step in _flat(substeps):
        for fact in step.premises:
            before = known.domains[fact.variable]
            if isinstance(before, Finite) and isinstance(fact.domain, Finite):
                wider = fact.domain.join(before)
                needed[fact.variable] = needed[fact.variable].meet(wider) if fact.variable in needed else wider
    return tuple(
        Fact(name, domain, known.origins.get(name))
        for name, domain in needed.items()
        if _is_narrower(domain, task.by_name[name].domain)
    )


def _is_narrower(domain: Finite, full: Domain) -> bool:
    return not isinstance(full, Finite) or len(domain) < len(full)


def _flat(steps: Iterable[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _flat(step.substeps)


def _premises(
    model: AuxiliaryModel,
    finding: Finding,
    known: Knowledge,
    task: Task,
    refutes: Refutes,
    substeps: tuple[Step, ...],
) -> Iterator[tuple[tuple[Fact, ...], tuple[Fact, ...]]]:
    """Pairs of premises and what follows from them."""
    if model.deepen:
        yield external_premises(substeps, known, task), finding.facts
    elif len(model.parts) == 1 and all(isinstance(variable.domain, Finite) for variable in model.parts[0].variables):
        yield from _shrunk(model.parts[0], finding, known, refutes)
    else:
        yield _used(model.parts, known), finding.facts


def _used(parts: Sequence[Task], known: Knowledge) -> tuple[Fact, ...]:
    """The facts a formula needs: all it names that is known, and what a found quantity was before, if anything."""
    scope = dict.fromkeys(name for part in parts for condition in part.conditions for name in condition.scope)
    return tuple(known.fact(name) for name in scope if isinstance(known.domains[name], Finite))


def _shrunk(
    part: Task, finding: Finding, known: Knowledge, refutes: Refutes
) -> Iterator[tuple[tuple[Fact, ...], tuple[Fact, ...]]]:
    """Split a finding by what is excluded, shrink the premises of each, and join what has the same premises."""
    before = {variable.name: _finite(known.domains[variable.name]) for variable in part.variables}
    full = {variable.name: _finite(variable.domain) for variable in part.variables}
    groups: dict[_Key, dict[str, list[Value]]] = {}
    for fact in finding.facts:
        for key, value in _reasons(part, fact, before, full, refutes):
            groups.setdefault(key, {}).setdefault(fact.variable, []).append(value)
    left = dict(before)
    for key, removed in groups.items():
        premises = tuple(Fact(name, domain, known.origins.get(name)) for name, domain in key)
        together = []
        for name, values in removed.items():
            earlier, left[name] = left[name], left[name].without(*values)
            if len(left[name]) > 1:
                together.append(Fact(name, full[name].without(*values)))
                continue
            own = _own_premise(part, name, earlier, left[name], dict(key), full, refutes)
            if own is None:
                together.append(Fact(name, left[name]))
            else:
                yield (*premises, Fact(name, own, known.origins.get(name))), (Fact(name, left[name]),)
        if together:
            yield premises, tuple(together)


def _own_premise(
    part: Task,
    name: str,
    earlier: Finite,
    left: Finite,
    others: dict[str, Finite],
    full: FiniteDomains,
    refutes: Refutes,
) -> Finite | None:
    """What was known of a variable before it lost its last value but one; None if the others alone say as much.

    "5 is gone from here" leaves "only 4" where 4 and 5 were all there was, and that is a premise then.
    """
    within = {**full, **others}
    refuted = _refutation(part, name, refutes)
    if refuted(within, full[name].without(*left)):
        return None
    return Finite(tuple(value for value in full[name] if value in earlier or refuted(within, Finite((value,)))))


_Key = tuple[tuple[str, Finite], ...]


def _reasons(
    part: Task, fact: Fact, before: FiniteDomains, full: FiniteDomains, refutes: Refutes
) -> Iterator[tuple[_Key, Value]]:
    """The premises that exclude each value a fact takes away.

    Value by value, unless that takes several premises for some of them and all other variables together leave only
    the one value that the fact says: "nowhere else" is one reason for all, and the one a person sees.
    """
    name = fact.variable
    removed = [value for value in before[name] if value not in fact.domain]
    keys = [_needed_domains(part, name, Finite((value,)), before, full, refutes) for value in removed]
    if fact.domain.is_fixed and any(key is None or len(key) > 1 for key in keys):
        others = full[name].without(*_finite(fact.domain))
        keys = [_needed_domains(part, name, others, before, full, refutes) or key for key in keys]
    yield from ((key or (), value) for key, value in zip(keys, removed, strict=True))


def _needed_domains(
    part: Task, variable: str, supposed: Finite, before: FiniteDomains, full: FiniteDomains, refutes: Refutes
) -> _Key | None:
    """The domains of the other variables, as wide as can be, by which the part refutes that the variable is in some.

    None if it does not.
    """
    refuted = _refutation(part, variable, refutes)
    others = {name: domain for name, domain in before.items() if name != variable}
    if not refuted(others, supposed):
        return None
    by_value = _is_exact(part) or prod(map(len, full.values())) <= SMALL
    return tuple(shrink(others, full, lambda domains: refuted(domains, supposed), by_value).items())


def _refutation(part: Task, variable: str, refutes: Refutes) -> Callable[[FiniteDomains, Finite], bool]:
    """Whether the part fails within given domains if the variable is in a given one."""
    exact = _is_exact(part)

    def refuted(domains: FiniteDomains, supposed: Finite) -> bool:
        within = {**domains, variable: supposed}
        if not all(condition.allows(within) for condition in part.conditions):
            return True
        return not exact and refutes(_with_domains(part, within))

    return refuted


def _is_exact(part: Task) -> bool:
    """Whether `allows` decides: a single all-different condition."""
    return len(part.conditions) == 1 and getattr(part.conditions[0], "different", None) is not None


SMALL = 10_000
"""Up to so many combinations a part is shrunk value by value even if that takes a solver; else by whole variables."""


def _with_domains(part: Task, domains: FiniteDomains) -> Task:
    given = tuple(Fact(name, domain) for name, domain in domains.items())
    return replace(part, given=given, sought=replace(part.sought, aim=Aim.ONE))


def _finite(domain: Domain) -> Finite:
    assert isinstance(domain, Finite), f"{domain} is not finite"
    return domain
