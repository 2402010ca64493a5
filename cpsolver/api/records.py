"""How answers are written for machines: the records of `render/as_json`, filled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cpsolver.api import conflicts
from cpsolver.api.answers import Answer, Check, Comparison, Drawing, Explanation, spelt
from cpsolver.api.expectations import Outcome
from cpsolver.api.tasks import Loaded
from cpsolver.auxiliary.conflict import Conflict
from cpsolver.auxiliary.switches import Member
from cpsolver.errors import Problem
from cpsolver.render.as_json import (
    AnswerRecord,
    ConflictRecord,
    ExpectRecord,
    MemberRecord,
    PreferenceRecord,
    RowRecord,
    Show,
    SolutionRecord,
    StepRecord,
    ValueRecord,
    nested,
    picture_data,
    place_record,
    problem_record,
    quantity,
    scalar,
    statistics_record,
    step_record,
    uncertain,
    verdict_record,
)
from cpsolver.task.domain import Value
from cpsolver.task.objectives import worth
from cpsolver.task.result import Statistics
from cpsolver.task.task import Fact, Solution

if TYPE_CHECKING:
    from cpsolver.api.counting import Counted
    from cpsolver.api.uniqueness import Uniqueness


def answer_record(answer: Answer, command: str = "solve") -> AnswerRecord:
    """An answer: status, solutions, uniqueness, cost, derivation."""
    task, result = answer.loaded.task, answer.result
    is_listed = not (answer.narrowed or answer.streamed)
    shown = [_shown(answer, solution) for solution in result.solutions] if is_listed else []
    return AnswerRecord(
        command=command,
        task=task.name,
        kind=task.kind,
        solver=spelt(answer.solver),
        status=result.status.value,
        solutions=shown,
        arrays=[{array.name: nested(array, solution) for array in task.arrays} for solution in shown],
        unique=answer.unique,
        objective=None if result.objective is None else scalar(result.objective),
        objectives=[] if answer.narrowed else list(map(scalar, answer.worth)),
        bound=None if result.bound is None else scalar(result.bound),
        gap=None if answer.narrowed or result.objective is None else answer.gap,
        preferences=[] if answer.narrowed else _preferences(answer),
        domains=_domains(answer) if answer.narrowed else None,
        found=None if answer.narrowed else len(result.solutions),
        statistics=statistics_record(result.statistics),
        conflict=_conflict(answer.conflict) if answer.conflict else None,
        steps=_steps(answer),
        note="; ".join(filter(None, (result.note, *answer.notes))),
    )


def solution_record(loaded: Loaded, number: int, solution: Solution) -> SolutionRecord:
    """One solution of several, as soon as it is found."""
    shown = {name: _show(loaded)(name, value) for name, value in solution.items()}
    arrays = {array.name: nested(array, shown) for array in loaded.task.arrays}
    return SolutionRecord(task=loaded.task.name, number=number, solution=shown, arrays=arrays)


def _domains(answer: Answer) -> dict[str, list[ValueRecord]]:
    show = _show(answer.loaded)
    return {name: [show(name, value) for value in domain] for name, domain in answer.domains.items()}


def _preferences(answer: Answer) -> list[PreferenceRecord]:
    """The soft conditions, and whether the first solution meets each; none without a solution."""
    if not answer.solutions:
        return []
    found = []
    for each in answer.loaded.task.preferences:
        mark, label = each.condition.mark, each.condition.label or str(each.condition)
        place: dict[str, Any] = {"file": mark.source, "line": mark.line, "column": mark.column} if mark else {}
        met = each not in answer.broken
        found.append(PreferenceRecord(label=label, weight=scalar(each.weight), met=met, **place))
    return found


def _conflict(conflict: Conflict) -> ConflictRecord:
    """What contradicts what, by label and place."""
    return ConflictRecord(
        members=list(map(_member, conflict.members)),
        irreducible=conflict.irreducible,
        smallest=conflict.smallest,
        at_least=conflict.at_least,
        drops=[list(map(_member, drop)) for drop in conflict.drops],
        fewest=conflict.fewest,
    )


def _member(item: Member) -> MemberRecord:
    mark = conflicts.place(item)
    return MemberRecord(
        label=conflicts.label_of(item),
        expression=conflicts.formula(item),
        given=isinstance(item, Fact),
        place=place_record(mark) if mark else None,
    )


def explanation_record(explanation: Explanation) -> AnswerRecord:
    """The answer by auxiliary models, its steps being the explanation."""
    return answer_record(explanation.answer, "explain")


def comparison_record(comparison: Comparison) -> AnswerRecord:
    """A comparison: a row for each solver."""
    task = comparison.loaded.task
    rows = [
        RowRecord(
            solver=spelt(row.solver),
            status=row.result.status.value,
            seconds=row.result.statistics.seconds,
            nodes=row.result.statistics.nodes,
            depth=row.result.statistics.depth,
            backtracks=row.result.statistics.backtracks,
            calls=row.result.statistics.calls,
            tried=row.result.statistics.tried,
            conflicts=row.result.statistics.conflicts,
            restarts=row.result.statistics.restarts,
            solutions=len(row.result.solutions),
            objectives=list(map(scalar, worth(task, row.result.solutions[0]))) if row.result.solutions else [],
            agrees=row.agrees,
            note=row.result.note,
        )
        for row in comparison.rows
    ]
    refused = "; ".join(f"{spelt(name)} refuses: {reason}" for name, reason in comparison.refused.items())
    said = "; ".join(filter(None, (*comparison.mismatches, refused)))
    return AnswerRecord(command="compare", task=task.name, kind=task.kind, rows=rows, agree=comparison.agree, note=said)


def check_record(check: Check) -> AnswerRecord:
    """A check: the answer, the verdicts, and `expect:` line by line."""
    answer = answer_record(check.answer, "check")
    verdicts = [verdict_record(verdict) for verdict in check.verdicts]
    expect = [_expect(outcome) for outcome in check.outcomes] if check.outcomes else None
    return answer.model_copy(update={"verdicts": verdicts, "expect": expect})


def uniqueness_record(uniqueness: Uniqueness) -> AnswerRecord:
    """Whether there is one solution: the answer, its count, what it was worked out from, and the verdict as a note."""
    from cpsolver.api.uniqueness import worked_from

    answer = answer_record(uniqueness.answer, "check")
    found = {"unique": uniqueness.unique, "count": uniqueness.count, "worked_from": worked_from(uniqueness.answer)}
    return answer.model_copy(update={**found, "note": uniqueness.sentence})


def count_record(counted: Counted) -> AnswerRecord:
    """How many solutions there are: `count` where that is proven; there are at least as many as `found`."""
    return AnswerRecord(
        command="solve",
        task=counted.loaded.task.name,
        kind=counted.loaded.task.kind,
        solver=spelt(counted.solver),
        status=counted.status.value,
        count=counted.number if counted.exact else None,
        found=counted.number,
        statistics=statistics_record(Statistics(counted.seconds)),
        note=counted.sentence,
    )


def drawing_record(drawing: Drawing) -> AnswerRecord:
    """A graph as data, with the answer it leads to."""
    pictures = [picture_data(picture) for picture in drawing.page().pictures]
    return answer_record(drawing.answer, "graph").model_copy(update={"pictures": pictures})


def problem_answer(command: str, spec: str, problems: Sequence[Problem]) -> AnswerRecord:
    """What is wrong with a spec that could not be read."""
    found = [problem_record(problem) for problem in problems]
    return AnswerRecord(command=command, task=None if spec == "-" else spec, status="invalid", problems=found)


def batch_record(command: str, records: Sequence[AnswerRecord]) -> AnswerRecord:
    """The answers to several tasks as one object."""
    return AnswerRecord(command=command, tasks=list(records))


def _expect(outcome: Outcome) -> ExpectRecord:
    return ExpectRecord(what=outcome.what, expected=outcome.expected, found=outcome.found, met=outcome.met)


def _show(loaded: Loaded) -> Show:
    task, kind = loaded.task, loaded.kind

    def show(name: str, value: Value) -> ValueRecord:
        shown = kind.show(task.by_name[name], value)
        if shown.spread is None or shown.spread.sigma is None:
            return quantity(shown.value, shown.unit)
        budget = {share.given: share.part for share in shown.spread.shares}
        return uncertain(shown.value, shown.unit, shown.spread.sigma, budget)

    return show


def _shown(answer: Answer, solution: Solution) -> dict[str, ValueRecord]:
    show = _show(answer.loaded)
    return {name: show(name, value) for name, value in solution.items()}


def _steps(answer: Answer) -> list[StepRecord]:
    task, kind = answer.loaded.task, answer.loaded.kind
    domains = {variable.name: variable.domain for variable in task.variables}
    steps = answer.derivation.steps if answer.derivation else ()
    return [step_record(step, lambda one: kind.narrate(task, one), domains, _show(answer.loaded)) for step in steps]
