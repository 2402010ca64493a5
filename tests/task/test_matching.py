"""Matchings, against all assignments tried one by one."""

import time
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.task.matching import is_matchable, matchable_values, matching

domain = st.lists(st.sampled_from("abcde"), max_size=5, unique=True).map(tuple)


@settings(max_examples=200, deadline=None)
@given(st.lists(domain, max_size=5))
def test_matchable_values_are_those_of_all_assignments_without_repeats(domains: list[tuple[str, ...]]) -> None:
    assignments = [values for values in product(*domains) if len(set(values)) == len(values)]
    expected = [set(column) for column in zip(*assignments, strict=True)] if assignments else None
    found = matchable_values(domains)
    assert found == ([] if not domains else expected)
    assert is_matchable(domains) == bool(assignments)


def test_two_cells_with_the_same_two_digits_take_them_from_the_others() -> None:
    assert [{1, 2}, {1, 2}, {3, 4}, {3, 4}] == matchable_values([(1, 2), (1, 2), (1, 2, 3, 4), (2, 3, 4)])


def test_three_pigeons_do_not_fit_two_holes() -> None:
    assert matchable_values([(1, 2)] * 3) is None
    assert not is_matchable([(1, 2)] * 3)


def test_two_thousand_variables_are_matched_without_recursion() -> None:
    """The long chain: each newcomer takes the first value, and everybody before moves up by one."""
    size = 2000
    start = time.perf_counter()
    found = matching([1 << i | 1 << i - 1 if i else 1 for i in range(1, size)] + [1])
    assert found is not None
    assert len(set(found)) == size
    assert time.perf_counter() - start < 5
