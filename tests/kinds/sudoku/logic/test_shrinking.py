"""Premises shrunk: what a conclusion does not need is dropped, later findings before earlier ones."""

from __future__ import annotations

from itertools import islice

import pytest

from cpsolver.kinds.sudoku.logic import singles, subsets
from cpsolver.kinds.sudoku.logic.analyst import Analyst
from cpsolver.kinds.sudoku.logic.geometry import geometry_of
from cpsolver.kinds.sudoku.logic.players import PLAYERS
from cpsolver.kinds.sudoku.logic.shrinking import SMALL, Claim, Premises
from tests.kinds.sudoku.logic.proving import is_irreducible, proves
from tests.kinds.sudoku.logic.puzzles import classic, puzzles
from tests.tasks import sudoku_task

FIRST = (*singles.PLAYERS, *subsets.PLAYERS)
LAST = Claim(classic(), (), ((8, 8),))
"""r1c9 is 9."""
ROW = tuple((cell, cell) for cell in range(8))
"""r1c1 is 1 … r1c8 is 8."""


def test_nothing_is_dropped_from_what_is_needed() -> None:
    premises = Premises(ROW, ())

    assert premises == LAST.shrunk(["row 1"], premises, {})


def test_an_idle_missing_mark_goes_before_the_placed_digit_that_says_the_same() -> None:
    assert Premises(ROW, ()) == LAST.shrunk(["row 1"], Premises(ROW, ((8, 0),)), {(8, 0): 5})


def test_of_two_that_say_the_same_the_one_found_later_goes() -> None:
    column = (17, 0)  # r2c9 is 1, as r1c1 is
    both = Premises((*ROW, column), ())
    labels = ["row 1", "column 9"]

    assert Premises(ROW, ()) == LAST.shrunk(labels, both, {column: 7})
    kept = LAST.shrunk(labels, both, {(0, 0): 7})
    assert LAST.is_entailed(labels, kept)
    assert column not in kept.homes or (0, 0) not in kept.homes


def test_what_is_not_entailed_is_left_alone() -> None:
    few = Premises(ROW[:3], ())

    assert few == LAST.shrunk(["row 1"], few, {})
    assert not LAST.is_entailed(["row 1"], few)
    assert not LAST.is_entailed(["the solution is unique"], Premises(ROW, ()))


def test_conditions_smaller_than_the_domain_count_too() -> None:
    geometry = geometry_of(sudoku_task("." * 81))
    assert geometry is not None
    caged = type(geometry)(geometry.names, geometry.values, geometry.units, (("cage", (0, 40, 80)),))

    assert Claim(caged, ((40, 4),), ()).is_entailed(["cage"], Premises(((0, 4),), ()))
    assert not Claim(caged, ((40, 4),), ()).is_entailed(["cage"], Premises(((0, 3),), ()))


@pytest.mark.parametrize("name", ["naked triple", "hidden pair", "xy-wing", "als-xz"])
def test_steps_in_puzzles_lose_premises_and_are_proved_by_what_is_left(name: str) -> None:
    lost = 0
    for puzzle in islice(puzzles(9), 4):
        analyst = Analyst(puzzle.position(), FIRST)
        for _ in analyst.run():
            for pattern in islice(PLAYERS[name].find(analyst.position), 1):
                step = analyst.deduce(pattern)
                homes, missing = analyst.position.why_absent(pattern.absent)
                assert set(step.homes) <= {(cell, puzzle.solution[cell]) for cell in homes}
                assert set(step.missing) <= set(missing)
                lost += len(homes) + len(missing) - len(step.homes) - len(step.missing)
                if lost > 5:
                    assert proves(classic(), step)
                    assert is_irreducible(classic(), step)
                    return
    assert lost


def test_only_the_plainest_steps_are_left_as_found() -> None:
    assert {"full house", "naked single", "hidden single", "pointing", "claiming"} == SMALL
