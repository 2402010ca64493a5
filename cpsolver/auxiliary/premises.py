"""From an auxiliary model that taught something to steps: what follows, and from exactly what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from cpsolver.auxiliary.model import AuxiliaryModel, SolvedModel, Technique
from cpsolver.auxiliary.reasons import Reasons, Refutes
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Domain, Finite
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.result import Result
from cpsolver.task.task import Fact, Task


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


def step_by(model: SolvedModel, known: Knowledge, numbers: Iterator[int]) -> Step:
    """The step of a model that its technique solved itself, with the origins of what it rests on; nothing is absorbed.

    known: what is known before it; within a supposition, with what was supposed and followed so far
    """
    number = next(numbers)
    premises = tuple(Fact(f.variable, f.domain, known.origin(f.variable, f.domain)) for f in model.premises)
    facts = tuple(Fact(fact.variable, fact.domain, number) for fact in model.finding.facts)
    return Step(
        number,
        model.technique,
        model.conditions,
        premises,
        replace(model.finding, facts=facts),
        True,
        tuple(_followed(model, known, numbers)) if model.substeps else (),
        model.difficulty,
        model.pattern,
    )


def _followed(model: SolvedModel, known: Knowledge, numbers: Iterator[int]) -> Iterator[Step]:
    inside = known.copy()
    if model.supposed is not None:
        inside.absorb(Finding((model.supposed,)))
    for substep in model.substeps:
        step = step_by(substep, inside, numbers)
        inside.absorb(step.finding)
        yield step


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
        Fact(name, domain, known.origin(name, domain))
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
        yield from Reasons(model.parts[0], known, refutes).of(finding)
    else:
        yield _used(model.parts, known), finding.facts


def _used(parts: Sequence[Task], known: Knowledge) -> tuple[Fact, ...]:
    """The facts a formula needs: all it names that is known, and what a found quantity was before, if anything."""
    scope = dict.fromkeys(name for part in parts for condition in part.conditions for name in condition.scope)
    return tuple(known.fact(name) for name in scope if isinstance(known.domains[name], Finite))
