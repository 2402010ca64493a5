"""Uncertain values are shown with the digits that their uncertainty leaves sense in, and read back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.kinds.formulas.digits import spread_text
from cpsolver.kinds.formulas.units import read_quantity


@pytest.mark.parametrize(
    ("value", "sigma", "text"),
    [
        (1.02041, 0.00208, "1.0204 ± 0.0021"),
        (35.102, 0.0699, "35.102 ± 0.070"),
        (9.81, 0.0996, "9.81 ± 0.10"),
        (100, 25, "100 ± 25"),
        (0, 0.5, "0.00 ± 0.50"),
        (-5, 1, "-5.0 ± 1.0"),
        (0.001, 0.002, "0.0010 ± 0.0020"),
        (1234567, 12000, "(1.235 ± 0.012)e6"),
        (6.02e23, 1.3e20, "(6.0200 ± 0.0013)e23"),
        (1.6e-19, 1e-25, "(1.6000000 ± 0.0000010)e-19"),
        (1, 1e-300, "1 ± 1.0e-300"),
        (1e30, 1e-9, "1e+30 ± 1.0e-9"),
        (0, 1e-300, "(0.0 ± 1.0)e-300"),
        (-1, 1e300, "(0.0 ± 1.0)e300"),
    ],
)
def test_two_significant_digits_of_the_uncertainty_decide(value: float, sigma: float, text: str) -> None:
    assert text == spread_text(value, sigma)


@given(st.floats(-1e30, 1e30), st.floats(1e-12, 1e12))
@settings(max_examples=60, deadline=None)
def test_what_is_shown_is_read_back_to_half_of_its_last_digit(value: float, sigma: float) -> None:
    if abs(value) < 1e-20:
        value = 0.0
    found = read_quantity(spread_text(value, sigma)) if len(spread_text(value, sigma)) < 150 else None

    if found is not None:
        assert found.spread is not None
        assert sigma == pytest.approx(float(found.spread), rel=0.051)
        assert abs(float(found.number) - value) <= 0.051 * sigma + 1e-15 * abs(value)
