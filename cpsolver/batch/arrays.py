"""Plain tasks of one model, counted together: read as an array, handed to a solver as one, written without detours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from json import dumps
from typing import TYPE_CHECKING

from cpsolver.api import load_text
from cpsolver.api.answers import spelt
from cpsolver.api.tasks import Loaded
from cpsolver.api.uniqueness import COUNTERS, MANY, WORKED_FROM
from cpsolver.batch.asking import Line, Outcome, Question
from cpsolver.batch.entries import Entry
from cpsolver.kinds import KINDS
from cpsolver.kinds.kind import Kind, Table
from cpsolver.render.as_json import FORMAT
from cpsolver.solvers import SOLVERS
from cpsolver.solvers.solver import Solver
from cpsolver.task.condition import Relation
from cpsolver.task.task import Task

if TYPE_CHECKING:
    from numpy.typing import NDArray

# By the number of solutions: none, one, more.
_WORDS = {
    "check": ("no solution", "unique", "at least 2 solutions"),
    "solve": ("no solution", "unique", "not unique"),
}
_OUTCOMES: dict[str, tuple[Outcome, ...]] = {
    "check": ("negative", "found", "negative"),
    "solve": ("negative", "found", "found"),
}
_STATUSES = ("unsatisfiable", "all_solutions", "satisfied")
_UNIQUE = {"check": ("false", "true", "false"), "solve": ("null", "true", "false")}
_COUNTS = ("0", "1", f'"{MANY}"')
_EMPTY = "." * 81
_END = '], "note": "", "problems": []}'


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
    if solver is None or (count := solver.solve_many) is None:
        return None
    counts, solutions = count(model.task, table.givens, 2)
    clashing = _clashing(model.task, table.givens, counts == 0)
    texts = _written(question, chunk, solver, table, counts, solutions)
    outcomes = _OUTCOMES[question.command]
    lines: list[Line | None] = [None] * len(chunk)
    for at, (row, count) in enumerate(zip(table.rows.tolist(), counts.tolist(), strict=True)):
        if at not in clashing:
            lines[row] = Line(texts[at], outcomes[count])
    return lines


def warm(kind: Kind) -> None:
    """Import what counting tasks of a kind needs, and wait for what has to be compiled, by an empty task."""
    table = kind.tabulate([_EMPTY]) if kind.tabulate else None
    solver = _solver(table.model) if table is not None else None
    if table is not None and solver is not None and (count := solver.solve_many) is not None:
        count(_model(table.model).task, table.givens, 2)


@lru_cache(maxsize=8)
def _model(text: str) -> Loaded:
    return load_text(text, "<model>")


@lru_cache(maxsize=8)
def _solver(text: str) -> Solver | None:
    """The solver that counts many tasks of a model."""
    task = _model(text).task
    found = (SOLVERS.get(name) for name in COUNTERS)
    return next((each for each in found if each.solve_many is not None and each.refuses(task) is None), None)


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


def _written(
    question: Question,
    chunk: Sequence[Entry],
    solver: Solver,
    table: Table,
    counts: NDArray,  # type: ignore[type-arg]
    solutions: NDArray,  # type: ignore[type-arg]
) -> list[str]:
    """The answers to the tasks of a table: words, or for machines exactly what the records would be dumped as."""
    tasks = [chunk[row] for row in table.rows.tolist()]
    said = counts.tolist()
    found = [""] * len(tasks)
    if question.command == "solve":
        found = [line if count else "" for line, count in zip(_lines_of(solutions, table.signs), said, strict=True)]
    if not question.machine:
        words = _WORDS[question.command]
        return [
            f"{task.source}:{task.line}: {solution and solution + ' '}{words[count]}"
            for task, solution, count in zip(tasks, found, said, strict=True)
        ]
    head = f'{{"format": "{FORMAT}", "command": "{question.command}", '
    head += f'"file": {dumps(chunk[0].source, ensure_ascii=False)}, "line": '
    tails = _tails(question.command, spelt(solver.name))
    shown = [solution and f'"{solution}"' for solution in found]
    return [
        f'{head}{task.line}, "input": "{task.text.strip()}", {tails[count]}{solution}{_END}'
        for task, solution, count in zip(tasks, shown, said, strict=True)
    ]


def _tails(command: str, solver: str) -> list[str]:
    """What follows the task in the record of one without solution, with one, with several."""
    return [
        f'"solver": "{solver}", "status": "{status}", "unique": {unique}, "count": {count}, '
        f'"worked_from": "{WORKED_FROM}", "solutions": ['
        for status, unique, count in zip(_STATUSES, _UNIQUE[command], _COUNTS, strict=True)
    ]


def _lines_of(solutions: NDArray, signs: str) -> list[str]:  # type: ignore[type-arg]
    """Each solution on one line."""
    import numpy as np

    written = np.frombuffer(("." + signs).encode("ascii"), np.uint8)[solutions].tobytes().decode("ascii")
    width = solutions.shape[1]
    return [written[at : at + width] for at in range(0, len(written), width)]
