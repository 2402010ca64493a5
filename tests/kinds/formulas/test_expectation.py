"""`expect:` of formula specs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cpsolver.api.tasks import load
from cpsolver.spec.expected import Expected, ExpectedValue

MODEL = "model: {kind: formulas, quantities: {x: {unit: m}, t: {unit: s}, T: {unit: °C}}, formulas: {f: x = t*1 m/s}}\n"


def expected(text: str) -> Expected:
    return load(MODEL.replace("t*1 m/s", "t*(1 m/s)") + text).expected


def test_values_are_in_base_units_with_one_unit_of_the_last_digit_as_tolerance() -> None:
    found = expected("given: {t: 1}\nfind: x\nexpect: {x: 3.25 m}\n")

    assert (ExpectedValue("x", Fraction(13, 4), "3.25 m", Fraction(1, 100)),) == found.values


def test_a_number_without_unit_is_in_the_unit_shown() -> None:
    found = expected("given: {t: 1}\nfind: {x: km}\nexpect: {x: 3.5}\n")

    assert (ExpectedValue("x", 3500, "3.5", 100),) == found.values


def test_a_whole_number_may_be_off_by_half() -> None:
    assert Fraction(1, 2) == expected("given: {t: 1}\nfind: x\nexpect: {x: 3 m}\n").values[0].tolerance


def test_a_temperature_is_converted_with_its_offset_and_its_tolerance_without() -> None:
    (value,) = expected("find: T\nexpect: {T: 20.0 °C}\n").values

    assert (Fraction(29315, 100), Fraction(1, 10)) == (value.value, value.tolerance)


def test_status_and_number_of_solutions() -> None:
    found = expected("find: x\nexpect: {status: unsatisfiable, solutions: 2}\n")

    assert ("unsatisfiable", 2) == (found.status, found.solutions)


@pytest.mark.parametrize(
    ("text", "tolerance"),
    [
        ("1.9884e30 m", Fraction(10) ** 26),
        ("2.98717e23 m", Fraction(10) ** 18),
        ("6.6e-34 m", Fraction(1, 10**35)),
        ("2e5 m", Fraction(10**5, 2)),
        ("3e-7 m", Fraction(1, 2 * 10**7)),
        ("42164 km", 500),
        ("5", Fraction(1, 2)),
    ],
)
def test_the_digits_written_say_how_far_a_value_may_be_off(text: str, tolerance: Fraction) -> None:
    (value,) = expected(f"given: {{t: 1}}\nfind: x\nexpect: {{x: {text}}}\n").values

    assert tolerance == value.tolerance


def test_of_what_is_given_in_another_unit_a_number_without_unit_is_still_in_the_models() -> None:
    (value,) = expected("given: {t: 2 min}\nfind: x\nexpect: {t: 120.0}\n").values

    assert 120 == value.value
