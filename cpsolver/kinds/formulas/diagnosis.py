"""The four verdicts on a formula task: what is missing, what contradicts, what is redundant, what is undetermined."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cpsolver.auxiliary.diagnosis import Diagnosis, Solve, Verdict, listed
from cpsolver.kinds.formulas.bounds import within_bounds
from cpsolver.kinds.formulas.conflicts import contradiction, lost_formula
from cpsolver.kinds.formulas.deciding import is_at_hand
from cpsolver.kinds.formulas.examples import Example, example, fit_of
from cpsolver.kinds.formulas.missing import additions, smallest_additions
from cpsolver.kinds.formulas.plan import Plan, determined_from
from cpsolver.kinds.formulas.redundancy import necessity
from cpsolver.kinds.formulas.structure import Block
from cpsolver.kinds.formulas.wording import shown_value
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Value
from cpsolver.task.expression import names
from cpsolver.task.result import Result, Status
from cpsolver.task.systems.jacobian import System, numeric, random_point
from cpsolver.task.systems.motions import Additions
from cpsolver.task.task import Aim, Sought, Task

__all__ = ["diagnose", "missing_data", "smallest_additions"]

POINTS = 6
"""From so many random points one is looked for at which formulas hold together."""

MOST_ANSWERS = 100
"""So many answers are asked for."""

MOST_LOST = 6
"""Of so many quantities without value is told."""

MOST_SHOWN = 8
"""Of sets of missing data so many are written out."""


def diagnose(task: Task, solve: Solve) -> Diagnosis:
    """Completeness, consistency, necessity and sufficiency of a formula task.

    solve: is asked for all that the givens determine, so that every formula over known quantities is tested
    A formula that gives a quantity no value which nothing else speaks of, and nobody asked for, is told and left out:
    light that passes into glass has no angle of total reflection.
    """
    state, lost = _without_lost(_State.of(task, solve), solve)
    answer = _answer(state, solve)
    shown = _example(state, answer, solve)
    if state.result.status is not Status.UNSATISFIABLE and (shown is None or shown.reached(state.task)):
        state, more = _without_lost(_State.of(state.task, solve, together=True), solve)
        lost += more
        answer = _answer(state, solve)
        shown = _example(state, answer, solve)
    return (
        _completeness(state.task, state.reached, answer),
        _consistency(state, solve, lost, shown),
        necessity(state.task, state.reached, answer, solve, shown),
        _sufficiency(state.task, answer),
    )


def _without_lost(state: _State, solve: Solve) -> tuple[_State, tuple[str, ...]]:
    """The state without formulas that give a quantity no value which nothing needs, and what is said of them."""
    lost: list[str] = []
    while state.result.status is Status.UNSATISFIABLE and len(lost) < MOST_LOST:
        found = lost_formula(state.task, state.reached, state.everything, solve)
        if found is None:
            break
        formula, said = found
        lost.append(said)
        rest = tuple(condition for condition in state.task.conditions if condition is not formula)
        state = _State.of(replace(state.task, conditions=rest), solve, state.together)
    return state, tuple(lost)


def _example(state: _State, answer: Result, solve: Solve) -> Example | None:
    """Values for all that conditions speak of, as far as they are found; None if there is no solution."""
    if state.result.status is Status.UNSATISFIABLE:
        return None
    return example(state.task, state.result.solutions or answer.solutions, solve)


def _answer(state: _State, solve: Solve) -> Result:
    """What is known of what is sought: asked for alone where all that is determined was too much, or lacks it."""
    result = state.result
    names_ = state.task.sought.variables
    is_there = any(all(name in solution for name in names_) for solution in result.solutions)
    if result.status is Status.UNSATISFIABLE or (is_there and result.status is Status.ALL_SOLUTIONS):
        return result
    alone = solve(within_bounds(state.task), MOST_ANSWERS)
    return result if is_there and alone.status in (Status.UNKNOWN, Status.SATISFIED) else alone


@dataclass(frozen=True)
class _State:
    """A task, what its givens determine, the task to find all of that, and what came of it.

    together: whether also what only simultaneous formulas give is found that is not on the way to what is sought
    """

    task: Task
    reached: Plan
    everything: Task
    result: Result
    together: bool

    @classmethod
    def of(cls, task: Task, solve: Solve, together: bool = False) -> _State:
        """Of a task, solved for all that is determined."""
        reached = determined_from(task.conditions, task.knowledge())
        found = tuple(
            v.name
            for v in task.variables
            if reached.step_to(v.name) is not None and (together or is_at_hand(v.name, reached, task))
        )
        everything = replace(task, sought=Sought(found or task.sought.variables, Aim.ALL, mark=task.sought.mark))
        return cls(task, reached, everything, solve(everything, 2), together)


# -- completeness ------------------------------------------------------------------------------------------------


def _completeness(task: Task, reached: Plan, result: Result) -> Verdict:
    """Whether every quantity sought can be reached; if not, which further data would do."""
    open_ = [name for name in task.sought.variables if not reached.reaches(name)]
    if not open_:
        course = reached.course(task.sought.variables)
        steps = f"in {len(course)} {'step' if len(course) == 1 else 'steps'}"
        told = (*_notes(task), *(_together(step) for step in course if isinstance(step, Block)))
        return Verdict("completeness", True, f"{listed(task.sought.variables)} can be found {steps}", told)
    if result.status is Status.ALL_SOLUTIONS and all(
        name in solution for solution in result.solutions for name in open_
    ):
        sentence = f"{listed(open_)} can be found, though not step by step"
        return Verdict("completeness", True, sentence, tuple(_cycle(task, open_[0])))
    more = additions(task)
    if more.sets == ((),):
        sentence = f"{listed(open_)} cannot be found step by step, but what is unknown cancels"
        return Verdict("completeness", None, sentence, tuple(_cancelling(task, open_, reached)))
    told = tuple(_hints(task, open_, reached, more))
    return Verdict("completeness", False, f"{listed(open_)} cannot be found from what is given", told)


def missing_data(task: Task) -> tuple[str, ...]:
    """What keeps quantities from being found, and which data would do, in words; nothing if all can be found."""
    reached = determined_from(task.conditions, task.knowledge())
    open_ = [name for name in task.sought.variables if not reached.reaches(name)]
    return tuple(_hints(task, open_, reached, additions(task))) if open_ else ()


def _together(block: Block) -> str:
    """`x_1 and t follow from 2 formulas together: coordinate (1) and x_1 = x_2`."""
    labels = listed((formula.label or str(formula) for formula in block.formulas), MOST_SHOWN)
    verb = "follows" if len(block.goals) == 1 else "follow"
    return f"{listed(block.goals)} {verb} from {len(block.formulas)} formulas together: {labels}"


def _hints(task: Task, open_: list[str], reached: Plan, more: Additions) -> Iterator[str]:
    for name in open_:
        if not any(isinstance(c, Equation) for c in task.conditions_on[name]):
            yield f"no formula speaks of {name}"
    yield from _cancelling(task, open_, reached)
    if not reached.singular:
        yield from _cycle(task, open_[0])
    if more.sets and more.sets != ((),):
        yield f"{_which(more)} would do: {_or(more)}"


def _which(more: Additions) -> str:
    if len(more.sets) == 1:
        return "this"
    return "any one of these" if len(more.sets[0]) == 1 else "any of these"


def _or(more: Additions) -> str:
    """The sets, with how many of them are left out."""
    said = "; or ".join(listed(names_) for names_ in more.sets[:MOST_SHOWN])
    left = len(more.sets) - MOST_SHOWN
    if left > 0:
        return f"{said}; or {left} other sets of {len(more.sets[0])}"
    return said if more.complete else f"{said}; there may be others"


def _cancelling(task: Task, open_: list[str], reached: Plan) -> Iterator[str]:
    """Formulas that are as many as their unknowns and nevertheless do not determine them."""
    for block in _smallest(reached.singular):
        labels = listed((formula.label or str(formula) for formula in block.formulas), MOST_SHOWN)
        goals, count = listed(block.goals), len(block.formulas)
        if _hold_together(task, block):
            yield f"these {count} formulas say the same of {goals}: {labels}"
        else:
            yield f"these {count} formulas do not determine {goals}, and seem to contradict each other: {labels}"


def _smallest(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks that hold no other of them."""
    for block in blocks:
        own = {id(formula) for formula in block.formulas}
        others = ({id(formula) for formula in other.formulas} for other in blocks if other is not block)
        if not any(other < own for other in others):
            yield block


