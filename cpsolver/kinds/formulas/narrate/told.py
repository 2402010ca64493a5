"""What a teller gives, and what several tellers need."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import NamedTuple

from cpsolver.kinds.formulas.typesetting import one_of, typeset
from cpsolver.kinds.formulas.wording import formula_text, values_text
from cpsolver.kinds.kind import Chapter
from cpsolver.picture import Said, SentenceRole, joined, plain
from cpsolver.task.condition import Condition
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite, Value
from cpsolver.task.parser import ExpressionError, parse_expression
from cpsolver.task.task import Fact, Task


def nothing() -> tuple[Said, ...]:
    """No line."""
    return ()


class Told(NamedTuple):
    """A step in words, as a `Narration` has it."""

    name: str
    sentence: Said
    details: tuple[Said, ...] = ()
    lead: Said = ""
    title: str = ""
    counted: bool = False
    body: tuple[Said, ...] = ()
    closely: Callable[[], tuple[Said, ...]] = nothing
    after: int = 0
    closing: Said = ""
    chapters: tuple[Chapter, ...] = ()
    role: SentenceRole = "plain"


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


def name_of(condition: Condition) -> str:
    """The name of a formula; nothing for a rule that is called by its own text."""
    label = " ".join(condition.label.split())
    is_text = label == formula_text(condition.expression) or any(sign in label for sign in "=<>")
    return "" if is_text else label


def as_stated(condition: Condition) -> Said:
    """A condition as it was written, a formula after its name."""
    name = name_of(condition)
    if name or not condition.label:
        return joined(f"{name}: " if name else "", (typeset(condition.expression),))
    try:
        return (typeset(parse_expression(condition.label)),)
    except ExpressionError:
        return condition.label


def source_of(condition: Condition) -> Said:
    """`from velocity: v = vs + a*t`."""
    return joined("from ", as_stated(condition))


def found_text(task: Task, fact: Fact) -> str:
    """`t = 1 s or 2 s`."""
    assert isinstance(fact.domain, Finite)
    return f"{fact.variable} = {values_text(task.by_name[fact.variable], fact.domain.values)}"


def found(task: Task, fact: Fact) -> Said:
    """The same with formulas."""
    assert isinstance(fact.domain, Finite)
    return one_of(task, fact.variable, fact.domain.values)


def listed(said: tuple[Said, ...]) -> Said:
    """Things said with commas between."""
    return joined(*(part for index, each in enumerate(said) for part in ((", ", each) if index else (each,))))


def other(task: Task, step: Step) -> Told:
    """Any other step: its conclusions."""
    said = tuple(
        found(task, fact) if not fact.domain.is_empty else f"no value for {fact.variable}"
        for fact in step.conclusions
        if isinstance(fact.domain, Finite)
    )
    return Told(step.technique, listed(said) if plain(listed(said)) else "nothing new")
