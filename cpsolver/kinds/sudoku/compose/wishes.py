"""How near a candidate comes to what is wished: nothing is graded beyond the level that is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from cpsolver.errors import UnsupportedTask, did_you_mean
from cpsolver.kinds.sudoku.grade import Grading
from cpsolver.kinds.sudoku.logic.players import PLAYERS
from cpsolver.kinds.sudoku.logic.position import Position
from cpsolver.kinds.sudoku.scale import Scale, level_number
from cpsolver.spec.puzzle import GoOn, Grade, Wishes

TOLERANCE = Fraction(1, 10)
"""A score that is asked for may be missed by this part of it."""

_SCORES = re.compile(r"(\d+(?:\.\d+)?)(?:\s*(?:-|–|\.\.)\s*(\d+(?:\.\d+)?))?")


@dataclass(frozen=True)
class Difficulty:
    """What is asked for: a level by its number, or scores from least to most. No step above `level` is looked for."""

    asked: str
    level: int
    least: Fraction = Fraction(0)
    most: Fraction | None = None
    by_score: bool = False

    def missed_by(self, grade: Grade) -> float:
        """How far a grade is from what is asked for; 0 if it is met."""
        if not grade.solved:
            return 2.0
        if not self.by_score:
            return float(abs(grade.rank - self.level))
        assert self.most is not None, "scores have an upper end"
        if self.least <= grade.score <= self.most:
            return 0.0
        gap = self.least - grade.score if grade.score < self.least else grade.score - self.most
        return float(gap / max(self.most, Fraction(1)))


def difficulty_of(asked: str, scale: Scale) -> Difficulty | None:
    """The difficulty that a text asks for; None for an empty one. Raises: UnsupportedTask with the levels."""
    if not asked:
        return None
    names = [level.name for level in scale.levels]
    if asked.lower() in names:
        number = names.index(asked.lower())
        return Difficulty(asked, number, most=scale.levels[number].most)
    found = _SCORES.fullmatch(asked.strip())
    if not found:
        hint = did_you_mean(asked, names, "levels")
        raise UnsupportedTask(f"'{asked}' is neither a level of {scale.title or 'this scale'} nor a score; {hint}")
    first = Fraction(found[1])
    least, most = (first, Fraction(found[2])) if found[2] else (first * (1 - TOLERANCE), first * (1 + TOLERANCE))
    if most < least:
        raise UnsupportedTask(f"no score is from {found[1]} to {found[2]}; the lower one comes first")
    # a step of a high level may score little, so that only the last level leaves out nothing
    level = len(names) - 1 if scale.total == "sum" else level_number(scale.levels, most)
    return Difficulty(asked, level, least, most, True)


def known_techniques(wished: Iterable[str], scale: Scale) -> tuple[str, ...]:
    """The techniques wished, as they are called. Raises: UnsupportedTask for one that the scale does not use."""
    used = [rated.technique for rated in scale.techniques if rated.enabled and rated.technique in PLAYERS]
    found = []
    for name in wished:
        name = name.strip().lower()
        if name not in used:
            is_off = name in scale.by_name
            hint = "the scale has it switched off" if is_off else did_you_mean(name, used, "techniques")
            raise UnsupportedTask(f"{scale.title or 'the scale'} uses no technique '{name}'; {hint}")
        found.append(name)
    return tuple(found)


@dataclass(frozen=True)
class Judge:
    """What is wished of the grade of a candidate."""

    scale: Scale
    difficulty: Difficulty | None
    techniques: tuple[str, ...]

    @classmethod
    def of(cls, wishes: Wishes, scale: Scale) -> Judge:
        """The judge for some wishes. Raises: UnsupportedTask."""
        return cls(scale, difficulty_of(wishes.difficulty, scale), known_techniques(wishes.techniques, scale))

    @property
    def needs_grade(self) -> bool:
        """Whether a wish needs a grade."""
        return self.difficulty is not None or bool(self.techniques)

    def grade(self, position: Position, only_units: bool, go_on: GoOn) -> Grade | None:
        """The grade as far as it is needed: None if it is too hard, or if time was up.

        only_units: whether the task has no other rules than techniques look at
        """
        wanted = self.difficulty
        grading = Grading(position, self.scale, wanted.level if wanted else None, only_units)
        for _ in grading.run(go_on):
            if wanted is not None and self._is_beyond(grading, wanted):
                return None
        grade = grading.grade(only_units)
        return grade if grade.solved or wanted is None or self._is_last(wanted) else None

    def full_grade(self, position: Position, only_units: bool, go_on: GoOn) -> Grade:
        """The grade, however hard it is."""
        grading = Grading(position, self.scale, exchangeable=only_units)
        for _ in grading.run(go_on):
            pass
        return grading.grade(only_units)

    def distance(self, grade: Grade | None) -> float:
        """How far a grade is from what is wished; what was too hard to be graded counts as farther than a level."""
        if not self.needs_grade:
            return 0.0
        if grade is None:
            return 1.5
        missed = self.difficulty.missed_by(grade) if self.difficulty else 0.0 if grade.solved else 2.0
        return missed + len(self._missing(grade))

    def unmet(self, grade: Grade | None) -> Iterator[str]:
        """The wishes that a grade does not meet, in words."""
        if not self.needs_grade or grade is None:
            return
        if self.difficulty is not None and self.difficulty.missed_by(grade) > 0:
            yield f"difficulty {self.difficulty.asked}: this is {grade.said}"
        for name in self._missing(grade):
            yield f"technique {name}: this needs {grade.hardest or 'none'} at most"

    def _missing(self, grade: Grade) -> list[str]:
        used = dict(grade.used)
        return [name for name in self.techniques if name not in used]

    def _is_beyond(self, grading: Grading, wanted: Difficulty) -> bool:
        """Whether the score is too high already; steps that are too hard are not looked for."""
        return wanted.most is not None and grading.score > wanted.most

    def _is_last(self, wanted: Difficulty) -> bool:
        return wanted.level == len(self.scale.levels) - 1
