"""Numbers and quantities as text."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsolver.api.tasks import load
from cpsolver.kinds.formulas.wording import number_text, shown_value, substituted
from cpsolver.task.domain import Finite, Number, Reals
from cpsolver.task.parser import parse_expression
from cpsolver.task.task import Unit, Variable


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3.2360679774997896, "3.23606798"),
        (Fraction(50, 49), "1.02040816"),
        (4, "4"),
        (4.0, "4"),
        (-0.5, "-0.5"),
        (0, "0"),
        (0.0015751, "0.0015751"),
        (1.5e-7, "1.5e-7"),
        (6.02214076e23, "6.02214076e23"),
        (10**400, "1e400"),
        (0.1 + 0.2, "0.3"),
        (1 / 3, "0.33333333"),
        (0.01 / 3, "0.003333333"),
        (-16.666666666666668, "-16.66666667"),
        (224900568.64216053, "224900568.6"),
        (778477399548.66003418, "7.784774e11"),
    ],
)
def test_eight_decimals_at_most_and_no_float_noise(value: Number, expected: str) -> None:
    assert expected == number_text(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (299_792_458, "299792458"),
        (Fraction(1, 1024), "0.0009765625"),
        (Fraction("9.1093837139e-31"), "9.1093837139e-31"),
        (Fraction("35786.0337"), "35786.0337"),
        (210_000_000_000, "2.1e11"),
        (6 * 10**14, "6e14"),
        (12_345_678, "12345678"),
        (80_000_000, "80000000"),
    ],
)
def test_an_exact_number_is_shown_whole_with_a_power_of_ten_where_zeros_would_have_to_be_counted(
    value: Number, expected: str
) -> None:
    assert expected == number_text(value)


@given(st.floats(allow_nan=False, allow_infinity=False) | st.fractions())
def test_what_is_shown_is_the_number_to_seven_digits_and_is_shown_the_same_again(value: Number) -> None:
    shown = Fraction(number_text(value))

    assert abs(shown - Fraction(value)) <= abs(Fraction(value)) / 10**6
    assert number_text(value) == number_text(shown)


def test_a_value_is_shown_in_its_variables_unit() -> None:
    speed = Variable("v", Reals(), unit=Unit("km/h", Fraction(5, 18)))
    shown = shown_value(speed, 20)

    assert ("72 km/h", 72, "km/h") == (shown.text, shown.value, shown.unit)


def test_a_temperature_is_shown_on_its_scale() -> None:
    celsius = Variable("T", Reals(), unit=Unit("°C", 1, Fraction(27315, 100)))

    assert "20 °C" == shown_value(celsius, Fraction(29315, 100)).text


def test_what_is_given_is_shown_as_it_is_written_and_what_is_sought_as_it_is_asked_for() -> None:
    quantities = "{v: {unit: m/s}, t: {unit: s}, s: {unit: m}, c: {value: 2 m, unit: m}, T: {unit: K}}"
    task = load(
        f"model: {{kind: formulas, quantities: {quantities}, formulas: [s = v*t + c]}}\n"
        "given: {v: 60 km/h, t: 3, T: 20 °C}\nfind: {s: km}\n"
    ).task
    values = {fact.variable: fact.domain.values[0] for fact in task.given if isinstance(fact.domain, Finite)}

    assert {"v": "60 km/h", "t": "3 s", "T": "20 °C", "c": "2 m"} == {
        name: shown_value(task.by_name[name], value).text for name, value in values.items()
    }
    assert "1.5 km" == shown_value(task.by_name["s"], 1500).text
    assert "(60 km/h)*(3 s)" == substituted(parse_expression("v*t"), task, values)
    assert "(293.15 K)*2" == substituted(parse_expression("T*2"), task, values)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("dT + T1", "40 K + 20 °C"),
        ("T1 - dT", "20 °C - 40 K"),
        ("T1 + Q/C", "20 °C + (10 J)/(2 J/K)"),
        ("dT - T1", "40 K - 293.15 K"),
        ("T1 + T2", "293.15 K + 303.15 K"),
        ("T2 - T1", "30 °C - 20 °C"),
        ("2*(dT + T1)", "2*(40 K + 293.15 K)"),
        ("dT*T1", "(40 K)*(293.15 K)"),
    ],
)
def test_a_temperature_on_a_scale_stays_there_only_beside_a_difference(formula: str, expected: str) -> None:
    task = load(
        "model: {kind: formulas, quantities: {T1: °C, T2: °C, dT: K, Q: J, C: J/K}, formulas: [Q = C*dT]}\n"
        "given: {T1: 20, T2: 30 °C, dT: 40, Q: 10, C: 2}\n"
    ).task
    values = {fact.variable: fact.domain.values[0] for fact in task.given if isinstance(fact.domain, Finite)}

    assert expected == substituted(parse_expression(formula), task, values)
