"""What a format is: how it is told from others, read, written, and what it can carry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cpsolver.kinds.sudoku.formats.record import Rule, Sudoku


@dataclass(frozen=True)
class Format:
    """A way in which players write sudokus.

    fits:     whether a text is meant as this format, even if something is wrong with it
    read:     the record in a text; raises FormatError
    write:    a record as text; raises FormatError if it cannot hold the grid at all; None for a format only read
    carries:  names of the fields of `Sudoku` that survive writing and reading, beside size and givens
    rules:    names of the rules it can state
    keeps:    beginnings of the names of kept parts that it writes back
    is_sure:  it begins with signs of its own, so that nothing else can be meant
    is_list:  a text of it holds many sudokus, one a line
    """

    name: str
    summary: str
    fits: Callable[[str], bool]
    read: Callable[[str], Sudoku]
    write: Callable[[Sudoku], str] | None = None
    suffixes: tuple[str, ...] = ()
    carries: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()
    keeps: tuple[str, ...] = ()
    is_sure: bool = False
    is_list: bool = False

    def lost(self, sudoku: Sudoku) -> Iterator[str]:
        """In words, what of a record this format cannot carry."""
        for name in sudoku.said():
            if name not in self.carries:
                yield f"{_WORDS.get(name, name)} ({_amount(sudoku, name)})"
        missing = [rule for rule in sudoku.rules if rule.name not in self.rules]
        for name in dict.fromkeys(rule.name for rule in missing):
            yield f"the rule '{name}' ({_counted(missing, name)})"
        for kept in sudoku.kept:
            if not kept.name.startswith(self.keeps or ("\0",)):
                yield f"'{kept.name}', which was not understood"


def _counted(rules: list[Rule], name: str) -> str:
    count = sum(rule.name == name for rule in rules)
    return f"{count} time" + "s" * (count > 1)


def _amount(sudoku: Sudoku, name: str) -> str:
    value = getattr(sudoku, name)
    if isinstance(value, tuple):
        return f"{sum(map(bool, value))} cells"
    if name == "seconds":
        return f"{value} s"
    return repr(value if len(value) <= 30 else value[:30] + "…")


_WORDS = {
    "entries": "the player's digits",
    "regions": "regions that are not the usual boxes",
    "candidates": "the candidates",
    "marks": "the pencil marks",
    "corners": "the pencil marks in corners",
    "solution": "the solution it carries",
    "title": "the title",
    "author": "the author",
    "text": "the rules in words",
    "comment": "the comment",
    "source": "the source",
    "date": "the date",
    "level": "the level",
    "seconds": "the time played",
}
