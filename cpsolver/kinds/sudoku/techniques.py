"""The techniques of a sudoku, in the order of a scale: players' own on its units, general ones on a variant's rules.

Players' techniques solve their auxiliary models by looking (`logic`); together they are one technique of the auxiliary
loop, which goes back to the easiest by itself. Where they stop, a variant's other conditions are asked one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from cpsolver.auxiliary.model import AuxiliaryModel, SolvedModel, Technique
from cpsolver.auxiliary.recombination import refutation
from cpsolver.auxiliary.techniques import suppose
from cpsolver.kinds.sudoku.foresight import Foresight
from cpsolver.kinds.sudoku.logic import almost_locked, chains, singles, subsets, sue_de_coq, supposition
from cpsolver.kinds.sudoku.logic.analyst import Analyst, is_news
from cpsolver.kinds.sudoku.logic.geometry import Geometry, geometry_of
from cpsolver.kinds.sudoku.logic.pattern import Deduction, Player
from cpsolver.kinds.sudoku.logic.players import PLAYERS
from cpsolver.kinds.sudoku.logic.position import Mark, Position
from cpsolver.kinds.sudoku.logic.possible import Outlook
from cpsolver.kinds.sudoku.logic.supposition import Supposed
from cpsolver.kinds.sudoku.rules import MARKS, RULE, TOGETHER, has_rules
from cpsolver.task.domain import Finite, Value
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.task import Fact, Task

Scores = Mapping[str, int]
"""How hard each technique is."""

SINGLES = ("full house", "naked single", "hidden single")
"""What suppositions are followed by."""

SIMPLE = frozenset(player.name for player in (*singles.PLAYERS, *subsets.PLAYERS))
"""What players look for in a variant before they ask its rules."""

LABORIOUS = frozenset(player.name for family in (chains, almost_locked, sue_de_coq) for player in family.PLAYERS)
"""What players look for in a variant only where no supposition fails soon: many patterns on a board still empty."""

FIRST, MIDDLE, LATER = 1, 7, 8
"""The places of players' techniques: simple ones before a variant's rules, quick ones after, all last."""

SOON = 14
"""So many steps of a supposition are easier than what is laborious."""


def arranged(players: Sequence[Player], scores: Scores, lines: Sequence[str] = ()) -> tuple[Technique, ...]:
    """The techniques of a sudoku for the auxiliary loop, players' in this order.

    lines: `row`, `column`, `box` or `other`, for patterns within such units only, and nothing general; empty for all
    """
    playing = _playing(tuple(players), scores, frozenset(lines), LATER)
    if lines:
        return (playing,)
    simple = _playing(tuple(player for player in players if player.name in SIMPLE), scores, frozenset(), FIRST)
    quick = _playing(tuple(player for player in players if player.name not in LABORIOUS), scores, frozenset(), MIDDLE)
    return (simple, *ASKED, quick, SUPPOSED_SOON, playing, SUPPOSED, SUPPOSED_WELL)


@dataclass(frozen=True, eq=False)
class _Playing:
    """Players' techniques as one of the auxiliary loop.

    Where a variant has rules they come three times: the simple ones, and after the rules others and in the end all, of
    which one step is taken before it is begun anew. Otherwise only the last time, and they go back to the easiest by
    themselves. A record rather than closures: techniques travel to solvers in processes of their own.
    """

    players: tuple[Player, ...]
    scores: Scores
    lines: frozenset[str]
    place: int

    def __reduce__(self) -> tuple[object, ...]:
        """Players travel by name, since what some look by is made where they are listed."""
        return _recalled, (tuple(player.name for player in self.players), dict(self.scores), self.lines, self.place)

    def look(self, task: Task, known: Knowledge) -> Iterator[AuxiliaryModel | SolvedModel]:
        """All patterns of the position as it stands, easiest first; one that says nothing beyond them is left out."""
        analyst = self._analyst_of(task, known)
        said: set[Mark] = set()
        for player in self.players if analyst else ():
            assert analyst is not None
            for pattern in player.find(analyst.position):
                marks = {*pattern.removed, *((cell, ~digit) for cell, digit in pattern.placed)}
                if not marks <= said and is_news(pattern, analyst.position) and analyst.is_allowed(pattern):
                    said |= marks
                    yield solved(analyst.deduce(pattern), analyst.position.geometry, self.scores)

    def follow(self, task: Task, known: Knowledge) -> Iterator[SolvedModel]:
        """One pattern after the other, always of the easiest technique that has one."""
        analyst = self._analyst_of(task, known)
        steps = analyst.run() if analyst else iter(())
        for deduction in islice(steps, 1) if self.place != FIRST and has_rules(task) else steps:
            assert analyst is not None
            yield solved(deduction, analyst.position.geometry, self.scores)

    def _analyst_of(self, task: Task, known: Knowledge) -> Analyst | None:
        """None where there is nothing to look at, and until the last time where there is no rule to come before."""
        geometry = geometry_of(task)
        if geometry is None or (self.place != LATER and not has_rules(task)):
            return None
        return Analyst(position_of(task, geometry, known), _usable(task, geometry, self.players), lines=self.lines)


def _recalled(names: tuple[str, ...], scores: Scores, lines: frozenset[str], place: int) -> _Playing:
    return _Playing(tuple(PLAYERS[name] for name in names), scores, lines, place)


def _playing(players: tuple[Player, ...], scores: Scores, lines: frozenset[str], place: int) -> Technique:
    playing = _Playing(players, scores, lines, place)
    return Technique("players", place, playing.look, "what players see", playing.follow)


def _usable(task: Task, geometry: Geometry, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Players' techniques that may be used: of suppositions only such as are followed by all that is known.

    Hard ones are not looked for where every mark is held by some solution, so that none of them can say anything.
    """
    allows_unique = is_exchangeable(task, geometry)
    supposing = {player.name for player in supposition.PLAYERS} if has_rules(task) else set()
    usable = (p for p in players if (allows_unique or not p.unique) and p.name not in supposing)
    if has_rules(task):
        return tuple(usable)
    outlook = Outlook()
    return tuple(p if p.unique or p.name in SIMPLE else outlook.sparing(p) for p in usable)


