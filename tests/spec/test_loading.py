"""A spec finds its model: on the shelf, beside it, inside it, and through `extends`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cpsolver.errors import Mark, SpecError
from cpsolver.spec.document import Document, Place, contents, parse, read
from cpsolver.spec.loading import Spec, find_model, gather, given_outside, validated
from cpsolver.spec.schema import Entries, Field, Items, ModelShape, SpecShape

if TYPE_CHECKING:
    from cpsolver.spec.document import Plain
else:
    from cpsolver.spec.schema import Plain

SHELF = {
    "models/garden/plain.yaml": "model: garden/plain\nkind: csp\ntitle: A garden\nvariables: {rose: 1..9}\n",
    "models/garden/fenced.yaml": "extends: garden/plain\nconditions:\n- rose > 1\n",
    "models/garden/walled.yaml": "extends: garden/fenced\nparameters: {height: 2}\n",
    "models/garden/open.yaml": "extends: garden/plain\nparameters: {gate: 1}\n",
    "models/circle/a.yaml": "kind: csp\nextends: circle/b\n",
    "models/circle/b.yaml": "extends:\n  circle/c\n",
    "models/circle/c.yaml": "extends: circle/b\n",
    "models/circle/self.yaml": "kind: csp\nextends: circle/self\n",
    "models/bad/kindless.yaml": "title: no kind\n",
    "models/bad/text.yaml": "kind: csp\nkind: csp\n",
    "models/bad/keys.yaml": "kind: csp\nvariabels: 1\nfind: x\n",
    "specs/garden/own.yaml": "kind: csp\nvariables: {mine: 1..2}\n",
}


class GardenModel(ModelShape):
    variables: Entries = Field({})
    conditions: Items = Field([])


class GardenSpec(SpecShape):
    season: str = ""


class GardensSpec(GardenSpec):
    model: Plain = ""


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shelf of the user's, and the working folder in it."""
    for name, text in SHELF.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setenv("CPSOLVER_PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def spec_of(text: str, **parameters: str) -> Spec:
    return validated(gather(spec_document(text), parameters), GardenSpec, GardenModel)


def spec_document(text: str) -> Document:
    return parse(text, "spec.yaml", Path("specs/garden"))


def said(text: str) -> list[str]:
    """Each problem as one line: place, message, hint."""
    with pytest.raises(SpecError) as caught:
        spec_of(text)
    return [f"{p.mark}: {p.message}" + (f" | {p.hint}" if p.hint else "") for p in caught.value.problems]


def test_model_on_the_shelf_is_found_by_name() -> None:
    spec = spec_of("task: t\nmodel: garden/plain\ngiven: {rose: 2}\nrequire: rose > 1")
    assert ("t", {"rose": "2"}, ["rose > 1"]) == (spec.shape.task, spec.shape.given, spec.shape.require)
    (layer,) = spec.model
    assert isinstance(layer.shape, GardenModel)
    assert {"rose": "1..9"} == layer.shape.variables
    assert "models/garden/plain.yaml:4:19" == str(layer.place.at("variables", "rose").mark())


def test_kind_is_known_before_shapes_are() -> None:
    gathered = gather(spec_document("model: garden/walled"))
    assert ("csp", "models/garden/plain.yaml:2:7") == (gathered.kind, str(gathered.kind_place.mark()))


def test_extended_models_come_base_first() -> None:
    sources = [layer.place.document.source for layer in spec_of("model: garden/walled").model]
    assert ["models/garden/plain.yaml", "models/garden/fenced.yaml", "models/garden/walled.yaml"] == sources


def test_model_inside_the_spec_is_a_layer() -> None:
    spec = spec_of("model:\n  kind: csp\n  variables: {a: 1..2}\nexpect: {a: 1}\n")
    assert ["spec.yaml:2:3"] == [str(layer.place.mark()) for layer in spec.model]
    assert {"a": "1"} == spec.shape.expect


def test_model_inside_the_spec_may_extend_one_on_the_shelf() -> None:
    spec = spec_of("model:\n  extends: garden/plain\n  conditions: rose = 3\n")
    assert [[], ["rose = 3"]] == [layer.shape.model_dump()["conditions"] for layer in spec.model]


def test_a_model_may_extend_several_and_what_these_have_in_common_stands_once() -> None:
    spec = spec_of("model: {extends: [garden/walled, garden/open]}")
    sources = [layer.place.document.source for layer in spec.model]
    expected = [f"models/garden/{name}.yaml" for name in ("plain", "fenced", "walled", "open")]
    assert [*expected, "spec.yaml"] == sources


def test_several_models_are_parts_each_with_its_own_layers() -> None:
    text = "model: [garden/fenced, {garden/open: {rose: tulip}}, {kind: csp, model: inside}]"
    spec = validated(gather(spec_document(text)), GardensSpec, GardenModel)

    assert ["garden/fenced", "garden/open", "inside"] == [part.name for part in spec.parts]
    assert [False, False, True] == [part.is_inline for part in spec.parts]
    assert [None, {"rose": "tulip"}, None] == [part.renamed and part.renamed.data for part in spec.parts]
    sources = [[layer.place.document.source for layer in spec.layers_of(part)] for part in spec.parts]
    fenced, open_ = (["models/garden/plain.yaml", f"models/garden/{name}.yaml"] for name in ("fenced", "open"))
    assert [fenced, open_, ["spec.yaml"]] == sources
    assert [*fenced, open_[1], "spec.yaml"] == [layer.place.document.source for layer in spec.model]


def test_model_beside_the_spec_is_found_by_name_and_by_path() -> None:
    for name in ("own", "own.yaml", "specs/garden/own.yaml"):
        (layer,) = spec_of(f"model: {name}").model
        assert "specs/garden/own.yaml" == layer.place.document.source


def test_model_file_is_a_spec_with_nothing_given() -> None:
    gathered = gather(read(Path("models/garden/plain.yaml")))
    spec = validated(gathered, GardenSpec, GardenModel)
    assert gathered.is_model
    assert ("A garden", "garden/plain", "") == (spec.shape.title, spec.shape.model, spec.shape.given)
    assert [Place(gathered.document)] == [layer.place for layer in spec.model]


def test_model_file_without_kind_of_its_own_is_a_spec_too() -> None:
    gathered = gather(read(Path("models/garden/walled.yaml")))
    assert (True, "csp", 3) == (gathered.is_model, gathered.kind, len(gathered.layers))


def test_overrides_are_handed_on() -> None:
    gathered = gather(spec_document("model: garden/plain"), {"n": "12"})
    assert {"n": "12"} == validated(gathered, GardenSpec, GardenModel).parameters
    assert {"n": "3"} == validated(gathered, GardenSpec, GardenModel, {"n": "3"}).parameters


def test_unknown_model_is_an_error_where_it_is_named() -> None:
    with pytest.raises(SpecError) as caught:
        spec_of("task: t\nmodel: garden/plan\n")
    expected = """\
spec.yaml:2:8: no model is called 'garden/plan'
    model: garden/plan
           ^
  did you mean 'garden/plain'?"""
    assert expected == str(caught.value)


NO_KIND = "key 'kind' is missing | the model says of which kind its tasks are, such as 'kind: csp'"
NO_MODEL = "key 'model' is missing | name a model, such as 'model: sudoku/classic', or write it under 'model:'"
CIRCLE = "a model cannot extend itself: circle/b → circle/c → circle/b"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "task: t",
            [f"spec.yaml:1:1: {NO_MODEL}"],
        ),
        ("modle: garden/plain", ["spec.yaml:1:1: unknown key 'modle' | did you mean 'model'?"]),
        ("model:", ["spec.yaml:1:7: expected the name of a model or a mapping, found nothing"]),
        ("model: []", ["spec.yaml:1:8: expected the name of a model or a mapping, found a list"]),
        (
            "model: [garden/plain]",
            [
                "spec.yaml:1:8: expected the name of a model or a mapping, found a list"
                " | name one model; a model of its own may extend several: 'model: {extends: [a, b]}'"
            ],
        ),
        ("model: [[a]]", ["spec.yaml:1:9: expected the name of a model or a mapping, found a list"]),
        (
            "model: [{garden/plain: 3}]",
            [
                "spec.yaml:1:24: expected a mapping of names to names, found '3'"
                " | write '{heat/mixing: {T: Tw}}', or the model's name alone"
            ],
        ),
        (
            "model: [{garden/plan: {a: b}}]",
            ["spec.yaml:1:10: no model is called 'garden/plan' | did you mean 'garden/plain'?"],
        ),
        (
            "model: [garden/plain, garden/fenced, {garden/plain: {a: b}}]",
            [
                "spec.yaml:1:38: 'garden/plain' is named twice"
                " | name each model once; several bodies of one are 'instances: [1, 2]'"
            ],
        ),
        (
            "model: [garden/plain, {kind: tree}]",
            [
                "spec.yaml:1:23: 'model 2' is of kind 'tree', but 'garden/plain' is of kind 'csp'"
                " | the models of one task are of one kind"
            ],
        ),
        (
            "model: {title: x}",
            [f"spec.yaml:1:8: {NO_KIND}"],
        ),
        ("model: {kidn: csp}", ["spec.yaml:1:9: unknown key 'kidn' | did you mean 'kind'?"]),
        ("model: {kind: [csp]}", ["spec.yaml:1:15: expected text, found a list"]),
        ("model: {kind: }", ["spec.yaml:1:15: expected text, found nothing"]),
        (
            "model: {extends: {a: b}}",
            ["spec.yaml:1:18: expected the name of a model, or a list of them, found a mapping"],
        ),
        (
            "model: {extends: [garden/plain, [b]]}",
            ["spec.yaml:1:33: expected the name of a model, found a list"],
        ),
        (
            "model: {extends: [garden/plain, garden/fencd]}",
            ["spec.yaml:1:33: no model is called 'garden/fencd' | did you mean 'garden/fenced'?"],
        ),
        (
            "model: {extends: [garden/plain, garden/plain]}",
            ["spec.yaml:1:33: 'garden/plain' is extended twice | name each model once"],
        ),
        (
            "model: {extends: [garden/plain, circle/a]}",
            [f"models/circle/b.yaml:2:3: {CIRCLE}", f"models/circle/c.yaml:1:10: {CIRCLE}"],
        ),
        (
            "model: {extends: garden/plan}",
            ["spec.yaml:1:18: no model is called 'garden/plan' | did you mean 'garden/plain'?"],
        ),
        (
            "model: bad/kindless",
            [f"models/bad/kindless.yaml:1:1: {NO_KIND}"],
        ),
        ("model: bad/text", ["models/bad/text.yaml:2:1: key 'kind' is repeated | it is first at line 1, column 1"]),
        ("model: circle/a", [f"models/circle/b.yaml:2:3: {CIRCLE}", f"models/circle/c.yaml:1:10: {CIRCLE}"]),
        (
            "model: circle/self",
            ["models/circle/self.yaml:2:10: a model cannot extend itself: circle/self → circle/self"],
        ),
    ],
)
def test_model_that_cannot_be_found_or_read(text: str, expected: list[str]) -> None:
    assert expected == said(text)


