"""grade: only what is proved to have one solution has a grade."""

from __future__ import annotations

import json

import pytest

from cpsolver.api import grade
from cpsolver.errors import UnknownName, UnsupportedTask


def test_a_puzzle_with_one_solution_has_level_score_and_hardest_technique() -> None:
    found = grade("sudoku/first")
    assert found.passed is True
    assert found.grade is not None
    assert ("easy", "HoDoKu", True) == (found.grade.level, found.grade.scale, found.grade.solved)
    assert 30 == found.measures.givens
    assert "level: easy (HoDoKu)" in found.text


def test_a_puzzle_with_several_solutions_has_no_grade_and_says_so() -> None:
    found = grade("sudoku/several")
    assert (None, False) == (found.grade, found.passed)
    assert found.note.startswith("no grade: at least 2 solutions")
    assert "no grade" in found.text


def test_a_puzzle_without_solution_has_no_grade() -> None:
    found = grade("sudoku/unsolvable")
    assert (None, False) == (found.grade, found.passed)
    assert "no solution" in found.note


def test_the_size_of_the_search_is_the_same_each_time() -> None:
    assert grade("sudoku/seventeen").measures.nodes == grade("sudoku/seventeen").measures.nodes is not None


def test_the_record_holds_grade_and_measures() -> None:
    record = json.loads(grade("sudoku/first", scale="explainer").json)
    assert ("grade", True) == (record["command"], record["unique"])
    assert "Sudoku Explainer" == record["grade"]["scale"]
    assert {"rows", "columns", "boxes"} == set(record["grade"]["spread"])
    assert sum(record["grade"]["used"].values()) == record["grade"]["steps"]


def test_a_variant_is_graded_by_its_units() -> None:
    found = grade(
        "model: sudoku/x\ngiven:\n  grid: |\n    ..3.8..2.\n    .....9...\n    .9..5....\n    .75..6...\n"
        "    .......76\n    .4...2...\n    .......5.\n    ..4.....3\n    7......98\n",
        seconds=30,
    )
    assert found.grade is not None


def test_an_unknown_scale_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'explainer'"):
        grade("sudoku/first", scale="explaner")


def test_other_kinds_are_not_graded() -> None:
    with pytest.raises(UnsupportedTask, match="not graded"):
        grade("csp/queens")
