"""Almost locked sets: k cells with k + 1 digits, in pairs, in chains and around a stem."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, islice, pairwise

import pytest

from cpsolver.kinds.sudoku.logic import almost_locked, singles, subsets
from cpsolver.kinds.sudoku.logic.almost_locked.chains import LONGEST
from cpsolver.kinds.sudoku.logic.almost_locked.reach import reach
from cpsolver.kinds.sudoku.logic.almost_locked.sets import Table, table
from cpsolver.kinds.sudoku.logic.analyst import Analyst
from cpsolver.kinds.sudoku.logic.geometry import bits, geometry_of
from cpsolver.kinds.sudoku.logic.pattern import Pattern, Words
from cpsolver.kinds.sudoku.logic.players import PLAYERS
from cpsolver.kinds.sudoku.logic.position import Position
from tests.kinds.sudoku.logic.proving import is_irreducible, proves
from tests.kinds.sudoku.logic.puzzles import classic, position_of, puzzles, with_marks
from tests.tasks import sudoku_task

WORDS = Words(classic())
NAMES = [player.name for player in almost_locked.PLAYERS]


def cell(name: str) -> int:
    return classic().names.index(name)


def gone(pattern: Pattern) -> set[str]:
    return {f"{WORDS.cell(cell)}-{WORDS.digit(digit)}" for cell, digit in pattern.removed}


def after_subsets(grid: str) -> Position:
    position = position_of(grid)
    for _ in Analyst(position, (*singles.PLAYERS, *subsets.PLAYERS)).run():
        pass
    return position


@lru_cache
def stuck() -> list[tuple[Position, tuple[int, ...]]]:
    """Positions in which singles and subsets do not go on, and their solutions."""
    found = ((after_subsets(puzzle.grid), puzzle.solution) for puzzle in puzzles(6))
    return list(islice((item for item in found if not item[0].is_solved), 5))


def test_a_set_has_one_digit_more_than_cells_which_all_differ() -> None:
    for position, _ in stuck()[:2]:
        sets = table(position).sets
        assert sets
        for one in sets:
            assert one.digits.bit_count() == one.cells.bit_count() + 1
            assert all(position.digits[member] & ~one.digits == 0 for member in bits(one.cells))
            assert one.unit is None or one.cells & ~position.geometry.masks[one.unit] == 0
            assert all(position.geometry.peers[a] >> b & 1 for a, b in combinations(bits(one.cells), 2))


def test_a_cell_of_two_digits_is_a_set_and_two_cells_of_three_are_one() -> None:
    position = with_marks({"r1c1": "12", "r1c2": "125"})
    small = [one for one in table(position).sets if one.cells.bit_count() < 3]

    assert [1 << cell("r1c1"), 1 << cell("r1c1") | 1 << cell("r1c2")] == [one.cells for one in small]


def test_a_digit_is_restricted_both_ways_and_by_cells_that_see_each_other() -> None:
    for position, _ in stuck()[:2]:
        known = table(position)
        for one in known.sets:
            for digit, sets in known.restricted[one.number].items():
                for number in bits(sets):
                    other = known.sets[number]
                    assert known.restricted[number][digit] >> one.number & 1
                    assert not one.places[digit] & other.places[digit]
                    for place in bits(one.places[digit]):
                        assert not other.places[digit] & ~position.geometry.peers[place]


def test_two_sets_that_one_digit_ties_hold_another_between_them() -> None:
    position = with_marks({"r1c1": "12", "r1c2": "125", "r5c2": "57", "r6c2": "17"})
    told = {p.shape.tell(WORDS): gone(p) for p in PLAYERS["als-xz"].find(position)}

    assert {"r2c2-1", "r3c2-1"} == told["if r1c1 and r1c2 lack 1, they have 5; so r5c2 and r6c2 lack 5 and have 1"]


def test_two_sets_that_two_digits_tie_are_locked() -> None:
    position = with_marks({"r1c1": "12", "r1c5": "13", "r1c6": "23"})
    first = next(p for p in PLAYERS["als-xz"].find(position) if "neither" in p.shape.tell(WORDS))

    expected = {f"r1c{c}-{d}" for c in (2, 3, 4, 7, 8, 9) for d in (1, 2, 3)}
    expected |= {f"r{r}c{c}-3" for r in (2, 3) for c in (4, 5, 6)}
    assert expected == gone(first)
    assert first.shape.tell(WORDS) == (
        "r1c1 can lack one of its digits at most, and so can r1c5 and r1c6; "
        "neither 1 nor 2 stands in both: each of the two sets has one of these and all its other digits"
    )


def test_a_wing_of_sets_is_told_from_one_end_to_the_other() -> None:
    position = after_subsets(".6.8..24.42357.9.........7581...3.5.7..21......5.......74128.......5......84...6.")
    first = next(PLAYERS["als-xy-wing"].find(position))

    assert {"r8c9-1"} == gone(first)
    assert first.shape.tell(WORDS) == (
        "if r1c9 lacks 1, it has 3; so r3c7, r4c7, r6c7 and r9c7 lack 3 and have 4; "
        "so r8c7, r8c8, r9c7 and r9c9 lack 4 and have 1"
    )


def test_a_chain_of_sets_has_four_or_more_and_none_twice() -> None:
    for position, _ in stuck()[:2]:
        for pattern in islice(PLAYERS["als-xy-chain"].find(position), 30):
            sets = pattern.shape.sets  # type: ignore[attr-defined]
            assert 4 <= len(sets) <= LONGEST
            assert len(set(sets)) == len(sets)


def test_neighbours_in_a_chain_are_tied_by_another_digit_each_time() -> None:
    for position, _ in stuck()[:2]:
        known, reached = table(position), reach(position)
        for end in islice(reached.ends(3), 200):
            path = reached.path(end, 3)
            if path is not None:
                sets, ties = path
                assert (sets[0], ties[0], sets[-1], ties[-1]) == end
                assert all(one != other for one, other in pairwise(ties))
                for one, other, tie in zip(sets, sets[1:], ties, strict=False):
                    assert known.restricted[one][tie] >> other & 1


def test_whatever_the_stem_has_a_petal_holds_the_digit() -> None:
    position = with_marks({"r1c1": "12", "r1c5": "17", "r5c1": "27"})
    first = next(PLAYERS["death blossom"].find(position))

    assert {"r5c5-7"} == gone(first)
    assert "whichever of 1 and 2 r1c1 has, 7 must be in r1c5 by losing 1 or in r5c1 by losing 2" == first.shape.tell(
        WORDS
    )


def test_a_table_is_kept_until_the_marks_change() -> None:
    position = with_marks({"r1c1": "12"})
    before = table(position)
    assert before is table(position)

    position.remove(cell("r9c9"), 8, 0)
    assert before is not table(position)
    assert isinstance(table(position), Table)


def test_sets_are_found_on_boards_of_other_sizes() -> None:
    geometry = geometry_of(sudoku_task("." * 36, box=(2, 3)))
    assert geometry is not None
    position = with_marks({"r1c1": "12", "r1c4": "13", "r3c1": "23"}, geometry)

    removed = {mark for pattern in PLAYERS["als-xz"].find(position) for mark in pattern.removed}
    assert all(position.digits[cell] >> digit & 1 for cell, digit in removed)
    assert (geometry.names.index("r3c4"), 2) in {
        mark for pattern in PLAYERS["als-xy-wing"].find(position) for mark in pattern.removed
    }


@pytest.mark.parametrize("name", NAMES)
def test_what_goes_is_never_of_the_solution(name: str) -> None:
    seen = 0
    for position, solution in stuck():
        for pattern in islice(PLAYERS[name].find(position), 60):
            seen += 1
            assert pattern.removed
            assert all(position.digits[cell] >> digit & 1 for cell, digit in pattern.removed)
            assert not [mark for mark in pattern.removed if solution[mark[0]] == mark[1]]
    assert seen > 10


@pytest.mark.parametrize("name", NAMES)
def test_conditions_and_premises_entail_what_goes_and_none_is_idle(name: str) -> None:
    position, _ = stuck()[0]
    analyst = Analyst(position, ())
    for pattern in islice(PLAYERS[name].find(position), 1):
        deduction = analyst.deduce(pattern)
        assert proves(classic(), deduction)
        assert is_irreducible(classic(), deduction)
