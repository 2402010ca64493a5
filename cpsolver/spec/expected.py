"""What a spec's `expect:` says must come out."""

from __future__ import annotations

from dataclasses import dataclass

from cpsolver.task.domain import Number, Value


@dataclass(frozen=True)
class ExpectedValue:
    """A line of `expect:` for one variable, in base units; `text` is as written."""

    variable: str
    value: Value
    text: str
    tolerance: Number = 0


@dataclass(frozen=True)
class Expected:
    """What `expect:` says must come out. None where it says nothing."""

    status: str | None = None
    solutions: int | None = None
    objective: Number | None = None
    values: tuple[ExpectedValue, ...] = ()
