"""Known facts of models on the shelf that a spec cannot say, or that take long to count."""

from __future__ import annotations

import pytest

from cpsolver import api

QUARTER = """
model: puzzles/pentominoes
parameters: {height: 6, width: 10}
require:
  - label: the X lies in the upper left quarter, which leaves one of each four positions of a tiling
    require: >-
      sum(lies[k] for k in 1..length(laid)
      where laid[k][1] = X and laid[k][2][1][1] <= 2 and laid[k][2][1][2] <= 5) = 1
"""


def count(text: str, solver: str = "cpsat") -> int:
    """How many solutions a task has, all of them found."""
    answer = api.solve(text, solver=solver, every=True, derive=False)

    assert answer.status.value in ("all_solutions", "unsatisfiable")
    return len(answer.solutions)


def test_only_agatha_can_have_killed_agatha() -> None:
    assert {"agatha"} == {each["killer"] for each in api.solve("puzzles/agatha", every=True, derive=False).solutions}


def test_donald_and_gerald_need_not_be_told_that_d_is_five() -> None:
    assert 1 == count("model: puzzles/cryptarithm\nparameters:\n  words: |\n    DONALD\n    GERALD\n    ROBERT\n")


@pytest.mark.slow
def test_there_are_7040_magic_squares_of_four_in_all_positions() -> None:
    assert 7040 == count("model: puzzles/magic-square\nparameters: {n: 4}\n", "compiled")


@pytest.mark.slow
def test_pentominoes_fill_three_by_twenty_in_two_ways_up_to_symmetry() -> None:
    assert 2 * 4 == count("model: puzzles/pentominoes\nparameters: {height: 3, width: 20}\n")


@pytest.mark.slow
def test_pentominoes_fill_six_by_ten_in_2339_ways_up_to_symmetry() -> None:
    assert 2339 == count(QUARTER)
