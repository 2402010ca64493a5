"""Steps proved by CP-SAT: each follows from its conditions and premises, and from no fewer premises."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from cpsolver.kinds.sudoku.logic.analyst import Analyst
from cpsolver.kinds.sudoku.logic.pattern import Deduction
from cpsolver.kinds.sudoku.logic.players import PLAYERS
from tests.kinds.sudoku.logic.proving import Premise, agrees, droppable, is_irreducible, proves
from tests.kinds.sudoku.logic.puzzles import Puzzle, classic, position_of, puzzles, solved
from tests.kinds.sudoku.logic.steps import faults, steps


def last_in_row() -> Deduction:
    """9 is left for r1c9."""
    position = position_of("12345678." + "." * 72)
    analyst = Analyst(position, ())
    return analyst.deduce(next(PLAYERS["full house"].find(position)))


def test_a_step_follows_from_its_conditions_and_premises() -> None:
    assert proves(classic(), last_in_row())
    assert is_irreducible(classic(), last_in_row())


def test_a_step_without_its_condition_or_a_premise_does_not_follow() -> None:
    step = last_in_row()

    assert not proves(classic(), replace(step, conditions=("row 2",)))
    assert not proves(classic(), replace(step, homes=step.homes[1:]))


def test_a_wrong_conclusion_does_not_follow() -> None:
    step = last_in_row()

    assert not proves(classic(), replace(step, placed=((8, 0),)))
    assert not agrees(replace(step, placed=((0, 0),)), (1,))


def test_an_idle_premise_is_named() -> None:
    step = last_in_row()
    more = replace(step, homes=(*step.homes, (80, 3)))

    assert (Premise(80, 3, True),) == droppable(classic(), more)
    assert not is_irreducible(classic(), more)
    assert "r9c9 = 4" == droppable(classic(), more)[0].tell(classic())


def test_a_step_by_uniqueness_is_compared_with_the_solution() -> None:
    step = replace(last_in_row(), conditions=("the solution is unique",))

    assert proves(classic(), step, [8] * 81)
    assert not proves(classic(), step, [7] * 81)


def test_random_puzzles_are_the_same_for_the_same_seed_and_have_one_solution() -> None:
    found = list(islice(puzzles(1), 4))

    assert found == list(islice(puzzles(1), 4))
    assert found != list(islice(puzzles(2), 4))
    for puzzle in found:
        assert puzzle.solution == solved(puzzle.grid)
        assert _closed(puzzle) >= 17


def _closed(puzzle: Puzzle) -> int:
    return sum(sign != "." for sign in puzzle.grid)


def test_steps_of_all_techniques_are_sound_and_small() -> None:
    assert [] == [fault for item in islice(steps(1, 2), 150) for fault in faults(*item, tries=2)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_ten_thousand_steps_are_sound_and_small(seed: int) -> None:
    found = list(islice(steps(100 + seed, 40), 1000))

    assert 1000 == len(found)
    assert [] == [fault for item in found for fault in faults(*item)]
