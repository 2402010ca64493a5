"""Why a finite task has no solution, as people and machines are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpsolver.api import check, solve
from cpsolver.solvers import SOLVERS

MAP = """\
task: map
model:
  kind: csp
  sets:
    state: [WA, NT, SA, Q]
    colour: [red, green, blue]
    border: [[WA, NT], [WA, SA], [NT, SA], [NT, Q], [SA, Q]]
  variables:
    paint[state]: colour
  conditions:
    - label: "{a} beside {b}"
      for: (a, b) in border
      require: paint[a] != paint[b]
given: {"paint[SA]": red, "paint[Q]": red}
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "map.yaml"
    path.write_text(MAP, encoding="utf-8")
    return path


def test_an_answer_names_what_contradicts_what_by_label_and_place(spec: Path) -> None:
    text = " ".join(solve(spec).text.split())

    assert "these 3 contradict each other" in text
    assert f"SA beside Q ({spec}:13:16) paint[SA] != paint[Q]" in text
    assert f"paint[SA] = red (given at {spec}:14:22)" in text


def test_an_answer_proposes_what_to_drop(spec: Path) -> None:
    text = " ".join(solve(spec).text.split())

    assert "drop one of these, and there is a solution: paint[SA] = red, paint[Q] = red or SA beside Q" in text


def test_a_check_says_whether_a_conflict_is_proven_to_be_the_smallest(spec: Path) -> None:
    found = check(spec, smallest=True)
    (verdict,) = [verdict for verdict in found.verdicts if verdict.name == "consistency"]

    assert "these 3 contradict each other, and no fewer do, proven" == verdict.sentence
    assert found.passed is False


def test_machines_are_told_of_a_conflict_with_places(spec: Path) -> None:
    record = check(spec, smallest=True).record().conflict
    assert record is not None
    member = record.members[-1]
    assert member.place is not None

    assert ("SA beside Q", False, 13, 16) == (member.label, member.given, member.place.line, member.place.column)
    assert (3, True, 3) == (record.at_least, record.smallest, len(record.drops))


def test_a_solver_without_switches_is_asked_where_no_other_takes_the_task(
    spec: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cpsolver.api import conflicts

    monkeypatch.setattr(conflicts, "_switches", lambda *_: None)
    found = solve(spec, solver="backtracking").conflict
    assert found is not None

    assert (3, True, True) == (len(found.members), found.irreducible, SOLVERS.get("backtracking").switches is None)


def test_a_task_with_a_solution_has_no_conflict_to_tell_of() -> None:
    assert solve("sudoku/first").conflict is None
