"""A finite task stated to python-constraint, and its search counted and ended in time.

All-different over variables and linear sums are stated with its own constraints, everything else as a function on the
values of the condition's scope. Its string constraints, which execute what they are given, are never used.

It has no time limit and counts nothing, so a constraint of our own over all variables comes first in its list: it
sees every assignment, counts it, and ends the search when time is up. It never refuses one, and adds the same to the
degree of every variable, so the order of the search stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import lcm
from typing import Any

import constraint as library

from cpsolver.solvers.solver import hints_first, narrow
from cpsolver.task.decomposition import DECOMPOSITIONS, decomposed
from cpsolver.task.domain import Finite, Value
from cpsolver.task.evaluation import compiled
from cpsolver.task.expression import Call, Name, Node, names
from cpsolver.task.functions import Undefined
from cpsolver.task.linear import linear_form
from cpsolver.task.objectives import Worth, is_better, objectives
from cpsolver.task.result import Deadline, Progress, Result, Settings, Statistics, Status
from cpsolver.task.tally import BETWEEN_TOLD
from cpsolver.task.task import Aim, Solution, Task

GLANCE = 16
"""Assignments between two looks at the clock."""

Variables = Sequence[str]
Assignments = Mapping[str, Value]


class _TimeIsUp(Exception):
    """Raised through python-constraint to end its search."""


class _Watch(library.Constraint):  # type: ignore[misc]  # python-constraint has no types
    """Counts assignments and watches the clock; refuses nothing."""

    def __init__(self, deadline: Deadline) -> None:
        self.deadline = deadline
        self.nodes = self.depth = 0
        self.told = 0.0
        self.standing: Assignments = {}

    def __call__(self, variables: Variables, domains: Any, assignments: Assignments, forwardcheck: Any = False) -> bool:
        self.nodes += 1
        self.standing = assignments
        self.depth = max(self.depth, len(assignments))
        if self.nodes % GLANCE == 0 and self.deadline.passed:
            raise _TimeIsUp
        return True

    def preProcess(self, *_: Any) -> None:  # noqa: N802  # its name there
        """Nothing: the base class would drop this constraint where there is one variable only."""

    def statistics(self) -> Statistics:
        """What the search has cost. All assignments but those that stand at its end were taken back."""
        standing = len(self.standing)
        return Statistics(self.deadline.elapsed, nodes=self.nodes, depth=self.depth, backtracks=self.nodes - standing)


def _guarded(kind: type) -> type:
    """A sum constraint that leaves an empty domain alone, of which python-constraint would take the minimum."""

    def pre_process(self: Any, variables: Variables, domains: Any, constraints: Any, by_variable: Any) -> None:
        if all(domains[name] for name in variables):
            kind.preProcess(self, variables, domains, constraints, by_variable)  # type: ignore[attr-defined]

    return type(kind.__name__, (kind,), {"preProcess": pre_process})


_SUMS = {
    "=": _guarded(library.ExactSumConstraint),
    "<=": _guarded(library.MaxSumConstraint),
    ">=": _guarded(library.MinSumConstraint),
}


def solve(task: Task, settings: Settings) -> Result:
    """What python-constraint says of a finite task. An objective is met by listing all solutions."""
    if task.sought.aim is Aim.NARROW:
        return narrow(task, solve, settings)
    watch = _Watch(Deadline(settings))
    collect = _best if objectives(task) else _several
    return collect(hints_first(task), settings, watch)


def _several(task: Task, settings: Settings, watch: _Watch) -> Result:
    """Solutions up to the limit."""
    found: list[Solution] = []
    try:
        for solution in _solutions(task, watch):
            found.append(solution)
            settings.found(solution)
            _tell(settings, watch, len(found))
            if len(found) == settings.solutions:
                return Result(Status.SATISFIED, tuple(found), statistics=watch.statistics())
    except _TimeIsUp:
        status = Status.SATISFIED if found else Status.UNKNOWN
        return Result(status, tuple(found), statistics=watch.statistics(), note=watch.deadline.note())
    status = Status.ALL_SOLUTIONS if found else Status.UNSATISFIABLE
    return Result(status, tuple(found), statistics=watch.statistics())


def _tell(settings: Settings, watch: _Watch, number: int, best: Worth = ()) -> None:
    """Tell how far the search is: of the best every time, of a list now and then."""
    now = watch.deadline.elapsed
    if best or now - watch.told >= BETWEEN_TOLD:
        watch.told = now
        settings.told(Progress(now, number, best[0] if best else None))


def _best(task: Task, settings: Settings, watch: _Watch) -> Result:
    """The best of all solutions for which the objectives are defined, and others as good up to the limit."""
    wanted = objectives(task)
    value_of = [compiled(objective.expression) for objective in wanted]
    best: Worth = ()
    found: list[Solution] = []
    number, note = 0, ""
    try:
        for solution in _solutions(task, watch):
            try:
                worth = tuple(value(solution) for value in value_of)
            except Undefined:
                continue
            if not best or is_better(wanted, worth, best):
                best, found, number = worth, [], number + 1
                _tell(settings, watch, number, best)
                if settings.solutions == 1:
                    settings.found(solution)
            if worth == best and (settings.solutions is None or len(found) < settings.solutions):
                found.append(solution)
    except _TimeIsUp:
        note = watch.deadline.note()
    if settings.solutions != 1 and not note:
        for solution in found:
            settings.found(solution)
    status, objective = _STATUS[not note, bool(found)], best[0] if best else None
    return Result(status, tuple(found), objective, statistics=watch.statistics(), note=note)


_STATUS = {
    (True, True): Status.OPTIMAL_SOLUTION,
    (True, False): Status.UNSATISFIABLE,
    (False, True): Status.SATISFIED,
    (False, False): Status.UNKNOWN,
}


def _solutions(task: Task, watch: _Watch) -> Iterator[Solution]:
    """All solutions. Conditions on one variable or none are settled first: they need no search. Raises: _TimeIsUp."""
    domains = {n: list(d.values) for n, d in task.knowledge().domains.items() if isinstance(d, Finite)}
    others = []
    for part in (part for condition in task.conditions for part in _parts(condition.expression)):
        scope = names(part)
        holds = _function(part, scope)
        if len(scope) == 1:
            domains[scope[0]] = [value for value in domains[scope[0]] if holds(value)]
        elif scope:
            others.append((part, scope))
        elif not holds():
            return
    if watch.deadline.passed:
        raise _TimeIsUp
    if domains and all(domains.values()):
        yield from _problem(domains, others, watch).getSolutionIter()
    elif not domains:
        yield {}


def _problem(
    domains: Mapping[str, list[Value]], conditions: Sequence[tuple[Node, Sequence[str]]], watch: _Watch
) -> library.Problem:
    """The task as python-constraint knows it. It tries the last value of a domain first: so the domains are turned."""
    problem = library.Problem(library.BacktrackingSolver())
    for name, values in domains.items():
        problem.addVariable(name, values[::-1])
    problem.addConstraint(watch, list(domains))
    for condition, scope in conditions:
        problem.addConstraint(_constraint(condition, scope, domains), list(scope))
    return problem


def _parts(node: Node) -> Iterator[Node]:
    """Conditions that say together what the one does: the smaller their scopes, the sooner they are tested."""
    if isinstance(node, Call) and node.function == "and":
        for argument in node.arguments:
            yield from _parts(argument)
    elif isinstance(node, Call) and node.function in _PAIRS and len(node.arguments) > 1 and not _over_variables(node):
        related, pairs = _PAIRS[node.function]
        for pair in pairs(node.arguments):
            yield from _parts(Call(related, pair))
    elif smaller := _smaller(node):
        yield from smaller
    else:
        yield node


def _smaller(node: Node) -> tuple[Node, ...]:
    """The parts of a global in simpler words, if each speaks of fewer variables than all of it does."""
    found = decomposed(node) if isinstance(node, Call) and node.function in DECOMPOSITIONS else None
    if not isinstance(found, Call) or found.function != "and":
        return ()
    whole = len(names(node))
    return found.arguments if all(len(names(part)) < whole for part in found.arguments) else ()


_PAIRS: dict[str, tuple[str, Any]] = {
    "all_different": ("!=", lambda items: combinations(items, 2)),
    "all_equal": ("=", pairwise),
    "increasing": ("<=", pairwise),
    "strictly_increasing": ("<", pairwise),
    "decreasing": (">=", pairwise),
}
"""Globals that are a conjunction over pairs of their arguments where there are two: a single one may be undefined."""


def _over_variables(node: Call) -> bool:
    """Whether this is an all-different or all-equal over variables, each there once, which python-constraint has."""
    variables = {argument.name for argument in node.arguments if isinstance(argument, Name)}
    return node.function in _OWN and len(variables) == len(node.arguments)


_OWN = {"all_different": library.AllDifferentConstraint, "all_equal": library.AllEqualConstraint}


def _constraint(node: Node, scope: Sequence[str], domains: Mapping[str, list[Value]]) -> library.Constraint:
    """A condition as one of python-constraint's own where there is one, else as a function of its values."""
    if isinstance(node, Call) and _over_variables(node):
        return _OWN[node.function]()
    return _sum(node, scope, domains) or library.FunctionConstraint(_function(node, scope))


def _sum(node: Node, scope: Sequence[str], domains: Mapping[str, list[Value]]) -> library.Constraint | None:
    """A linear condition over whole numbers as a sum with multipliers; None if it is something else."""
    form = linear_form(node)
    if form is None or form.relation == "!=" or [name for name, _ in form.coefficients] != list(scope):
        return None
    if not all(isinstance(value, int) for name in scope for value in domains[name]):
        return None
    scale = lcm(form.constant.denominator, *(c.denominator for _, c in form.coefficients))  # type: ignore[union-attr]
    multipliers, bound = [int(c * scale) for _, c in form.coefficients], int(form.constant * scale)
    strict = {"<": ("<=", bound - 1), ">": (">=", bound + 1)}
    relation, bound = strict.get(form.relation, (form.relation, bound))
    return _SUMS[relation](bound, multipliers)


def _function(node: Node, scope: Sequence[str]) -> Any:
    """Whether values of the scope, in its order, meet a condition; undefined counts as false."""
    evaluate = compiled(node)

    def holds(*values: Value) -> bool:
        try:
            return bool(evaluate(dict(zip(scope, values, strict=True))))
        except Undefined:
            return False

    return holds
