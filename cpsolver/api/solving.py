"""solve: an answer, whether it is the only one, and a derivation where that is quickly found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cpsolver.api import shortening
from cpsolver.api.answers import Answer, spelt
from cpsolver.api.heuristics import with_heuristics
from cpsolver.api.hinting import Hint, hinted
from cpsolver.api.measuring import measured, remarks_on
from cpsolver.api.sought_alone import sought_alone
from cpsolver.api.tasks import Loaded, Parameters, Start, load
from cpsolver.api.techniques import techniques_of
from cpsolver.auxiliary.conflict import Conflict
from cpsolver.errors import SolverError, UnsupportedTask
from cpsolver.solvers import SOLVERS
from cpsolver.solvers.solver import Solver
from cpsolver.task.derivation import Derivation
from cpsolver.task.objectives import as_good, objectives, worth
from cpsolver.task.result import Deadline, Progress, Result, Settings, Status, never, unheard
from cpsolver.task.task import Aim, Solution, Task

PATIENCE = 10.0
"""Seconds a proof of uniqueness, or another solver where the first is stuck, may take if no time limit is set."""

DERIVATION_PATIENCE = 2.0
"""Seconds the derivation shown with an answer may take; `explain` has no such limit."""

REFUTATION_PATIENCE = 2.0
"""Seconds that each question may take by which a contradiction is narrowed down, if no time limit is set."""

Source = str | Path | Loaded


def untold(done: int, of: int) -> None:
    """Tell nobody how far a sweep has come."""


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
    start: Start | None = None,
    derive: bool = True,
    shortest: bool = False,
    verbose: bool = False,
    conflict: bool = True,
    narrow: bool = False,
    workers: int | None = None,
    hint: Hint | None = None,
    order: str | None = None,
    propagate: str | None = None,
    restarts: bool = False,
    told: Callable[[int, int], None] = untold,
    progress: Callable[[Progress], None] = unheard,
    found: Callable[[Solution], None] = unheard,
    stop: Callable[[], bool] = never,
) -> Answer:
    """The answer to a task: one solution and whether it is the only one; with `every` all, up to `limit`.

    Where givens are swept, a list or a range being given, the answer is a `Sweep`: a table of all their values.

    source:  a name on the shelf, a path, a spec's text, a player's grid, or a task already loaded
    start:   where somebody plays the task: from its givens alone, which is the default, or from the current board
    derive:  also work out a derivation, if that takes no longer than a moment
    seconds: time limit for all of it
    shortest: use the fewest formulas, and prove that fewer do not suffice: formula domains only
    conflict: where a finite task has no solution, also work out what contradicts what, in a moment
    verbose: show the solution put back into all formulas, and to how many digits each value is confirmed
    narrow:  what all solutions share instead, of a best solution all as good: the values each variable has in some
    workers: threads a solver may use; one by default, so that equal seeds give equal answers
    hint:    values to be tried first, variable → value, or an answer as text: they forbid nothing
    order, propagate, restarts: how a recursion goes on, of those in `task.result`; a solver without is an error
    told:    of a sweep, called with how many points are done of those that must be solved one by one
    progress: of a finite task, called now and then with how far the search is
    found:   where several solutions are asked for, called with each of them, checked, as soon as it is found
    depth:   how deep auxiliary tasks may be nested; a solver that knows no auxiliary tasks is then not asked in turn
    Raises: SpecError, UnknownName, UnsupportedTask (the named solver cannot treat the task).
    """
    loaded = hinted(load(source, parameters).at(start), hint)
    if loaded.kind.sweeping is not None and loaded.kind.sweeping.axes(loaded.task):
        _refuse_of_a_sweep(loaded, shortest=shortest, limit=limit is not None, depth=depth is not None)
        _refuse_of_a_sweep(loaded, order=order is not None, propagate=propagate is not None, restarts=restarts)
        from cpsolver.api.sweeping import sweep  # it needs NumPy

        return sweep(loaded, solver=solver, seconds=seconds, told=told, stop=stop)
    many = every or limit is not None
    settings = Settings(seconds, limit=seconds, seed=seed, depth=depth, stop=stop, workers=workers, told=progress)
    if many:
        settings = replace(settings, solutions=limit, found=_checking(loaded.task, found))
    settings, solver = with_heuristics(settings, solver, order, propagate, restarts)
    return _answered(loaded, settings, solver, _Wanted(many, narrow, shortest, conflict, derive, verbose))


def _refuse_of_a_sweep(loaded: Loaded, **asked: bool) -> None:
    """Raises: UnsupportedTask for options that are for one task."""
    for option, is_asked in asked.items():
        if is_asked:
            raise UnsupportedTask(f"{loaded.name} is a sweep, and '--{option}' is for one task; leave it out")


@dataclass(frozen=True)
class _Wanted:
    """What `solve` is asked for: see there. many: several solutions."""

    many: bool
    narrow: bool
    shortest: bool
    conflict: bool
    derive: bool
    verbose: bool


def _answered(loaded: Loaded, settings: Settings, solver: str | None, wanted: _Wanted) -> Answer:
    """The answer with all that is to be noted. Raises: UnknownName, UnsupportedTask."""
    shortest = wanted.shortest
    if shortest and solver not in (None, "auxiliary"):
        raise UnsupportedTask(f"{spelt(solver or '')} has no derivation to shorten; leave '--solver' out")
    fewest = shortening.shortest(loaded, settings.seconds, settings.stop) if shortest else None
    solver = "auxiliary" if shortest else solver
    solvers = (able(solver, loaded),) if solver else all_able(loaded)
    run = _Run(loaded, replace(settings, techniques=fewest.techniques if fewest else ()))
    ask = _narrowing(run) if wanted.narrow else run.all if wanted.many else run.one
    answer = run.first_that_knows(solvers if settings.depth is None else solvers[:1], ask)
    notes = (*(fewest.notes if fewest else ()), *started_from(answer, run.aside(PATIENCE)))
    notes = (*notes, *remarks_on(answer), *answer.notes, *run.refuted(answer))
    answer = replace(answer, notes=notes, verbose=wanted.verbose)
    answer = replace(answer, conflict=run.conflict(answer) if wanted.conflict else None)
    return measured(run.derived(answer) if wanted.derive else replace(answer, derivation=None))


def started_from(answer: Answer, settings: Settings) -> tuple[str, ...]:
    """What an answer starts from, where somebody plays; if that has no solution, which entries are to blame."""
    loaded = answer.loaded
    notes = loaded.started_from
    if loaded.start == "givens" or answer.status is not Status.UNSATISFIABLE or loaded.kind.judge is None:
        return notes
    own = loaded.at("givens")

    def ask(task: Task, solutions: int) -> Result:
        solver = all_able(replace(own, task=task))[0]
        return checked(solver.solve(task, replace(settings, solutions=solutions)), task, solver.name)

    verdicts = loaded.kind.judge(own.task, loaded.position, ask)
    return (*notes, *(detail for verdict in verdicts if verdict.holds is False for detail in verdict.details))


class _Run:
    """One call of `solve`: several searches within one time limit."""

    def __init__(self, loaded: Loaded, settings: Settings) -> None:
        self.loaded, self.task, self.settings = loaded, loaded.task, settings
        self.deadline = Deadline(settings)

    def within(self, patience: float | None) -> Settings:
        """The settings with what is left of the time; without a limit, with some patience."""
        left = self.deadline.left
        return replace(self.settings, seconds=patience if left is None else left)

    def aside(self, patience: float | None) -> Settings:
        """The same for a question beside the task, of which nobody is told anything."""
        return replace(self.within(patience), told=unheard, found=unheard)

    def first_that_knows(self, solvers: Sequence[Solver], ask: Callable[[Solver, Settings], Answer]) -> Answer:
        """The answer of the first solver that has one. Where all are stuck, the first's, and what data would help."""
        first: Answer | None = None
        notes: list[str] = []
        for solver in solvers:
            if first and self.deadline.passed:
                break  # loading the next one would take longer still
            answer = ask(solver, self.within(PATIENCE if first else None))
            if answer.status is not Status.UNKNOWN or self.settings.stop():
                return replace(answer, notes=(*notes, *answer.notes), derivation=self.needed(answer))
            missing = () if first else self.loaded.kind.missing(self.task)
            if missing:  # another solver has no more data
                return replace(answer, notes=missing)
            first = first or answer
            notes.append(f"{spelt(solver.name)}: {answer.result.note}")
        assert first is not None, "there is at least one able solver"
        return replace(first, notes=tuple(notes[1:]))

    def needed(self, answer: Answer) -> Derivation | None:
        """The steps of a derivation by auxiliary models that lead to what is sought: conditions were tested by more."""
        if answer.derivation is None or answer.solver != "auxiliary" or not answer.status.has_solution:
            return answer.derivation
        return answer.derivation.towards(self.task.sought.variables)

    def refuted(self, answer: Answer) -> tuple[str, ...]:
        """What contradicts what in a task without solution, where its kind can tell."""
        tell = self.loaded.kind.refuted
        if tell is None or answer.status is not Status.UNSATISFIABLE or self.settings.stop():
            return ()
        solver = SOLVERS.get(answer.solver)

        def ask(task: Task, solutions: int) -> Result:
            settings = replace(self.aside(REFUTATION_PATIENCE), solutions=solutions, explain=False)
            reason = solver.refuses(task)
            return Result(Status.UNKNOWN, note=reason) if reason else self.ask(solver, task, settings)

        return tell(self.task, ask)

    def conflict(self, answer: Answer) -> Conflict | None:
        """What contradicts what in a finite task without solution, as far as a moment suffices to find it."""
        if answer.status is not Status.UNSATISFIABLE or self.task.is_real or self.settings.stop():
            return None
        from cpsolver.api.conflicts import conflict_of

        return conflict_of(self.loaded, self.aside(REFUTATION_PATIENCE))

    def ask(self, solver: Solver, task: Task, settings: Settings) -> Result:
        """The checked result of a solver; the generator is given the kind's techniques."""
        own = self.settings.techniques or techniques_of(self.loaded.kind)
        techniques = own if solver.name == "auxiliary" else ()
        return checked(solver.solve(task, replace(settings, techniques=techniques)), task, solver.name)

    def all(self, solver: Solver, settings: Settings) -> Answer:
        """All solutions, or all best ones, up to the limit."""
        sought = self.task.sought
        asked = replace(self.task, sought=replace(sought, aim=Aim.ALL)) if sought.aim is Aim.ONE else self.task
        result = self.ask(solver, asked, settings)
        # who looked for one solution cannot know that it is the only one as good
        unique = result.unique if settings.solutions == 1 else _is_only(result)
        return Answer(self.loaded, solver.name, result, unique, result.derivation)

    def narrowed(self, solver: Solver, settings: Settings) -> Answer:
        """What all solutions share, of the best ones what these share."""
        task, best = self.task, None
        if objectives(task):
            best = self.ask(solver, task, settings)
            if best.status is not Status.OPTIMAL_SOLUTION:
                return Answer(self.loaded, solver.name, best)
            task, settings = as_good(task, worth(task, best.solutions[0])), self.within(None)
        asked = replace(task, sought=replace(task.sought, aim=Aim.NARROW, objective=None))
        result = self.ask(solver, asked, replace(settings, told=unheard))
        result = replace(result, objective=best.objective if best else None)
        known = result.knowledge
        unique = True if result.status.has_solution and known is not None and known.open_count == 0 else None
        return Answer(self.loaded, solver.name, result, unique, narrowed=True)

    def one(self, solver: Solver, settings: Settings) -> Answer:
        """One solution first, so that it is safe; then, with the time that is left, another or the proof of none."""
        result = self.ask(solver, self.task, settings)
        answer = Answer(self.loaded, solver.name, result, result.unique, result.derivation)
        again = self.within(PATIENCE)
        is_open = result.status in (Status.SATISFIED, Status.OPTIMAL_SOLUTION) and result.unique is None
        if not is_open or self.settings.stop() or again.seconds == 0:
            return answer
        if result.status is Status.OPTIMAL_SOLUTION:
            asked = as_good(self.task, worth(self.task, result.solutions[0]))
        else:
            asked = self.task
        second = self.ask(solver, asked, replace(again, solutions=2, told=unheard))
        found, note = self.sought(solver, asked, _both(solver.name, result, second))
        notes = (*answer.notes, note) if note else answer.notes
        seconds = second.statistics.seconds
        return replace(answer, result=found, unique=_is_only(second), proof_seconds=seconds, notes=notes)

    def sought(self, solver: Solver, task: Task, found: Result) -> tuple[Result, str]:
        """Two solutions that differ in what is sought, if any do; else that none do. Of finite tasks only."""
        if task.is_real or self.settings.stop():
            return found, ""
        again = replace(self.within(PATIENCE), solutions=1, told=unheard, found=unheard)
        return sought_alone(task, found, lambda other: self.ask(solver, other, again))

    def derived(self, answer: Answer) -> Answer:
        """The answer with a derivation by auxiliary models, where that is quickly found and needs no choice."""
        is_known = answer.derivation is not None or answer.narrowed or self.task.is_real
        if is_known or answer.unique is not True or self.settings.stop():
            return answer
        solver = SOLVERS.get("auxiliary")
        if solver.refuses(self.task):
            return answer
        left = self.deadline.left
        seconds = DERIVATION_PATIENCE if left is None else min(left, DERIVATION_PATIENCE)
        settings = replace(self.settings, seconds=seconds, solutions=1, told=unheard, found=unheard)
        result = self.ask(solver, self.task, settings)
        found = result.derivation
        if found is not None and result.solutions[:1] == answer.solutions[:1] and is_forced(found):
            return replace(answer, derivation=found.towards(self.task.sought.variables))
        note = f"no derivation without a guess was found within {seconds:.3g} s; see `cpsolver explain`"
        return replace(answer, notes=(*answer.notes, note))


