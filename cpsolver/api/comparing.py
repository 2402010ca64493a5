"""compare: the same task by several solvers, and whether what they say can all be true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

from cpsolver.api.answers import Comparison, Row, spelt
from cpsolver.api.heuristics import refuse_without, variants
from cpsolver.api.solving import Source, checked
from cpsolver.api.tasks import Parameters, load
from cpsolver.api.techniques import techniques_of
from cpsolver.errors import UnsupportedTask
from cpsolver.solvers import SOLVERS, solve_apart
from cpsolver.task.domain import Value
from cpsolver.task.functions import Undefined
from cpsolver.task.objectives import Worth, is_better, objectives, worth
from cpsolver.task.result import Result, Settings, Status, never
from cpsolver.task.task import Solution, Task


def compare(
    source: Source,
    *,
    solvers: Sequence[str] = (),
    every: bool = False,
    seconds: float | None = 60.0,
    seed: int = 0,
    orders: Sequence[str] = (),
    propagations: Sequence[str] = (),
    restarts: bool = False,
    parameters: Parameters | None = None,
    stop: Callable[[], bool] = never,
) -> Comparison:
    """The task by several solvers, each in a process of its own, one after the other, and whether they agree.

    solvers: names; none for all of the kind that can treat the task
    every:   all solutions instead of the first
    orders, propagations, restarts: of recursions, which have a row for each combination
    A solver that fails, or does not end in time, says so in its row. Raises: UnsupportedTask for a sweep.
    """
    loaded = load(source, parameters)
    if loaded.kind.sweeping is not None and (axes := loaded.kind.sweeping.axes(loaded.task)):
        hint = f"give '{axes[0].name}' one value: -p {axes[0].name}={axes[0].shown(0)}"
        raise UnsupportedTask(f"{loaded.name} is a sweep, and solvers are compared on one task; {hint}")
    names = tuple(SOLVERS.get(name).name for name in solvers) or loaded.kind.solvers
    refuse_without(names, asked=bool(orders or propagations or restarts))
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
            for row, varied in variants(name, asked, orders, propagations, restarts).items():
                results[row] = _apart(name, loaded.task, varied)
    contradicting = contradictions(loaded.task, results, every)
    rows = tuple(Row(name, result, _agrees(name, result, contradicting)) for name, result in results.items())
    said = [row for row in rows if row.agrees is not None]
    agree = None if len(said) < 2 and not contradicting else not contradicting
    mismatches = tuple(_mismatch(loaded.task, results, *pair) for pair in contradicting)
    return Comparison(loaded, rows, agree, every, refused, mismatches)


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


def _mismatch(task: Task, results: dict[str, Result], one: str, other: str) -> str:
    """In words, what two solvers say that cannot both be true, or what one says that cannot be true by itself."""
    first, second = (f"{spelt(name)} says: {_claim(task, results[name])}" for name in (one, other))
    return first if one == other else f"{first}; {second}"


def _claim(task: Task, result: Result) -> str:
    """What a result claims, in words."""
    number = len(result.solutions)
    count = "1 solution" if number == 1 else f"{number:,} solutions"
    if _repeats(task, result):
        return f"{count}, and the same one more than once"
    value = ", then ".join(map(str, worth(task, result.solutions[0]))) if result.solutions else str(result.objective)
    said = {
        Status.SATISFIED: f"{count}, and perhaps more",
        Status.ALL_SOLUTIONS: f"{count}, and no more",
        Status.OPTIMAL_SOLUTION: f"the best is {value}" + (f", in {count}" if number > 1 else ""),
        Status.UNSATISFIABLE: "there is no solution",
        Status.UNKNOWN: "nothing",
    }[result.status]
    if objectives(task) and result.status is Status.SATISFIED:
        said = f"the best known is {value}"
    return said + (f", none is better than {result.bound}" if result.bound is not None else "")


def contradictions(task: Task, results: dict[str, Result], every: bool = False) -> list[tuple[str, str]]:
    """The pairs of solvers whose results cannot both be true; one that lists a solution twice stands there alone."""
    repeating = [(name, name) for name, result in results.items() if _repeats(task, result)]
    return repeating + [
        (one, other)
        for (one, first), (other, second) in combinations(results.items(), 2)
        if not can_both_be_true(task, first, second, every)
    ]


def _repeats(task: Task, result: Result) -> bool:
    """Whether a solution of a finite task is listed more than once."""
    if task.is_real:
        return False
    return len({_key(task, solution) for solution in result.solutions}) < len(result.solutions)


def _key(task: Task, solution: Solution) -> tuple[Value, ...]:
    return tuple(solution.get(variable.name, "") for variable in task.variables)


def can_both_be_true(task: Task, one: Result, other: Result, every: bool = False) -> bool:
    """Whether two checked results leave room for each other. A result that is not known leaves room for all.

    every: all solutions were asked for, so that what is not cut short lists all of them, of the best ones too
    """
    if not (_is_within(task, one, other) and _is_within(task, other, one)):
        return False
    if Status.UNKNOWN in (one.status, other.status):
        return True
    if one.status.has_solution != other.status.has_solution:
        return False
    return all(_leaves_room(task, first, second, every) for first, second in ((one, other), (other, one)))


def _is_within(task: Task, claim: Result, other: Result) -> bool:
    """Whether the bound that one result proves is not beaten by the other's solution."""
    wanted = objectives(task)
    if not wanted or claim.bound is None or other.objective is None:
        return True
    return not is_better(wanted, (other.objective,), (claim.bound,))


