"""All roots of equations that cannot be rearranged, and what is proven of them."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from cpsolver.task.condition import Equation
from cpsolver.task.domain import Number, Reals
from cpsolver.task.parser import parse_expression
from cpsolver.task.reals.numeric import SPENT, numeric_roots
from cpsolver.task.reals.roots import Roots, roots_of
from cpsolver.task.reals.rounding import Rounded

POSITIVE = Reals(0, None, lower_open=True)


def roots(text: str, variable: str, domain: Reals | None = None, **values: Number) -> Roots:
    return roots_of(Equation(parse_expression(text)), variable, values, domain)


def found(text: str, variable: str, domain: Reals | None = None, **values: Number) -> list[float]:
    """The roots, all of them by proof."""
    answer = roots(text, variable, domain, **values)
    assert answer.complete, answer.note
    return [float(root.value) for root in answer.found]


def test_kepler_with_and_without_a_range() -> None:
    assert [1.4987011335178] == pytest.approx(found("M = E - k*sin(E)", "E", M=1, k=Fraction(1, 2)))
    assert [1.4987011335178] == pytest.approx(found("M = E - k*sin(E)", "E", Reals(0, 7), M=1, k=Fraction(1, 2)))


def test_both_roots_of_an_exponential_and_a_line() -> None:
    assert [0.61906128673594, 1.51213455165784] == pytest.approx(found("exp(x) = 3*x", "x"))
    assert [] == found("exp(x) = 2*x", "x")


def test_colebrooks_friction_factor() -> None:
    text = "1/sqrt(f) = -2*log10(k/3.7 + 2.51/(R*sqrt(f)))"

    assert [0.0221745359445] == pytest.approx(found(text, "f", POSITIVE, k=Fraction(1, 1000), R=100_000))


def test_the_rate_of_an_annuity_is_not_taken_for_nothing() -> None:
    annuity = {"A": 1000, "P": 10_000, "n": 12}

    assert [0.0292285407691] == pytest.approx(found("A = P*r/(1 - (1 + r)^(-n))", "r", POSITIVE, **annuity))


def test_van_der_waals_for_the_volume() -> None:
    gas = {"p": 101_325, "a": Fraction(364, 1000), "b": Fraction(427, 10**7), "n": 1, "T": 300}
    text = "(p + a*n^2/V^2)*(V - n*b) = n*R*T"

    assert [0.0245122400344] == pytest.approx(found(text, "V", POSITIVE, R=Fraction(8314, 1000), **gas))
    assert [0.0245122400344] == pytest.approx(found(text, "V", POSITIVE, R=Rounded(8.314, 1e-15), **gas))


def test_both_lengths_of_a_wave_of_one_intensity() -> None:
    planck = found("U = f^3/(exp(f/T) - 1)", "f", POSITIVE, U=1, T=1)

    assert [1.54500727907326, 4.56703683694597] == pytest.approx(planck)


def test_poles_are_no_roots_and_hide_none() -> None:
    assert [4.49340945790906, 7.72525183693771] == pytest.approx(found("x = tan(x)", "x", Reals(1, 10)))
    assert [] == found("1/log(x) = 0", "x", Reals(Fraction(1, 2), 2))


def test_all_roots_of_a_polynomial_exactly() -> None:
    assert [1, 2, 3] == [root.value for root in roots("x^3 - 6*x^2 + 11*x = 6", "x").found]
    assert [Fraction(-1, 3), 2] == [root.value for root in roots("(x - 2)^3*(3*x + 1) = 0*y", "x", y=1).found]
    assert [1.1673039782614] == pytest.approx(found("x^5 - x = 1", "x"))
    assert [1.1673039782614] == pytest.approx(found("x^n - x = 1", "x", n=5))


def test_a_root_that_is_a_fraction_is_exact() -> None:
    assert [Fraction(-3, 2), Fraction(3, 2)] == [root.value for root in roots("abs(x-1) + abs(x+1) = 3", "x").found]
    assert 0 in [root.value for root in roots("sin(x) = x/10", "x").found]


def test_a_double_root_is_shown_and_not_proven() -> None:
    answer = roots("exp(x) = x + 1", "x")

    assert ([0], False) == ([root.value for root in answer.found], answer.complete)
    assert "near" in answer.note


def test_roots_without_end_are_not_called_all() -> None:
    answer = roots("x = tan(x)", "x")

    assert (False, SPENT) == (answer.complete, answer.note)
    assert any(math.isclose(4.49340945790906, float(root.value)) for root in answer.found)


def test_roots_at_closed_and_open_ends() -> None:
    assert [0] == [root.value for root in roots("exp(x) - 1 + x = 0", "x", Reals(0, 5)).found]
    assert [] == found("exp(x) - 1 + x = 0", "x", Reals(0, 5, lower_open=True))


def test_an_equation_without_root_in_a_range_is_refuted() -> None:
    answer = roots("exp(x) = 3*x", "x", Reals(2, 50))

    assert ((), True) == (answer.found, answer.complete)


def test_rounded_values_widen_the_bound_of_the_root() -> None:
    text = "M = E - k*sin(E)"
    (exact,) = roots(text, "E", M=1, k=Fraction(1, 2)).found
    (rough,) = roots(text, "E", M=Rounded(1.0, 1e-6), k=Fraction(1, 2)).found

    assert isinstance(exact.value, Rounded)
    assert isinstance(rough.value, Rounded)
    assert exact.value.error < 1e-14
    assert 1e-6 < rough.value.error < 1e-5


def test_what_has_no_enclosure_is_scanned_and_proves_nothing() -> None:
    answer = roots("min(x, 5)^3 = 27*y", "x", Reals(0, 10), y=1)

    assert [3] == pytest.approx([float(root.value) for root in answer.found])


def test_an_equation_that_holds_for_every_value_is_free() -> None:
    assert roots("x^4 + a*x^3 = x^4 + b*x^3", "x", a=2, b=2).free


def test_the_search_ends_when_time_is_up() -> None:
    answer = numeric_roots(Equation(parse_expression("x = tan(x)")), "x", {}, None, lambda: True)

    assert SPENT == answer.note


# -- planted roots -----------------------------------------------------------------------------------------------

SHAPES = [
    "exp(a*x) + b*x = y",
    "sin(a*x) + b*x^2 = y",
    "x^a + b*log(x) = y",
    "a*x^3 + b*x + sqrt(x) = y",
    "x/(1 + a*x^2) + b*exp(-x) = y",
    "a*sqrt(1 + x^2) + b*cos(x) = y",
    "tan(x/4) + a*x = y + b",
    "atan(a*x) + b*x^5 - x^2 = y",
    "log10(x + a)*x = y + b",
]


@examples(max_examples=60, deadline=None)
@given(
    text=st.sampled_from(SHAPES),
    a=st.fractions(Fraction(1, 4), 3, max_denominator=8),
    b=st.fractions(Fraction(1, 4), 3, max_denominator=8),
    x=st.fractions(Fraction(1, 10), 5, max_denominator=20),
)
def test_a_planted_root_is_found_and_nothing_that_is_none(text: str, a: Fraction, b: Fraction, x: Fraction) -> None:
    equation = Equation(parse_expression(text))
    (planted,) = roots_of(equation, "y", {"a": a, "b": b, "x": x}).found
    values = {"a": a, "b": b, "y": planted.value}
    answer = roots_of(equation, "x", values, Reals(Fraction(1, 20), 6))

    assert any(math.isclose(x, float(root.value), rel_tol=1e-5) for root in answer.found), (answer, planted)
    assert all(equation.holds({**values, "x": root.value}) for root in answer.found)


def test_the_outcome_that_is_not_chosen_need_have_no_value() -> None:
    text = "y = if a > 0 then x^5 + x else x + sqrt(-a)"

    assert [2] == found(text, "x", a=4, y=34)
    assert [32] == found(text, "x", a=-4, y=34)


def test_where_nothing_is_known_of_a_function_its_roots_are_open_everywhere() -> None:
    assert "it is open how many roots there are at all" == roots("y = x % 3", "x", y=1).note


def test_where_roots_are_open_is_told_by_the_end_that_is_known() -> None:
    assert "it is open how many roots there are beyond 0" == roots("exp(log(x)) = x", "x").note
    assert roots("y = x + sign(x)", "x", y=0).note.endswith("near 0")
