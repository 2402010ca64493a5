"""How the results of parts become a finding about the parent: a closed list, each with its soundness argument."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cpsolver.task.domain import Domain, Finite, Reals
from cpsolver.task.knowledge import Finding
from cpsolver.task.result import Result, Status
from cpsolver.task.task import Fact, Task

Recombination = Callable[[Sequence[Task], Sequence[Result]], Finding]
"""From the parts and their results, in the same order, to what they say of the parent."""


def narrow(parts: Sequence[Task], results: Sequence[Result]) -> Finding:
    """The domains and lemmas of the one part, whose conditions all follow from the parent's.

    Sound because every solution of the parent, restricted to the part, solves the part.
    """
    (part,), (result,) = parts, results
    if result.status is Status.UNSATISFIABLE:
        return Finding(tuple(Fact(variable.name, Finite(())) for variable in part.variables[:1]))
    if result.knowledge is None:
        return Finding()
    known = result.knowledge
    facts = tuple(
        Fact(variable.name, known.domains[variable.name])
        for variable in part.variables
        if variable.name in known.domains
    )
    return Finding(facts, tuple(known.lemmas), known.cases)


def refutation(parts: Sequence[Task], results: Sequence[Result]) -> Finding:
    """`Cases` over "A" and "not A", of which only A is looked at: the last fact given to the one part.

    Sound because a solution of the parent satisfies A or not A; if A is contradictory, it is not A. The other case
    counts with the domains it started from, so the only news is that the supposed values go.
    """
    (part,), (result,) = parts, results
    if result.status is not Status.UNSATISFIABLE:
        return Finding()
    supposed = part.given[-1]
    started = next(fact for fact in part.given if fact.variable == supposed.variable)
    assert isinstance(started.domain, Finite) and isinstance(supposed.domain, Finite)
    return Finding((Fact(supposed.variable, started.domain.without(*supposed.domain)),))


def cases(parts: Sequence[Task], results: Sequence[Result]) -> Finding:
    """The join of the parts that are not contradictory; an undecided part counts with the domains it started from.

    Sound because a solution of the parent lies in one of the cases, and so within the join of their domains.
    """
    open_ = [
        (part, result) for part, result in zip(parts, results, strict=True) if result.status is not Status.UNSATISFIABLE
    ]
    if not open_:
        return Finding(tuple(Fact(variable.name, Finite(())) for variable in parts[0].variables[:1]))
    joined: dict[str, Domain] = {}
    for number, (part, result) in enumerate(open_):
        domains = (result.knowledge or part.knowledge()).domains
        for name in tuple(domains) if number == 0 else tuple(joined):
            joined[name] = domains[name] if number == 0 else _join(joined[name], domains[name])
    solved = all(result.status is not Status.UNKNOWN and result.solutions for _, result in open_)
    solutions = tuple(solution for _, result in open_ for solution in result.solutions) if solved else ()
    return Finding(tuple(Fact(name, domain) for name, domain in joined.items()), cases=solutions)


def _join(one: Domain, other: Domain) -> Domain:
    """A domain that holds both; of two intervals the whole line, which is always sound."""
    if isinstance(one, Finite) and isinstance(other, Finite):
        return one.join(other)
    return one if isinstance(other, Finite) and all(value in one for value in other) else _wider(one, other)


def _wider(one: Domain, other: Domain) -> Domain:
    if isinstance(one, Finite) and isinstance(other, Reals) and all(value in other for value in one):
        return other
    return one if one == other else Reals()
