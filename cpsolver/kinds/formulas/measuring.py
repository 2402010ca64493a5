"""A task whose quantities know how uncertain their values are, and what is to be said where that decides something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from cpsolver.kinds.formulas.spreads import (
    Gradient,
    Propagation,
    given_spreads,
    gradient_of,
    measured,
    spread_from,
    spreads,
)
from cpsolver.kinds.formulas.wording import shown_value
from cpsolver.kinds.kind import Spread
from cpsolver.task.condition import Relation
from cpsolver.task.derivation import Derivation
from cpsolver.task.domain import Reals, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Node
from cpsolver.task.functions import Undefined
from cpsolver.task.task import Solution, Task

CLOSE = 2.0
"""A condition that holds by less than so many standard uncertainties is said to be uncertain itself."""

_ORDERS = ("<", "<=", ">", ">=")


def measure(task: Task, solutions: Sequence[Solution], derivation: Derivation | None) -> tuple[Task, tuple[str, ...]]:
    """The task whose quantities know how uncertain their values in these solutions are, and notes on them.

    A note is made of a quantity that has no linear uncertainty, and of a condition or the end of a range that is nearer
    than two standard uncertainties. The task itself comes back if no given is uncertain.
    """
    if not given_spreads(task):
        return task, ()
    found = [spreads(task, solution, derivation) for solution in solutions]
    return _with_spreads(task, solutions, found), tuple(dict.fromkeys(_notes(task, solutions, found, derivation)))


def _with_spreads(task: Task, solutions: Sequence[Solution], found: Sequence[Mapping[str, Spread]]) -> Task:
    values: dict[str, dict[Value, Spread]] = {}
    for solution, of_it in zip(solutions, found, strict=True):
        for name, spread in of_it.items():
            values.setdefault(name, {}).setdefault(solution[name], spread)
    own = given_spreads(task)
    variables = tuple(
        measured(variable, values[variable.name].items())
        if variable.name in values and variable.name not in own
        else variable
        for variable in task.variables
    )
    return replace(task, variables=variables)


def _notes(
    task: Task,
    solutions: Sequence[Solution],
    found: Sequence[Mapping[str, Spread]],
    derivation: Derivation | None,
) -> Iterator[str]:
    sigmas = given_spreads(task)
    for solution, of_it in zip(solutions, found, strict=True):
        for name, spread in of_it.items():
            if spread.sigma is None and name in task.sought.variables:
                shown = shown_value(task.by_name[name], solution[name]).text
                yield f"no uncertainty of {name} = {shown}: {spread.note}"
        yield from _close_ranges(task, solution, of_it)
        yield from _close_conditions(task, solution, sigmas, derivation)


def _close_ranges(task: Task, solution: Solution, found: Mapping[str, Spread]) -> Iterator[str]:
    """Quantities whose value lies near an end of their range."""
    for variable in task.variables:
        spread = found.get(variable.name)
        if spread is None or not spread.sigma or not isinstance(variable.domain, Reals):
            continue
        for end in (variable.domain.lower, variable.domain.upper):
            distance = None if end is None else abs(float(solution[variable.name]) - float(end))
            if distance is not None and distance < CLOSE * spread.sigma:
                times = f"{distance / spread.sigma:.1f}"
                yield f"{variable.name} lies {times} standard uncertainties from the end of its range"


def _close_conditions(
    task: Task, solution: Solution, sigmas: Mapping[str, float], derivation: Derivation | None
) -> Iterator[str]:
    """Conditions that hold by little."""
    gradients = Propagation(task, solution, derivation, sigmas).run()
    for condition in task.conditions:
        if not isinstance(condition, Relation) or not all(name in gradients for name in condition.scope):
            continue
        for comparison in _comparisons(condition.expression):
            ratio = _ratio(comparison, solution, gradients, sigmas)
            if ratio is not None and ratio < CLOSE:
                label = condition.label or str(condition)
                yield f"'{label}' holds by {ratio:.1f} standard uncertainties only"


def _comparisons(node: Node) -> Iterator[Call]:
    """The single comparisons that a condition says together."""
    if isinstance(node, Call) and node.function == "and":
        for argument in node.arguments:
            yield from _comparisons(argument)
    elif isinstance(node, Call) and node.function in _ORDERS:
        yield node


def _ratio(
    comparison: Call, solution: Solution, gradients: Mapping[str, Gradient], sigmas: Mapping[str, float]
) -> float | None:
    """By how many standard uncertainties both sides differ; None if that is not to be had, or nothing is uncertain."""
    difference = Call("-", comparison.arguments)
    gradient = gradient_of(difference, solution, gradients)
    spread = spread_from(gradient, sigmas) if gradient else None
    if spread is None or not spread.sigma:
        return None
    try:
        return abs(float(evaluate(difference, solution))) / spread.sigma
    except (Undefined, OverflowError):
        return None
