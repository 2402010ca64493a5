"""`check --format github`: a remark beside the line of each thing that did not pass, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cpsolver.cli import run
from cpsolver.cli.remarks import remarks
from cpsolver.render.as_json import AnswerRecord, ProblemRecord

DOMAIN = "model: {kind: csp, variables: {x: 1..3}}\n"
FILES = {
    "met.yaml": DOMAIN + "expect: {solutions: 3}\n",
    "count.yaml": DOMAIN + "expect: {solutions: 2}\n",
    "value.yaml": DOMAIN + "require: x < 3\nexpect:\n  solutions: 2\n  x: 3\n",
    "outside.yaml": DOMAIN + "expect:\n  x: 5\n",
    "two.yaml": "modl: csp/queens\nmodel: csp/queens\ngivn: {x: 3}\n",
    "none.yaml": DOMAIN + "require: [x > 3]\n",
}


def checked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    code = run(["check", *arguments, "--format", "github"])
    out, err = capsys.readouterr()
    assert "" == err
    return code, out.splitlines()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("name", "code", "lines"),
    [
        ("met", 0, []),
        ("count", 1, ["file=count.yaml,line=2,col=21,title=cpsolver check count::solutions: expected 2, found 3"]),
        ("value", 1, ["file=value.yaml,line=5,col=6,title=cpsolver check value::x: expected 3, found 1"]),
        (
            "outside",
            2,
            [
                "file=outside.yaml,line=3,col=6,title=cpsolver check outside.yaml::"
                "'5' is not in the domain of 'x'%0Aits values are 1..3"
            ],
        ),
        (
            "two",
            2,
            [
                "file=two.yaml,line=1,col=1,title=cpsolver check two.yaml::unknown key 'modl'%0Adid you mean 'model'?",
                "file=two.yaml,line=3,col=1,title=cpsolver check two.yaml::unknown key 'givn'%0Adid you mean 'given'?",
            ],
        ),
    ],
)
def test_each_thing_wrong_is_a_remark_at_its_place(
    capsys: pytest.CaptureFixture[str], name: str, code: int, lines: list[str]
) -> None:
    assert (code, [f"::error {line}" for line in lines]) == checked(capsys, f"{name}.yaml")


def test_without_expect_a_verdict_that_fails_is_a_remark(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = checked(capsys, "none.yaml")

    assert 1 == code
    assert all(line.startswith("::error file=none.yaml,line=1,col=8,title=cpsolver check none::") for line in lines)
    assert any("consistency" in line for line in lines)


def test_several_files_are_remarked_in_turn_and_the_gravest_code_ends(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = checked(capsys, "count.yaml", "met.yaml", "two.yaml", "no/such")

    assert (2, 4) == (code, len(lines))
    assert lines[-1].startswith("::error title=cpsolver check no/such::no spec is called 'no/such'%0A")


def test_several_solutions_are_a_remark_where_one_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = checked(capsys, "count.yaml", "--unique")

    assert (1, 1) == (code, len(lines))


def test_what_would_end_a_command_or_a_property_is_escaped() -> None:
    problem = ProblemRecord(file="a,b:c.yaml", line=1, column=2, message="100 %\nmore: a, b")
    record = AnswerRecord(command="check", task="x", problems=[problem])

    expected = "::error file=a%2Cb%3Ac.yaml,line=1,col=2,title=cpsolver check x::100 %25%0Amore: a, b"

    assert expected == remarks([record])


def test_as_json_it_is_what_json_gives(capsys: pytest.CaptureFixture[str]) -> None:
    assert 1 == run(["check", "met.yaml", "count.yaml", "--format", "json"])
    tasks = json.loads(capsys.readouterr().out)["tasks"]

    assert ["met", "count"] == [task["task"] for task in tasks]
    assert 2 == run(["check", "two.yaml", "--format", "json"])
    assert 2 == len(json.loads(capsys.readouterr().out)["problems"])
