"""Pictures of a finite task at any moment: what its `show:` asks for, else its variables in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from cpsolver.errors import Mark
from cpsolver.kinds.csp.narrate import narrate
from cpsolver.kinds.csp.places import array_of, board_rows, rows_of, shows
from cpsolver.kinds.kind import show_plainly
from cpsolver.picture import Cell, Grid, Listing, Marker, Picture, Role, Strip
from cpsolver.spec.showing import Show
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Domain, Finite, Value
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.task import Task, Variable

QUEEN = "Q"
"""A piece on a board."""

EXCLUDED = "×"
"""A place on a board where no piece can stand, while the column is open."""


def depict(task: Task, knowledge: Knowledge, step: Step | None = None) -> Picture:
    """What is known, as a board, grids and tables; with a step its title is the step's sentence."""
    moment = _Moment(task, knowledge)
    pictures = [_FORMS[show.form](moment, show) for show in shows(task)] or [moment.listing(tuple(task.by_name))]
    told = narrate(task, step) if step else None
    if told:
        pictures[0] = _titled(pictures[0], f"{told.name}: {told.sentence}", told.markers)
    return pictures[0] if len(pictures) == 1 else Strip(tuple(pictures))


def _titled(picture: Picture, title: str, markers: tuple[Marker, ...]) -> Picture:
    if isinstance(picture, Grid):
        return replace(picture, title=title, markers=markers)
    return replace(picture, title=title) if isinstance(picture, Listing) else picture


@dataclass(frozen=True)
class _Moment:
    """A task with what is known of it."""

    task: Task
    known: Knowledge

    def domain(self, name: str) -> Domain:
        """What is known of a variable; of one the knowledge does not speak of, its domain."""
        return self.known.domains.get(name, self.task.by_name[name].domain)

    def role(self, name: str) -> Role:
        """Whether a value is given, found or supposed."""
        fixed = any(fact.variable == name and fact.domain.is_fixed for fact in self.task.given)
        origin = self.known.origins.get(name)
        if fixed and (self.task.depth == 0 or isinstance(origin, Mark)):
            return "given"
        return "supposed" if fixed and origin is None else "found"

    def cell(self, name: str) -> Cell:
        """A variable as a cell: its value, or the values left where some are gone."""
        variable, domain = self.task.by_name[name], self.domain(name)
        if not isinstance(domain, Finite):
            return Cell()
        if domain.is_fixed:
            return Cell(_text(variable, domain.value), self.role(name))
        is_narrowed = domain != variable.domain
        return Cell(candidates=tuple(_text(variable, value) for value in domain)) if is_narrowed else Cell()

    def value(self, name: str) -> str:
        """A variable as text: its value, or the values left."""
        return domain_text(self.task.by_name[name], self.domain(name))

    def listing(self, names: tuple[str, ...]) -> Listing:
        """Variables with what is known of them, a row each."""
        has_titles = any(self.task.by_name[name].title for name in names)
        rows = []
        for name in names:
            title = (self.task.by_name[name].title,) if has_titles else ()
            rows.append((name, *title, self.value(name)))
        return Listing(("variable", *(("title",) if has_titles else ()), "value"), tuple(rows))


def domain_text(variable: Variable, domain: Domain) -> str:
    """The value of a fixed domain, else the values left: all of them while they are few, or the first and last."""
    if not isinstance(domain, Finite):
        return str(domain)
    texts = [_text(variable, value) for value in domain]
    if domain.is_fixed:
        return texts[0]
    return "{" + ", ".join(texts if len(texts) <= 10 else [*texts[:3], "…", texts[-1]]) + "}"


def _text(variable: Variable, value: Value) -> str:
    return show_plainly(variable, value).text


def _board(moment: _Moment, show: Show) -> Picture:
    """A piece in each column, in the row that is its variable's value."""
    array = array_of(moment.task, show.names[0])
    if array is None:
        return moment.listing(tuple(moment.task.by_name))
    rows = board_rows(moment.task, array)
    return Grid(tuple(tuple(_square(moment, name, value) for name in array.variables) for value in rows))


def _square(moment: _Moment, name: str, row: object) -> Cell:
    domain = moment.domain(name)
    if not isinstance(domain, Finite) or domain.is_empty:
        return Cell()
    if domain.is_fixed:
        return Cell(QUEEN, moment.role(name)) if domain.value == row else Cell()
    return Cell() if row in domain else Cell(EXCLUDED)


def _grid(moment: _Moment, show: Show) -> Picture:
    array = array_of(moment.task, show.names[0])
    if array is None:
        return moment.listing(tuple(moment.task.by_name))
    return Grid(tuple(tuple(moment.cell(name) for name in row) for row in rows_of(array)))


def _table(moment: _Moment, show: Show) -> Picture:
    """Arrays over the same indices side by side; anything else a row for each variable."""
    arrays = [array for name in show.names if (array := array_of(moment.task, name)) is not None]
    first = arrays[0].index_sets if arrays else ()
    if len(arrays) == len(show.names) and len(first) == 1 and all(array.index_sets == first for array in arrays):
        rows = tuple(
            (str(index), *(moment.value(array.variables[number]) for array in arrays))
            for number, index in enumerate(first[0])
        )
        return Listing(("", *show.names), rows)
    return moment.listing(tuple(_named(moment.task, show)))


def _named(task: Task, show: Show) -> Iterator[str]:
    for name in show.names:
        array = array_of(task, name)
        yield from array.variables if array else (name,) if name in task.by_name else ()


_FORMS: dict[str, Callable[[_Moment, Show], Picture]] = {"board": _board, "grid": _grid, "table": _table}
