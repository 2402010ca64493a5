"""Which cells are opened together, and which may be given."""

from __future__ import annotations

import pytest

from cpsolver.errors import SpecError, UnsupportedTask
from cpsolver.kinds.sudoku.compose.steps import SYMMETRIES, allowed_cells, orbits
from cpsolver.kinds.sudoku.shape import board
from tests.tasks import sudoku_task

TASK = sudoku_task("." * 81)
CELLS = {variable.name: number for number, variable in enumerate(TASK.variables)}
BOARD = board(TASK)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_every_cell_is_in_one_orbit(symmetry: str) -> None:
    assert list(range(81)) == sorted(cell for orbit in orbits(BOARD, CELLS, symmetry) for cell in orbit)


@pytest.mark.parametrize(
    ("symmetry", "count", "together"),
    [
        ("none", 81, {0}),
        ("half-turn", 41, {0, 80}),
        ("rotation", 21, {0, 8, 72, 80}),
        ("horizontal", 45, {0, 72}),
        ("vertical", 45, {0, 8}),
        ("diagonal", 45, {0}),
        ("antidiagonal", 45, {0, 80}),
        ("full", 15, {0, 8, 72, 80}),
    ],
)
def test_a_symmetry_has_so_many_orbits_and_puts_the_first_cell_with_these(
    symmetry: str, count: int, together: set[int]
) -> None:
    found = orbits(BOARD, CELLS, symmetry)
    assert (count, together) == (len(found), set(found[0]))


def test_an_unknown_symmetry_names_the_nearest() -> None:
    with pytest.raises(UnsupportedTask, match="did you mean 'diagonal'"):
        orbits(BOARD, CELLS, "diagnal")


def test_a_pattern_marks_cells_by_any_sign_but_those_of_empty_cells() -> None:
    pattern = "\n".join(["x........"] + ["........."] * 7 + ["........5"])
    assert {0, 80} == allowed_cells(BOARD, CELLS, ("p", pattern))


def test_a_pattern_may_stand_on_one_line_or_have_borders() -> None:
    line = "1" + "." * 80
    bordered = "1..|...|...\n...|...|...\n...|...|...\n---+---+---\n" + "...|...|...\n" * 6
    assert {0} == allowed_cells(BOARD, CELLS, ("p", line)) == allowed_cells(BOARD, CELLS, ("p", bordered))


def test_stars_mark_cells_unless_they_are_all_there_is_for_empty_ones() -> None:
    assert {0} == allowed_cells(BOARD, CELLS, ("p", "*" + "." * 80))
    assert {0} == allowed_cells(BOARD, CELLS, ("p", "1" + "*" * 80))


def test_a_row_of_a_pattern_that_is_too_short_is_an_error_at_that_row() -> None:
    with pytest.raises(SpecError) as error:
        allowed_cells(BOARD, CELLS, ("p.txt", ".........\n" * 3 + "......\n" + ".........\n" * 5))
    assert str(error.value).startswith("p.txt:4:1: this row of the pattern has 6 signs; the board has 9 columns")


def test_a_pattern_of_too_few_rows_is_an_error() -> None:
    with pytest.raises(SpecError, match="the pattern has 2 rows; the board has 9"):
        allowed_cells(BOARD, CELLS, ("p", ".........\n.........\n"))
