"""From a task to its network and back, or to the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cpsolver.compiled.networks import Linear, Network
from cpsolver.errors import UnsupportedTask
from cpsolver.solvers.compiled.builder import Exact, Term, Unsupported
from cpsolver.solvers.compiled.translation import Translator
from cpsolver.task.condition import Condition
from cpsolver.task.domain import Finite, Value
from cpsolver.task.objectives import objectives
from cpsolver.task.task import Objective, Solution, Task


@dataclass(frozen=True)
class Formulation:
    """A network and the way back from it.

    decoded:       of each of the task's variables the values, in the order of the kernels
    is_infeasible: whether it is known already that there is no solution; the network is then good for nothing
    objective:     the sum to be made small, its constant a bound that excludes nothing
    """

    network: Network
    names: tuple[str, ...]
    decoded: tuple[tuple[Value, ...], ...]
    is_infeasible: bool
    objective: Linear | None = None

    def solution(self, numbers: Sequence[int]) -> Solution:
        """The values of all variables, given their numbers."""
        return {name: values[i] for name, values, i in zip(self.names, self.decoded, numbers, strict=True)}


def formulate(task: Task) -> Formulation:
    """The network of a finite task. Raises: UnsupportedTask, naming the condition that stands in the way."""
    domains = {name: domain for name, domain in task.knowledge().domains.items() if isinstance(domain, Finite)}
    names = tuple(domains)
    if any(domain.is_empty for domain in domains.values()):
        return Formulation(Network(), names, (), True)
    translator = _declared(domains)
    for condition in task.conditions:
        try:
            translator.post(condition.expression)
        except Unsupported as reason:
            raise UnsupportedTask(f"{_place(condition)}: {reason}") from None
        if translator.builder.is_false:
            return Formulation(Network(), names, (), True)
    objective = _objective(translator, task)
    network = translator.builder.network
    return Formulation(network, names, tuple(translator.decoded), translator.builder.is_false, objective)


def _declared(domains: dict[str, Finite]) -> Translator:
    try:
        return Translator(domains)
    except Unsupported as reason:
        raise UnsupportedTask(f"a domain: {reason}") from None


def _place(condition: Condition) -> str:
    """The condition by name, with its place."""
    return f"'{condition.label or condition}'" + (f" ({condition.mark})" if condition.mark else "")


def _objective(translator: Translator, task: Task) -> Linear | None:
    """What is to be made small, as a bound on a sum; it is also posted that the objective is defined."""
    try:
        found = [_bound(translator, each) for each in objectives(task)]
        return found[0] if found else None  # one after the other: `all_best` asks for the next
    except Unsupported as reason:
        raise UnsupportedTask(f"the objective: {reason}") from None


def _bound(translator: Translator, objective: Objective) -> Linear:
    builder = translator.builder
    term = translator.term(objective.expression)
    for literal in term.defined:
        builder.post_any((literal,))
    if term.symbolic:
        raise Unsupported("symbols have no order")
    sign: Exact = -1 if objective.maximize else 1
    return builder.bound(Term(tuple((variable, sign * number) for variable, number in term.coefficients)))


_last: list[tuple[Task, Formulation | UnsupportedTask]] = []


def taken(task: Task) -> Formulation:
    """The formulation of a task; the last one is kept, as `refuses` makes it for `solve`. Raises: UnsupportedTask."""
    if not (_last and _last[0][0] is task):
        try:
            found: Formulation | UnsupportedTask = formulate(task)
        except UnsupportedTask as reason:
            found = reason
        _last[:] = [(task, found)]
    kept = _last[0][1]
    if isinstance(kept, UnsupportedTask):
        raise UnsupportedTask(str(kept))
    return kept
