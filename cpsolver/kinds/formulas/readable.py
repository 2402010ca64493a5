"""Derived formulas of a task as a person writes them, what its ranges say of signs being known."""

from __future__ import annotations

from collections.abc import Mapping

from cpsolver.kinds.formulas.shape import Constants
from cpsolver.task.condition import Condition
from cpsolver.task.domain import Domain
from cpsolver.task.expression import Node
from cpsolver.task.task import Task
from cpsolver.task.tidying import has_decimals, tidied


def readable(task: Task, side: Node, *formulas: Condition) -> Node:
    """An expression derived from formulas of the task, tidied: equal wherever the quantities are in their ranges.

    formulas: what it was derived from; where they have decimals, it has
    """
    return tidied(side, ranges(task), any(has_decimals(formula.expression) for formula in formulas))


def ranges(task: Task) -> Mapping[str, Domain]:
    """The range of every quantity; of a constant of the model its value."""
    found = {variable.name: variable.domain for variable in task.variables}
    constants = task.show.names if isinstance(task.show, Constants) else ()
    return found | {fact.variable: fact.domain for fact in task.given if fact.variable in constants}
