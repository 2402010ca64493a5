"""Sums and differences of two variables, and all-different over shifted variables, against trying everything."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsolver.solvers import SOLVERS
from cpsolver.task.expression import Call, Name, Node
from cpsolver.task.propagation import mirrored
from cpsolver.task.result import Settings
from tests.tasks import call, finite_task

NUMBERS = st.integers(-5, 5)
DOMAINS = st.lists(st.lists(st.integers(-3, 3), min_size=1, max_size=5, unique=True), min_size=3, max_size=3)
X, Y, Z = map(Name, "xyz")


def _found(domains: list[list[int]], *conditions: Node) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """The solutions of the recursion, and those found by trying everything."""
    task = finite_task(dict(zip("xyz", domains, strict=True)), *conditions)
    result = SOLVERS.get("backtracking").solve(task, Settings(solutions=None))
    tried = [dict(zip("xyz", values, strict=True)) for values in product(*domains)]
    wanted = [values for values in tried if all(condition.holds(values) for condition in task.conditions)]
    return sorted(tuple(s[v] for v in "xyz") for s in result.solutions), sorted(tuple(s.values()) for s in wanted)


@given(DOMAINS, NUMBERS, NUMBERS, st.sampled_from([1, 2, -3]))
def test_sums_and_differences_of_two_keep_what_has_a_partner(
    domains: list[list[int]], total: int, gap: int, factor: int
) -> None:
    difference = call("=", call("-", call("*", factor, X), call("*", factor, Y)), gap)
    found, wanted = _found(domains, difference, call("=", call("+", Y, Z), total))
    assert wanted == found


@given(DOMAINS, st.lists(NUMBERS, min_size=3, max_size=3))
def test_shifted_variables_differ(domains: list[list[int]], shifts: list[int]) -> None:
    terms = (call("+", X, shifts[0]), call("-", Y, shifts[1]), call("+", shifts[2], Z))
    found, wanted = _found(domains, Call("all_different", terms))
    assert wanted == found


@given(DOMAINS, st.integers(0, 4))
def test_pairs_tried_once_are_kept(domains: list[list[int]], gap: int) -> None:
    found, wanted = _found(domains, call("=", call("abs", call("-", X, Y)), gap))
    assert wanted == found


@pytest.mark.parametrize("function", ["+", "-"])
def test_no_mask_is_shifted_beyond_its_length(function: str) -> None:
    assert _found([[0, 1], [0, 1], [0]], call("=", call(function, X, Y), 10**30)) == ([], [])


def test_bits_are_mirrored() -> None:
    assert mirrored(0b0011, 3) == 0b1100
    assert mirrored(0b1101, 2) == 0b0101  # 2 - 3 is below zero and gone
