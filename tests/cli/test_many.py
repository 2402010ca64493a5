"""Lists of tasks on the command line: a line each, bad lines named, interrupted runs resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
import pytest

from cpsolver.cli import run
from cpsolver.render.as_json import schema
from tests.tasks import EASY, SEVENTEEN

TWO = "92..8.65.6..2.43..3..5.9.72.7.953.......7.......6..5....142..3.....31..6.6.7..1.."
UNSOLVABLE = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.."
LETTER = EASY[:7] + "x" + EASY[8:]
SOLVED_EASY = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def outcome(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    code = run([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list with comments, blank lines, and one puzzle of each sort."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "puzzles.sdm"
    path.write_text(f"# four\n{EASY}\n\n{TWO}\r\n  {UNSOLVABLE}\n{SEVENTEEN}\n", encoding="utf-8")
    return path


def test_check_unique_answers_each_puzzle_of_a_list_on_a_line(
    capsys: pytest.CaptureFixture[str], puzzles: Path
) -> None:
    code, out, err = outcome(capsys, "check", "--unique", "puzzles.sdm")

    assert (1, "") == (code, err)
    assert [
        "puzzles.sdm:2: unique",
        "puzzles.sdm:4: at least 2 solutions",
        "puzzles.sdm:5: no solution",
        "puzzles.sdm:6: unique",
    ] == out.splitlines()


def test_for_machines_a_line_is_a_record_that_says_what_it_worked_from(
    capsys: pytest.CaptureFixture[str], puzzles: Path
) -> None:
    code, out, _ = outcome(capsys, "check", "--unique", "puzzles.sdm", "--jsonl")
    records = [json.loads(line) for line in out.splitlines()]
    for record in records:
        jsonschema.validate(record, schema())

    assert 1 == code
    assert [(True, 1), (False, "2 or more"), (False, 0), (True, 1)] == [(r["unique"], r["count"]) for r in records]
    assert {"givens"} == {record["worked_from"] for record in records}
    assert [(2, EASY), (4, TWO), (5, UNSOLVABLE), (6, SEVENTEEN)] == [(r["line"], r["input"]) for r in records]


def test_solve_shows_line_answer_and_verdict(capsys: pytest.CaptureFixture[str], puzzles: Path) -> None:
    code, out, _ = outcome(capsys, "solve", "puzzles.sdm", "--solver", "latin")
    first, second, third, _ = out.splitlines()

    assert (1, f"puzzles.sdm:2: {SOLVED_EASY} unique") == (code, first)
    assert second.startswith("puzzles.sdm:4: 92") and second.endswith(" not unique")
    assert "puzzles.sdm:5: no solution" == third


def test_a_bad_line_ends_the_run_after_the_good_ones_before_it(
    capsys: pytest.CaptureFixture[str], puzzles: Path
) -> None:
    puzzles.write_text(f"{EASY}\n{LETTER}\n{EASY}\n", encoding="utf-8")
    code, out, err = outcome(capsys, "check", "--unique", "puzzles.sdm")

    assert (2, "puzzles.sdm:1: unique\n") == (code, out)
    assert err.startswith("puzzles.sdm:2:8: 'x' is neither a digit 1-9 nor '.'\n")
    assert err.endswith("  the run ends here; --skip-bad passes over such tasks\n")


def test_bad_lines_are_named_skipped_and_counted(capsys: pytest.CaptureFixture[str], puzzles: Path) -> None:
    clash = "." + EASY[:2] + EASY[1] + EASY[4:]
    lines = [EASY, "no puzzle", LETTER, EASY[:80], clash, EASY]
    puzzles.write_bytes("\n".join(lines).encode() + b"\n" + EASY[:80].encode() + b"\xff\n")
    code, out, err = outcome(capsys, "check", "--unique", "puzzles.sdm", "--skip-bad")

    assert (0, ["puzzles.sdm:1: unique", "puzzles.sdm:6: unique"]) == (code, out.splitlines())
    for said in (
        "puzzles.sdm:2:1: 'no puzzle' is no task of the kind sudoku",
        "puzzles.sdm:3:8: 'x' is neither a digit 1-9 nor '.'",
        "puzzles.sdm:4:1: the grid has 80 cells; 81 are needed",
        "are both 3 in",
        "puzzles.sdm:7:81: byte 0xff is not UTF-8 text",
        "2 answered, 5 bad skipped",
    ):
        assert said in err


def test_for_machines_a_skipped_line_is_a_record_too(capsys: pytest.CaptureFixture[str], puzzles: Path) -> None:
    puzzles.write_text(f"{LETTER}\n{EASY}\n", encoding="utf-8")
    code, out, _ = outcome(capsys, "check", "--unique", "puzzles.sdm", "--jsonl", "--skip-bad")
    bad, good = map(json.loads, out.splitlines())
    jsonschema.validate(bad, schema())

    assert (0, "invalid", True) == (code, bad["status"], good["unique"])
    assert (1, 8) == (bad["problems"][0]["line"], bad["problems"][0]["column"])


def test_nothing_but_bad_lines_is_no_success(capsys: pytest.CaptureFixture[str], puzzles: Path) -> None:
    puzzles.write_text(f"{LETTER}\n{LETTER}\n", encoding="utf-8")

    assert 2 == outcome(capsys, "check", "--unique", "puzzles.sdm", "--skip-bad")[0]


def test_a_list_of_one_puzzle_is_answered_like_a_list_for_machines(
    capsys: pytest.CaptureFixture[str], puzzles: Path
) -> None:
    puzzles.write_text(f"{EASY}\n", encoding="utf-8")
    record = json.loads(outcome(capsys, "check", "--unique", "puzzles.sdm", "--jsonl")[1])

    assert (1, EASY, 1) == (record["line"], record["input"], record["count"])


def test_many_tasks_have_no_common_picture(capsys: pytest.CaptureFixture[str], puzzles: Path) -> None:
    code, out, err = outcome(capsys, "solve", "puzzles.sdm", "--format", "svg")

    assert (2, "") == (code, out)
    assert "many tasks are answered a line each: as text, or with --jsonl as records" in err


def test_specs_in_one_text_are_parted_by_three_hyphens(capsys: pytest.CaptureFixture[str], puzzles: Path) -> None:
    """Any kind's tasks, in a folder as well; a mistake has its place in the text it stands in."""
    queens = "model: csp/queens\nparameters: {n: 6}\n"
    Path("tasks.yaml").write_text(f"{queens}---\nmodel: sudoku/unknown\n", encoding="utf-8")
    code, out, err = outcome(capsys, "solve", "tasks.yaml", "--solver", "backtracking")

    assert 2 == code
    assert out.startswith("tasks.yaml:1: queen[1] = ")
    assert err.startswith("tasks.yaml:4:8: no model is called 'sudoku/unknown'")
    Path("tasks.yaml").unlink()
    (puzzles.parent / "folder").mkdir()
    for name in ("a", "b"):
        (puzzles.parent / "folder" / f"{name}.yaml").write_text(queens, encoding="utf-8")
    code, out, _ = outcome(capsys, "solve", "folder", "--jsonl", "--workers", "1", "--solver", "backtracking")
    records = [json.loads(line) for line in out.splitlines()]

    assert (0, ["folder/a.yaml", "folder/b.yaml"]) == (code, [record["file"] for record in records])
    assert 6 == len(records[0]["solutions"][0])


