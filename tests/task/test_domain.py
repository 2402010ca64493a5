"""Domains: what is in them, what two have in common, and that they only get smaller."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.task.domain import Domain, Finite, Reals

finite = st.lists(st.integers(-3, 3), max_size=7, unique=True).map(lambda values: Finite(tuple(values)))
ends = st.none() | st.integers(-3, 3)
reals = st.builds(Reals, ends, ends, st.booleans(), st.booleans())
SAMPLES = [Fraction(n, 2) for n in range(-8, 9)]


@settings(max_examples=200, deadline=None)
@given(finite | reals, finite | reals)
def test_what_two_domains_have_in_common_is_in_both(one: Domain, other: Domain) -> None:
    both = one.meet(other)
    for value in SAMPLES:
        assert (value in both) == (value in one and value in other)


@settings(max_examples=100, deadline=None)
@given(finite, finite)
def test_join_holds_the_values_of_either_once(one: Finite, other: Finite) -> None:
    joined = one.join(other)
    assert set(one) | set(other) == set(joined)
    assert len(joined) == len(set(joined))


def test_values_keep_their_order_and_repeats_count_once() -> None:
    assert (3, 1, 2) == Finite.of([3, 1, 3, 2, 1]).values
    assert (3, 2) == Finite((3, 1, 2)).meet(Finite((2, 3))).values
    assert (3, 2) == Finite((3, 1, 2)).without(1, 7).values


def test_domain_that_loses_nothing_is_the_same_object() -> None:
    domain = Finite((1, 2))
    assert domain.meet(Finite((1, 2, 3))) is domain


def test_one_value_left_is_fixed_and_none_is_empty() -> None:
    assert (True, False) == (Finite((1,)).is_fixed, Finite((1,)).is_empty)
    assert (False, True) == (Finite(()).is_fixed, Finite(()).is_empty)
    assert 1 == Finite((1,)).value


@pytest.mark.parametrize(
    ("expected", "interval"),
    [
        (False, Reals()),
        (False, Reals(1, 1)),
        (True, Reals(1, 1, upper_open=True)),
        (True, Reals(2, 1)),
        (False, Reals(1, None, lower_open=True)),
    ],
)
def test_interval_is_empty_if_no_number_lies_in_it(expected: bool, interval: Reals) -> None:
    assert expected == interval.is_empty


def test_root_found_makes_an_interval_finite() -> None:
    assert Finite((2,)) == Reals(0, None).meet(Finite((-2, 2)))


def test_symbols_are_no_real_numbers() -> None:
    assert "red" not in Reals()
    assert "red" in Finite(("red",))


@pytest.mark.parametrize(
    ("expected", "domain"),
    [("{1, red}", Finite((1, "red"))), ("(-∞, ∞)", Reals()), ("(0, 1]", Reals(0, 1, lower_open=True))],
)
def test_domain_reads_as_mathematics(expected: str, domain: Domain) -> None:
    assert expected == str(domain)
