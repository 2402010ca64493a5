"""Scales: HoDoKu's and Sudoku Explainer's numbers, levels, and what is said of a table that is wrong."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import cpsolver
from cpsolver.errors import SpecError
from cpsolver.kinds.sudoku.logic.players import PLAYERS
from cpsolver.kinds.sudoku.scale import TECHNIQUES, Scale, players
from cpsolver.spec.document import parse, read
from cpsolver.spec.puzzle import in_digits

FOLDER = Path(cpsolver.__file__).parent / "kinds" / "sudoku" / "scales"
SMALL = """
levels: [{level: easy, most: 10}, {level: hard}]
techniques:
  - {technique: naked single, score: 4}
  - {technique: hidden pair, score: 70, enabled: false}
  - {technique: full house, score: 2.5, level: hard}
"""


def scale(name: str) -> Scale:
    return Scale.read(read(FOLDER / f"{name}.yaml"))


def said(text: str) -> list[str]:
    with pytest.raises(SpecError) as error:
        Scale.read(parse(text, "s.yaml"))
    return [f"{p.mark.line}:{p.mark.column} {p.message} | {p.hint}" for p in error.value.problems if p.mark]


def test_hodoku_scores_an_x_wing_140_and_calls_it_hard() -> None:
    rated = scale("hodoku").by_name["x-wing"]
    assert (140, "hard") == (rated.score, scale("hodoku").levels[rated.level].name)


def test_hodoku_has_every_technique_and_tries_locked_pairs_before_naked_ones() -> None:
    names = [rated.technique for rated in scale("hodoku").techniques]
    assert set(TECHNIQUES) == set(names)
    assert names.index("locked pair") < names.index("naked pair") < names.index("hidden pair")


def test_levels_of_hodoku_end_at_its_published_scores() -> None:
    found = scale("hodoku")
    names = [found.levels[found.level_of(Fraction(s))].name for s in (800, 801, 1000, 1600, 1800, 1801)]
    assert ["easy", "medium", "medium", "hard", "unfair", "extreme"] == names


def test_a_level_is_at_least_that_of_the_hardest_step() -> None:
    assert 2 == scale("hodoku").level_of(Fraction(200), hardest=2)


def test_explainer_rates_a_single_in_a_box_below_one_in_a_row() -> None:
    rated = scale("explainer").by_name["hidden single"]
    assert (Fraction("1.2"), Fraction("1.5")) == (rated.in_box, rated.score)


def test_players_stand_in_the_order_of_the_scale_without_those_switched_off() -> None:
    assert ["naked single", "full house"] == [p.name for p in players(Scale.read(parse(SMALL, "s")))]


def test_techniques_that_nobody_wrote_yet_are_left_out_of_the_players() -> None:
    assert {player.name for player in players(scale("hodoku"))} <= set(PLAYERS)


def test_every_player_that_exists_is_known_to_scales() -> None:
    known = set(TECHNIQUES)
    assert not {n for n in PLAYERS if n not in known and not n.startswith(("siamese", "dual"))} - {"rule"}


def test_up_to_a_level_leaves_out_what_is_harder() -> None:
    names = {rated.technique for rated in scale("hodoku").up_to(1).techniques}
    assert "hidden triple" in names
    assert "x-wing" not in names


def test_an_unknown_technique_is_an_error_at_its_name_with_the_nearest() -> None:
    wrong = SMALL.replace("hidden pair", "hiden pair")
    assert ["5:17 no technique is called 'hiden pair' | did you mean 'hidden pair'?"] == said(wrong)


def test_an_unknown_key_and_a_missing_one_are_both_said() -> None:
    found = said(SMALL.replace("score: 70", "scor: 70"))
    assert ["5:5 key 'score' is missing | ", "5:30 unknown key 'scor' | did you mean 'score'?"] == found


def test_a_word_for_a_number_is_an_error_at_the_word() -> None:
    (found,) = said(SMALL.replace("most: 10", "most: ten"))
    assert found.startswith("2:30 'ten' is not a number")


def test_an_unknown_level_names_the_nearest() -> None:
    wrong = SMALL.replace("level: hard}\n", "level: hart}\n")
    assert ["6:48 no level is called 'hart' | did you mean 'hard'?"] == said(wrong)


def test_levels_must_rise_and_only_the_last_is_open() -> None:
    text = SMALL.replace("{level: hard}", "{level: hard, most: 9}, {level: more}, {level: most}")
    found = said(text)
    assert "2:55 9 is not above 10 | levels stand easiest first" in found
    assert any("level 'more' needs 'most'" in one for one in found)


def test_a_technique_stands_once() -> None:
    assert ["6:17 technique 'naked single' stands twice | "] == said(SMALL.replace("full house", "naked single"))


def test_scores_are_written_as_people_write_them() -> None:
    assert ["140", "2.3"] == [in_digits(Fraction(140)), in_digits(Fraction("2.3"))]


def test_the_quick_scale_has_the_order_of_hodoku_and_ends_in_suppositions() -> None:
    quick, whole = ([rated.technique for rated in scale(name).techniques] for name in ("quick", "hodoku"))

    assert quick == [name for name in whole if name in quick]
    assert quick[-2:] == ["supposition", "supposition of two levels"]
