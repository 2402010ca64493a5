from __future__ import annotations

import pytest

from cpsolver.kinds.sudoku.logic import single_digit
from cpsolver.kinds.sudoku.logic.position import Position
from tests.kinds.sudoku.logic.one_digit import deduced, fives, said, seen_in_grids, told
from tests.kinds.sudoku.logic.proving import agrees, is_irreducible, proves
from tests.kinds.sudoku.logic.puzzles import classic

SKYSCRAPER = fives(".5....5..", "", "", "", ".5.....5.", "", "", "", "")
KITE = fives(".5.....5.", ".55555555", "", *[".55555555"] * 3, "", *[".55555555"] * 2)
DUAL_KITE = fives(".5.....5.", "..5555555", "5....5...", *["..5555555"] * 3, "5.5555555", ".55555555", "..5555555")
RECTANGLE = fives(".5.5555.5", "", ".5.5555.5", *["5555555.5"] * 2, "", *["5555555.5"] * 3)
DUAL_RECTANGLE = fives(".5.5555.5", "", ".5.5555.5", *["5555555.5"] * 2, "", ".5..5....", *["5555555.5"] * 2)
TURBOT = fives("5...5....", "", "", "555.5.555", "555...555", "555..5555", "", "", "")
X_WING = fives(".5....5..", "", "", "", ".5....5..", "", "", "", "")

CASES = [
    ("skyscraper", SKYSCRAPER, ["r2c8 r3c8 r4c7 r6c7"]),
    ("2-string kite", KITE, ["r7c8"]),
    ("dual 2-string kite", DUAL_KITE, ["r7c8 r8c6"]),
    ("turbot fish", TURBOT, ["r6c1"]),
    ("empty rectangle", RECTANGLE, ["r6c2"]),
    ("dual empty rectangle", DUAL_RECTANGLE, ["r2c5 r6c2"]),
]


@pytest.mark.parametrize(("name", "position", "expected"), CASES)
def test_two_links_take_what_sees_both_ends(name: str, position: Position, expected: list[str]) -> None:
    assert expected == said(name, position)


@pytest.mark.parametrize(("name", "position", "expected"), CASES)
def test_they_follow_from_their_premises_and_from_no_fewer(name: str, position: Position, expected: list[str]) -> None:
    deduction = deduced(name, position)
    assert proves(classic(), deduction)
    assert is_irreducible(classic(), deduction)


def test_a_link_is_told_from_one_end_to_the_other() -> None:
    assert [
        "if r1c7 is not 5, then r1c2 = 5 in row 1, so r5c2 is not 5, and r5c8 = 5 in row 5: r1c7 or r5c8 is 5"
    ] == told("skyscraper", SKYSCRAPER)


def test_an_empty_rectangle_is_told_by_its_lines() -> None:
    assert [
        "box 1 has 5 only in row 2 or column 2, and column 8 only in r6c8 and r2c8: if r6c2 were 5, r6c8 would not be, "
        "so r2c8 would, and box 1 would have no place for 5"
    ] == told("empty rectangle", RECTANGLE)


def test_a_skyscraper_level_at_both_ends_is_an_x_wing() -> None:
    assert [] == said("skyscraper", X_WING)


def test_two_links_in_random_grids_agree_with_the_solution() -> None:
    count = 0
    for deduction, grid in seen_in_grids(single_digit.PLAYERS, seed=11, count=20, most=5):
        assert agrees(deduction, grid), deduction.pattern
        count += 1
    assert count > 20


@pytest.mark.slow
def test_two_links_in_random_grids_follow_from_their_premises() -> None:
    for deduction, _ in seen_in_grids(single_digit.PLAYERS, seed=12, count=20, most=1):
        assert proves(classic(), deduction), deduction.pattern
