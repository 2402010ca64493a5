"""Numbers as people write them, and what could be meant in two ways."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.kinds.formulas.numerals import QuantityError, read_number


@pytest.mark.parametrize(
    ("text", "value", "digit"),
    [
        ("9.81", Fraction(981, 100), Fraction(1, 100)),
        ("-1/2", Fraction(-1, 2), 0),
        ("−5", -5, 1),
        ("+5", 5, 1),
        (".5", Fraction(1, 2), Fraction(1, 10)),
        ("1e3", 1000, 1000),
        ("6.02e23", 602 * 10**21, 10**21),
        ("10^5", 10**5, 10**5),
        ("10**-2", Fraction(1, 100), Fraction(1, 100)),
        ("10⁵", 10**5, 10**5),
        ("-10^3", -1000, 1000),
        ("1.5*10^5", 150_000, 10_000),
        ("1.5·10⁻³", Fraction(15, 10_000), Fraction(1, 10_000)),
        ("2 × 10^3", 2000, 1000),
        ("1 000", 1000, 1),
        ("1_000", 1000, 1),
        ("1\u00a0000\u2009000.5", Fraction("1000000.5"), Fraction(1, 10)),
    ],
)
def test_number_and_its_last_digit(text: str, value: Fraction, digit: Fraction) -> None:
    found = read_number(text)

    assert (value, digit, len(text), None) == (found.value, found.digit, found.end, found.spread)


@pytest.mark.parametrize(
    ("text", "spread"),
    [
        ("9.81(2)", Fraction(2, 100)),
        ("9.81(20)", Fraction(20, 100)),
        ("100(5)", 5),
        ("9.8(0.2)", Fraction(2, 10)),
        ("6.02214076(12)e23", 12 * 10**15),
    ],
)
def test_an_uncertainty_in_brackets_is_in_units_of_the_last_digit(text: str, spread: Fraction) -> None:
    assert spread == read_number(text).spread


@pytest.mark.parametrize(
    ("text", "offset", "message"),
    [
        ("--5", 1, "'--5' has two signs"),
        ("- -5", 2, "'- -5' has two signs"),
        ("3,5", 1, "'3,5' is not a number"),
        ("1 000,5", 5, "'1 000,5' is not a number"),
        ("1e400", 0, "'1e400' is too large or too small"),
        ("1e-400", 0, "'1e-400' is too large or too small"),
        ("10^999", 0, "'10' is too large or too small"),
        ("2^5", 1, "'2^5' is not a quantity"),
        ("1.2.3", 3, "'1.2.3' is not a quantity"),
        ("5.", 1, "'5.' is not a quantity"),
        ("nan", 0, "'nan' is not a quantity"),
        ("∞", 0, "'∞' is not a quantity"),
    ],
)
def test_what_is_no_number_is_refused_at_its_character(text: str, offset: int, message: str) -> None:
    with pytest.raises(QuantityError) as caught:
        read_number(text)

    assert (message, offset) == (caught.value.message, caught.value.offset)


def test_digits_that_are_not_grouped_by_three_end_the_number() -> None:
    assert 1 == read_number("1 00").end


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9, places=6))
@settings(max_examples=30, deadline=None)
def test_every_decimal_is_read_as_it_is_written(number: object) -> None:
    assert Fraction(str(number)) == read_number(str(number)).value
