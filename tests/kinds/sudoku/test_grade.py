"""Grades of sudokus: hardest technique, score, level, and what can be counted of them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import cpsolver
from cpsolver.api import load_text
from cpsolver.kinds.sudoku.grade import Grading, grade, measures
from cpsolver.kinds.sudoku.logic.geometry import geometry_of
from cpsolver.kinds.sudoku.scale import Scale
from cpsolver.kinds.sudoku.techniques import position_of
from cpsolver.spec.document import Document, parse, read
from cpsolver.task.task import Task
from tests.tasks import sudoku_task

FOLDER = Path(cpsolver.__file__).parent / "kinds" / "sudoku" / "scales"
EASY = ".35.7......6195...89.....6...8.6...3..48.3..1..7.2...6.6....28....419..5....8..79"
FULL = "435672918276195834891348567918567423624853791357924186169735282743219656582486379"
POINTING = ".4.....8.3....5...981..............7..7.3...1.95..4..6....6....7...51.9.8..7..2.."


def scale(name: str = "hodoku") -> Document:
    return read(FOLDER / f"{name}.yaml")


def grading(task: Task, most: int | None = None) -> Grading:
    geometry = geometry_of(task)
    assert geometry is not None
    return Grading(position_of(task, geometry, task.knowledge()), Scale.read(scale()), most)


def test_a_puzzle_of_singles_is_easy_and_scores_the_sum_of_its_steps() -> None:
    found = grade(sudoku_task(EASY), scale())
    assert found is not None
    assert ("easy", True) == (found.level, found.solved)
    assert {"full house", "naked single", "hidden single"} >= {name for name, _ in found.used}
    scores = {"full house": 4, "naked single": 4, "hidden single": 14}
    assert sum(scores[name] * times for name, times in found.used) == found.score


def test_as_many_cells_are_placed_by_singles_as_are_open() -> None:
    found = grade(sudoku_task(EASY), scale())
    assert found is not None
    assert EASY.count(".") == found.steps


def test_a_puzzle_that_needs_locked_candidates_is_medium_whatever_it_scores() -> None:
    found = grade(sudoku_task(POINTING), scale())
    assert found is not None
    assert "medium" == found.level
    assert found.score < 800
    assert "pointing" in dict(found.used)


def test_explainer_scores_the_hardest_step_and_not_their_sum() -> None:
    found = grade(sudoku_task(EASY), scale("explainer"))
    assert found is not None
    assert found.score in {Fraction("1.2"), Fraction("1.5"), Fraction("2.3")}


def test_grading_ends_unsolved_where_no_technique_is_left() -> None:
    text = "levels: [{level: any}]\ntechniques: [{technique: full house, score: 1}]"
    found = grade(sudoku_task(POINTING), parse(text, "s"))
    assert found is not None
    assert (False, "any") == (found.solved, found.level)


def test_no_step_above_the_level_asked_for_is_taken() -> None:
    work = grading(sudoku_task(POINTING), 0)
    assert all(pattern.technique.endswith(("single", "house")) for pattern in work.run())
    assert not work.position.is_solved


def test_used_techniques_stand_in_the_order_of_the_scale() -> None:
    found = grade(sudoku_task(POINTING), scale())
    assert found is not None
    order = [rated.technique for rated in Scale.read(scale()).techniques]
    assert sorted(dict(found.used), key=order.index) == [name for name, _ in found.used]


def test_givens_are_counted_and_their_spread_is_a_variance() -> None:
    found = measures(sudoku_task(EASY), 7)
    rows = [sum(sign != "." for sign in EASY[at : at + 9]) for at in range(0, 81, 9)]
    mean = Fraction(sum(rows), 9)
    assert (30, 7) == (found.givens, found.nodes)
    assert sum((count - mean) ** 2 for count in rows) / 9 == found.spread["rows"]
    assert {"rows", "columns", "boxes"} == set(found.spread)


def test_givens_spread_evenly_have_no_variance() -> None:
    found = measures(sudoku_task("1...........1...........1" + "." * 56))
    assert Fraction(0) != found.spread["rows"]
    diagonal = "".join("." * at + "1" + "." * (8 - at) for at in range(9))
    assert Fraction(0) == measures(sudoku_task(diagonal)).spread["rows"]


def test_nothing_relies_on_one_solution_where_marks_are_given() -> None:
    swapped = "model: sudoku/classic\ngiven:\n  grid: |\n    ...4\n    .412\n    ..43\n    4321\n"
    text = "levels: [{level: any}]\ntechniques: [{technique: uniqueness test 1, score: 1}]"
    parts = "parameters: {box_rows: 2, box_columns: 2}\n"
    without = grade(load_text(swapped + parts, "s").task, parse(text, "s"))
    # r1c1 = 1 is forced by its marks alone, and the test would make it 3
    marked = grade(load_text(swapped + "  r1c1: [1, 3]\n" + parts, "s").task, parse(text, "s"))
    assert without is not None
    assert marked is not None
    assert (1, 0) == (without.steps, marked.steps)
