"""The schemas for editors: true to the shapes, right for every file on the shelf, and of use where one errs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from cpsolver.api.schemas import LINE, line_for, schema, schema_file, schema_text, without_line
from cpsolver.kinds import KINDS
from cpsolver.spec.asserting import _KEYS as ASSERTION_KEYS
from cpsolver.spec.declarations import _KEYS as VARIABLE_KEYS
from cpsolver.spec.describing import What
from cpsolver.spec.drawing import _KEYS as DRAWING_KEYS
from cpsolver.spec.drawing import STYLES
from cpsolver.spec.unroll import _KEYS as CONDITION_KEYS

ROOT = Path(__file__).parent.parent.parent
WHATS: tuple[What, ...] = ("spec", "model")
SHELF: dict[What, list[Path]] = {what: sorted((ROOT / f"{what}s").rglob("*.yaml")) for what in WHATS}
VALIDATORS = {what: jsonschema.Draft7Validator(schema(what)) for what in WHATS}


class EditorLoader(yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader):
    """YAML as editors read it: numbers, `true`, `false` and `null` by YAML 1.2, and no dates."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 - PyYAML's own way


for tag, pattern, signs in (
    ("null", r"~|null|Null|NULL|", "~nN\0"),
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
):
    found = re.compile(f"^(?:{pattern})$")
    EditorLoader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", found, [*signs.replace("\0", ""), ""])
EditorLoader.add_constructor("tag:yaml.org,2002:int", lambda _, node: int(node.value))
EditorLoader.add_constructor("tag:yaml.org,2002:float", lambda _, node: float(node.value))


def in_editor(text: str) -> Any:
    """The data that an editor's YAML reader makes of a text."""
    return yaml.load(text, EditorLoader)


def complaints(what: What, text: str) -> list[str]:
    """What an editor underlines."""
    return [f"{error.json_path}: {error.message}" for error in VALIDATORS[what].iter_errors(in_editor(text))]


@pytest.mark.parametrize("what", WHATS)
def test_the_schema_is_draft_07_and_describes_every_key(what: What) -> None:
    jsonschema.Draft7Validator.check_schema(schema(what))

    assert [] == [
        f"{name}: {key}"
        for name, definition in schema(what)["definitions"].items()
        for key, held in definition.get("properties", {}).items()
        if not held.get("description")
    ]


@pytest.mark.parametrize("what", WHATS)
def test_the_shipped_schema_is_the_one_made_of_the_shapes(what: What) -> None:
    """To write it anew: `cpsolver schema spec -o cpsolver/spec/schemas/spec.json`, and so for `model`."""
    assert schema_text(what) == schema_file(what).read_text(encoding="utf-8")


@pytest.mark.parametrize("what", WHATS)
def test_every_file_on_the_shelf_is_right_and_names_the_schema(what: What) -> None:
    assert len(SHELF[what]) > 70
    wrong: list[str] = []
    for path in SHELF[what]:
        text = path.read_text(encoding="utf-8")
        assert line_for(what, path.parent) == text.partition("\n")[0], path
        wrong += [f"{path.name}: {found}" for found in complaints(what, text)]
    assert [] == wrong


def test_the_schema_of_one_kind_fits_its_files_and_not_those_of_others() -> None:
    models = [in_editor(path.read_text(encoding="utf-8")) for path in SHELF["model"]]
    for kind in KINDS:
        validator = jsonschema.Draft7Validator(schema("model", kind.name))
        own = [model for model in models if model.get("kind") == kind.name]

        assert own and all(validator.is_valid(model) for model in own)
    assert not jsonschema.Draft7Validator(schema("model", "formulas")).is_valid({"kind": "csp", "sets": {}})


def test_every_key_that_is_read_by_hand_is_described() -> None:
    held = schema("model")["definitions"]
    read = {
        "ConditionShape": CONDITION_KEYS,
        "AssertionShape": ASSERTION_KEYS,
        "VariableShape": VARIABLE_KEYS,
        "DrawnShape": (*DRAWING_KEYS, *STYLES),
    }
    for name, keys in read.items():
        assert set(keys) <= set(held[name]["properties"]), name


