"""XY-, XYZ- and W-wings."""

from __future__ import annotations

from cpsolver.kinds.sudoku.logic.pattern import Words
from tests.kinds.sudoku.logic.puzzles import classic, position_of
from tests.kinds.sudoku.logic.test_subsets import found, marks, only

WORDS = Words(classic())


def test_whichever_digit_a_pivot_takes_one_of_its_wings_has_the_third() -> None:
    position = only(position_of("." * 81), {"r1c1": "25", "r1c7": "29", "r3c2": "59"})
    (pattern,) = found("xy-wing", position)

    assert set(pattern.removed) == marks("r1c2=9", "r1c3=9", "r3c7=9", "r3c8=9", "r3c9=9")
    assert pattern.shape.tell(WORDS) == "r1c1 is 2 or 5: with 2, r1c7 is 9; with 5, r3c2 is 9"


def test_a_pivot_that_may_take_the_third_digit_too_must_be_seen_as_well() -> None:
    position = only(position_of("." * 81), {"r1c1": "259", "r1c7": "29", "r3c2": "59"})
    (pattern,) = found("xyz-wing", position)

    assert set(pattern.removed) == marks("r1c2=9", "r1c3=9")
    assert found("xy-wing", position) == []
    assert "or r1c1 is 9 itself" in pattern.shape.tell(WORDS)


def test_cells_of_one_unit_are_a_naked_triple_and_no_wing() -> None:
    position = only(position_of("." * 81), {"r1c1": "25", "r1c5": "29", "r1c9": "59"})

    assert found("xy-wing", position) == []


def test_two_like_cells_are_joined_by_a_unit_with_two_places_for_a_digit() -> None:
    position = only(position_of("." * 81), {"r1c1": "25", "r9c9": "25"})
    for column in range(2, 9):
        position.remove(classic().names.index(f"r5c{column}"), 1, 0)
    (pattern,) = found("w-wing", position)

    assert set(pattern.removed) == marks("r1c9=5", "r9c1=5")
    assert pattern.shape.tell(WORDS) == (
        "r1c1 and r9c9 are 2 or 5; row 5 has 2 only in r5c1 or r5c9, and each of these sees one of the two cells, "
        "so one of them is 5"
    )


def test_like_cells_that_see_each_other_are_a_pair_and_no_wing() -> None:
    position = only(position_of("." * 81), {"r1c1": "25", "r1c9": "25"})
    for column in range(2, 9):
        position.remove(classic().names.index(f"r5c{column}"), 1, 0)

    assert found("w-wing", position) == []
