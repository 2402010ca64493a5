"""Premises are irreducible: each narrowing that stays is needed."""

from __future__ import annotations

from cpsolver.auxiliary.shrink import Masks, shrink

ONE, TWO, THREE = 1, 2, 4
FULL = dict.fromkeys("abc", ONE | TWO | THREE)


def both_must_be_one(domains: Masks) -> bool:
    """Refuted if a and b both must be 1."""
    return domains["a"] == domains["b"] == ONE


def b_is_not_two(domains: Masks) -> bool:
    """Refuted as long as b cannot be 2."""
    return not domains["b"] & TWO


def test_what_the_refutation_does_not_need_is_widened_away() -> None:
    assert {"a": ONE, "b": ONE} == shrink({"a": ONE, "b": ONE, "c": TWO}, FULL, both_must_be_one)


def test_a_premise_is_widened_value_by_value() -> None:
    assert {"b": ONE | THREE} == shrink({"a": ONE, "b": THREE, "c": FULL["c"]}, FULL, b_is_not_two)


def test_only_whole_variables_are_widened_where_single_values_cost_too_much() -> None:
    assert {"b": THREE} == shrink({"a": ONE, "b": THREE, "c": FULL["c"]}, FULL, b_is_not_two, by_value=False)
