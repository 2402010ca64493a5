"""What one may ask of a finite task, and what the answer says: shared values, differences, bounds, preferences."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from cpsolver.api import load, solve
from cpsolver.api.answers import Answer
from cpsolver.errors import SpecError, UnsupportedTask
from cpsolver.task.condition import Relation
from cpsolver.task.expression import Name
from cpsolver.task.result import Result, Status
from cpsolver.task.task import Objective, Preference
from tests.tasks import call

PAIR = """
model:
  kind: csp
  variables: {x: 0..9, y: 0..9, z: 1..3}
  conditions: [x + y = 9, x > y, z = 2]
"""


def test_what_all_solutions_share_is_every_variable_with_its_values() -> None:
    answer = solve(PAIR, narrow=True)

    assert {"x": (5, 6, 7, 8, 9), "y": (0, 1, 2, 3, 4), "z": (2,)} == {
        name: domain.values for name, domain in answer.domains.items()
    }
    assert "1 of 3 variables have one value" in answer.text
    assert "5..9" in answer.text
    record = json.loads(answer.json)
    assert ({"x": [5, 6, 7, 8, 9], "y": [0, 1, 2, 3, 4], "z": [2]}, []) == (record["domains"], record["solutions"])


def test_of_a_best_solution_it_is_what_the_best_ones_share() -> None:
    answer = solve(PAIR + "  maximize: z - (x - y)\n", narrow=True)

    assert {"x": (5,), "y": (4,), "z": (2,)} == {name: domain.values for name, domain in answer.domains.items()}
    assert answer.unique


def test_where_nothing_is_shared_there_is_no_solution() -> None:
    assert Status.UNSATISFIABLE is solve(PAIR + "require: [x < y]\n", narrow=True).status


def test_formulas_have_no_values_to_share() -> None:
    with pytest.raises(UnsupportedTask, match="finite"):
        solve("physics/thrown-down", narrow=True)


def test_two_solutions_show_in_what_they_differ() -> None:
    answer = solve(PAIR)

    assert (False, 2) == (answer.unique, len(answer.solutions))
    one, other = answer.solutions
    assert f"x may be {one['x']} or {other['x']}" in answer.text
    assert "z may be" not in answer.text


def test_values_may_be_hinted_at_by_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "answer.json"
    path.write_text(solve(PAIR, hint={"x": 7}).json, encoding="utf-8")

    assert 7 == solve(PAIR, hint=path).solution["x"]
    assert 6 == solve(PAIR, hint='{"x": 6}').solution["x"]
    assert 8 == solve(PAIR + "hint: {x: 8}\n").solution["x"]
    assert 6 == solve(PAIR + "hint: {x: 8}\n", hint={"x": 6}).solution["x"]


@pytest.mark.parametrize(
    ("hint", "said"),
    [
        ('{"w": 6}', "no variable"),
        ('{"x": 12}', "outside"),
        ("{x}", "no JSON"),
        ("no-such-file.json", "cannot read"),
        ('{"format": "cpsolver/1", "solutions": []}', "no solution"),
    ],
)
def test_a_hint_that_makes_no_sense_is_an_error(hint: str, said: str) -> None:
    with pytest.raises(SpecError, match=said):
        solve(PAIR, hint=hint)


def answered(result: Result) -> Answer:
    return Answer(load(PAIR + "  minimize: 10*x\n"), "cpsat", result)


def test_a_best_that_is_not_proven_is_told_with_its_bound_and_gap() -> None:
    answer = answered(Result(Status.SATISFIED, ({"x": 6, "y": 3, "z": 2},), 60, bound=57))

    assert "the best known is 60, none is better than 57 (gap 5 %)" in answer.text
    record = json.loads(answer.json)
    assert (60, 57, 0.05) == (record["objective"], record["bound"], record["gap"])


def test_a_best_of_which_no_bound_is_known_is_no_proof() -> None:
    answer = answered(Result(Status.SATISFIED, ({"x": 6, "y": 3, "z": 2},), 60))

    assert "the best known is 60; whether there is a better one is not known" in answer.text


def test_all_objectives_are_told_in_their_order() -> None:
    loaded = load(PAIR + "  minimize: z\n")
    sought = loaded.task.sought
    then = Objective(Name("x"), maximize=True)
    objective = replace(sought.objective, then=then) if sought.objective else None
    answer = solve(replace(loaded, task=replace(loaded.task, sought=replace(sought, objective=objective))))

    assert "the objective is 2, then 9; no other solution is as good" in answer.text
    assert [2, 9] == json.loads(answer.json)["objectives"]


def test_preferences_that_are_not_met_are_named_with_what_they_cost() -> None:
    loaded = load(PAIR)
    wishes = (
        Preference(Relation(call("=", Name("z"), 2), label="two"), 1),
        Preference(Relation(call("=", Name("z"), 3), label="three"), 4),
    )
    answer = solve(replace(loaded, task=replace(loaded.task, preferences=wishes)))

    assert "of 2 preferences 1 is not met, at a cost of 4:" in answer.text
    assert "three: costs 4" in answer.text
    assert [("two", True), ("three", False)] == [
        (each["label"], each["met"]) for each in json.loads(answer.json)["preferences"]
    ]


def test_solutions_are_told_as_they_are_found_and_the_derivation_tells_none() -> None:
    found: list[object] = []
    answer = solve(PAIR + "require: [x = 6]\n", every=True, found=found.append)

    assert [answer.solution] == found


def test_who_looks_for_one_of_the_best_does_not_claim_that_it_is_the_only_one() -> None:
    text = "model:\n  kind: csp\n  variables: {x: 0..2, y: 0..2}\n  conditions: [x + y <= 3]\n  maximize: x + y\n"

    assert solve(text, limit=1, derive=False).unique is None
    assert solve(text, derive=False).unique is False
    assert solve(text, every=True, derive=False).unique is False
