"""DIMACS as it is read: clauses, weights, names, and what is wrong in it by line and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpsolver.api import load, solve
from cpsolver.api.exporting import export
from cpsolver.api.tasks import load_text
from cpsolver.errors import SpecError


def test_clauses_are_conditions_that_know_their_place() -> None:
    task = load_text("c a comment\np cnf 3 3\n1 -2 0\n2 3\n0 -1 -3 0\n", "a.cnf").task

    assert ["x[1] or not x[2]", "x[2] or x[3]", "not x[1] or not x[3]"] == [str(each) for each in task.conditions]
    assert [(3, 1), (4, 1), (5, 3)] == [(c.mark.line, c.mark.column) for c in task.conditions if c.mark]


def test_a_file_is_solved_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "two.cnf"
    path.write_text("p cnf 2 2\n1 2 0\n-1 -2 0\n", encoding="utf-8")

    assert {True, False} == set(solve(str(path)).solution.values())


def test_weights_below_the_top_one_are_preferences() -> None:
    answer = solve(load_text("p wcnf 2 3 10\n10 1 2 0\n3 -1 0\n4 -2 0\n", "a.wcnf"))

    assert 3 == answer.result.objective
    assert {"x[1]": True, "x[2]": False} == answer.solution


def test_what_was_exported_is_read_back_under_its_names() -> None:
    there = load("puzzles/lights-out-4")
    back = load_text(export("puzzles/lights-out-4", "dimacs").text, "l.cnf")

    assert there.task.sought.variables == back.task.sought.variables
    assert not there.task.violations({name: solve(back).solution[name] for name in there.task.by_name})


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("p cnf 2 2\n1 5 0\n2 0\n", (2, 3), "there is no variable 5; there are 2"),
        ("p cnf 2 1\n1 x 0\n", (2, 3), "'x' is no number"),
        ("p cnf 2 1\n1 2\n", (2, 1), "this clause does not end"),
        ("p cnf 2 3\n1 0\n2 0\n", (1, 9), "3 clauses are announced; 2 follow"),
        ("p cnf two 3\n1 0\n", (1, 1), "no line such as 'p cnf 3 2'"),
        ("p wcnf 1 1 5\n0 1 0\n", (2, 1), "0 is no weight"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, place: tuple[int, int], said: str) -> None:
    with pytest.raises(SpecError) as caught:
        load_text(text, "a.cnf")
    problem = caught.value.problems[0]

    assert said in problem.message
    assert problem.mark is not None
    assert place == (problem.mark.line, problem.mark.column)
