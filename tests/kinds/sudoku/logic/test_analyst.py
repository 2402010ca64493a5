"""The players' loop: the easiest technique first, premises that entail, and only steps that are needed."""

from __future__ import annotations

from itertools import islice

from cpsolver.kinds.sudoku.logic import singles, subsets
from cpsolver.kinds.sudoku.logic.analyst import Analyst, is_news, needed
from cpsolver.kinds.sudoku.logic.pattern import Pattern
from cpsolver.kinds.sudoku.logic.singles import OneDigit
from tests.kinds.sudoku.logic.proving import is_irreducible, proves
from tests.kinds.sudoku.logic.puzzles import classic, position_of, puzzles
from tests.tasks import EASY, SEVENTEEN

BASIC = (*singles.PLAYERS, *subsets.PLAYERS)


def test_a_puzzle_of_seventeen_givens_takes_64_placements() -> None:
    analyst = Analyst(position_of(SEVENTEEN), BASIC)

    assert sum(len(step.placed) for step in analyst.run()) == 64
    assert analyst.position.is_solved


def test_the_easiest_technique_with_a_pattern_is_used() -> None:
    """Also where a hidden single would do, a naked one is taken first; the other way round if so ordered."""
    full, naked, hidden = singles.PLAYERS
    first = [next(Analyst(position_of(EASY), order).run()) for order in ((naked, hidden), (hidden, naked))]

    assert [step.pattern.technique for step in first] == ["naked single", "hidden single"]
    assert full.name == "full house"


def test_numbers_run_in_order_and_steps_rest_on_earlier_ones() -> None:
    steps = list(Analyst(position_of(SEVENTEEN), BASIC).run())

    assert [step.number for step in steps] == list(range(len(steps)))
    assert all(number < step.number for step in steps for number in step.rests_on)


def test_it_stops_where_nothing_follows_and_when_it_is_told_to() -> None:
    assert list(Analyst(position_of("." * 81), BASIC).run()) == []
    asked = iter((True, True, False))

    assert len(list(Analyst(position_of(EASY), BASIC).run(lambda: next(asked)))) == 2


def test_a_contradiction_is_the_last_step() -> None:
    steps = list(Analyst(position_of("123456780" + "........9" + "." * 63), BASIC).run())

    assert [step.pattern.technique for step in steps] == ["contradiction"]
    assert steps[0].removed == ((8, -1),)


def test_every_step_follows_from_its_premises_and_none_is_idle() -> None:
    for puzzle in islice(puzzles(5), 2):
        for step in islice(Analyst(puzzle.position(), BASIC).run(), 0, 40, 4):
            assert proves(classic(), step), step
            assert is_irreducible(classic(), step), step


def test_what_the_marks_show_already_is_no_news() -> None:
    position = position_of("5" + "." * 80)

    assert not is_news(Pattern("naked single", OneDigit(0, 4), placed=((0, 4),)), position)
    assert not is_news(Pattern("pointing", OneDigit(0, 4), ((1, 4),)), position)
    assert is_news(Pattern("pointing", OneDigit(0, 4), ((1, 3),)), position)


def test_of_several_steps_those_the_last_one_rests_on_are_kept() -> None:
    steps = list(Analyst(position_of(SEVENTEEN), BASIC).run())
    kept = needed(steps[:20])
    numbers = {step.number for step in kept}

    assert kept[-1] is steps[19]
    assert all(number in numbers for step in kept for number in step.rests_on if number >= 0)
