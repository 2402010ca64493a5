"""Pencil marks follow the placed digits, and every mark that is missing is accounted for."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.kinds.sudoku.logic.geometry import bits, set_of
from cpsolver.kinds.sudoku.logic.position import GIVEN, Position
from tests.kinds.sudoku.logic.puzzles import classic, position_of
from tests.tasks import EASY, SEVENTEEN


def cell(name: str) -> int:
    return classic().names.index(name)


def test_a_placed_digit_leaves_its_twenty_peers() -> None:
    position = position_of("5" + "." * 80)

    assert position.places[4].bit_count() == 81 - 21
    assert position.digits[1] == 511 & ~(1 << 4)


def test_places_and_marks_say_the_same() -> None:
    position = position_of(SEVENTEEN)
    for number in bits(position.open):
        for digit in range(9):
            assert position.digits[number] >> digit & 1 == position.places[digit] >> number & 1


def test_a_cell_without_a_mark_is_noticed() -> None:
    position = position_of("123456780" + "........9" + "." * 63)

    assert position.emptied == cell("r1c9")
    assert position.is_contradictory and not position.is_solved


def test_a_unit_without_a_place_is_noticed() -> None:
    position = position_of("." * 81)
    for number in range(9):
        position.remove(number, 0, 7)

    assert position.barren == (0, 0)


def test_a_single_that_comes_up_is_noticed_by_cell_and_by_unit() -> None:
    position = position_of("." * 81)
    for digit in range(8):
        position.remove(0, digit, 7)
    for number in range(1, 8):
        position.remove(number, 3, 7)

    assert position.naked == [0]
    assert (0, 3) in position.hidden


def test_a_missing_mark_is_accounted_for_by_the_placed_cell_that_sees_most() -> None:
    position = position_of("." * 9 + "5" + "." * 71)
    homes, missing = position.why_absent({4: set_of([cell("r1c1"), cell("r1c2"), cell("r9c1")])})

    assert list(homes) == [cell("r2c1")]
    assert missing == []


def test_a_mark_that_a_deduction_took_is_a_reason_of_its_own() -> None:
    position = position_of("." * 81)
    position.remove(0, 4, 12)

    assert position.why_absent({4: 1}) == ({}, [(0, 4)])
    assert position.causes[0, 4] == 12


def test_a_placed_cell_lacks_other_digits_by_what_it_has() -> None:
    position = position_of("7" + "." * 80)

    assert position.why_absent({4: 1}) == ({0: 0}, [])


def test_marks_missing_from_the_start_are_given() -> None:
    marks = [511 & ~1, *([511] * 80)]
    position = Position(classic(), marks, [])

    assert position.why_absent({0: 1}) == ({}, [(0, 0)])
    assert position.causes.get((0, 0), GIVEN) == GIVEN


@settings(max_examples=60)
@given(st.sampled_from((EASY, SEVENTEEN)), st.data())
def test_whatever_is_named_accounts_for_all_marks_and_none_is_idle(grid: str, data: st.DataObject) -> None:
    position = position_of(grid)
    digit = data.draw(st.integers(0, 8))
    absent = position.geometry.every_cell & ~position.places[digit] & ~position.homes[digit]
    cells = [number for number in bits(absent) if data.draw(st.booleans())]
    homes, missing = position.why_absent({digit: set_of(cells)})

    def accounted(number: int, by: list[int]) -> bool:
        peers = position.geometry.peers
        return number in by or any(position.homes[digit] >> h & 1 and peers[h] >> number & 1 for h in by)

    assert missing == []
    assert all(accounted(number, list(homes)) for number in cells)
    for home in homes:
        others = [other for other in homes if other != home]
        assert not all(accounted(number, others) for number in cells)


def test_a_copy_is_one_level_deeper_and_goes_its_own_way() -> None:
    position = position_of(EASY)
    inside = position.copy()
    inside.place(2, 0, 5)

    assert inside.level == position.level + 1
    assert position.open >> 2 & 1 and not inside.open >> 2 & 1
