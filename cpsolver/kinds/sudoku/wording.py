"""Cells, digits and facts in players' words."""

from __future__ import annotations

from collections.abc import Iterable

from cpsolver.errors import Mark
from cpsolver.task.domain import Finite, Value
from cpsolver.task.task import Fact, Task

NAMES_OF_SETS = {1: "single", 2: "pair", 3: "triple", 4: "quad"}


def set_name(size: int) -> str:
    """What players call a set of so many cells."""
    return NAMES_OF_SETS.get(size, f"set of {size}")


def listed(items: Iterable[object], last: str = "and") -> str:
    """Items as a sentence lists them: `1, 4 and 7`."""
    texts = [str(item) for item in items]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {last} {texts[-1]}" if texts else ""


def values_of(fact: Fact) -> tuple[Value, ...]:
    """The values a fact leaves."""
    assert isinstance(fact.domain, Finite), "the cells of a sudoku have finitely many values"
    return fact.domain.values


def excluded_by(task: Task, fact: Fact) -> tuple[Value, ...]:
    """The values a fact says the cell has not."""
    return tuple(value for value in _all_values(task, fact.variable) if value not in fact.domain)


def in_words(task: Task, fact: Fact) -> str:
    """A fact the shorter way: what the cell is, or what it is not."""
    excluded = excluded_by(task, fact)
    values = [value for value in _all_values(task, fact.variable) if value in fact.domain]
    if not values:
        return f"{fact.variable} has no digit left"
    if len(values) == 1:
        return f"{fact.variable} = {values[0]}"
    if len(excluded) < len(values):
        return f"{fact.variable} is not {listed(excluded, 'or')}" if excluded else f"{fact.variable} is open"
    return f"{fact.variable} is {listed(values, 'or')}"


def with_origin(task: Task, fact: Fact) -> str:
    """A fact and where it comes from: the place of a given, the number of a step, or a supposition."""
    match fact.origin:
        case Mark() as mark:
            return f"{in_words(task, fact)} (given, {mark})"
        case int() as number:
            return f"{in_words(task, fact)} (step {number})"
    is_given = any(given.variable == fact.variable for given in task.given)
    return f"{in_words(task, fact)} ({'given' if is_given else 'supposed'})"


def _all_values(task: Task, variable: str) -> tuple[Value, ...]:
    domain = task.by_name[variable].domain
    assert isinstance(domain, Finite), "the cells of a sudoku have finitely many values"
    return domain.values
