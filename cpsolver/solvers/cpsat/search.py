"""Running CP-SAT on a formulation: one solution, several, the best, or what all share; within time, and stoppable."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ortools.sat.python import cp_model

from cpsolver.errors import SolverError
from cpsolver.solvers.cpsat.callbacks import Callback, Collector, Optimum
from cpsolver.solvers.cpsat.formulation import Formulation, TimeIsUp, objective_value, take
from cpsolver.solvers.cpsat.sums import Sum
from cpsolver.task.domain import Finite, Value
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.objectives import objectives
from cpsolver.task.result import Deadline, Result, Settings, Statistics, Status, unheard
from cpsolver.task.task import Aim, Fact, Objective, Solution, Task

POLL = 0.05
"""Seconds between two looks at whether to stop."""

MOMENT = 0.02
"""Seconds for which a search may run without being watched."""

SMALL_MODEL = 5_000
"""Constraints of the largest model that is tried without being watched: reading one takes time of its own."""

LIGHT_EFFORT = 1.0
"""CP-SAT's deterministic seconds for a first try without probing and symmetries, which cost more than most tasks."""


def solve(task: Task, settings: Settings) -> Result:
    """What CP-SAT says of a finite task. `nodes` are its branches, `backtracks` its conflicts.

    One worker, so that equal tasks and seeds give equal answers. Raises: UnsupportedTask, SolverError.
    """
    deadline = Deadline(settings)
    try:
        formulation, spent = take(task, lambda: not deadline.passed)
    except TimeIsUp:
        return Result(Status.UNKNOWN, statistics=Statistics(deadline.elapsed), note=deadline.note())
    deadline.start -= spent  # what was built to find out whether the task is refused is part of solving it
    search = Search(task, formulation, settings, deadline)
    if formulation.is_infeasible:
        return search.result(Status.UNSATISFIABLE)
    if task.sought.aim is Aim.NARROW:
        return search.narrow()
    search.hint()
    if formulation.objectives:
        return search.best()
    return search.one() if settings.solutions == 1 else search.several(settings.solutions)


