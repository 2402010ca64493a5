"""Suppositions: followed step by step to a contradiction, one level deep or two."""

from __future__ import annotations

from cpsolver.kinds.sudoku.logic import singles
from cpsolver.kinds.sudoku.logic.analyst import Analyst
from cpsolver.kinds.sudoku.logic.pattern import Words
from cpsolver.kinds.sudoku.logic.players import PLAYERS
from cpsolver.kinds.sudoku.logic.supposition import follow
from tests.kinds.sudoku.logic.proving import proves
from tests.kinds.sudoku.logic.puzzles import classic, position_of
from tests.tasks import EASY, INKALA

SOLUTION = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
"""Of Inkala's puzzle of 2012."""


def test_supposing_what_is_true_leads_to_no_contradiction() -> None:
    position = position_of(INKALA)

    assert follow(position, (1, 0), singles.PLAYERS) == ()


def test_supposing_what_fails_at_once_takes_one_step() -> None:
    position = position_of("12345678." + "." * 72)
    steps = follow(position, (17, 8), singles.PLAYERS)

    assert [step.pattern.technique for step in steps] == ["contradiction"]


def test_what_suppositions_take_away_is_not_in_the_solution() -> None:
    position = position_of(INKALA)
    for name in ("supposition", "supposition of two levels"):
        for pattern in PLAYERS[name].find(position):
            ((cell, digit),) = pattern.removed
            assert SOLUTION[cell] != str(digit + 1)


def test_the_supposition_with_the_shortest_way_comes_first() -> None:
    analyst = Analyst(position_of(EASY), singles.PLAYERS)
    found = list(PLAYERS["supposition"].find(analyst.position))

    assert len(found) > 20
    assert len(found[0].substeps) <= min(len(pattern.substeps) for pattern in found[5:])


def test_its_steps_and_what_they_rest_on_are_the_steps_and_premises_of_the_whole() -> None:
    players = (*singles.PLAYERS, PLAYERS["supposition"], PLAYERS["supposition of two levels"])
    analyst = Analyst(position_of(INKALA), players)
    deduction = analyst.step()
    assert deduction is not None
    substeps = deduction.pattern.substeps

    assert deduction.pattern.technique == "supposition of two levels"
    assert substeps[-1].pattern.technique == "contradiction"
    assert "supposition" in {step.pattern.technique for step in substeps}
    assert proves(classic(), deduction)
    given = {(cell, int(sign) - 1) for cell, sign in enumerate(INKALA) if sign != "."}
    assert set(deduction.homes) <= given
    assert deduction.missing == ()
    assert "that is contradictory" in deduction.pattern.shape.tell(Words(classic()))


def test_two_levels_solve_one_of_the_hardest() -> None:
    players = (*singles.PLAYERS, PLAYERS["supposition"], PLAYERS["supposition of two levels"])
    analyst = Analyst(position_of(INKALA), players)
    for _ in analyst.run():
        pass

    assert analyst.position.is_solved
    assert "".join(str(mask.bit_length()) for mask in analyst.position.digits) == SOLUTION
