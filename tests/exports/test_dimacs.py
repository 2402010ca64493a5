"""Tasks of truth values as clauses: as many solutions, and the same ones."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from cpsolver.api import load
from cpsolver.errors import UnsupportedTask
from cpsolver.exports import EXPORTS
from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Constant, Name
from cpsolver.task.task import Aim, Sought, Task, Variable
from tests.random_tasks import BOOLEAN, NUMERIC, _Words, brute_force, solution_set

FOUR = tuple(Variable(name, Finite((False, True))) for name in "xyzw")
WORDS = _Words(tuple("xyzw"), (), NUMERIC, BOOLEAN)


def models(text: str) -> list[tuple[bool, ...]]:
    """The solutions of a DIMACS text, by CP-SAT, which knows nothing of how the text came about."""
    lines = [line.split() for line in text.splitlines() if not line.startswith("c")]
    size, model = int(lines[0][2]), cp_model.CpModel()
    variables = [model.new_bool_var(str(number)) for number in range(size)]
    assert int(lines[0][3]) == len(lines) - 1
    for *literals, end in lines[1:]:
        assert end == "0"
        model.add_bool_or([variables[abs(k) - 1] if k > 0 else ~variables[abs(k) - 1] for k in map(int, literals)])
    found: list[tuple[bool, ...]] = []

    class Keep(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.append(tuple(bool(self.value(each)) for each in variables))

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, Keep())
    return found


def task_of(*conditions: Relation) -> Task:
    return Task("t", "csp", FOUR, conditions, (), Sought(tuple("xyzw"), Aim.ALL))


@settings(max_examples=60, deadline=None)
@given(st.lists(WORDS.truths(2).map(Relation), max_size=3))
def test_random_conditions_have_the_same_solutions_each_once(conditions: list[Relation]) -> None:
    task = task_of(*conditions)
    found = [dict(zip("xyzw", model, strict=False)) for model in models(EXPORTS.get("dimacs").write(task).text)]

    assert len(brute_force(task)) == len(found)
    assert solution_set(brute_force(task)) == solution_set(found)


def test_a_global_of_a_single_item_asks_that_it_has_a_value() -> None:
    quotient = Call("//", (Name("x"), Name("x")))

    for name in ("all_different", "all_equal", "increasing"):
        alone = Relation(Call(name, (quotient,)))
        assert 8 == len(models(EXPORTS.get("dimacs").write(task_of(alone)).text))


def test_exactly_two_of_four_are_six_models() -> None:
    two = Relation(Call("=", (Call("count", tuple(map(Name, "xyzw"))), Constant(2))), label="two of them")
    text = EXPORTS.get("dimacs").write(task_of(two)).text

    assert 6 == len(models(text))
    assert "c 1 x\n" in text
    assert "c two of them\n" in text


def test_other_values_and_objectives_are_refused_by_name() -> None:
    with pytest.raises(UnsupportedTask, match="only variables that are true or false; 'queen"):
        EXPORTS.get("dimacs").write(load("csp/queens").task)
    with pytest.raises(UnsupportedTask, match="has no objective"):
        EXPORTS.get("dimacs").write(load("puzzles/lights-out-fewest").task)
