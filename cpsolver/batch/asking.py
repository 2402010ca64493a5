"""What is asked of each task of many, and how the answer is written on one line: a record for machines, or words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from cpsolver.api.answers import Answer, Check, Explanation, Shows, spelt
from cpsolver.api.records import problem_answer
from cpsolver.api.tasks import Loaded
from cpsolver.api.uniqueness import COUNTERS, MANY, Uniqueness, count_of, worked_from
from cpsolver.batch.entries import Entry, loaded
from cpsolver.errors import CpsolverError, Problem, SolverError, problems_of
from cpsolver.isolation import named
from cpsolver.kinds import KINDS
from cpsolver.render.as_json import LineRecord, dump, problem_record, quantity
from cpsolver.solvers import SOLVERS
from cpsolver.task.result import Status
from cpsolver.task.task import Solution

if TYPE_CHECKING:
    from pydantic import BaseModel

Outcome = Literal["found", "negative", "wrong", "not_known", "internal"]
"""How one task came out; the words of the exit codes."""

VERDICTS: dict[bool | None, Outcome] = {True: "found", False: "negative", None: "not_known"}

_STATUSES: dict[Status, Outcome] = {Status.UNSATISFIABLE: "negative", Status.UNKNOWN: "not_known"}


@dataclass(frozen=True)
class Question:
    """What is asked of every task.

    command:    as the records call it
    ask:        by name, `package.module:function`: (loaded, options) → what shows the answer
    options:    for `ask`; must be picklable
    parameters: instead of the specs'
    machine:    whether the lines are records, else words
    seconds:    time limit for each task
    arrays:     whether plain tasks of one model may be counted together, as an array
    model:      the model under which grids, and puzzles in formats of players, are read
    """

    command: str
    ask: str
    options: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, str] = field(default_factory=dict)
    machine: bool = True
    seconds: float | None = None
    arrays: bool = False
    model: str | None = None


class Line(NamedTuple):
    """The answer to one task on one line, how it came out, and what is wrong with the task, if anything is."""

    text: str
    outcome: Outcome
    problem: str = ""


def solved(task: Loaded, options: Mapping[str, Any]) -> Answer:
    """The answer to a task, without derivation."""
    from cpsolver.api import solve

    return solve(task, derive=False, conflict=False, **options)


def checked(task: Loaded, options: Mapping[str, Any]) -> Check:
    """The verdicts on a task."""
    from cpsolver.api import check

    return check(task, **options)


def counted(task: Loaded, options: Mapping[str, Any]) -> Uniqueness:
    """Whether a task has one solution."""
    from cpsolver.api import unique

    return unique(task, **options)


def explained(task: Loaded, options: Mapping[str, Any]) -> Explanation:
    """The derivation of a task's answer."""
    from cpsolver.api import explain

    return explain(task, **options)


# -- one task ------------------------------------------------------------------------------------------------


def answer(question: Question, entry: Entry) -> Line:
    """The answer to one task. What goes wrong with it is its answer, too."""
    try:
        task = loaded(entry, question.parameters, question.model)
        shown: Shows = named(question.ask)(task, question.options)
        return _line(question, entry, shown)
    except MemoryError:
        return unanswered(question, entry, "it ran out of memory")
    except SolverError as error:
        return _refused(question, entry, problems_of(error), "internal")
    except CpsolverError as error:
        return _refused(question, entry, problems_of(error), "wrong")
    except Exception as error:
        return _refused(question, entry, (Problem(f"{type(error).__name__}: {error}"),), "internal")


def unanswered(question: Question, entry: Entry, note: str) -> Line:
    """The line of a task of which nothing became known, and why."""
    if not question.machine:
        return Line(f"{entry.place}: not known: {note}", "not_known", f"{entry.place}: {note}")
    record = LineRecord(**_head(question, entry), status="unknown", note=note)
    return Line(dump(record), "not_known", f"{entry.place}: {note}")


def _refused(question: Question, entry: Entry, problems: Sequence[Problem], outcome: Outcome) -> Line:
    said = "\n".join(map(str, problems))
    said = said if any(each.mark for each in problems) else f"{entry.place}: {said}"
    if not question.machine:
        return Line(f"{entry.place}: invalid", outcome, said)
    if question.ask in _LEAN:
        found = [problem_record(problem) for problem in problems]
        return Line(dump(LineRecord(**_head(question, entry), status="invalid", problems=found)), outcome, said)
    return Line(_placed(entry, problem_answer(question.command, entry.place, problems)), outcome, said)


def _head(question: Question, entry: Entry) -> dict[str, Any]:
    return {"command": question.command, "file": entry.source, "line": entry.line, "input": entry.identity}


def _placed(entry: Entry, record: BaseModel) -> str:
    place = {"file": entry.source, "line": entry.line, "input": entry.identity}
    return dump(record.model_copy(update=place))


def _line(question: Question, entry: Entry, shown: Shows) -> Line:
    for shape, (outcome_of, record_of, words_of) in _WAYS.items():
        if isinstance(shown, shape):
            outcome = outcome_of(shown)
            if question.machine:
                return Line(record_of(question, entry, shown), outcome)
            return Line(f"{entry.place}: {words_of(shown)}", outcome)
    text = _placed(entry, shown.record()) if question.machine else f"{entry.place}: {shown.on_one_line}"
    return Line(text, VERDICTS[getattr(shown, "passed", True)])


