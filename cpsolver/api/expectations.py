"""An answer against what its spec expects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsolver.api.tasks import Loaded
from cpsolver.spec.expected import ExpectedValue
from cpsolver.task.domain import Number, Value
from cpsolver.task.result import Result, Status


@dataclass(frozen=True)
class Outcome:
    """One line of `expect:` against the result. met: None if it could not be decided within the time."""

    what: str
    expected: str
    found: str
    met: bool | None


def outcomes(loaded: Loaded, result: Result) -> tuple[Outcome, ...]:
    """One outcome for each thing `expect:` says; none if it says nothing."""
    return tuple(_outcomes(loaded, result))


def _outcomes(loaded: Loaded, result: Result) -> Iterator[Outcome]:
    expected = loaded.expected
    decided = result.status is not Status.UNKNOWN
    if expected.status is not None:
        found = result.status.value
        met = _same_status(expected.status, result) if decided or expected.status == found else None
        yield Outcome("status", expected.status, found, met)
    if expected.solutions is not None:
        found, met = _count(result, expected.solutions)
        yield Outcome("solutions", str(expected.solutions), found, met)
    if expected.objective is not None:
        reached = result.objective
        met = reached == expected.objective if result.status is Status.OPTIMAL_SOLUTION else None
        yield Outcome("objective", str(expected.objective), str(reached), met)
    for value in expected.values:
        yield _value(loaded, result, value, decided)


def _same_status(expected: str, result: Result) -> bool:
    """Whether the status is the one expected; "satisfied" is also met by a status that says more."""
    return expected == result.status.value or (expected == "satisfied" and result.status.has_solution)


def _count(result: Result, expected: int) -> tuple[str, bool | None]:
    known = len(result.solutions)
    if result.status in (Status.ALL_SOLUTIONS, Status.UNSATISFIABLE):
        return str(known), known == expected
    return f"at least {known}", False if known > expected else None


def _value(loaded: Loaded, result: Result, expected: ExpectedValue, decided: bool) -> Outcome:
    """Whether some solution has the value expected (the only one, if there is one)."""
    variable = loaded.task.by_name[expected.variable]
    found = [solution[variable.name] for solution in result.solutions if variable.name in solution]
    shown = " or ".join(dict.fromkeys(loaded.kind.show(variable, value).text for value in found))
    met = any(_agrees(value, expected) for value in found)
    return Outcome(variable.name, expected.text, shown or "not found", met if found or decided else None)


def _agrees(value: Value, expected: ExpectedValue) -> bool:
    if isinstance(value, str) or isinstance(expected.value, str):
        return value == expected.value
    difference: Number = abs(value - expected.value)  # type: ignore[assignment]  # int, float and Fraction mix
    return difference <= expected.tolerance
