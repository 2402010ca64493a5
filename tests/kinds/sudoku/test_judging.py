"""What a player entered is judged by the rules, never by a stored answer."""

from __future__ import annotations

import cpsolver
from cpsolver.api import check, explain, solve
from cpsolver.auxiliary.diagnosis import Verdict
from cpsolver.kinds.sudoku.game import Game
from tests.tasks import EASY

# 31 givens, six solutions; a generator gave it out as a puzzle with one.
SEVERAL = "92..8.65.6..2.43..3..5.9.72.7.953.......7.......6..5....142..3.....31..6.6.7..1.."


def played(grid: str, *moves: tuple[str, int], marks: dict[str, str] | None = None) -> str:
    game = Game.read(grid)
    for cell, digit in moves:
        game = game.place(cell, digit)
    for cell, digits in (marks or {}).items():
        for digit in digits:
            game = game.mark(cell, int(digit))
    return game.text


def verdicts(text: str) -> dict[str, Verdict]:
    return {verdict.name: verdict for verdict in check(text).verdicts}


def test_right_digits_are_said_to_be_right_and_the_rest_to_be_open() -> None:
    found = verdicts(played(EASY, ("r1c3", 4), ("r1c4", 6)))["entries"]

    assert found.holds is True
    assert "2 digits entered, none of them wrong; 49 cells are open" == found.sentence


def test_a_wrong_digit_is_named_with_its_place_and_the_right_one_is_not_told() -> None:
    found = verdicts(played(EASY, ("r1c3", 1), ("r1c4", 6)))["entries"]

    assert found.holds is False
    assert "2 digits entered, 1 of them wrong" == found.sentence
    assert "r1c3 = 1" in found.details[0] and "the only solution has another digit there" in found.details[0]
    assert not any("4" in detail.replace("r1c4", "").split("(")[0] for detail in found.details[:1])


def test_a_conflict_at_sight_is_named_with_the_other_cell_and_the_unit() -> None:
    details = verdicts(played(EASY, ("r1c3", 5)))["entries"].details

    assert "conflicts with r1c1 = 5 (given) in row 1 and box 1" in details[0]


def test_a_finished_grid_of_a_puzzle_with_six_solutions_is_valid() -> None:
    solution = solve(SEVERAL).solution
    moves = [(cell, digit) for cell, digit in solution.items() if cell not in Game.read(SEVERAL).givens]
    found = verdicts(played(SEVERAL, *moves))["entries"]  # type: ignore[arg-type]

    assert found.holds is True
    assert "the grid is finished and keeps all rules: valid, but the puzzle has 6 solutions" == found.sentence


def test_of_a_puzzle_with_several_solutions_the_largest_part_that_can_be_completed_is_kept() -> None:
    first = solve(SEVERAL).solution
    given = Game.read(SEVERAL).givens
    right = [(cell, digit) for cell, digit in first.items() if cell not in given][:6]
    (cell, digit), *others = right
    wrong = next(d for d in range(1, 10) if d != digit and _clashes_nowhere(cell, d, first, given))
    found = verdicts(played(SEVERAL, (cell, wrong), *others))["entries"]  # type: ignore[arg-type]

    assert found.holds is False
    assert "6 digits entered, 1 of them wrong" == found.sentence
    assert f"{cell} = {wrong}" in "".join(found.details)


def _clashes_nowhere(cell: str, digit: int, solution: object, given: object) -> bool:
    return cpsolver.solve(played(SEVERAL, (cell, digit)), start="current").status.value == "unsatisfiable"


def test_a_mark_that_is_needed_and_missing_is_named() -> None:
    found = verdicts(played(EASY, marks={"r1c3": "12", "r1c4": "26"}))["marks"]

    assert found.holds is False
    assert ("the digit of r1c3 is not among its marks 1 and 2",) == found.details


def test_nothing_entered_is_not_judged() -> None:
    assert {"entries", "marks"}.isdisjoint(verdicts(EASY))


def test_every_command_starts_from_the_givens_and_says_so() -> None:
    text = played(EASY, ("r1c3", 1))
    note = "from the givens alone; left aside: 1 digit entered (`--from current` counts them)"

    assert solve(text).unique is True
    assert note in solve(text).notes
    assert note in explain(text).answer.notes
    assert note in check(text).text


def test_from_the_current_board_a_wrong_digit_leaves_no_solution_and_is_named() -> None:
    answer = solve(played(EASY, ("r1c3", 1)), start="current")

    assert "unsatisfiable" == answer.status.value
    assert "from the current board: the givens, 1 digit entered" == answer.notes[0]
    assert "r1c3 = 1" in answer.notes[1] and "is wrong" in answer.notes[1]


def test_an_explanation_from_the_current_board_has_fewer_steps() -> None:
    text = played(EASY, ("r1c3", 4), ("r1c4", 6), ("r1c6", 8), marks={"r1c7": "9"})
    far, near = explain(text).answer.derivation, explain(text, start="current").answer.derivation

    assert far is not None and near is not None
    assert len(near.steps) < len(far.steps)
