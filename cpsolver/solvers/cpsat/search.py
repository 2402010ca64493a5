"""Running CP-SAT on a formulation: one solution, several, the best, or what all share; within time, and stoppable."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from ortools.sat.python import cp_model

from cpsolver.errors import SolverError
from cpsolver.solvers.cpsat.formulation import Formulation, TimeIsUp, objective_value, take
from cpsolver.solvers.cpsat.sums import Sum
from cpsolver.task.domain import Finite
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.result import Deadline, Result, Settings, Statistics, Status
from cpsolver.task.task import Aim, Fact, Solution, Task

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
    if formulation.objective is not None:
        return search.best()
    return search.one() if settings.solutions == 1 else search.several(settings.solutions)


class Search:
    """One run over a formulation, with what it has cost so far."""

    def __init__(self, task: Task, formulation: Formulation, settings: Settings, deadline: Deadline) -> None:
        self.task, self.formulation, self.settings, self.deadline = task, formulation, settings, deadline
        self.branches = self.conflicts = 0

    def one(self) -> Result:
        """One solution. What a light search does not settle soon, CP-SAT's full machinery takes up."""
        status, numbers = self._run(self._solver(light=True, effort=LIGHT_EFFORT))
        if status == cp_model.UNKNOWN and not self.deadline.passed:
            status, numbers = self._run(self._solver(light=False, effort=self.settings.effort))
        if status in _FOUND:
            return self.result(Status.SATISFIED, [self.formulation.solution(numbers)])
        return self.result(Status.UNSATISFIABLE if status == cp_model.INFEASIBLE else Status.UNKNOWN)

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
        """The best solution; where more than one is asked for, then all others as good, up to the limit."""
        objective, model = self.formulation.objective, self.formulation.model
        assert objective is not None and self.task.sought.objective is not None
        expression = model.expression(objective)
        (model.proto.maximize if self.task.sought.objective.maximize else model.proto.minimize)(expression)
        status, numbers = self._run(self._solver(light=False))
        if status not in _FOUND:
            return self.result(Status.UNSATISFIABLE if status == cp_model.INFEASIBLE else Status.UNKNOWN)
        found = [self.formulation.solution(numbers)]
        if status == cp_model.FEASIBLE:
            return self.result(Status.SATISFIED, found, is_cut_short=True)
        if self.settings.solutions == 1:
            return self.result(Status.OPTIMAL_SOLUTION, found)
        worth = objective.constant + sum(c * numbers[index] for index, c in objective.terms.items())
        model.proto.clear_objective()
        model.post(model.claim(objective.plus(Sum({}, -worth)), "="))
        status, others = self._enumerate(self.settings.solutions)
        return self.result(Status.OPTIMAL_SOLUTION, others or found, is_cut_short=status not in _FOUND)

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
        parameters.num_workers = 1
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
        collector = _Collector(self.formulation, limit)
        status, _ = self._run(solver, collector)
        return status, list(collector.found.values())

    def _run(
        self, solver: cp_model.CpSolver, collector: _Collector | None = None
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

    def _try_briefly(self, solver: cp_model.CpSolver, collector: _Collector | None) -> cp_model.CpSolverStatus | None:
        """The status after a moment, in this thread; None if that settles nothing, or if the model is not small."""
        left, model = self.deadline.left, self.formulation.model.proto
        if (left is not None and left <= MOMENT) or len(model.proto.constraints) > SMALL_MODEL:
            return None
        solver.parameters.max_time_in_seconds = MOMENT
        status = solver.solve(model, collector)
        solver.parameters.clear_max_time_in_seconds()
        is_cut_short = status == cp_model.FEASIBLE and not (collector and collector.is_full)
        return None if status == cp_model.UNKNOWN or is_cut_short else status

    def _watched(self, solver: cp_model.CpSolver, collector: _Collector | None) -> cp_model.CpSolverStatus:
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
        )


class _Work(threading.Thread):
    """One call of CP-SAT in a thread of its own."""

    def __init__(self, solver: cp_model.CpSolver, model: cp_model.CpModel, callback: _Collector | None) -> None:
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


class _Collector(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]  # OR-tools has no types here
    """Keeps each solution once over the task's variables, and ends the search at the limit."""

    def __init__(self, formulation: Formulation, limit: int | None) -> None:
        super().__init__()
        self.formulation, self.limit = formulation, limit
        self.indices = tuple(formulation.compiler.indices.values())
        self.found: dict[tuple[int, ...], Solution] = {}

    @property
    def is_full(self) -> bool:
        """Whether the limit is reached."""
        return self.limit is not None and len(self.found) >= self.limit

    def on_solution_callback(self) -> None:
        """Called by CP-SAT at every solution."""
        if self.is_full:
            return
        numbers = list(self.response_proto.solution)
        key = tuple(numbers[index] for index in self.indices)
        if key not in self.found:
            self.found[key] = self.formulation.solution(numbers)
            if self.is_full:
                self.stop_search()


_FOUND = (cp_model.OPTIMAL, cp_model.FEASIBLE)
