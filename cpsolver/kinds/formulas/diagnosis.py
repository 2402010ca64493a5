"""The four verdicts on a formula task: what is missing, what contradicts, what is redundant, what is undetermined."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from cpsolver.auxiliary.diagnosis import Diagnosis, Solve, Verdict, listed, smallest_conflict
from cpsolver.errors import Mark
from cpsolver.kinds.formulas.consistency import first_failure
from cpsolver.kinds.formulas.examples import examples, fit_of
from cpsolver.kinds.formulas.plan import Plan, plan, plan_from
from cpsolver.kinds.formulas.shape import Constants
from cpsolver.kinds.formulas.wording import formula_text, shown_value
from cpsolver.task.condition import TOLERANCE, Condition, Equation
from cpsolver.task.domain import Finite, Value
from cpsolver.task.expression import names
from cpsolver.task.result import Result, Status
from cpsolver.task.task import Aim, Fact, Sought, Task

MOST_ANSWERS = 100
"""Answers are compared up to so many."""

MOST_MISSING = 3
"""Sets of so many further quantities are tried, and not more."""


def diagnose(task: Task, solve: Solve) -> Diagnosis:
    """Completeness, consistency, necessity and sufficiency of a formula task.

    solve: is asked for all that the givens determine, so that every formula over known quantities is tested
    """
    reached = plan_from(task.conditions, task.knowledge())
    determined = tuple(v.name for v in task.variables if v.name in reached.ways)
    everything = replace(task, sought=Sought(determined or task.sought.variables, Aim.ALL, mark=task.sought.mark))
    result = solve(everything, 2)
    return (
        _completeness(task, reached, result),
        _consistency(task, everything, result, solve),
        _necessity(task, reached, result, solve),
        _sufficiency(task, reached, result),
    )


# -- completeness ------------------------------------------------------------------------------------------------


def _completeness(task: Task, reached: Plan, result: Result) -> Verdict:
    """Whether every quantity sought can be reached; if not, which further data would do."""
    open_ = [name for name in task.sought.variables if not reached.reaches(name)]
    if not open_:
        ways = reached.path(task.sought.variables)
        steps = f"in {len(ways)} {'step' if len(ways) == 1 else 'steps'}"
        return Verdict(
            "completeness", True, f"{listed(task.sought.variables)} can be found {steps}", tuple(_notes(task))
        )
    if result.status is Status.ALL_SOLUTIONS and all(name in result.solutions[0] for name in open_):
        return Verdict(
            "completeness",
            True,
            f"{listed(open_)} can be found, though not step by step",
            tuple(_cycle(task, open_[0])),
        )
    return Verdict(
        "completeness", False, f"{listed(open_)} cannot be found from what is given", tuple(_hints(task, open_))
    )


def missing_data(task: Task) -> tuple[str, ...]:
    """What keeps quantities from being found, and which data would do, in words; nothing if all can be found."""
    reached = plan_from(task.conditions, task.knowledge())
    open_ = [name for name in task.sought.variables if not reached.reaches(name)]
    return tuple(_hints(task, open_)) if open_ else ()


def _hints(task: Task, open_: list[str]) -> Iterator[str]:
    for name in open_:
        if not any(isinstance(c, Equation) for c in task.conditions_on[name]):
            yield f"no formula speaks of {name}"
    yield from _cycle(task, open_[0])
    sets = smallest_additions(task)
    if sets:
        said = "; or ".join(listed(names_) for names_ in sets[:8])
        count = (
            "any one of these" if len(sets[0]) == 1 and len(sets) > 1 else "this" if len(sets) == 1 else "any of these"
        )
        yield f"{count} would do: {said}"


def smallest_additions(task: Task) -> tuple[tuple[str, ...], ...]:
    """All smallest sets of further quantities with which everything sought could be found; none if no set does."""
    known = [name for name, domain in task.knowledge().domains.items() if isinstance(domain, Finite)]
    others = [v.name for v in task.variables if v.name not in known and v.name not in task.sought.variables]
    for size in range(1, MOST_MISSING + 1):
        found = tuple(more for more in combinations(others, size) if _suffices(task, (*known, *more)))
        if found:
            return found
    return ()


def _suffices(task: Task, known: tuple[str, ...]) -> bool:
    reached = plan(task.conditions, known)
    return all(reached.reaches(name) for name in task.sought.variables)


def _cycle(task: Task, start: str) -> Iterator[str]:
    """`p needs q (first), and q needs p (second)`: a circle among the formulas, if the quantity is caught in one."""
    known = plan_from(task.conditions, task.knowledge()).costs
    chain: list[tuple[str, str]] = []
    name, seen = start, [start]
    while True:
        used = {label for _, label in chain}
        step = _need(task, name, known, used, seen)
        if step is None:
            return
        other, label = step
        chain.append((name, label))
        if other in seen:
            first = seen.index(other)
            ring = [*seen[first:], other]
            labels = [label for _, label in chain[first:]]
            said = ", and ".join(
                f"{a} needs {b} ({label})" for a, b, label in zip(ring, ring[1:], labels, strict=False)
            )
            yield f"a circle: {said}"
            return
        seen.append(other)
        name = other


def _need(task: Task, name: str, known: object, used: set[str], seen: list[str]) -> tuple[str, str] | None:
    """The one other unknown of a formula of the quantity: one already met if there is such a formula."""
    found: list[tuple[str, str]] = []
    for condition in task.conditions_on[name]:
        label = condition.label or str(condition)
        unknown = [n for n in condition.scope if n != name and n not in known]  # type: ignore[operator]
        if isinstance(condition, Equation) and len(unknown) == 1 and label not in used:
            found.append((unknown[0], label))
    closing = [step for step in found if step[0] in seen]
    return next(iter(closing or found), None)


def _notes(task: Task) -> Iterator[str]:
    """Rules that name what is sought on both sides are equations for it, and are said to be."""
    for condition in task.conditions:
        if isinstance(condition, Equation) and "=" in condition.label:
            for name in task.sought.variables:
                if name in names(condition.left) and name in names(condition.right):
                    yield f"{name} stands on both sides of '{condition.label}', which is solved for it as an equation"


# -- consistency -------------------------------------------------------------------------------------------------


def _consistency(task: Task, everything: Task, result: Result, solve: Solve) -> Verdict:
    """Whether givens, rules and formulas agree: proven by a full solution; if not, which do not, and by how much."""
    if result.status is Status.UNSATISFIABLE:
        return _contradiction(task, everything, result, solve)
    fits = [fit for solution in result.solutions if (fit := fit_of(task, solution)) is not None]
    if True in fits or any(fit_of(task, found) for found in examples(task, solve)):
        return Verdict("consistency", True, "the data do not contradict each other")
    if fits:
        return Verdict("consistency", None, "the data agree up to rounding; whether they do exactly is not known")
    spoken = dict.fromkeys(name for condition in task.conditions for name in condition.scope)
    whole = replace(everything, sought=Sought(tuple(spoken) or task.sought.variables, Aim.ALL))
    refuted = solve(whole, 2)
    if refuted.status is Status.UNSATISFIABLE:
        return _contradiction(task, whole, refuted, solve)
    if any(fit_of(task, solution) for solution in refuted.solutions):
        return Verdict("consistency", True, "the data do not contradict each other")
    sentence = "no contradiction was found, but no full solution either"
    return Verdict("consistency", None, sentence, (refuted.note,) if refuted.note else ())


def _contradiction(task: Task, asked: Task, result: Result, solve: Solve) -> Verdict:
    conflict = smallest_conflict(asked, solve)
    givens = tuple(item for item in conflict if isinstance(item, Fact))
    reason = first_failure(task, givens, tuple(item for item in conflict if isinstance(item, Condition)))
    details = [reason] if reason else [result.note] if result.note else []
    details += [_placed(task, item) for item in conflict]
    return Verdict("consistency", False, f"these {len(conflict)} contradict each other", tuple(dict.fromkeys(details)))


def _said(task: Task, fact: Fact) -> str:
    values = fact.domain.values if isinstance(fact.domain, Finite) else ()
    return f"{fact.variable} = {' or '.join(shown_value(task.by_name[fact.variable], v).text for v in values)}"


def _placed(task: Task, item: Fact | Condition) -> str:
    """A given or a condition with its place."""
    if isinstance(item, Fact):
        where = f" (given at {item.origin})" if isinstance(item.origin, Mark) else ""
        return _said(task, item) + where
    text = formula_text(item.expression)
    label = text if item.label in ("", text) else f"{item.label}: {text}" if isinstance(item, Equation) else item.label
    return f"{label} ({item.mark})" if item.mark else label


# -- necessity ---------------------------------------------------------------------------------------------------


def _necessity(task: Task, reached: Plan, result: Result, solve: Solve) -> Verdict:
    """Whether every given is needed for what is sought: one is not if the answer is the same without it."""
    if result.status is Status.UNSATISFIABLE:
        return Verdict("necessity", None, "there is no solution")
    if not all(reached.reaches(name) for name in task.sought.variables):
        return Verdict("necessity", None, "what is sought cannot be found step by step")
    constants = task.show.names if isinstance(task.show, Constants) else ()
    own = [fact for fact in task.given if fact.variable not in constants]
    if not own:
        return Verdict("necessity", True, "nothing is given")
    said = {fact.variable: _is_spare(task, fact, result, solve) for fact in own}
    spare = [fact for fact in own if said[fact.variable]]
    if spare:
        count = f"{len(spare)} of {len(own)} givens could be left out{', each by itself' if len(spare) > 1 else ''}"
        return Verdict("necessity", False, count, tuple(_why_spare(task, fact) for fact in spare))
    unknown = [name for name, is_spare in said.items() if is_spare is None]
    if unknown:
        return Verdict("necessity", None, f"whether the answer is the same without {listed(unknown)} is not known")
    return Verdict("necessity", True, f"none of the {len(own)} givens could be left out")


def _is_spare(task: Task, fact: Fact, result: Result, solve: Solve) -> bool | None:
    """Whether without a given the answer is the same, and every inequality still tested; None if not known."""
    reached = _without(task, fact)
    tested = {name for c in task.conditions if not isinstance(c, Equation) for name in c.scope}
    wanted = [name for name in (*task.sought.variables, *tested) if name != fact.variable or name in tested]
    if not all(reached.reaches(name) for name in wanted):
        return False
    fewer = replace(task, given=tuple(other for other in task.given if other is not fact))
    without = solve(fewer, MOST_ANSWERS)
    names_ = task.sought.variables
    if not (_are_all(result, names_) and _are_all(without, names_)):
        return None
    return _is_covered(result, without, names_) and _is_covered(without, result, names_)


def _are_all(result: Result, names_: tuple[str, ...]) -> bool:
    """Whether a result holds all answers there are, each with a value for what is sought."""
    return result.status is Status.ALL_SOLUTIONS and all(n in solution for solution in result.solutions for n in names_)


def _is_covered(result: Result, by: Result, names_: tuple[str, ...]) -> bool:
    """Whether each answer of one result is among those of another."""
    return all(
        any(all(_is_close(one[name], other[name]) for name in names_) for other in by.solutions)
        for one in result.solutions
    )


def _is_close(a: Value, b: Value) -> bool:
    assert not isinstance(a, str)
    assert not isinstance(b, str)
    return abs(float(a) - float(b)) <= TOLERANCE * max(abs(float(a)), abs(float(b)))


def _without(task: Task, fact: Fact) -> Plan:
    return plan(task.conditions, [other.variable for other in task.given if other is not fact])


def _why_spare(task: Task, fact: Fact) -> str:
    name, where = fact.variable, f" (given at {fact.origin})" if isinstance(fact.origin, Mark) else ""
    way = _without(task, fact).ways.get(name)
    if way is None:
        return f"{name}{where} is not needed"
    return (
        f"{name}{where} follows from {listed(way.inputs)} by {way.formula.label}"
        if way.inputs
        else f"{name}{where} follows from the rule {way.formula.label}"
    )


# -- sufficiency -------------------------------------------------------------------------------------------------


def _sufficiency(task: Task, reached: Plan, result: Result) -> Verdict:
    """Whether what is sought has one value."""
    if result.status is Status.UNSATISFIABLE:
        return Verdict("sufficiency", False, "there is no solution")
    found = [solution for solution in result.solutions if all(n in solution for n in task.sought.variables)]
    if not found:
        return Verdict("sufficiency", None, "what is sought was not found")
    values = tuple(
        dict.fromkeys(
            ", ".join(_value(task, name, solution[name]) for name in task.sought.variables) for solution in found
        )
    )
    if len(values) > 1:
        return Verdict("sufficiency", False, f"{len(values)} answers are possible; a condition could decide", values)
    if result.status is not Status.ALL_SOLUTIONS:
        return Verdict("sufficiency", None, "one answer was found; whether there are others is not known", values)
    return Verdict("sufficiency", True, f"what is sought is determined: {values[0]}")


def _value(task: Task, name: str, value: Value) -> str:
    return f"{name} = {shown_value(task.by_name[name], value).text}"
