"""Candidates judged: what a puzzle is, and how near it comes to what was wished."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from cpsolver.errors import UnsupportedTask, did_you_mean
from cpsolver.kinds.sudoku.compose.wishes import Judge
from cpsolver.kinds.sudoku.logic.geometry import Geometry, geometry_of
from cpsolver.kinds.sudoku.logic.position import Position
from cpsolver.kinds.sudoku.rules import has_rules
from cpsolver.spec.puzzle import GoOn, Puzzle, Wishes
from cpsolver.task.task import Task

METHODS = ("cut", "opening")

GRADED = 1.0
"""A wish about the grade counts as more than any of those that are looked at without grading."""


class Source(Protocol):
    """Where candidates come from."""

    def block(self, number: int, go_on: GoOn) -> Iterator[Puzzle]:
        """The candidates of a block, in order, determined by its number."""

    def is_minimal(self, puzzle: Puzzle, go_on: GoOn) -> bool | None:
        """Whether no given is spare; None if that was not found out."""


@dataclass(frozen=True)
class _Board:
    """A model, its geometry, None without units, and whether it has no other rules than techniques look at."""

    model: Task
    geometry: Geometry | None
    only_units: bool


@dataclass(frozen=True)
class SudokuComposer:
    """Candidates of a source, compared with what is wished."""

    source: Source
    wishes: Wishes
    judge: Judge
    _last: list[_Board] = field(default_factory=list, repr=False)

    def block(self, number: int, go_on: GoOn) -> Iterator[Puzzle]:
        """The candidates of a block, in order."""
        for candidate in self.source.block(number, go_on):
            yield self._judged(candidate, go_on)

    def _judged(self, puzzle: Puzzle, go_on: GoOn) -> Puzzle:
        """Cheap wishes first. What misses one of them is not graded."""
        if self.wishes.several:
            return puzzle
        missed = clues_missed(self.wishes, puzzle)
        if missed:
            return replace(puzzle, distance=missed)
        if self.wishes.minimal and puzzle.minimal is None:
            puzzle = replace(puzzle, minimal=self.source.is_minimal(puzzle, go_on))
            if not puzzle.minimal:
                return replace(puzzle, distance=GRADED)
        if not self.judge.needs_grade:
            return puzzle
        board = self._board(puzzle.model)
        position = _position(puzzle, board.geometry)
        grade = self.judge.grade(position, board.only_units, go_on) if position else None
        return replace(puzzle, grade=grade, distance=self.judge.distance(grade))

    def finished(self, puzzle: Puzzle, go_on: GoOn) -> Puzzle:
        """A puzzle with all that is told of it: its grade, whether it is minimal, the wishes that it does not meet."""
        if self.wishes.several and puzzle.solutions != 1:
            return puzzle
        wanted = self.wishes.graded or self.judge.needs_grade
        board = self._board(puzzle.model)
        if puzzle.grade is None and wanted and (position := _position(puzzle, board.geometry)):
            puzzle = replace(puzzle, grade=self.judge.full_grade(position, board.only_units, go_on))
        if puzzle.minimal is None:
            puzzle = replace(puzzle, minimal=self.source.is_minimal(puzzle, go_on))
        unmet = tuple(self._unmet(puzzle)) if puzzle.distance else ()
        return replace(puzzle, unmet=unmet) if unmet else puzzle

    def _board(self, model: Task) -> _Board:
        """What grading must know of a model; the last one is kept, as most puzzles are of the same."""
        if not self._last or self._last[0].model is not model:
            self._last[:] = [_Board(model, geometry_of(model), not has_rules(model))]
        return self._last[0]

    def _unmet(self, puzzle: Puzzle) -> Iterator[str]:
        wishes = self.wishes
        if wishes.clues is not None and len(puzzle.given) != wishes.clues:
            yield f"{wishes.clues} clues: this has {len(puzzle.given)}"
        if wishes.minimal and not puzzle.minimal:
            yield "minimal: this has spare clues" if puzzle.minimal is False else "minimal: not proved of this"
        if self.judge.needs_grade and puzzle.grade is None:
            yield "difficulty: this board has no units to grade by"
        yield from self.judge.unmet(puzzle.grade)


def _position(puzzle: Puzzle, geometry: Geometry | None) -> Position | None:
    """The board of a puzzle, its givens placed; None if it has no units."""
    if geometry is None:
        return None
    digit = {value: number for number, value in enumerate(geometry.values)}
    placed = [(cell, digit[puzzle.given[name]]) for cell, name in enumerate(geometry.names) if name in puzzle.given]
    marks = [geometry.every_digit] * len(geometry.names)
    for cell, number in placed:
        marks[cell] = 1 << number
    return Position(geometry, marks, placed)


def clues_missed(wishes: Wishes, puzzle: Puzzle) -> float:
    """How far the number of givens is from what is asked for: more than anything about the grade."""
    if wishes.clues is None or len(puzzle.given) == wishes.clues:
        return 0.0
    return 10.0 + abs(len(puzzle.given) - wishes.clues)


def check_wishes(wishes: Wishes, free: Sequence[Sequence[object]], cells: int) -> None:
    """Refuse what no puzzle can meet. Raises: UnsupportedTask."""
    if wishes.method not in METHODS:
        hint = did_you_mean(wishes.method, METHODS, "methods")
        raise UnsupportedTask(f"no method is called '{wishes.method}'; {hint}")
    if wishes.several and wishes.method != "opening":
        raise UnsupportedTask("only the method 'opening' gives puzzles with several solutions; 'cut' always proves one")
    if wishes.several and (wishes.difficulty or wishes.techniques or wishes.minimal):
        raise UnsupportedTask("a puzzle with several solutions has no grade and is not minimal; leave these wishes out")
    may = sum(map(len, free))
    if not may:
        raise UnsupportedTask("the pattern and the symmetry leave no cell that may be given")
    if wishes.clues is not None and wishes.clues > may:
        why = "" if may == cells else " that pattern and symmetry allow"
        raise UnsupportedTask(f"{wishes.clues} clues are asked for; there are {may} cells{why}")
    if wishes.clues is not None and not _is_sum(wishes.clues, free):
        raise UnsupportedTask(f"no {wishes.clues} cells have the symmetry '{wishes.symmetry}'")


def check_fewest(wishes: Wishes, fewest: int) -> None:
    """Refuse fewer clues than any puzzle of one solution has. Raises: UnsupportedTask."""
    if wishes.clues is not None and wishes.clues < fewest and not wishes.several:
        raise UnsupportedTask(f"no puzzle with {wishes.clues} clues has one solution; it takes {fewest} or more")


def _is_sum(wanted: int, free: Sequence[Sequence[object]]) -> bool:
    """Whether some of the orbits have so many cells together."""
    reached = 1
    for orbit in free:
        reached |= reached << len(orbit)
    return bool(reached >> wanted & 1)
