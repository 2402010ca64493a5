"""Locked candidates and subsets: what two units, or one, say beyond singles."""

from __future__ import annotations

from itertools import islice

import pytest

from cpsolver.kinds.sudoku.logic.geometry import set_of
from cpsolver.kinds.sudoku.logic.pattern import Pattern, Words
from cpsolver.kinds.sudoku.logic.players import PLAYERS
from cpsolver.kinds.sudoku.logic.position import Position
from tests.kinds.sudoku.logic.puzzles import classic, position_of, puzzles

WORDS = Words(classic())


def found(name: str, position: Position) -> list[Pattern]:
    return list(PLAYERS[name].find(position))


def only(position: Position, cells: dict[str, str]) -> Position:
    """The position with these marks in these cells and no others."""
    for name, digits in cells.items():
        for digit in range(9):
            if str(digit + 1) not in digits:
                position.remove(classic().names.index(name), digit, 0)
    return position


def marks(*texts: str) -> set[tuple[int, int]]:
    """`r1c3=5` as cell and digit."""
    return {(classic().names.index(text[:4]), int(text[5]) - 1) for text in texts}


def test_a_digit_of_a_box_in_one_row_leaves_the_rest_of_the_row() -> None:
    (pattern,) = found("pointing", position_of("." * 9 + "5........" + "......123" + "." * 54))

    assert set(pattern.removed) == marks("r1c4=5", "r1c5=5", "r1c6=5")
    assert pattern.shape.tell(WORDS) == "box 3 has 5 only where it crosses row 1"


def test_a_digit_of_a_row_in_one_box_leaves_the_rest_of_the_box() -> None:
    (pattern,) = found("claiming", position_of("...123..." + "......5.." + "." * 63))

    assert set(pattern.removed) == marks("r2c1=5", "r2c2=5", "r2c3=5", "r3c1=5", "r3c2=5", "r3c3=5") - marks(
        "r2c1=5", "r2c2=5", "r2c3=5"
    )
    assert pattern.shape.tell(WORDS) == "row 1 has 5 only where it crosses box 1"


def test_two_cells_with_two_digits_hold_them() -> None:
    position = only(position_of("." * 81), {"r1c1": "27", "r1c5": "27"})
    (pattern,) = found("naked pair", position)

    assert {digit for _, digit in pattern.removed} == {1, 6}
    assert len(pattern.removed) == 14
    assert pattern.shape.tell(WORDS) == "r1c1 and r1c5 in row 1 have only 2 and 7 between them"


def test_a_pair_of_a_row_and_a_box_is_locked_and_says_something_of_both() -> None:
    position = only(position_of("." * 81), {"r1c1": "27", "r1c2": "27"})
    (pattern,) = found("locked pair", position)

    assert len(pattern.removed) == 2 * (7 + 6)
    assert found("naked pair", position) == []


def test_three_cells_need_not_have_all_three_digits() -> None:
    position = only(position_of("." * 81), {"r1c1": "12", "r1c5": "23", "r1c9": "13"})
    (pattern,) = found("naked triple", position)

    assert pattern.absent == dict.fromkeys(range(3, 9), set_of([0, 4, 8]))


def test_two_digits_with_two_places_fill_them() -> None:
    position = position_of("." * 81)
    for column in range(3, 10):
        for digit in (0, 1):
            position.remove(classic().names.index(f"r1c{column}"), digit, 0)
    (pattern,) = found("hidden pair", position)

    assert len(pattern.removed) == 14
    assert pattern.shape.tell(WORDS) == "1 and 2 in row 1 have no places but r1c1 and r1c2"


@pytest.mark.parametrize("name", ["naked quad", "hidden triple", "hidden quad", "locked triple"])
def test_an_empty_board_has_none(name: str) -> None:
    assert found(name, position_of("." * 81)) == []


def test_whatever_subsets_say_is_true_of_the_solution() -> None:
    names = ("pointing", "claiming", "locked pair", "naked pair", "naked triple", "hidden pair", "hidden triple")
    seen = 0
    for puzzle in islice(puzzles(11), 30):
        position = puzzle.position()
        for name in names:
            for pattern in found(name, position):
                seen += 1
                assert all(puzzle.solution[cell] != digit for cell, digit in pattern.removed)
    assert seen > 100
