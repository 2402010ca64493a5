"""Chains and loops: found the shortest first, told link by link, and right."""

from __future__ import annotations

from itertools import islice

import pytest

from cpsolver.kinds.sudoku.logic import chains, uniqueness, wings
from cpsolver.kinds.sudoku.logic.analyst import Analyst, is_news
from cpsolver.kinds.sudoku.logic.chains.search import hits
from cpsolver.kinds.sudoku.logic.chains.web import Web, in_cells, in_groups, in_units
from cpsolver.kinds.sudoku.logic.pattern import Pattern, Words
from cpsolver.kinds.sudoku.logic.players import PLAYERS
from cpsolver.kinds.sudoku.logic.position import Position
from tests.kinds.sudoku.logic.proving import droppable, proves
from tests.kinds.sudoku.logic.puzzles import Puzzle, classic, position_of, puzzles
from tests.kinds.sudoku.logic.test_subsets import found, marks, only

WORDS = Words(classic())
FAMILY = (*wings.PLAYERS, *uniqueness.PLAYERS, *chains.PLAYERS)
EASIER = tuple(PLAYERS[name] for name in ("full house", "naked single", "hidden single", "pointing", "claiming"))


def with_places(digit: int, *rows: str) -> Position:
    """An empty board where a digit has places only in these cells of their rows: `r1 c1 c9`."""
    position = position_of("." * 81)
    for text in rows:
        row, *columns = text.split()
        for column in range(1, 10):
            if f"c{column}" not in columns:
                position.remove(classic().names.index(f"{row}c{column}"), digit - 1, 0)
    return position


def test_a_digit_stands_at_one_end_of_a_chain_or_the_other() -> None:
    (pattern,) = found("x-chain", with_places(5, "r1 c1 c9", "r6 c2 c9"))

    assert set(pattern.removed) == marks("r2c2=5", "r3c2=5", "r4c1=5", "r5c1=5")
    assert pattern.shape.tell(WORDS) == (
        "if r1c1 is not 5, r1c9 is 5 (row 1), so r6c9 is not 5, so r6c2 is 5 (row 6): r1c1 is 5, or r6c2 is 5"
    )


def test_a_chain_through_cells_of_two_digits_ends_with_the_digit_it_starts_with() -> None:
    position = only(position_of("." * 81), {"r1c1": "12", "r1c9": "23", "r6c9": "34", "r6c2": "14"})
    (pattern,) = found("xy-chain", position)

    assert set(pattern.removed) == marks("r1c2=1", "r2c2=1", "r3c2=1", "r4c1=1", "r5c1=1", "r6c1=1")
    assert pattern.shape.tell(WORDS).startswith("if r1c1 is not 1, r1c1 is 2, so r1c9 is not 2, so r1c9 is 3, so")


def test_cells_of_the_same_two_digits_in_a_row_hold_them_in_turn() -> None:
    position = only(position_of("." * 81), dict.fromkeys(("r1c1", "r1c9", "r9c9", "r9c2"), "27"))
    (pattern,) = found("remote pair", position)

    cells = ("r1c2", "r2c2", "r3c2", "r7c1", "r8c1", "r9c1")
    assert set(pattern.removed) == marks(*(f"{cell}={digit}" for cell in cells for digit in (2, 7)))
    assert pattern.shape.tell(WORDS) == (
        "r1c1, r1c9, r9c9 and r9c2 hold 2 and 7 in turn, each seeing the next, so r1c1 and r9c2 hold both"
    )


def test_three_cells_of_the_same_two_digits_are_no_remote_pair() -> None:
    position = only(position_of("." * 81), dict.fromkeys(("r1c1", "r1c9", "r9c9"), "27"))

    assert found("remote pair", position) == []


def test_a_loop_takes_each_of_its_digits_from_what_sees_a_link() -> None:
    position = only(position_of("." * 81), {"r1c1": "12", "r1c9": "23", "r9c9": "34", "r9c1": "14"})
    (pattern,) = found("continuous nice loop", position)

    sides = {2: "r1c{}", 3: "r{}c9", 4: "r9c{}", 1: "r{}c1"}
    assert set(pattern.removed) == marks(*(f"{side.format(n)}={d}" for d, side in sides.items() for n in range(2, 9)))
    assert pattern.shape.tell(WORDS).endswith("so on round the loop: of any two linked nodes one is true")


def through_two_digits() -> Position:
    """A chain from 5 in r1c1 to 7 in r2c2, which see each other."""
    position = only(with_places(5, "r1 c1 c9"), {"r6c9": "57"})
    for row in (1, 3, 4, 5, 7, 8, 9):
        position.remove(classic().names.index(f"r{row}c2"), 6, 0)
    return position


def test_ends_of_two_digits_that_see_each_other_take_each_the_digit_of_the_other() -> None:
    assert marks("r1c1=7", "r2c2=5") in [set(pattern.removed) for pattern in found("aic", through_two_digits())]


def test_a_chain_that_removes_one_mark_is_a_discontinuous_loop_from_there() -> None:
    position = through_two_digits()
    position.remove(classic().names.index("r2c2"), 4, 0)

    assert marks("r1c1=7") in [set(pattern.removed) for pattern in found("discontinuous nice loop", position)]
    assert all(len(pattern.removed) > 1 for pattern in found("aic", position))


