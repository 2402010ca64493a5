"""An example that proves data consistent: values for what is left open, and with them a solution of everything."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from cpsolver.auxiliary.diagnosis import Solve
from cpsolver.kinds.formulas.bounds import narrowed
from cpsolver.kinds.formulas.dives import DIGITS, Part, dives, fits, guided, supposed
from cpsolver.kinds.formulas.plan import determined
from cpsolver.kinds.formulas.shape import Constants
from cpsolver.task.domain import Finite, Number, Value
from cpsolver.task.task import Aim, Fact, Solution, Sought, Task

TRIALS = 2
"""For so many choices of values a solver is asked, where the formulas of a part have to be solved together."""

STARTS = 3
"""From so many solutions of what is determined it is tried to go on."""


@dataclass(frozen=True)
class Example:
    """Values found for what the conditions of a task speak of.

    values: a full solution if nothing is open
    open_:  parts for which no values were found
    """

    values: Solution
    open_: tuple[Part, ...]

    def reached(self, task: Task) -> tuple[Part, ...]:
        """The open parts that speak of anything known but constants of the model: these the data may contradict."""
        constants = task.show.names if isinstance(task.show, Constants) else ()
        return tuple(part for part in self.open_ if any(name not in constants for name in part.inputs))

    def is_apart(self, task: Task) -> bool:
        """Whether no open part speaks of anything sought, or is needed to find it."""
        return not any(name in part.unknowns for part in self.open_ for name in task.sought.variables)


def fit_of(task: Task, solution: Solution) -> bool | None:
    """Whether a solution is a full one: it gives every quantity of every condition a value, and all of them hold.

    False if it holds as far as can be seen, but rounding leaves a comparison open; None if it is not full.
    """
    if any(name not in solution for condition in task.conditions for name in condition.scope):
        return None
    if task.violations(solution):
        return None
    return fits(task.conditions, solution) is True


def example(task: Task, found: Sequence[Solution] = (), solve: Solve | None = None) -> Example | None:
    """The example with the fewest parts open, of those that hold as far as they go; None if there is none.

    found: what the givens determine, from where it goes on; without any it starts at the givens
    solve: is asked where formulas have to be solved together
    """
    best: Example | None = None
    for values, open_ in dives(task, found[:STARTS]):
        reached = Example(values, open_)
        for part in open_ if solve is not None else ():
            assert solve is not None
            more = _together(task, part, reached.values, solve)
            if more is not None:
                left = tuple(other for other in reached.open_ if other is not part)
                reached = Example({**reached.values, **more}, left)
        unsettled = {id(condition) for part in reached.open_ for condition in part.conditions}
        if not fits([c for c in task.conditions if id(c) not in unsettled], reached.values):
            continue
        if best is None or len(reached.open_) < len(best.open_):
            best = reached
        if not best.open_:
            break
    return best


def _together(task: Task, part: Part, known: Solution, solve: Solve) -> Solution | None:
    """Values for a part whose formulas have to be solved together, a few being supposed so that the others follow."""
    inputs = {name: known[name] for name in part.inputs}
    names = _to_suppose(part)
    rest = tuple(name for name in part.unknowns if name not in names)
    if not rest:
        return None
    choose, domains = (
        random.Random(len(part.conditions)),
        narrowed({name: task.by_name[name].domain for name in part.unknowns}, part.conditions, inputs),
    )
    for _ in range(TRIALS):
        point = guided(part, inputs, domains, choose)
        values: dict[str, Value] = dict(inputs)
        for name in names:
            domain, near = domains[name], None if point is None else _near(point[name])
            values[name] = near if near is not None and near in domain else supposed(domain, choose)
        facts = tuple(Fact(name, Finite((value,))) for name, value in values.items())
        asked = replace(task, given=facts, conditions=part.conditions, sought=Sought(rest, Aim.ALL))
        for solution in solve(asked, 2).solutions:
            found = {**values, **solution}
            if all(name in found for name in part.unknowns) and fits(part.conditions, found):
                return found
    return None


def _near(value: float) -> Number:
    return Fraction(f"{value:.{DIGITS}e}")


def _to_suppose(part: Part) -> tuple[str, ...]:
    """Unknown quantities that, once supposed, let all others of the part be found."""
    chosen: list[str] = []
    for name in part.unknowns:
        if not determined(part.conditions, (*part.inputs, *chosen)).reaches(name):
            chosen.append(name)
    return tuple(chosen)
