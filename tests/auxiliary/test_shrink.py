"""Premises are irreducible: each narrowing that stays is needed."""

from __future__ import annotations

from collections.abc import Mapping

from cpsolver.auxiliary.shrink import shrink
from cpsolver.task.domain import Finite

FULL = {name: Finite((1, 2, 3)) for name in "abc"}


def no_two_alike(domains: Mapping[str, Finite]) -> bool:
    """Refuted if a and b both must be 1."""
    return domains["a"] == domains["b"] == Finite((1,))


def test_what_the_refutation_does_not_need_is_widened_away() -> None:
    known = {"a": Finite((1,)), "b": Finite((1,)), "c": Finite((2,))}

    assert {"a": Finite((1,)), "b": Finite((1,))} == shrink(known, FULL, no_two_alike)


def test_a_premise_is_widened_value_by_value() -> None:
    known = {"a": Finite((1,)), "b": Finite((3,)), "c": Finite((1, 2, 3))}

    assert {"b": Finite((1, 2, 3)).without(2)} == shrink(known, FULL, lambda domains: 2 not in domains["b"])


def test_only_whole_variables_are_widened_where_single_values_cost_too_much() -> None:
    known = {"a": Finite((1,)), "b": Finite((3,)), "c": Finite((1, 2, 3))}

    assert {"b": Finite((3,))} == shrink(known, FULL, lambda domains: 2 not in domains["b"], by_value=False)
