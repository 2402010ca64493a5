"""Which texts are lists of sudokus, and which of their lines are plain."""

from __future__ import annotations

import pytest

from cpsolver.kinds.sudoku.lists import one_line, split, tabulate
from cpsolver.spec.stream import Stream
from tests.tasks import EASY, SEVENTEEN, sudoku_task

ROWS = [EASY[at : at + 9] for at in range(0, 81, 9)]
LIBRARY = f":0000:x:{EASY}:::"
MARKS = ["1 23 4 | 56 7 8 | 9 12 3"] * 9
SIXTEEN = ["1..............G"] * 16


def found(*lines: str) -> list[tuple[int, str]] | None:
    parts = split(Stream("x", lines))
    return None if parts is None else list(parts)


def test_a_puzzle_a_line_is_a_list_whatever_stands_between() -> None:
    assert [(2, EASY), (5, SEVENTEEN)] == found("# easy", EASY, "", "  # hard", SEVENTEEN)


@pytest.mark.parametrize("line", [EASY, SEVENTEEN, LIBRARY, EASY[:80], EASY[:40] + "x" + EASY[41:], EASY + " # 4.2"])
def test_lines_that_are_meant_as_puzzles_make_a_list_even_if_wrong(line: str) -> None:
    assert [(1, line), (2, line)] == found(line, line)


def test_a_bad_line_among_good_ones_stays_in_its_place() -> None:
    assert [(1, "Puzzles"), (2, EASY), (3, EASY), (4, "end")] == found("Puzzles", EASY, EASY, "end")


@pytest.mark.parametrize(
    "lines",
    [
        [EASY],
        ROWS,
        [*ROWS[:3], "---+---+---", *ROWS[3:]],
        MARKS,
        SIXTEEN,
        ["model: sudoku/classic", "given:", "  grid: |", *("    " + row for row in ROWS)],
        [EASY[at : at + 27] for at in (0, 27, 54)],
        [],
        ["# nothing"],
    ],
)
def test_one_puzzle_is_no_list_and_is_left_unread(lines: list[str]) -> None:
    stream = Stream("x", lines)

    assert split(stream) is None
    assert lines == [line for _, line in stream]


def test_small_grids_make_a_list_unless_they_are_the_rows_of_a_large_one() -> None:
    assert 3 == len(found("1...2...3...4...", "1...............", "................") or [])


def test_plain_grids_become_rows_of_numbers() -> None:
    starred = EASY.replace(".", "*")
    table = tabulate([EASY, "x" * 81, SEVENTEEN, EASY[:80], f" {starred}\r", EASY.replace(".", "0", 1), "é" * 81])

    assert table is not None
    assert [0, 2, 4] == table.rows.tolist()
    assert [5, 3, 0, 0, 7] == table.givens[0, :5].tolist()
    assert table.givens[0].tolist() == table.givens[2].tolist()
    assert tabulate(["hello"]) is None


def test_a_solution_is_written_row_by_row() -> None:
    task = sudoku_task(EASY)

    assert "5" + "." * 79 + "9" == one_line(task, {"r1c1": 5, "r9c9": 9})
    assert one_line(sudoku_task("." * 16, box=(2, 2)), {"r1c1": 1}) == "1" + "." * 15
    assert one_line(sudoku_task("." * 256, box=(4, 4)), {}) is None
