"""Playing: moves, what cannot be moved, and files that lose nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.errors import SpecError
from cpsolver.kinds.sudoku import formats
from cpsolver.kinds.sudoku.game import Content, Game, PlayError

SPEC = """\
# a puzzle of mine
model: sudoku/classic       # the usual one
given:
  grid: |
    .35.7....
    ..6195...
    89.....6.
    ..8.6...3
    ..48.3..1
    ..7.2...6
    .6....28.
    ...419..5
    ....8..79
game:
  seconds: 754
  started: "2026-11-30 17:05"
  colour: {r1c1: green}     # of another program
# the end
title: Mine
"""

GAME = Game.read(SPEC)
OPEN = [f"r{r}c{c}" for r in range(1, 10) for c in range(1, 10) if f"r{r}c{c}" not in GAME.givens]


def test_a_digit_is_placed_and_taken_back() -> None:
    placed = GAME.place("r1c1", 4)

    assert 4 == placed.digit("r1c1")
    assert 0 == placed.undo().digit("r1c1")
    assert 4 == placed.undo().redo().digit("r1c1")
    assert 0 == placed.erase("r1c1").digit("r1c1")


def test_pencil_marks_are_set_and_taken_away_and_come_back_when_a_digit_is_undone() -> None:
    marked = GAME.mark("r1c1", 4).mark("r1c1", 2).corner("r1c1", 4)

    assert Content(0, (2, 4), (4,)) == marked.cells["r1c1"]
    assert Content(0, (4,), (4,)) == marked.mark("r1c1", 2).cells["r1c1"]
    assert Content(0, (2, 4), (4,)) == marked.place("r1c1", 4).undo().cells["r1c1"]


@pytest.mark.parametrize(
    ("move", "said"),
    [
        (lambda game: game.place("r1c2", 5), "r1c2 is given as 3"),
        (lambda game: game.place("r1c0", 5), "there is no cell 'r1c0'"),
        (lambda game: game.place("r1c1", 10), "10 is no digit 1-9"),
        (lambda game: game.place("r1c1", 4).mark("r1c1", 2), "r1c1 holds 4; erase it before marking"),
        (lambda game: game.undo(), "there is no move to undo"),
        (lambda game: game.redo(), "there is no move to make again"),
    ],
)
def test_a_move_that_cannot_be_made_says_why(move: object, said: str) -> None:
    with pytest.raises(PlayError, match=said):
        move(GAME)  # type: ignore[operator]


def test_a_file_keeps_its_comments_and_keys_of_others(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(SPEC, encoding="utf-8")
    Game.load(path).place("r1c1", 4).spend(6).save(path)
    text = path.read_text(encoding="utf-8")

    assert "# a puzzle of mine" in text and "# the usual one" in text and "# the end\ntitle: Mine" in text
    again = Game.load(path)
    assert 4 == again.digit("r1c1")
    assert 760 == again.seconds
    assert {"started": "2026-11-30 17:05", "colour": {"r1c1": "green"}} == again.other
    assert 0 == again.undo().digit("r1c1")


MOVES = st.lists(
    st.tuples(
        st.sampled_from(["place", "mark", "corner", "erase", "undo", "redo"]),
        st.sampled_from(OPEN[:6]),
        st.integers(1, 9),
    ),
    max_size=12,
)


@settings(max_examples=15, deadline=None)
@given(moves=MOVES)
def test_whatever_is_played_is_resumed_without_loss(moves: list[tuple[str, str, int]]) -> None:
    game = GAME
    for name, cell, digit in moves:
        try:
            arguments = () if name in ("undo", "redo") else (cell,) if name == "erase" else (cell, digit)
            game = getattr(game, name)(*arguments)
        except PlayError:
            continue
    again = Game.read(game.text)

    assert (game.cells, game.moves, game.undone, game.seconds) == (
        again.cells,
        again.moves,
        again.undone,
        again.seconds,
    )
    assert game.data == again.data


def test_saving_leaves_the_old_file_where_the_new_one_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(SPEC, encoding="utf-8")
    broken = Game.read(SPEC.replace("title: Mine", "title: Mine"))
    object.__setattr__(broken, "document", None)

    with pytest.raises(AttributeError):
        broken.save(path)
    assert SPEC == path.read_text(encoding="utf-8")
    assert [path] == list(tmp_path.iterdir())


def test_the_digits_of_another_program_become_a_game() -> None:
    sudoku = formats.read(
        ":0000:x:+435.7......6195...89.....6...8.6...3..48.3..1..7.2...6.6....28....419..5....8..79::::"
    )
    game = Game.read(formats.write(sudoku, "opensudoku").text)

    assert 4 == game.digit("r1c1")
    assert "r1c1" not in game.givens
    assert game.text.startswith("model: sudoku/classic\n")
    assert 4 == Game.read(game.text).digit("r1c1")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("marks: {r1c1: 1x}", "'x' is no digit 1-9"),
        ("marks: {r9c0: 1}", "'r9c0' is no cell"),
        ("seconds: soon", "'soon' is not a number of seconds"),
        ("moves: [r1c1 to 5]", "this is no move"),
        ("entries: " + "5" * 81, "r1c2 is given and cannot be 5"),
    ],
)
def test_a_wrong_state_is_named_with_its_place(wrong: str, said: str) -> None:
    with pytest.raises(SpecError) as caught:
        Game.read(SPEC.split("game:")[0] + f"game:\n  {wrong}\n", "game.yaml")

    assert any(said in problem.message for problem in caught.value.problems)
    assert all(problem.mark is not None and problem.mark.line == 15 for problem in caught.value.problems)
