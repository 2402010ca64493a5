"""Examples that prove data consistent: values for what is left open, and with them a solution of everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from cpsolver.auxiliary.diagnosis import Solve
from cpsolver.kinds.formulas.dives import dives
from cpsolver.kinds.formulas.plan import determined
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Domain, Finite, Number, Reals
from cpsolver.task.result import Status
from cpsolver.task.task import Aim, Fact, Solution, Sought, Task

TRIALS = 3
"""So many choices of values for what is left open are tried."""

_TRIED: tuple[Number, ...] = (2, 3, 1, 5, Fraction(1, 2), 7, Fraction(1, 3), Fraction(1, 10), -1, -2)


def fit_of(task: Task, solution: Solution) -> bool | None:
    """Whether a solution is a full one: it gives every quantity of every condition a value, and all of them hold.

    False if it holds as far as can be seen, but rounding leaves a comparison open; None if it is not full.
    """
    if any(name not in solution for condition in task.conditions for name in condition.scope):
        return None
    if task.violations(solution):
        return None
    certain = [(condition.certainty(solution), isinstance(condition, Equation)) for condition in task.conditions]
    return all(known or (known is None and is_equation) for known, is_equation in certain)


def examples(task: Task, solve: Solve, found: Sequence[Solution] = ()) -> Iterator[Solution]:
    """Solutions with values supposed for quantities that the givens leave open, as many as are needed to close it.

    found: what the givens determine. From there values are supposed at random and followed step by step; where that
    gives nothing, a few supposed values are handed to a solver
    """
    yield from dives(task, found)
    supposed = _to_suppose(task)
    names = dict.fromkeys(name for condition in task.conditions for name in condition.scope)
    known = [fact.variable for fact in task.given]
    rest = tuple(name for name in names if name not in known and name not in supposed)
    if not supposed or not rest:
        return
    for trial in range(TRIALS):
        facts = tuple(
            Fact(name, Finite((_value(task.by_name[name].domain, trial + index),)))
            for index, name in enumerate(supposed)
        )
        result = solve(replace(task, given=(*task.given, *facts), sought=Sought(rest, Aim.ALL)), 2)
        yield from result.solutions
        if result.status is Status.UNKNOWN:
            return


def _to_suppose(task: Task) -> tuple[str, ...]:
    """Quantities that, once known, let everything be found that some condition speaks of."""
    known = [fact.variable for fact in task.given]
    supposed: list[str] = []
    for name in dict.fromkeys(name for condition in task.conditions for name in condition.scope):
        if not determined(task.conditions, (*known, *supposed)).reaches(name):
            supposed.append(name)
    return tuple(supposed)


def _value(domain: Domain, number: int) -> Number:
    """A value of the domain, another for another number."""
    found = _TRIED[number % len(_TRIED)]
    if found in domain or not isinstance(domain, Reals):
        return found
    lower, upper, step = domain.lower, domain.upper, max(found, -found)
    if lower is not None and upper is not None:
        return lower + (upper - lower) * Fraction(number % 7 + 1, 9)
    return lower + step if lower is not None else (upper or 0) - step
