"""Ranks of formulas near points that satisfy them."""

from __future__ import annotations

import pytest

from cpsolver.task.condition import Equation
from cpsolver.task.parser import parse_expression
from cpsolver.task.systems.jacobian import System, fixed_columns, is_singular, rank, solved


def formulas(*texts: str) -> list[Equation]:
    return [Equation(parse_expression(text), label=text) for text in texts]


def test_a_point_is_reached_that_satisfies_all_formulas() -> None:
    system = System(formulas("x^2 + y^2 = 25", "x = a*y"))
    point = system.consistent({"x": 1.0, "y": 1.0, "a": 2.0}, ["x", "y"])

    assert point is not None
    assert (2.0, 25.0) == pytest.approx((point["a"], point["x"] ** 2 + point["y"] ** 2))
    assert point["x"] == pytest.approx(2 * point["y"])


def test_a_common_factor_is_not_driven_to_zero() -> None:
    point = System(formulas("m*g*h = m*v^2/2")).consistent({"m": 0.7, "g": 10.0, "h": 5.0, "v": 1.0}, ["m", "v"])

    assert point is not None
    assert (0.7, 10.0) == pytest.approx((point["m"], point["v"]))


def test_where_no_point_satisfies_the_formulas_none_is_given() -> None:
    assert System(formulas("x^2 = -1")).consistent({"x": 1.0}, ["x"]) is None
    assert System(formulas("x = log(y)", "y = -1")).consistent({"x": 1.0, "y": 2.0}, ["x", "y"]) is None


@pytest.mark.parametrize(
    ("texts", "unknowns", "expected"),
    [
        (("x + y = a", "x - y = b"), ("x", "y"), False),
        (("x + y = a", "2*x + 2*y = b"), ("x", "y"), True),
        (("a = x*y", "b = log(x) + log(y)"), ("x", "y"), True),
        (("E = m*g*h", "E = m*v^2/2"), ("E", "m"), True),
        (("E = m*g*h", "E = m*v^2/2"), ("E", "v"), False),
        (("p = q/2 + 1", "q = p"), ("p", "q"), False),
        (("x = min(y, 1)", "y = max(x, a)"), ("x", "y"), False),
    ],
)
def test_dependent_formulas_are_singular(texts: tuple[str, ...], unknowns: tuple[str, ...], expected: bool) -> None:
    assert expected is is_singular(formulas(*texts), unknowns)


def test_what_rows_determine_is_zero_in_their_null_space() -> None:
    assert 2 == rank([[1.0, 1.0, 0.0], [0.0, 0.0, 3.0], [1.0, 1.0, 3.0]])
    assert {2} == fixed_columns([[1.0, 1.0, 0.0], [0.0, 0.0, 3.0]], 3)
    assert set() == fixed_columns([], 2)


def test_a_linear_system_is_solved() -> None:
    assert [1.0, 2.0] == pytest.approx(solved([[0.0, 1.0], [2.0, 1.0]], [2.0, 4.0]))
    assert solved([[1.0, 1.0], [1.0, 1.0]], [1.0, 2.0]) is None
