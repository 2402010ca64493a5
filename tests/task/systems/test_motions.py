"""Which quantities to hold so that others cannot move: against trying all sets."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.task.systems.motions import Additions, Row, motions, smallest_additions

NAMES = tuple("abcdefgh")


def rank(rows: Sequence[Row]) -> int:
    """By exact elimination."""
    left = [{name: Fraction(value) for name, value in row.items() if value} for row in rows]
    found = 0
    while left:
        row = left.pop()
        if not row:
            continue
        found += 1
        pivot = next(iter(row))
        for other in left:
            factor = other.get(pivot, Fraction(0)) / row[pivot]
            for name, value in row.items():
                other[name] = other.get(name, Fraction(0)) - factor * value
            for name in [name for name, value in other.items() if not value]:
                del other[name]
    return found


def determine(rows: Sequence[Row], held: Sequence[str], goals: Sequence[str]) -> bool:
    known = [*rows, *({name: 1.0} for name in held)]
    return rank([*known, *({goal: 1.0} for goal in goals)]) == rank(known)


def first(rows: Sequence[Row], goals: Sequence[str], candidates: Sequence[str], most: int = 6) -> Additions:
    return next(smallest_additions(motions(rows, NAMES), goals, candidates, most), Additions())


ROWS = st.lists(
    st.dictionaries(st.sampled_from(NAMES), st.integers(-3, 3).filter(bool).map(float), min_size=1, max_size=4),
    max_size=6,
)


@given(ROWS, st.sets(st.sampled_from(NAMES), min_size=1, max_size=2))
@settings(max_examples=40, deadline=None)
def test_all_smallest_sets_are_found(rows: list[Row], goals: set[str]) -> None:
    candidates = [name for name in NAMES if name not in goals]
    brute: list[tuple[str, ...]] = []
    for size in range(len(candidates) + 1):
        brute = [held for held in combinations(candidates, size) if determine(rows, held, sorted(goals))]
        if brute:
            break

    assert Additions(tuple(brute)) == first(rows, sorted(goals), candidates)


def test_what_is_determined_does_not_move() -> None:
    moved = motions([{"a": 1, "b": 1}, {"a": 1, "b": -1}, {"c": 2, "d": 1}], ("a", "b", "c", "d"))

    assert {"a": {}, "b": {}} == {name: row for name, row in moved.items() if not row}
    assert {"c", "d"} == {name for name, row in moved.items() if row}


def test_rows_that_say_the_same_determine_nothing_more() -> None:
    moved = motions([{"a": 1, "b": 1}, {"a": 0.3, "b": 0.3}], ("a", "b"))

    assert all(moved.values())


def test_the_empty_set_is_enough_where_no_goal_moves() -> None:
    assert Additions(((),)) == first([{"a": 1.0}], ["a"], NAMES[1:])


def test_further_sizes_have_no_smaller_set_inside() -> None:
    rows: list[Row] = [{"a": 1, "b": -1}, {"a": 1, "c": -1, "d": -1}]
    found = list(smallest_additions(motions(rows, NAMES), ["a"], NAMES[1:], 3))

    assert [Additions((("b",),)), Additions((("c", "d"),))] == found


@pytest.mark.parametrize("most", [1, 2])
def test_larger_sets_than_asked_for_are_not_given(most: int) -> None:
    assert Additions() == first([{"a": 1, "b": -1, "c": -2, "d": 1}], ["a"], NAMES[1:], most)


def test_quantities_that_determine_each_other_stand_for_each_other() -> None:
    chain: list[Row] = [{name: 1.0, "a": -2.0} for name in NAMES[1:]]

    assert Additions(tuple((name,) for name in NAMES[1:] if name != "e")) == first(
        chain, ["e"], [name for name in NAMES[1:] if name != "e"]
    )