def test_several_files_are_answered_one_after_the_other(capsys: pytest.CaptureFixture[str], puzzles: Path) -> None:
    Path("more.txt").write_text(f"{TWO}\n{EASY}\n", encoding="utf-8")
    code, out, err = outcome(capsys, "check", "--unique", "puzzles.sdm", "more.txt", "missing.sdm")

    assert (2, 6) == (code, len(out.splitlines()))
    assert "more.txt:2: unique" == out.splitlines()[-1]
    assert "missing.sdm" in err


# -- going on ------------------------------------------------------------------------------------------------


def test_an_interrupted_run_goes_on_where_its_file_ends(capsys: pytest.CaptureFixture[str], puzzles: Path) -> None:
    """The half line at the end is cut, and the exit code is that of all."""
    outcome(capsys, "check", "--unique", "puzzles.sdm", "-o", "out.jsonl")
    whole = Path("out.jsonl").read_text(encoding="utf-8")
    first = whole.index("\n") + 1
    for cut in (0, first, first + 20, len(whole)):
        Path("out.jsonl").write_text(whole[:cut], encoding="utf-8")

        assert (1, "", "") == outcome(capsys, "check", "--unique", "puzzles.sdm", "-o", "out.jsonl", "--resume")
        assert whole == Path("out.jsonl").read_text(encoding="utf-8")


def test_a_file_of_other_answers_is_not_gone_on_with(capsys: pytest.CaptureFixture[str], puzzles: Path) -> None:
    outcome(capsys, "check", "--unique", "puzzles.sdm", "-o", "out.jsonl")
    whole = Path("out.jsonl").read_text(encoding="utf-8")
    code, _, err = outcome(capsys, "solve", "puzzles.sdm", "-o", "out.jsonl", "--resume")
    assert (2, True) == (code, "out.jsonl:1: this is no answer of 'solve'" in err)

    puzzles.write_text(puzzles.read_text(encoding="utf-8").replace(TWO, EASY), encoding="utf-8")
    code, _, err = outcome(capsys, "check", "--unique", "puzzles.sdm", "-o", "out.jsonl", "--resume")
    assert (2, True) == (code, "out.jsonl:2: this is not the answer to puzzles.sdm:4" in err)
    assert whole == Path("out.jsonl").read_text(encoding="utf-8")


def test_resuming_needs_a_file_of_records(capsys: pytest.CaptureFixture[str], puzzles: Path) -> None:
    code, _, err = outcome(capsys, "check", "--unique", "puzzles.sdm", "--resume")

    assert (2, True) == (code, "--resume goes with -o FILE.jsonl" in err)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_at_once_with_what_is_done(puzzles: Path) -> None:
    """The other program has not finished writing; what it wrote is answered."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cpsolver", "check", "--unique", "-", "--jsonl"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(f"{EASY}\n{TWO}\n")
    process.stdin.flush()
    lines = [process.stdout.readline(), process.stdout.readline()]
    process.send_signal(signal.SIGINT)
    start = time.perf_counter()
    out, err = process.communicate(timeout=60)

    assert [1, "2 or more"] == [json.loads(line)["count"] for line in lines]
    assert (130, "", "") == (process.returncode, out, err)
    assert time.perf_counter() - start < 10
