"""solve · explain · compare · check · graph: what the ways in offer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cpsolver.api.answers import Answer, Check, Comparison, Drawing, Explanation, Row, spelt
from cpsolver.api.expectations import outcomes
from cpsolver.api.tasks import Loaded, Parameters, load
from cpsolver.errors import SolverError, UnsupportedTask, did_you_mean
from cpsolver.kinds.kind import Kind
from cpsolver.solvers import SOLVERS, solve_apart
from cpsolver.solvers.solver import Solver
from cpsolver.task.derivation import Derivation
from cpsolver.task.domain import Reals
from cpsolver.task.result import Deadline, Result, Settings, Status, never
from cpsolver.task.task import Aim, Solution, Task

PATIENCE = 10.0
"""Seconds a proof of uniqueness, or another solver where the first is stuck, may take if no time limit is set."""

DERIVATION_PATIENCE = 2.0
"""Seconds the derivation shown with an answer may take; `explain` has no such limit."""

Source = str | Path | Loaded


def solve(
    source: Source,
    *,
    solver: str | None = None,
    every: bool = False,
    limit: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    depth: int | None = None,
    parameters: Parameters | None = None,
    derive: bool = True,
    stop: Callable[[], bool] = never,
) -> Answer:
    """The answer to a task: one solution and whether it is the only one; with `every` all, up to `limit`.

    source:  a name on the shelf, a path, a spec's text, a player's grid, or a task already loaded
    derive:  also work out a derivation, if that takes no longer than a moment
    seconds: time limit for solving, and again for the proof of uniqueness
    Raises: SpecError, UnknownName, UnsupportedTask (the named solver cannot treat the task).
    """
    loaded = load(source, parameters)
    settings = Settings(
        seconds=seconds, solutions=1, seed=seed, depth=depth, techniques=loaded.kind.techniques, stop=stop
    )
    asked = _all if every or limit else _one
    if limit or every:
        settings = replace(settings, solutions=limit)
    answer = _first_that_knows(loaded, (able(solver, loaded),) if solver else all_able(loaded), asked, settings)
    return _derived(answer, settings) if derive else replace(answer, derivation=None)


def _first_that_knows(
    loaded: Loaded, solvers: Sequence[Solver], ask: Callable[[Loaded, Solver, Settings], Answer], settings: Settings
) -> Answer:
    """The answer of the first solver that has one. Where all are stuck, the first's, and what data would help."""
    first: Answer | None = None
    notes: list[str] = []
    for solver in solvers:
        patience = PATIENCE if first and settings.seconds is None else settings.seconds
        answer = ask(loaded, solver, replace(settings, seconds=patience))
        if answer.status is not Status.UNKNOWN or settings.stop():
            return replace(answer, notes=(*notes, *answer.notes))
        first = first or answer
        notes.append(f"{spelt(solver.name)}: {answer.result.note}")
    assert first is not None, "there is at least one able solver"
    others = tuple(notes[1:])
    return replace(first, notes=(*others, *loaded.kind.missing(loaded.task)))


def _all(loaded: Loaded, solver: Solver, settings: Settings) -> Answer:
    task = loaded.task
    asked = replace(task, sought=replace(task.sought, aim=Aim.ALL)) if task.sought.aim is Aim.ONE else task
    result = checked(solver.solve(asked, settings), task, solver.name)
    return Answer(loaded, solver.name, result, result.unique, result.derivation)


def _one(loaded: Loaded, solver: Solver, settings: Settings) -> Answer:
    """One solution first, so that it is safe; then, within its own time, a second one or the proof of none."""
    task = loaded.task
    result = checked(solver.solve(task, settings), task, solver.name)
    if result.status is not Status.SATISFIED or task.sought.aim is Aim.BEST or settings.stop():
        return Answer(loaded, solver.name, result, result.unique, result.derivation)
    patience = settings.seconds if settings.seconds is not None else PATIENCE
    second = solver.solve(task, replace(settings, solutions=2, seconds=patience))
    second = checked(second, task, solver.name)
    unique = second.unique if second.status in (Status.ALL_SOLUTIONS, Status.SATISFIED) else None
    found = _both(result, second)
    return Answer(loaded, solver.name, found, unique, result.derivation, second.statistics.seconds)


def _both(first: Result, second: Result) -> Result:
    """The first result with what the search for a second solution added; its own cost stays what is shown."""
    others = tuple(solution for solution in second.solutions if solution != first.solutions[0])
    status = second.status if second.status is Status.ALL_SOLUTIONS else first.status
    return replace(first, status=status, solutions=(first.solutions[0], *others[:1]), note=second.note)


