"""Steps of all techniques in random puzzles, to be proved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cpsolver.kinds.sudoku.logic import singles, subsets, supposition
from cpsolver.kinds.sudoku.logic.analyst import Analyst, is_news
from cpsolver.kinds.sudoku.logic.pattern import Deduction, Player, Words
from cpsolver.kinds.sudoku.logic.players import PLAYERS
from tests.kinds.sudoku.logic.proving import agrees, droppable, proves
from tests.kinds.sudoku.logic.puzzles import Puzzle, classic, puzzles

LAST = supposition.PLAYERS
FIRST = (*singles.PLAYERS, *subsets.PLAYERS)
ORDERED = (*FIRST, *(player for player in PLAYERS.values() if player not in (*FIRST, *LAST)), *LAST)
"""All players, roughly the easiest first."""


def steps(seed: int, each: int) -> Iterator[tuple[Puzzle, Deduction]]:
    """Steps on the way through random puzzles without end, at most so many of a technique.

    Where the analyst's own step is no single, also what every other technique sees first in the position.
    """
    seen: Counter[str] = Counter()
    for puzzle in puzzles(seed):
        analyst = Analyst(puzzle.position(), ORDERED)
        while not analyst.position.is_solved:
            pattern = analyst.easiest()
            if pattern is None or pattern.technique == "contradiction":
                break
            if pattern.technique not in {player.name for player in singles.PLAYERS}:
                for deduction in _others(analyst, [player for player in ORDERED if seen[player.name] < each]):
                    seen[deduction.pattern.technique] += 1
                    yield puzzle, deduction
            deduction = analyst.step()
            assert deduction is not None
            if seen[deduction.pattern.technique] < each:
                seen[deduction.pattern.technique] += 1
                yield puzzle, deduction


def _others(analyst: Analyst, players: list[Player]) -> Iterator[Deduction]:
    for player in players:
        pattern = next((p for p in player.find(analyst.position) if is_news(p, analyst.position)), None)
        if pattern is not None:
            yield analyst.deduce(pattern)


def faults(puzzle: Puzzle, deduction: Deduction, tries: int | None = None) -> list[str]:
    """What is wrong with a step, in words: unsound, or premises that can be dropped, of so many that are tried."""
    geometry = classic()
    words = Words(geometry)
    name = deduction.pattern.technique
    told = f"{puzzle.grid} {name}: {deduction.pattern.shape.tell(words)}"
    if not agrees(deduction, puzzle.solution):
        return [f"wrong: {told}"]
    if not proves(geometry, deduction, puzzle.solution):
        return [f"not proved: {told}; {deduction.conditions}"]
    return [f"idle: {told}; {premise.tell(geometry)}" for premise in droppable(geometry, deduction, tries)]