RIGHT = {
    "spec": [
        "model: sudoku/classic\ngiven:\n  grid: |\n    1.\n    .1\n",
        "model: {kind: csp, variables: {x: 1..9, b: bool, 'y[1..3]': {2, 4}}, conditions: [x > 3, {require: b}]}",
        "model: {kind: csp, variables: {x: {domain: 1..9, title: yes}}, minimize: x}\nexpect: {objective: 1/3}",
        "model: [physics/kinematics, {heat/mixing: {T: Tw}}]\ngiven: {t: 5, v: [1 m/s, 2]}\nfind: {x: m}",
        "model: {kind: formulas, quantities: {v: m/s, t: {unit: s, value: 3}}, formulas: [v = 3*t]}",
        "kind: csp\nvariables: {x: 1..3}\n",
        "task: 12\ntitle: yes\nmodel: csp/queens\nparameters: {n: 8}\nrequire: queen[1] = 1\nfind:\n",
        "model: sudoku/classic\ngiven: {file: a.sdm, line: 3}\ngame: {seconds: 3, mine: [1]}",
    ],
    "model": [
        "extends: sudoku/classic\nparameters: {cages: 'list of numbers'}\nassert:\n- {that: n > 3, say: small, at: n}",
        "kind: sudoku\nvariables: {'cell[1..4, 1..4]': {domain: 1..4, name: 'r{1}c{2}'}}\nshow: {grid: cell}",
    ],
}
WRONG = {
    "spec": [
        "modl: csp/queens",
        "model: csp/queens\ngivn: {x: 3}",
        "model: [1, {kind: csp, variables: []}]",
        "model: {kind: csp, variables: [x, y]}",
        "model: {kind: csp, variables: {x: 1..9}, conditions: [{require: x > 3, lable: a}]}",
        "model: {kind: csp, variables: {x: 1..9}, conditions: [{label: a}]}",
        "model: {kind: csp, variables: {x: {domian: 1..9}}}",
        "model: {kind: csp, quantities: {x: m}}",
        "model: {kind: formulas, quantities: {x: {unti: m}}}",
        "model: csp/queens\nexpect: [1, 2]",
        "model: csp/queens\nexpect: {solutions: many}",
        "model: csp/queens\nexpect: {status: perhaps}",
        "model: csp/queens\nparameters: [8]",
        "model: csp/queens\ntitle: [a, b]",
        "kind: csp\ngiven: {x: 3}",
        "- model: csp/queens",
    ],
    "model": [
        "kind: cps",
        "kind: csp\nformulas: {v: v = 3}",
        "kind: csp\nfind: x",
        "kind: csp\nshow: {bord: queen}",
        "kind: csp\nassert: [{that: n > 3}]",
        "kind: sudoku\ngenerate: {cages: {draws: cages}}",
        "kind: formulas\nformulas: {v: {formla: v = 3}}",
    ],
}


@pytest.mark.parametrize(("what", "text"), [(what, text) for what in WHATS for text in RIGHT[what]])
def test_what_people_write_is_not_underlined(what: What, text: str) -> None:
    assert [] == complaints(what, text)


@pytest.mark.parametrize(("what", "text"), [(what, text) for what in WHATS for text in WRONG[what]])
def test_typical_mistakes_are_underlined(what: What, text: str) -> None:
    assert complaints(what, text)


def test_the_line_for_editors_is_found_from_a_folder_and_from_anywhere() -> None:
    assert f"{LINE}../../cpsolver/spec/schemas/spec.json" == line_for("spec", ROOT / "specs" / "csp")
    assert line_for("model").startswith(f"{LINE}file:///")
    assert "model: a\n" == without_line(f"{line_for('spec')}\nmodel: a\n") == without_line("model: a\n")


def test_the_schema_holds_no_default_that_says_nothing() -> None:
    text = json.dumps([schema(what) for what in WHATS])

    assert '"default": ""' not in text and '"default": []' not in text
