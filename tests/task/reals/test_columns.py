"""Expressions over whole columns mean what they mean one by one, and their error bounds hold."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Node
from cpsolver.task.functions import Undefined
from cpsolver.task.parser import parse_expression
from cpsolver.task.reals.columns import Column, NoColumns, constant, logical, numeric

TEXTS = (
    "x + y - x*y",
    "x/y",
    "x/(y - 1)",
    "x^2 - 2*x*y + y^2",
    "x^y",
    "x^-2 + y^3",
    "sqrt(x - y)",
    "exp(x) - log(y)",
    "log10(x + y)",
    "sin(x)*cos(y) - tan(x)",
    "asin(x) + acos(y) + atan(x)",
    "atan2(x, y)",
    "abs(x) - sign(y)",
    "min(x, y) + max(x, 1)",
    "x // 1 + y % 2",
    "if x < y then x else y/x",
    "-x",
)

VALUES = (-3, -1, -0.5, 0, 0.25, 1, 1.75, 4)


def _columns() -> tuple[list[tuple[float, float]], dict[str, Column]]:
    pairs = [(x, y) for x in VALUES for y in VALUES]
    x, y = (np.array([pair[index] for pair in pairs], dtype=float) for index in (0, 1))
    zero = np.zeros(len(pairs))
    return pairs, {"x": Column(x, zero), "y": Column(y, zero)}


def _alone(node: Node, x: float, y: float) -> float:
    try:
        return float(evaluate(node, {"x": Fraction(x), "y": Fraction(y)}))  # type: ignore[arg-type]
    except (Undefined, OverflowError):
        return math.nan


@pytest.mark.parametrize("text", TEXTS)
def test_a_column_holds_what_each_place_means_by_itself(text: str) -> None:
    node = parse_expression(text)
    pairs, columns = _columns()
    with np.errstate(all="ignore"):
        found = numeric(node)(columns)

    for (x, y), value, error in zip(pairs, *np.broadcast_arrays(found.value, found.error), strict=True):
        alone = _alone(node, x, y)
        if math.isinf(error):
            continue  # it says that it does not know
        assert math.isnan(alone) == math.isnan(value), (text, x, y)
        assert math.isnan(alone) or abs(alone - value) <= error + 4e-16 * abs(alone), (text, x, y)


@pytest.mark.parametrize("text", TEXTS)
def test_few_places_are_left_open(text: str) -> None:
    with np.errstate(all="ignore"):
        found = numeric(parse_expression(text))(_columns()[1])

    assert np.isinf(found.error).sum() <= len(VALUES) ** 2 // 4


@pytest.mark.parametrize("text", ["x < y", "x = y and y > 0", "x/y >= 1", "not (sqrt(x) < 2)", "x != 1 or y <= 0"])
def test_a_condition_is_as_certain_as_it_says(text: str) -> None:
    node = parse_expression(text)
    pairs, columns = _columns()
    with np.errstate(all="ignore"):
        found = logical(node)(columns)

    for (x, y), holds, sure in zip(pairs, *np.broadcast_arrays(found.holds, found.sure), strict=True):
        if sure:
            assert bool(evaluate(node, {"x": Fraction(x), "y": Fraction(y)})) == bool(holds), (text, x, y)


@given(st.floats(-10, 10), st.floats(-10, 10), st.floats(0, 1e-6))
@settings(max_examples=80, deadline=None)
def test_an_error_in_the_operands_is_carried_along(x: float, y: float, error: float) -> None:
    columns = {"x": Column(np.array([x]), np.array([error])), "y": Column(np.array([y]), np.array([error]))}
    for text in ("x*y - x", "x/y", "sqrt(x)", "x^3", "exp(x)", "sin(x)", "log(x)", "asin(x/10)"):
        node = parse_expression(text)
        with np.errstate(all="ignore"):
            found = numeric(node)(columns)
        for moved in (-error, error):
            alone = _alone(node, x + moved, y + moved)
            if math.isfinite(found.error[0]) and not math.isnan(found.value[0]) and not math.isnan(alone):
                assert abs(alone - found.value[0]) <= found.error[0] * (1 + 1e-9) + 1e-15 * abs(alone), (text, x, y)


def test_equality_within_the_error_is_open_and_of_exact_numbers_decided() -> None:
    close = logical(parse_expression("x = y"))
    one, other = np.array([1.0, 1.0]), np.array([1.0, 1.0 + 1e-16])
    exact = close({"x": Column(one, np.zeros(2)), "y": Column(other, np.zeros(2))})
    loose = close({"x": Column(one, np.full(2, 1e-15)), "y": Column(other, np.zeros(2))})

    assert [True, True] == list(exact.sure)
    assert [False, False] == list(loose.sure)


def test_constants_know_whether_they_are_floats() -> None:
    assert 0 == constant(Fraction(1, 4)).error
    assert 0 < constant(Fraction(1, 3)).error < 1e-16
    assert 0 < constant(math.pi).error


def test_what_has_no_columns_says_so() -> None:
    with pytest.raises(NoColumns):
        logical(parse_expression("all_different(x, y)"))
    with pytest.raises(NoColumns):
        numeric(parse_expression("x div y"))


def test_an_exponent_that_rounding_moves_off_a_whole_number_proves_nothing() -> None:
    power = numeric(parse_expression("x^(10*(y*3))"))

    with np.errstate(invalid="ignore"):
        assert math.inf == power({"x": constant(-2), "y": constant(Fraction(1, 10))}).error
