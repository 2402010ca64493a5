"""Pictures of a finite task at any moment: what its `show:` asks for, else its variables in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from cpsolver.errors import Mark
from cpsolver.kinds.csp.gantt import schedule
from cpsolver.kinds.csp.narrate import markers, narrate, roles
from cpsolver.kinds.csp.places import array_of, board_rows, displayed, grid_rows, shows, spots
from cpsolver.kinds.csp.wording import shortened
from cpsolver.kinds.kind import show_plainly
from cpsolver.picture import Cell, Grid, Listing, MarkerRole, Narrative, Picture, Role, Sentence, Strip, plain
from cpsolver.spec.drawing import overlays
from cpsolver.spec.showing import Show
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Domain, Finite, Value
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.task import Task, Variable

QUEEN = "Q"
"""A piece on a board."""

EXCLUDED = "×"
"""A place on a board where no piece can stand, while the column is open."""


IN_STEP = "in this step"
"""Head of the column that says what each variable is to a step."""


def depict(task: Task, knowledge: Knowledge, step: Step | None = None) -> Picture:
    """What is known, as a board, grids and tables, below them what is sought and none of these shows.

    With a step its premises and conclusions are marked, its sentence is the title, and what that shortens is told.
    """
    moment = _Moment(task, knowledge, roles(step) if step else {})
    pictures = [_marked(_FORMS[show.form](moment, show), task, show, step) for show in shows(task)]
    hidden = _hidden(task, moment.roles) if pictures else tuple(task.by_name)
    if hidden:
        pictures.append(moment.listing(hidden))
    if step and pictures:
        told = narrate(task, step)
        pictures[0] = _titled(pictures[0], f"{told.title or told.name}: {plain(told.sentence)}")
        pictures += _in_full(step)
    return pictures[0] if len(pictures) == 1 else Strip(tuple(pictures))


def _hidden(task: Task, in_step: Iterable[str]) -> tuple[str, ...]:
    """What is sought, or what a step speaks of, and no form shows."""
    seen = {name for show in shows(task) for name in displayed(task, show)}
    asked = {*task.sought.variables, *in_step} - seen
    return tuple(name for name in task.by_name if name in asked)


def _in_full(step: Step) -> Iterator[Picture]:
    """The conditions that the step's sentence shortens."""
    texts = tuple(Sentence(text, role="detail") for text in step.conditions if shortened(text) != text)
    if texts:
        yield Narrative(texts, "in full")


def _marked(picture: Picture, task: Task, show: Show, step: Step | None) -> Picture:
    is_marked = step is not None and isinstance(picture, Grid)
    return replace(picture, markers=markers(step, spots(task, show))) if is_marked else picture  # type: ignore[arg-type]


def _titled(picture: Picture, title: str) -> Picture:
    return replace(picture, title=title) if isinstance(picture, (Grid, Listing)) else picture


@dataclass(frozen=True)
class _Moment:
    """A task with what is known of it, and what its variables are to the step of the moment."""

    task: Task
    known: Knowledge
    roles: Mapping[str, MarkerRole]

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

    def marked_value(self, name: str) -> str:
        """The same, with what the variable is to the step."""
        role = self.roles.get(name)
        return f"{self.value(name)} ({role})" if role else self.value(name)

    def listing(self, names: tuple[str, ...]) -> Listing:
        """Variables with what is known of them, a row each; in a column of its own what they are to the step."""
        columns: dict[str, Callable[[str], str]] = {"variable": str}
        if any(self.task.by_name[name].title for name in names):
            columns["title"] = lambda name: self.task.by_name[name].title
        columns["value"] = self.value
        if any(name in self.roles for name in names):
            columns[IN_STEP] = lambda name: self.roles.get(name, "")
        return Listing(tuple(columns), tuple(tuple(text(name) for text in columns.values()) for name in names))


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
    names = grid_rows(moment.task, show)
    if not names:
        return moment.listing(tuple(moment.task.by_name))
    at = {name: cells[0] for name, cells in spots(moment.task, show).items()}
    rows = tuple(tuple(moment.cell(name) if name else Cell(role="void") for name in row) for row in names)
    return Grid(rows, overlays=overlays(moment.task.show, at))


def _table(moment: _Moment, show: Show) -> Picture:
    """Arrays over the same indices side by side; anything else a row for each variable."""
    arrays = [array for name in show.names if (array := array_of(moment.task, name)) is not None]
    first = arrays[0].index_sets if arrays else ()
    if len(arrays) == len(show.names) and len(first) == 1 and all(array.index_sets == first for array in arrays):
        rows = tuple(
            (str(index), *(moment.marked_value(array.variables[number]) for array in arrays))
            for number, index in enumerate(first[0])
        )
        return Listing(("", *show.names), rows)
    return moment.listing(tuple(displayed(moment.task, show)))


def _gantt(moment: _Moment, show: Show) -> Picture:
    """Tasks as bars over the time."""
    return schedule(show.bars, {name: moment.domain(name) for name in moment.task.by_name})


_FORMS: dict[str, Callable[[_Moment, Show], Picture]] = {
    "board": _board,
    "grid": _grid,
    "table": _table,
    "gantt": _gantt,
}
