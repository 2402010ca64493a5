"""Specs and models are brought into shape; what does not fit is said at its place, all of it at once."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import AfterValidator, field_validator

from cpsolver.errors import SpecError
from cpsolver.spec.document import Place, parse
from cpsolver.spec.schema import (
    Entries,
    Exact,
    Field,
    Flag,
    Items,
    ModelShape,
    Plain,
    Shape,
    SpecShape,
    Text,
    Whole,
    keys_of,
    validate,
    wrong,
)
from cpsolver.spec.text import ONE_TEXT


class ConditionShape(Shape):
    require: Text
    label: Text = ""
    binding: Text = Field("", alias="for")


class GardenShape(ModelShape):
    rows: Whole = 1
    share: Exact = Fraction(1)
    is_open: Flag = False
    variables: Entries = Field({})
    conditions: list[ConditionShape] = Field([])
    named: dict[str, ConditionShape] = Field({})
    colour: Literal["red", "green"] = "red"
    hedge: Items = Field([])
    anything: Plain = ""


def shaped(text: str) -> GardenShape:
    return validate(Place(parse(text, "f.yaml")), GardenShape)


def said(text: str) -> list[str]:
    """Each problem as one line: place, message, hint."""
    with pytest.raises(SpecError) as caught:
        shaped(text)
    return [f"{p.mark}: {p.message}" + (f" | {p.hint}" if p.hint else "") for p in caught.value.problems]


def test_each_value_is_read_as_its_key_says() -> None:
    shape = shaped("rows: 007\nshare: 1e-3\nis_open: yes\nmodel: 12:30\nhedge: x > 1\nanything: {a: [1, no]}")
    assert (7, Fraction(1, 1000), True, "12:30") == (shape.rows, shape.share, shape.is_open, shape.model)
    assert (["x > 1"], {"a": ["1", "no"]}) == (shape.hedge, shape.anything)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("3", Fraction(3)),
        ("-2.5", Fraction(-5, 2)),
        ("1/3", Fraction(1, 3)),
        ("-4/6", Fraction(-2, 3)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("1e3", Fraction(1000)),
        ("6.02E+23", Fraction(602 * 10**21)),
        ("3.10", Fraction(31, 10)),
        ("1e400", Fraction(10**400)),
    ],
)
def test_number_is_exact(written: str, expected: Fraction) -> None:
    assert expected == shaped(f"share: {written}").share


MAPPING = " | write '{key: value}', or 'key: value' on lines of their own"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rows: abc", "f.yaml:1:7: 'abc' is not a whole number | such as 92"),
        ("rows: 2.5", "f.yaml:1:7: '2.5' is not a whole number | such as 92"),
        ("rows: 1_000", "f.yaml:1:7: '1_000' is not a whole number | such as 92"),
        ("rows: ٣", "f.yaml:1:7: '٣' is not a whole number | such as 92"),
        ("rows:", "f.yaml:1:6: expected a whole number, found nothing | such as 92"),
        ("rows: [1]", "f.yaml:1:7: expected a whole number, found a list | such as 92"),
        ("rows: " + "9" * 1001, "f.yaml:1:7: a number of 1001 digits is too long | at most 1000 are read"),
        ("share: x", "f.yaml:1:8: 'x' is not a number | such as 3, 2.5, 1e-3 or 1/3"),
        ("share: 1/0", "f.yaml:1:8: '1/0' divides by zero"),
        ("share: nan", "f.yaml:1:8: 'nan' is not a number | such as 3, 2.5, 1e-3 or 1/3"),
        ("share: 1e99999", "f.yaml:1:8: '1e99999' is not a number | such as 3, 2.5, 1e-3 or 1/3"),
        ("share: {a: 1}", "f.yaml:1:8: expected a number, found a mapping"),
        ("is_open: maybe", "f.yaml:1:10: expected 'true' or 'false', found 'maybe'"),
        ("title: [a]", "f.yaml:1:8: expected text, found a list | " + ONE_TEXT),
        ("title:\n  a: 1", "f.yaml:2:3: expected text, found a mapping | " + ONE_TEXT),
        ("variables: x", "f.yaml:1:12: expected a mapping, found 'x'" + MAPPING),
        ("variables:\n- x", "f.yaml:2:1: expected a mapping, found a list" + MAPPING),
        ("conditions: x > 1", "f.yaml:1:13: expected a list, found 'x > 1'"),
        ("conditions: [x]", "f.yaml:1:14: expected a mapping, found 'x'"),
        ("named: {a: [x]}", "f.yaml:1:12: expected a mapping, found a list"),
        ("colour: blue", "f.yaml:1:9: expected 'red' or 'green', found 'blue'"),
        ("variabels: 1", "f.yaml:1:1: unknown key 'variabels' | did you mean 'variables'?"),
        ("conditions:\n- requires: x", "f.yaml:2:3: key 'require' is missing"),
        ("named: {a: {require: x, lable: y}}", "f.yaml:1:25: unknown key 'lable' | did you mean 'label'?"),
        ("named: {a: {require: x, zzz: y}}", "f.yaml:1:25: unknown key 'zzz' | known: require, label, for"),
        (
            "named: {a: {for: i in 1..3, j in 1..3, require: x}}",
            "f.yaml:1:29: unknown key 'j in 1..3' | "
            "inside {…} a comma ends the value: put the text before it in quotes",
        ),
    ],
)
def test_value_that_does_not_fit_is_said_at_its_place(text: str, expected: str) -> None:
    assert expected == said(text)[0]


def test_misspelt_key_that_must_be_there_is_both_missing_and_unknown() -> None:
    expected = [
        "f.yaml:2:3: key 'require' is missing",
        "f.yaml:2:3: unknown key 'requires' | did you mean 'require'?",
    ]
    assert expected == said("conditions:\n- requires: x")


def test_all_problems_of_a_mapping_come_at_once_in_the_order_of_the_text() -> None:
    text = "zebra: 1\nconditions:\n- require: x\n- {label: y, fro: z}\nrows: many\ntitle: [a]\n"
    keys = (
        "known: model, kind, title, extends, parameters, source, rows, share, is_open, variables, conditions, named, …"
    )
    expected = [
        f"f.yaml:1:1: unknown key 'zebra' | {keys}",
        "f.yaml:4:3: key 'require' is missing",
        "f.yaml:4:14: unknown key 'fro' | did you mean 'for'?",
        "f.yaml:5:7: 'many' is not a whole number | such as 92",
        f"f.yaml:6:8: expected text, found a list | {ONE_TEXT}",
    ]
    assert expected == said(text)


def test_nothing_counts_as_an_empty_mapping_or_list() -> None:
    shape = shaped("variables:\nhedge:\nparameters:")
    assert ({}, [], {}) == (shape.variables, shape.hedge, shape.parameters)
    assert "" == validate(Place(parse("a:", "f")).at("a"), ModelShape).kind


def test_list_is_no_empty_mapping() -> None:
    with pytest.raises(SpecError, match="f:1:4: expected a mapping, found a list"):
        validate(Place(parse("a: []", "f")).at("a"), ModelShape)


def test_part_of_a_document_has_its_places() -> None:
    place = Place(parse("given:\n  model:\n    knd: csp\n", "f.yaml")).at("given", "model")
    with pytest.raises(SpecError, match=r"f\.yaml:3:5: unknown key 'knd'"):
        validate(place, ModelShape)


def test_kind_may_say_itself_what_is_wrong() -> None:
    def even(value: int) -> int:
        if value % 2:
            wrong(f"'{value}' is odd", "take an even number")
        return value

    class Pairs(Shape):
        pairs: Annotated[Whole, AfterValidator(even)]
        more: Whole = 0

        @field_validator("more")
        @classmethod
        def is_small(cls, value: int) -> int:
            if value > 9:
                raise ValueError(f"'{value}' is more than 9")
            return value

    with pytest.raises(SpecError) as caught:
        validate(Place(parse("pairs: 3\nmore: 10", "f")), Pairs)
    expected = "f:1:8: '3' is odd\n    pairs: 3\n           ^\n  take an even number\n"
    assert expected + "f:2:7: '10' is more than 9\n    more: 10\n          ^" == str(caught.value)


def test_spec_and_model_have_these_keys() -> None:
    spec = ("task", "title", "model", "parameters", "given", "require", "find", "expect", "source")
    assert spec == keys_of(SpecShape)
    assert ("model", "kind", "title", "extends", "parameters", "source") == keys_of(ModelShape)


def test_every_key_is_described_for_editors() -> None:
    for shape in (SpecShape, ModelShape):
        assert all("description" in key for key in shape.model_json_schema()["properties"].values())


def test_model_of_a_spec_is_a_name_or_a_mapping() -> None:
    with pytest.raises(SpecError, match="f:1:8: expected the name of a model or a mapping, found a list"):
        validate(Place(parse("model: [a, b]", "f")), SpecShape)
    assert {"kind": "csp"} == validate(Place(parse("model: {kind: csp}", "f")), SpecShape).model


KEYS = st.sampled_from([*keys_of(GardenShape), "task", "require", "x y"])


def write(value: object) -> str:
    """The value in YAML, in brackets."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {write(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(write, value)) + "]"
    return f'"{value}"'


@given(st.recursive(st.sampled_from(["", "x", "1"]), lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner)))
def test_any_data_fits_or_is_refused_with_places(value: object) -> None:
    document = parse(f"rows: 1\nvalue: {write(value)}", "f")
    for shape in (GardenShape, SpecShape):
        try:
            validate(Place(document).at("value"), shape)
        except SpecError as error:
            assert all(problem.mark for problem in error.problems)


def test_pydantic_and_yaml_are_loaded_only_when_a_spec_is_read() -> None:
    code = "import sys, cpsolver.spec.loading; print([name for name in ('pydantic', 'yaml') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "[]" == done.stdout.strip()
