"""Grids as players write them, and exactly what is said of those that are wrong."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.kinds.sudoku.formats import GridError, read_grid
from cpsolver.kinds.sudoku.formats import grid as grids

FIRST = ".35.7......6195...89.....6...8.6...3..48.3..1..7.2...6.6....28....419..5....8..79"
ROWS = [FIRST[at : at + 9] for at in range(0, 81, 9)]
LINES = "\n".join(ROWS)

FRAMED = """\
+-------+-------+-------+
| . 3 5 | . 7 . | . . . |
| . . 6 | 1 9 5 | . . . |
| 8 9 . | . . . | . 6 . |
+-------+-------+-------+
| . . 8 | . 6 . | . . 3 |
| . . 4 | 8 . 3 | . . 1 |
| . . 7 | . 2 . | . . 6 |
+-------+-------+-------+
| . 6 . | . . . | 2 8 . |
| . . . | 4 1 9 | . . 5 |
| . . . | . 8 . | . 7 9 |
+-------+-------+-------+
"""

SIMPLE_SUDOKU = """\
*-----------*
|.35|.7.|...|
|..6|195|...|
|89.|...|.6.|
|---+---+---|
|..8|.6.|..3|
|..4|8.3|..1|
|..7|.2.|..6|
|---+---+---|
|.6.|...|28.|
|...|419|..5|
|...|.8.|.79|
*-----------*
"""

DRAWN = "┌───────────────────┐\n" + "\n".join(f"│ {' '.join(row)} │" for row in ROWS) + "\n└───────────────────┘"

SDK = "#A somebody\n#D the first one\n" + LINES


def digits(text: str, size: int = 9) -> str:
    signs = ".123456789ABCDEFGHIJKLMNOP"
    return "".join(signs[cell.digit or 0] for cell in read_grid(text, size).cells)


@pytest.mark.parametrize(
    "text",
    [
        FIRST,
        LINES,
        LINES + "\n",
        LINES.replace("\n", "\r\n"),
        "\ufeff" + LINES,
        FIRST.replace(".", "0"),
        FIRST.replace(".", "*"),
        FIRST.replace(".", "_"),
        FIRST.replace(".", "X"),
        FIRST.replace(".", "-"),
        FIRST.replace(".", "?"),
        FIRST.replace(".", " "),
        LINES.replace(".", " "),
        "\n".join(row.replace(".", " ").rstrip() for row in ROWS),
        "\n".join(" ".join(row) for row in ROWS),
        "\n".join(",".join(row) for row in ROWS),
        "\n".join([FIRST[:27], FIRST[27:54], FIRST[54:]]),
        FIRST + "  # the first one, 30 givens",
        FRAMED,
        SIMPLE_SUDOKU,
        DRAWN,
        SDK,
        "\n\n".join("\n".join(ROWS[at : at + 3]) for at in (0, 3, 6)),
    ],
)
def test_every_usual_way_to_write_a_grid_is_read_as_the_same_cells(text: str) -> None:
    assert digits(text) == FIRST


def test_a_cell_knows_the_character_it_was_read_from() -> None:
    third = read_grid(FRAMED).cells[2]

    assert (third.row, third.column, third.digit) == (0, 2, 5)
    assert FRAMED[third.offset] == "5"


def test_offsets_count_from_the_text_as_it_was_given_even_behind_a_byte_order_mark() -> None:
    text = "\ufeff" + LINES.replace("\n", "\r\n")

    assert all(text[cell.offset] == str(cell.digit) for cell in read_grid(text).givens)


def test_a_small_grid_has_the_digits_of_its_size() -> None:
    assert digits("1... ..2. .3.. ...4", 4) == "1.....2..3.....4"
    assert digits("1..|...\n..2|...\n---+---\n...|6..\n.5.|...\n......\n......", 6).count(".") == 32


SIXTEEN = "1..............G" * 16


def test_a_large_grid_in_one_line_counts_letters_from_ten() -> None:
    assert [cell.digit for cell in read_grid(SIXTEEN, 16).givens][:2] == [1, 16]


def test_a_large_grid_may_be_written_with_numbers_between_blanks() -> None:
    row = "1 . . . | . 10 . . | . . . . | . . . 16"
    text = "\n".join([row] * 16)

    assert [cell.digit for cell in read_grid(text, 16).givens][:3] == [1, 10, 16]


def test_a_large_grid_in_boxes_of_letters_is_read_letter_by_letter() -> None:
    text = "\n".join(["1...|.a..|....|...g"] * 16)

    assert [cell.digit for cell in read_grid(text, 16).givens][:3] == [1, 10, 16]


def test_zero_and_seventeen_are_no_digits_of_a_grid_of_sixteen() -> None:
    text = "\n".join(["17 . . . . 10 . . . . . . . . . 16"] * 16)

    assert problems(text, 16)[0][0] == "'17' is neither a number 1-16 (or A-G for 10-16) nor '.'"


# -- what is wrong ---------------------------------------------------------------------------------------------


def problems(text: str, size: int = 9) -> list[tuple[str, int]]:
    with pytest.raises(GridError) as caught:
        read_grid(text, size)
    return [(problem.message, problem.offset) for problem in caught.value.problems]


def test_row_with_eight_cells_is_an_error_at_that_row() -> None:
    text = "\n".join([*ROWS[:2], ROWS[2][:8], *ROWS[3:]])

    assert problems(text) == [("row 3 has 8 cells; 9 are needed", 20)]


def test_a_letter_is_an_error_at_that_letter() -> None:
    text = FIRST.replace("195", "1x5")

    assert problems(text) == [("'x' is neither a digit 1-9 nor '.'", 13)]


def test_the_message_names_the_sign_this_grid_uses_for_empty_cells() -> None:
    assert problems(FIRST.replace(".", "0").replace("195", "1x5"))[0][0] == "'x' is neither a digit 1-9 nor '0'"


def test_eighty_characters_in_one_line_are_counted() -> None:
    with pytest.raises(GridError) as caught:
        read_grid(FIRST[:80])
    (problem,) = caught.value.problems

    assert problem.message == "the grid has 80 cells; 81 are needed"
    assert problem.hint == "1 missing: write one sign for each cell"
    assert problem.offset == 0


def test_the_first_character_too_many_is_pointed_at() -> None:
    assert problems(FIRST + "12") == [("the grid has 83 cells; 81 are needed", 81)]


def test_a_missing_row_is_named_as_such() -> None:
    assert problems("\n".join(ROWS[:8])) == [("the grid has 8 rows; 9 are needed", 0)]


def test_a_row_too_many_is_pointed_at() -> None:
    assert problems(LINES + "\n" + ROWS[0]) == [("the grid has 10 rows; 9 are needed", 90)]


def test_two_signs_for_empty_cells_are_refused_at_the_first_of_the_rarer() -> None:
    assert problems(FIRST[:3] + "0" + FIRST[4:]) == [
        ("'0' and '.' both stand for an empty cell; one grid uses one sign", 3)
    ]


def test_a_digit_larger_than_the_grid_is_refused() -> None:
    assert problems("1.5.............", 4) == [("'5' is neither a digit 1-4 nor '.'", 2)]


def test_all_problems_of_a_grid_come_at_once_in_the_order_of_the_text() -> None:
    rows = [*ROWS[:2], "89....6.", "..x.6...3", *ROWS[4:8], "...0.8.79"]

    assert problems("\n".join(rows)) == [
        ("row 3 has 8 cells; 9 are needed", 20),
        ("'x' is neither a digit 1-9 nor '.'", 31),
        ("'0' and '.' both stand for an empty cell; one grid uses one sign", 82),
    ]


def test_an_empty_text_has_no_cells() -> None:
    assert problems("# nothing\n") == [("there are no cells; 81 are needed", 0)]


def test_several_puzzles_one_a_line_are_not_taken_for_one_grid() -> None:
    assert problems(f"{FIRST}\n{FIRST}") == [("2 grids stand here, one a line; one is needed", 82)]


def test_garbage_is_answered_with_a_bounded_number_of_problems() -> None:
    found = problems("\x01" * 81)

    assert len(found) == 20
    assert found[0] == (r"'\x01' is neither a digit 1-9 nor '.'", 0)
    assert found[-1][0].endswith("and 61 more")


def test_a_text_of_megabytes_is_refused_unread() -> None:
    assert problems("." * 1_000_000) == [("the text is longer than 256 KB; no grid is", 0)]


@settings(max_examples=50)
@given(st.lists(st.sampled_from(".123456789"), min_size=81, max_size=81))
def test_any_cells_are_read_back_from_any_layout(cells: list[str]) -> None:
    line = "".join(cells)
    rows = [line[at : at + 9] for at in range(0, 81, 9)]

    assert line == digits(line) == digits("\n".join(rows)) == digits("\n---+---\n".join(" | ".join(r) for r in rows))


@settings(max_examples=50)
@given(st.text(max_size=200))
def test_any_text_is_either_a_grid_or_refused_with_a_reason(text: str) -> None:
    try:
        assert len(read_grid(text).cells) == 81
    except GridError as error:
        assert error.problems


def test_no_size_is_tried_on_a_text_that_is_longer_than_any_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grids, "has_size", lambda text, size: pytest.fail(f"size {size} was tried"))

    assert grids.size_of('{"grid":' * 20_000) == 9
