"""A CP-SAT model with a literal on every given and every condition, which says whether it must hold.

The constraints stay native and are enforced by their literal alone. What is made beside them, a product or the element
of a list, is defined everywhere by the variables, so it needs no switch. Domains are not narrowed by anything that can
be switched off. One model is built, and all questions are put to it: literals assumed to be true, whose part in a
refutation CP-SAT tells, or fixed for the time of a question.
"""

from __future__ import annotations

import threading

from ortools.sat.python import cp_model

from cpsolver.auxiliary.switches import UNDECIDED, Member, Members, Numbered, Ruling
from cpsolver.errors import SolverError, UnsupportedTask
from cpsolver.solvers.cpsat.coding import Symbols
from cpsolver.solvers.cpsat.compiler import Compiler
from cpsolver.solvers.cpsat.formulation import Formulation
from cpsolver.solvers.cpsat.model import SolverModel, Unsupported
from cpsolver.solvers.cpsat.sums import Sum
from cpsolver.task.condition import Condition
from cpsolver.task.domain import Finite
from cpsolver.task.result import Deadline, Settings
from cpsolver.task.task import Fact, Task

POLL = 0.05
"""Seconds between two looks at whether to stop."""

_FOUND = (cp_model.OPTIMAL, cp_model.FEASIBLE)


class Switched:
    """The model of a task with a switch on every given and every condition.

    Raises: UnsupportedTask where CP-SAT cannot take the task without narrowing its domains by the givens first.
    """

    def __init__(self, task: Task, settings: Settings) -> None:
        self.numbered, self.deadline, self.seed = Numbered(task), Deadline(settings), settings.seed
        domains = {variable.name: variable.domain for variable in task.variables if isinstance(variable.domain, Finite)}
        self.model = SolverModel()
        self.compiler = Compiler(self.model, domains, Symbols.above(domains.values()))
        self.formulation = Formulation(self.model, self.compiler, domains)
        self.literals = tuple(self.model.new_literal() for _ in self.numbered.members)
        try:
            for name in domains:
                self.compiler.declare(name)
            for literal, item in zip(self.literals, self.numbered.members, strict=True):
                self._post(item, literal)
        except Unsupported as reason:
            raise UnsupportedTask(f"with a switch on every condition: {reason}") from None
        self.number_of = {literal: number for number, literal in enumerate(self.literals)}

    def _post(self, item: Member, literal: int) -> None:
        """The member holds wherever its literal does. Raises: Unsupported."""
        if isinstance(item, Condition):
            self.compiler.post(item.expression, (literal,))
        elif item.variable in self.compiler.indices:
            numbers = [number for value, number in self.compiler.coded(item.variable) if value in item.domain]
            claim = self.model.membership(Sum({self.compiler.indices[item.variable]: 1}), numbers)
            self.model.post(claim, (literal,))
        elif self._constant(item) not in item.domain:
            self.model.clause((~literal,))

    def _constant(self, fact: Fact) -> object:
        return self.compiler.domains[fact.variable].values[0]

    def keeping(self, kept: Members) -> Ruling:
        """Whether these members can hold together; where they cannot, which of them CP-SAT's refutation used."""
        proto = self.model.proto
        proto.clear_objective()
        proto.clear_assumptions()
        proto.add_assumptions([self.model.variables[self.literals[number]] for number in sorted(kept)])
        solver, status = self._run()
        proto.clear_assumptions()
        if status in _FOUND:
            return self._solution(solver)
        if status != cp_model.INFEASIBLE:
            return UNDECIDED
        used = frozenset(
            self.number_of[index] for index in solver.sufficient_assumptions_for_infeasibility() if index >= 0
        )
        return Ruling(False, core=used & kept or kept)

    def most(self, kept: Members, effort: float | None = None) -> Ruling:
        """A solution that keeps these, and of the others as many as it can in so many deterministic seconds."""
        proto, variables = self.model.proto, self.model.variables
        others = [variables[self.literals[number]] for number in sorted(self.numbered.everything - kept)]
        proto.clear_assumptions()
        proto.maximize(cp_model.LinearExpr.sum(others))
        self._fix(kept, 1)
        solver, status = self._run(effort)
        self._fix(kept, 0)
        proto.clear_objective()
        if status in _FOUND:
            return Ruling(True, self._solution(solver).solution, is_most=status == cp_model.OPTIMAL)
        return Ruling(False, core=kept) if status == cp_model.INFEASIBLE else UNDECIDED

    def _fix(self, numbers: Members, lower: int) -> None:
        """Fix the literals of these members to true, or leave them open again."""
        for number in numbers:
            self.model.proto.proto.variables[self.literals[number]].domain[0] = lower

    def _solution(self, solver: cp_model.CpSolver) -> Ruling:
        return Ruling(True, self.formulation.solution(list(solver.response_proto.solution)))

    def _run(self, effort: float | None = None) -> tuple[cp_model.CpSolver, cp_model.CpSolverStatus]:
        """What one search says, in a thread of its own, so that a passed deadline or Ctrl-C ends it.

        Without presolving, probing and linear relaxations: each of many small questions to the same model would pay.
        Raises: SolverError if the model is invalid; KeyboardInterrupt, once the search has ended.
        """
        solver = cp_model.CpSolver()
        if self.deadline.passed:
            return solver, cp_model.UNKNOWN
        parameters = solver.parameters
        parameters.num_workers = 1
        parameters.random_seed = self.seed
        parameters.catch_sigint_signal = False
        parameters.cp_model_presolve = False
        parameters.linearization_level = 0
        parameters.cp_model_probing_level = 0
        parameters.symmetry_level = 0
        if effort is not None:
            parameters.max_deterministic_time = effort
        left = self.deadline.left
        if left is not None:
            parameters.max_time_in_seconds = max(left, 0.001)
        status = self._watched(solver)
        if status == cp_model.MODEL_INVALID:
            raise SolverError(f"CP-SAT calls its model invalid: {self.model.proto.validate()}")
        return solver, status

    def _watched(self, solver: cp_model.CpSolver) -> cp_model.CpSolverStatus:
        found: list[cp_model.CpSolverStatus] = []
        thread = threading.Thread(target=lambda: found.append(solver.solve(self.model.proto)), daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(POLL)
                if self.deadline.passed:
                    solver.stop_search()
        finally:
            while thread.is_alive():
                solver.stop_search()
                thread.join(POLL)
        return found[0]
