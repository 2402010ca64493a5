"""Givens that are needed: without one, what is sought may have other values, of which one is shown.

Near a full solution formulas are linear. If, one given left out, some motion that keeps to all formulas moves what is
sought, another solution lies that way; it is taken for there only once it is reached.
Source: the implicit function theorem; Gauss–Newton steps lead back to the formulas.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from cpsolver.kinds.formulas.dives import Part, parts
from cpsolver.task.algebra.differentiation import NotDifferentiable
from cpsolver.task.condition import Equation
from cpsolver.task.functions import Undefined
from cpsolver.task.systems.jacobian import Point, System, numeric
from cpsolver.task.systems.motions import Row, motions
from cpsolver.task.task import Fact, Solution, Task

STEPS = (0.02, -0.02, 1e-4, -1e-4)
"""So far another solution is looked for, relative to the size of what is sought."""

STILL = 1e-6
"""What moves less than this, relative to its size, does not move."""

APART = 0.3
"""Part of a step that what is sought must still have moved by in the end."""


@dataclass(frozen=True)
class Surroundings:
    """What a full solution of a task has near it when one of its givens is left out."""

    task: Task
    solution: Solution

    def shows_need(self, fact: Fact) -> bool:
        """Whether without a given something sought has another value in some solution near by; False: not seen.

        Only conditions that the given reaches through unknown quantities can matter: all others still hold.
        """
        held = {name: self.solution[name] for each in self.task.given if (name := each.variable) != fact.variable}
        part = next((part for part in parts(self.task.conditions, held) if fact.variable in part.unknowns), None)
        goals = [name for name in self.task.sought.variables if name != fact.variable]
        return part is not None and any(_Near(self.task, part, self.solution).moves(goal) for goal in goals)


class _Near:
    """A part of the conditions near a solution."""

    def __init__(self, task: Task, part: Part, solution: Solution) -> None:
        self.task, self.part, self.free = task, part, part.unknowns
        self.point = numeric({name: solution[name] for name in (*part.unknowns, *part.inputs)})
        self.system = System(part.equations)

    @cached_property
    def moved(self) -> dict[str, Row]:
        """How all unknowns move together, each relative to its size; nothing where that cannot be had."""
        try:
            matrix = self.system.matrix(self.point, self.free)
        except (NotDifferentiable, Undefined, OverflowError):
            return {}
        rows = [{name: value for name, value in zip(self.free, row, strict=True) if value} for row in matrix]
        return motions(rows, self.free)

    def moves(self, goal: str) -> bool:
        """Whether a quantity has another value in a solution near by."""
        row = self.moved.get(goal, {})
        column = max(row, key=lambda name: abs(row[name]), default="")
        if not column or abs(row[column]) < STILL:
            return False
        motion = {name: other[column] / row[column] for name, other in self.moved.items() if column in other}
        return any(self.reaches(goal, motion, step) for step in STEPS)

    def reaches(self, goal: str, motion: Mapping[str, float], step: float) -> bool:
        """Whether a solution is found one step along a motion, the goal having moved, every quantity in its range."""
        start: Point = dict(self.point)
        for name, change in motion.items():
            start[name] += step * change * (abs(self.point[name]) or 1.0)
        # what is 0 and stays so is held: a formula over zeros has no size to measure its failure by
        free = [name for name in self.free if self.point[name] or self.moved.get(name)]
        found = self.system.consistent(start, free)
        if found is None:
            return False
        size = abs(self.point[goal]) or 1.0
        if abs(found[goal] - self.point[goal]) < APART * abs(step) * size:
            return False
        domains = self.task.by_name
        if any(found[name] not in domains[name].domain for name in self.free if found[name] != self.point[name]):
            return False
        others = (condition for condition in self.part.conditions if not isinstance(condition, Equation))
        try:
            return all(condition.holds(dict(found)) for condition in others)
        except (Undefined, OverflowError):
            return False
