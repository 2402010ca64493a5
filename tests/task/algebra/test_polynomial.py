"""Like terms collected."""

from __future__ import annotations

import pytest

from cpsolver.task.algebra.polynomial import quotient
from cpsolver.task.notation import plain
from cpsolver.task.parser import parse_expression


@pytest.mark.parametrize(
    ("text", "top", "bottom"),
    [
        ("xs + vs*t + a*t^2/2", ["xs", "vs", "a/2"], ["1"]),
        ("(t + 1)^2", ["1", "2", "1"], ["1"]),
        ("(t + 1)/(t - b)", ["1", "1"], ["-b", "1"]),
        ("sum(t, t, c)", ["c", "2"], ["1"]),
        ("t - t", [], ["1"]),
    ],
)
def test_coefficients_lowest_power_first(text: str, top: list[str], bottom: list[str]) -> None:
    found = quotient(parse_expression(text), "t")

    assert found is not None
    assert (top, bottom) == tuple([plain(c) for c in part] for part in found)


@pytest.mark.parametrize("text", ["sin(t)", "2^t", "t^0.5", "t^200", "sqrt(t)"])
def test_other_expressions_are_no_polynomials(text: str) -> None:
    assert quotient(parse_expression(text), "t") is None


def test_a_degree_beyond_all_templates_is_given_up_at_once() -> None:
    assert quotient(parse_expression("*".join(["t"] * 3000)), "t") is None
