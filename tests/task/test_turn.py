"""Angles known exactly, and the functions that are exact of them."""

import copy
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import MPContext

from cpsolver.task.domain import Reals
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Constant, Name
from cpsolver.task.functions import FUNCTIONS, Undefined
from cpsolver.task.reals.interval import Interval
from cpsolver.task.reals.rounding import enclose, lies_in, truth
from cpsolver.task.turn import _PI, FULL_TURN, LARGEST_BITS, PI, PI_BITS, Turn, turned

HALF = Fraction(1, 2)


def degrees(angle):
    return turned(Fraction(angle) / 360)


def of(function, *values):
    return FUNCTIONS[function].evaluate(*values)


def enclosure(function, angle):
    return enclose(Call(function, (Name("x"),)), {"x": angle})


def test_pi_is_rounded_down_from_its_true_value():
    mp = MPContext()
    mp.prec = 400
    assert int(mp.floor(mp.pi * mp.mpf(2) ** PI_BITS)) == _PI


SINES = {0: 0, 30: HALF, 90: 1, 150: HALF, 180: 0, 210: -HALF, 270: -1, 330: -HALF}
TANGENTS = {0: 0, 45: 1, 135: -1, 180: 0, 225: 1, 315: -1}


@pytest.mark.parametrize("angle", range(-720, 735, 15))
def test_sine_and_cosine_are_exact_where_they_are_rational_and_nearly_right_elsewhere(angle):
    for function, shift, known in (("sin", 0, math.sin), ("cos", 90, math.cos)):
        found, within = of(function, degrees(angle)), enclosure(function, degrees(angle))
        turned_by = (angle + shift) % 360
        if turned_by in SINES:
            assert found == within == SINES[turned_by]
            assert not isinstance(found, float)
        else:
            assert found == pytest.approx(known(math.radians(angle)), rel=1e-12)
            assert isinstance(within, Interval) and found in within and not within.partial


@pytest.mark.parametrize("angle", [a for a in range(-360, 375, 15) if a % 180 != 90])
def test_the_tangent_is_exact_where_it_is_rational(angle):
    found, within = of("tan", degrees(angle)), enclosure("tan", degrees(angle))
    if angle % 360 in TANGENTS:
        assert found == within == TANGENTS[angle % 360]
        assert not isinstance(found, float)
    else:
        assert found == pytest.approx(math.tan(math.radians(angle)), rel=1e-12)
        assert isinstance(within, Interval) and found in within and not within.partial


@pytest.mark.parametrize("angle", [-270, -90, 90, 270, 450])
def test_a_right_angle_certainly_has_no_tangent(angle):
    with pytest.raises(Undefined):
        of("tan", degrees(angle))
    with pytest.raises(Undefined):
        enclosure("tan", degrees(angle))


@settings(max_examples=60, deadline=None)
@given(st.fractions(-3, 3, max_denominator=10**12).filter(bool), st.sampled_from(("sin", "cos", "tan")))
def test_an_enclosure_holds_the_value_with_all_digits(turns, function):
    mp = MPContext()
    mp.dps = 60
    true = (
        None
        if function == "tan" and (turns % HALF) == HALF / 2
        else getattr(mp, function)(2 * mp.pi * turns.numerator / turns.denominator)
    )
    if true is None:
        return
    within = enclosure(function, Turn(turns))
    if isinstance(within, Interval):
        assert within.lower <= true <= within.upper
        assert within.upper - within.lower <= 1e-14 * abs(true)
    else:
        assert abs(true - mp.mpf(within.numerator) / within.denominator) < mp.mpf(10) ** -50


@pytest.mark.parametrize(
    ("function", "ratio", "angle"),
    [
        ("asin", 0, 0), ("asin", HALF, 30), ("asin", 1, 90), ("asin", -HALF, -30), ("asin", -1, -90),
        ("acos", 1, 0), ("acos", HALF, 60), ("acos", 0, 90), ("acos", -HALF, 120), ("acos", -1, 180),
        ("atan", 0, 0), ("atan", 1, 45), ("atan", -1, -45),
    ],
)  # fmt: skip
def test_exact_ratios_have_exact_angles_that_lead_back(function, ratio, angle):
    found = of(function, ratio)
    assert found == degrees(angle)
    assert enclosure(function, ratio) == degrees(angle)
    assert type(found) is type(degrees(angle))
    assert of(function[1:], found) == ratio


