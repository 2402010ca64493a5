"""Givens that stand in a file of players, and puzzles under another model."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpsolver.api import load
from cpsolver.errors import SpecError
from cpsolver.kinds.sudoku import formats
from cpsolver.kinds.sudoku.formats import Rule, Sudoku
from tests.tasks import EASY, INKALA

LIST = f"# two of them\n{EASY}\n{INKALA}\n{EASY[:40]}x{EASY[41:]}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "puzzles.sdm").write_text(LIST, encoding="utf-8")
    return tmp_path


def spec(folder: Path, given: str, model: str = "sudoku/classic", more: str = "") -> Path:
    path = folder / "spec.yaml"
    path.write_text(f"model: {model}\ngiven: {given}\n{more}", encoding="utf-8")
    return path


def problem(path: Path) -> str:
    with pytest.raises(SpecError) as caught:
        load(path)
    return str(caught.value)


def test_a_line_of_a_list_is_given_with_its_places_there(folder: Path) -> None:
    fact = load(spec(folder, "{file: puzzles.sdm, line: 3}")).task.given[0]

    assert "r1c1 = 8" == f"{fact.variable} = {fact.domain.value}"  # type: ignore[union-attr]
    assert "puzzles.sdm:3:1" == Path(str(fact.origin)).name


def test_a_wrong_character_is_named_in_the_file_of_the_list(folder: Path) -> None:
    assert "puzzles.sdm:4:41: 'x' is neither a digit 1-9 nor '.'" in problem(
        spec(folder, "{file: puzzles.sdm, line: 4}")
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("{file: puzzles.sdm}", "3 grids stand here, one a line; one is needed"),
        ("{file: puzzles.sdm, line: 9}", "has no line 9"),
        ("{file: puzzles.sdm, line: x}", "'x' is not a line from 1 to"),
        ("{file: nowhere.sdm}", "'nowhere.sdm' cannot be read: no such file"),
        ("{file: puzzles.sdm, line: 2, r1c1: 5}", "a file stands alone under 'given:'"),
        ("{file: spec.yaml}", "holds no task that the kind sudoku reads"),
    ],
)
def test_what_is_wrong_with_the_name_of_a_file_is_said(folder: Path, given: str, said: str) -> None:
    assert said in problem(spec(folder, given))


def killer() -> str:
    cage = Rule("killer cage", ((0, 2), (0, 3)), value="10")
    return formats.write(Sudoku(9, formats.read(EASY).givens, rules=(cage,)), "f-puzzles").text


def test_cages_of_a_file_fill_in_the_parameters_of_the_model(folder: Path) -> None:
    (folder / "killer.txt").write_text(killer(), encoding="utf-8")
    task = load(spec(folder, "{file: killer.txt}", "sudoku/killer")).task

    assert any("cage" in condition.label for condition in task.conditions)


def test_a_model_that_does_not_state_the_rules_of_the_file_is_refused(folder: Path) -> None:
    (folder / "killer.txt").write_text(killer(), encoding="utf-8")

    assert "the puzzle needs the model 'sudoku/killer'" in problem(spec(folder, "{file: killer.txt}", "sudoku/x"))


def test_a_grid_is_read_under_the_model_that_is_named() -> None:
    labels = {condition.label for condition in load(EASY.replace("5", ".", 1), model="sudoku/x").task.conditions}

    assert {"falling diagonal", "row 1"} <= labels


def test_a_grid_of_another_size_takes_its_boxes_to_the_model() -> None:
    assert 36 == len(load("." * 36, model="sudoku/x").task.variables)


def test_a_spec_names_its_model_itself() -> None:
    with pytest.raises(SpecError, match="--model is for grids and formats of players"):
        load("sudoku/first", model="sudoku/x")