def _hold_together(task: Task, block: Block) -> bool:
    """Whether a point was found at which the formulas of a block all hold, with what is given."""
    system, choose = System(block.formulas), random.Random(len(block.formulas))
    domains = {variable.name: variable.domain for variable in task.variables}
    known = {name: value for name, value in numeric(task.knowledge().solution()).items() if name not in block.goals}
    for _ in range(POINTS):
        start = {**random_point(system.names, domains, choose), **known}
        if system.consistent(start, [name for name in system.names if name not in known]) is not None:
            return True
    return False


def _cycle(task: Task, start: str) -> Iterator[str]:
    """`p needs q (first), and q needs p (second)`: a circle among the formulas, if the quantity is caught in one."""
    known = determined_from(task.conditions, task.knowledge()).costs
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


def _consistency(state: _State, solve: Solve, lost: tuple[str, ...], shown: Example | None) -> Verdict:
    """Whether givens, rules and formulas agree: proven by a full solution; if not, which do not, and by how much.

    lost:  what was said of quantities without value, whose formulas are no longer among those of the task
    shown: the values found; what no datum reaches is the model's own, and is only said to be untested
    """
    task, result = state.task, state.result
    if result.status is Status.UNSATISFIABLE:
        return contradiction(task, state.everything, result, solve)
    is_whole = shown is not None and not shown.open_
    for block in () if is_whole else state.reached.singular:
        alone = replace(task, conditions=block.formulas, sought=Sought(block.goals, Aim.ALL))
        refuted = solve(alone, 2)
        if refuted.status is Status.UNSATISFIABLE:
            return contradiction(task, alone, refuted, solve)
    if shown is not None and not shown.reached(task):
        return Verdict("consistency", True, "the data do not contradict each other", (*lost, *_untested(shown)))
    if any(fit_of(task, solution) is False for solution in result.solutions):
        return Verdict("consistency", None, "the data agree up to rounding; whether they do exactly is not known")
    if shown is not None and shown.is_apart(task):
        said = "the data do not contradict each other in what they determine"
        return Verdict("consistency", True, said, (*lost, *_untested(shown)))
    said = "no contradiction was found, but no full solution either"
    return Verdict("consistency", None, said, () if shown is None else tuple(_untested(shown)))


def _untested(shown: Example) -> Iterator[str]:
    """Of every part without values its quantities and formulas."""
    for part in shown.open_:
        labels = listed((condition.label or str(condition) for condition in part.conditions), MOST_SHOWN)
        verb = "was" if len(part.conditions) == 1 else "were"
        yield f"{labels} {verb} not tested: no values were found for {listed(part.unknowns, MOST_SHOWN)}"


# -- sufficiency -------------------------------------------------------------------------------------------------


def _sufficiency(task: Task, result: Result) -> Verdict:
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
