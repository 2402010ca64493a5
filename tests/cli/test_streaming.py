"""Solutions on standard output as soon as each is found, progress on the other, and what `solve` may be asked."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cpsolver.cli import run
from cpsolver.cli.listening import words
from cpsolver.task.result import Progress

TEN = "model:\n  kind: csp\n  variables: {x: 0..9, y: 0..9}\n  conditions: [x + y = 9]\n"


@pytest.fixture
def ten(tmp_path: Path) -> str:
    path = tmp_path / "ten.yaml"
    path.write_text(TEN, encoding="utf-8")
    return str(path)


def outcome(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_all_solutions_are_rows_of_a_table(capsys: pytest.CaptureFixture[str], ten: str) -> None:
    code, out, err = outcome(capsys, "solve", ten, "--all", "--solver", "backtracking")
    lines = out.splitlines()

    assert (0, "") == (code, err)
    assert ["ten", "", "      x  y", "----  -  -", "   1  0  9", "   2  1  8"] == lines[:6]
    assert "10 solutions: these are all, proven" in lines


def test_a_solution_that_was_shown_as_a_row_is_not_shown_again(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = outcome(capsys, "solve", "puzzles/map-colouring", "--limit", "2", "--no-derivation")

    assert "   2  red" in out
    assert "solution 2" not in out


def test_a_limit_ends_the_list(capsys: pytest.CaptureFixture[str], ten: str) -> None:
    _, out, _ = outcome(capsys, "solve", ten, "--limit", "4")

    assert "   4  " in out and "   5  " not in out
    assert "4 solutions found; whether there are more is not known" in out


def test_each_solution_is_a_line_of_json_and_the_answer_the_last(capsys: pytest.CaptureFixture[str], ten: str) -> None:
    code, out, _ = outcome(capsys, "solve", ten, "--all", "--jsonl")
    *solutions, answer = map(json.loads, out.splitlines())

    assert 0 == code
    assert list(range(1, 11)) == [each["number"] for each in solutions]
    assert {(x, 9 - x) for x in range(10)} == {tuple(each["solution"].values()) for each in solutions}
    assert ("all_solutions", 10, []) == (answer["status"], answer["found"], answer["solutions"])


def test_one_json_object_holds_all_solutions(capsys: pytest.CaptureFixture[str], ten: str) -> None:
    _, out, _ = outcome(capsys, "solve", ten, "--all", "--json")

    assert 10 == len(json.loads(out)["solutions"])


def test_of_the_best_only_the_best_are_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "best.yaml"
    path.write_text(TEN + "  minimize: abs(x - y)\n", encoding="utf-8")
    _, out, _ = outcome(capsys, "solve", str(path), "--all", "--jsonl")
    *solutions, answer = map(json.loads, out.splitlines())

    assert [(4, 5), (5, 4)] == sorted(tuple(each["solution"].values()) for each in solutions)
    assert ("optimal", 1) == (answer["status"], answer["objective"])


def test_what_all_share_is_asked_by_narrow(capsys: pytest.CaptureFixture[str], ten: str) -> None:
    code, out, _ = outcome(capsys, "solve", ten, "--narrow", "--json")

    assert 0 == code
    assert list(range(10)) == json.loads(out)["domains"]["x"]
    assert 2 == outcome(capsys, "solve", ten, "--narrow", "--all")[0]


def test_a_hint_and_threads_are_taken(capsys: pytest.CaptureFixture[str], ten: str) -> None:
    arguments = ("solve", ten, "--hint", '{"x": 7}', "--workers", "auto", "--json")

    assert {"x": 7, "y": 2} == json.loads(outcome(capsys, *arguments)[1])["solutions"][0]


def test_progress_is_told_where_it_is_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "best.yaml"
    path.write_text(TEN + "  maximize: x*y\n", encoding="utf-8")

    assert "best " in outcome(capsys, "solve", str(path), "--progress", "--json")[2]
    assert "" == outcome(capsys, "solve", str(path), "--json")[2]


def test_progress_in_words() -> None:
    assert "12.3 s: best 57, bound 55, gap 3.51 %, 4 solutions" == words(12.34, Progress(12.3, 4, 57, 55))
    assert "0.5 s: 1 solution" == words(0.5, Progress(0.5, 1))
    assert "2.0 s" == words(2, None)


MANY = "model:\n  kind: csp\n  variables: {'x[1..9]': 0..9}\n  conditions: ['x[1] < x[2]']\n"


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_keeps_what_was_printed_and_says_how_many(tmp_path: Path) -> None:
    path = tmp_path / "many.yaml"
    path.write_text(MANY, encoding="utf-8")
    with (tmp_path / "out").open("w+") as out:
        command = [sys.executable, "-m", "cpsolver", "solve", str(path), "--all", "--solver", "naive"]
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE)
        for _ in range(600):  # until something is printed
            if (tmp_path / "out").stat().st_size > 1000:
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        out.seek(0)
        lines = out.read().splitlines()
    rows = [line for line in lines if line[:4].strip().isdigit() and "found" not in line]

    assert 130 == process.returncode
    if said:  # a busy machine: it had no time to end by itself, and was ended
        assert f"; {len(rows)} solutions were written" in said.decode()
        return
    assert f"! {len(rows)} solutions found; whether there are more is not known" in lines
    assert "! interrupted" in lines


@pytest.mark.skipif(os.name == "nt", reason="pipes")
def test_a_reader_that_goes_away_ends_the_search(tmp_path: Path) -> None:
    path = tmp_path / "many.yaml"
    path.write_text(MANY, encoding="utf-8")
    command = [sys.executable, "-m", "cpsolver", "solve", str(path), "--all", "--jsonl"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    assert 1 == json.loads(process.stdout.readline())["number"]
    process.stdout.close()

    with process.stderr as errors:
        assert b"" == errors.read()
    assert 141 == process.wait(60)