def test_a_chain_that_comes_back_to_its_start_proves_it() -> None:
    """Were r1c1 not 1, r1c9 was, so r5c9 was 3, r9c9 7 and r5c1 7, and column 1 had its 1 in r1c1 all the same."""
    position = only(with_places(1, "r1 c1 c9"), {"r5c9": "13", "r9c9": "37"})
    for digit, rows in ((1, "2346789"), (7, "1234678")):
        for row in rows:
            position.remove(classic().names.index(f"r{row}c1"), digit - 1, 0)
    told = {frozenset(p.removed): p.shape.tell(WORDS) for p in found("discontinuous nice loop", position)}
    others = marks(*(f"r1c1={digit}" for digit in (2, 3, 4, 5, 6, 8, 9)))

    assert told[frozenset(others)].endswith(("so r1c1 is 1 (row 1)", "so r1c1 is 1 (column 1)"))


def test_a_digit_of_several_cells_in_a_crossing_is_a_node() -> None:
    position = with_places(5, "r1 c1 c2 c9", "r6 c3 c9")
    patterns = found("grouped discontinuous nice loop", position)

    assert marks("r2c3=5") in [set(pattern.removed) for pattern in patterns]
    told = {frozenset(pattern.removed): pattern.shape.tell(WORDS) for pattern in patterns}
    assert told[frozenset(marks("r2c3=5"))] == (
        "if 5 is not in r1c1 or r1c2, r1c9 is 5 (row 1), so r6c9 is not 5, so r6c3 is 5 (row 6): "
        "5 is in r1c1 or r1c2, or r6c3 is 5"
    )


def test_of_an_almost_locked_set_one_digit_at_most_is_missing() -> None:
    position = only(position_of("." * 81), {"r1c1": "123", "r2c2": "123", "r3c3": "24", "r3c9": "14"})
    told = {
        frozenset(pattern.removed): pattern.shape.tell(WORDS)
        for pattern in found("grouped discontinuous nice loop", position)
    }

    assert told[frozenset(marks("r3c2=1"))] == (
        "if 1 is not in r1c1 or r2c2, r3c3 is 4 (r1c1, r2c2 and r3c3 have only 1, 2, 3 and 4), so r3c3 is not 2, "
        "so r3c9 is 1 (r3c3 and r3c9 have only 1, 2 and 4): 1 is in r1c1 or r2c2, or r3c9 is 1"
    )


def test_links_are_symmetric() -> None:
    position = next(puzzles(3)).position()
    digits = range(9)
    web = Web(position, (*in_units(position, digits), *in_cells(position), *in_groups(position)))

    for one, others in web.strong.items():
        assert all(web.strong[other] >> one & 1 for other in web.strong if others >> other & 1)
        assert all(web.weak(other) >> one & 1 for other in web.strong if web.weak(one) >> other & 1)


def test_shorter_chains_come_first() -> None:
    position = settled(next(puzzles(5)))
    web = Web(position, (*in_units(position, range(9)), *in_cells(position)))
    lengths = [hit.length for hit in hits(web, web.active)]

    assert lengths == sorted(lengths)


def settled(puzzle: Puzzle) -> Position:
    """A puzzle after its easy steps."""
    position = puzzle.position()
    list(Analyst(position, EASIER).run())
    return position


def walked(seed: int, count: int) -> list[tuple[Puzzle, Position, Pattern]]:
    """All patterns of wings, rectangles and chains along the way through some puzzles."""
    seen = []
    for puzzle in islice(puzzles(seed), count):
        position = settled(puzzle)
        while not position.is_solved:
            patterns = [pattern for player in FAMILY for pattern in islice(player.find(position), 12)]
            seen += [(puzzle, position.copy(), pattern) for pattern in patterns]
            news = next((pattern for pattern in patterns if is_news(pattern, position)), None)
            if news is None:
                break
            for cell, digit in news.removed:
                position.remove(cell, digit, 0)
            list(Analyst(position, EASIER).run())
    return seen


@pytest.fixture(scope="module")
def walk() -> list[tuple[Puzzle, Position, Pattern]]:
    return walked(11, 10)


def test_no_pattern_contradicts_the_solution(walk: list[tuple[Puzzle, Position, Pattern]]) -> None:
    assert len(walk) > 50
    for puzzle, _, pattern in walk:
        wrong = [mark for mark in pattern.removed if puzzle.solution[mark[0]] == mark[1]]
        assert wrong == [], f"{pattern.shape.tell(WORDS)} in {puzzle.grid}"


def test_every_pattern_says_something_new(walk: list[tuple[Puzzle, Position, Pattern]]) -> None:
    assert all(is_news(pattern, position) for _, position, pattern in walk)


def test_no_technique_removes_the_same_twice() -> None:
    for puzzle in islice(puzzles(11), 4):
        position = settled(puzzle)
        for player in chains.PLAYERS:
            removed = [frozenset(pattern.removed) for pattern in player.find(position)]
            assert len(removed) == len(set(removed))


def test_conditions_and_premises_entail_what_goes(walk: list[tuple[Puzzle, Position, Pattern]]) -> None:
    for puzzle, position, pattern in walk[:: max(1, len(walk) // 15)]:
        deduction = Analyst(position, ()).deduce(pattern)
        assert proves(classic(), deduction, puzzle.solution), pattern.shape.tell(WORDS)


@pytest.mark.slow
def test_no_premise_of_many_is_idle() -> None:
    """Here and there the search that drops idle premises gives up; most patterns have none."""
    walk = walked(12, 20)[::20]
    idle = 0
    for puzzle, position, pattern in walk:
        deduction = Analyst(position, ()).deduce(pattern)
        assert proves(classic(), deduction, puzzle.solution), pattern.shape.tell(WORDS)
        idle += bool(droppable(classic(), deduction))
    assert idle <= len(walk) // 25
