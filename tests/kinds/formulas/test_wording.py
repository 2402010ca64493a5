"""Numbers and quantities as text."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cpsolver.kinds.formulas.wording import number_text, shown_value
from cpsolver.task.domain import Number, Reals
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
        (10**400, "1" + "0" * 400),
    ],
)
def test_eight_decimals_at_most_and_no_trailing_zeros(value: Number, expected: str) -> None:
    assert expected == number_text(value)


def test_a_value_is_shown_in_its_variables_unit() -> None:
    speed = Variable("v", Reals(), unit=Unit("km/h", Fraction(5, 18)))
    shown = shown_value(speed, 20)

    assert ("72 km/h", 72, "km/h") == (shown.text, shown.value, shown.unit)


def test_a_temperature_is_shown_on_its_scale() -> None:
    celsius = Variable("T", Reals(), unit=Unit("°C", 1, Fraction(27315, 100)))

    assert "20 °C" == shown_value(celsius, Fraction(29315, 100)).text
