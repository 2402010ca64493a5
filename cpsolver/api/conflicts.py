"""Why a finite task has no solution, for people: what contradicts what, by label and place, and what to drop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cpsolver.api.solving import all_able, checked
from cpsolver.api.tasks import Loaded
from cpsolver.api.techniques import techniques_of
from cpsolver.auxiliary.conflict import Conflict, conflict_in
from cpsolver.auxiliary.diagnosis import Verdict
from cpsolver.auxiliary.switches import Asked, Member, Switches
from cpsolver.errors import Mark, UnsupportedTask
from cpsolver.solvers import SOLVERS
from cpsolver.task.domain import Finite
from cpsolver.task.result import Deadline, Result, Settings
from cpsolver.task.task import Fact, Task

LONGEST = 60
"""Characters of the longest expression that is shown beside a label."""

MOST_DROPS = 6
"""Up to so many things are named each of which it would be enough to drop."""


def conflict_of(loaded: Loaded, settings: Settings, *, smallest: bool = False) -> Conflict | None:
    """What contradicts what in a finite task without solution; None if nothing is proven in time, or if it has one.

    smallest: go on until it is proven that no contradiction has fewer members, or time is up
    """
    task = loaded.task
    if task.is_real:
        return None
    deadline = Deadline(settings)

    def ask(asked: Task, solutions: int) -> Result:
        solver = all_able(replace(loaded, task=asked))[0]
        techniques = techniques_of(loaded.kind) if solver.name == "auxiliary" else ()
        limited = replace(settings, seconds=deadline.left, solutions=solutions, techniques=techniques, explain=False)
        return checked(solver.solve(asked, limited), asked, solver.name)

    switches = _switches(loaded, settings) or Asked(task, ask)
    return conflict_in(task, switches, ask, replace(settings, seconds=deadline.left), smallest=smallest)


def _switches(loaded: Loaded, settings: Settings) -> Switches | None:
    """The task with switches by the first of the kind's solvers that can; None where none can."""
    for name in loaded.kind.solvers:
        solver = SOLVERS.get(name)
        if solver.switches is not None:
            try:
                return solver.switches(loaded.task, settings)
            except UnsupportedTask:
                continue
    return None


def heading(conflict: Conflict) -> str:
    """How many contradict each other, and what is proven of that."""
    count = len(conflict.members)
    if count == 1:
        return "this cannot hold even alone"
    spared = "none can be spared" if conflict.irreducible else "whether all are needed is not known"
    if conflict.smallest:
        spared = "no fewer do, proven"
    elif conflict.at_least > 1:
        spared += f"; whether fewer do is not known: it takes at least {conflict.at_least}"
    return f"these {count} contradict each other, and {spared}"


def lines(conflict: Conflict) -> Iterator[str]:
    """The members, a line each."""
    return map(said, conflict.members)


def proposal(conflict: Conflict) -> str:
    """What to drop so that there is a solution; "" where that is not known."""
    if not conflict.drops:
        return ""
    if len(conflict.drops[0]) > 1:
        count, named = len(conflict.drops[0]), _listed([_called(item) for item in conflict.drops[0]], "and")
        fewer = "; to drop fewer is not enough" if conflict.fewest else ""
        return f"without these {count} together there is a solution: {named}{fewer}"
    singles = [_called(drop[0]) for drop in conflict.drops]
    if len(singles) == 1:
        return f"without {singles[0]} there is a solution"
    return f"drop one of these, and there is a solution: {_listed(singles, 'or')}"


def consistency(conflict: Conflict) -> Verdict:
    """The verdict that data contradict each other, with their places and what to drop."""
    drop = proposal(conflict)
    return Verdict("consistency", False, heading(conflict), (*lines(conflict), *((drop,) if drop else ())))


def said(item: Member) -> str:
    """A member on one line: its label, its place, and its expression if that is short."""
    mark, expression = place(item), formula(item)
    label = item.variable if isinstance(item, Fact) else item.label
    if isinstance(item, Fact):
        return f"{expression} (given{f' at {mark}' if mark else ''})"
    parts = [label or expression, f"({mark})" if mark else ""]
    if label and len(expression) <= LONGEST and expression != label:
        parts.append(expression)
    return " ".join(filter(None, parts))


def label_of(item: Member) -> str:
    """What people call a member: the label of a condition, the variable of a given."""
    return item.variable if isinstance(item, Fact) else item.label or str(item)


def place(item: Member) -> Mark | None:
    """Where a member stands in a file."""
    if isinstance(item, Fact):
        return item.origin if isinstance(item.origin, Mark) else None
    return item.mark


def formula(item: Member) -> str:
    """What a member says, as an expression."""
    if not isinstance(item, Fact):
        return str(item)
    if isinstance(item.domain, Finite) and item.domain.is_fixed:
        value = item.domain.value
        return f"{item.variable} = {str(value).lower() if isinstance(value, bool) else value}"
    return f"{item.variable} in {item.domain}"


def _called(item: Member) -> str:
    return formula(item) if isinstance(item, Fact) else label_of(item)


def _listed(names: list[str], joined: str) -> str:
    """Names in a sentence, the rest counted."""
    shown = names[:MOST_DROPS] + ([f"{len(names) - MOST_DROPS} more"] if len(names) > MOST_DROPS else [])
    return f" {joined} ".join((", ".join(shown[:-1]), shown[-1]))
