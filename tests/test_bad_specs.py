"""What is wrong with a spec, said exactly: `tests/bad_specs` is the manual of errors.

Beside every `NAME.yaml` with one mistake lies `NAME.expected`: all that `cpsolver solve NAME.yaml` prints there on
standard error. Lists of what is on the shelf are cut, for shelves grow. To write all anew after a change of wording,
and then to read the difference: `CPSOLVER_WRITE_EXPECTED=1 pytest tests/test_bad_specs.py`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cpsolver import library
from cpsolver.api import load_text
from cpsolver.cli import run
from cpsolver.errors import CpsolverError
from cpsolver.render.as_json import schema
from tests.tasks import EASY

FOLDER = Path(__file__).parent / "bad_specs"
SPECS = sorted(path.name for path in FOLDER.glob("*.yaml") if path.is_file())
HOSTILE = [name for name in SPECS if re.search("bomb|nested|tower|huge|long|digits|exponent|1e400", name)]
CODE = "__import__('os').system('touch /tmp/owned')"
SHELF = str(library.find("models", "csp/queens").parents[1])


@pytest.fixture
def nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other program may be started."""

    def refuse(*arguments: object, **named: object) -> None:
        raise AssertionError(f"a program was started: {arguments}")

    monkeypatch.setattr(os, "system", refuse)
    monkeypatch.setattr(subprocess, "Popen", refuse)


