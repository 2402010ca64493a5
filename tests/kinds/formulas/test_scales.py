"""Temperatures on a scale with a zero, and differences of temperatures, told apart where a model is loaded."""

from __future__ import annotations

import pytest

from cpsolver import library
from cpsolver.api import load, solve
from cpsolver.errors import SpecError

MODEL = """model: {{kind: formulas, quantities: {{dT: {unit}, T1: °C, T2: °C, x: ""}}, formulas: [{formula}, x = 2]}}
given: {{{given}}}
find: {find}
"""


def _spec(formula: str, unit: str = "K", given: str = "T1: 20, T2: 60", find: str = "dT") -> str:
    return MODEL.format(unit=unit, formula=formula, given=given, find=find)


@pytest.mark.parametrize(
    ("formula", "message", "column"),
    [
        ("dT = T2 - T1", "'dT' is in °C, a scale with a zero, but 'T2 - T1' is a difference", 0),
        ("T2 - T1 = dT", "'dT' is in °C, a scale with a zero, but 'T2 - T1' is a difference", 10),
        ("dT = 3*(T2 - T1)/x", "'dT' is in °C, a scale with a zero, but '3*(T2 - T1)/x' is a difference", 0),
        ("dT = abs(T2 - T1)", "'dT' is in °C, a scale with a zero, but 'abs(T2 - T1)' is a difference", 0),
        ("T2 = T1 + dT", "'T2 = T1 + dT' adds temperatures on scales with a zero", 0),
        ("T2 = T1 + 40 °C", "'T2 = T1 + 40 °C' adds temperatures on scales with a zero", 0),
        ("T2 - T1 = 40 °C", "'40 °C' is on a scale with a zero, but 'T2 - T1' is a difference", 10),
    ],
)
def test_a_temperature_is_no_difference(formula: str, message: str, column: int) -> None:
    text = _spec(formula, "°C")
    with pytest.raises(SpecError) as caught:
        load(text)

    (problem,) = caught.value.problems
    assert message == problem.message
    assert problem.mark is not None
    assert text.splitlines()[0].index(formula) + 1 + column == problem.mark.column


@pytest.mark.parametrize("unit", ["K", "delta_degC"])
@pytest.mark.parametrize("formula", ["dT = T2 - T1", "T2 = T1 + dT", "T2 - dT = T1", "dT = abs(T1 - T2)"])
def test_a_difference_in_kelvin_is_one(formula: str, unit: str) -> None:
    (solution,) = solve(
        _spec(formula, unit, "T1: 20, dT: 40", "T2") if "abs" not in formula else _spec(formula, unit)
    ).solutions

    assert 40 == pytest.approx(float(solution["T2"] - solution["T1"]))
    assert 40 == pytest.approx(float(solution["dT"]))


@pytest.mark.parametrize(
    "formula", ["dT = (T1 + T2)/2", "dT = T1*x", "dT = T1*T2/(300 K)", "dT = T1 + 5 K", "dT = T1", "dT = T2 - T1 + T1"]
)
def test_absolute_temperatures_are_factors_and_means_as_before(formula: str) -> None:
    assert load(_spec(formula, "°C"))


@pytest.mark.parametrize("formula", ["dT = T2 - T1", "T2 = T1 + dT", "dT = 2*(T2 - T1)"])
def test_a_difference_is_not_asked_for_on_a_scale_with_a_zero(formula: str) -> None:
    with pytest.raises(SpecError, match="'dT' is a difference of temperatures, but '°C' is a scale with a zero"):
        load(_spec(formula, find="{dT: °C}"))

    asked = load(_spec(formula, find="{dT: delta_degC}"))
    assert asked.task.by_name["dT"].unit is not None
    assert "delta_degC" == asked.task.by_name["dT"].unit.name


@pytest.mark.parametrize("given", ["T1: 20, dT: 40 °C", "T1: 20, dT: 30..40 °C step 5 K"])
def test_a_difference_is_not_given_on_a_scale_with_a_zero(given: str) -> None:
    with pytest.raises(SpecError, match="'dT' is a difference of temperatures, but '°C' is a scale with a zero"):
        load(_spec("dT = T2 - T1", given=given, find="T2"))


def test_a_quantity_in_kelvin_that_is_a_temperature_may_be_asked_for_in_degrees() -> None:
    (solution,) = solve(_spec("dT = T1*x", find="{dT: °C}", given="T1: 20")).solutions

    assert 586.3 == pytest.approx(float(solution["dT"]))


@pytest.mark.parametrize("name", [name for name in library.names("models") if name.startswith(("heat/", "chemistry/"))])
def test_no_model_of_the_shelf_confuses_temperatures(name: str) -> None:
    try:
        load(f"model: {name}\n")
    except SpecError as error:
        assert not [problem for problem in error.problems if "scale" in problem.message]
