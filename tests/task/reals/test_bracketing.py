"""Roots that no formula gives."""

from __future__ import annotations

import math

import pytest

from cpsolver.task.domain import Reals
from cpsolver.task.reals.bracketing import NotIsolated, bracketed_roots


def never() -> bool:
    return False


def test_every_change_of_sign_in_a_bounded_range_is_found() -> None:
    found = list(bracketed_roots(math.sin, Reals(1, 10), never))

    assert [math.pi, 2 * math.pi, 3 * math.pi] == pytest.approx(found)


def test_without_a_range_many_orders_of_magnitude_are_scanned() -> None:
    assert [1.4987011335178] == pytest.approx(
        list(bracketed_roots(lambda e: e - 0.5 * math.sin(e) - 1, Reals(), never))
    )
    assert [1e-9] == pytest.approx(list(bracketed_roots(lambda x: x - 1e-9, Reals(0, None), never)))


def test_the_scan_ends_when_time_is_up() -> None:
    assert [] == list(bracketed_roots(math.sin, Reals(1, 10), lambda: True))


def test_roots_that_fill_a_range_are_not_listed_one_by_one() -> None:
    with pytest.raises(NotIsolated):
        list(bracketed_roots(lambda x: abs(x - 1) + abs(x + 1) - 2, Reals(), never))
    with pytest.raises(NotIsolated):
        list(bracketed_roots(lambda x: 0.0, Reals(0, 1), never))


def test_terms_that_cancel_to_nothing_near_zero_are_one_root() -> None:
    found = list(bracketed_roots(lambda x: (0.0 if abs(x) < 1e-8 else x) * (x - 1), Reals(), never))

    assert len(found) == 2
    assert math.isclose(1, found[-1])


def test_many_isolated_roots_are_no_range() -> None:
    assert 31 == len(list(bracketed_roots(math.sin, Reals(1, 100), never)))
