"""`schema`, `new` and `completion`: what editors and shells are told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import yaml

from cpsolver import load
from cpsolver.api.schemas import LINE, schema
from cpsolver.api.starting import start, starts
from cpsolver.cli import COMMANDS, completing, run
from cpsolver.kinds import KINDS
from cpsolver.render.as_json import dump_schema
from cpsolver.spec.describing import What

WHATS: tuple[What, ...] = ("spec", "model")


def outcome(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(arguments)
    out, err = capsys.readouterr()
    return code, out, err


# -- schema --------------------------------------------------------------------------------------------------


def test_the_schema_of_specs_is_printed_where_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome(capsys, "schema")

    assert (0, schema("spec")) == (code, json.loads(out))
    assert out == outcome(capsys, "schema", "spec")[1]
    assert schema("model", "csp") == json.loads(outcome(capsys, "schema", "model", "--kind", "csp")[1])


def test_the_schema_of_answers_has_a_name_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert (0, dump_schema(), "") == outcome(capsys, "schema", "answer")


def test_a_schema_goes_to_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert (0, "", "") == outcome(capsys, "schema", "model", "-o", str(tmp_path / "model.json"))
    assert schema("model") == json.loads((tmp_path / "model.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("schema", "spec", "--kind", "cps"), "did you mean 'csp'?"),
        (("schema", "answer", "--kind", "csp"), "--kind goes with 'spec' or 'model'"),
        (("schema", "specs"), "is not one of"),
        (("new", "sudoko"), "did you mean 'sudoku'?"),
        (("new", "../csp"), "there is no start"),
        (("completion", "tcsh"), "is not one of"),
    ],
)
def test_a_wrong_name_is_refused(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str) -> None:
    code, out, err = outcome(capsys, *arguments)

    assert (2, "") == (code, out)
    assert said in " ".join(err.split())


# -- new -----------------------------------------------------------------------------------------------------


def test_every_kind_has_a_start_of_both() -> None:
    assert KINDS.names() == starts("spec") == starts("model")


@pytest.mark.parametrize("kind", starts("spec"))
def test_a_start_checks_and_solves_as_it_stands(capsys: pytest.CaptureFixture[str], tmp_path: Path, kind: str) -> None:
    path = tmp_path / "mine.yaml"

    assert (0, "", "") == outcome(capsys, "new", kind, "-o", str(path))
    assert (0, "") == outcome(capsys, "check", str(path))[::2]
    assert 0 == outcome(capsys, "solve", str(path))[0]


@pytest.mark.parametrize("what", WHATS)
@pytest.mark.parametrize("kind", starts("spec"))
def test_a_start_is_right_and_every_line_is_explained(kind: str, what: What) -> None:
    text = start(kind, what)
    first, *lines = text.splitlines()

    assert first.startswith(f"{LINE}file://")
    assert kind == load(text).kind.name
    jsonschema.Draft7Validator(schema(what)).validate(yaml.safe_load(text))
    top = [line for line in lines if line[0].isalpha() and not line.startswith("source:")]
    assert [] == [line for line in top if "#" not in line]


def test_a_model_is_named_by_a_spec_beside_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert 0 == outcome(capsys, "new", "csp", "--model", "-o", str(tmp_path / "queens.yaml"))[0]
    (tmp_path / "six.yaml").write_text("model: queens.yaml\nparameters: {n: 6}\nexpect: {solutions: 4}\n")

    assert 0 == outcome(capsys, "check", str(tmp_path / "six.yaml"))[0]


def test_no_file_is_overwritten(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("mine", encoding="utf-8")
    code, out, err = outcome(capsys, "new", "csp", "-o", str(path))

    assert (2, "", "mine") == (code, out, path.read_text(encoding="utf-8"))
    assert "is there already" in err


def test_a_start_goes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert (0, start("csp", "spec"), "") == outcome(capsys, "new", "csp")


# -- completion ----------------------------------------------------------------------------------------------


def completed(words: str) -> tuple[list[str], str]:
    """What a shell is told after these words, and the outside packages that were loaded for it."""
    code = (
        "import sys, atexit\n"
        "heavy = {'ortools', 'sympy', 'numpy', 'numba', 'pint', 'pydantic', 'yaml', 'lark', 'rich'}\n"
        "atexit.register(lambda: sys.stderr.write(' '.join(sorted(heavy & set(sys.modules)))))\n"
        "from cpsolver.__main__ import main\nsys.argv = ['cpsolver']\nmain()"
    )
    asked = {"_CPSOLVER_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split(" ")) - 1)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | asked, capture_output=True, text=True, check=False
    )
    return [line.partition(",")[2] for line in done.stdout.splitlines()], done.stderr


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("cpsolver ", "completion"),
        ("cpsolver solve sudoku/f", "sudoku/first"),
        ("cpsolver check physics/thr", "physics/thrown-down"),
        ("cpsolver solve csp/que", "csp/queens"),
        ("cpsolver explain x --technique naked", "naked\\ single"),
        ("cpsolver solve x --solver python", "python-constraint"),
        ("cpsolver compare x --solvers cpsat,back", "cpsat,backtracking"),
        ("cpsolver solve x --format m", "markdown"),
        ("cpsolver check x --format g", "github"),
        ("cpsolver grade x --scale ho", "hodoku"),
        ("cpsolver solve x --model sudoku/kil", "sudoku/killer"),
        ("cpsolver models phys", "physics"),
        ("cpsolver new f", "formulas"),
    ],
)
def test_names_are_completed_and_nothing_heavy_is_loaded(words: str, expected: str) -> None:
    found, loaded = completed(words)

    assert expected in found
    assert "" == loaded


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_asks_for_completions(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    code, out, _ = outcome(capsys, "completion", shell)

    assert 0 == code
    assert "_CPSOLVER_COMPLETE" in out and f"{shell}_complete" in out


def test_what_is_on_no_shelf_is_left_to_the_shell_as_a_file() -> None:
    (item,) = completing.specs(None, None, "./no-such-")  # type: ignore[arg-type]

    assert ("file", "./no-such-") == (item.type, item.value)


def test_solvers_and_kinds_are_those_there_are() -> None:
    from cpsolver.solvers import SOLVERS

    names = [item.value.replace("-", "_") for item in completing.solvers(None, None, "")]  # type: ignore[arg-type]

    assert sorted(SOLVERS.names()) == sorted(names)
    assert list(KINDS.names()) == [item.value for item in completing.kinds(None, None, "")]  # type: ignore[arg-type]
    assert {"new", "schema", "completion"} <= set(COMMANDS)
