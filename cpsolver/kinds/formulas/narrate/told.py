"""What a teller gives, and what several tellers need."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import NamedTuple

from cpsolver.kinds.formulas.wording import formula_text, values_text
from cpsolver.task.condition import Condition
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite, Value
from cpsolver.task.task import Fact, Task


class Told(NamedTuple):
    """A step in words: what it is called, what it says, and particulars."""

    name: str
    sentence: str
    details: tuple[str, ...] = ()


Teller = Callable[[Task, Step], Told]
"""(task, step) → the step in words."""


def condition_of(task: Task, step: Step, values: Container[str] | None = None) -> Condition | None:
    """The condition a step used; of several under one label (`a = b = 0`) the first whose quantities have values."""
    labels = step.conditions[:1]
    called = [c for c in task.conditions if (c.label or str(c),) == labels]
    valued = [c for c in called if values is None or all(name in values for name in c.scope)]
    return next(iter(valued or called), None)


def values_of(facts: tuple[Fact, ...]) -> dict[str, Value]:
    """The quantities with one value."""
    return {f.variable: f.domain.value for f in facts if isinstance(f.domain, Finite) and f.domain.is_fixed}


def source_of(condition: Condition) -> str:
    text = formula_text(condition.expression)
    label = condition.label
    return f"from {text}" if not label or " ".join(label.split()) == text else f"from {label}: {text}"


def found_text(task: Task, fact: Fact) -> str:
    assert isinstance(fact.domain, Finite)
    return f"{fact.variable} = {values_text(task.by_name[fact.variable], fact.domain.values)}"


def other(task: Task, step: Step) -> Told:
    """Any other step: its conclusions."""
    said = ", ".join(
        found_text(task, f) if not f.domain.is_empty else f"no value for {f.variable}" for f in step.conclusions
    )
    return Told(step.technique, said or "nothing new")
