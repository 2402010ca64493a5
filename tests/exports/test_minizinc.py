"""Tasks in MiniZinc: what the text says, and that MiniZinc with Gecode has the same answers."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cpsolver import library
from cpsolver.api import load
from cpsolver.errors import CpsolverError, UnsupportedTask
from cpsolver.exports import EXPORTS
from cpsolver.solvers import SOLVERS
from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Constant, Name, Node, names
from cpsolver.task.objectives import objectives, worth
from cpsolver.task.result import Settings
from cpsolver.task.task import Aim, Array, Sought, Task, Variable
from tests.exports.gecode import Refused, answers, needs_minizinc
from tests.random_globals import FLAGS, INSTANCES, VARIABLES, as_condition, instances
from tests.random_tasks import brute_force, random_tasks, solution_set

SMALL = [
    "csp/queens", "csp/queens-3", "puzzles/agatha", "puzzles/zebra", "sudoku/killer", "graphs/burma14",
]  # fmt: skip


def written(task: Task) -> str:
    return EXPORTS.get("minizinc").write(task).text


def task_of(node: Node, *variables: Variable) -> Task:
    return Task("t", "csp", variables, (Relation(node, label="it"),), sought=Sought(tuple(v.name for v in variables)))


def test_a_whole_array_is_an_array_and_labels_are_comments() -> None:
    text = written(load("csp/queens").task)

    assert "array[1..8] of var 1..8: queen;" in text
    assert "constraint all_different(queen);  % rows" in text
    assert 'include "all_different.mzn";' in text


def test_names_that_are_none_there_stay_apart() -> None:
    variables = [Variable(name, Finite((0, 1, 2))) for name in ("where", "a b", "a-b", "été")]
    text = written(task_of(Call("all_different", tuple(Name(v.name) for v in variables[:3])), *variables))
    declared = re.findall(r"^var .*?: (\w+);", text, re.MULTILINE)

    assert 4 == len(set(declared))
    assert "where" not in declared


def test_symbols_are_named_numbers() -> None:
    town = Variable("town", Finite(("New York", "Rome")))
    text = written(task_of(Call("!=", (Name("town"), Constant("Rome"))), town))

    assert "int: New_York = 1;  % New York" in text
    assert "var {New_York, Rome}: town;" in text


def test_fractions_are_multiplied_away() -> None:
    x = Variable("x", Finite(tuple(range(10))))
    text = written(task_of(Call("=", (Call("/", (Name("x"), Constant(2))), Constant(3))), x))

    assert "constraint x = 6;" in text


def test_floor_division_is_spelt_out_where_something_may_be_negative() -> None:
    x, y = Variable("x", Finite((-7, 7))), Variable("y", Finite((0, 1, 2)))

    assert "floor_div(x, 4)" in written(task_of(Call("=", (Call("//", (Name("x"), Constant(4))), Constant(-2))), x))
    assert "y div 4" in written(task_of(Call("=", (Call("//", (Name("y"), Constant(4))), Constant(0))), y))


def test_real_numbers_are_refused_by_name() -> None:
    with pytest.raises(UnsupportedTask, match="ranges over real numbers"):
        written(load("physics/braking").task)


@needs_minizinc
@pytest.mark.parametrize("name", SMALL)
def test_gecode_has_the_same_answers_to_a_spec(name: str) -> None:
    assert "differs" != verdict(name, seconds=20)


@needs_minizinc
def test_pieces_that_hang_together_are_said_with_distances_and_count_once() -> None:
    cells = tuple(Variable(f"c[{i}]", Finite((False, True))) for i in range(1, 6))
    edges = [(i, i + 1) for i in range(1, 5)]
    items = tuple(Name(cell.name) for cell in cells)
    node = Call("connected", (_list(items), _list([_list([Constant(a), Constant(b)]) for a, b in edges])))
    for said in (node, Call("not", (node,))):
        task = task_of(said, *cells)
        task = Task(**{**task.__dict__, "arrays": (Array("c", ((1, 2, 3, 4, 5),), tuple(c.name for c in cells)),)})
        found, _ = answers(written(task), task)

        assert len(brute_force(task)) == len(found)
        assert solution_set(brute_force(task)) == solution_set(found)


def _list(items: object) -> Node:
    from cpsolver.task.expression import Collection

    return Collection(tuple(items))  # type: ignore[arg-type]


def verdict(name: str, seconds: float) -> str:
    """`same`, `differs` or `open`: up to three solutions are counted, every one is checked, the best are compared."""
    task = load(name).task
    wanted = objectives(task)
    found, mark = answers(written(task), task, every=False, seconds=seconds, limit=0 if wanted else 3)
    if any(task.violations(solution) for solution in found):
        return "differs"
    ours = SOLVERS.get("cpsat").solve(task, Settings(seconds=seconds, solutions=1 if wanted else 3))
    if wanted:
        if mark != "proven" or ours.bound is not None or not ours.status.has_solution:
            return "open" if mark != "none" else "differs"
        return "same" if worth(task, found[-1]) == worth(task, ours.solutions[0]) else "differs"
    if mark == "open" and len(found) < 3:
        return "open"
    return "same" if len(found) == len(ours.solutions) else "differs"


@pytest.mark.slow
@needs_minizinc
def test_gecode_has_the_same_answers_to_the_shelf() -> None:
    counted = {"same": 0, "differs": 0, "open": 0, "refused": 0}
    for name in library.names("specs"):
        task = load(name).task
        if all(isinstance(each.domain, Finite) for each in task.variables):
            try:
                counted[verdict(name, seconds=20)] += 1
            except (CpsolverError, Refused):
                counted["refused"] += 1

    assert 0 == counted["differs"]
    assert counted["same"] + counted["open"] >= 0.95 * sum(counted.values()), counted


@pytest.mark.slow
@needs_minizinc
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(random_tasks())
def test_gecode_has_the_same_answers_to_random_tasks(task: Task) -> None:
    found, _ = answers(written(task), task)

    assert len(brute_force(task)) == len(found)
    assert solution_set(brute_force(task)) == solution_set(found)


@pytest.mark.slow
@needs_minizinc
@pytest.mark.parametrize("name", sorted(INSTANCES))
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_global_means_the_same_to_gecode(name: str, data: st.DataObject) -> None:
    """As a condition, negated and reified."""
    node = as_condition(data.draw(instances(name)))
    said = data.draw(st.sampled_from([node, Call("not", (node,)), Call("<->", (node, Name("r")))]))
    used = set(names(said))
    variables = tuple(each for each in (*VARIABLES, *FLAGS) if each.name in used)
    task = Task("g", "csp", variables, (Relation(said),), sought=Sought(tuple(used), Aim.ALL))
    if variables:
        found, _ = answers(written(task), task)

        assert len(brute_force(task)) == len(found)
        assert solution_set(brute_force(task)) == solution_set(found)