def test_model_file_that_extends_itself_is_refused_when_it_is_solved_itself() -> None:
    with pytest.raises(SpecError, match=r"models/circle/c\.yaml:1:10: a model cannot extend itself"):
        gather(read(Path("models/circle/c.yaml")))


def test_problems_of_all_files_come_at_once() -> None:
    expected = [
        "models/bad/keys.yaml:2:1: unknown key 'variabels' | did you mean 'variables'?",
        "models/bad/keys.yaml:3:1: unknown key 'find' | "
        "it belongs to a spec: put the keys of the model under 'model:', beside it",
        "spec.yaml:2:1: unknown key 'conditions' | "
        "it belongs to the model: put it under 'model:', or into the model's file",
        "spec.yaml:3:1: unknown key 'seson' | did you mean 'season'?",
    ]
    assert expected == said("model: bad/keys\nconditions: x > 1\nseson: spring\n")


def test_spec_keys_beside_a_kind_are_told_where_they_belong() -> None:
    hint = "it belongs to a spec: put the keys of the model under 'model:', beside it"
    assert [f"spec.yaml:3:1: unknown key 'expect' | {hint}"] == said(
        "kind: csp\nvariables: {a: 1..2}\nexpect: {a: 1}\n"
    )


def test_folder_is_no_model(shelf: Path) -> None:
    (shelf / "models" / "folder.yaml").mkdir()
    assert ["spec.yaml:1:8: 'models/folder.yaml' is a folder, not a model"] == [
        line.split(" | ")[0] for line in said("model: models/folder.yaml")
    ]
    assert said("model: garden")[0].startswith("spec.yaml:1:8: no model is called 'garden'")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("visit/paid", "did you mean its model, 'garden/plain'?"),
        ("visit/own", "a model has its 'kind:' at the top"),
        ("specs/visit/paid.yaml", "did you mean its model, 'garden/plain'?"),
    ],
)
def test_spec_is_no_model(shelf: Path, name: str, hint: str) -> None:
    (shelf / "specs" / "visit").mkdir()
    (shelf / "specs" / "visit" / "paid.yaml").write_text("model: garden/plain\ngiven: {rose: 1}\n", encoding="utf-8")
    own = "model:\n  kind: csp\n  variables: {mine: 1..2}\nfind: mine\n"
    (shelf / "specs" / "visit" / "own.yaml").write_text(own, encoding="utf-8")
    assert [f"spec.yaml:1:8: '{name}' is a spec, not a model | {hint}"] == said(f"model: {name}")


