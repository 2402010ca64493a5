"""compare: the same task by several solvers, and whether what they say can all be true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

from cpsolver.api.answers import Comparison, Row
from cpsolver.api.solving import Source, checked, is_real
from cpsolver.api.tasks import Parameters, load
from cpsolver.api.techniques import techniques_of
from cpsolver.errors import UnsupportedTask
from cpsolver.solvers import SOLVERS, solve_apart
from cpsolver.task.result import Result, Settings, Status, never
from cpsolver.task.task import Solution, Task


def compare(
    source: Source,
    *,
    solvers: Sequence[str] = (),
    every: bool = False,
    seconds: float | None = 60.0,
    seed: int = 0,
    parameters: Parameters | None = None,
    stop: Callable[[], bool] = never,
) -> Comparison:
    """The task by several solvers, each in a process of its own, one after the other, and whether they agree.

    solvers: names; none for all of the kind that can treat the task
    every:   all solutions instead of the first
    A solver that fails, or does not end in time, says so in its row. Raises: UnsupportedTask for a sweep.
    """
    loaded = load(source, parameters)
    if loaded.kind.sweeping is not None and (axes := loaded.kind.sweeping.axes(loaded.task)):
        hint = f"give '{axes[0].name}' one value: -p {axes[0].name}={axes[0].shown(0)}"
        raise UnsupportedTask(f"{loaded.name} is a sweep, and solvers are compared on one task; {hint}")
    names = tuple(SOLVERS.get(name).name for name in solvers) or loaded.kind.solvers
    refused = {name: reason for name in names if (reason := SOLVERS.get(name).refuses(loaded.task))}
    settings = Settings(
        seconds=seconds,
        limit=seconds,
        solutions=None if every else 1,
        seed=seed,
        explain=False,
        stop=stop,
    )
    results = {}
    for name in names:
        if name not in refused:
            # only the generator uses techniques; the others need not load their kind
            asked = replace(settings, techniques=techniques_of(loaded.kind)) if name == "auxiliary" else settings
            results[name] = _apart(name, loaded.task, asked)
    contradicting = contradictions(loaded.task, results)
    rows = tuple(Row(name, result, _agrees(name, result, contradicting)) for name, result in results.items())
    said = [row for row in rows if row.agrees is not None]
    agree = None if len(said) < 2 and not contradicting else not contradicting
    return Comparison(loaded, rows, agree, every, refused)


def _apart(name: str, task: Task, settings: Settings) -> Result:
    """The checked result of a solver run apart; whatever goes wrong in it is a note of its row."""
    try:
        return checked(solve_apart(name, task, settings), task, name)
    except Exception as error:
        return Result(Status.UNKNOWN, note=f"failed: {type(error).__name__}: {error}")


def _agrees(name: str, result: Result, contradicting: Sequence[tuple[str, str]]) -> bool | None:
    if any(name in pair for pair in contradicting):
        return False
    return None if result.status is Status.UNKNOWN else True


def contradictions(task: Task, results: dict[str, Result]) -> list[tuple[str, str]]:
    """The pairs of solvers whose results cannot both be true."""
    return [
        (one, other)
        for (one, first), (other, second) in combinations(results.items(), 2)
        if not can_both_be_true(task, first, second)
    ]


def can_both_be_true(task: Task, one: Result, other: Result) -> bool:
    """Whether two checked results leave room for each other. A result that is not known leaves room for all."""
    if Status.UNKNOWN in (one.status, other.status):
        return True
    if one.status.has_solution != other.status.has_solution:
        return False
    return all(_leaves_room(task, first, second) for first, second in ((one, other), (other, one)))


def _leaves_room(task: Task, claim: Result, other: Result) -> bool:
    """Whether what one result claims to have proven is compatible with the solutions of the other."""
    if claim.status is Status.ALL_SOLUTIONS:
        return all(_is_among(task, solution, claim.solutions) for solution in other.solutions)
    if claim.status is Status.OPTIMAL_SOLUTION and claim.objective is not None and other.objective is not None:
        if other.objective == claim.objective:
            return _lists_all_best(claim, other) or all(_is_among(task, s, claim.solutions) for s in other.solutions)
        beaten = other.objective > claim.objective  # type: ignore[operator]  # numbers
        maximized = task.sought.objective is not None and task.sought.objective.maximize
        return other.status is not Status.OPTIMAL_SOLUTION and beaten is not maximized
    return True


def _lists_all_best(claim: Result, other: Result) -> bool:
    """Whether two optimal results need not list the same solutions: one of them lists only one, or was cut short."""
    cut = min(len(claim.solutions), len(other.solutions)) <= 1 or claim.note or other.note
    return bool(cut)


def _is_among(task: Task, solution: Solution, others: Sequence[Solution]) -> bool:
    """Whether a solution is one of others; real numbers may differ by rounding."""
    if not is_real(task):
        return solution in others
    return any(_close(solution, other, task.sought.variables) for other in others)


def _close(one: Solution, other: Solution, names: Sequence[str]) -> bool:
    pairs = [(float(one[name]), float(other[name])) for name in names if name in one and name in other]
    return all(abs(a - b) <= 1e-9 * max(1.0, abs(a), abs(b)) for a, b in pairs)
