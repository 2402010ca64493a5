from __future__ import annotations

import pytest

from cpsolver.kinds.sudoku.logic import templates
from tests.kinds.sudoku.logic.one_digit import deduced, fives, patterns, said, seen_in_grids, told
from tests.kinds.sudoku.logic.proving import agrees, is_irreducible, proves
from tests.kinds.sudoku.logic.puzzles import classic

X_WING = fives(".5....5..", "", "", "", ".5....5..", "", "", "", "")


def test_marks_of_no_placement_go_at_once() -> None:
    assert said("x-wing", X_WING) == said("template delete", X_WING)


def test_a_placement_that_stops_nowhere_forces_nothing() -> None:
    assert [] == patterns("template set", X_WING)


def test_deletions_follow_from_their_premises_and_from_no_fewer() -> None:
    deduction = deduced("template delete", X_WING)
    assert proves(classic(), deduction)
    assert is_irreducible(classic(), deduction)


def test_marks_are_told_by_the_digit() -> None:
    assert told("template delete", X_WING)[0].startswith(
        "however 5 is placed once in every unit, it never stands in r2c2,"
    )


def test_templates_in_random_grids_agree_with_the_solution() -> None:
    several = 0
    for deduction, grid in seen_in_grids(templates.PLAYERS, seed=31, count=8, most=9):
        assert agrees(deduction, grid), deduction.pattern
        several += len(deduction.pattern.substeps) > 1
    assert several > 0


def test_a_digit_that_others_leave_no_room_rests_on_the_steps_that_say_so() -> None:
    found = (seen for seen, _ in seen_in_grids(templates.PLAYERS, seed=31, count=8, most=9))
    deduction = min((seen for seen in found if seen.pattern.substeps), key=lambda seen: len(seen.pattern.substeps))
    last = deduction.pattern.substeps[-1]
    assert deduction.pattern.placed == last.placed
    assert last.rests_on & {step.number for step in deduction.pattern.substeps}
    assert proves(classic(), deduction)


@pytest.mark.slow
def test_templates_in_random_grids_follow_from_their_premises() -> None:
    for deduction, _ in seen_in_grids(templates.PLAYERS, seed=32, count=10, most=3):
        assert proves(classic(), deduction), deduction.pattern
