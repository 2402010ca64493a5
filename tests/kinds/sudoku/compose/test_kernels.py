"""Boards on which kernels count, draw and cut."""

from __future__ import annotations

import numpy as np

from cpsolver.api.tasks import load
from cpsolver.kinds.sudoku.compose.kernels import Kernels, kernels_for
from cpsolver.kinds.sudoku.logic.geometry import geometry_of


def kernels(model: str, **parameters: int) -> Kernels:
    geometry = geometry_of(load(model, parameters).task)
    assert geometry is not None
    found = kernels_for(geometry)
    assert found is not None
    return found


def test_the_plain_board_is_known_and_no_other_is_taken_for_it() -> None:
    assert kernels("sudoku/classic").plain
    assert not kernels("sudoku/windoku").plain
    assert not kernels("sudoku/classic", box_rows=2, box_columns=2).plain


def test_a_puzzle_of_one_solution_has_seventeen_clues_or_all_digits_but_one() -> None:
    assert 17 == kernels("sudoku/classic").fewest
    assert 8 == kernels("sudoku/windoku").fewest
    assert 3 == kernels("sudoku/classic", box_rows=2, box_columns=2).fewest


def test_drawn_grids_hold_every_digit_once_in_every_unit_and_differ() -> None:
    for model in ("sudoku/classic", "sudoku/windoku"):
        board = kernels(model)
        grids = board.draw(np.random.default_rng(1), 6)
        for grid in grids:
            assert all(set(range(1, 10)) == {int(grid[cell]) for cell in unit.cells} for unit in board.geometry.units)
        assert 6 == len({grid.tobytes() for grid in grids})


def test_cells_that_differ_for_another_reason_than_units_are_respected() -> None:
    board = kernels("sudoku/anti-king")
    grids = board.draw(np.random.default_rng(2), 3)
    for grid in grids:
        rows = grid.reshape(9, 9)
        assert (rows[:-1, :-1] != rows[1:, 1:]).all()
        assert (rows[:-1, 1:] != rows[1:, :-1]).all()


def test_the_same_chance_draws_the_same_grids() -> None:
    one, other = (kernels("sudoku/classic").draw(np.random.default_rng(5), 4) for _ in range(2))
    assert (one == other).all()
