"""All real roots of polynomials, exactly isolated."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from cpsolver.task.functions import TooLarge
from cpsolver.task.reals.real_roots import real_roots
from cpsolver.task.reals.rounding import Rounded

ROOTS = st.lists(st.fractions(-50, 50, max_denominator=30), min_size=1, max_size=6)


def product(roots: list[Fraction]) -> list[Fraction]:
    """The coefficients of (x - r)·… for all roots."""
    total = [Fraction(1)]
    for root in roots:
        total = [a - root * b for a, b in zip([Fraction(0), *total], [*total, Fraction(0)], strict=True)]
    return total


@examples(max_examples=60, deadline=None)
@given(roots=ROOTS)
def test_fractions_are_given_back_each_once_and_exactly(roots: list[Fraction]) -> None:
    assert sorted(set(roots)) == real_roots(product(roots))


@examples(max_examples=40, deadline=None)
@given(roots=ROOTS, c=st.fractions(Fraction(1, 10), 9, max_denominator=10))
def test_factors_without_real_root_add_none(roots: list[Fraction], c: Fraction) -> None:
    one = product(roots)
    lifted = [a * c + b for a, b in zip([*one, 0, 0], [0, 0, *one], strict=True)]  # times x^2 + c

    assert sorted(set(roots)) == real_roots(lifted)


def test_roots_that_are_no_fractions_carry_their_bound() -> None:
    low, high = real_roots([-2, 0, 1])

    assert isinstance(low, Rounded)
    assert isinstance(high, Rounded)
    assert abs(Fraction(high) ** 2 - 2) < Fraction(4 * high.error)
    assert (Fraction(high) - Fraction(high.error)) ** 2 < 2 < (Fraction(high) + Fraction(high.error)) ** 2


def test_close_roots_are_told_apart() -> None:
    near = Fraction(1, 10**5)

    assert [1, 1 + near] == real_roots(product([Fraction(1), 1 + near]))


def test_a_constant_has_none_and_zero_is_one_root() -> None:
    assert [] == real_roots([7])
    assert [0] == real_roots([0, 0, 0, 4])


def test_a_root_lies_within_its_bound_also_where_floats_do_not_hold_the_coefficients() -> None:
    top, bottom = 7 * 10**400 + 1, 3 * 10**400 + 1
    _, root = real_roots([-top, 0, bottom])

    assert isinstance(root, Rounded)
    low, high = (Fraction(root) + side * Fraction(root.error) for side in (-1, 1))
    assert bottom * low**2 < top < bottom * high**2
    assert root.error < 1e-15


def test_a_root_that_no_float_holds_is_said_to_be_too_large() -> None:
    with pytest.raises(TooLarge, match="too large to be shown"):
        real_roots([-(10**1200), 1, 0, 1])
