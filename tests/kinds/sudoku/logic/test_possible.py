"""Which marks some solution holds, and that nothing hard is looked for where all do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cpsolver.compiled import units
from cpsolver.kinds.sudoku.logic.pattern import Pattern, Player
from cpsolver.kinds.sudoku.logic.position import Position
from cpsolver.kinds.sudoku.logic.possible import Outlook, impossible, is_ambiguous
from tests.kinds.sudoku.logic.puzzles import position_of
from tests.tasks import INKALA


@pytest.fixture(autouse=True)
def _at_hand() -> None:
    units.prepare()


SPARSE = "001000000200000000003000000400000005005000600600000040007103000800000000009020000"


def counted(position: Position) -> int:
    """How many marks no solution holds."""
    return sum(int(digits).bit_count() for digits in impossible(position))


def looked_for(position: Position) -> bool:
    """Whether a technique is looked for."""
    asked = []

    def find(position: Position) -> Iterator[Pattern]:
        asked.append(position)
        return iter(())

    list(Outlook().sparing(Player("hard", find)).find(position))
    return bool(asked)


def test_every_mark_of_an_empty_board_is_held_by_some_solution() -> None:
    assert counted(position_of("." * 81)) == 0
    assert is_ambiguous(position_of("." * 81))


def test_all_but_the_solution_is_impossible_where_there_is_one() -> None:
    position = position_of(INKALA)

    assert counted(position) == sum(digits.bit_count() for digits in position.digits) - 81
    assert not is_ambiguous(position)


def test_nothing_hard_is_looked_for_where_every_mark_is_possible() -> None:
    assert not looked_for(position_of("." * 81))


def test_of_one_or_several_solutions_what_may_follow_is_looked_for() -> None:
    assert looked_for(position_of(INKALA))
    assert looked_for(position_of(SPARSE)) == (counted(position_of(SPARSE)) > 0)


def test_everything_is_looked_for_as_long_as_the_recursion_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(units, "is_at_hand", lambda: False)

    assert looked_for(position_of("." * 81))
    assert is_ambiguous(position_of("." * 81)) is None
