"""Deadly rectangles, and boards of pairs: what follows if the solution is the only one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from cpsolver.api.tasks import load
from cpsolver.kinds.sudoku.logic.analyst import Analyst
from cpsolver.kinds.sudoku.logic.geometry import bits, geometry_of
from cpsolver.kinds.sudoku.logic.pattern import Deduction, Words
from cpsolver.kinds.sudoku.logic.players import PLAYERS
from cpsolver.kinds.sudoku.logic.position import Position
from cpsolver.kinds.sudoku.logic.rectangles import UNIQUE, Deadly, rectangles
from cpsolver.solvers.cpsat import SOLVER
from cpsolver.task.condition import Relation
from cpsolver.task.expression import Call, Constant, Name
from cpsolver.task.result import Settings
from tests.kinds.sudoku.logic.proving import Premise, counterexample_task, premises
from tests.kinds.sudoku.logic.puzzles import classic, position_of
from tests.kinds.sudoku.logic.test_subsets import found, marks, only

WORDS = Words(classic())
EMPTY = "." * 81
PAIRS = "453618792817429563926753...57.1.62.913294768569.5.2.7..49.61.57.65.749..781395426"
"""Every open cell but one has two digits, each of them twice in each unit but for one digit."""

BARE = {"r1c1": "27", "r1c2": "27"}
TESTS = {
    "uniqueness test 1": {**BARE, "r4c1": "27", "r4c2": "279"},
    "uniqueness test 2": {**BARE, "r4c1": "279", "r4c2": "279"},
    "uniqueness test 3": {**BARE, "r4c1": "278", "r4c2": "279", "r4c5": "89"},
    "uniqueness test 4": {
        **BARE,
        "r4c1": "278",
        "r4c2": "2679",
        **{f"r4c{column}": "1345689" for column in range(3, 10)},
    },
    "uniqueness test 5": {"r1c1": "27", "r1c2": "279", "r4c1": "279", "r4c2": "27"},
    "uniqueness test 6": {
        **{f"r{row}c{column}": "13456789" for row in (1, 4) for column in range(3, 10)},
        "r1c1": "27",
        "r1c2": "2789",
        "r4c1": "2789",
        "r4c2": "27",
    },
    "hidden rectangle": {
        **{f"r4c{column}": "13456789" for column in range(3, 10)},
        **{f"r{row}c2": "13456789" for row in (2, 3, 5, 6, 7, 8, 9)},
        "r1c1": "27",
        "r1c2": "2789",
        "r4c1": "2789",
        "r4c2": "2789",
    },
}
GONE = {
    "uniqueness test 1": {"r4c2=2", "r4c2=7"},
    "uniqueness test 2": {f"r4c{c}=9" for c in range(3, 10)} | {f"r{r}c{c}=9" for r in (5, 6) for c in (1, 2, 3)},
    "uniqueness test 3": {f"r4c{c}={d}" for c in (3, 4, 6, 7, 8, 9) for d in (8, 9)},
    "uniqueness test 4": {"r4c1=7", "r4c2=7"},
    "uniqueness test 5": {f"r{r}c1=9" for r in (2, 3)} | {f"r{r}c2=9" for r in (5, 6)},
    "uniqueness test 6": {"r1c2=2", "r4c1=2"},
    "hidden rectangle": {"r4c2=7"},
}


def position_for(test: str) -> Position:
    return only(position_of(EMPTY), TESTS[test])


@pytest.mark.parametrize("test", [test for test in TESTS if test != "uniqueness test 5"])
def test_a_rectangle_escapes_from_being_deadly(test: str) -> None:
    assert marks(*GONE[test]) in [set(pattern.removed) for pattern in found(test, position_for(test))]


def test_one_digit_in_corners_across_from_each_other_leaves_what_sees_both() -> None:
    (pattern,) = found("uniqueness test 5", position_for("uniqueness test 5"))

    sees_both = classic().peers[classic().names.index("r1c2")] & classic().peers[classic().names.index("r4c1")]
    assert {cell for cell, _ in pattern.removed} == set(bits(sees_both)) - {0, 28}
    assert {digit for _, digit in pattern.removed} == {8}


def test_what_keeps_a_rectangle_alive_is_told() -> None:
    told = {name: found(name, position_for(name))[0].shape.tell(WORDS) for name in TESTS}

    assert told["uniqueness test 1"] == (
        "if r1c1, r1c2, r4c2 and r4c1 held only 2 and 7, these could be swapped; only r4c2 has another digit"
    )
    assert told["uniqueness test 2"].endswith("that is kept off only by 9 in r4c2 or r4c1")
    assert told["uniqueness test 4"].endswith(
        "2 in row 4 has no place but these corners, so the other digit would complete it"
    )


def test_corners_in_four_boxes_are_no_rectangle() -> None:
    position = only(position_of(EMPTY), {"r1c1": "27", "r1c4": "27", "r4c1": "27", "r4c4": "279"})

    assert 486 == len(rectangles(classic()))
    assert found("uniqueness test 1", position) == []


def test_a_diagonal_through_one_corner_makes_a_swap_seen() -> None:
    geometry = geometry_of(load("sudoku/x").task)
    assert geometry is not None
    names = [{geometry.names[cell] for cell in rectangle.ring} for rectangle in rectangles(geometry)]

    assert {"r1c2", "r1c3", "r4c2", "r4c3"} in names
    assert {"r1c1", "r1c2", "r4c1", "r4c2"} not in names


@pytest.fixture
def half_placed() -> list[tuple[int, int]]:
    """Three corners of a rectangle with two digits crosswise."""
    return [(0, 1), (1, 6), (27, 6)]


def placed(cells: list[tuple[int, int]], givens: int) -> Position:
    every = [classic().every_digit] * 81
    for cell, digit in cells:
        every[cell] = 1 << digit
    return Position(classic(), every, cells, givens)


def test_placed_corners_that_are_no_givens_could_be_swapped_too(half_placed: list[tuple[int, int]]) -> None:
    (pattern,) = found("avoidable rectangle 1", placed(half_placed, 0))

    assert marks("r4c2=2") == set(pattern.removed)
    assert (1, 27, 0) == tuple(sorted(pattern.homes, key=(1, 27, 0).index))


def test_a_given_corner_cannot_be_swapped(half_placed: list[tuple[int, int]]) -> None:
    assert found("avoidable rectangle 1", placed(half_placed, 1)) == []


def test_two_open_corners_beside_placed_ones_share_the_digit_that_keeps_them_alive() -> None:
    position = only(placed([(0, 1), (1, 6)], 0), {"r4c1": "79", "r4c2": "29"})
    (pattern,) = found("avoidable rectangle 2", position)

    assert marks(*GONE["uniqueness test 2"]) == set(pattern.removed)


def test_a_mark_that_alone_keeps_a_board_from_being_pairs_is_true() -> None:
    (pattern,) = found("bug+1", position_of(PAIRS))

    (cell,) = {cell for cell, _ in pattern.removed}
    assert 3 == position_of(PAIRS).digits[cell].bit_count()
    assert 2 == len(pattern.removed)


def test_a_board_with_a_pair_less_is_no_board_of_pairs() -> None:
    position = position_of(PAIRS)
    cell = next(bits(position.bivalue))
    position.remove(cell, next(bits(position.digits[cell])), 0)

    assert found("bug+1", position) == []


def escapes(deduction: Deduction) -> Iterator[Relation]:
    """That the corners do not hold the two digits crosswise, either way: what a unique solution says of them."""
    shape = deduction.pattern.shape
    assert isinstance(shape, Deadly)
    one, other = (classic().values[digit] for digit in bits(shape.pair))
    for values in ((one, other, one, other), (other, one, other, one)):
        corners = zip(shape.corners, values, strict=True)
        differ = tuple(Call("!=", (Name(classic().names[cell]), Constant(value))) for cell, value in corners)
        yield Relation(Call("or", differ), label=UNIQUE)


def is_entailed(deduction: Deduction, known: tuple[Premise, ...]) -> bool:
    """Whether they leave no way to break the conclusion, with what uniqueness says of the corners."""
    task = counterexample_task(classic(), deduction, known)
    full = replace(task, conditions=(*task.conditions, *escapes(deduction)))
    return not SOLVER.solve(full, Settings(seconds=20)).status.has_solution


def without_uniqueness(deduction: Deduction) -> Deduction:
    labels = tuple(label for label in deduction.conditions if label != UNIQUE)
    return replace(deduction, conditions=labels)


@pytest.mark.parametrize("test", TESTS)
def test_conditions_and_missing_marks_entail_what_goes_and_none_is_idle(test: str) -> None:
    position = position_for(test)
    pattern = found(test, position)[0]
    deduction = without_uniqueness(Analyst(position, (PLAYERS[test],)).deduce(pattern))
    every = premises(deduction)

    assert UNIQUE in pattern.labels
    assert is_entailed(deduction, every)
    sample = every[:: max(1, len(every) // 8)]
    assert [] == [p.tell(classic()) for p in sample if is_entailed(deduction, tuple(q for q in every if q is not p))]
