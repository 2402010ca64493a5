"""Givens that are needed: without one, what is sought may have other values, of which one is shown.

Near a full solution formulas are linear. If, one given left out, some motion that keeps to all formulas moves what is
sought, another solution lies that way; it is taken for there only once it is reached.
Source: the implicit function theorem; Gauss–Newton steps lead back to the formulas.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from cpsolver.task.condition import Equation
from cpsolver.task.differentiation import NotDifferentiable
from cpsolver.task.functions import Undefined
from cpsolver.task.jacobian import Point, System, numeric
from cpsolver.task.motions import Row, motions
from cpsolver.task.task import Fact, Solution, Task

STEPS = (0.02, -0.02, 1e-4, -1e-4)
"""So far another solution is looked for, relative to the size of what is sought."""

STILL = 1e-6
"""What moves less than this, relative to its size, does not move."""

APART = 0.3
"""Part of a step that what is sought must still have moved by in the end."""


class Surroundings:
    """What a full solution of a task has near it when one of its givens is left out."""

    def __init__(self, task: Task, solution: Solution) -> None:
        self.task = task
        self.point = numeric(solution)
        self.system = System([condition for condition in task.conditions if isinstance(condition, Equation)])
        self.given = {fact.variable for fact in task.given}

    @cached_property
    def rows(self) -> list[Row] | None:
        """How every formula changes with the quantities, each relative to its size; None where that cannot be had."""
        names = self.system.names
        try:
            matrix = self.system.matrix(self.point, names)
        except (NotDifferentiable, Undefined, OverflowError):
            return None
        return [{name: value for name, value in zip(names, row, strict=True) if value} for row in matrix]

    def shows_need(self, fact: Fact) -> bool:
        """Whether without a given something sought has another value in some solution near by; False: not seen."""
        if self.rows is None or fact.variable not in self.system.names:
            return False
        held = self.given - {fact.variable}
        free = [name for name in self.system.names if name not in held]
        rows = [{name: value for name, value in row.items() if name not in held} for row in self.rows]
        moved = motions(rows, free)
        for goal in self.task.sought.variables:
            if goal == fact.variable or goal in held:
                continue
            row = moved.get(goal, {})
            column = max(row, key=lambda name: abs(row[name]), default="")
            if column and abs(row[column]) > STILL:
                motion = {name: other[column] / row[column] for name, other in moved.items() if column in other}
                if any(self.reaches(goal, free, motion, step) for step in STEPS):
                    return True
        return False

    def reaches(self, goal: str, free: list[str], motion: Mapping[str, float], step: float) -> bool:
        """Whether a solution is found one step along a motion, the goal having moved, every quantity in its range."""
        start: Point = dict(self.point)
        for name, change in motion.items():
            start[name] += step * change * (abs(self.point[name]) or 1.0)
        found = self.system.consistent(start, free)
        if found is None:
            return False
        size = abs(self.point[goal]) or 1.0
        if abs(found[goal] - self.point[goal]) < APART * abs(step) * size:
            return False
        domains = self.task.by_name
        if any(found[name] not in domains[name].domain for name in free if found[name] != self.point[name]):
            return False
        others = (condition for condition in self.task.conditions if not isinstance(condition, Equation))
        try:
            return all(condition.holds(dict(found)) for condition in others)
        except (Undefined, OverflowError):
            return False
