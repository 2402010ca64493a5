"""Plain tasks of one model, counted together: read as an array, handed to a solver as one, written without detours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from json import dumps
from typing import TYPE_CHECKING, Any

from cpsolver.api import load_text
from cpsolver.api.answers import spelt
from cpsolver.api.tasks import Loaded
from cpsolver.api.uniqueness import COUNTERS, MANY, WORKED_FROM
from cpsolver.batch.asking import Line, Outcome, Question
from cpsolver.batch.entries import Entry
from cpsolver.kinds import KINDS
from cpsolver.kinds.kind import Table
from cpsolver.render.as_json import FORMAT
from cpsolver.solvers import SOLVERS
from cpsolver.solvers.solver import Solver
from cpsolver.task.condition import Relation
from cpsolver.task.task import Task

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WORDS = ("no solution", "unique", "at least 2 solutions")
_STATUSES = ("unsatisfiable", "all_solutions", "satisfied")
_COUNTS = ("0", "1", f'"{MANY}"')
_CHECKED: tuple[Outcome, ...] = ("negative", "found", "negative")
_SOLVED: tuple[Outcome, ...] = ("negative", "found", "found")
_UNIQUE = {"check": ("false", "true", "false"), "solve": ("null", "true", "false")}


def counted_together(question: Question, chunk: Sequence[Entry]) -> list[Line | None] | None:
    """The answers to those of the tasks that are plain, by place; None for each other. None if nothing is plain.

    Givens that clash are not plain: what is wrong with them is to be said with their cells.
    """
    kind = KINDS.get(chunk[0].kind)
    table = kind.tabulate([entry.text for entry in chunk]) if kind.tabulate else None
    if table is None or not len(table.rows):
        return None
    model = _model(table.model)
    solver = _solver(table.model)
    if solver is None or (count := _many(solver)) is None:
        return None
    counts, solutions = count(model.task, table.givens, 2)
    clashing = _clashing(model.task, table.givens, counts == 0)
    write = _Writer(question, solver, table, solutions)
    lines: list[Line | None] = [None] * len(chunk)
    for at, row in enumerate(table.rows.tolist()):
        if at not in clashing:
            lines[row] = write.line(chunk[row], int(counts[at]), at)
    return lines


def warm() -> None:
    """Import what counting needs, and wait for what has to be compiled, by an empty task of each kind."""
    for kind in KINDS:
        table = kind.tabulate(["." * 81]) if kind.tabulate else None
        solver = _solver(table.model) if table is not None else None
        if table is not None and solver is not None and (count := _many(solver)) is not None:
            count(_model(table.model).task, table.givens, 2)


@lru_cache(maxsize=8)
def _model(text: str) -> Loaded:
    return load_text(text, "<model>")


def _many(solver: Solver) -> Any:
    return getattr(solver, "solve_many", None)


@lru_cache(maxsize=8)
def _solver(text: str) -> Solver | None:
    """The solver that counts many tasks of a model."""
    task = _model(text).task
    found = (SOLVERS.get(name) for name in COUNTERS)
    return next((each for each in found if _many(each) is not None and each.refuses(task) is None), None)


def _clashing(task: Task, givens: NDArray, unsolved: NDArray) -> set[int]:  # type: ignore[type-arg]
    """The rows, among those without solution, in which two equal givens stand where all must differ."""
    import numpy as np

    rows = np.flatnonzero(unsolved)
    column = {name: number for number, name in enumerate(task.by_name)}
    clashes = np.zeros(len(rows), bool)
    for condition in task.conditions:
        different = condition.different if isinstance(condition, Relation) else None
        if different and len(rows):
            values = np.sort(givens[rows][:, [column[name] for name in different]], axis=1)
            clashes |= ((values[:, 1:] == values[:, :-1]) & (values[:, 1:] > 0)).any(axis=1)
    return set(rows[clashes].tolist())


class _Writer:
    """Writes the lines of a table, for machines exactly as the records would be dumped."""

    def __init__(self, question: Question, solver: Solver, table: Table, solutions: NDArray) -> None:  # type: ignore[type-arg]
        import numpy as np

        signs = np.frombuffer(("." + table.signs).encode("ascii"), np.uint8)
        width = table.givens.shape[1]
        written = signs[solutions].tobytes().decode("ascii")
        self.written = [written[at : at + width] for at in range(0, len(written), width)]
        self.is_solve = question.command == "solve"
        self.machine = question.machine
        self.head = f'{{"format": "{FORMAT}", "command": "{question.command}", "file": '
        self.outcomes = _SOLVED if self.is_solve else _CHECKED
        tails = zip(_STATUSES, _UNIQUE[question.command], _COUNTS, strict=True)
        self.tails = [
            f'"solver": "{spelt(solver.name)}", "status": "{status}", "unique": {unique}, "count": {count}, '
            f'"worked_from": "{WORKED_FROM}", "solutions": ['
            for status, unique, count in tails
        ]
        self.files: dict[str, str] = {}

    def line(self, entry: Entry, count: int, at: int) -> Line:
        """The answer to the task of a row."""
        found = self.written[at] if self.is_solve and count else ""
        if not self.machine:
            said = f"{found} {_SOLVE_WORDS[count]}" if found else _WORDS[count]
            return Line(f"{entry.source}:{entry.line}: {said}", self.outcomes[count])
        file = self.files.get(entry.source) or self.files.setdefault(
            entry.source, dumps(entry.source, ensure_ascii=False)
        )
        shown = f'"{found}"' if found else ""
        text = (
            f'{self.head}{file}, "line": {entry.line}, "input": "{entry.text.strip()}", '
            f'{self.tails[count]}{shown}], "note": "", "problems": []}}'
        )
        return Line(text, self.outcomes[count])


_SOLVE_WORDS = ("no solution", "unique", "not unique")
