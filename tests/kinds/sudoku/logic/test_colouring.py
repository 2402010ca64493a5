from __future__ import annotations

import pytest

from cpsolver.kinds.sudoku.logic import colouring
from cpsolver.kinds.sudoku.logic.geometry import set_of
from cpsolver.kinds.sudoku.logic.position import Position
from tests.kinds.sudoku.logic.one_digit import FIVE, deduced, fives, said, seen_in_grids, told
from tests.kinds.sudoku.logic.proving import agrees, is_irreducible, proves
from tests.kinds.sudoku.logic.puzzles import classic

TRAP = fives("5...5....", *["5555.555."] * 4, "....5...5", "5555.555.", "..5.....5", "5555.555.")
WRAP = fives("5...5....", "5.55.5555", "5555.5555", *["5.55.5555"] * 2, ".5..5....", *["5.55.5555"] * 3)
MULTI_1 = fives(".5....5..", "", "", "", ".5.....5.", "", "", "", "")
MULTI_2 = fives("555.55.55", "", "555.55.55", "555....55", "5555...55", "555..5555", *["555.55.55"] * 3)

CASES = [
    ("colour trap", TRAP, ["r2c3 r3c3 r7c1 r9c1"]),
    ("colour wrap", WRAP, ["r1c1 r3c2 r6c5"]),
    ("multi-colours 1", MULTI_1, ["r2c8 r3c8 r4c7 r6c7"]),
    ("multi-colours 2", MULTI_2, ["r2c4 r6c6"]),
]


@pytest.mark.parametrize(("name", "position", "expected"), CASES)
def test_colours_take_what_cannot_be(name: str, position: Position, expected: list[str]) -> None:
    assert expected == said(name, position)


@pytest.mark.parametrize(("name", "position", "expected"), CASES)
def test_they_follow_from_their_premises_and_from_no_fewer(name: str, position: Position, expected: list[str]) -> None:
    deduction = deduced(name, position)
    assert proves(classic(), deduction)
    assert is_irreducible(classic(), deduction)


def test_colours_alternate_along_links() -> None:
    names = classic().names.index
    one, other = (set_of(map(names, cells.split())) for cells in ("r1c1 r6c5 r8c9", "r1c5 r6c9 r8c3"))
    assert [(one, other)] == [component.colours for component in colouring.components(TRAP, FIVE)]


def test_colours_are_told_as_far_as_they_are_used() -> None:
    assert ["5 is in all of r1c1, r6c5 and r8c9 or else in all of r1c5, r6c9 and r8c3; what goes sees both"] == told(
        "colour trap", TRAP
    )
    assert ["5 is in all of r1c1, r3c2 and r6c5 or else in all of r1c5 and r6c2; r1c1 sees r3c2"] == told(
        "colour wrap", WRAP
    )


def test_a_colour_that_sees_both_of_another_is_told_by_the_cells_that_see_each_other() -> None:
    assert [
        "5 is in all of r2c4 and r6c6 or else in r5c4; 5 is in r2c7 or else in r6c7; r2c4 sees r2c7 and r6c6 sees r6c7"
    ] == told("multi-colours 2", MULTI_2)


def test_colours_in_random_grids_agree_with_the_solution() -> None:
    count = 0
    for deduction, grid in seen_in_grids(colouring.PLAYERS, seed=21, count=24, most=5):
        assert agrees(deduction, grid), deduction.pattern
        count += 1
    assert count > 5


@pytest.mark.slow
def test_colours_in_random_grids_follow_from_their_premises() -> None:
    for deduction, _ in seen_in_grids(colouring.PLAYERS, seed=22, count=40, most=2):
        assert proves(classic(), deduction), deduction.pattern
