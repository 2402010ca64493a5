"""An answer against what its spec expects. What is not known is never taken for a difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpsolver.api.tasks import Loaded
from cpsolver.kinds.kind import Shown
from cpsolver.spec.expected import ExpectedValue
from cpsolver.task.domain import Number, Value
from cpsolver.task.result import Result, Status
from cpsolver.task.task import Solution

if TYPE_CHECKING:
    from cpsolver.api.counting import Counted


@dataclass(frozen=True)
class Outcome:
    """One line of `expect:` against the answer. met: None if it could not be decided within the time."""

    what: str
    expected: str
    found: str
    met: bool | None


def outcomes(
    loaded: Loaded, result: Result, unique: bool | None = None, counted: Counted | None = None
) -> tuple[Outcome, ...]:
    """One outcome for each thing `expect:` says; none if it says nothing. The values must be those of one solution."""
    expected = loaded.expected
    found = []
    if expected.status is not None:
        found.append(Outcome("status", expected.status, result.status.value, _status_met(expected.status, result)))
    if expected.solutions is not None:
        found.append(_count(result, expected.solutions, unique) if counted is None else _number(counted))
    if expected.objective is not None:
        found.append(_objective(result, expected.objective))
    return (*found, *_values(loaded, result, expected.values))


POSSIBLE: dict[Status, tuple[str, ...]] = {
    Status.UNKNOWN: tuple(status.value for status in Status),
    Status.SATISFIED: ("satisfied", "all_solutions", "optimal"),
    Status.ALL_SOLUTIONS: ("satisfied", "all_solutions"),
    Status.OPTIMAL_SOLUTION: ("satisfied", "optimal"),
    Status.UNSATISFIABLE: ("unsatisfiable",),
}
"""What a search that ended with a status might say had it gone on, itself included."""


def _status_met(expected: str, result: Result) -> bool | None:
    """True if it is the status or less than it says; None if more time might have led there."""
    if expected == result.status.value or (expected == "satisfied" and result.status.has_solution):
        return True
    return None if expected in POSSIBLE[result.status] else False


def _count(result: Result, expected: int, unique: bool | None) -> Outcome:
    number = len(result.solutions)
    listed_all = result.status in (Status.ALL_SOLUTIONS, Status.UNSATISFIABLE)
    listed_all = listed_all or (result.status is Status.OPTIMAL_SOLUTION and not result.note and number > 1)
    if unique or listed_all:
        return Outcome("solutions", str(expected), str(number), number == expected)
    return Outcome("solutions", str(expected), f"at least {number}", False if number > expected else None)


def _number(counted: Counted) -> Outcome:
    expected, said = counted.loaded.expected.solutions or 0, f"{'' if counted.exact else 'at least '}{counted.number}"
    met = counted.number == expected if counted.exact else False if counted.number > expected else None
    return Outcome("solutions", str(expected), said, met)


def _objective(result: Result, expected: Number) -> Outcome:
    met = None
    if result.status in (Status.OPTIMAL_SOLUTION, Status.UNSATISFIABLE):
        met = result.objective == expected
    return Outcome("objective", str(expected), "none" if result.objective is None else str(result.objective), met)


def _values(loaded: Loaded, result: Result, values: Sequence[ExpectedValue]) -> Iterator[Outcome]:
    """The values against the solution that comes nearest to having them all."""
    best = max(result.solutions, key=lambda solution: _number_met(solution, values), default={})
    complete = result.status in (Status.ALL_SOLUTIONS, Status.OPTIMAL_SOLUTION, Status.UNSATISFIABLE)
    for value in values:
        variable = loaded.task.by_name[value.variable]
        found = loaded.kind.show(variable, best[value.variable]) if value.variable in best else None
        shown = found.text if found else "not found"
        met = agrees(best.get(value.variable), value) and _is_as_uncertain(found, value)
        yield Outcome(value.variable, value.text, shown, True if met else False if complete else None)


def _is_as_uncertain(found: Shown | None, expected: ExpectedValue) -> bool:
    """Whether a value is as uncertain as expected; true if nothing is said of that."""
    if expected.sigma is None:
        return True
    sigma = found.spread.sigma if found is not None and found.spread is not None else 0.0
    return sigma is not None and abs(sigma - expected.sigma) <= expected.sigma_tolerance


def is_met_by(solution: Solution, values: Sequence[ExpectedValue]) -> bool:
    """Whether a solution has all of the values."""
    return _number_met(solution, values) == len(values)


def _number_met(solution: Solution, values: Sequence[ExpectedValue]) -> int:
    return sum(agrees(solution.get(value.variable), value) for value in values)


def agrees(value: Value | None, expected: ExpectedValue) -> bool:
    """Whether a value is as expected, up to the tolerance."""
    if value is None:
        return False
    if isinstance(value, str) or isinstance(expected.value, str):
        return value == expected.value
    difference: Number = abs(value - expected.value)  # type: ignore[assignment]  # int, float and Fraction mix
    return difference <= expected.tolerance