def test_a_rounded_ratio_has_no_exact_angle():
    assert type(of("acos", 0.0)) is float
    assert type(of("atan", 1.0)) is float
    assert isinstance(enclosure("acos", 0.0), Interval)


def test_sums_and_differences_of_turns_are_exact():
    assert (degrees(180) - degrees(60) - degrees(30)).turns == Fraction(1, 4)
    assert (degrees(100) + degrees(80)).turns == HALF
    rest = degrees(180) - degrees(120) - degrees(60)
    assert rest == 0 and type(rest) is int
    assert (0 + degrees(30)).turns == (degrees(30) - 0).turns == (-(0 - degrees(30))).turns == Fraction(1, 12)


def test_products_and_quotients_with_exact_numbers_are_exact():
    assert of("*", Fraction(1, 3), degrees(90)).turns == Fraction(1, 12)
    assert of("product", Fraction(1, 3), 2, degrees(90)).turns == Fraction(1, 6)
    assert of("/", degrees(90), 3).turns == Fraction(1, 12)
    ratio = of("/", degrees(90), degrees(30))
    assert ratio == 3 and type(ratio) is int
    assert of("%", degrees(450), degrees(360)).turns == Fraction(1, 4)
    assert abs(degrees(-30)).turns == Fraction(1, 12)


@pytest.mark.parametrize(
    "value",
    [
        degrees(90) + 1, degrees(90) * 1.0, 1.0 * degrees(90), degrees(90) / 2.0, degrees(90) * degrees(90),
        1 / degrees(90), degrees(90) ** 2, degrees(90) + 0.0, degrees(90) - math.pi, of("min", 2.0, degrees(300)),
    ],
)  # fmt: skip
def test_what_is_not_exact_is_a_plain_float(value):
    assert type(value) is float


def test_a_part_of_a_turn_too_long_to_be_kept_is_a_float():
    assert type(turned(Fraction(1, 2**LARGEST_BITS))) is float
    assert type(degrees(90) * Fraction(1, 3**200)) is float


def test_a_turn_is_equal_to_its_float():
    assert PI == math.pi and hash(PI) == hash(math.pi) and FULL_TURN == 2 * math.pi
    assert degrees(90) == math.pi / 2 and {math.pi / 2: "right"}[degrees(90)] == "right"


@pytest.mark.parametrize("kept", [copy.copy, copy.deepcopy, lambda a: pickle.loads(pickle.dumps(a))])
def test_a_copy_is_as_exact(kept):
    assert type(kept(degrees(30))) is Turn
    assert kept(degrees(30)).turns == Fraction(1, 12)


def test_columns_take_turns_as_floats():
    column = degrees(180) * np.array([1.0, 2.0])
    assert column.dtype == np.float64 and column.tolist() == [math.pi, 2 * math.pi]
    assert np.array([degrees(180), 1.0]).dtype == np.float64


ALMOST = Fraction(90) - Fraction(1, 10**25)
"""As a float it is 90 degrees."""


def test_membership_is_exact_against_ends_in_degrees():
    below, up_to = Reals(0, degrees(90), upper_open=True), Reals(0, degrees(90))
    assert (lies_in(below, degrees(90)), lies_in(up_to, degrees(90))) == (False, True)
    assert lies_in(below, degrees(ALMOST)) is True
    assert lies_in(up_to, degrees(180 - ALMOST)) is False
    assert lies_in(up_to, math.pi / 2) is None


def test_comparisons_of_turns_are_exact():
    def compared(relation, a, b):
        return truth(Call(relation, (Constant(a), Constant(b))), {})

    assert compared("<", degrees(ALMOST), degrees(90)) is True
    assert compared("=", degrees(ALMOST), degrees(90)) is False
    assert compared("=", degrees(90), degrees(90)) is True
    assert compared("<", degrees(90), Fraction(11, 7)) is True
    assert compared("=", degrees(90), Fraction(degrees(90))) is None  # no claim by the nearest float alone


def test_a_quarter_of_a_period_is_exact():
    swing = Call("sin", (Call("/", (Call("*", (Call("*", (Constant(2), Constant(PI))), Name("t"))), Name("T"))),))
    assert evaluate(swing, {"t": 3, "T": 12}) == 1
    assert enclose(swing, {"t": 3, "T": 12}) == 1
    assert enclose(swing, {"t": 6, "T": 12}) == 0
