"""Which suppositions fail: compared with following each by the players' own singles."""

from __future__ import annotations

from itertools import islice

import numpy as np

from cpsolver.compiled.lookahead import board_of, refuted, refuted_deeply
from cpsolver.kinds.sudoku.logic import singles
from cpsolver.kinds.sudoku.logic.analyst import Analyst
from cpsolver.kinds.sudoku.logic.geometry import Geometry, bits
from cpsolver.kinds.sudoku.logic.position import Position
from cpsolver.kinds.sudoku.logic.supposition import follow
from tests.kinds.sudoku.logic.puzzles import classic, position_of, puzzles
from tests.tasks import INKALA


def board(geometry: Geometry):  # type: ignore[no-untyped-def]
    peers = [list(bits(mask)) for mask in geometry.peers]
    return board_of(len(geometry.names), [unit.cells for unit in geometry.units], peers)


def settled(position: Position) -> Position:
    for _ in Analyst(position, singles.PLAYERS).run():
        pass
    return position


def test_a_kernel_refutes_exactly_what_players_singles_refute() -> None:
    for puzzle in islice(puzzles(3), 6):
        position = settled(puzzle.position())
        table = refuted(np.array(position.digits, np.uint32), *board(classic()))
        for cell in list(bits(position.open))[::3]:
            for digit in bits(position.digits[cell]):
                assert bool(table[cell, digit]) == bool(follow(position, (cell, digit), singles.PLAYERS))


def test_an_empty_board_refutes_nothing() -> None:
    position = position_of("." * 81)

    assert not refuted(np.array(position.digits, np.uint32), *board(classic())).any()


def test_what_fails_only_below_another_supposition_is_found_on_the_second_level() -> None:
    position = position_of(INKALA)
    digits = np.array(position.digits, np.uint32)
    cell, digit = refuted_deeply(digits, digits, *board(classic()))

    assert not refuted(digits, *board(classic())).any()
    assert position.digits[cell] >> digit & 1


def test_where_nothing_fails_on_two_levels_there_is_none() -> None:
    digits = np.array(position_of("." * 81).digits, np.uint32)

    assert refuted_deeply(digits, digits, *board(classic())) == (-1, -1)


def test_only_marks_that_are_asked_for_are_supposed() -> None:
    digits = np.array(position_of(INKALA).digits, np.uint32)

    assert refuted_deeply(digits, np.zeros_like(digits), *board(classic())) == (-1, -1)
