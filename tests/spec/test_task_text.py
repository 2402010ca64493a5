"""Any finite task as a spec: loaded again it says the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver import library
from cpsolver.api import load
from cpsolver.api.tasks import load_text
from cpsolver.errors import UnsupportedTask
from cpsolver.spec.task_text import task_data
from cpsolver.spec.writer import spec_text
from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Constant, Name, names
from cpsolver.task.objectives import objectives
from cpsolver.task.task import Fact, Sought, Task, Variable
from tests.random_globals import FLAGS, INSTANCES, VARIABLES, as_condition, instances
from tests.random_tasks import brute_force, random_tasks, solution_set

SOME = ["csp/queens", "puzzles/agatha", "puzzles/zebra", "sudoku/killer", "combinatorics/magic-hexagon"]


def again(task: Task) -> Task:
    return load_text(spec_text(task_data(task)), "<written>").task


@settings(max_examples=60, deadline=None)
@given(random_tasks())
def test_random_tasks_have_the_same_solutions(task: Task) -> None:
    assert solution_set(brute_force(task)) == solution_set(brute_force(again(task)))


@pytest.mark.parametrize("name", sorted(INSTANCES))
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_every_global_reads_back(name: str, data: st.DataObject) -> None:
    node = as_condition(data.draw(instances(name)))
    used = set(names(node))
    variables = tuple(each for each in (*VARIABLES, *FLAGS) if each.name in used)
    task = Task("g", "csp", variables, (Relation(node, label="a {b}"),), sought=Sought(tuple(used)))
    if variables:
        assert solution_set(brute_force(task)) == solution_set(brute_force(again(task)))


@pytest.mark.parametrize("name", SOME)
def test_a_spec_of_the_shelf_is_the_same_task(name: str) -> None:
    compare(name)


@pytest.mark.slow
def test_all_specs_of_the_shelf_are_the_same_tasks() -> None:
    for name in library.names("specs"):
        if all(isinstance(each.domain, Finite) for each in load(name).task.variables):
            try:
                compare(name)
            except UnsupportedTask as error:
                assert "too long for one expression" in str(error)


def compare(name: str) -> None:
    there = load(name).task
    back = again(there)

    assert [(v.name, v.domain.as_written, v.title) for v in there.variables] == [  # type: ignore[union-attr]
        (v.name, v.domain.as_written, v.title)
        for v in back.variables  # type: ignore[union-attr]
    ]
    assert there.arrays == back.arrays
    assert list(dict.fromkeys(c.label for c in there.conditions)) == list(
        dict.fromkeys(c.label for c in back.conditions)
    )
    assert _narrowing(there) == _narrowing(back)
    assert [(str(o.expression), o.maximize) for o in objectives(there)] == [
        (str(o.expression), o.maximize) for o in objectives(back)
    ]
    assert [(str(p.condition), p.weight) for p in there.preferences] == [
        (str(p.condition), p.weight) for p in back.preferences
    ]


def _narrowing(task: Task) -> dict[str, set[object]]:
    whole = {each.name: set(each.domain) for each in task.variables}  # type: ignore[arg-type]
    return {f.variable: set(f.domain) for f in task.given if set(f.domain) != whole[f.variable]}  # type: ignore[arg-type]


def test_symbols_with_blanks_and_elements_of_broken_arrays_are_kept() -> None:
    town = Finite(("New York", "Rome", "not"))
    variables = (Variable("stop[1]", town), Variable("stop[3]", town), Variable("x", Finite((False, True))))
    condition = Relation(Call("!=", (Name("stop[1]"), Constant("New York"))), label="not there")
    task = Task("part", "csp", variables, (condition,), (Fact("stop[3]", Finite(("Rome", "not"))),), Sought(("x",)))
    back = again(task)

    assert [(v.name, v.domain) for v in variables] == [(v.name, v.domain) for v in back.variables]
    assert solution_set(brute_force(task)) == solution_set(brute_force(back))
    assert ("x",) == back.sought.variables
