"""Every formula of every model on the shelf, solved for each of its quantities: random points are recovered."""

from __future__ import annotations

from random import Random

import pytest

from cpsolver import api, library
from cpsolver.errors import SpecError
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Finite
from cpsolver.task.task import Task
from tests.points import not_recovered, points


def tasks() -> dict[str, Task]:
    """Of every formula domain on the shelf its formulas, with the constants it gives."""
    found = {}
    for name in library.names("models"):
        try:
            task = api.load_text(f"task: {name}\nmodel: {name}\n", name).task
        except SpecError:  # other kinds want what their puzzles give
            continue
        if task.kind == "formulas":
            found[name] = task
    return found


def wrong(name: str, task: Task, count: int) -> list[str]:
    """What is wrong with the inversions of a model at so many points of each formula."""
    domains = {variable.name: variable.domain for variable in task.variables}
    fixed = {fact.variable: fact.domain.value for fact in task.given if isinstance(fact.domain, Finite)}
    found = []
    for equation in (condition for condition in task.conditions if isinstance(condition, Equation)):
        dice = Random(f"{name} {equation}")
        at = list(points(equation, domains, fixed, count, dice))  # type: ignore[arg-type]
        found += [] if at or set(equation.scope) <= set(fixed) else [f"no point of {equation}"]
        for point in at:
            for quantity in equation.scope:
                if quantity not in fixed:
                    found.append(not_recovered(equation, quantity, point, domains[quantity]))
    return [said for said in found if said]


def test_every_inversion_of_the_shelf_recovers_its_points() -> None:
    every = tasks()
    formulas = sum(isinstance(condition, Equation) for task in every.values() for condition in task.conditions)

    assert [] == [said for name, task in every.items() for said in wrong(name, task, 3)]
    assert formulas >= 300


@pytest.mark.slow
def test_every_inversion_of_the_shelf_recovers_many_points() -> None:
    assert [] == [said for name, task in tasks().items() for said in wrong(name, task, 40)]
