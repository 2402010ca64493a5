"""Several roots, each followed by itself: a case with its steps and its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpsolver.kinds.formulas.narrate.told import Told, listed
from cpsolver.kinds.formulas.typesetting import equals, one_of
from cpsolver.kinds.kind import Chapter
from cpsolver.picture import Said, joined
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite, Value
from cpsolver.task.task import Fact, Solution, Task


def tell_roots(task: Task, step: Step) -> Told:
    """`roots: t = 1 s or 2 s, each followed by itself`, then case by case what it leads to."""
    name, values = _split(task, step)
    if not name:
        return Told("roots", _outcome(len(step.finding.cases), len(step.finding.cases)))
    cases = [_cases_of(step, name, value) for value in values]
    groups = list(_grouped(step.substeps, name, values))
    chapters = tuple(
        _chapter(task, number, name, value, len(group), found)
        for number, (value, group, found) in enumerate(zip(values, groups, cases, strict=True), 1)
    )
    possible = [value for value, found in zip(values, cases, strict=True) if found]
    closing = _outcome(len(possible), len(values))
    if 0 < len(possible) < len(values):
        closing = joined("only ", one_of(task, name, possible), " is possible")
    told = one_of(task, name, values)
    if not step.substeps:
        return Told("roots", joined(told, ": ", closing))
    told = joined(told, ", each followed by itself")
    return Told("roots", told, closing=closing, chapters=chapters)


def _split(task: Task, step: Step) -> tuple[str, tuple[Value, ...]]:
    """The quantity whose roots were followed, and these; no name if neither premises nor cases tell."""
    several = [fact for fact in step.premises if isinstance(fact.domain, Finite) and len(fact.domain) > 1]
    for fact in sorted(several, key=lambda fact: not _is_supposed(fact, step)):
        assert isinstance(fact.domain, Finite)
        return fact.variable, fact.domain.values
    for name in task.sought.variables:
        found = tuple(dict.fromkeys(case[name] for case in step.finding.cases if name in case))
        if len(found) > 1:
            return name, found
    return "", ()


def _is_supposed(fact: Fact, step: Step) -> bool:
    """Whether a substep rests on a single value of a quantity that nothing but supposing it made single."""
    premises = (premise for substep in step.substeps for premise in substep.premises)
    return any(one.variable == fact.variable and one.origin == fact.origin and one.domain.is_fixed for one in premises)


def _cases_of(step: Step, name: str, value: Value) -> list[Solution]:
    """The solutions in which a quantity has this value."""
    if step.finding.cases:
        return [case for case in step.finding.cases if case.get(name) == value]
    return [{name: value} for fact in step.conclusions if fact.variable == name and value in fact.domain]


def _grouped(steps: Sequence[Step], name: str, values: Sequence[Value]) -> Iterator[list[Step]]:
    """The substeps of each case, in order: it ends where a step supposes the next root, or tells something again."""
    rest = list(steps)
    for value in values:
        group: list[Step] = []
        told: set[tuple[str, ...]] = set()
        while rest:
            supposed = next((f.domain for f in rest[0].premises if f.variable == name), None)
            key = (rest[0].technique, *rest[0].conditions, *(fact.variable for fact in rest[0].conclusions))
            if (supposed is not None and value not in supposed) or key in told:
                break
            told.add(key)
            group.append(rest.pop(0))
        yield group


def _chapter(task: Task, number: int, name: str, value: Value, count: int, found: list[Solution]) -> Chapter:
    heading = joined(f"case {number}: ", (equals(task, name, value),))
    if not found:
        return Chapter(heading, count, f"case {number} is impossible", "rejected")
    ends = [_end(task, name, solution) for solution in found]
    told = joined(*(part for index, end in enumerate(ends) for part in ((" or ", end) if index else (end,))))
    return Chapter(heading, count, joined(f"case {number} ends with ", told) if told else "")


def _end(task: Task, name: str, solution: Solution) -> Said:
    """What is sought, in one case."""
    sought = [other for other in task.sought.variables if other in solution and other != name]
    return listed(tuple((equals(task, other, solution[other]),) for other in sought))


def _outcome(possible: int, followed: int) -> Said:
    if not possible:
        return "none is possible"
    return "both are possible" if possible == followed == 2 else f"all {possible} are possible"
