"""All roots of one equation for one quantity, and why branches have none."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from cpsolver.task.condition import Equation
from cpsolver.task.domain import Number, Reals
from cpsolver.task.parser import parse_expression
from cpsolver.task.reals.roots import ROUNDING, Roots, roots_of
from cpsolver.task.reals.rounding import Rounded

COORDINATE = "x = xs + vs*t + a*t^2/2"


def roots(text: str, variable: str, domain: Reals | None = None, **values: Number) -> Roots:
    found = roots_of(Equation(parse_expression(text)), variable, values, domain)
    assert found is not None
    return found


def test_both_roots_of_the_ball_thrown_down_smallest_first() -> None:
    found = roots(COORDINATE, "t", xs=30, vs=10, a=-10, x=10)

    assert [-1.23606798, 3.23606798] == [round(float(root.value), 8) for root in found.found]
    assert found.complete


def test_exact_numbers_give_exact_roots() -> None:
    assert [Fraction(50, 49)] == [
        root.value for root in roots("v = vs + a*t", "t", v=0, vs=10, a=Fraction(-98, 10)).found
    ]
    assert [1, 2] == [root.value for root in roots(COORDINATE, "t", xs=0, vs=15, a=-10, x=10).found]


def test_a_quadratic_without_square_is_solved_as_linear() -> None:
    assert [-2] == [root.value for root in roots(COORDINATE, "t", xs=30, vs=10, a=0, x=10).found]


def test_a_double_root_counts_once() -> None:
    assert [2] == [root.value for root in roots("x^2 = 4*x - y", "x", y=4).found]


def test_no_real_root_is_proven_and_says_why() -> None:
    found = roots(COORDINATE, "t", xs=0, vs=0, a=-1, x=100)

    assert () == found.found
    assert found.complete
    assert "the square root of a negative number" in {lost.reason for lost in found.lost}


def test_division_by_zero_is_no_root_and_says_so() -> None:
    found = roots("v = vs + a*t", "t", v=1, vs=2, a=0)

    assert ((), True, ["division by zero"]) == (found.found, found.complete, [lost.reason for lost in found.lost])


def test_a_quantity_that_cancels_is_free() -> None:
    assert roots("v = vs + a*t", "t", v=2, vs=2, a=0).free
    assert roots(COORDINATE, "t", xs=1, vs=0, a=0, x=1).free


def test_a_root_of_a_cleared_denominator_is_lost() -> None:
    found = roots("(x^2 - 1)/(x - 1) = y", "x", y=2)

    assert () == found.found
    assert ["it does not satisfy the equation"] == list({lost.reason for lost in found.lost})


def test_cancelling_digits_do_not_spoil_the_small_root() -> None:
    found = roots("x^2 + b*x + c = 0", "x", b=Fraction(10**9), c=1)

    assert math.isclose(-1e-9, float(found.found[-1].value), rel_tol=1e-15)


def test_a_range_loses_roots_outside_and_says_so() -> None:
    found = roots(COORDINATE, "t", Reals(0, None), xs=30, vs=10, a=-10, x=10)

    assert [3.23606798] == [round(float(root.value), 8) for root in found.found]
    assert any(lost.value is not None and float(lost.value) < 0 for lost in found.lost)


def test_all_turns_of_a_sine_within_a_bounded_range() -> None:
    found = roots("y = sin(2*x)", "x", Reals(0, Fraction(7, 2)), y=Fraction(1, 2))

    assert [15, 75, 195] == [round(math.degrees(float(root.value))) for root in found.found]
    assert found.complete


def test_without_a_range_one_turn_is_given_and_no_completeness_claimed() -> None:
    found = roots("y = sin(x)", "x", y=Fraction(1, 2))

    assert [30, 150] == [round(math.degrees(float(root.value))) for root in found.found]
    assert not found.complete


def test_no_sine_is_above_one() -> None:
    found = roots("y = sin(x)", "x", y=2)

    assert ((), True) == (found.found, found.complete)
    assert {"no sine is above 1"} == {lost.reason for lost in found.lost}


def test_a_number_too_large_to_hold_proves_nothing() -> None:
    assert not roots("y = log(x)", "x", y=10**6).complete


@pytest.mark.parametrize(("n", "expected"), [(2, [-3, 3]), (3, [2.0801]), (-2, [-1 / 3, 1 / 3])])
def test_an_exponent_that_is_a_quantity_is_told_even_from_odd(n: int, expected: list[float]) -> None:
    found = roots("y = x^n", "x", y=9, n=n)

    assert expected == pytest.approx([float(root.value) for root in found.found], abs=1e-4)
    assert found.complete


# -- what rounding leaves open -----------------------------------------------------------------------------------

ROOT_TWO = Rounded(math.sqrt(2), 3e-16)
DOUBLE = "x^2 - 2*a*x + k = 0"


@pytest.mark.parametrize("k", [2, 3])
def test_a_double_root_of_rounded_numbers_is_one_root_within_its_error_and_not_proven(k: int) -> None:
    found = roots(DOUBLE, "x", a=Rounded(math.sqrt(k), 3e-16), k=k)

    assert (1, False, ROUNDING) == (len(found.found), found.complete, found.note)
    value = found.found[0].value
    assert isinstance(value, Rounded)
    assert abs(float(value) - math.sqrt(k)) <= value.error < 1e-6


def test_two_roots_farther_apart_than_rounding_reaches_are_proven() -> None:
    found = roots(DOUBLE, "x", a=ROOT_TWO, k=Fraction(199, 100))

    assert (2, True) == (len(found.found), found.complete)


def test_no_root_is_proven_where_rounding_cannot_reach_one() -> None:
    found = roots(DOUBLE, "x", a=ROOT_TWO, k=Fraction(201, 100))

    assert ((), True) == (found.found, found.complete)


def test_every_root_carries_the_bound_of_its_error() -> None:
    for root in roots("x^2 + b*x + c = 0", "x", b=Fraction(10**9), c=1).found:
        assert isinstance(root.value, Rounded)
        assert root.value.error < 1e-14 * abs(root.value)


def test_a_root_of_exact_zero_stays_exact_beside_a_rounded_one() -> None:
    found = roots("x^2 = a*x", "x", Reals(0, None, lower_open=True), a=ROOT_TWO)

    assert ([1.41421356], True) == ([round(float(root.value), 8) for root in found.found], found.complete)


def test_roots_outside_a_range_by_rounding_alone_prove_nothing() -> None:
    assert not roots("x = a*a", "x", Reals(None, 2), a=ROOT_TWO).complete
    assert not roots("x = a*a", "x", Reals(2, None, lower_open=True), a=ROOT_TWO).complete
    assert roots("x = a*a", "x", Reals(3, None), a=ROOT_TWO).complete


def test_a_root_at_the_end_of_its_range_by_rounding_lies_within() -> None:
    found = roots("x = a*a", "x", Reals(None, 2), a=ROOT_TWO)

    assert [2] == [root.value for root in found.found]


def test_a_denominator_that_may_be_zero_proves_nothing() -> None:
    assert not roots("(x^2 - 1)/(x - 1) = y", "x", y=Rounded(2.0, 1e-15)).complete
    assert roots("(x^2 - 1)/(x - 1) = y", "x", y=2).complete


def test_a_root_that_may_be_one_of_a_denominator_proves_nothing() -> None:
    found = roots("(x^2 - 1)/(x - 1) = y", "x", y=Rounded(2.000000001, 1e-8))

    assert (1, False) == (len(found.found), found.complete)


@pytest.mark.parametrize("text", ["sqrt(x) = y", "abs(x) = y", "exp(x) = y"])
def test_a_guard_that_fails_by_rounding_alone_proves_nothing(text: str) -> None:
    assert not roots(text, "x", y=Rounded(-1e-17, 1e-16)).complete
    assert roots(text, "x", y=Rounded(-1e-15, 1e-16)).complete


def test_two_roots_that_no_float_can_tell_apart_are_not_called_one() -> None:
    found = roots(DOUBLE, "x", a=1, k=1 - Fraction(2, 10**40))

    assert ([1], False) == ([root.value for root in found.found], found.complete)


def test_a_sine_that_may_be_above_one_proves_nothing() -> None:
    found = roots("y = sin(x)", "x", Reals(0, 3), y=Rounded(1.0000000000000002, 1e-15))

    assert not found.complete
    assert not roots("y = sin(x)", "x", Reals(0, 3), y=Rounded(0.9999999999999999, 1e-15)).complete


@pytest.mark.parametrize(("text", "expected"), [("y = sin(x)", [90]), ("y = cos(x)", [0]), ("-y = sin(x)", [270])])
def test_the_crest_of_a_wave_is_one_root_a_turn(text: str, expected: list[int]) -> None:
    found = roots(text, "x", Reals(0, 6), y=1)

    assert (expected, True) == ([round(math.degrees(float(root.value))) for root in found.found], found.complete)


def test_exact_roots_of_higher_degree_are_exact() -> None:
    assert [-2, 2] == [root.value for root in roots("x^4 = y", "x", y=16).found]
    assert [Fraction(2, 3)] == [root.value for root in roots("x^3 = y", "x", y=Fraction(8, 27)).found]
    assert [0] == [root.value for root in roots("x^4 = y", "x", y=0).found]


def test_turns_inside_a_quadratic_are_followed() -> None:
    found = roots("sin(x^2 + x) = y", "x", y=Fraction(1, 2))

    assert not found.complete
    assert all(math.isclose(math.sin(x * x + x), 0.5) for x in (float(root.value) for root in found.found))


def test_a_number_that_vanishes_in_rounding_proves_nothing() -> None:
    assert not roots("y = x + log(exp(-z))", "x", y=1, z=1000).complete


def test_a_power_with_exponent_zero_is_one_whatever_its_base() -> None:
    assert roots("y = x^0", "x", y=1).free

    found = roots("y = x^0", "x", y=2)
    assert found.complete
    assert ["a power with exponent 0 is 1"] == [lost.reason for lost in found.lost]


def test_where_a_side_jumps_no_wide_bound_makes_a_root() -> None:
    found = roots("y = atan2(x, -1)", "x", y=3)

    assert [pytest.approx(math.tan(math.pi - 3))] == [root.value for root in found.found]


def test_what_cancels_but_for_rounding_is_not_said_to_have_no_root() -> None:
    near = Rounded(28.188827574058486, 2e-14), Rounded(28.188827574058482, 2e-14)
    found = roots("vx^2 + (vx*tan(b))^2 = v0^2 + (vx*tan(b))^2", "b", Reals(-1, 1), vx=near[0], v0=near[1])

    assert not found.complete


def test_what_is_divided_by_something_that_may_be_zero_is_no_root_unless_it_satisfies_the_equation() -> None:
    near = Rounded(4.588027898781785, 2.7e-15)
    found = roots("q*(p^2 - 421/20) + (p^2 - 421/20) = -26/25", "q", Reals(0, None), p=near)

    assert ((), False) == (found.found, found.complete)


def test_a_root_is_not_lost_where_the_constant_term_of_a_quadratic_cancels() -> None:
    """The speed at the least distance of an ellipse."""
    text = "a*(1 - (1 - 2/(a*(p^2/(G*M) + 1/a))))*p = a*(1 + (1 - 2/(a*(p^2/(G*M) + 1/a))))*q"
    found = roots(text, "p", Reals(0, None, lower_open=True), G=1, M=2, q=1, a=Rounded(0.7, 1e-16))

    assert [2.857142857] == [round(float(root.value), 9) for root in found.found]
