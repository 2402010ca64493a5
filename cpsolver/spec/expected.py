"""What a spec's `expect:` says must come out."""

from __future__ import annotations

from dataclasses import dataclass

from cpsolver.task.domain import Number, Value


@dataclass(frozen=True)
class ExpectedValue:
    """A line of `expect:` for one variable, in base units; `text` is as written.

    sigma:  the standard uncertainty that the value must have, up to `sigma_tolerance`; None if nothing is said of it
    """

    variable: str
    value: Value
    text: str
    tolerance: Number = 0
    sigma: float | None = None
    sigma_tolerance: float = 0.0


@dataclass(frozen=True)
class ExpectedColumn:
    """A line of `expect:` of a sweep: what a variable is at each point in turn; None where there is no solution."""

    variable: str
    values: tuple[ExpectedValue | None, ...]
    text: str


@dataclass(frozen=True)
class Expected:
    """What `expect:` says must come out. None where it says nothing."""

    status: str | None = None
    solutions: int | None = None
    objective: Number | None = None
    values: tuple[ExpectedValue, ...] = ()
    columns: tuple[ExpectedColumn, ...] = ()