def is_exchangeable(task: Task, geometry: Geometry) -> bool:
    """Whether digits may be exchanged within units, as techniques that rely on one solution suppose.

    Not where something else is said of single cells: by a rule, by cells that differ across units, by marks given.
    """
    return not has_rules(task) and not geometry.others and all(fact.domain.is_fixed for fact in task.given)


def position_of(task: Task, geometry: Geometry, known: Knowledge) -> Position:
    """The pencil marks that what is known leaves; digits that are known count as placed."""
    number = {value: digit for digit, value in enumerate(geometry.values)}
    masks: dict[tuple[Value, ...], int] = geometry.__dict__.setdefault("_masks_of", {})
    marks, placed = [], []
    for cell, name in enumerate(geometry.names):
        domain = known.domains[name]
        assert isinstance(domain, Finite), "a board has finite domains"
        if len(domain) == geometry.size:
            marks.append(geometry.every_digit)
            continue
        mask = masks.get(domain.values)
        if mask is None:
            mask = masks[domain.values] = sum(1 << number[value] for value in domain)
        marks.append(mask)
        if domain.is_fixed:
            placed.append((cell, number[domain.value]))
    given = {fact.variable for fact in task.given if fact.domain.is_fixed}
    givens = sum(1 << cell for cell, name in enumerate(geometry.names) if name in given)
    return Position(geometry, marks, placed, givens)


def solved(deduction: Deduction, geometry: Geometry, scores: Scores) -> SolvedModel:
    """A deduction as a model of the auxiliary loop: cells and digits by their names."""
    pattern = deduction.pattern
    supposed = None
    if isinstance(pattern.shape, Supposed):
        supposed = Fact(geometry.names[pattern.shape.cell], geometry.finite(1 << pattern.shape.digit))
    return SolvedModel(
        pattern.technique,
        scores.get(pattern.technique, 0),
        deduction.conditions,
        (*_placed(deduction.homes, geometry), *_gone(deduction.missing, geometry)),
        Finding((*_placed(deduction.placed, geometry), *_gone(deduction.removed, geometry))),
        pattern.shape,
        supposed,
        tuple(solved(step, geometry, scores) for step in pattern.substeps),
    )


def _placed(marks: Sequence[Mark], geometry: Geometry) -> list[Fact]:
    return [geometry.fact(cell, 1 << digit) for cell, digit in marks]


def _gone(marks: Sequence[Mark], geometry: Geometry) -> list[Fact]:
    """What is left where marks are gone; a digit of -1 stands for all of them: a contradiction."""
    if not marks:
        return []
    left: dict[int, int] = {}
    for cell, digit in marks:
        before = left.get(cell, geometry.every_digit)
        left[cell] = before & ~(1 << digit) if digit >= 0 else 0
    return [geometry.fact(cell, mask) for cell, mask in left.items()]


def _supposed(most: int | None, well: bool, task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    """A value of an open cell is supposed and followed by singles and single conditions (Nishio, for players).

    Where all conditions are units players' suppositions are enough. A model is made only of a supposition that
    fails, after no more than so many steps, or any number, and first of one that fails soon. well: by subsets as well
    """
    if geometry_of(task) is not None and not has_rules(task):
        return
    # they fail the more, the more is known: those not yet told stay with what is known
    pending = known.__dict__.setdefault(f"_failing_{most}_{well}", [])
    for _, cell, value in Foresight(task, known, well).failing(most, pending):
        supposed = suppose(task, known, cell, Finite((value,)))
        yield AuxiliaryModel("supposition", (supposed,), refutation, deepen=(FOLLOWED[well], *ASKED))


FOLLOWED = tuple(
    _playing(tuple(PLAYERS[name] for name in names), {}, frozenset(), FIRST)
    for names in (SINGLES, (*SINGLES, *(player.name for player in subsets.PLAYERS)))
)
"""By which players' techniques a supposition is followed: singles, or subsets as well."""

SUPPOSED_SOON, SUPPOSED, SUPPOSED_WELL = (
    Technique(
        "rules supposed", place, partial(_supposed, most, well), "a digit whose supposition fails by singles and rules"
    )
    for place, most, well in ((MIDDLE, SOON, False), (9, None, False), (10, None, True))
)

ASKED = (MARKS, RULE, TOGETHER)
GENERAL = (*ASKED, SUPPOSED)
"""What is used beside players' techniques, easiest first."""

TECHNIQUES = arranged((*singles.PLAYERS, *subsets.PLAYERS, *supposition.PLAYERS), {})
"""What is used where no scale is at hand: enough for any puzzle, nothing that takes long to look for."""
