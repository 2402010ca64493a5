"""Values with fifty digits."""

from __future__ import annotations

import math
from decimal import Decimal, getcontext
from fractions import Fraction

import pytest

from cpsolver.task.condition import Equation
from cpsolver.task.parser import parse_expression
from cpsolver.task.reals.precise import NotPrecise, digits_of, precise, precise_value, refined

getcontext().prec = 60


def equation(text: str) -> Equation:
    return Equation(parse_expression(text))


def test_a_root_has_far_more_digits_than_a_float() -> None:
    root = refined([equation("x^2 = 2")], ["x"], {}, {"x": 1.4142})["x"]

    assert str(Decimal(2).sqrt())[:45] == str(root)[:45]


def test_the_root_near_the_point_is_found() -> None:
    assert -2 == round(float(refined([equation("x^2 = 4")], ["x"], {}, {"x": -1.9})["x"]), 12)


def test_formulas_are_solved_together() -> None:
    root = refined([equation("x + y = s"), equation("x*y = 6")], ["x", "y"], {"s": precise(5)}, {"x": 1.9, "y": 3.1})

    assert [2, 3] == [int(root["x"] + Fraction(1, 2)), int(root["y"] + Fraction(1, 2))]


@pytest.mark.parametrize(
    ("text", "value"),
    [("x - x^2 + 2*x/3", 0.5), ("sqrt(x) + exp(-x) + log(x)", 0.5), ("atan2(x, 2) + min(x, 3) + abs(-x)", 0.5)],
)
def test_expressions_have_their_values(text: str, value: float) -> None:
    expected = {
        "x - x^2 + 2*x/3": value - value**2 + 2 * value / 3,
        "sqrt(x) + exp(-x) + log(x)": math.sqrt(value) + math.exp(-value) + math.log(value),
        "atan2(x, 2) + min(x, 3) + abs(-x)": math.atan2(value, 2) + 2 * value,
    }[text]

    assert expected == pytest.approx(float(precise_value(parse_expression(text), {"x": precise(value)})), rel=1e-14)


def test_digits_in_common_are_counted() -> None:
    third = precise(Fraction(1, 3))

    assert 15 == digits_of(1 / 3, third)
    assert 3 == digits_of(0.3334, third)
    assert 0 == digits_of(0.5, third)
    assert 15 == digits_of(math.pi, precise(math.pi) * 1)


@pytest.mark.parametrize("text", ["x^2 = 0", "x^2 - 2*x + 1 = 0", "x^2 = -1", "log(x) = sqrt(-1 - x^2)", "x mod 2 = 1"])
def test_what_newton_does_not_settle_or_no_rule_knows_is_refused(text: str) -> None:
    with pytest.raises(NotPrecise):
        refined([equation(text)], ["x"], {}, {"x": 1.01})
