"""From tasks, steps and results to their records."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Protocol

from cpsolver.auxiliary.diagnosis import Verdict
from cpsolver.errors import Mark, Problem
from cpsolver.render.as_json.record import (
    FactRecord,
    In,
    Interval,
    Is,
    Nested,
    Not,
    Origin,
    Place,
    ProblemRecord,
    Quantity,
    Scalar,
    StatisticsRecord,
    StepNumber,
    StepRecord,
    Uncertain,
    ValueRecord,
    VerdictRecord,
)
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Domain, Finite, Number, Value
from cpsolver.task.result import Statistics
from cpsolver.task.task import Array, Fact


class Told(Protocol):
    """A step in words, as a kind's `narrate` gives it."""

    @property
    def name(self) -> str:
        """What people call the step."""

    @property
    def whole(self) -> str:
        """What it says."""

    @property
    def lines(self) -> tuple[str, ...]:
        """What else it says."""


Show = Callable[[str, Value], ValueRecord]
"""(variable, value) → the value as recorded: a kind with units gives quantities."""


def scalar(value: Value) -> Scalar:
    """A value as JSON has it: fractions become numbers, whole ones integers; what no double can hold becomes text."""
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return value.numerator
        try:
            return float(value)
        except OverflowError:
            return str(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def quantity(value: Value, unit: str) -> ValueRecord:
    """A value with its unit; the bare value where there is none."""
    return Quantity(value=scalar(value), unit=unit) if unit else scalar(value)


def uncertain(value: Value, unit: str, uncertainty: float, budget: Mapping[str, float]) -> ValueRecord:
    """A value with its standard uncertainty and what that comes from."""
    return Uncertain(value=scalar(value), uncertainty=uncertainty, unit=unit, budget=dict(budget))


def plainly(variable: str, value: Value) -> ValueRecord:
    """The value without unit."""
    return scalar(value)


def nested(array: Array, solution: Mapping[str, ValueRecord]) -> Nested:
    """The array's values as lists in lists, one level for each index set; a variable without value is left out."""
    found: list[Nested] = [solution[name] for name in array.variables if name in solution]
    if len(found) < len(array.variables):
        return found
    for index_set in reversed(array.index_sets[1:]):
        size = len(index_set)
        found = [found[start : start + size] for start in range(0, len(found), size)] if size else []
    return found


def fact_record(fact: Fact, whole: Domain | None = None, show: Show = plainly) -> FactRecord:
    """A fact: `is` for one value; `not` where fewer values are excluded from the whole domain than left; else `in`."""
    origin, domain = _origin(fact.origin), fact.domain
    if not isinstance(domain, Finite):
        interval = Interval(
            lower=_bound(domain.lower),
            upper=_bound(domain.upper),
            lower_open=domain.lower_open,
            upper_open=domain.upper_open,
        )
        return In(variable=fact.variable, values=interval, origin=origin)
    if domain.is_fixed:
        return Is(variable=fact.variable, value=show(fact.variable, domain.value), origin=origin)
    excluded = whole.without(*domain.values).values if isinstance(whole, Finite) else ()
    if 0 < len(excluded) < len(domain):
        return Not(variable=fact.variable, values=[show(fact.variable, value) for value in excluded], origin=origin)
    return In(variable=fact.variable, values=[show(fact.variable, value) for value in domain], origin=origin)


def _bound(value: Number | None) -> Scalar | None:
    return None if value is None else scalar(value)


def place_record(mark: Mark) -> Place:
    """A place in a file."""
    return Place(source=mark.source, line=mark.line, column=mark.column)


def _origin(origin: Mark | int | None) -> Origin:
    if isinstance(origin, Mark):
        return place_record(origin)
    return None if origin is None else StepNumber(step=origin)


def step_record(
    step: Step, tell: Callable[[Step], Told], domains: Mapping[str, Domain], show: Show = plainly
) -> StepRecord:
    """A step with its substeps. `tell` puts it into words; `domains` are the variables' own, with nothing known yet."""
    told = tell(step)
    return StepRecord(
        number=step.number,
        technique=step.technique,
        name=told.name,
        sentence=told.whole,
        details=list(told.lines),
        forced=step.forced,
        conditions=list(step.conditions),
        premises=[fact_record(fact, domains.get(fact.variable), show) for fact in step.premises],
        conclusions=[fact_record(fact, domains.get(fact.variable), show) for fact in step.conclusions],
        lemmas=[str(lemma) for lemma in step.finding.lemmas],
        substeps=[step_record(substep, tell, domains, show) for substep in step.substeps],
        difficulty=step.difficulty,
    )


def statistics_record(statistics: Statistics) -> StatisticsRecord:
    """What a search cost."""
    return StatisticsRecord(
        seconds=statistics.seconds,
        calls=statistics.calls,
        tried=statistics.tried,
        nodes=statistics.nodes,
        depth=statistics.depth,
        backtracks=statistics.backtracks,
        conflicts=statistics.conflicts,
        restarts=statistics.restarts,
        at_depth=list(statistics.at_depth),
    )


def problem_record(problem: Problem) -> ProblemRecord:
    """A problem with its place, nulls where it has none."""
    mark = problem.mark
    return ProblemRecord(
        file=mark.source if mark else None,
        line=mark.line if mark else None,
        column=mark.column if mark else None,
        message=problem.message,
        hint=problem.hint,
    )


def verdict_record(verdict: Verdict) -> VerdictRecord:
    """A verdict of `check`."""
    return VerdictRecord(
        name=verdict.name, holds=verdict.holds, sentence=verdict.sentence, details=list(verdict.details)
    )
