from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.kinds.sudoku.logic import placements
from cpsolver.kinds.sudoku.logic.geometry import Geometry, geometry_of, set_of
from cpsolver.kinds.sudoku.logic.placements import Claim, forced, refuted
from tests.kinds.sudoku.logic.one_digit import FIVE, digit_in, fives
from tests.kinds.sudoku.logic.puzzles import classic
from tests.tasks import sudoku_task


def four() -> Geometry:
    """The board of four rows."""
    geometry = geometry_of(sudoku_task("." * 16, box=(2, 2)))
    assert geometry is not None
    return geometry


ALL_OF_FOUR = [
    set_of(row * 4 + column for row, column in enumerate(columns))
    for columns in permutations(range(4))
    if len({(row // 2, column // 2) for row, column in enumerate(columns)}) == 4
]


def test_a_digit_can_be_placed_in_16_ways_on_a_board_of_four() -> None:
    assert 16 == len(ALL_OF_FOUR)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**16 - 1))
def test_marks_are_refuted_or_forced_just_if_all_placements_say_so(cells: int) -> None:
    position = digit_in(cells, 0, four())
    able = [placed for placed in ALL_OF_FOUR if not placed & ~cells]
    some = every = able[0] if able else 0
    for placed in able:
        some, every = some | placed, every & placed
    assert cells & ~some == refuted(position)[0]
    assert every == forced(position)[0]


def test_a_search_that_comes_to_its_cap_refutes_nothing(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(placements, "CAP", 0)
    monkeypatch.setattr(placements._Search.__init__, "__defaults__", (0,))
    assert 0 == refuted(fives(".5....5..", "", "", ".5....5..", "", "", ".......55", "", ""))[FIVE]


def test_premises_that_are_not_needed_are_dropped() -> None:
    position = fives(".5....5..", "", "", "", ".5....5..", "", "", "", "")
    geometry = classic()
    rows, columns = (geometry.rows[0], geometry.rows[4]), (geometry.columns[1], geometry.columns[6])
    every = rows[0].mask | rows[1].mask
    absent = every & ~position.places[FIVE]
    units = tuple(unit.number for unit in (*rows, *columns))
    gone = position.places[FIVE] & (columns[0].mask | columns[1].mask) & ~every
    claim = Claim(FIVE, units, (), absent, gone).slim(position)
    assert absent == claim.absent  # here all are
    spare = Claim(FIVE, units, (), absent | geometry.rows[1].mask & ~position.places[FIVE], gone)
    assert absent == spare.slim(position).absent