def test_model_with_an_impossible_name_is_an_error_where_it_is_named() -> None:
    name = "x" * 300
    assert said(f"model: {name}")[0].startswith("spec.yaml:1:8: no model is called 'xxxx")


def test_model_that_may_not_be_read_is_an_error_where_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("cpsolver.spec.loading.contents", refuse)
    assert ["spec.yaml:1:8: model 'garden/plain' cannot be read: the file may not be read"] == said(
        "model: garden/plain"
    )
    assert contents is not refuse


def test_model_in_a_folder_that_may_not_be_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    place = Place(spec_document("model: garden/plain")).at("model")
    monkeypatch.setattr(Path, "is_file", refuse)
    with pytest.raises(SpecError) as caught:
        find_model(place)
    assert "model 'garden/plain' cannot be read: the file may not be read" == caught.value.problems[0].message


@pytest.mark.parametrize(
    ("typed", "data"),
    [
        ("{hall: 90, stairs: 25}", {"hall": "90", "stairs": "25"}),
        ("[1, 2 + 1]", ["1", "2 + 1"]),
        ("[i for i in 1..3]", "[i for i in 1..3]"),
        ("{2, 4}", {"2": "", "4": ""}),
        ("8", "8"),
    ],
)
def test_parameter_typed_as_a_mapping_or_a_list_is_one(typed: str, data: Plain) -> None:
    (place,) = given_outside({"power": typed}, {"power"})
    assert (data, Mark("-p", 1, 7)) == (place.data, place.mark())


def test_places_in_a_typed_parameter_are_those_typed() -> None:
    (place,) = given_outside({"power": "{hall: 90,\n stairs: dark}"}, {"power"})
    assert Mark("-p", 1, 14) == place.at("hall").mark()
    assert Mark("-p", 2, 10) == place.at("stairs").mark()
    assert "power={hall: 90," == place.at("hall").problem("no").excerpt
    assert " stairs: dark}" == place.at("stairs").problem("no").excerpt


def test_unknown_parameter_stands_at_its_name() -> None:
    (place,) = given_outside({"power": "{hall: 90}"}, ())
    assert ("{hall: 90}", Mark("-p", 1, 1)) == (place.data, place.mark())
