"""What difficulties mean, and which wishes are refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import cpsolver
from cpsolver.errors import UnsupportedTask
from cpsolver.kinds.sudoku.compose.wishes import difficulty_of, known_techniques
from cpsolver.kinds.sudoku.scale import Scale
from cpsolver.spec.document import read
from cpsolver.spec.puzzle import Grade

SCALE = Scale.read(read(Path(cpsolver.__file__).parent / "kinds" / "sudoku" / "scales" / "hodoku.yaml"))


def graded(score: int, rank: int) -> Grade:
    return Grade("", SCALE.levels[rank].name, Fraction(score), "", (), True, rank)


def test_a_level_is_met_by_puzzles_of_that_level_alone() -> None:
    wanted = difficulty_of("hard", SCALE)
    assert wanted is not None
    assert [2, 1, 0, 1, 2] == [wanted.missed_by(graded(1, rank)) for rank in range(5)]


def test_a_score_is_met_within_a_tenth_and_a_range_exactly() -> None:
    about, between = difficulty_of("1000", SCALE), difficulty_of("800-1000", SCALE)
    assert about is not None
    assert between is not None
    assert [False, True, True, False] == [not about.missed_by(graded(s, 1)) for s in (899, 900, 1100, 1101)]
    assert [False, True, True, False] == [not between.missed_by(graded(s, 1)) for s in (799, 800, 1000, 1001)]


def test_nothing_asked_for_is_no_difficulty() -> None:
    assert difficulty_of("", SCALE) is None


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("haard", "did you mean 'hard'"),
        ("impossible", "levels: easy, medium, hard, unfair, extreme"),
        ("1000-800", "the lower one comes first"),
        ("-5", "neither a level"),
    ],
)
def test_what_is_no_difficulty_is_refused_with_the_next_thing_to_do(asked: str, said: str) -> None:
    with pytest.raises(UnsupportedTask, match=said):
        difficulty_of(asked, SCALE)


def test_a_technique_that_the_scale_does_not_use_is_refused() -> None:
    assert ("naked pair",) == known_techniques(["Naked Pair"], SCALE)
    with pytest.raises(UnsupportedTask, match="did you mean 'naked pair'"):
        known_techniques(["nakd pair"], SCALE)
    with pytest.raises(UnsupportedTask, match="switched off"):
        known_techniques(["template set"], SCALE)
