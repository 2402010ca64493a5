"""Singles and the contradictions that mirror them."""

from __future__ import annotations

from cpsolver.kinds.sudoku.logic.pattern import Words
from cpsolver.kinds.sudoku.logic.singles import contradictions, full_houses, hidden_singles, naked_singles
from tests.kinds.sudoku.logic.puzzles import classic, position_of

WORDS = Words(classic())


def test_the_last_cell_of_a_row_rests_on_the_other_eight() -> None:
    pattern = next(full_houses(position_of("12345678." + "." * 72)))

    assert pattern.placed == ((8, 8),)
    assert pattern.homes == tuple(range(8))
    assert pattern.shape.tell(WORDS) == "r1c9 is the last open cell of row 1, and only 9 is left for it"


def test_a_cell_that_sees_eight_digits_has_the_ninth() -> None:
    pattern = next(naked_singles(position_of(".12345..." + "6" + "." * 8 + "7" + "." * 8 + "8" + "." * 53)))

    assert pattern.placed == ((0, 8),)
    assert pattern.shape.tell(WORDS) == "only 9 is left for r1c1"


def test_a_box_with_one_place_left_for_a_digit_has_it_there() -> None:
    found = list(hidden_singles(position_of(".12......" + "...5....." + "......5.." + "." * 54)))

    assert "box 1 has only one place for 5: r1c1" in {pattern.shape.tell(WORDS) for pattern in found}


def test_of_a_solved_board_nothing_is_said() -> None:
    solved = "".join("123456789"[(3 * (r % 3) + r // 3 + c) % 9] for r in range(9) for c in range(9))
    position = position_of(solved)

    assert not [*full_houses(position), *naked_singles(position), *hidden_singles(position), *contradictions(position)]


def test_a_cell_without_a_digit_and_a_unit_without_a_place_are_contradictions() -> None:
    cell = next(contradictions(position_of("12345678." + "........9" + "." * 63)))
    assert cell.shape.tell(WORDS) == "no digit is left for r1c9"

    position = position_of("." * 81)
    for number in range(9):
        position.remove(number, 4, 0)
    assert next(contradictions(position)).shape.tell(WORDS) == "row 1 has no place for 5"
