"""Which further data would do: all smallest sets of quantities with which everything sought is determined.

Formulas that have to be solved together count, and so do quantities that cancel: what is asked is how the derivatives
of the formulas depend on each other at a random point that satisfies all of them, not which steps lead on. Of a large
model any random point is taken, and a few of the sets are checked by the plan, which looks at points of single blocks.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from cpsolver.kinds.formulas.plan import determined, determined_from
from cpsolver.task.algebra.differentiation import slope
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Finite, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.functions import Undefined
from cpsolver.task.systems.jacobian import System, numeric, random_point
from cpsolver.task.systems.motions import Additions, Row, motions
from cpsolver.task.systems.motions import smallest_additions as sets_of
from cpsolver.task.task import Task

MOST_MISSING = 6
"""Sets of so many further quantities are looked for, and not more."""

MOST_CHECKED = 4
"""Of so many sets the plan is asked, where there are too many formulas to look at points that satisfy all of them."""

MOST_CONSISTENT = 20
"""Up to so many formulas are looked at where all of them hold, which finds what cancels there: m in m*g*h = m*v^2/2."""

TINY = 1e-6
"""Points at which a quantity nearly vanishes are not looked at."""

POINTS, ATTEMPTS = 6, 2
"""So many random points are looked at; of the first ones one is sought that satisfies all formulas."""


def smallest_additions(task: Task) -> tuple[tuple[str, ...], ...]:
    """All smallest sets of further quantities with which everything sought is determined; none if no set does.

    Returns: sets in the order of the task's quantities; as many as can be found with bounded work
    """
    return tuple(more for more in additions(task).sets if more)


def additions(task: Task) -> Additions:
    """The same, and whether these are known to be all; the empty set where all that is still unknown cancels."""
    knowledge = task.knowledge()
    known = {name for name, domain in knowledge.domains.items() if isinstance(domain, Finite)}
    reached = determined_from(task.conditions, knowledge)
    goals = [name for name in task.sought.variables if not reached.reaches(name)]
    others = [v.name for v in task.variables if v.name not in known and v.name not in task.sought.variables]
    open_ = [v.name for v in task.variables if v.name not in known]
    moved = motions(_slopes(task, dict(knowledge.solution()), known), open_)
    for found in sets_of(moved, goals, others, MOST_MISSING):
        asked = MOST_CHECKED if len(task.conditions) > MOST_CONSISTENT else 0
        sets = tuple(more for index, more in enumerate(found.sets) if index >= asked or _is_so(task, known, more))
        if sets or not found.complete:
            return Additions(sets, found.complete)
    return Additions()


def _is_so(task: Task, known: set[str], more: Sequence[str]) -> bool:
    """Whether the plan does not say otherwise: it finds what is sought, or met no formulas that say the same."""
    found = determined(task.conditions, (*known, *more))
    return found.reaches_all(task.sought.variables) or not found.singular


def _slopes(task: Task, values: dict[str, Value], known: set[str]) -> list[Row]:
    """How every formula changes with each quantity not known, at a random point; of a formula that has no slopes
    there it is only said that it speaks of the quantity."""
    equations = [condition for condition in task.conditions if isinstance(condition, Equation)]
    choose = random.Random(len(equations))
    names = [variable.name for variable in task.variables]
    domains = {variable.name: variable.domain for variable in task.variables}
    found: list[Row | None] = [None] * len(equations)
    for attempt in range(POINTS):
        start = {**random_point(names, domains, choose), **values}
        point = _where_all_hold(equations, start, known)
        if point is None and attempt < ATTEMPTS and len(equations) <= MOST_CONSISTENT:
            continue
        point = point or start
        for index, equation in enumerate(equations):
            if found[index] is None:
                found[index] = _slope_row(equation, point, known)
        if None not in found:
            break
    return [
        row if row is not None else {name: choose.uniform(0.5, 2) for name in equation.scope if name not in known}
        for row, equation in zip(found, equations, strict=True)
    ]


def _where_all_hold(equations: list[Equation], start: dict[str, Value], known: set[str]) -> dict[str, Value] | None:
    """A point near a random one that satisfies all formulas; None if there are many, or none is found."""
    if len(equations) > MOST_CONSISTENT:
        return None
    system = System(equations)
    point = system.consistent(numeric(start), [name for name in system.names if name not in known])
    if point is None or any(abs(point[name]) < TINY for name in point if name not in known):
        return None
    return {**start, **point}


def _slope_row(equation: Equation, point: dict[str, Value], known: set[str]) -> Row | None:
    """The derivatives of left minus right side by the open quantities, relative to the sides and to each quantity."""
    try:
        size = max(abs(float(evaluate(side, point))) for side in (equation.left, equation.right)) or 1.0
    except (Undefined, OverflowError):
        return None
    row: Row = {}
    for name in equation.scope:
        if name in known:
            continue
        left, right = slope(equation.left, name, point), slope(equation.right, name, point)
        if left is None or right is None:
            return None
        row[name] = (left - right) * (abs(float(point[name])) or 1.0) / size
    return row