# -- how each answer is written ------------------------------------------------------------------------------


def _answer_line(question: Question, entry: Entry, answer: Answer) -> str:
    limited = answer.solutions if question.options.get("every") or question.options.get("limit") else None
    found = answer.solutions[:1] if limited is None else limited
    record = LineRecord(
        **_head(question, entry),
        solver=spelt(answer.solver),
        status=answer.status.value,
        unique=answer.unique,
        count=count_of(answer) if limited is None else len(limited),
        worked_from=worked_from(answer),
        solutions=[_written(answer.loaded, solution) for solution in found],
        note="; ".join(filter(None, (answer.result.note, *answer.notes))),
    )
    return dump(record)


def _count_line(question: Question, entry: Entry, found: Uniqueness) -> str:
    record = LineRecord(
        **_head(question, entry),
        solver=spelt(found.answer.solver),
        status=found.answer.status.value,
        unique=found.unique,
        count=found.count,
        worked_from=worked_from(found.answer),
        note=found.answer.result.note,
    )
    return dump(record)


def _shown_line(question: Question, entry: Entry, shown: Shows) -> str:
    return _placed(entry, shown.record())


def _written(task: Loaded, solution: Solution) -> str | dict[str, Any]:
    """A solution on one line, as players write it where they do, else variable → value."""
    line = task.kind.one_line(task.task, solution) if task.kind.one_line else None
    if line is not None:
        return line
    shown = {name: task.kind.show(task.task.by_name[name], value) for name, value in solution.items()}
    return {name: quantity(value.value, value.unit) for name, value in shown.items()}


def _answer_words(answer: Answer) -> str:
    if not answer.solutions:
        return "no solution" if answer.status is Status.UNSATISFIABLE else f"not known: {answer.result.note}"
    line = answer.loaded.kind.one_line(answer.loaded.task, answer.solution) if answer.loaded.kind.one_line else None
    said = line or ", ".join(f"{name} = {value.text}" for name, value in answer.values.items())
    verdict = {1: "unique", MANY: "not unique", None: "uniqueness not known"}[count_of(answer)]
    return f"{said} {verdict}"


def _check_words(check: Check) -> str:
    said = {True: "passed", False: "failed", None: "not known"}[check.passed]
    broken = [f"{each.what} is {each.found}, expected {each.expected}" for each in check.outcomes if each.met is False]
    broken = broken or [f"{each.name}: {each.sentence}" for each in check.verdicts if each.holds is False]
    return f"check {said}" + (f": {'; '.join(broken)}" if broken and not check.passed else "")


def _explanation_words(explanation: Explanation) -> str:
    derivation = explanation.answer.derivation
    task, narrate = explanation.answer.loaded.task, explanation.answer.loaded.kind.narrate
    names = list(dict.fromkeys(narrate(task, step).name for step in derivation.steps)) if derivation else []
    steps = len(derivation.steps) if derivation else 0
    return f"{_answer_words(explanation.answer)}; {steps} steps: {', '.join(names)}"


_COUNT_WORDS: dict[int | str | None, str] = {
    0: "no solution",
    1: "unique",
    MANY: "at least 2 solutions",
    None: "not known",
}


def _answer_outcome(answer: Answer) -> Outcome:
    return _STATUSES.get(answer.status, "found")


_WAYS: dict[type[Shows], tuple[Callable[[Any], Outcome], Callable[[Question, Entry, Any], str], Callable[[Any], str]]]
_WAYS = {
    Answer: (_answer_outcome, _answer_line, _answer_words),
    Uniqueness: (lambda found: VERDICTS[found.unique], _count_line, lambda found: _COUNT_WORDS[found.count]),
    Check: (lambda found: VERDICTS[found.passed], _shown_line, _check_words),
    Explanation: (lambda found: _answer_outcome(found.answer), _shown_line, _explanation_words),
}
"""For each shape of answer: how it came out, its record, its words."""

_COUNTED = f"{__name__}:counted"
_LEAN = (f"{__name__}:solved", _COUNTED)
"""Questions whose answers are lean records."""


def prepare(question: Question, entry: Entry) -> None:
    """Import what answering this task and those like it needs."""
    if not entry.kind:
        tuple(KINDS)  # any of them may recognise a text
        return
    if question.arrays:
        from cpsolver.batch.arrays import warm

        warm(KINDS.get(entry.kind))
    preferred = COUNTERS[0] if question.ask == _COUNTED else KINDS.get(entry.kind).solvers[0]
    asked = "auxiliary" if question.command == "explain" else question.options.get("solver") or preferred
    with suppress(CpsolverError):  # said of each task
        SOLVERS.get(asked).load()


# -- many tasks ----------------------------------------------------------------------------------------------


def answers(question: Question, chunk: Sequence[Entry], one_by_one: bool = False) -> Iterator[list[Line]]:
    """The answers to some tasks, in order, given as soon as there are some: plain tasks of one model together."""
    lines = None
    if question.arrays and not one_by_one and chunk and chunk[0].kind:
        from cpsolver.batch.arrays import counted_together

        lines = counted_together(question, chunk)
    for is_together, group in groupby(range(len(chunk)), key=lambda at: lines is not None and lines[at] is not None):
        if is_together and lines is not None:
            yield [line for line in map(lines.__getitem__, group) if line is not None]
        else:
            yield from ([answer(question, chunk[at])] for at in group)
