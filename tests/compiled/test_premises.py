"""Idle premises found by search: what units and the other premises say without them."""

from __future__ import annotations

import numpy as np

from cpsolver.compiled.premises import shrink

ROW = np.array([[0, 1, 2, 3]], np.int16)
"""One unit of four variables; values are bits 1, 2, 4 and 8."""
CROSS = np.array([[0, 1, 2, 3], [0, 4, 5, 6]], np.int16)
EVERY = 15


def kept(premises: list[tuple[int, int]], opposites: list[tuple[int, int]], units: object = ROW) -> list[bool]:
    answer = shrink(np.array(premises).reshape(-1, 2), np.array(opposites).reshape(-1, 2), units, 7)
    return [bool(one) for one in answer]


def test_a_last_value_needs_all_the_others() -> None:
    assert [True, True, True] == kept([(0, 1), (1, 2), (2, 4)], [(3, EVERY & ~8)])


def test_what_another_premise_says_is_idle_and_the_first_such_goes() -> None:
    weak, strong = (3, EVERY & ~1), (0, 1)

    assert [False, True, True, True] == kept([weak, strong, (1, 2), (2, 4)], [(3, EVERY & ~8)])
    assert [False, True, True, True] == kept([strong, weak, (1, 2), (2, 4)], [(3, EVERY & ~8)])


def test_a_pair_needs_every_mark_that_is_missing_in_it() -> None:
    pair = [(0, EVERY & ~4), (0, EVERY & ~8), (1, EVERY & ~4), (1, EVERY & ~8)]

    assert [True] * 4 == kept(pair, [(2, 1)])


def test_of_a_triple_the_mark_that_a_fourth_makes_idle_goes() -> None:
    marks = [(3, EVERY & ~1), (0, 3), (1, 3)]

    assert [False, True, True] == kept(marks, [(2, 2)])


def test_premises_that_do_not_do_are_all_given_back_as_none() -> None:
    assert [False, False] == kept([(0, 1), (1, 2)], [(3, EVERY & ~8)])


def test_a_contradiction_is_a_conclusion_that_nothing_has_to_break() -> None:
    assert [False, True, True] == kept([(2, 4), (0, 1), (1, 1)], [(-1, 0)])


def test_a_premise_counts_through_units_that_cross() -> None:
    assert [True, True, True] == kept([(1, 1), (2, 2), (4, 4)], [(0, EVERY & ~8)], CROSS)
    assert [False, False, False] == kept([(1, 1), (2, 2), (4, 4)], [(0, EVERY & ~8)])


def test_one_part_of_a_conclusion_is_enough_to_need_a_premise() -> None:
    assert [True, True] == kept([(0, 1), (1, 2)], [(2, 1), (2, 2)])