def _derived(answer: Answer, settings: Settings) -> Answer:
    """The answer with a derivation by auxiliary models, where that is quickly found and needs no choice."""
    if answer.derivation is not None or settings.stop():
        return answer
    task = answer.loaded.task
    if answer.unique is not True or is_real(task):
        return answer
    limited = replace(settings, seconds=DERIVATION_PATIENCE)
    result = SOLVERS.get("auxiliary").solve(task, limited)
    found = result.derivation
    if found is not None and result.solutions[:1] == answer.solutions[:1] and _is_forced(found):
        return replace(answer, derivation=found.towards(task.sought.variables))
    note = f"no derivation without a guess was found within {DERIVATION_PATIENCE:g} s; see `cpsolver explain`"
    return replace(answer, notes=(*answer.notes, note))


def _is_forced(derivation: Derivation) -> bool:
    return all(step.forced for step in derivation)


def is_real(task: Task) -> bool:
    """Whether some variable ranges over real numbers."""
    return any(isinstance(variable.domain, Reals) for variable in task.variables)


def explain(
    source: Source,
    *,
    step: int | None = None,
    techniques: Sequence[str] = (),
    once: bool = False,
    fine: bool = False,
    seconds: float | None = None,
    depth: int | None = None,
    parameters: Parameters | None = None,
    stop: Callable[[], bool] = never,
) -> Explanation:
    """The derivation of the answer by the auxiliary-model generator.

    techniques: names of those allowed; none for all of the kind
    once:       solve the current auxiliary models a single time
    """
    loaded = load(source, parameters)
    chosen = selected(loaded.kind, techniques)
    settings = Settings(seconds=seconds, solutions=1, depth=depth, techniques=chosen, once=once, stop=stop)
    solver = able("auxiliary", loaded)
    result = checked(solver.solve(loaded.task, settings), loaded.task, solver.name)
    derivation = result.derivation
    if derivation and result.status.has_solution and not once:
        derivation = derivation.towards(loaded.task.sought.variables)
    return Explanation(Answer(loaded, solver.name, result, result.unique, derivation), step, fine)


