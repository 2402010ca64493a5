"""JSON: the answer for machines keeps to the schema that is shipped."""

import json
from fractions import Fraction
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.auxiliary.diagnosis import Verdict
from cpsolver.errors import Mark, Problem
from cpsolver.picture import Cell, Chart, Grid, Marker, Page, Series, Strip
from cpsolver.render.as_json import (
    RENDERER,
    SCHEMA_FILE,
    AnswerRecord,
    ExpectRecord,
    Quantity,
    RowRecord,
    as_json,
    dump,
    dump_schema,
    fact_record,
    nested,
    problem_record,
    quantity,
    scalar,
    schema,
    statistics_record,
    step_record,
    verdict_record,
)
from cpsolver.task.condition import Equation
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite, Reals, Value
from cpsolver.task.expression import Call, Name
from cpsolver.task.knowledge import Finding
from cpsolver.task.result import Statistics
from cpsolver.task.task import Array, Fact

NINE = Finite(tuple(range(1, 10)))


class Told:
    """A step in words."""

    name, whole, lines = "hidden single", "column 3 has only one place for 9: r7c3", ("all others exclude it",)


def step() -> Step:
    premises = (Fact("r1c3", NINE.without(9), Mark("first.yaml", 5, 7)), Fact("r2c3", Finite((1, 2)), 4))
    lemma = Equation(Call("=", (Name("a"), Name("b"))))
    inner = Step(8, "one formula", (), (), Finding())
    finding = Finding((Fact("r7c3", Finite((9,))),), (lemma,))
    return Step(7, "unit", ("column 3",), premises, finding, substeps=(inner,), difficulty=2)


def test_renderer_names_its_format() -> None:
    assert (RENDERER.name, RENDERER.media_type, RENDERER.suffix) == ("json", "application/json", ".json")


def test_shipped_schema_is_the_one_made_from_the_records() -> None:
    """To write it anew: `SCHEMA_FILE.write_text(dump_schema(), encoding="utf-8")`."""
    assert dump_schema() == SCHEMA_FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize("validator", [jsonschema.Draft202012Validator, jsonschema.Draft7Validator])
def test_schema_is_valid_for_new_and_old_readers(validator: Any) -> None:
    validator.check_schema({key: value for key, value in schema().items() if key != "$schema"})


def full_answer() -> AnswerRecord:
    return AnswerRecord(
        command="solve",
        task="physics/highest-point",
        kind="formulas",
        solver="auxiliary",
        status="all_solutions",
        solutions=[{"x": quantity(Fraction(4, 3), "m"), "n": 3, "flag": True, "colour": "red"}],
        arrays=[{"queen": [1, 2], "cell": [[1, True], [quantity(2, "m"), "a"]]}],
        unique=True,
        objective=9,
        statistics=statistics_record(Statistics(0.5, calls=3, at_depth=(1, 2))),
        steps=[step_record(step(), lambda _: Told(), {"r1c3": NINE, "r2c3": NINE, "r7c3": NINE})],
        problems=[problem_record(Problem("row 3 has 8 cells", Mark("a.yaml", 7, 5), hint="9 are needed"))],
        expect=[ExpectRecord(what="x", expected=1, found=Quantity(value=1.0, unit="m"), met=True)],
        verdicts=[verdict_record(Verdict("necessity", None, "not known", ("v",)))],
        rows=[RowRecord(solver="naive", status="unknown", seconds=10.0, note="the time limit of 10 s was met")],
        agree=None,
        pictures=json.loads(as_json(Page((Grid(((Cell("5"),),)),))))["pictures"],
    )


@pytest.mark.parametrize("answer", [full_answer(), AnswerRecord(command="models"), AnswerRecord(command="check")])
@pytest.mark.parametrize("validator", [jsonschema.Draft202012Validator, jsonschema.Draft7Validator])
def test_answers_keep_to_the_schema(answer: AnswerRecord, validator: Any) -> None:
    validator(schema()).validate(json.loads(dump(answer)))


