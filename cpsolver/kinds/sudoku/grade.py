"""How hard a sudoku is: what players need for it, scored by a scale, and the sudoku game's three measures.

The easiest technique that says something new is used, until the board is full: the same loop as `explain`, without
premises. Only a puzzle with one solution has a grade; that it has one is proved elsewhere, before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from cpsolver.kinds.sudoku.logic.analyst import Analyst
from cpsolver.kinds.sudoku.logic.geometry import geometry_of
from cpsolver.kinds.sudoku.logic.pattern import Pattern, Player
from cpsolver.kinds.sudoku.logic.position import Position
from cpsolver.kinds.sudoku.rules import has_rules
from cpsolver.kinds.sudoku.scale import Rated, Scale, players
from cpsolver.kinds.sudoku.techniques import is_exchangeable, position_of
from cpsolver.spec.document import Document
from cpsolver.spec.puzzle import GoOn, Grade, Measures, always
from cpsolver.task.task import Task


class Grading:
    """A board being graded: what was used so far.

    most:         no step above this level is looked for; the grading then ends unsolved
    exchangeable: whether techniques that rely on one solution may be used: see `techniques.is_exchangeable`
    """

    def __init__(self, position: Position, scale: Scale, most: int | None = None, exchangeable: bool = True) -> None:
        self.position, self.scale = position, scale
        self.analyst = Analyst(position, _players(scale, most, exchangeable))
        self.used: Counter[str] = Counter()
        self.score = Fraction(0)
        self.hardest: Rated | None = None

    def run(self, go_on: GoOn = always) -> Iterator[Pattern]:
        """Use the easiest technique, again and again; what was seen comes after it was scored and applied."""
        position = self.position
        while position.open and not position.is_contradictory and go_on():
            pattern = self.analyst.easiest()
            if pattern is None:
                return
            self._take(self.scale.scored(pattern, position))
            for cell, digit in pattern.placed:
                position.place(cell, digit, 0)
            for cell, digit in pattern.removed:
                position.remove(cell, digit, 0)
            yield pattern

    def _take(self, rated: Rated) -> None:
        self.used[rated.technique] += 1
        if self.hardest is None or (rated.level, rated.score) > (self.hardest.level, self.hardest.score):
            self.hardest = rated
        self.score = self.score + rated.score if self.scale.total == "sum" else max(self.score, rated.score)

    @property
    def level(self) -> int:
        """The number of the level as far as the board was graded."""
        return self.scale.level_of(self.score, self.hardest.level if self.hardest else 0)

    def grade(self, only_units: bool = True) -> Grade:
        """What was found. only_units: whether the task has no other rules than the techniques look at."""
        solved = self.position.is_solved
        number = self.level if solved else len(self.scale.levels) - 1
        order = {rated.technique: at for at, rated in enumerate(self.scale.techniques)}
        used = sorted(self.used.items(), key=lambda item: order.get(item[0], len(order)))
        return Grade(
            self.scale.title,
            self.scale.levels[number].name if solved or only_units else None,
            self.score,
            self.hardest.technique if self.hardest else "",
            tuple(used),
            solved,
            number,
        )


_PLAYERS: dict[tuple[int, int | None, bool], tuple[Scale, tuple[Player, ...]]] = {}


def _players(scale: Scale, most: int | None, unique: bool) -> tuple[Player, ...]:
    """The players of a scale up to a level; kept, since a generator asks for every puzzle."""
    key = id(scale), most, unique
    kept = _PLAYERS.get(key)
    if kept is None or kept[0] is not scale:
        found = players(scale if most is None else scale.up_to(most))
        kept = _PLAYERS[key] = scale, tuple(player for player in found if unique or not player.unique)
    return kept[1]


def grade(task: Task, document: Document, go_on: GoOn = always) -> Grade | None:
    """The grade of a puzzle, which must have one solution, by the scale of a document.

    None if its cells or units are not those of a sudoku. Raises: SpecError for a wrong scale.
    """
    scale = Scale.read(document)
    geometry = geometry_of(task)
    if geometry is None:
        return None
    position = position_of(task, geometry, task.knowledge())
    grading = Grading(position, scale, exchangeable=is_exchangeable(task, geometry))
    for _ in grading.run(go_on):
        pass
    return grading.grade(not has_rules(task))


def measures(task: Task, nodes: int | None = None) -> Measures:
    """What can be counted of a task: its givens, and how they are spread over rows, columns and boxes.

    nodes: the size of the search, which is made elsewhere
    """
    given = {fact.variable for fact in task.given if fact.domain.is_fixed}
    geometry = geometry_of(task)
    spread = {}
    for line, family in (("row", "rows"), ("column", "columns"), ("box", "boxes")):
        units = [unit for unit in geometry.units if unit.line == line] if geometry else []
        if geometry and units:
            spread[family] = _variance([sum(geometry.names[cell] in given for cell in unit.cells) for unit in units])
    return Measures(len(given), spread, nodes)


def _variance(counts: Sequence[int]) -> Fraction:
    mean = Fraction(sum(counts), len(counts))
    return sum(((count - mean) ** 2 for count in counts), Fraction(0)) / len(counts)
