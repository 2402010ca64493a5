"""How hard steps and puzzles are: a table of techniques, scores and levels that users can change.

The two that come along are `scales/hodoku.yaml` and `scales/explainer.yaml`. No file is read here: a scale is read from
a document, so that whatever is wrong with it is said with its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Literal

from pydantic import PlainValidator

from cpsolver.errors import Problem, SpecError, did_you_mean, quoted
from cpsolver.kinds.sudoku.logic.pattern import Pattern, Player
from cpsolver.kinds.sudoku.logic.players import PLAYERS
from cpsolver.kinds.sudoku.logic.position import Position
from cpsolver.spec.document import Document, Place
from cpsolver.spec.puzzle import in_digits
from cpsolver.spec.schema import Exact, Field, Flag, Shape, Text, exact, validate

Total = Literal["sum", "hardest"]

_FISH = ("x-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan")
_FISH_OF_KIND = ("", "finned ", "sashimi ", "franken ", "finned franken ", "mutant ", "finned mutant ")
_LOOPS = ("continuous nice loop", "discontinuous nice loop", "aic")

TECHNIQUES: tuple[str, ...] = (
    *("full house", "naked single", "hidden single", "pointing", "claiming", "locked pair", "locked triple"),
    *(f"{sort} {size}" for sort in ("naked", "hidden") for size in ("pair", "triple", "quad")),
    *(f"{kind}{fish}" for kind in _FISH_OF_KIND for fish in _FISH),
    *("skyscraper", "2-string kite", "dual 2-string kite", "turbot fish", "empty rectangle", "dual empty rectangle"),
    *("colour trap", "colour wrap", "multi-colours 1", "multi-colours 2"),
    *(f"uniqueness test {number}" for number in range(1, 7)),
    *("hidden rectangle", "avoidable rectangle 1", "avoidable rectangle 2", "bug+1"),
    *("remote pair", "x-chain", "xy-chain", *_LOOPS, *(f"grouped {name}" for name in _LOOPS)),
    *("xy-wing", "xyz-wing", "w-wing", "als-xz", "als-xy-wing", "als-xy-chain", "death blossom", "sue de coq"),
    *("template set", "template delete", "supposition", "supposition of two levels"),
)
"""All names that a scale may use."""

Limit = Annotated[Fraction | None, PlainValidator(exact)]


class LevelShape(Shape):
    """A level of a scale, as it is written."""

    level: Text = Field(description="Its name")
    most: Limit = Field(None, description="The highest score of a puzzle of this level; only the last has none")


class RatedShape(Shape):
    """A technique of a scale, as it is written."""

    technique: Text = Field(description="Its name")
    score: Exact = Field(description="What a step by it scores")
    level: Text = Field("", description="A puzzle that needs it has at least this level; that of its score by default")
    enabled: Flag = Field(True, description="Whether it is used at all")
    in_box: Limit = Field(None, description="What a hidden single scores in a box, where it is then looked for first")


class ScaleShape(Shape):
    """A scale, as it is written."""

    title: Text = Field("", description="What people call it")
    source: Text = Field("", description="Where its numbers come from")
    score: Literal["sum", "hardest"] = Field(
        "sum", description="What a puzzle scores: the sum of its steps or the most"
    )
    levels: list[LevelShape] = Field(description="Easiest first")
    techniques: list[RatedShape] = Field(description="In the order in which they are tried")


@dataclass(frozen=True, slots=True)
class Level:
    """A level and the highest score of its puzzles, None for any."""

    name: str
    most: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Rated:
    """A technique with its score, its level as a number, whether it is used, and its score inside a box."""

    technique: str
    score: Fraction
    level: int
    enabled: bool = True
    in_box: Fraction | None = None


@dataclass(frozen=True)
class Scale:
    """How hard steps and puzzles are.

    total:      how the scores of the steps make that of a puzzle
    levels:     easiest first
    techniques: in the order in which they are tried
    """

    title: str
    source: str
    total: Total
    levels: tuple[Level, ...]
    techniques: tuple[Rated, ...]

    @classmethod
    def read(cls, document: Document) -> Scale:
        """The scale that a document holds.

        Raises: SpecError with the places of unknown keys and techniques, missing keys and wrong numbers.
        """
        place = Place(document)
        shape = validate(place, ScaleShape)
        problems = [*_wrong_levels(shape, place.at("levels")), *_wrong_techniques(shape, place.at("techniques"))]
        if problems:
            raise SpecError(*problems)
        levels = tuple(Level(level.level, level.most) for level in shape.levels)
        names = [level.name for level in levels]
        techniques = tuple(
            Rated(
                rated.technique,
                rated.score,
                names.index(rated.level) if rated.level else level_number(levels, rated.score),
                rated.enabled,
                rated.in_box,
            )
            for rated in shape.techniques
        )
        return cls(shape.title, shape.source, shape.score, levels, techniques)

    @cached_property
    def by_name(self) -> Mapping[str, Rated]:
        """The techniques by name, whether used or not."""
        return {rated.technique: rated for rated in self.techniques}

    def up_to(self, level: int) -> Scale:
        """The same scale without techniques above a level."""
        return replace(self, techniques=tuple(rated for rated in self.techniques if rated.level <= level))

    def level_of(self, score: Fraction, hardest: int = 0) -> int:
        """The number of the level of a puzzle that scores this and has a step of level `hardest`."""
        return max(hardest, level_number(self.levels, score))

    def scored(self, pattern: Pattern, position: Position) -> Rated:
        """What a pattern scores. A technique that is not in the scale scores nothing, at the last level."""
        rated = self.by_name.get(pattern.technique)
        if rated is None:
            return Rated(pattern.technique, Fraction(0), len(self.levels) - 1)
        if rated.in_box is not None and _is_in_box(pattern, position):
            return replace(rated, score=rated.in_box, level=min(rated.level, level_number(self.levels, rated.in_box)))
        return rated


def players(scale: Scale) -> tuple[Player, ...]:
    """The techniques that a scale uses, in its order, as far as they exist."""
    found: list[Player] = []
    for rated in scale.techniques:
        player = PLAYERS.get(rated.technique)
        if player is not None and rated.enabled:
            found += [_in_boxes(player)] if rated.in_box is not None else []
            found.append(player)
    return tuple(found)


def level_number(levels: Sequence[Level], score: Fraction) -> int:
    """The number of the first level whose highest score is not below this one."""
    return next((n for n, level in enumerate(levels) if level.most is None or score <= level.most), len(levels) - 1)


def _in_boxes(player: Player) -> Player:
    """The same technique, looked for in boxes only."""

    def find(position: Position) -> Iterator[Pattern]:
        return (pattern for pattern in player.find(position) if _is_in_box(pattern, position))

    return replace(player, find=find)


def _is_in_box(pattern: Pattern, position: Position) -> bool:
    units = position.geometry.units
    return bool(pattern.units) and all(units[unit].line not in ("row", "column") for unit in pattern.units)


def _wrong_levels(shape: ScaleShape, place: Place) -> Iterator[Problem]:
    if not shape.levels:
        yield place.problem("a scale needs at least one level", at_key=True)
    names: set[str] = set()
    before: Fraction | None = None
    for number, level in enumerate(shape.levels):
        here = place.at(number)
        if level.level in names:
            yield here.at("level").problem(f"level {quoted(level.level)} stands twice")
        names.add(level.level)
        is_last = number == len(shape.levels) - 1
        if level.most is None and not is_last:
            yield here.problem(f"level {quoted(level.level)} needs 'most'", hint="only the last level is without")
        if level.most is not None and before is not None and level.most <= before:
            hint = "levels stand easiest first"
            yield here.at("most").problem(f"{in_digits(level.most)} is not above {in_digits(before)}", hint=hint)
        before = level.most if level.most is not None else before


def _wrong_techniques(shape: ScaleShape, place: Place) -> Iterator[Problem]:
    levels = [level.level for level in shape.levels]
    seen: set[str] = set()
    for number, rated in enumerate(shape.techniques):
        here, name = place.at(number), rated.technique
        if name not in TECHNIQUES and name not in PLAYERS:
            hint = did_you_mean(name, TECHNIQUES, "techniques")
            yield here.at("technique").problem(f"no technique is called {quoted(name)}", hint=hint)
        elif name in seen:
            yield here.at("technique").problem(f"technique {quoted(name)} stands twice")
        seen.add(name)
        if rated.level and rated.level not in levels:
            hint = did_you_mean(rated.level, levels, "levels")
            yield here.at("level").problem(f"no level is called {quoted(rated.level)}", hint=hint)
        if rated.score < 0:
            yield here.at("score").problem("a score is not negative")
