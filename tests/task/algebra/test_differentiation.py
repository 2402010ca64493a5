"""Derivatives: known ones by name, and all of them against differences of the expression itself."""

import math

import pytest

from cpsolver.task.algebra.differentiation import NotDifferentiable, differentiated, slope
from cpsolver.task.evaluation import evaluate
from cpsolver.task.parser import parse_expression

EXPRESSIONS = (
    "x^2 + 3*x - y/x",
    "x^y + y^x",
    "sqrt(x^2 + y^2)",
    "exp(-x/y)*sin(x*y)",
    "log(x) - log10(x*y) + tan(x/5)",
    "asin(x/5) + acos(x/7) - atan(x*y)",
    "atan2(x, y)*abs(x - 9)",
    "(x - y)/(x + y)^3",
    "sum(x, y*x, x^3)*product(x, y)",
    "if x > 1 then x^2 else x",
    "-x^(-3/2)",
)


@pytest.mark.parametrize("text", EXPRESSIONS)
@pytest.mark.parametrize("variable", ["x", "y"])
def test_a_derivative_is_the_limit_of_differences(text: str, variable: str) -> None:
    node = parse_expression(text)
    at, step = {"x": 1.7, "y": 2.3}, 1e-6
    above = evaluate(node, {**at, variable: at[variable] + step})
    below = evaluate(node, {**at, variable: at[variable] - step})
    assert isinstance(above, float)
    assert isinstance(below, float)
    assert slope(node, variable, at) == pytest.approx((above - below) / (2 * step), rel=1e-7, abs=1e-8)


def test_the_derivative_of_a_quantity_that_does_not_occur_is_0() -> None:
    assert slope(parse_expression("sin(x)"), "y", {"x": 1.0}) == 0


def test_there_is_no_slope_where_the_derivative_is_not_defined() -> None:
    assert slope(parse_expression("sqrt(x)"), "x", {"x": 0}) is None
    assert slope(parse_expression("log(x)"), "x", {"x": 0}) is None


def test_the_derivative_of_kinetic_energy_by_speed_is_momentum() -> None:
    momentum = evaluate(differentiated(parse_expression("m*v^2/2"), "v"), {"m": 3, "v": 5})
    assert momentum == 15


def test_a_remainder_has_no_derivative() -> None:
    with pytest.raises(NotDifferentiable):
        differentiated(parse_expression("x % 3"), "x")
    assert differentiated(parse_expression("y % 3"), "x") == differentiated(parse_expression("5"), "x")


def test_the_natural_exponential_is_its_own_derivative() -> None:
    assert slope(parse_expression("exp(x)"), "x", {"x": 1}) == pytest.approx(math.e)
