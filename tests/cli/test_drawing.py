"""graph: the format by name or by the suffix of the file, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpsolver.cli import run

SPEC = "physics/highest-point"


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("x.svg", "<svg"),
        ("x.mmd", "---\ntitle:"),
        ("x.dot", "digraph"),
        ("x.gv", "digraph"),
        ("x.md", "# physics/highest-point"),
        ("x.html", "<!DOCTYPE html>"),
        ("x.txt", "physics/highest-point"),
    ],
)
def test_the_suffix_says_the_format_of_a_graph(tmp_path: Path, name: str, start: str) -> None:
    assert 0 == run(["graph", SPEC, "-o", str(tmp_path / name)])
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)


@pytest.mark.parametrize("format_", ["mermaid", "dot"])
def test_constraint_graphs_are_written_too(capsys: pytest.CaptureFixture[str], format_: str) -> None:
    assert 0 == run(["graph", "csp/queens", "--format", format_])
    assert "queen[1]" in capsys.readouterr().out.replace("#91;", "[").replace("#93;", "]")


def test_what_is_no_graph_is_not_written_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == run(["solve", SPEC, "--format", "dot"])
    out, err = capsys.readouterr()
    assert ("", "dot is a format of graphs, and this is none; `cpsolver graph` makes one\n") == (out, err)
