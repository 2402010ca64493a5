"""Data that contradict each other: a smallest set of givens, rules and formulas that do, each with its line."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace

from cpsolver.auxiliary.diagnosis import Solve, Verdict, smallest_conflict
from cpsolver.errors import Mark
from cpsolver.kinds.formulas.consistency import first_failure, no_root
from cpsolver.kinds.formulas.examples import example
from cpsolver.kinds.formulas.plan import Plan, determined_from
from cpsolver.kinds.formulas.wording import formula_text, shown_value
from cpsolver.task.condition import Condition, Equation
from cpsolver.task.domain import Finite, Reals
from cpsolver.task.result import Result, Status
from cpsolver.task.task import Fact, Task

Conflict = tuple[Fact | Condition, ...]

FEW = 3
"""Where so few contradict each other no smaller set is looked for."""


def contradiction(task: Task, asked: Task, result: Result, solve: Solve) -> Verdict:
    """The verdict on data that were refuted: why, then what contradicts what, with places.

    asked:  what was refuted: the task, with all sought that the data determine
    result: what refuted it
    """
    conflicts = conflicts_of(asked, solve)
    conflict = conflicts[0]
    everything: Conflict = (*task.given, *task.conditions)
    reasons = (_reason(task, other) for other in (*conflicts, everything))
    reason = next(filter(None, reasons), result.note)
    details = [reason] if reason else []
    details += [_placed(task, item) for item in conflict] + _ranges(asked, conflict, solve)
    return Verdict("consistency", False, _sentence(conflict), tuple(dict.fromkeys(details)))


def refuted(task: Task, solve: Solve) -> tuple[str, ...]:
    """Of a task without solution why that is, then what contradicts what; nothing where neither can be told."""
    conflict = conflicts_of(task, solve)[0]
    reason = _reason(task, conflict) or _reason(task, (*task.given, *task.conditions))
    said = (reason,) if reason else ()
    if len(conflict) == len(task.given) + len(task.conditions) > FEW:
        return said
    items = [_placed(task, item) for item in conflict] + _ranges(task, conflict, solve)
    return (*said, f"{_sentence(conflict)}: {'; '.join(items)}")


def _reason(task: Task, conflict: Conflict) -> str | None:
    """What fails when the givens of a conflict are followed step by step; None if that leads nowhere."""
    givens = tuple(item for item in conflict if isinstance(item, Fact))
    found = first_failure(task, givens, tuple(item for item in conflict if isinstance(item, Condition)))
    return found.reason if found is not None else None


CONFLICTS_KEPT = 8

_CONFLICTS: OrderedDict[int, tuple[Task, tuple[Conflict, ...]]] = OrderedDict()
"""The conflicts of the last tasks, each held so that nothing else gets its id: a diagnosis asks for them twice."""


def conflicts_of(task: Task, solve: Solve) -> tuple[Conflict, ...]:
    """Sets of givens and conditions that have no solution together, while without any one of them there is one; kept.

    Which set is found depends on what is left out first: it is looked for from both ends, and the smaller one comes
    first. Each is refuted once more by itself; if none can be, all of the task is the conflict.
    """
    if id(task) not in _CONFLICTS:
        _CONFLICTS[id(task)] = task, _conflicts_of(task, solve)
        if len(_CONFLICTS) > CONFLICTS_KEPT:
            _CONFLICTS.popitem(last=False)
    return _CONFLICTS[id(task)][1]


def _conflicts_of(task: Task, solve: Solve) -> tuple[Conflict, ...]:
    task = _where_it_fails(task, solve)
    ask = _unless_exemplified(solve)
    first = smallest_conflict(task, ask)
    turned = replace(task, given=task.given[::-1], conditions=task.conditions[::-1])
    several = (first, smallest_conflict(turned, ask)) if len(first) > FEW else (first,)
    order = {id(item): number for number, item in enumerate((*task.given, *task.conditions))}
    found = [
        tuple(sorted(conflict, key=lambda item: order[id(item)]))
        for conflict in several
        if solve(_only(task, conflict), 1).status is Status.UNSATISFIABLE
    ]
    return tuple(sorted(found, key=len)) or ((*task.given, *task.conditions),)


def _unless_exemplified(solve: Solve) -> Solve:
    """The same, but a solver is asked only where no full solution is found at once: none can then be ruled out."""

    def ask(task: Task, solutions: int) -> Result:
        shown = example(task)
        if shown is not None and not shown.open_:
            return Result(Status.SATISFIED, (shown.values,))
        return solve(task, solutions)

    return ask


def _where_it_fails(task: Task, solve: Solve) -> Task:
    """The task with no more than led to the first formula that fails, if that is refuted too: then less is asked."""
    fewer = _led_to_failure(task, solve)
    return task if fewer is None else fewer


def _led_to_failure(task: Task, solve: Solve) -> Task | None:
    """The task with no more than led to the first formula that fails; None if it is not refuted by that alone."""
    found = first_failure(task, task.given, task.conditions)
    if found is None:
        return None
    fewer = _only(task, (*found.given, *found.used))
    return fewer if solve(fewer, 1).status is Status.UNSATISFIABLE else None


def _only(task: Task, items: Conflict) -> Task:
    """The task with nothing given and nothing required but these."""
    facts = tuple(item for item in items if isinstance(item, Fact))
    return replace(task, given=facts, conditions=tuple(item for item in items if isinstance(item, Condition)))


def _sentence(conflict: Conflict) -> str:
    if len(conflict) == 1:
        return "this cannot be"
    return f"these {len(conflict)} contradict each other"


def _placed(task: Task, item: Fact | Condition) -> str:
    """A given or a condition with its place."""
    if isinstance(item, Fact):
        where = f" (given at {item.origin})" if isinstance(item.origin, Mark) else ""
        return _said(task, item) + where
    text = formula_text(item.expression)
    is_named = isinstance(item, Equation) and "=" not in item.label
    label = (f"{item.label}: {text}" if is_named else item.label) if item.label else text
    return f"{label} ({item.mark})" if item.mark else label


def _said(task: Task, fact: Fact) -> str:
    values = fact.domain.values if isinstance(fact.domain, Finite) else ()
    return f"{fact.variable} = {' or '.join(shown_value(task.by_name[fact.variable], v).text for v in values)}"


def _ranges(task: Task, conflict: Conflict, solve: Solve) -> list[str]:
    """The ranges of quantities not given without which the conflict would be none."""
    given = {item.variable for item in conflict if isinstance(item, Fact)}
    named = dict.fromkeys(name for item in conflict if isinstance(item, Condition) for name in item.scope)
    left, found = _only(task, conflict), []
    for variable in (task.by_name[name] for name in named if name not in given):
        if variable.domain == Reals():
            continue
        wider = tuple(replace(v, domain=Reals()) if v.name == variable.name else v for v in left.variables)
        without = replace(left, variables=wider)
        if solve(without, 1).status is Status.UNSATISFIABLE:
            left = without
        else:
            found.append(f"{variable.name} lies in its range" + (f" ({variable.mark})" if variable.mark else ""))
    return found


def lost_formula(task: Task, reached: Plan, asked: Task, solve: Solve) -> tuple[Equation, str] | None:
    """The formula that gives a quantity no value which nothing else needs, and the reason; None if the data contradict.

    asked: what was refuted. The steps that lead to the failure are looked at first: no smaller conflict need be found,
    since of them only the formula that fails has a quantity of its own
    """
    fewer = _led_to_failure(asked, solve)
    if fewer is not None:
        found = without_value(task, reached, (*fewer.given, *fewer.conditions))
        if found is not None:
            return found
    return _spared(task, reached, asked, solve) or without_value(task, reached, conflicts_of(asked, solve)[0])


def _spared(task: Task, reached: Plan, asked: Task, solve: Solve) -> tuple[Equation, str] | None:
    """A formula without which there is a solution, so that every conflict holds it; with what it says there.

    It is one that alone speaks of some quantity, which nothing needs and which the solution lets it tell.
    """
    used = _used(task, reached)
    for equation in task.conditions:
        own = [name for name in equation.scope if name not in used and len(task.conditions_on[name]) == 1]
        others = [name for name in equation.scope if name not in own]
        if not isinstance(equation, Equation) or len(own) != 1 or not all(map(reached.reaches, others)):
            continue
        rest = tuple(condition for condition in asked.conditions if condition is not equation)
        sought = tuple(name for name in asked.sought.variables if name not in own)
        if len(rest) == len(asked.conditions) or not sought:
            continue
        left = solve(replace(asked, conditions=rest, sought=replace(asked.sought, variables=sought)), 2)
        solution = next((each for each in left.solutions if all(name in each for name in others)), None)
        if solution is not None:
            reasons = no_root(task, equation, solution, own[0])
            said = f"{equation.label or equation} gives no {own[0]}" + (f": {reasons[0]}" if reasons else "")
            return equation, f"{own[0]} has no value: {said}"
    return None


def _used(task: Task, reached: Plan) -> set[str]:
    """What is given, sought, or used on the way to what is sought."""
    used = {name for step in reached.course(task.sought.variables) for name in (*step.goals, *step.inputs)}
    return used | {fact.variable for fact in task.given} | set(task.sought.variables)


def without_value(task: Task, reached: Plan, conflict: Conflict) -> tuple[Equation, str] | None:
    """The formula of a conflict that gives a quantity no value which nothing else in it speaks of, and the reason.

    None if there is no such quantity, or if it is given, sought, used on the way to what is sought, or found without
    the formula: then the data contradict each other.
    """
    used = _used(task, reached)
    conditions = [item for item in conflict if isinstance(item, Condition)]
    for equation in conditions:
        for name in equation.scope if isinstance(equation, Equation) else ():
            if name not in used and sum(name in other.scope for other in conditions) == 1:
                assert isinstance(equation, Equation)
                if _is_found_without(task, equation, name):
                    continue
                reason = _reason(task, conflict)
                label = equation.label or str(equation)
                return equation, f"{name} has no value: {reason or label}"
    return None


def _is_found_without(task: Task, equation: Equation, name: str) -> bool:
    """Whether the other formulas determine a quantity: then this one does not give it, but tests it."""
    rest = [condition for condition in task.conditions if condition is not equation]
    return len(task.conditions_on[name]) > 1 and determined_from(rest, task.knowledge()).reaches(name)
