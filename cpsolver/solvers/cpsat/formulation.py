"""From a task to its CP-SAT model, or to the reason why there is none."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cpsolver.errors import UnsupportedTask
from cpsolver.solvers.cpsat.coding import Symbols
from cpsolver.solvers.cpsat.compiler import Compiler
from cpsolver.solvers.cpsat.model import SolverModel, Unsupported
from cpsolver.solvers.cpsat.sums import Sum
from cpsolver.task.building import building
from cpsolver.task.condition import Condition
from cpsolver.task.domain import Finite, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.objectives import objectives
from cpsolver.task.task import Aim, Objective, Solution, Task

FILTERED = 1_000
"""Conditions on one variable narrow its domain outright if it has no more values than this."""


class TimeIsUp(Exception):
    """The deadline passed while the model was built."""


@dataclass(frozen=True)
class Formulation:
    """A solver model and the way back from it.

    domains:      of every variable, narrowed by the givens and by the conditions on it alone
    is_infeasible: whether one of them is empty; there is no model then
    objectives:   what to minimize or maximize, in order, with whole coefficients
    scales:       of each objective by what its value was multiplied to that end
    """

    model: SolverModel
    compiler: Compiler
    domains: Mapping[str, Finite]
    is_infeasible: bool = False
    objectives: tuple[Sum, ...] = ()
    scales: tuple[int, ...] = ()

    def solution(self, numbers: Sequence[int]) -> Solution:
        """The values of all variables, given what CP-SAT found for its own."""
        indices, codings = self.compiler.indices, self.compiler.codings
        return {
            name: codings[name].value(numbers[indices[name]]) if name in indices else domain.values[0]
            for name, domain in self.domains.items()
        }


@building()
def formulate(task: Task, goes_on: Callable[[], bool] = lambda: True) -> Formulation:
    """The solver model of a finite task. Raises: UnsupportedTask with the reason in words; TimeIsUp."""
    domains = _given_domains(task)
    others = _filter(task, domains)
    model = SolverModel()
    if any(domain.is_empty for domain in domains.values()):
        return Formulation(model, Compiler(model, domains, Symbols(0)), domains, is_infeasible=True)
    compiler = Compiler(model, domains, Symbols.above(domains.values()))
    _declare(compiler)
    for condition in others:
        if not goes_on():
            raise TimeIsUp
        try:
            compiler.post(condition.expression)
        except Unsupported as reason:
            raise UnsupportedTask(f"{_place(condition)}: {reason}") from None
    sums = [_objective(each, compiler) for each in objectives(task)]
    whole = tuple(each.times(each.denominator) for each in sums)
    return Formulation(model, compiler, domains, False, whole, tuple(each.denominator for each in sums))


def _given_domains(task: Task) -> dict[str, Finite]:
    """The domains narrowed by the givens, without the record of where each narrowing is from."""
    domains = {variable.name: variable.domain for variable in task.variables if isinstance(variable.domain, Finite)}
    for fact in task.given:
        domains[fact.variable] = domains[fact.variable].meet(fact.domain)
    return domains


def _filter(task: Task, domains: dict[str, Finite]) -> list[Condition]:
    """Narrow the domains by the conditions on one variable alone; what comes back are the others."""
    others = []
    for condition in task.conditions:
        name = _only_variable(condition.expression)
        if name is not None and len(domains[name]) <= FILTERED:
            domains[name] = Finite(tuple(value for value in domains[name] if condition.holds({name: value})))
        else:
            others.append(condition)
    return others


def _only_variable(node: Node) -> str | None:
    """The variable of an expression that has one only. Looks no further than the second: most have more."""
    found, stack = None, [node]
    while stack:
        top = stack.pop()
        if isinstance(top, Name):
            if found is not None and top.name != found:
                return None
            found = top.name
        elif isinstance(top, Call):
            stack += top.arguments
        elif not isinstance(top, Constant):
            stack.extend(top.children())
    return found


def _declare(compiler: Compiler) -> None:
    for name in compiler.domains:
        try:
            compiler.declare(name)
        except Unsupported as reason:
            raise UnsupportedTask(f"'{name}': {reason}") from None


def _objective(objective: Objective, compiler: Compiler) -> Sum:
    """What an objective is worth; it is defined in every solution."""
    try:
        term = compiler.number(objective.expression)
        compiler.require(term.defined, ())
        compiler.model.fits(compiler.model.size(term.value.times(term.value.denominator)))
    except Unsupported as reason:
        place = f" ({objective.mark})" if objective.mark else ""
        raise UnsupportedTask(f"the objective{place}: {reason}") from None
    return term.value


def _place(condition: Condition) -> str:
    """How the condition is called, and where it stands."""
    named = condition.label or str(condition)
    return f"condition '{named}' ({condition.mark})" if condition.mark else f"condition '{named}'"


class _Last(threading.local):
    """The formulation made last, so that asking whether a task is refused and then solving it builds it once."""

    task: weakref.ref[Task] | None = None
    formulation: Formulation | None = None
    seconds: float = 0.0


_last = _Last()


def obstacle(task: Task) -> str | None:
    """Why CP-SAT cannot treat a finite task, or None: found out by formulating it, which `solve` need not repeat."""
    start = time.perf_counter()
    try:
        formulation = formulate(task)
    except UnsupportedTask as error:
        return str(error)
    _last.task, _last.formulation, _last.seconds = weakref.ref(task), formulation, time.perf_counter() - start
    return None


def take(task: Task, goes_on: Callable[[], bool]) -> tuple[Formulation, float]:
    """The formulation of the task, the caller's to change, and the seconds it took before it was asked for.

    Raises: UnsupportedTask, TimeIsUp.
    """
    formulation = _last.formulation
    is_this = _last.task is not None and _last.task() is task
    _last.task = _last.formulation = None
    if is_this and formulation is not None:
        return formulation, _last.seconds
    return formulate(task, goes_on), 0.0


def objective_value(task: Task, solution: Solution) -> Value | None:
    """What the objective is worth in a solution; None without an objective."""
    objective = task.sought.objective
    return None if objective is None or task.sought.aim is not Aim.BEST else evaluate(objective.expression, solution)
