"""What is to be said beside an answer: how uncertain its values are, by what, and what its models leave open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cpsolver.api.answers import Answer
from cpsolver.kinds.kind import Share, Shown
from cpsolver.picture import Listing
from cpsolver.task.task import Solution

MOST_TABLES = 3
"""Up to so many solutions have a table of their own."""


def measured(answer: Answer) -> Answer:
    """The answer with its values as uncertain as the givens make them; as it is where all of them are exact."""
    loaded = answer.loaded
    if loaded.kind.measured is None or not answer.solutions:
        return answer
    task, notes = loaded.kind.measured(loaded.task, answer.solutions, answer.derivation or answer.result.derivation)
    if task is loaded.task:
        return answer
    return replace(answer, loaded=replace(loaded, task=task), notes=(*answer.notes, *notes))


def remarks_on(answer: Answer) -> tuple[str, ...]:
    """What is to be noted of the quantities that are given, sought or found; of all where there is no answer."""
    task = answer.loaded.task
    if not answer.solutions:
        return answer.loaded.kind.remarks(task, tuple(task.by_name))
    named = (*task.sought.variables, *(fact.variable for fact in task.given), *answer.solutions[0])
    return answer.loaded.kind.remarks(task, named)


def budgets(answer: Answer) -> Iterator[Listing]:
    """For each of few solutions a table: which given contributes how much to the variance of what was sought."""
    several = len(answer.solutions) > 1
    for number, solution in enumerate(answer.solutions[:MOST_TABLES], 1):
        found = _budget(answer, solution)
        if found is not None:
            yield replace(found, title=f"{found.title}, solution {number}") if several else found


def _budget(answer: Answer, solution: Solution) -> Listing | None:
    task, show = answer.loaded.task, answer.loaded.kind.show
    shown: dict[str, Shown] = {}
    for name in task.sought.variables:
        if name in solution:
            value = show(task.by_name[name], solution[name])
            if value.spread is not None and value.spread.sigma:
                shown[name] = value
    givens = dict.fromkeys(share.given for value in shown.values() for share in _shares(value))
    if not givens:
        return None
    rows = []
    for name, value in shown.items():
        parts = {share.given: share.part for share in _shares(value)}
        rows.append((name, value.text, *(_percent(parts.get(given, 0.0)) for given in givens)))
    return Listing(("quantity", "value", *(f"from {given}" for given in givens)), tuple(rows), title="uncertainty")


def _shares(value: Shown) -> tuple[Share, ...]:
    return value.spread.shares if value.spread is not None else ()


def _percent(part: float) -> str:
    """A part of the variance in percent, so that small ones are told from none."""
    if part == 0:
        return "0 %"
    return f"{part:.0%}".replace("%", " %") if part >= 0.005 else "< 1 %"
