"""Several models in one task: what is one quantity, what is said twice, and what cannot be put together."""

from __future__ import annotations

from pathlib import Path

import pytest

import cpsolver
from cpsolver.api import solve
from cpsolver.api.tasks import load
from cpsolver.errors import SpecError
from cpsolver.task.domain import Finite, Reals
from cpsolver.task.task import Task

FALL = """kind: formulas
model: a/fall
quantities:
  v: {title: speed, unit: m/s, range: ">= 0"}
  g: {unit: m/s^2, value: 10}
  t: {unit: s}
formulas:
  velocity: v = g*t
require: [t >= 0]
"""
ENERGY = """kind: formulas
model: a/energy
quantities:
  E: {unit: J}
  m: {unit: kg, range: "> 0"}
  v: {title: velocity, unit: km/h, range: "< 3600"}
formulas:
  energy: E = m*v^2/2
"""
FURTHER = """kind: formulas
model: a/further
quantities: {v: m/s, g: {unit: m/s^2, value: 10}, t: s, T: °C}
formulas: {velocity: v = 2*g*t, the same: v = g*t, turned: g*t = v}
require: [t >= 0]
"""
OTHER = """kind: formulas
model: a/other
quantities: {g: {unit: m/s^2, value: 1.62}, t: {unit: K}}
formulas: {velocity: t = 3 K}
"""


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "models/a").mkdir(parents=True)
    for name, text in {"fall": FALL, "energy": ENERGY, "further": FURTHER, "other": OTHER}.items():
        (tmp_path / f"models/a/{name}.yaml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("CPSOLVER_PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def task(models: str, text: str = "") -> Task:
    return load(f"task: t\nmodel: {models}\n{text}").task


def said(models: str, text: str = "") -> list[str]:
    with pytest.raises(SpecError) as caught:
        task(models, text)
    return [f"{problem.mark}: {problem.message} | {problem.hint}" for problem in caught.value.problems]


def labels(models: str, text: str = "") -> list[str]:
    return [condition.label for condition in task(models, text).conditions]


def test_a_list_of_one_model_is_that_model() -> None:
    assert task("a/fall") == task("[a/fall]")


def test_a_quantity_of_one_name_and_dimension_is_one_quantity() -> None:
    found = task("[a/fall, a/energy]")

    assert ["v", "g", "t", "E", "m"] == [variable.name for variable in found.variables]
    assert ["velocity", "energy", "t >= 0"] == [condition.label for condition in found.conditions]


def test_it_has_the_title_and_unit_of_the_first_and_lies_in_both_ranges() -> None:
    first, second = task("[a/fall, a/energy]").by_name["v"], task("[a/energy, a/fall]").by_name["v"]

    assert ("speed", "m/s") == (first.title, first.unit and first.unit.name)
    assert ("velocity", "km/h") == (second.title, second.unit and second.unit.name)
    assert Reals(0, 1000, False, True) == first.domain == second.domain


def test_a_bare_number_is_in_the_unit_of_the_first() -> None:
    values = [
        task(models, "given: {v: 36}\n").given[0].domain for models in ("[a/fall, a/energy]", "[a/energy, a/fall]")
    ]

    assert [Finite((36,)), Finite((10,))] == values


def test_what_two_models_say_alike_is_said_once_and_one_name_for_two_things_is_told_apart() -> None:
    assert ["velocity (fall)", "velocity (further)", "t >= 0"] == labels("[a/fall, a/further]")


def test_models_of_one_folder_name_are_told_apart_by_their_whole_names() -> None:
    inline = "{kind: formulas, model: b/fall, quantities: {v: m/s, h: m}, formulas: {velocity: v = h/(1 s)}}"

    assert ["velocity (a/fall)", "velocity (b/fall)"] == labels(f"[a/fall, {inline}]")[:2]


def test_instances_are_of_all_models() -> None:
    assert ["velocity (fall) (1)", "velocity (further) (1)", "velocity (fall) (2)", "velocity (further) (2)"] == labels(
        "[a/fall, a/further]", "instances: [1, 2]\n"
    )[:4]


def test_a_quantity_may_be_given_another_name() -> None:
    found = task("[a/fall, {a/other: {t: T}}]", "given: {g: 5}\n")

    assert ["v", "g", "t", "T"] == [variable.name for variable in found.variables]
    assert ["velocity (fall)", "velocity (other)"] == [condition.label for condition in found.conditions][:2]
    assert ("T",) == found.conditions[1].scope


def test_names_may_be_exchanged() -> None:
    assert ["v = w*u"] == [str(c) for c in task("[{a/fall: {g: w, t: u}}]").conditions if c.label == "velocity"]


def test_one_name_for_two_dimensions_is_an_error_that_names_both_places_and_the_remedy() -> None:
    assert [
        "<text>:2:17: 't' is in K in 'a/other' (models/a/other.yaml:3:45),"
        " but in s in 'a/fall' (models/a/fall.yaml:6:3)"
        " | give one another name: 'model: [a/fall, {a/other: {t: t2}}]'"
    ] == said("[a/fall, a/other]", "given: {g: 3}\n")


def test_two_values_of_a_constant_are_an_error_unless_the_spec_says_which() -> None:
    models = "[a/fall, {a/other: {t: T}}]"

    assert [
        "<text>:2:17: 'g' is 1.62 m/s^2 in 'a/other' (models/a/other.yaml:3:14),"
        " but 10 m/s^2 in 'a/fall' (models/a/fall.yaml:5:3) | say which it is: 'given: {g: 10 m/s^2}'"
    ] == said(models)
    assert Finite((3,)) == task(models, "given: {g: 3}\n").given[0].domain
    assert () == task(models, "find: g\n").given
    assert said(models, "instances: [1, 2]\ngiven: {g_1: 3}\n")
    assert task(models, "instances: [1, 2]\ngiven: {g_1: 3, g_2: 4}\n")


def test_two_models_find_what_neither_finds_alone() -> None:
    answer = solve("task: t\nmodel: [a/fall, a/energy]\ngiven: {t: 3 s, m: 2 kg}\nfind: E\n")

    assert 900 == answer.solution["E"]


LOSSES = """model: [{model: friction, kind: formulas, quantities: {
  Q: {title: lost to friction, unit: J}, m: {title: mass, unit: kg},
  x: {title: way, unit: m}}, formulas: [Q = m*x*(3 m/s^2)]}, {model: heating, kind: formulas, quantities:
  {Q: {title: TITLE, unit: J}, m: {title: Mass, unit: kg}, c: {unit: J/(kg*K)}, x: m, dT: K}, formulas: [Q = m*c*dT]}]
given: {m: 2 kg, x: 1 m, c: 3}
find: dT
"""


def test_quantities_of_one_name_that_may_be_two_are_noted_in_answers_and_checks() -> None:
    text = LOSSES.replace("TITLE", "all heat taken in")
    hint = "give one another name, such as 'Q2' in 'heating'"
    words = "Q is 'lost to friction' in friction and 'all heat taken in' in heating"

    note = f"{words}; if these are two things, {hint}"
    assert (note,) == cpsolver.solve(text).notes
    assert words in " ".join(cpsolver.check(text).render("text").split())


@pytest.mark.parametrize("title", ["lost to friction", "Lost to friction", '""'])
def test_nothing_is_noted_of_quantities_that_are_described_alike(title: str) -> None:
    assert () == cpsolver.solve(LOSSES.replace("TITLE", title)).notes


def test_what_the_answer_does_not_speak_of_is_not_noted() -> None:
    answer = cpsolver.solve("model: [physics/energy, heat/calorimetry]\ngiven: {m: 2 kg, v: 3 m/s}\nfind: Ek\n")

    assert not [note for note in answer.notes if note.startswith("Q is")]


def test_names_that_the_spec_itself_has_put_together_are_not_noted() -> None:
    spec = "model: [physics/energy, {heat/calorimetry: {m: m}}]\ngiven: {m: 2 kg, v: 3 m/s}\nfind: Ek\n"

    assert not [note for note in cpsolver.solve(spec).notes if note.startswith("m is")]


def test_a_clash_on_the_shelf_is_noted_with_the_renaming_that_ends_it() -> None:
    answer = cpsolver.solve("model: [physics/energy, heat/calorimetry]\ngiven: {Q: 2 J, m: 1 kg, v: 3 m/s}\nfind: Ek\n")

    (note,) = [note for note in answer.notes if note.startswith("Q is")]
    assert note.startswith(
        "Q is 'energy lost to friction' in physics/energy and 'all heat taken in' in heat/calorimetry; "
    )
    assert note.endswith("'model: [physics/energy, {heat/calorimetry: {Q: Q5}}]'")
