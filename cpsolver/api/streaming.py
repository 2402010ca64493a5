"""Solutions written one by one, as soon as each is found: a row of a table where it fits, else a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cpsolver.api.tasks import Loaded
from cpsolver.render.as_text.words import clean, columns, padded
from cpsolver.task.domain import Finite
from cpsolver.task.task import Solution, Variable

WIDTH = 100
"""A row wider than this is written as a line of names and values instead."""

MOST_LOOKED_AT = 1_000
"""So many values of a domain are looked at to tell how wide its column is."""

NUMBER = 4
"""Columns that the number of a solution takes at least."""

GAP = "  "

Row = Callable[[int, Solution], str]


def rows(loaded: Loaded) -> tuple[tuple[str, ...], Row]:
    """The head of a table of solutions, and what writes each solution of that number as a row."""
    task, kind = loaded.task, loaded.kind
    one_line = kind.one_line
    if one_line is not None:
        return (), lambda number, solution: f"{number:>{NUMBER}}{GAP}{one_line(task, solution) or ''}".rstrip()
    found = [_Column(loaded, task.by_name[name]) for name in task.sought.variables]
    if NUMBER + sum(column.width + len(GAP) for column in found) > WIDTH:
        return (), lambda number, solution: f"{number:>{NUMBER}}{GAP}{'  '.join(_named(loaded, solution))}"
    head = GAP.join([" " * NUMBER, *(padded(column.name, column.width, column.right) for column in found)])
    rule = GAP.join(["-" * NUMBER, *("-" * column.width for column in found)])
    return (head.rstrip(), rule), lambda number, solution: _row(found, number, solution)


class _Column:
    """A variable's column: as wide as its name and its values, numbers to the right."""

    def __init__(self, loaded: Loaded, variable: Variable) -> None:
        self.variable, self.show = variable, loaded.kind.show
        self.name = clean(variable.name)
        assert isinstance(variable.domain, Finite), "solutions of finite tasks are listed"
        values = variable.domain.values
        looked_at = values if len(values) <= MOST_LOOKED_AT else (*values[:MOST_LOOKED_AT], values[-1])
        self.width = max(columns(self.name), *(columns(clean(self.show(variable, value).text)) for value in looked_at))
        self.right = all(not isinstance(value, str) for value in looked_at)

    def text(self, solution: Solution) -> str:
        return padded(clean(self.show(self.variable, solution[self.variable.name]).text), self.width, self.right)


def _row(found: list[_Column], number: int, solution: Solution) -> str:
    return GAP.join([f"{number:>{NUMBER}}", *(column.text(solution) for column in found)]).rstrip()


def _named(loaded: Loaded, solution: Solution) -> Iterator[str]:
    """`queen = 1 5 8 6 3 7 2 4`, arrays whole; only what is sought."""
    task, show = loaded.task, loaded.kind.show
    sought, told = set(task.sought.variables), set()
    for array in task.arrays:
        names = [name for name in array.variables if name in sought]
        told.update(names)
        if names:
            yield f"{array.name} = {' '.join(clean(show(task.by_name[name], solution[name]).text) for name in names)}"
    for name in task.sought.variables:
        if name not in told:
            yield f"{name} = {clean(show(task.by_name[name], solution[name]).text)}"
