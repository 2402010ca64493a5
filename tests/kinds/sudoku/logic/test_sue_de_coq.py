"""Sue de Coq: where two units cross, as many cells as can hold their digits."""

from __future__ import annotations

import pytest

from cpsolver.kinds.sudoku.logic import singles, subsets
from cpsolver.kinds.sudoku.logic.analyst import Analyst
from cpsolver.kinds.sudoku.logic.pattern import Pattern, Words
from cpsolver.kinds.sudoku.logic.sue_de_coq import sue_de_coqs
from tests.kinds.sudoku.logic.proving import is_irreducible, proves
from tests.kinds.sudoku.logic.puzzles import classic, position_of, solved, with_marks

WORDS = Words(classic())
GRIDS = (
    "..42..9...1...6...97..3.18....1.9..5....5.7.42...7....15......9..3......76...3.4.",
    "7....1..4..2.....9.3....8..84.5..9.1......4.7.......8.65...9...1..63.......21..7.",
)
"""Puzzles in which singles and subsets leave it to find."""


def gone(pattern: Pattern) -> set[str]:
    return {f"{WORDS.cell(cell)}-{WORDS.digit(digit)}" for cell, digit in pattern.removed}


def row_and_box(row_digits: str, box_digits: str) -> set[str]:
    """What goes from row 1 and from box 1 beside r1c1, r1c2, r1c5 and r2c1."""
    in_row = {f"r1c{c}-{d}" for c in (4, 6, 7, 8, 9) for d in row_digits}
    in_box = {f"r{r}c{c}-{d}" for r, c in ((2, 2), (2, 3), (3, 1), (3, 2), (3, 3)) for d in box_digits}
    return in_row | in_box | {f"r1c3-{d}" for d in row_digits + box_digits}


def test_each_digit_of_the_crossing_goes_from_the_unit_of_its_side() -> None:
    position = with_marks({"r1c1": "1234", "r1c2": "1234", "r1c5": "12", "r2c1": "34"})
    first = next(sue_de_coqs(position))

    assert row_and_box("12", "34") == gone(first)
    assert first.shape.tell(WORDS) == (
        "r1c1 and r1c2 (1, 2, 3 and 4), where row 1 and box 1 cross, with r1c5 (1 and 2) in row 1 and "
        "r2c1 (3 and 4) in box 1 are as many cells as can hold their digits"
    )


def test_a_digit_of_the_crossing_alone_goes_from_both_units() -> None:
    position = with_marks({"r1c1": "12345", "r1c2": "12345", "r1c3": "12345", "r1c5": "12", "r2c1": "34"})
    first = next(sue_de_coqs(position))

    assert {"r1c4-5", "r1c4-1", "r3c3-5", "r3c3-3"} <= gone(first)
    assert not {"r1c4-3", "r3c3-1"} & gone(first)


def test_a_side_may_bring_digits_of_its_own_with_a_cell_for_each() -> None:
    position = with_marks({"r1c1": "1234", "r1c2": "1234", "r1c5": "126", "r1c6": "126", "r2c1": "34"})
    first = next(sue_de_coqs(position))

    assert {"r1c9-6", "r1c9-1", "r3c3-4"} <= gone(first)
    assert "r3c3-6" not in gone(first)


def test_a_digit_of_both_sides_that_the_crossing_lacks_goes_from_both_units() -> None:
    marks = {"r1c1": "1234", "r1c2": "1234", "r1c5": "126", "r1c6": "126", "r2c1": "346", "r2c2": "346"}
    first = next(sue_de_coqs(with_marks(marks)))

    assert {"r1c9-6", "r3c3-6", "r1c3-6"} <= gone(first)


@pytest.mark.parametrize("grid", GRIDS)
def test_what_goes_is_never_of_the_solution_and_each_premise_is_needed(grid: str) -> None:
    solution, position = solved(grid), position_of(grid)
    analyst = Analyst(position, (*singles.PLAYERS, *subsets.PLAYERS))
    for _ in analyst.run():
        pass
    patterns = list(sue_de_coqs(position))

    assert patterns
    for pattern in patterns:
        assert not [mark for mark in pattern.removed if solution[mark[0]] == mark[1]]
        deduction = analyst.deduce(pattern)
        assert proves(classic(), deduction)
        assert is_irreducible(classic(), deduction)
