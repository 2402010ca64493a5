"""Facts of finite tasks in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cpsolver.errors import Mark
from cpsolver.kinds.kind import show_plainly
from cpsolver.task.domain import Finite, Value
from cpsolver.task.task import Fact, Task, Variable


def listed(items: Iterable[object]) -> str:
    """Items as a sentence lists them: `x, y and z`."""
    texts = [str(item) for item in items]
    return f"{', '.join(texts[:-1])} and {texts[-1]}" if len(texts) > 1 else "".join(texts)


LONGEST = 60
"""Up to so many characters of a condition stand in a sentence."""


def shortened(condition: str) -> str:
    """A condition as a sentence names it: its label or text, of a long one the start up to the end of a word."""
    if len(condition) <= LONGEST:
        return condition
    start, space, _ = condition[: LONGEST - 1].rpartition(" ")
    return f"{start} …" if space else f"{condition[: LONGEST - 1]}…"


def fact_text(task: Task, fact: Fact) -> str:
    """A fact the shorter way: `x = 4`, `x ≠ 3`, `x in 2..5`; of a variable without values that it has none."""
    variable = task.by_name[fact.variable]
    domain, whole = _finite(fact), variable.domain
    assert isinstance(whole, Finite), "a finite task has finite variables"
    if domain.is_empty:
        return f"{fact.variable} has no value left"
    if domain.is_fixed:
        return f"{fact.variable} = {_value(variable, domain.value)}"
    excluded = [value for value in whole if value not in domain]
    if not excluded:
        return f"{fact.variable} is open"
    if len(excluded) < min(4, len(domain)) and not _is_run(domain.values):
        return f"{fact.variable} ≠ {', '.join(_value(variable, value) for value in excluded)}"
    return f"{fact.variable} in {_set_text(variable, domain.values)}"


def facts_text(task: Task, facts: Iterable[Fact]) -> str:
    """Several facts; what is the same of several variables is said once: `a, b and c in 2..8, d = 1`."""
    alike: dict[str, list[str]] = {}
    for fact in facts:
        alike.setdefault(fact_text(task, fact).removeprefix(f"{fact.variable} "), []).append(fact.variable)
    return ", ".join(f"{listed(names)} {rest}" for rest, names in alike.items())


def with_origin(task: Task, fact: Fact) -> str:
    """A fact and where it comes from: the place of a given, the number of a step, or a supposition."""
    match fact.origin:
        case Mark() as mark:
            return f"{fact_text(task, fact)} (given, {mark})"
        case int() as number:
            return f"{fact_text(task, fact)} (step {number})"
    if any(given.variable == fact.variable for given in task.given):
        return f"{fact_text(task, fact)} (given)"
    whole = task.by_name[fact.variable].domain == fact.domain
    return f"{fact_text(task, fact)} ({'its domain' if whole else 'supposed'})"


def _value(variable: Variable, value: Value) -> str:
    return show_plainly(variable, value).text


def _is_run(values: Sequence[Value]) -> bool:
    """Whether the values are whole numbers in a row, three or more."""
    whole = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    return len(whole) == len(values) > 2 and whole == list(range(whole[0], whole[0] + len(whole)))


def _set_text(variable: Variable, values: Sequence[Value]) -> str:
    if _is_run(values):
        return f"{values[0]}..{values[-1]}"
    return "{" + ", ".join(_value(variable, value) for value in values) + "}"


def _finite(fact: Fact) -> Finite:
    assert isinstance(fact.domain, Finite), "facts of a finite task are finite"
    return fact.domain
