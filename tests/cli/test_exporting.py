"""export, --model and --from on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cpsolver.cli import run
from cpsolver.kinds.sudoku.game import Game
from tests.tasks import EASY

# Two 9s in row 1, r1c2 and r1c3, also the same box; a tool "solved" it.
CLASHING = ".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6.."


def outcome(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def test_the_text_goes_to_standard_output_and_what_is_lost_to_standard_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = outcome(capsys, "export", "sudoku/six", "--format", "line")

    assert (0, "1...5.2.......14......6....24.6....3\n") == (code, out)
    assert "not carried over: the title ('A sudoku of six, with boxes of…')" in err


def test_a_file_says_its_format_by_its_suffix(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "first.sdk"

    assert 0 == outcome(capsys, "export", EASY, "-o", str(path))[0]
    assert EASY == path.read_text(encoding="utf-8").replace("\n", "")


def test_machines_get_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(outcome(capsys, "export", EASY, "--format", "hodoku", "--json")[1])

    assert ("export", "hodoku", []) == (record["command"], record["as"], record["lost"])


def test_an_unknown_format_is_a_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = outcome(capsys, "export", EASY, "--format", "hodok")

    assert 2 == code
    assert "did you mean 'hodoku'?" in err


def test_a_solution_that_does_not_exist_is_a_negative_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert 1 == outcome(capsys, "export", "sudoku/unsolvable", "--format", "line", "--state", "solution")[0]


def test_clashing_givens_are_refused_before_any_search(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = outcome(capsys, "solve", CLASHING)

    assert (2, "") == (code, out)
    assert "r1c2 and r1c3 are both 9 in row 1 (and in box 1)" in err


def test_a_grid_is_solved_under_another_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(EASY + "\n", encoding="utf-8")

    assert 1 == outcome(capsys, "solve", "--model", "sudoku/x", str(path))[0]
    assert 0 == outcome(capsys, "solve", str(path))[0]


def test_lists_are_read_under_another_model_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{EASY}\n{EASY}\n", encoding="utf-8")
    code, out, _ = outcome(capsys, "check", "--unique", "--model", "sudoku/x", "--jsonl", str(path))

    assert 1 == code
    assert [0, 0] == [json.loads(line)["count"] for line in out.splitlines()]


def test_commands_start_from_the_givens_unless_the_current_board_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.yaml"
    Game.read(EASY).place("r1c3", 1).save(path)

    assert 0 == outcome(capsys, "solve", str(path))[0]
    code, out, _ = outcome(capsys, "solve", "--from", "current", str(path))
    assert 1 == code
    assert "is wrong: the only solution has another digit there" in " ".join(out.split())
    assert 0 == outcome(capsys, "check", "--unique", str(path))[0]
    assert 1 == outcome(capsys, "check", "--unique", "--from", "current", str(path))[0]
