"""Grids of boards with gaps: read by the places of their cells, wrong signs named; shown with the gaps."""

from __future__ import annotations

import pytest

from cpsolver import api
from cpsolver.kinds.sudoku.formats import GridError
from cpsolver.kinds.sudoku.patchwork import read_patchwork

ROWS = (("a", "b", None, None), ("c", "d", "e", None), (None, None, "f", "g"))


def given(text: str) -> list[tuple[int, int, int | None]]:
    return [(cell.row, cell.column, cell.digit) for cell in read_patchwork(text, ROWS, 4).givens]


@pytest.mark.parametrize("text", ["1.\n.23\n  .4", "1.--\n.23-\n--.4\n", "1.  \n.23 \n.4\n\n"])
def test_cells_stand_at_their_places(text: str) -> None:
    assert [(0, 0, 1), (1, 1, 2), (1, 2, 3), (2, 3, 4)] == given(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1.\n.23\n .4", [("there is no cell r3c2", 8)]),
        ("1.\n.25\n  .4", [("'5' is neither a digit 1-4 nor '.'", 5)]),
        ("1.\n.23", [("the grid has 2 rows; 3 are needed", 0)]),
        ("1\n.23\n  .4", [("row 1 has 1 cell; 2 are needed", 0)]),
    ],
)
def test_what_is_wrong_is_told_at_its_character(text: str, said: list[tuple[str, int]]) -> None:
    with pytest.raises(GridError) as caught:
        given(text)

    assert said == [(problem.message, problem.offset) for problem in caught.value.problems]


def test_a_samurai_has_five_grids_whose_corner_boxes_are_shared() -> None:
    task = api.load("sudoku/samurai").task

    assert 369 == len(task.variables)
    assert (45, 45, 41) == tuple(
        sum(c.label.startswith(what) for c in task.conditions) for what in ("row", "col", "box")
    )


def test_a_samurai_is_drawn_with_its_gaps() -> None:
    loaded = api.load("sudoku/samurai")
    picture = loaded.kind.depict(loaded.task, loaded.task.knowledge())
    void = [(r, c) for r, row in enumerate(picture.cells) for c, cell in enumerate(row) if cell.role == "void"]  # type: ignore[union-attr]

    assert 21 * 21 - 369 == len(void)
    assert (0, 9) in void and (0, 8) not in void


def test_variants_combine() -> None:
    task = api.load_text(
        "model: {extends: [sudoku/killer, sudoku/x]}\nparameters: {cages: [{cells: [r1c1, r1c2], sum: 8}]}\n", "t"
    ).task
    labels = [condition.label for condition in task.conditions]

    assert ["cage r1c1, r1c2 = 8", "cage r1c1, r1c2", "falling diagonal", "rising diagonal"] == labels[27:]
    assert ["cage", "shade", "shade"] == [drawing.form for drawing in task.show]


def test_regions_of_a_jigsaw_stand_in_place_of_the_boxes() -> None:
    task = api.load("sudoku/jigsaw-killer").task
    labels = [condition.label for condition in task.conditions]

    assert [f"region {sign}" for sign in "ABCDEFGHI"] == sorted(label for label in labels if label.startswith("region"))
    assert not any(label.startswith("box") for label in labels)
