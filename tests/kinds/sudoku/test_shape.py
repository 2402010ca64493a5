"""Facts about the sudoku's board, in Norvig's way."""

from __future__ import annotations

import pytest

from cpsolver.auxiliary.model import part
from cpsolver.kinds.sudoku.shape import board, box_shape, boxes, units
from cpsolver.task.task import Sought, Task
from tests.tasks import EASY, cell, different, sudoku_task, variable

TASK = sudoku_task(EASY)


def test_there_are_27_units_of_9_cells() -> None:
    assert [len(unit.scope) for unit in units(TASK)] == [9] * 27


def test_every_cell_is_in_three_units_and_has_20_peers() -> None:
    for name in board(TASK).spots:
        mine = [unit for unit in units(TASK) if name in unit.scope]
        peers = {other for unit in mine for other in unit.scope} - {name}

        assert (len(mine), len(peers)) == (3, 20)


def test_the_box_of_r5c5_is_the_one_in_the_middle() -> None:
    (box,) = (unit for unit in units(TASK) if unit.label.startswith("box") and "r5c5" in unit.scope)

    assert box.label == "box 5"
    assert box.scope == ("r4c4", "r4c5", "r4c6", "r5c4", "r5c5", "r5c6", "r6c4", "r6c5", "r6c6")


def test_the_picture_has_the_boxes_of_the_conditions() -> None:
    assert boxes(TASK)[0] == (1, 1, 1, 2, 2, 2, 3, 3, 3)
    assert boxes(TASK)[8] == (7, 7, 7, 8, 8, 8, 9, 9, 9)


def test_boxes_of_a_six_are_two_rows_high() -> None:
    six = sudoku_task("." * 36, box=(2, 3))

    assert boxes(six)[:3] == ((1, 1, 1, 2, 2, 2), (1, 1, 1, 2, 2, 2), (3, 3, 3, 4, 4, 4))


def test_boxes_of_any_shape_are_found_and_diagonals_and_windows_are_none() -> None:
    regions = (("r1c1", "r1c2", "r2c1"), ("r1c3", "r2c3", "r2c2"), ("r3c1", "r3c2", "r3c3"))
    conditions = [
        different("falling diagonal", ("r1c1", "r2c2", "r3c3")),
        *(different(f"region {i}", names) for i, names in enumerate(regions, 1)),
        different("window", ("r1c2", "r2c2", "r2c3")),
    ]
    cells = [cell(r, c) for r in (1, 2, 3) for c in (1, 2, 3)]
    task = Task("jigsaw", "sudoku", tuple(variable(n, range(1, 4)) for n in cells), tuple(conditions), (), Sought(()))

    assert boxes(task) == ((1, 1, 2), (1, 2, 2), (0, 0, 0))


def test_a_part_is_drawn_where_its_cells_stand() -> None:
    box = part(TASK, TASK.knowledge(), [unit for unit in units(TASK) if unit.label == "box 5"])

    assert board(box).spots["r6c4"] == (5, 3)
    assert board(box).rows[0][0] is None


@pytest.mark.parametrize(
    ("size", "shape"), [(4, (2, 2)), (6, (2, 3)), (8, (2, 4)), (9, (3, 3)), (12, (3, 4)), (16, (4, 4))]
)
def test_the_usual_box_is_as_near_a_square_as_can_be(size: int, shape: tuple[int, int]) -> None:
    assert box_shape(size) == shape
