"""Shapes drawn at random: cages, lines, regions."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from cpsolver.kinds.sudoku.compose.shapes import Shapes, regions
from cpsolver.kinds.sudoku.shape import board
from tests.tasks import sudoku_task

TASK = sudoku_task("." * 81)
SOLUTION = {f"r{r + 1}c{c + 1}": (3 * r + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)}


def shapes(seed: int = 1) -> Shapes:
    return Shapes(board(TASK), SOLUTION, Random(seed))


def test_cages_cover_the_board_once_with_different_digits() -> None:
    cages = list(shapes().cages(2, 5))
    assert sorted(SOLUTION) == sorted(cell for cage in cages for cell in cage)
    assert all(len(cage) == len({SOLUTION[cell] for cell in cage}) <= 5 for cage in cages)


def test_lines_go_from_cell_to_neighbour_and_never_cross_themselves() -> None:
    drawn = shapes()
    spots = drawn.board.spots
    for line in drawn.lines(3, 5):
        assert 3 <= len(line) == len(set(line)) <= 5
        for one, other in pairwise(line):
            assert 1 == max(abs(spots[one][0] - spots[other][0]), abs(spots[one][1] - spots[other][1]))


def test_every_two_cells_side_by_side_are_a_pair_once() -> None:
    assert 144 == len({frozenset(pair) for pair in shapes().pairs(2, 2)}) == len(list(shapes().pairs(2, 2)))
    assert 288 == len(list(shapes().neighbours(2, 2)))


@pytest.mark.parametrize("size", [4, 5, 6, 9])
def test_regions_are_as_many_as_rows_and_as_large(size: int) -> None:
    rows = regions(size, Random(size)).split()
    assert {size} == {len(rows), *map(len, rows)}
    assert [size] * size == list(Counter("".join(rows)).values())


def test_regions_hang_together_and_are_not_the_usual_boxes() -> None:
    rows = regions(9, Random(3)).split()
    of = {(r, c): rows[r][c] for r in range(9) for c in range(9)}
    for sign in set(of.values()):
        cells = {spot for spot, other in of.items() if other == sign}
        reached = {min(cells)}
        while (
            more := {(r + y, c + x) for r, c in reached for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))}
            & cells - reached
        ):
            reached |= more
        assert cells == reached
    assert len({of[r, c] for r in range(3) for c in range(3)}) > 1