def selected(kind: Kind, names: Sequence[str]) -> tuple[object, ...]:
    """The kind's techniques of these names, all if none is named. Raises: UnsupportedTask."""
    known = {technique.name: technique for technique in kind.techniques}
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known, "techniques")
            raise UnsupportedTask(f"{kind.name} has no technique '{name}'; {hint}")
    return tuple(known[name] for name in names) or kind.techniques


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
    """
    loaded = load(source, parameters)
    names = tuple(SOLVERS.get(name).name for name in solvers) or loaded.kind.solvers
    refused = {name: reason for name in names if (reason := SOLVERS.get(name).refuses(loaded.task))}
    settings = Settings(
        seconds=seconds,
        solutions=None if every else 1,
        seed=seed,
        techniques=loaded.kind.techniques,
        explain=False,
        stop=stop,
    )
    results = {}
    for name in names:
        if name not in refused:
            # only the generator uses techniques; the others need not load their kind
            asked = settings if name == "auxiliary" else replace(settings, techniques=())
            results[name] = _checked_apart(name, loaded.task, asked)
    agreement = _agreement(loaded.task, tuple(results.values()), every)
    rows = tuple(Row(name, result, agrees) for (name, result), agrees in zip(results.items(), agreement, strict=True))
    said = [row.agrees for row in rows if row.agrees is not None]
    agree = None if len(said) < 2 else all(said)
    return Comparison(loaded, rows, agree, every, refused)


def _checked_apart(name: str, task: Task, settings: Settings) -> Result:
    result = solve_apart(name, task, settings)
    try:
        return checked(result, task, name)
    except SolverError as error:
        return replace(result, status=Status.UNKNOWN, solutions=(), note=f"wrong answer: {error}")


def _agreement(task: Task, results: Sequence[Result], every: bool) -> list[bool | None]:
    """For each result whether it agrees with the first that proved or found something; None if it did not."""
    said = [result for result in results if result.status is not Status.UNKNOWN]
    return [None if result.status is Status.UNKNOWN else _agree(task, said[0], result, every) for result in results]


def _agree(task: Task, one: Result, other: Result, every: bool) -> bool:
    if one.status.has_solution != other.status.has_solution:
        return False
    if Status.OPTIMAL_SOLUTION in (one.status, other.status):
        return one.objective == other.objective or one.status is not other.status
    both_complete = one.status is other.status is Status.ALL_SOLUTIONS
    if every and both_complete:
        return same_solutions(task, one.solutions, other.solutions)
    return not both_complete or same_solutions(task, one.solutions, other.solutions)


def same_solutions(task: Task, ones: Sequence[Solution], others: Sequence[Solution]) -> bool:
    """Whether two lists hold the same solutions, in any order; real numbers may differ by rounding."""
    if is_real(task):
        names = task.sought.variables
        return len(ones) == len(others) and all(any(_close(one, other, names) for other in others) for one in ones)
    return {frozenset(one.items()) for one in ones} == {frozenset(other.items()) for other in others}


def _close(one: Solution, other: Solution, names: Sequence[str]) -> bool:
    pairs = [(float(one[name]), float(other[name])) for name in names if name in one and name in other]
    return all(abs(a - b) <= 1e-9 * max(1.0, abs(a), abs(b)) for a, b in pairs)


def check(
    source: Source,
    *,
    seconds: float | None = 60.0,
    parameters: Parameters | None = None,
    stop: Callable[[], bool] = never,
) -> Check:
    """The four verdicts on a task, and the comparison of its answer with `expect:`."""
    loaded = load(source, parameters)
    deadline = Deadline(Settings(seconds=seconds, stop=stop))
    refuted: list[Solver] = []  # what refuted the whole also finds the conflict: no need to ask the slower ones

    def asked(task: Task, solutions: int) -> Result:
        settings = Settings(deadline.left, solutions, techniques=loaded.kind.techniques, explain=False, stop=stop)
        unknown: Result | None = None
        for solver in [one for one in refuted if one.refuses(task) is None] or all_able(replace(loaded, task=task)):
            result = solver.solve(task, settings)
            if result.status is Status.UNSATISFIABLE and task.given == loaded.task.given:
                refuted[:] = [solver]
            if result.status is not Status.UNKNOWN:
                return result
            unknown = unknown or result
        assert unknown is not None, "there is at least one able solver"
        return unknown

    several = loaded.expected.solutions is not None and loaded.expected.solutions > 1
    answer = solve(loaded, every=several, seconds=deadline.left, derive=False, stop=stop)
    return Check(answer, loaded.kind.diagnose(loaded.task, asked), outcomes(loaded, answer.result))


def graph(
    source: Source,
    *,
    seconds: float | None = 10.0,
    parameters: Parameters | None = None,
    stop: Callable[[], bool] = never,
) -> Drawing:
    """The dependency or constraint graph of a task, the path to the answer marked."""
    loaded = load(source, parameters)
    settings = Settings(seconds=seconds, techniques=loaded.kind.techniques, stop=stop)
    solver = SOLVERS.get("auxiliary")
    if solver.refuses(loaded.task):
        return Drawing(Answer(loaded, "", Result(Status.UNKNOWN)))
    result = solver.solve(loaded.task, settings)
    derivation = result.derivation.towards(loaded.task.sought.variables) if result.derivation else None
    return Drawing(Answer(loaded, solver.name, result, result.unique, derivation))


def able(name: str, loaded: Loaded) -> Solver:
    """The solver of that name. Raises: UnknownName; UnsupportedTask with those that can treat the task."""
    solver = SOLVERS.get(name)
    solver.load()
    reason = solver.refuses(loaded.task)
    if reason:
        others = [other for other in loaded.kind.solvers if SOLVERS.get(other).refuses(loaded.task) is None]
        listed = ", ".join(map(spelt, others)) or "none"
        raise UnsupportedTask(f"{spelt(name)} cannot treat this task: {reason}; able are: {listed}")
    return solver


def preferred(loaded: Loaded) -> Solver:
    """The kind's first solver that can treat the task. Raises: UnsupportedTask with the reasons of all."""
    return all_able(loaded)[0]


def all_able(loaded: Loaded) -> tuple[Solver, ...]:
    """The kind's solvers to be asked in turn: the first that can treat the task, of formulas also the others.

    What one solver of a finite task cannot find in time, another hardly will; formulas one cannot order, another may
    solve together. Raises: UnsupportedTask with the reasons of all.
    """
    found, reasons = [], []
    for name in loaded.kind.solvers:
        solver = SOLVERS.get(name)
        solver.load()
        reason = solver.refuses(loaded.task)
        if reason is not None:
            reasons.append(f"{spelt(name)}: {reason}")
            continue
        found.append(solver)
        if not is_real(loaded.task):
            break
    if not found:
        raise UnsupportedTask("no solver can treat this task\n" + "\n".join(reasons))
    return tuple(found)


def checked(result: Result, task: Task, solver: str) -> Result:
    """The result, every solution of it checked against the task by code that knows no solver. Raises: SolverError."""
    for solution in result.solutions:
        broken = task.violations(solution)
        if broken:
            raise SolverError(f"{solver} gave a wrong answer to {task.name}: {'; '.join(broken[:3])}")
    return result
