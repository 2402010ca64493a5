"""What a player's technique finds: a pattern, what follows from it, and what it rests on.

A pattern is a small auxiliary model that its technique solved by looking: some conditions, some missing marks, and what
they say together. The analyst turns the missing marks into premises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from cpsolver.kinds.sudoku.logic.geometry import Geometry, bits
from cpsolver.kinds.sudoku.logic.position import Mark, Position


class Shape(Protocol):
    """How a pattern looks: a frozen record of cells, digits and units, from which it is told."""

    def tell(self, words: Words) -> str:
        """Why the pattern says what it says, as a sentence without the conclusion."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One thing a technique saw.

    technique: its name, a key of the scales
    shape:     how it looks
    removed:   marks that go; placed: digits that are placed
    units:     numbers of the units it relies on as a whole: the digit must stand somewhere in it, or once only
    absent:    for digits the cells that must lack them for the pattern to be one
    differ:    pairs of cells that must differ, beside what the units say; their condition is looked up
    labels:    conditions relied on that are none of these, such as that the solution is unique
    substeps:  how a supposition was followed; what they rest on is what the pattern rests on
    homes:     placed cells it relies on, beside those that make digits absent
    """

    technique: str
    shape: Shape
    removed: tuple[Mark, ...] = ()
    placed: tuple[Mark, ...] = ()
    units: tuple[int, ...] = ()
    absent: Mapping[int, int] = field(default_factory=dict)
    differ: tuple[tuple[int, int], ...] = ()
    labels: tuple[str, ...] = ()
    substeps: tuple[Deduction, ...] = ()
    homes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Deduction:
    """A pattern that said something new, with its premises, in the order of a derivation.

    number:     its place among all deductions of one analysis, from 0
    removed:    the marks that went; placed: the digits that were placed
    homes:      placed cells it rests on; missing: marks it rests on, removed before or never there
    conditions: labels of all conditions it uses
    rests_on:   numbers of the deductions it rests on
    """

    number: int
    pattern: Pattern
    removed: tuple[Mark, ...]
    placed: tuple[Mark, ...]
    homes: tuple[Mark, ...]
    missing: tuple[Mark, ...]
    conditions: tuple[str, ...]
    rests_on: frozenset[int]


Finder = Callable[[Position], Iterator[Pattern]]
"""All patterns of a technique in a position, in an order that is the same every time; it changes nothing."""


@dataclass(frozen=True)
class Player:
    """A player's technique.

    name:    as the scales call it
    find:    all its patterns in a position; only those that say something new need come
    codes:   of the same technique in HoDoKu's library format
    unique:  whether it relies on the solution being the only one
    summary: one line
    """

    name: str
    find: Finder
    codes: tuple[str, ...] = ()
    unique: bool = False
    summary: str = ""


@dataclass(frozen=True)
class Words:
    """Cells, digits and units of a geometry in players' words."""

    geometry: Geometry

    def cell(self, cell: int) -> str:
        """`r1c3`."""
        return self.geometry.names[cell]

    def cells(self, cells: int | Iterable[int]) -> str:
        """`r1c3, r1c4 and r2c5`; a set of cells or several in order."""
        return self.listed(self.geometry.names[cell] for cell in (bits(cells) if isinstance(cells, int) else cells))

    def digit(self, digit: int) -> str:
        """The value digit d stands for."""
        return str(self.geometry.values[digit])

    def digits(self, digits: int | Iterable[int]) -> str:
        """`1, 4 and 7`; a set of digits or several in order."""
        return self.listed(map(self.digit, bits(digits) if isinstance(digits, int) else digits))

    def unit(self, unit: int) -> str:
        """`row 3`, as the condition is labelled."""
        return self.geometry.units[unit].label

    def units(self, units: Iterable[int]) -> str:
        """`rows 1, 4 and 8`, or `row 1 and box 3`."""
        labels = [self.unit(unit) for unit in units]
        heads = {label.rpartition(" ")[0] for label in labels}
        if len(labels) > 1 and len(heads) == 1 and (head := heads.pop()):
            plural = f"{head}es" if head.endswith("x") else f"{head}s"
            return f"{plural} {self.listed(label.rpartition(' ')[2] for label in labels)}"
        return self.listed(labels)

    def marks(self, marks: Sequence[Mark]) -> str:
        """`r1c3 = 5`, as the cells and digits of a chain."""
        return self.listed(f"{self.cell(cell)} = {self.digit(digit)}" for cell, digit in marks)

    def listed(self, items: Iterable[str], last: str = "and") -> str:
        """Items as a sentence lists them: `1, 4 and 7`."""
        texts = list(items)
        return f"{', '.join(texts[:-1])} {last} {texts[-1]}" if len(texts) > 1 else "".join(texts)


def marks_of(cells: int, digit: int) -> tuple[Mark, ...]:
    """The marks of one digit in a set of cells."""
    return tuple((cell, digit) for cell in bits(cells))


def absent_outside(cells: Iterable[int], digits: int, every: int) -> dict[int, int]:
    """For each digit that is not among these: all of these cells, which must lack it."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return dict.fromkeys(bits(every & ~digits), mask)


def joined(*parts: Mapping[int, int]) -> dict[int, int]:
    """Several mappings from digits to cells as one."""
    found: dict[int, int] = {}
    for part in parts:
        for digit, cells in part.items():
            found[digit] = found.get(digit, 0) | cells
    return found
