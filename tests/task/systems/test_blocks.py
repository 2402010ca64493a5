"""Matchings and tight sets of formulas and their unknowns."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.task.systems.blocks import determined_unknowns, matched, strong_components, tight_sets


def augmented(index: int, holds: list[list[int]], owner: dict[int, int], seen: set[int]) -> bool:
    """Kuhn's augmenting path, by recursion: the plainest there is."""
    for unknown in holds[index]:
        if unknown not in seen:
            seen.add(unknown)
            if unknown not in owner or augmented(owner[unknown], holds, owner, seen):
                owner[unknown] = index
                return True
    return False


def by_kuhn(holds: list[list[int]]) -> int:
    owner: dict[int, int] = {}
    return sum(augmented(index, holds, owner, set()) for index in range(len(holds)))


GRAPHS = st.lists(st.lists(st.integers(0, 9), max_size=4, unique=True), max_size=12)


@given(GRAPHS)
@settings(max_examples=200)
def test_a_matching_is_as_large_as_kuhns_and_gives_each_formula_one_unknown(holds: list[list[int]]) -> None:
    owner = matched(holds)

    assert by_kuhn(holds) == len(owner) == len(set(owner.values()))
    assert all(unknown in holds[index] for unknown, index in owner.items())


@given(GRAPHS)
@settings(max_examples=100)
def test_an_unknown_is_determined_if_without_it_the_matching_is_smaller_and_no_tight_set_is_left_out(
    holds: list[list[int]],
) -> None:
    sure, owner = determined_unknowns(holds)

    for unknown in {name for scope in holds for name in scope}:
        without = [[name for name in scope if name != unknown] for scope in holds]
        assert (unknown in sure) == (by_kuhn(without) < len(owner))


@given(GRAPHS)
@settings(max_examples=100)
def test_tight_sets_are_tight_and_smallest_first(holds: list[list[int]]) -> None:
    found = list(tight_sets(holds, [1.0] * len(holds)))

    for chosen in found:
        assert len({name for index in chosen for name in holds[index]}) == len(chosen)
        assert len(chosen) == by_kuhn([holds[index] for index in chosen])
    assert bool(found) == bool(determined_unknowns(holds)[0])


def test_components_come_after_those_they_lead_to() -> None:
    needs = {0: [1], 1: [2], 2: [1, 3], 3: [], 4: [0, 4]}

    assert [[3], [1, 2], [0], [4]] == [sorted(component) for component in strong_components(needs)]


def test_thousands_of_formulas_are_matched() -> None:
    choose = random.Random(1)
    holds = [choose.sample(range(3000), 3) for _ in range(3000)]

    assert len(matched(holds)) > 2500