class Search:
    """One run over a formulation, with what it has cost so far."""

    def __init__(self, task: Task, formulation: Formulation, settings: Settings, deadline: Deadline) -> None:
        self.task, self.formulation, self.settings, self.deadline = task, formulation, settings, deadline
        self.branches = self.conflicts = 0

    def hint(self) -> None:
        """Tell CP-SAT the values it may try first."""
        compiler, model = self.formulation.compiler, self.formulation.model
        for fact in self.task.hints:
            index = compiler.indices.get(fact.variable)
            numbers = dict(compiler.coded(fact.variable)) if index is not None and fact.domain.is_fixed else {}
            value = fact.domain.value if isinstance(fact.domain, Finite) and fact.domain.is_fixed else None
            if index is not None and value in numbers:
                model.proto.add_hint(model.variables[index], numbers[value])

    def one(self) -> Result:
        """One solution. What a light search does not settle soon, CP-SAT's full machinery takes up."""
        status, numbers = self._as_hinted() if self.task.hints else (cp_model.UNKNOWN, ())
        if status not in _FOUND:
            status, numbers = self._run(self._solver(light=True, effort=LIGHT_EFFORT))
        if status == cp_model.UNKNOWN and not self.deadline.passed:
            status, numbers = self._run(self._solver(light=False, effort=self.settings.effort))
        if status in _FOUND:
            solution = self.formulation.solution(numbers)
            self.settings.found(solution)
            return self.result(Status.SATISFIED, [solution])
        return self.result(Status.UNSATISFIABLE if status == cp_model.INFEASIBLE else Status.UNKNOWN)

    def _as_hinted(self) -> tuple[cp_model.CpSolverStatus, Sequence[int]]:
        """A solution with all values that are hinted at, if there is one that is soon found: no other is closer."""
        solver = self._solver(light=True, effort=LIGHT_EFFORT)
        solver.parameters.fix_variables_to_their_hinted_value = True
        return self._run(solver)

    def several(self, limit: int | None) -> Result:
        """Solutions up to a limit, each once."""
        status, found = self._enumerate(limit)
        if limit is not None and len(found) >= limit:
            return self.result(Status.SATISFIED, found)
        if status == cp_model.INFEASIBLE:
            return self.result(Status.UNSATISFIABLE)
        if status == cp_model.OPTIMAL:
            return self.result(Status.ALL_SOLUTIONS, found)
        return self.result(Status.SATISFIED if found else Status.UNKNOWN, found, is_cut_short=True)

    def best(self) -> Result:
        """The best solution by all objectives in order; where more than one is asked for, all as good, up to the limit.

        Of each objective the best is found, and then fixed for the next.
        """
        model = self.formulation.model
        best: Optimum | None = None
        for number, (objective, sum_, scale) in enumerate(self._objectives()):
            optimum = Optimum(self.formulation, objective, sum_, scale, self._quiet(first=number == 0))
            (model.proto.maximize if objective.maximize else model.proto.minimize)(model.expression(sum_))
            status = self._optimize(optimum)
            if status == cp_model.INFEASIBLE and best is None:
                return self.result(Status.UNSATISFIABLE)
            found = optimum.solutions or (best.solutions if best else [])
            if status != cp_model.OPTIMAL:
                bound = optimum.bound if best is None else best.bound
                return self.result(Status.SATISFIED if found else Status.UNKNOWN, found, is_cut_short=True, bound=bound)
            best = best or optimum
            self._fix(optimum)
        if self.settings.solutions == 1:
            return self.result(Status.OPTIMAL_SOLUTION, found)
        status, others = self._enumerate(self.settings.solutions)
        return self.result(Status.OPTIMAL_SOLUTION, others or found, is_cut_short=status not in _FOUND)

    def _objectives(self) -> Iterator[tuple[Objective, Sum, int]]:
        formulation = self.formulation
        return zip(objectives(self.task), formulation.objectives, formulation.scales, strict=True)

    def _quiet(self, *, first: bool) -> Settings:
        """Who hears of a search for the best: of solutions only where one is asked for, of progress the first only."""
        found = self.settings.found if self.settings.solutions == 1 else unheard
        return replace(self.settings, found=found, told=self.settings.told if first else unheard)

    def _optimize(self, optimum: Optimum) -> cp_model.CpSolverStatus:
        solver = self._solver(light=False)
        solver.best_bound_callback = optimum.bounded
        status, _ = self._run(solver, optimum)
        if status in (*_FOUND, cp_model.UNKNOWN):
            optimum.bounded(solver.best_objective_bound)
        return status

    def _fix(self, optimum: Optimum) -> None:
        """From now on only what is as good will do; the search for more starts at the solution found."""
        model = self.formulation.model
        model.proto.clear_objective()
        model.post(model.claim(optimum.sum.plus(Sum({}, -optimum.worth)), "="))
        model.proto.clear_hints()
        for index in self.formulation.compiler.indices.values():
            model.proto.add_hint(model.variables[index], optimum.numbers[index])

    def narrow(self) -> Result:
        """What all solutions share: each search must show a value of some variable not seen in any solution before.

        When there is none, no value unseen is in any solution. Ended early, nothing is narrowed.
        """
        model, known = self.formulation.model, self.task.knowledge()
        names = list(self.formulation.compiler.indices)
        unseen = {name: dict(self.formulation.compiler.coded(name)) for name in names}
        first: Solution | None = None
        while True:
            status, numbers = self._run(self._solver(light=True))
            if status not in _FOUND:
                break
            solution = self.formulation.solution(numbers)
            first = first or solution
            for name in names:
                unseen[name].pop(solution[name], None)
            claims = [
                model.membership(Sum({self.formulation.compiler.indices[name]: 1}), list(values.values()))
                for name, values in unseen.items()
                if values
            ]
            model.clause([model.literal(claim) for claim in claims])
        if status != cp_model.INFEASIBLE:
            return self.result(Status.UNKNOWN, knowledge=known)
        if first is None:
            return self.result(Status.UNSATISFIABLE)
        for name, domain in self.formulation.domains.items():
            left = [value for value in domain if value not in unseen.get(name, ())]
            known.absorb(Finding((Fact(name, Finite(tuple(left))),)))
        return self.result(Status.SATISFIED, [first], knowledge=known)

    # Runs

    def _solver(self, *, light: bool, effort: float | None = None) -> cp_model.CpSolver:
        """A CP-SAT solver with these settings. `light`: without what pays only in long searches."""
        solver = cp_model.CpSolver()
        parameters = solver.parameters
        parameters.num_workers = 1 if light else self.settings.workers or 1
        parameters.random_seed = self.settings.seed
        parameters.catch_sigint_signal = False
        if light:
            parameters.cp_model_probing_level = 0
            parameters.symmetry_level = 0
        if effort is not None:
            parameters.max_deterministic_time = effort
        return solver

    def _enumerate(self, limit: int | None) -> tuple[cp_model.CpSolverStatus, list[Solution]]:
        """Solutions up to a limit, each once over the task's variables."""
        solver = self._solver(light=True)
        solver.parameters.enumerate_all_solutions = True
        collector = Collector(self.formulation, limit, self.settings)
        status, _ = self._run(solver, collector)
        return status, list(collector.found.values())

    def _run(
        self, solver: cp_model.CpSolver, collector: Callback | None = None
    ) -> tuple[cp_model.CpSolverStatus, Sequence[int]]:
        """The status and the numbers of the last solution. Raises: SolverError if the model is invalid.

        A small model is tried outright for a moment, since most are solved in less time than a thread costs. What
        that leaves open is searched again, the same way, in a thread, while this one watches the clock.
        """
        if self.deadline.passed:
            return cp_model.UNKNOWN, ()
        status = self._try_briefly(solver, collector)
        if status is None:
            status = self._watched(solver, collector)
        if status == cp_model.MODEL_INVALID:
            raise SolverError(f"CP-SAT calls its model invalid: {self.formulation.model.proto.validate()}")
        self.branches += solver.num_branches
        self.conflicts += solver.num_conflicts
        # A copy: what OR-tools returns is a window on memory that goes with the solver.
        return status, list(solver.response_proto.solution) if status in _FOUND else ()

    def _try_briefly(self, solver: cp_model.CpSolver, collector: Callback | None) -> cp_model.CpSolverStatus | None:
        """The status after a moment, in this thread; None if that settles nothing, or if the model is not small."""
        left, model = self.deadline.left, self.formulation.model.proto
        if (left is not None and left <= MOMENT) or len(model.proto.constraints) > SMALL_MODEL:
            return None
        solver.parameters.max_time_in_seconds = MOMENT
        status = solver.solve(model, collector)
        solver.parameters.clear_max_time_in_seconds()
        is_cut_short = status == cp_model.FEASIBLE and not (collector and collector.is_full)
        return None if status == cp_model.UNKNOWN or is_cut_short else status

    def _watched(self, solver: cp_model.CpSolver, collector: Callback | None) -> cp_model.CpSolverStatus:
        """The status in the end. CP-SAT works in a thread of its own, which a passed deadline or Ctrl-C stops.

        Raises: KeyboardInterrupt, once the search has ended.
        """
        left = self.deadline.left
        if left is not None:
            solver.parameters.max_time_in_seconds = max(left, 0.001)
        work = _Work(solver, self.formulation.model.proto, collector)
        work.start()
        try:
            while not work.done.wait(POLL):
                if self.deadline.passed:
                    solver.stop_search()
        finally:
            while work.is_alive():
                solver.stop_search()
                work.join(POLL)
        if work.error is not None:
            raise work.error
        return work.status

    def result(
        self,
        status: Status,
        solutions: Sequence[Solution] = (),
        *,
        knowledge: Knowledge | None = None,
        is_cut_short: bool = False,
        bound: Value | None = None,
    ) -> Result:
        """The result with what it cost, and a note where something is left unsettled."""
        objective = objective_value(self.task, solutions[0]) if solutions else None
        return Result(
            status,
            tuple(solutions),
            objective,
            knowledge,
            statistics=Statistics(self.deadline.elapsed, nodes=self.branches, backtracks=self.conflicts),
            note=self.deadline.note() if is_cut_short or status is Status.UNKNOWN else "",
            bound=bound,
        )


class _Work(threading.Thread):
    """One call of CP-SAT in a thread of its own."""

    def __init__(self, solver: cp_model.CpSolver, model: cp_model.CpModel, callback: Callback | None) -> None:
        super().__init__(daemon=True)
        self.solver, self.model, self.callback = solver, model, callback
        self.done = threading.Event()
        self.status = cp_model.UNKNOWN
        self.error: Exception | None = None

    def run(self) -> None:
        """Solve, and keep what came of it for the thread that waits."""
        try:
            self.status = self.solver.solve(self.model, self.callback)
        except Exception as error:
            self.error = error
        finally:
            self.done.set()


_FOUND = (cp_model.OPTIMAL, cp_model.FEASIBLE)
