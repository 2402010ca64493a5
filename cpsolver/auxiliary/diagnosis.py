"""Four verdicts on a task: completeness, consistency, necessity, sufficiency.

The paper's questions to a conceptual model: is every needed quantity reachable, do the data contradict each other,
is some datum redundant, is what is sought determined?
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from cpsolver.task.condition import Condition
from cpsolver.task.domain import Finite, Value
from cpsolver.task.expression import names
from cpsolver.task.objectives import as_good, objectives, worth
from cpsolver.task.result import Result, Status
from cpsolver.task.task import Aim, Fact, Solution, Sought, Task

Solve = Callable[[Task, int], Result]
"""Solves a task, looking for at most so many solutions, by whatever solver suits it and within a time limit."""


@dataclass(frozen=True)
class Verdict:
    """One verdict in plain words.

    name:    completeness, consistency, necessity or sufficiency
    holds:   True, False, or None if not known
    details: which givens, conditions or quantities are meant, with their places
    """

    name: str
    holds: bool | None
    sentence: str
    details: tuple[str, ...] = ()


Diagnosis = tuple[Verdict, ...]

T = TypeVar("T")


def diagnose(task: Task, solve: Solve) -> Diagnosis:
    """The four verdicts on a finite task. One that asks for the best is judged by its best solutions."""
    asked, first = _judged(task, solve)
    return (
        _completeness(task),
        _consistency(first),
        _necessity(task, asked, first, solve),
        _sufficiency(asked, first, solve),
    )


def _judged(task: Task, solve: Solve) -> tuple[Task, Result]:
    """The task whose solutions are judged, and what is found of them: for the best, the task of being as good."""
    if task.sought.objective is None:
        plain = _any_solution(task)
        return plain, solve(plain, 2)
    best = solve(task, 1)
    if best.status is not Status.OPTIMAL_SOLUTION or best.objective is None:
        return task, best
    equals = _any_solution(as_good(task, worth(task, best.solutions[0])))
    return equals, solve(equals, 2)


def _any_solution(task: Task) -> Task:
    return replace(task, sought=Sought(task.sought.variables, Aim.ONE, mark=task.sought.mark))


def _completeness(task: Task) -> Verdict:
    """Whether something is said of every variable sought."""
    bound = {name for condition in task.conditions for name in condition.scope}
    bound |= {fact.variable for fact in task.given}
    bound |= {variable.name for variable in task.variables if variable.domain.is_fixed}
    bound |= {name for objective in objectives(task) for name in names(objective.expression)}
    free = tuple(name for name in task.sought.variables if name not in bound)
    if free:
        sentence = f"nothing is said of {listed(free)}: no condition and no given"
        return Verdict("completeness", False, sentence)
    count = len(task.sought.variables)
    all_ = "the variable sought is" if count == 1 else f"all {count} variables sought are"
    return Verdict("completeness", True, f"{all_} bound by conditions")


def _consistency(first: Result) -> Verdict:
    """Whether the data agree. What contradicts what, where they do not, `conflict` tells."""
    if first.status.has_solution:
        return Verdict("consistency", True, "the data do not contradict each other")
    if first.status is Status.UNKNOWN:
        return Verdict("consistency", None, first.note or "no solution was found, and none was ruled out")
    return Verdict("consistency", False, "the data contradict each other")


def smallest_conflict(task: Task, solve: Solve) -> tuple[Fact | Condition, ...]:
    """Givens and conditions that have no solution together, while any of them left out gives one.

    Irreducible, not necessarily the smallest in number. What time does not suffice to decide is kept.
    Source: Chinneck & Dravnieks, deletion filter (1991), halving blocks first.
    """
    givens = _filtered(task.given, lambda kept: _refuted(replace(task, given=kept), solve))
    conditions = _filtered(task.conditions, lambda kept: _refuted(replace(task, given=givens, conditions=kept), solve))
    return (*givens, *conditions)


def _refuted(task: Task, solve: Solve) -> bool:
    return solve(task, 1).status is Status.UNSATISFIABLE


def _filtered(items: tuple[T, ...], refuted: Callable[[tuple[T, ...]], bool]) -> tuple[T, ...]:
    """The items left when blocks, then single items, are dropped as long as the rest is still refuted."""
    size = max(1, len(items) // 2)
    while True:
        start = 0
        while start < len(items):
            fewer = items[:start] + items[start + size :]
            if refuted(fewer):
                items = fewer
            else:
                start += size
        if size == 1:
            return items
        size = max(1, size // 2)


def _necessity(task: Task, asked: Task, first: Result, solve: Solve) -> Verdict:
    """Whether every given is needed: one is not if without it the task says the same.

    task: the user's own, `asked` the one that is judged, with what was found of it
    """
    if not task.given:
        return Verdict("necessity", True, "nothing is given but the conditions")
    if first.status is Status.UNSATISFIABLE:
        return Verdict("necessity", None, "there is no solution")
    if not first.status.has_solution or asked.sought.objective is not None:
        return Verdict("necessity", None, first.note or "the answer is not known")
    implied, unknown = [], 0
    for number, fact in enumerate(task.given):
        is_implied = _is_implied(task, asked, number, fact, solve)
        implied += [fact] if is_implied else []
        unknown += is_implied is None
    if implied:
        sentence = f"{len(implied)} of {len(task.given)} givens could be left out, each on its own"
        return Verdict("necessity", False, sentence, tuple(map(_placed, implied)))
    if unknown:
        return Verdict("necessity", None, f"undecided of {unknown} of {len(task.given)} givens within the time")
    return Verdict("necessity", True, f"none of the {len(task.given)} givens could be left out")


def _is_implied(task: Task, asked: Task, number: int, fact: Fact, solve: Solve) -> bool | None:
    """Whether the rest of the task implies a given, and without it has the same best value; None if not known."""
    domain = task.by_name[fact.variable].domain
    assert isinstance(domain, Finite), f"{domain} is not finite"
    rest = (*task.given[:number], *task.given[number + 1 :])
    if task.sought.objective is not None:
        without, best = solve(replace(task, given=rest), 1), solve(task, 1)
        if without.status is not Status.OPTIMAL_SOLUTION or best.status is not Status.OPTIMAL_SOLUTION:
            return None
        if worth(task, without.solutions[0]) != worth(task, best.solutions[0]):
            return False
    others = Finite(tuple(value for value in domain if value not in fact.domain))
    if others.is_empty:
        return True
    status = solve(replace(asked, given=(*rest, Fact(fact.variable, others))), 1).status
    return None if status is Status.UNKNOWN else status is Status.UNSATISFIABLE


def _sufficiency(task: Task, first: Result, solve: Solve) -> Verdict:
    """Whether what is sought is determined."""
    if first.status is Status.UNSATISFIABLE:
        return Verdict("sufficiency", False, "there is no solution")
    if not first.solutions:
        return Verdict("sufficiency", None, first.note or "no solution was found, and none was ruled out")
    if task.sought.objective is not None:
        return Verdict("sufficiency", None, first.note or "the best solution is not known")
    if first.unique:
        return Verdict("sufficiency", True, "the solution is unique")
    if len(first.solutions) > 1:
        one, other = first.solutions[:2]
        differing = tuple(_differing(task.sought.variables, one, other))
        if differing:
            return Verdict("sufficiency", False, "there are several solutions", differing[:5])
    undecided = []
    for name in task.sought.variables:
        elsewhere = _other_value(task, name, first.solutions[0], solve)
        if elsewhere.status.has_solution:
            told = tuple(_differing((name,), first.solutions[0], elsewhere.solutions[0]))
            return Verdict("sufficiency", False, "there are several solutions", told)
        undecided += [name] if elsewhere.status is Status.UNKNOWN else []
    if undecided:
        return Verdict("sufficiency", None, f"whether {listed(undecided)} can have other values is undecided")
    return Verdict("sufficiency", True, "what is sought is determined")


def _differing(names: Iterable[str], one: Solution, other: Solution) -> Iterator[str]:
    for name in names:
        if one[name] != other[name]:
            yield f"{name} may be {_said(one[name])} or {_said(other[name])}"


def _said(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _other_value(task: Task, name: str, solution: Solution, solve: Solve) -> Result:
    """The search for a solution in which a variable has another value than in this one."""
    domain = task.by_name[name].domain
    assert isinstance(domain, Finite), f"{domain} is not finite"
    return solve(replace(task, given=(*task.given, Fact(name, domain.without(solution[name])))), 1)


def _placed(item: Fact | Condition) -> str:
    """A given or condition in words, with its place."""
    if isinstance(item, Fact):
        domain = item.domain
        value = f"= {_said(domain.value)}" if isinstance(domain, Finite) and domain.is_fixed else f"in {domain}"
        return f"{item.variable} {value}" + (f" (given at {item.origin})" if item.origin else " (given)")
    return (item.label or str(item)) + (f" ({item.mark})" if item.mark else "")


def listed(items: Iterable[str], most: int = 6) -> str:
    """Names in a sentence: "a, b and c", the rest counted."""
    all_ = tuple(items)
    shown = all_[:most] + ((f"{len(all_) - most} more",) if len(all_) > most else ())
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1]))) if shown else "nothing"