def outcome(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def steady(said: str) -> str:
    """A message without what differs from machine to machine, and from shelf to shelf."""
    said = said.replace(SHELF, "MODELS")
    return re.sub(r"^(  (?:models|specs|kinds): ).*", r"\1…", said, flags=re.MULTILINE)


# -- one mistake a file --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("nothing_runs")
@pytest.mark.parametrize("name", SPECS)
def test_a_bad_spec_is_answered_with_its_place_and_the_next_thing_to_do(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    code, out, err = outcome(capsys, "solve", name)
    expected = Path(name).with_suffix(".expected")
    if os.environ.get("CPSOLVER_WRITE_EXPECTED"):
        expected.write_text(steady(err), encoding="utf-8")

    assert (2, "") == (code, out)
    assert expected.read_text(encoding="utf-8") == steady(err)


def test_no_expectation_is_left_over_and_every_message_has_a_place() -> None:
    said = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.expected")}

    assert {Path(name).stem for name in SPECS} == said.keys()
    assert [] == [name for name, text in said.items() if not re.match(r"[\w./-]+:\d+:\d+: ", text)]
    assert [] == [name for name, text in said.items() if re.search("Traceback|internal error|Error:", text)]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_is_refused_at_once(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    start = time.process_time()
    code, _, _ = outcome(capsys, "solve", name)

    assert 2 == code
    assert 5 > time.process_time() - start


@pytest.mark.parametrize("command", ["solve", "explain", "compare", "check", "graph"])
@pytest.mark.parametrize("spec", ["key-several.yaml", "sudoku-two-in-row.yaml", "yaml-binary.yaml", "no-such-thing"])
def test_what_is_wrong_is_a_record_for_machines(
    command: str, spec: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    code, out, err = outcome(capsys, command, spec, "--json")
    answer = json.loads(out)
    jsonschema.validate(answer, schema())

    assert (2, "", "invalid", command) == (code, err, answer["status"], answer["command"])
    assert all(problem["message"] and problem["hint"] for problem in answer["problems"])
    assert all((problem["file"], bool(problem["line"])) == (spec, True) for problem in answer["problems"]) or (
        spec == "no-such-thing"
    )


# -- text that would be code elsewhere -----------------------------------------------------------------------


@pytest.mark.usefixtures("nothing_runs")
def test_code_in_a_title_is_a_title(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "code.yaml"
    path.write_text(
        f'task: "{CODE}"\ntitle: "{CODE}"\nsource: "{{a.__class__}}"\nmodel: csp/queens\n', encoding="utf-8"
    )
    code, out, _ = outcome(capsys, "solve", str(path), "--no-derivation")

    assert (0, f"{CODE}: {CODE}") == (code, out.splitlines()[0])


@pytest.mark.usefixtures("nothing_runs")
@pytest.mark.parametrize(
    ("spec", "parameter", "said"),
    [
        ("csp/queens", f"n={CODE}", "-p:1:26: found '(' where an operator should stand"),
        ("csp/queens", f"{CODE}=8", f"-p:1:1: '{CODE}' is not a parameter of this model"),
        ("csp/queens", "n=abc", "-p:1:3: 'abc' is not a name of this model"),
        ("csp/queens", "n=9^9^9^9", "-p:1:5: '9^9^9' is too large"),
        ("csp/queens", "n=8\nx: 3", "-p:2:1: found 'x' where an operator should stand"),
        ("csp/queens", "m=3", "-p:1:1: 'm' is not a parameter of this model"),
        ("physics/braking", f"xs={CODE}", f"-p:1:4: '{CODE}' is not a quantity"),
        ("physics/braking", "xs=3 kg", "-p:1:6: 'kg' does not fit 'xs', which is in m"),
        ("physics/braking", "a: b=3", "-p:1:1: 'a: b' is not a quantity of this model"),
        ("physics/braking", "xs=[1, [2]]", "-p:1:8: expected a quantity such as '30 m', found a list"),
    ],
)
def test_a_wrong_parameter_is_answered_in_its_own_text(
    spec: str, parameter: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = outcome(capsys, "solve", spec, "-p", parameter)

    assert (2, "", said) == (code, out, err.splitlines()[0])


def test_a_parameter_that_the_model_cannot_use_is_named_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    _, _, err = outcome(capsys, "solve", "csp/queens", "-p", "n=8.5")

    assert "n = 8.5 stands at -p:1:3" == err.splitlines()[-1].strip()


# -- names, files, streams -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("missing.yaml", "missing.yaml: no such file"),
        ("missing/missing.yaml", "missing/missing.yaml: no such file"),
        ("folder.yaml", "folder.yaml: this is a folder, not a file"),
        ("./folder.yaml", "folder.yaml: this is a folder, not a file"),
        ("../../etc/passwd", "no spec is called '../../etc/passwd'"),
        ("sudoku/frist", "no spec is called 'sudoku/frist'"),
        ("a" * 5_000, f"no spec is called '{'a' * 80}…'"),
        ("a\0b", "no spec is called 'a\0b'"),
        ("", "no spec is called ''"),
        (EASY[:-1], "<argument>:1:1: the grid has 80 cells; 81 are needed"),
        (EASY + "1", "<argument>:1:82: the grid has 82 cells; 81 are needed"),
    ],
)
def test_what_is_no_spec_is_said_in_words(
    spec: str, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder.yaml").mkdir()
    monkeypatch.chdir(tmp_path)
    code, out, err = outcome(capsys, "solve", spec)

    assert (2, "", said) == (code, out, err.splitlines()[0])


@pytest.mark.parametrize("around", ["{}\n", "{}\r\n", "\ufeff{}", "  {}  ", "\n\n{}\n\n"])
def test_a_grid_may_come_with_blanks_and_line_ends(around: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome(capsys, "solve", around.format(EASY), "--no-derivation")

    assert (0, True) == (code, "unique" in out)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--format", "pdf"), "no format is called 'pdf'; formats: csv, dot, html, json"),
        (("--format", "txt"), "did you mean 'text'?"),
        (("-o", "missing/a.svg"), "there is no folder 'missing'"),
        (("--solver", "python_constrain"), "did you mean 'python-constraint'?"),
        (("-p", "n=1", "-p", "n=2"), "'n' is set twice; keep one of the two"),
        (("--seconds", "nan"), "'nan' is not a number of seconds"),
    ],
)
def test_what_cannot_be_written_is_refused_before_any_work(
    arguments: tuple[str, ...],
    words: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = outcome(capsys, "solve", "sudoku/first", *arguments)

    assert (2, "") == (code, out)
    assert words in " ".join(err.split())


def test_an_empty_name_is_not_the_folder_one_works_in(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = outcome(capsys, "solve", "")

    assert (2, "") == (code, out)
    assert err.startswith("no spec is called ''")


def test_one_bad_spec_of_several_spoils_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome(capsys, "solve", "sudoku/first", "nothing", "csp/queens", "--jsonl", "--no-derivation")
    answers = [json.loads(line) for line in out.splitlines()]

    assert (2, ["all_solutions", "invalid", "satisfied"]) == (code, [answer["status"] for answer in answers])


def test_a_spec_and_the_model_beside_it_are_found_from_anywhere(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "pair.yaml").write_text("kind: csp\nvariables: {x: 1..2, y: 1..2}\n", encoding="utf-8")
    spec = tmp_path / "here" / "spec.yaml"
    spec.write_text("model: pair\nrequire: [x < y]\n", encoding="utf-8")
    for folder in (tmp_path, tmp_path / "here"):
        monkeypatch.chdir(folder)
        code, out, _ = outcome(capsys, "solve", str(spec.relative_to(folder)), "--json")

        assert (0, [{"x": 1, "y": 2}]) == (code, json.loads(out)["solutions"])


def ended(*arguments: str, text: bytes = b"", **named: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "cpsolver", *arguments]
    if "stdout" not in named:
        named.update(stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    environment = {**os.environ, **named.pop("environment", {})}
    return subprocess.run(command, input=text, env=environment, timeout=60, check=False, **named)


def test_nothing_on_standard_input_is_an_empty_text() -> None:
    done = ended("solve", "-")

    assert (2, b"", b"<stdin>:1:1: the text is empty") == (done.returncode, done.stdout, done.stderr.splitlines()[0])


@pytest.mark.parametrize("color", [{"FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"}, {"NO_COLOR": "1"}])
def test_no_escape_sequence_is_ever_written_to_a_pipe(color: dict[str, str]) -> None:
    done = ended("solve", "heat/bath", "nothing", environment=color)

    assert (2, False, False) == (done.returncode, b"\x1b" in done.stdout, b"\x1b" in done.stderr)


def test_an_output_that_knows_only_ascii_still_shows_all_it_can() -> None:
    done = ended("solve", "heat/bath", environment={"PYTHONIOENCODING": "ascii"})

    assert (0, b"") == (done.returncode, done.stderr)
    assert b"33" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_said_in_words() -> None:
    with Path("/dev/full").open("wb") as full:
        done = ended("solve", "sudoku/first", "--no-derivation", stdout=full, stderr=subprocess.PIPE)

    assert (2, True) == (done.returncode, b"cannot write to standard output: " in done.stderr)


# -- data that miss, say too much, or contradict -------------------------------------------------------------


def motion(tmp_path: Path, given: str, more: str = "") -> str:
    path = tmp_path / "motion.yaml"
    path.write_text(f"model: physics/kinematics\ngiven: {{{given}}}\nfind: x\n{more}", encoding="utf-8")
    return str(path)


def test_missing_data_are_named_with_what_would_do(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = outcome(capsys, "solve", motion(tmp_path, "xs: 30 m, vs: 10 m/s"))

    assert (3, "") == (code, err)
    assert "any of these would do: v and astart; or v and t; or astart and t" in out


def test_redundant_data_that_fit_are_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    spec = motion(tmp_path, "xs: 0 m, vs: 10 m/s, astart: 2 m/s^2, t: 3 s, v: 16 m/s")
    code, out, _ = outcome(capsys, "check", spec)

    assert 0 == code
    assert "consistency: yes" in out
    assert "follows from vs, astart and t by velocity" in " ".join(out.split())  # wherever the lines are wrapped


def test_redundant_data_that_contradict_say_by_how_much(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    spec = motion(tmp_path, "xs: 0 m, vs: 10 m/s, astart: 2 m/s^2, t: 3 s, v: 17 m/s")
    code, out, _ = outcome(capsys, "check", spec)

    assert 1 == code
    assert "v is 17 m/s, but vs + astart*t = 10 m/s + (2 m/s^2)*(3 s) = 16 m/s; they differ by 1 m/s" in out


def test_of_a_rule_in_several_parts_the_part_that_fails_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    spec = motion(tmp_path, "xs: 0 m, vs: 10 m/s, astart: 2 m/s^2", "require: [v = vs = 0]\n")
    code, out, _ = outcome(capsys, "solve", spec)

    assert 1 == code
    assert "v = vs = 0 does not hold with vs = 10 m/s" in out


# -- any text at all -----------------------------------------------------------------------------------------

TEXTS = [library.find("specs", name).read_text(encoding="utf-8") for name in library.names("specs")]
TEXTS += [library.find("models", name).read_text(encoding="utf-8") for name in library.names("models")]
BITS = [
    *sorted({word for text in TEXTS for word in text.split()}), *"{}[]()<>=:,-|>#&*!%@`'\"\\\n\t 09",
    "9^9^9", "1..10^12", "\0", "\ufeff", "²", "1e400", "nan", "..", "not ", "__import__('os')", "for i in 1..99", "{i}",
]  # fmt: skip


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """A text of the shelf with characters, words and lines left out, doubled or replaced."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 4))):
        pieces = re.split(draw(st.sampled_from([r"(\n)", r"(\s+)", r"()"])), text)
        at = draw(st.integers(0, len(pieces) - 1))
        pieces[at] = draw(st.sampled_from(["", pieces[at] * 2, draw(st.sampled_from(BITS))]))
        text = "".join(pieces)
    return text


@given(spoilt())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_text_is_a_task_or_an_error_in_words(text: str) -> None:
    try:
        load_text(text, "spoilt.yaml")
    except CpsolverError as error:
        assert str(error).strip()
