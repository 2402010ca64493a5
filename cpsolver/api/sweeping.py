"""sweep: a task for many values of its givens, as a table; worked out for all points at once as far as that goes."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cpsolver.api.answers import Answer
from cpsolver.api.measuring import remarks_on
from cpsolver.api.solving import Source, solve, untold
from cpsolver.api.tasks import Loaded, Parameters, load
from cpsolver.errors import UnsupportedTask
from cpsolver.kinds.kind import Rows, Sweeping
from cpsolver.picture import Page
from cpsolver.spec.expected import ExpectedColumn, ExpectedValue
from cpsolver.task.axis import Axis, size_of, values_at
from cpsolver.task.domain import Value
from cpsolver.task.result import Deadline, Settings, Statistics, Status, never
from cpsolver.task.task import Solution, Unit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cpsolver.render.as_json import AnswerRecord

SAME = 1e-9
"""A point worked out with all others agrees with the point solved by itself up to this, relatively."""

SPREAD = "± "
"""Before the name of a quantity: the column that says how uncertain it is."""

Told = Callable[[int, int], None]
"""Called with how many points of those solved one by one are done, and how many there are."""


@dataclass(frozen=True, repr=False)
class Sweep(Answer):
    """A task solved for many values of its givens. As an answer it is that of the first point.

    axes:    the swept givens; all combinations of their values are the points, the last axis changing fastest
    point:   for each row the number of its point; a point has a row for each solution, and one if it has none
    columns: for each row the values sought, in base units; NaN where the point has no solution
    sigmas:  for each row how uncertain they are, of those that rest on uncertain givens; NaN where it is not known
    lost:    the points proven to have no solution
    unknown: the points of which nothing is known, or whose solutions may not be all
    alone:   how many points were solved one by one
    """

    axes: tuple[Axis, ...] = ()
    point: NDArray[Any] = field(default_factory=lambda: np.arange(0))
    columns: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    sigmas: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    lost: tuple[int, ...] = ()
    unknown: tuple[int, ...] = ()
    alone: int = 0

    def __len__(self) -> int:
        return len(self.point)

    @cached_property
    def table(self) -> Mapping[str, NDArray[Any]]:
        """The columns by name, in the units of `units`: what is swept as it was written, then what is sought.

        Where a given is uncertain, `± x` follows `x`: its standard uncertainty.
        """
        found: dict[str, NDArray[Any]] = {}
        inner = self.point
        for axis in reversed(self.axes):
            inner, place = np.divmod(inner, len(axis))
            found[axis.name] = axis.written[place]
        table = {axis.name: found[axis.name] for axis in self.axes}
        for name, column in self.columns.items():
            unit = self.loaded.task.by_name[name].unit or Unit("")
            table[name] = (column - float(unit.offset)) / float(unit.factor)
            if name in self.sigmas:
                table[SPREAD + name] = np.abs(self.sigmas[name] / float(unit.factor))
        return table

    @property
    def units(self) -> Mapping[str, str]:
        """The unit of each column of the table; empty for a pure number."""
        swept = {axis.name: axis.unit.name for axis in self.axes}
        units = {name: unit.name if (unit := self.loaded.task.by_name[name].unit) else "" for name in self.columns}
        sought = ((head, units[name]) for name in self.columns for head in self.heads(name))
        return {**swept, **dict(sought)}

    def heads(self, name: str) -> tuple[str, ...]:
        """The columns of a quantity: its values, and how uncertain they are where they are."""
        return (name, SPREAD + name) if name in self.sigmas else (name,)

    @property
    def head(self) -> tuple[str, ...]:
        """The columns as they are headed: `v [m/s]`."""
        return tuple(f"{name} [{unit}]" if unit else name for name, unit in self.units.items())

    @property
    def csv(self) -> str:
        """The table as comma-separated values (RFC 4180), with units in the head and all digits of the floats.

        Lines end with CR LF, as the RFC has it. A place without a value is empty.
        """
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(self.head)
        columns = [
            ["" if value != value else repr(value) for value in column.tolist()] for column in self.table.values()
        ]
        writer.writerows(zip(*columns, strict=True))
        return text.getvalue()

    def render(self, format: str) -> str:
        """The page in a format; `csv` is the table with all digits. Raises: UnknownName."""
        return self.csv if format.strip().lower() == "csv" else super().render(format)

    def page(self) -> Page:
        """The table, a small chart of it, and what is proven."""
        from cpsolver.api.sweep_pages import sweep_page

        return sweep_page(self)

    def plot(self) -> Page:
        """A chart for each quantity sought."""
        from cpsolver.api.sweep_pages import plot_page

        return plot_page(self)

    def record(self) -> AnswerRecord:
        """The table for machines."""
        from cpsolver.api.records import answer_record
        from cpsolver.render.as_json import ColumnRecord, SweepRecord

        swept = {axis.name for axis in self.axes}
        columns = [
            ColumnRecord(name=name, unit=unit, swept=name in swept, of=name.removeprefix(SPREAD))
            for name, unit in self.units.items()
        ]
        values = [[None if value != value else value for value in column.tolist()] for column in self.table.values()]
        found = SweepRecord(
            columns=columns,
            rows=[list(row) for row in zip(*values, strict=True)],
            points=size_of(self.axes),
            without_solution=len(self.lost),
            not_known=len(self.unknown),
        )
        return answer_record(self).model_copy(update={"sweep": found, "solutions": [], "arrays": [], "unique": None})


def sweep(
    source: Source,
    *,
    parameters: Parameters | None = None,
    solver: str | None = None,
    seconds: float | None = None,
    told: Told = untold,
    stop: Callable[[], bool] = never,
) -> Sweep:
    """The answers to a task for all values of its swept givens.

    solver: solve every point by this solver, one by one
    told:   called now and then while points are solved one by one
    Raises: UnsupportedTask if nothing is swept; SpecError, UnknownName.
    """
    loaded = load(source, parameters)
    axes = axes_of(loaded)
    if not axes:
        raise UnsupportedTask(f"nothing is swept in {loaded.name}; give a list or a range: v: 0..20 m/s step 1")
    settings = Settings(seconds=seconds, limit=seconds, stop=stop)
    return _Run(loaded, axes, solver, settings, told).sweep()


def axes_of(loaded: Loaded) -> tuple[Axis, ...]:
    """What is swept in a task; nothing for most."""
    return loaded.kind.sweeping.axes(loaded.task) if loaded.kind.sweeping else ()


class _Run:
    """One sweep: all points together, then those left over one by one, within one time limit."""

    def __init__(
        self, loaded: Loaded, axes: tuple[Axis, ...], solver: str | None, settings: Settings, told: Told
    ) -> None:
        assert loaded.kind.sweeping is not None
        self.sweeping: Sweeping = loaded.kind.sweeping
        self.loaded, self.axes, self.solver, self.told = loaded, axes, solver, told
        self.deadline, self.stop = Deadline(settings), settings.stop
        self.size = size_of(axes)
        given = [fact.variable for fact in loaded.task.given]
        lines: tuple[ExpectedValue | ExpectedColumn, ...] = (*loaded.expected.values, *loaded.expected.columns)
        spoken = [line.variable for line in lines]
        self.sought = loaded.task.sought.variables
        self.names = tuple(dict.fromkeys((*self.sought, *(name for name in spoken if name not in given))))
        outside, notes = self.sweeping.outside(loaded.task, axes)
        self.outside = frozenset(outside.tolist())
        self.first = next((point for point in range(self.size) if point not in self.outside), 0)
        self.notes: list[str] = list(notes)
        self.alone: dict[int, Answer] = {}

    def sweep(self) -> Sweep:
        """The table."""
        first = self.answer(self.first, derive=True)
        self.notes += remarks_on(first)
        rows = self.together(first)
        if self.is_hopeless(first, rows):
            self.notes += [*first.notes, "the other points were not tried: what is missing here is missing there"]
        else:
            self.one_by_one([int(point) for point in rows.undone])
        left = rows.undone.tolist()
        point, columns, sigmas = self.joined(rows, set(left))
        unknown = {n for n in left if n not in self.alone} | set(rows.open.tolist())
        unknown |= {n for n in left if n in self.alone and not _is_settled(self.alone[n].status)}
        without = self.without(point).tolist()
        lost = tuple(n for n in without if n not in unknown)
        return self.made(first, point, columns, sigmas, lost, tuple(sorted(unknown)), len(left))

    def without(self, point: NDArray[Any]) -> NDArray[Any]:
        """The points that have no row."""
        empty = np.ones(self.size, dtype=bool)
        empty[point] = False
        return np.flatnonzero(empty)

    def made(
        self,
        first: Answer,
        point: NDArray[Any],
        columns: Mapping[str, NDArray[Any]],
        sigmas: Mapping[str, NDArray[Any]],
        lost: tuple[int, ...],
        unknown: tuple[int, ...],
        alone: int,
    ) -> Sweep:
        """The sweep, with an empty row for each point without a solution."""
        empty = self.without(point)
        every = np.concatenate([point, empty])
        order = np.argsort(every, kind="stable")
        nothing = np.full(len(empty), np.nan)
        filled, uncertain = (
            {name: np.concatenate([column, nothing])[order] for name, column in each.items()}
            for each in (columns, sigmas)
        )
        status = _status(bool(len(point)), bool(unknown), bool(lost))
        statistics = Statistics(seconds=self.deadline.elapsed)
        result = replace(first.result, status=status, statistics=statistics, note=self.note(unknown))
        return Sweep(
            self.loaded,
            first.solver,
            result,
            None,
            first.derivation,
            notes=tuple(dict.fromkeys(self.notes)),
            axes=self.axes,
            point=every[order],
            columns=filled,
            sigmas=uncertain,
            lost=lost,
            unknown=unknown,
            alone=alone,
        )

    def note(self, unknown: tuple[int, ...]) -> str:
        """Why some points are not known."""
        return self.deadline.note() if unknown and self.deadline.passed else ""

    # -- all together ----------------------------------------------------------------------------------------------

    def together(self, first: Answer) -> Rows:
        """What follows for all points at once, if it agrees with a few of them solved by themselves."""
        nothing = self.inside(Rows(np.arange(0), {}, np.arange(self.size), np.arange(0)))
        if self.solver is not None:
            return nothing
        wanted = replace(self.loaded.task.sought, variables=self.names)
        rows = self.inside(self.sweeping.rows(replace(self.loaded.task, sought=wanted), self.axes))
        undone = set(rows.undone.tolist())
        for point in {self.first, self.size // 2, self.size - 1} - undone - self.outside:
            answer = first if point == self.first else self.answer(point)
            found = [
                {name: rows.columns[name][row] for name in self.sought} for row in np.flatnonzero(rows.point == point)
            ]
            if answer.status is not Status.UNKNOWN and not _agree(answer, found, self.sought):
                self.notes.append("the points were solved one by one: worked out together, some came out otherwise")
                return nothing
        return rows

    def inside(self, rows: Rows) -> Rows:
        """The rows without those of points at which a given lies outside its range."""
        if not self.outside:
            return rows
        lost = np.array(sorted(self.outside))
        kept = ~np.isin(rows.point, lost)
        undone, left_open = (part[~np.isin(part, lost)] for part in (rows.undone, rows.open))
        columns = {name: column[kept] for name, column in rows.columns.items()}
        sigmas = {name: column[kept] for name, column in rows.sigmas.items()}
        return replace(rows, point=rows.point[kept], columns=columns, undone=undone, open=left_open, sigmas=sigmas)

    def answer(self, point: int, derive: bool = False) -> Answer:
        """A point solved by itself."""
        if point not in self.alone:
            task = self.sweeping.at(self.loaded.task, values_at(self.axes, point))
            loaded = replace(self.loaded, task=task)
            left = self.deadline.left
            self.alone[point] = solve(loaded, solver=self.solver, seconds=left, derive=derive, stop=self.stop)
        return self.alone[point]

    def is_hopeless(self, first: Answer, rows: Rows) -> bool:
        """Whether nothing is known of the first point and of one in the middle, and no point was worked out."""
        inside = self.size - len(self.outside)
        if first.status is not Status.UNKNOWN or len(rows.undone) < inside or self.deadline.passed:
            return False
        middle = self.size // 2
        return middle in self.outside or self.answer(middle).status is Status.UNKNOWN

    def one_by_one(self, points: list[int]) -> None:
        """Solve the points that are left over, until the time is up."""
        for done, point in enumerate(points):
            if self.deadline.passed:
                return
            self.told(done, len(points))
            self.answer(point)
        if points:
            self.told(len(points), len(points))

    def joined(
        self, rows: Rows, alone: set[int]
    ) -> tuple[NDArray[Any], dict[str, NDArray[Any]], dict[str, NDArray[Any]]]:
        """The rows worked out together and those solved one by one, by point and then by the values sought.

        For each row its point, the values, and how uncertain they are.
        """
        own = [
            (n, solution)
            for n in sorted(alone & self.alone.keys())
            for solution in _distinct(self.alone[n], self.names)
        ]
        extra = np.array([n for n, _ in own], dtype=int)
        point = np.concatenate([rows.point, extra])
        columns, sigmas = {}, {}
        for name in self.names:
            mine = np.array([float(solution.get(name, np.nan)) for _, solution in own])
            columns[name] = np.concatenate([rows.columns[name], mine]) if name in rows.columns else mine
            together = rows.sigmas.get(name, np.zeros(len(rows.point)))
            spreads = [_sigma(self.alone[n], name, solution) for n, solution in own]
            sigmas[name] = np.concatenate([together, np.array(spreads, dtype=float)])
        order = np.lexsort((*(columns[name] for name in reversed(self.names)), point))
        uncertain = {name: sigma[order] for name, sigma in sigmas.items() if sigma.any()}
        return point[order], {name: column[order] for name, column in columns.items()}, uncertain


def _status(found: bool, unknown: bool, lost: bool) -> Status:
    if unknown:
        return Status.SATISFIED if found else Status.UNKNOWN
    return Status.ALL_SOLUTIONS if found else Status.UNSATISFIABLE


def _is_settled(status: Status) -> bool:
    """Whether all solutions are known, or that there is none."""
    return status in (Status.ALL_SOLUTIONS, Status.UNSATISFIABLE)


def _distinct(answer: Answer, names: tuple[str, ...]) -> list[Solution]:
    """The solutions that differ in what is sought."""
    found: dict[tuple[Value | None, ...], Solution] = {}
    for solution in answer.solutions:
        found.setdefault(tuple(solution.get(name) for name in names), solution)
    return list(found.values())


def _sigma(answer: Answer, name: str, solution: Solution) -> float:
    """How uncertain a value of an answer is, in base units; NaN where that is not to be had, 0 if it is exact."""
    variable = answer.loaded.task.by_name[name]
    spread = answer.loaded.kind.show(variable, solution[name]).spread if name in solution else None
    if spread is None:
        return 0.0
    factor = float(variable.unit.factor) if variable.unit else 1.0
    return math.nan if spread.sigma is None else spread.sigma * abs(factor)


def _agree(answer: Answer, found: list[dict[str, Any]], names: tuple[str, ...]) -> bool:
    """Whether rows are the solutions of a point, up to rounding."""
    own = sorted([float(s[name]) for name in names] for s in _distinct(answer, names))
    other = sorted([float(row[name]) for name in names] for row in found)
    if len(own) != len(other):
        return False
    pairs = ((a, b) for one, two in zip(own, other, strict=True) for a, b in zip(one, two, strict=True))
    return all(abs(a - b) <= SAME * max(abs(a), abs(b)) for a, b in pairs)
