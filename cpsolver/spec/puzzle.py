"""Tasks composed for people: what is wished of one, what came out, how hard it is. The words of `grade` and `generate`.

A kind that can grade or compose fills these records; it reads no files and no clock, and is told when to end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Protocol

from cpsolver.spec.document import Document, Place, Plain
from cpsolver.spec.names import ModelNames
from cpsolver.task.domain import Finite, Value
from cpsolver.task.result import Result
from cpsolver.task.task import Fact, Task

GoOn = Callable[[], bool]
"""Asked now and then; False ends the work with what is known."""


def always() -> bool:
    """True: nobody asks to end."""
    return True


@dataclass(frozen=True)
class Grade:
    """How hard a task with one solution is for people.

    scale:   the title of the scale
    level:   None if that is not known: the techniques ended, and the task has rules they do not look at
    score:   as the scale says; if the techniques ended, of the steps so far, and so too low
    hardest: the technique of the highest level and score; empty if nothing was open
    used:    how often each technique was used, in the scale's order
    solved:  whether these techniques solved it, without a choice
    rank:    the number of the level, from 0
    """

    scale: str
    level: str | None
    score: Fraction
    hardest: str
    used: tuple[tuple[str, int], ...]
    solved: bool
    rank: int = 0

    @property
    def steps(self) -> int:
        """How many steps were taken."""
        return sum(times for _, times in self.used)

    @property
    def said(self) -> str:
        """`hard (1180), x-wing`: level, score, and the hardest technique."""
        level = self.level or "level not known"
        return f"{level} ({in_digits(self.score)})" + (f", {self.hardest}" if self.hardest else "")


@dataclass(frozen=True)
class Measures:
    """What can be counted of a puzzle.

    givens: how many variables are given
    spread: how evenly: for each family of conditions, such as rows, the variance of the number of givens over its
            members: the mean square of what each differs by from their mean; 0 where all have as many
    nodes:  the size of the search: the assignments that a recursion makes until it has proved that there is no second
            solution; None if that was not finished or not asked for
    """

    givens: int
    spread: Mapping[str, Fraction]
    nodes: int | None = None


@dataclass(frozen=True)
class Wishes:
    """What is wished of a puzzle.

    method:     cut: digits of a full grid are taken away while the solution stays unique; opening: digits of a full
                grid are shown until it is unique
    difficulty: a level of the scale, a score (within a tenth), a range of scores `800-1000`, or empty
    clues:      how many digits are given; None for any number
    symmetry:   of the cells that are given
    pattern:    which cells may be given, as a grid: its source and its text
    techniques: that the puzzle must need
    minimal:    whether no given may be spare
    several:    whether a puzzle may have several solutions, as `opening` gives them without proof
    graded:     whether a grade is wanted even if no other wish needs one
    """

    method: str = "cut"
    difficulty: str = ""
    clues: int | None = None
    symmetry: str = "none"
    pattern: tuple[str, str] | None = None
    techniques: tuple[str, ...] = ()
    minimal: bool = False
    several: bool = False
    graded: bool = True


@dataclass(frozen=True)
class Puzzle:
    """A puzzle composed.

    model:     its task without givens
    given:     variable → value
    solution:  the only one, or one of several
    solutions: how many there are, counted up to a limit; 1 is proved
    limited:   whether counting ended at a limit, so that there may be more
    parameters: of the model, as a spec gives them
    grade:     None if it was not wanted, or is not known, or there are several solutions
    minimal:   whether no given is spare: without any one of them there are several solutions; None if not looked at
    unmet:     the wishes that it does not meet, in words
    distance:  how far it is from what was wished; 0 if it meets all
    line:      the givens on one line, as players write them, where that is known
    """

    model: Task
    given: Mapping[str, Value]
    solution: Mapping[str, Value]
    solutions: int = 1
    limited: bool = False
    parameters: Mapping[str, Plain] = field(default_factory=dict)
    grade: Grade | None = None
    minimal: bool | None = None
    unmet: tuple[str, ...] = ()
    distance: float = 0.0
    line: str | None = None

    @cached_property
    def task(self) -> Task:
        """The task, givens included."""
        facts = tuple(Fact(name, Finite((value,))) for name, value in self.given.items())
        return replace(self.model, given=(*self.model.given, *facts))


class Composer(Protocol):
    """Candidates for a puzzle, in blocks. Block k is always the same for the same wishes and seed."""

    def block(self, number: int, go_on: GoOn) -> Iterator[Puzzle]:
        """The candidates of a block, in order: those that meet all wishes, and of others those that come near."""

    def finished(self, puzzle: Puzzle, go_on: GoOn) -> Puzzle:
        """A candidate with everything that is told of it."""


@dataclass(frozen=True)
class Workshop:
    """What composing needs from outside.

    solve:     (task, number of solutions, go on) → what a solver that is quick for such tasks says
    formulate: (parameters) → the task of the model with these parameters beside those that were given
    names:     (parameters) → what the names of the model stand for then
    generate:  for parameters of the model how they are made of a full grid, as the model says
    scale:     the document of the scale
    seed:      of everything random
    """

    solve: Callable[[Task, int, GoOn], Result]
    formulate: Callable[[Mapping[str, Plain]], Task]
    names: Callable[[Mapping[str, Plain]], ModelNames]
    generate: Mapping[str, Place]
    scale: Document
    seed: int = 0


def in_digits(score: Fraction) -> str:
    """A score as people write it: `140`, `2.3`."""
    return str(score.numerator) if score.denominator == 1 else f"{float(score):g}"
