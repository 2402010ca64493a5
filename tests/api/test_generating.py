"""generate: every puzzle has one solution, by a solver that had no part in it, and meets what was wished."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import pytest

from cpsolver.api import generate, load, load_text
from cpsolver.api.generating import Generation, Made, puzzles
from cpsolver.errors import SpecError, UnknownName, UnsupportedTask
from cpsolver.solvers import SOLVERS
from cpsolver.spec.puzzle import Wishes
from cpsolver.task.result import Settings

PLAIN = Wishes(graded=False)


def solutions(made: Made) -> int:
    """How many solutions a puzzle has, up to 2, by CP-SAT, read from what was written."""
    task = load(made.in_players_line).task if made.in_players_line else load_text(made.spec, "puzzle").task
    return len(SOLVERS.get("cpsat").solve(task, Settings(solutions=2)).solutions)


def lines(found: Generation) -> list[str]:
    return [made.in_players_line or made.spec for made in found.made]


@lru_cache
def cut() -> Generation:
    return generate("sudoku/classic", PLAIN, count=12, seed=1)


def test_puzzles_that_are_cut_have_one_solution_and_no_two_are_alike() -> None:
    assert [1] * 12 == [solutions(made) for made in cut().made]
    assert 12 == len(set(lines(cut())))


def test_puzzles_that_are_cut_are_minimal() -> None:
    line = cut().made[0].in_players_line
    assert line is not None
    for at, sign in enumerate(line):
        if sign != ".":
            task = load(line[:at] + "." + line[at + 1 :]).task
            assert 2 == len(SOLVERS.get("latin").solve(task, Settings(solutions=2)).solutions)


def test_the_solution_told_is_that_of_the_puzzle() -> None:
    made = cut().made[0]
    assert not made.puzzle.task.violations(made.puzzle.solution)


def test_the_same_seed_gives_the_same_bytes_and_another_does_not() -> None:
    again = generate("sudoku/classic", PLAIN, count=12, seed=1)
    assert lines(cut()) == lines(again)
    assert lines(cut()) != lines(generate("sudoku/classic", PLAIN, count=12, seed=2))


def test_fewer_puzzles_are_the_first_of_more() -> None:
    assert lines(cut())[:5] == lines(generate("sudoku/classic", PLAIN, count=5, seed=1))


@pytest.mark.slow
def test_several_processes_give_the_same_bytes() -> None:
    wishes = Wishes(difficulty="medium")
    one = generate("sudoku/classic", wishes, count=6, seed=3)
    assert lines(one) == lines(generate("sudoku/classic", wishes, count=6, seed=3, workers=2))


def test_puzzles_that_are_opened_have_one_solution() -> None:
    found = generate("sudoku/classic", Wishes(method="opening", graded=False), count=6, seed=1)
    assert [1] * 6 == [solutions(made) for made in found.made]


def test_an_opened_puzzle_may_be_made_minimal() -> None:
    (made,) = generate("sudoku/classic", Wishes(method="opening", minimal=True, graded=False), seed=1).made
    assert made.puzzle.minimal is True
    assert len(made.puzzle.given) < 30


@pytest.mark.parametrize("clues", [26, 40, 81])
def test_so_many_clues_are_given_as_are_asked_for(clues: int) -> None:
    for method in ("cut", "opening"):
        wishes = Wishes(method=method, clues=clues if method == "cut" else max(clues, 50), graded=False)
        for made in generate("sudoku/classic", wishes, count=2, seed=4).made:
            assert wishes.clues == len(made.puzzle.given)
            assert 1 == solutions(made)


def _turned(line: str) -> str:
    return line[::-1]


def _mirrored(line: str) -> str:
    return "".join(line[at : at + 9][::-1] for at in range(0, 81, 9))


def _transposed(line: str) -> str:
    return "".join(line[at::9] for at in range(9))


@pytest.mark.parametrize(
    ("symmetry", "same"),
    [
        ("half-turn", [_turned]),
        ("vertical", [_mirrored]),
        ("diagonal", [_transposed]),
        ("rotation", [lambda line: _mirrored(_transposed(line))]),
        ("full", [_turned, _mirrored, _transposed]),
    ],
)
def test_the_cells_given_have_the_symmetry(symmetry: str, same: list[object]) -> None:
    for made in generate("sudoku/classic", Wishes(symmetry=symmetry, graded=False), count=3, seed=1).made:
        assert made.in_players_line is not None
        shape = "".join("." if sign == "." else "x" for sign in made.in_players_line)
        assert all(shape == turn(shape) for turn in same)  # type: ignore[operator]
        assert 1 == solutions(made)


def test_no_cell_outside_the_pattern_is_given() -> None:
    pattern = "\n".join("x.xx.xx.x" if row % 2 else ".xxxxxxx." for row in range(9))
    found = generate("sudoku/classic", Wishes(pattern=("p", pattern), graded=False), count=3, seed=1, seconds=30)
    marks = pattern.replace("\n", "")
    assert 3 == len(found.made)
    for line in lines(found):
        assert all(mark == "x" for mark, sign in zip(marks, line, strict=True) if sign != ".")


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_the_level_is_the_one_that_was_asked_for(level: str) -> None:
    found = generate("sudoku/classic", Wishes(difficulty=level), count=2, seed=1, seconds=60)
    assert [level] * 2 == [made.puzzle.grade.level for made in found.made if made.puzzle.grade]


def test_the_score_is_in_the_range_that_was_asked_for() -> None:
    (made,) = generate("sudoku/classic", Wishes(difficulty="500-600"), seed=1, seconds=60).made
    assert made.puzzle.grade is not None
    assert 500 <= made.puzzle.grade.score <= 600


def test_a_technique_asked_for_is_used() -> None:
    (made,) = generate("sudoku/classic", Wishes(difficulty="medium", techniques=("naked pair",)), seed=1).made
    assert made.puzzle.grade is not None
    assert "naked pair" in dict(made.puzzle.grade.used)


def test_what_cannot_be_met_ends_in_time_with_the_nearest_labelled() -> None:
    found = generate("sudoku/classic", Wishes(clues=17, graded=False), seed=1, seconds=2)
    assert ((), False) == (found.made, found.is_met)
    assert found.nearest is not None
    assert (0, ("17 clues: this has",)) == (found.nearest.number, tuple(w[:18] for w in found.nearest.puzzle.unmet))
    assert found.note.startswith("no puzzle found that meets all wishes")


def test_a_harder_level_is_never_silently_an_easier_puzzle() -> None:
    found = generate("sudoku/classic", Wishes(difficulty="hard", clues=60), seed=1, seconds=0.5)
    assert not found.made
    assert found.nearest is not None
    assert found.nearest.puzzle.unmet[0].startswith("difficulty hard: this is easy")


def test_puzzles_with_several_solutions_are_counted() -> None:
    found = generate("sudoku/classic", Wishes(method="opening", several=True, clues=27), count=5, seed=2)
    assert any(made.puzzle.solutions > 1 for made in found.made)
    for made in found.made:
        assert made.puzzle.solutions == 1 or 2 == solutions(made)


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        (Wishes(method="dig"), "no method is called 'dig'"),
        (Wishes(several=True), "only the method 'opening'"),
        (Wishes(method="opening", several=True, difficulty="hard"), "has no grade"),
        (Wishes(clues=82), "there are 81 cells"),
        (Wishes(clues=23, symmetry="both-lines", pattern=("p", "x" + "." * 80)), "leave no cell"),
        (Wishes(clues=16), "no puzzle with 16 clues has one solution; it takes 17 or more"),
        (Wishes(clues=2, symmetry="half-turn", pattern=("p", "." * 40 + "x" + "." * 40)), "there are 1 cells"),
        (Wishes(difficulty="impossible"), "levels: easy"),
        (Wishes(techniques=("magic",)), "uses no technique 'magic'"),
    ],
)
def test_a_wish_that_no_puzzle_can_meet_is_refused_at_once(wishes: Wishes, said: str) -> None:
    with pytest.raises(UnsupportedTask, match=said):
        puzzles("sudoku/classic", wishes)


def test_wishes_may_be_given_by_name() -> None:
    (made,) = generate(difficulty="easy", symmetry="half-turn", seed=1).made
    assert made.said.startswith("easy")


def test_models_are_found_by_name_and_other_kinds_are_refused() -> None:
    with pytest.raises(UnknownName, match="did you mean 'sudoku/classic'"):
        puzzles("sudoku/clasic")
    with pytest.raises(UnsupportedTask, match="no tasks of kind csp are generated"):
        puzzles("csp/queens")
    with pytest.raises(SpecError, match="a spec that gives no values"):
        puzzles(Path(__file__).parent.parent.parent / "specs" / "sudoku" / "first.yaml")


@pytest.mark.parametrize("model", ["sudoku/x", "sudoku/windoku", "sudoku/anti-king", "sudoku/disjoint-groups"])
def test_variants_without_data_have_one_solution_by_their_own_rules(model: str) -> None:
    found = generate(model, PLAIN, count=2, seed=1)
    assert 2 == len(found.made)
    for made in found.made:
        assert f"model: {model}\n" in made.spec
        task = load_text(made.spec, "puzzle").task
        assert 1 == len(SOLVERS.get("cpsat").solve(task, Settings(solutions=2)).solutions)


@pytest.mark.parametrize("rows", [2, 4])
def test_other_sizes_are_generated(rows: int) -> None:
    (made,) = generate("sudoku/classic", PLAIN, seed=1, parameters={"box_rows": rows, "box_columns": 2}).made
    assert made.in_players_line is None
    assert 1 == solutions(made)


SLOW_MODELS = ("even-odd", "palindrome", "thermometer", "arrow", "kropki", "xv", "sandwich", "greater-than", "jigsaw")


@pytest.mark.parametrize(
    "model", ["sudoku/killer", *(pytest.param(f"sudoku/{name}", marks=pytest.mark.slow) for name in SLOW_MODELS)]
)
def test_clues_made_of_a_full_grid_leave_one_solution(model: str) -> None:
    (made,) = generate(model, PLAIN, seed=1, seconds=60).made
    assert made.puzzle.parameters
    assert 1 == solutions(made)


def test_the_record_of_a_puzzle_holds_its_grade_and_its_spec() -> None:
    (made,) = generate("sudoku/classic", seed=1).made
    record = json.loads(made.puzzle_record().model_dump_json())
    assert (1, 1, 1, True) == (record["number"], record["seed"], record["solutions"], record["minimal"])
    assert record["puzzle"] == made.in_players_line
    assert record["grade"]["level"] in {"easy", "medium", "hard", "unfair", "extreme"}


def test_a_board_too_large_to_be_cut_in_time_ends_and_gives_nothing_unproved() -> None:
    found = generate("sudoku/classic", PLAIN, seconds=1, parameters={"box_rows": 5, "box_columns": 5})
    assert () == found.made
    assert "no puzzle found" in found.note