def _narrowing(run: _Run) -> Callable[[Solver, Settings], Answer]:
    """How to ask what all solutions share. Raises: UnsupportedTask of a task that is not finite."""
    if run.task.is_real:
        raise UnsupportedTask(
            f"{run.loaded.name} is a task of formulas; what all solutions share is found of finite ones"
        )
    return run.narrowed


def _checking(task: Task, found: Callable[[Solution], None]) -> Callable[[Solution], None]:
    """Pass on solutions that meet all conditions; one that does not is met, and told of, when all are checked."""

    def passed_on(solution: Solution) -> None:
        if not task.violations(solution):
            found(solution)

    return unheard if found is unheard else passed_on


def _is_only(result: Result) -> bool | None:
    """Whether a search for several solutions shows that there is one; of an objective, one that good."""
    if result.unique is not None or result.status is not Status.OPTIMAL_SOLUTION or result.note:
        return result.unique
    return len(result.solutions) == 1


def _both(solver: str, first: Result, second: Result) -> Result:
    """The first result with what the search for a second solution added; its own cost stays what is shown.

    Raises: SolverError if the two contradict each other.
    """
    complete = second.status is Status.ALL_SOLUTIONS
    if second.status is Status.UNSATISFIABLE or (complete and first.solutions[0] not in second.solutions):
        raise SolverError(f"{solver} found a solution, and then proved that there is none such")
    others = tuple(solution for solution in second.solutions if solution != first.solutions[0])
    status = second.status if complete and first.status is Status.SATISFIED else first.status
    return replace(first, status=status, solutions=(first.solutions[0], *others[:1]), note=second.note)


def is_forced(derivation: Derivation) -> bool:
    """Whether no step of a derivation was chosen."""
    return all(step.forced for step in derivation)


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
        if not loaded.task.is_real:
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
