"""Several bodies of one model: what exists once per instance, what is shared, and what is wrong with it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cpsolver.api import solve
from cpsolver.api.tasks import load
from cpsolver.errors import SpecError
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call
from cpsolver.task.task import Task

MODEL = """task: t
model:
  kind: formulas
  quantities:
    x: {title: coordinate, unit: m}
    v: {title: velocity, unit: m/s, range: ">= 0"}
    g: {unit: m/s^2, value: 10}
    t: {title: time, unit: s}
  formulas:
    fall: x = g*t^2/2
    velocity: v = g*t
  require: [x >= 0 m]
"""


def task(text: str, **parameters: str) -> Task:
    return load(MODEL + text, parameters).task


def names(text: str) -> list[str]:
    return [variable.name for variable in task(text).variables]


def said(text: str) -> list[str]:
    with pytest.raises(SpecError) as caught:
        load(MODEL + text)
    return [f"{problem.message} | {problem.hint}" for problem in caught.value.problems]


def test_every_quantity_exists_once_per_instance_and_constants_and_what_is_shared_once() -> None:
    assert ["x_1", "v_1", "g", "t", "x_2", "v_2"] == names("instances: [1, 2]\nshared: [t]\n")
    assert ["x_a", "v_a", "g", "t_a", "x_b", "v_b", "t_b"] == names("instances: [a, b]\n")


def test_titles_ranges_and_units_are_those_of_the_model() -> None:
    plain, numbered = task("").by_name["v"], task("instances: [1, 2]\n").by_name["v_2"]

    assert "velocity (2)" == numbered.title
    assert (plain.domain, plain.unit, plain.mark) == (numbered.domain, numbered.unit, numbered.mark)


def test_formulas_and_rules_of_the_model_are_stated_once_per_instance() -> None:
    conditions = task("instances: [1, 2]\nshared: [t]\nrequire: [x_1 > x_2]\n").conditions

    labels = ["fall (1)", "velocity (1)", "fall (2)", "velocity (2)", "x_1 >= 0 m", "x_2 >= 0 m", "x_1 > x_2"]
    assert labels == [condition.label for condition in conditions]
    assert ("x_2", "g", "t") == conditions[2].scope


def test_a_formula_of_shared_quantities_is_stated_once() -> None:
    assert ["fall (1)", "velocity", "fall (2)"] == [
        c.label for c in task("instances: [1, 2]\nshared: 't, v'\n").conditions[:3]
    ]


def test_without_instances_nothing_changes() -> None:
    assert task("") == task("instances: []\n") == task("instances:\n")


@pytest.mark.parametrize("text", ["given: {g_2: 1.62}\n", "find: g_2\n", "find: {g_2: m/s^2}\n"])
def test_a_constant_given_or_sought_for_an_instance_is_its_own(text: str) -> None:
    found = task("instances: [1, 2]\n" + text)
    given = {fact.variable: fact.domain.value for fact in found.given if isinstance(fact.domain, Finite)}

    assert {"g_1", "g_2"} == {name for name in found.by_name if name.startswith("g")}
    assert 10 == given["g_1"]
    assert (Fraction(81, 50) if "given" in text else None) == given.get("g_2")


def test_a_constant_overridden_for_an_instance_on_the_command_line_is_its_own() -> None:
    found = task("instances: [1, 2]\n", g_1="3")

    assert {"g_1": 3, "g_2": 10} == {f.variable: f.domain.value for f in found.given if isinstance(f.domain, Finite)}


def test_a_constant_that_is_shared_by_name_stays_one() -> None:
    assert ["'g_1' is not a quantity of this model | did you mean 'g'?"] == said(
        "instances: [1, 2]\nshared: g\ngiven: {g_1: 3}\n"
    )


def test_expressions_of_instances_are_the_models_own_with_other_names() -> None:
    plain, numbered = task("").conditions[0], task("instances: [1, 2]\n").conditions[0]

    assert isinstance(numbered.expression, Call)
    assert str(plain).replace("x", "x_1").replace("t^", "t_1^") == str(numbered)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("instances: [1, 2]\nfind: x\n", "'x' is not a quantity of this model | did you mean 'x_1' or 'x_2'?"),
        ("instances: [1]\nfind: x\n", "'x' is not a quantity of this model | did you mean 'x_1'?"),
        ("instances: [1, 2]\nrequire: [v > 3]\n", "'v' is not a quantity of this model | did you mean 'v_1' or 'v_2'?"),
        ("instances: [1, 2]\nshared: [t]\nfind: t_1\n", "'t_1' is not a quantity of this model | did you mean 't'?"),
        (
            "instances: {a: 1}\n",
            "expected a list of names, found a mapping | write 'instances: [1, 2]' or 'instances: [car, truck]'",
        ),
        ("instances: [[1]]\n", "a list cannot be the name of an instance | write letters and digits"),
        ("instances: [1, 2]\nshared: {t: 1}\n", "expected names of quantities, found a mapping | write 'shared: [t]'"),
        ("instances: [1, 2]\nshared: [[t]]\n", "expected names of quantities, found a list | write 'shared: [t]'"),
    ],
)
def test_what_is_wrong_with_instances_is_said_with_the_remedy(text: str, expected: str) -> None:
    assert [expected] == said(text)


def test_too_many_instances_are_refused() -> None:
    many = ", ".join(str(number) for number in range(1001))

    assert ["1001 instances are too many | at most 1,000 can be named"] == said(f"instances: [{many}]\n")


def test_two_bodies_fall_for_one_time() -> None:
    answer = solve(
        MODEL + "instances: [1, 2]\nshared: [t]\ngiven: {x_1: 45, g_2: 2}\nrequire: [t > 0]\nfind: [t, x_2]\n"
    )

    assert {"t": 3, "x_2": 9} == {name: answer.solution[name] for name in ("t", "x_2")}


def test_what_is_not_sought_is_shown_in_the_unit_asked_for_its_twin() -> None:
    units = {v.name: v.unit.name for v in load("physics/two-cars-meet").task.variables if v.unit}

    assert ("km", "km") == (units["x_1"], units["x_2"])
    assert ("m/s", "m/s") == (units["v_1"], units["v_2"])