def _leaves_room(task: Task, claim: Result, other: Result, every: bool) -> bool:
    """Whether what one result claims to have proven is compatible with the solutions of the other."""
    if claim.status is Status.ALL_SOLUTIONS:
        return _are_among(task, other, claim)
    if claim.status is Status.OPTIMAL_SOLUTION and claim.objective is not None and other.objective is not None:
        mine, yours = _worth(task, claim), _worth(task, other)
        if mine == yours:
            return _need_not_list_all(claim, other, every) or _are_among(task, other, claim)
        return other.status is not Status.OPTIMAL_SOLUTION and is_better(objectives(task), mine, yours)
    return True


def _worth(task: Task, result: Result) -> Worth:
    """What a result's first solution is worth by all objectives; by the first alone where it shows no such solution."""
    try:
        found = worth(task, result.solutions[0]) if result.solutions else ()
    except Undefined:
        found = ()
    return found if found[:1] == (result.objective,) else (result.objective,)  # type: ignore[return-value]  # not None


def _need_not_list_all(claim: Result, other: Result, every: bool) -> bool:
    """Whether two optimal results need not list the same solutions: one shows only the best one, or was cut short."""
    is_one = not every and min(len(claim.solutions), len(other.solutions)) <= 1
    return bool(is_one or claim.note or other.note or other.status is not Status.OPTIMAL_SOLUTION)


def _are_among(task: Task, some: Result, all_: Result) -> bool:
    """Whether all solutions of one result are among those of another; real numbers may differ by rounding."""
    if task.is_real:
        return all(_is_among(task, solution, all_.solutions) for solution in some.solutions)
    known = {_key(task, solution) for solution in all_.solutions}
    return all(_key(task, solution) in known for solution in some.solutions)


def _is_among(task: Task, solution: Solution, others: Sequence[Solution]) -> bool:
    """Whether a solution over real numbers is one of others, up to rounding."""
    return any(_close(solution, other, task.sought.variables) for other in others)


def _close(one: Solution, other: Solution, names: Sequence[str]) -> bool:
    pairs = [(float(one[name]), float(other[name])) for name in names if name in one and name in other]
    return all(abs(a - b) <= 1e-9 * max(1.0, abs(a), abs(b)) for a, b in pairs)