@pytest.mark.parametrize(
    "change",
    [
        {"status": "solved"},
        {"format": "cpsolver/2"},
        {"unique": "yes"},
        {"solutions": [{"x": None}]},
        {"steps": [{"number": 1}]},
        {"problems": ["text"]},
        {"arrays": [{"a": [[None]]}]},
    ],
)
def test_the_schema_refuses_what_is_not_an_answer(change: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(json.loads(dump(full_answer())) | change, schema())


def test_every_key_is_always_there() -> None:
    assert dump(AnswerRecord(command="solve", status="unsatisfiable")) == (
        '{"format": "cpsolver/1", "command": "solve", "task": null, "kind": null, "solver": null, '
        '"status": "unsatisfiable", "solutions": [], "arrays": [], "unique": null, "objective": null, '
        '"objectives": [], "bound": null, "gap": null, "preferences": [], "domains": null, "found": null, '
        '"statistics": null, "sweep": null, "steps": [], "problems": [], "note": "", "expect": null, '
        '"grade": null, "puzzles": [], "verdicts": [], "conflict": null, "rows": [], "agree": null, '
        '"pictures": [], "tasks": [], "file": null, "line": null, "input": null, "count": null, '
        '"worked_from": null}'
    )


def test_step_as_the_architecture_shows_it() -> None:
    made = json.loads(dump(step_record(step(), lambda _: Told(), {"r1c3": NINE, "r2c3": NINE})))
    inner = made.pop("substeps")
    assert made == {
        "number": 7,
        "technique": "unit",
        "name": "hidden single",
        "sentence": "column 3 has only one place for 9: r7c3",
        "details": ["all others exclude it"],
        "forced": True,
        "conditions": ["column 3"],
        "premises": [
            {"variable": "r1c3", "not": [9], "origin": {"source": "first.yaml", "line": 5, "column": 7}},
            {"variable": "r2c3", "in": [1, 2], "origin": {"step": 4}},
        ],
        "conclusions": [{"variable": "r7c3", "is": 9, "origin": None}],
        "lemmas": ["a = b"],
        "difficulty": 2,
    }
    assert [item["number"] for item in inner] == [8]


def test_an_answer_can_be_read_back() -> None:
    assert full_answer() == AnswerRecord.model_validate_json(dump(full_answer()))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Fraction(6, 2), 3),
        (Fraction(1, 4), 0.25),
        (True, True),
        ("red", "red"),
        (10**30, 10**30),
        (1.5, 1.5),
        (Fraction(10**400, 3), f"{10**400}/3"),
        (float("inf"), "inf"),
    ],
)
def test_values_become_numbers_text_or_truth(value: Value, expected: object) -> None:
    assert (type(expected), expected) == (type(scalar(value)), scalar(value))


def test_a_contradiction_is_in_no_value() -> None:
    assert dump(fact_record(Fact("x", Finite(())), NINE)) == '{"variable": "x", "in": [], "origin": null}'


def test_an_interval_has_its_bounds() -> None:
    fact = Fact("t", Reals(Fraction(1, 2), None, lower_open=True))
    assert dump(fact_record(fact)) == (
        '{"variable": "t", "in": {"lower": 0.5, "upper": null, "lower_open": true, "upper_open": false}, '
        '"origin": null}'
    )


def test_values_of_facts_are_shown_by_the_kind() -> None:
    fact = fact_record(Fact("x", Finite((2,))), show=lambda name, value: quantity(value, "m"))
    assert dump(fact) == '{"variable": "x", "is": {"value": 2, "unit": "m"}, "origin": null}'


def test_arrays_are_lists_in_lists() -> None:
    names = tuple(f"c[{r},{c}]" for r in (1, 2) for c in (1, 2, 3))
    solution = {name: number for number, name in enumerate(names)}
    assert nested(Array("c", ((1, 2), (1, 2, 3)), names), solution) == [[0, 1, 2], [3, 4, 5]]
    assert nested(Array("c", ((1, 2),), names[:2]), solution) == [0, 1]
    cube = Array("c", ((1,), (1, 2), (1, 2, 3)), names)
    assert nested(cube, solution) == [[[0, 1, 2], [3, 4, 5]]]


def test_problem_without_place_has_nulls() -> None:
    assert (
        dump(problem_record(Problem("m"))) == '{"file": null, "line": null, "column": null, "message": "m", "hint": ""}'
    )


def test_pictures_as_data_name_their_shape() -> None:
    grid = Grid(((Cell("5", "given"),),), markers=(Marker((0, 0), "premise"),))
    chart = Chart("x", "y", (Series("a", ((1.0, float("nan")),)),))
    made = json.loads(as_json(Page((Strip((grid, chart)),), "t")))
    strip = made["pictures"][0]
    assert (made["format"], made["title"], strip["picture"]) == ("cpsolver/1", "t", "strip")
    assert strip["pictures"][0] == {
        "picture": "grid",
        "cells": [[{"text": "5", "role": "given", "candidates": []}]],
        "boxes": [],
        "markers": [{"at": [0, 0], "role": "premise"}],
        "title": "",
        "overlays": [],
    }
    assert strip["pictures"][1]["series"] == [{"name": "a", "points": [[1.0, None]]}]


@settings(max_examples=60)
@given(st.text(alphabet=st.characters(), max_size=20))
def test_any_text_stays_on_one_line_and_comes_back(text: str) -> None:
    line = dump(AnswerRecord(command="solve", note=text))
    assert len(line.splitlines()) == 1
    assert text == json.loads(line.encode("utf-8"))["note"]
