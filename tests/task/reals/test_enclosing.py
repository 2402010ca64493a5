"""Expressions followed over intervals hold every value they have there."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Node, names
from cpsolver.task.functions import Undefined
from cpsolver.task.parser import parse_expression
from cpsolver.task.reals.enclosing import along
from cpsolver.task.reals.interval import Interval, angle, over, times
from tests.task.reals.test_random_equations import SIDES


@examples(max_examples=150, deadline=None)
@given(side=SIDES, ends=st.tuples(st.floats(-4, 5), st.floats(-4, 5)), part=st.fractions(0, 1))
def test_values_lie_where_they_are_said_to(side: Node, ends: tuple[float, float], part: Fraction) -> None:
    if "x" not in names(side):
        return
    low, high = sorted(ends)
    at = min(max(low + (high - low) * float(part), low), high)
    try:
        value = float(evaluate(side, {"x": at}))
    except (Undefined, OverflowError):
        return
    found = along(side, "x", {})(Interval(low, high))

    assert found.lower <= value <= found.upper


def test_a_division_by_what_begins_with_zero_goes_one_way() -> None:
    found = over(Interval(1.0, 2.0), Interval(0.0, 4.0))

    assert (found.upper, found.partial) == (math.inf, True)
    assert 0.24 < found.lower <= 0.25


def test_a_product_of_what_is_not_negative_is_not() -> None:
    assert times(Interval(0.0, 1.0), Interval(0.0, 2.0)).lower == 0
    assert times(Interval(-1.0, 0.0), Interval(0.0, 2.0)).upper == 0


def test_the_sign_is_no_continuous_function_where_it_jumps() -> None:
    line = along(parse_expression("sign(x)"), "x", {})

    assert line(Interval(-1.0, 1.0)).partial
    assert Interval(1.0, 1.0) == line(Interval(1.0, 2.0))


@pytest.mark.parametrize(
    ("y", "x"), [((1.0, 2.0), (-1.0, 1.0)), ((-2.0, -1.0), (-3.0, -1.0)), ((-1.0, 1.0), (1.0, 2.0))]
)
def test_the_angle_of_a_box_is_at_its_corners(y: tuple[float, float], x: tuple[float, float]) -> None:
    found = angle(Interval(*y), Interval(*x))

    for b in (y[0], (y[0] + y[1]) / 2, y[1]):
        for a in (x[0], (x[0] + x[1]) / 2, x[1]):
            assert math.atan2(b, a) in found
