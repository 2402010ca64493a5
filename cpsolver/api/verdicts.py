"""What is said of the best known, of preferences not met, of what two solutions differ in and what all share."""

from __future__ import annotations

from collections.abc import Iterator

from cpsolver.api.answers import Answer
from cpsolver.picture import Listing, Picture, Sentence, SentenceRole
from cpsolver.task.condition import Condition
from cpsolver.task.domain import Domain, Finite, Value
from cpsolver.task.result import Status
from cpsolver.task.task import Variable

MOST_DIFFERENCES = 8
"""So many variables are named in which two solutions differ."""


def values_of(answer: Answer) -> str:
    """What the objectives are worth, in their order: `9, then 3`."""
    return ", then ".join(str(value) for value in answer.worth) or str(answer.result.objective)


def best_known(answer: Answer) -> str:
    """The best known, and how far it may be from the best: where a search ended before it was settled."""
    result = answer.result
    said = f"the best known is {values_of(answer)}"
    if result.bound is None:
        return f"{said}; whether there is a better one is not known"
    if result.bound == result.objective:
        if len(answer.worth) > 1:
            return f"{said}; {result.objective} is the best, proven, but what comes after it may get better"
        return f"{said}; none is better: proven"
    share = f" (gap {100 * answer.gap:.3g} %)" if answer.gap is not None else ""
    return f"{said}, none is better than {result.bound}{share}"


def preferences(answer: Answer) -> Iterator[Sentence]:
    """Which preferences the first solution does not meet, and what each costs."""
    wanted, broken = answer.loaded.task.preferences, answer.broken
    if not wanted or not answer.solutions or answer.narrowed:
        return
    count = "1 preference" if len(wanted) == 1 else f"{len(wanted)} preferences"
    if not broken:
        yield Sentence(f"{count}, met throughout")
        return
    cost = sum(each.weight for each in broken)
    yield Sentence(f"of {count} {len(broken)} {'is' if len(broken) == 1 else 'are'} not met, at a cost of {cost}:")
    for each in broken:
        yield Sentence(f"{named(each.condition)}: costs {each.weight}", level=1, role="detail")


def named(condition: Condition) -> str:
    """How a condition is called, and where it stands."""
    place = f" ({condition.mark})" if condition.mark else ""
    return f"{condition.label or condition}{place}"


def differences(answer: Answer) -> Iterator[str]:
    """What two solutions differ in, where there are two to show that none is the only one."""
    if answer.unique is False and len(answer.solutions) == 2 and not answer.streamed and not answer.narrowed:
        found = differing(answer)
        if found:
            more = f"; {len(found) - MOST_DIFFERENCES} more" if len(found) > MOST_DIFFERENCES else ""
            yield "; ".join(found[:MOST_DIFFERENCES]) + more


def differing(answer: Answer) -> tuple[str, ...]:
    """In words, what differs between two solutions: `x may be 1 or 2`."""
    if answer.unique is not False or len(answer.solutions) < 2:
        return ()
    task, show = answer.loaded.task, answer.loaded.kind.show
    one, other = answer.solutions[:2]
    return tuple(
        f"{name} may be {show(task.by_name[name], one[name]).text} or {show(task.by_name[name], other[name]).text}"
        for name in task.sought.variables
        if name in one and name in other and one[name] != other[name]
    )


# -- what all solutions share --------------------------------------------------------------------------------


def narrowed_pictures(answer: Answer) -> Iterator[Picture]:
    """Every variable with the values it has in some solution: drawn as its kind does, a listing in full."""
    known = answer.result.knowledge
    if known is None or answer.status is Status.UNSATISFIABLE:
        return
    task, kind = answer.loaded.task, answer.loaded.kind
    picture = kind.depict(task, known, None)
    if not isinstance(picture, Listing):
        yield picture
        return
    rows = tuple((name, _values(answer, task.by_name[name], domain)) for name, domain in answer.domains.items())
    yield Listing(("variable", "values it has in some solution"), rows)


def _values(answer: Answer, variable: Variable, domain: Domain) -> str:
    assert isinstance(domain, Finite), "only finite tasks are narrowed"
    return _runs([answer.loaded.kind.show(variable, value).text for value in domain], domain.values)


def _runs(texts: list[str], values: tuple[Value, ...]) -> str:
    """The values with commas between, whole numbers that follow each other as a range."""
    said: list[str] = []
    start = 0
    for at in range(len(values)):
        following = at + 1 < len(values) and _follows(values[at], values[at + 1])
        if not following:
            said += texts[start : at + 1] if at - start < 2 else [f"{texts[start]}..{texts[at]}"]
            start = at + 1
    return ", ".join(said)


def _follows(one: Value, other: Value) -> bool:
    return type(one) is int and type(other) is int and other == one + 1


def narrowed_verdict(answer: Answer) -> tuple[str, SentenceRole]:
    """How much all solutions share, and whether that is proven."""
    if answer.status is Status.UNSATISFIABLE:
        return "there is no solution: proven", "rejected"
    domains = answer.domains
    fixed = sum(domain.is_fixed for domain in domains.values())
    whose = f"best solutions, worth {answer.result.objective}," if answer.result.objective is not None else "solutions"
    if not answer.status.has_solution:
        return f"not known: all {whose} lie within these values, but not each of them need be in one", "warning"
    if answer.unique:
        return "unique: there is no other solution, proven", "answer"
    said = f"what all {whose} share: {fixed} of {len(domains)} variables have one value"
    return f"{said}, and every value shown is in some solution: proven", "answer"
