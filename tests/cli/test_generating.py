"""generate and grade on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cpsolver.cli import run


def test_a_line_for_each_puzzle_goes_to_standard_output_and_the_report_elsewhere(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = run(["generate", "-n", "3", "--seed", "1"])
    out, err = capsys.readouterr()
    assert 0 == code
    assert [81] * 3 == [len(line) for line in out.splitlines()]
    assert "puzzle 1: " in err
    assert "--seed 1 makes the same again" in err


def test_what_is_generated_is_graded_by_grade(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "puzzles.txt"
    run(["generate", "-n", "2", "--seed", "1", "-d", "easy", "-o", str(path)])
    capsys.readouterr()
    assert 0 == run(["grade", path.read_text(encoding="utf-8").splitlines()[0], "--json"])
    assert "easy" == json.loads(capsys.readouterr().out)["grade"]["level"]


def test_what_was_not_met_ends_with_3_and_the_nearest_is_a_comment(capsys: pytest.CaptureFixture[str]) -> None:
    assert 3 == run(["generate", "--clues", "17", "--seconds", "4", "--seed", "1", "--no-grade"])
    out, err = capsys.readouterr()
    assert out.startswith("# the nearest puzzle that was found; it does not meet all wishes")
    assert "not met: 17 clues" in err


def test_puzzles_with_several_solutions_are_labelled_with_their_number(capsys: pytest.CaptureFixture[str]) -> None:
    run(["generate", "-m", "opening", "--allow-several", "--clues", "27", "-n", "3", "--seed", "2"])
    out = capsys.readouterr().out
    assert any(line.endswith("solutions") and line[81:84] == " # " for line in out.splitlines())


def test_specs_of_several_puzzles_go_to_files_of_their_own(tmp_path: Path) -> None:
    assert 0 == run(["generate", "-n", "2", "--seed", "1", "--no-grade", "-o", str(tmp_path / "new.yaml")])
    assert ["new-1.yaml", "new-2.yaml"] == sorted(path.name for path in tmp_path.iterdir())
    assert 0 == run(["check", str(tmp_path / "new-1.yaml")])


def test_jsonl_has_a_line_for_each_puzzle_with_its_grade(capsys: pytest.CaptureFixture[str]) -> None:
    run(["generate", "-n", "2", "--seed", "1", "--jsonl"])
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [1, 2] == [record["number"] for record in records]
    assert all(record["grade"]["score"] > 0 for record in records)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sudoku/clasic"], "did you mean 'sudoku/classic'"),
        (["--difficulty", "hardd"], "did you mean 'hard'"),
        (["--symmetry", "rotated"], "did you mean 'rotation'"),
        (["--scale", "hodoko"], "did you mean 'hodoku'"),
    ],
)
def test_a_mistake_is_said_with_the_next_thing_to_do(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 2 == run(["generate", *arguments])
    assert said in capsys.readouterr().err


def test_grade_says_that_a_puzzle_with_several_solutions_has_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert 1 == run(["grade", "sudoku/several"])
    assert "no grade" in capsys.readouterr().out
