"""What a model's `generate:` section makes of a full grid: cages, lines, sums.

    generate:
      cages:                                  # a parameter of the model
        draw: cages                           # cells, pairs, neighbours, cages, lines, regions, or a list
        sizes: 2..5                           # of cages and lines
        each: cage                            # what the expressions below call one of them
        where: "true"                         # what must be so in the full grid, for it to become a clue
        clue: {cells: cage, sum: sum(cage)}   # what the parameter holds for it; itself if this is left out
        key: cage[1]                          # under which it stands, where the parameter is a mapping
        most: 30                              # so many at most
        start: []                             # what the parameter holds while there is no grid yet

Everything but the shapes is said in the model's own language, read with the digits of the full grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from cpsolver.kinds.sudoku.compose.shapes import DRAWN, Shapes, regions
from cpsolver.kinds.sudoku.keys import EntryShape
from cpsolver.kinds.sudoku.shape import board
from cpsolver.spec.document import Place
from cpsolver.spec.names import ModelNames
from cpsolver.spec.puzzle import Workshop
from cpsolver.spec.schema import validate
from cpsolver.spec.written import Written
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Name, Node
from cpsolver.task.functions import Undefined
from cpsolver.task.task import Solution, Task

if TYPE_CHECKING:
    from cpsolver.spec.document import Plain
else:
    from cpsolver.spec.schema import Plain

LONGEST = 5000
"""Signs of shapes in one expression, which may be no longer than twice this."""


@dataclass(frozen=True)
class Clues:
    """The section of one model, and what is random in one puzzle."""

    workshop: Workshop
    random: Random

    def before(self) -> dict[str, Plain]:
        """Parameters that the full grid depends on: regions."""
        found: dict[str, Plain] = {}
        for name, place in self.workshop.generate.items():
            entry = validate(place, EntryShape)
            if entry.draw == "regions":
                size = self.workshop.names({}).value(Written(entry.sizes, place.at("sizes")))
                found[name] = regions(size, self.random)
        return found

    def after(self, task: Task, solution: Solution, before: Mapping[str, Plain]) -> dict[str, Plain]:
        """Parameters made of the full grid. Raises: SpecError."""
        found: dict[str, Plain] = {}
        used: set[str] = set()
        for name, place in self.workshop.generate.items():
            entry = validate(place, EntryShape)
            if entry.draw != "regions":
                maker = _Entry(entry, place, self.workshop.names(before), solution)
                found[name] = maker.made(Shapes(board(task), solution, self.random), self.random, used)
        return found


@dataclass(frozen=True)
class _Entry:
    """One entry of the section, at work on one full grid."""

    entry: EntryShape
    place: Place
    names: ModelNames
    solution: Solution

    def made(self, shapes: Shapes, random: Random, used: set[str]) -> Plain:
        """The value of the parameter."""
        entry = self.entry
        drawn = self._drawn(shapes)
        if not drawn:
            return {} if entry.key else []
        if entry.where:
            holds = self._values(entry.where, "where", drawn)
            drawn = [text for text, true in zip(drawn, holds, strict=True) if true is True]
        found = set(self._chosen(random.sample(drawn, len(drawn)), used))
        chosen = [text for text in drawn if text in found]
        if not chosen:
            return {} if entry.key else []
        clues = self._clues(chosen)
        if entry.key:
            keys = self._values(entry.key, "key", chosen)
            return {_plain_text(key): clue for key, clue in zip(keys, clues, strict=True)}
        return clues

    def _drawn(self, shapes: Shapes) -> list[str]:
        """The shapes, each as text of the model's language."""
        entry = self.entry
        if entry.draw in DRAWN:
            low, high = self._sizes()
            return [_cells_text(shape) for shape in DRAWN[entry.draw](shapes, low, high)]
        found = self.names.value(Written(entry.draw, self.place.at("draw")))
        return [_as_text(item) for item in found]

    def _sizes(self) -> tuple[int, int]:
        value = self.names.value(Written(self.entry.sizes, self.place.at("sizes")))
        sizes = list(value) if not isinstance(value, int) else [value]
        return min(sizes), max(sizes)

    def _chosen(self, drawn: Sequence[str], used: set[str]) -> list[str]:
        """As many as may be; lines do not touch each other, nor those of other parameters."""
        chosen: list[str] = []
        for text in drawn:
            if self.entry.most is not None and len(chosen) >= self.entry.most:
                break
            cells = set(text.strip("[]").split(", "))
            if self.entry.draw == "lines":
                if cells & used:
                    continue
                used |= cells
            chosen.append(text)
        return chosen

    def _clues(self, chosen: Sequence[str]) -> list[Plain]:
        clue = self.entry.clue
        if isinstance(clue, dict):
            columns = {key: self._values(str(text), "clue", chosen) for key, text in clue.items()}
            return [{key: _plain(column[at]) for key, column in columns.items()} for at in range(len(chosen))]
        return [_plain(value) for value in self._values(str(clue) or self.entry.each, "clue", chosen)]

    def _values(self, text: str, key: str, chosen: Sequence[str]) -> list[Any]:
        """What an expression comes to for each of the shapes, with the digits of the grid."""
        found: list[Any] = []
        for shapes in _in_parts(chosen):
            written = Written(f"[{text} for {self.entry.each} in [{', '.join(shapes)}]]", self.place.at(key))
            found += [_evaluated(value, self.solution, key == "clue") for value in self.names.value(written)]
        return found


def _in_parts(texts: Sequence[str]) -> Iterator[list[str]]:
    """The texts, so many at a time as an expression may hold."""
    part: list[str] = []
    for text in texts:
        if part and sum(map(len, part)) + len(text) > LONGEST:
            yield part
            part = []
        part.append(text)
    yield part


def _evaluated(value: Any, solution: Solution, keeps_cells: bool) -> Any:
    """A value with the digits of the grid put in; a cell that stands alone, or in a list, stays the cell it is."""
    if isinstance(value, Name) and keeps_cells:
        return value.name
    if isinstance(value, Node):
        try:
            return evaluate(value, solution)
        except Undefined:
            return None
    if isinstance(value, (tuple, list, range)):
        return [_evaluated(item, solution, keeps_cells) for item in value]
    return value


def _plain(value: Any) -> Plain:
    return [_plain(item) for item in value] if isinstance(value, list) else _plain_text(value)


def _plain_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _as_text(item: Any) -> str:
    if isinstance(item, (tuple, list, range)):
        return f"[{', '.join(map(_as_text, item))}]"
    return item.name if isinstance(item, Name) else str(item)


def _cells_text(shape: Sequence[str]) -> str:
    return shape[0] if isinstance(shape, tuple) and len(shape) == 1 else f"[{', '.join(shape)}]"
