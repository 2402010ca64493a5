"""Tasks written for others: as specs, in players' formats, and what is lost."""

from __future__ import annotations

import pytest

from cpsolver import library
from cpsolver.api import load, solve
from cpsolver.api.exporting import export
from cpsolver.errors import SpecError, UnknownName, UnsupportedTask
from cpsolver.kinds.sudoku import formats
from cpsolver.kinds.sudoku.formats import Rule, Sudoku
from cpsolver.kinds.sudoku.game import Game
from tests.tasks import EASY

VARIANTS = [name for name in library.names("specs") if name.startswith("sudoku/")]


def test_a_pasted_line_becomes_a_spec() -> None:
    text = export(EASY).text

    assert text.startswith("model: sudoku/classic\ngiven:")
    assert solve(EASY).solution == solve(text).solution


@pytest.mark.parametrize("name", ["csp/queens", "physics/braking", "sudoku/diagonals"])
def test_a_spec_of_any_kind_is_written_as_a_spec(name: str) -> None:
    there, back = load(name).task, load(export(name).text).task

    assert [str(c) for c in there.conditions] == [str(c) for c in back.conditions]
    assert [(f.variable, f.domain) for f in there.given] == [(f.variable, f.domain) for f in back.given]


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_of_the_shelf_goes_through_f_puzzles_and_back(name: str) -> None:
    test_a_variant_of_the_shelf_goes_through_f_puzzles_and_back(name)


@pytest.mark.parametrize("name", ["sudoku/diagonals", "sudoku/killer", "sudoku/thermometer", "sudoku/six"])
def test_a_variant_of_the_shelf_goes_through_f_puzzles_and_back(name: str) -> None:
    """Read back it has the same conditions, or what was lost is said."""
    if name not in VARIANTS:
        pytest.skip("not on this shelf")
    try:
        found = export(name, "f-puzzles")
    except UnsupportedTask as error:
        assert "no square grid" in str(error)
        return
    there, back = load(name).task, load(found.text).task if _is_whole(found.lost) else None

    if back is not None:
        assert {str(c) for c in there.conditions} == {str(c) for c in back.conditions}
        assert [f.domain for f in there.given] == [f.domain for f in back.given]


def _is_whole(lost: tuple[str, ...]) -> bool:
    return all(said.startswith("the source") for said in lost)


def test_a_solution_is_written_where_it_is_asked_for() -> None:
    found = export(EASY, "line", state="solution")

    assert solve(EASY).solution["r1c3"] == int(found.text[2])
    assert "which digits were entered: they stand among the givens" in found.lost
    assert formats.read(export(EASY, "hodoku", state="solution").text).entries[2] == int(found.text[2])


def test_a_game_is_written_with_its_digits_or_without() -> None:
    game = Game.read(EASY).place("r1c3", 4).mark("r1c4", 6).text

    assert 0 == formats.read(export(game, "opensudoku").text).board[2]
    assert 4 == formats.read(export(game, "opensudoku", state="current").text).entries[2]
    assert "game:" not in export(game).text
    assert "game:" in export(game, state="current").text


def test_what_is_not_understood_is_copied_to_formats_that_hold_it_and_named_elsewhere() -> None:
    text = formats.write(Sudoku(9, (0,) * 81, rules=(Rule("box indexer", ((0, 0),)),)), "f-puzzles").text

    assert () == export(text, "f-puzzles").lost
    assert ("the rule 'box indexer' (1 time)",) == export(text, "line").lost
    assert "not_understood" in export(text).text


def test_an_unknown_format_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'f-puzzles'"):
        export(EASY, "f-puzzle")


def test_a_format_that_cannot_hold_the_grid_says_so() -> None:
    with pytest.raises(UnsupportedTask, match="'hodoku' holds 9 × 9 grids only; this one is 6 × 6"):
        export("sudoku/six", "hodoku")


def test_without_a_solution_there_is_none_to_write() -> None:
    with pytest.raises(UnsupportedTask, match="has no solution to write"):
        export("sudoku/unsolvable", "line", state="solution")


def test_boxes_that_stand_upright_are_not_taken_for_the_usual_ones() -> None:
    upright = "model: sudoku/classic\nparameters: {box_rows: 3, box_columns: 2}\ngiven: {r1c1: 1, r6c6: 2}\n"
    there, back = load(upright).task, load(export(upright, "f-puzzles").text).task

    assert {frozenset(c.scope) for c in there.conditions} == {frozenset(c.scope) for c in back.conditions}
    assert any("regions" in said for said in export(upright, "line").lost)


@pytest.mark.parametrize("format", ["spec", "f-puzzles"])
def test_parameters_given_outside_are_written_too(format: str) -> None:
    text = "model: sudoku/killer\ngiven: {r1c1: 1}\n"
    found = export(text, format, parameters={"cages": "[{cells: [r1c1, r1c2], sum: 4}]"})

    assert 3 == solve(found.text, every=True, limit=1).solution["r1c2"]
    assert () == found.lost


def test_a_parameter_that_the_model_does_not_have_is_refused_and_not_written() -> None:
    with pytest.raises(SpecError, match="cagse"):
        export("model: sudoku/killer\n", parameters={"cagse": "[]"})
