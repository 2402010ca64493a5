"""An answer put back into all formulas of its task: both sides, what is between them, and the digits confirmed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from cpsolver.auxiliary.diagnosis import listed
from cpsolver.kinds.formulas.consistency import distance
from cpsolver.kinds.formulas.plan import determined
from cpsolver.kinds.formulas.wording import formula_text, number_text, shown_value
from cpsolver.picture import Listing, Narrative, Picture, Sentence
from cpsolver.task.condition import Condition, Equation
from cpsolver.task.derivation import Derivation, Step
from cpsolver.task.domain import Finite, Number, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Node
from cpsolver.task.functions import Undefined
from cpsolver.task.reals import interval
from cpsolver.task.reals.precise import MOST_DIGITS, NotPrecise, Precise, digits_of, precise, refined
from cpsolver.task.reals.rounding import Rounded, enclose, enclosed
from cpsolver.task.task import Solution, Task

AIM = 12
"""Digits to which a value should be confirmed: where the bounds of rounding do not say so, it is worked out anew."""

WIDE = "open: bounds too wide"
"""Said of a formula that fails as computed, but whose values may be wrong by so much."""


def put_back(task: Task, solution: Solution, derivation: Derivation | None) -> tuple[Picture, ...]:
    """Two tables and what is to be said of them.

    Every formula over known quantities with the values of its sides in SI units, whether the derivation used it or it
    was only tested; every rule; and every quantity with the digits to which its value is confirmed.
    """
    used = set(_labels(derivation.steps if derivation else ()))
    known = [c for c in task.conditions if all(name in solution for name in c.scope)]
    rows = tuple(_row(condition, solution, used) for condition in known)
    formulas = Listing(
        ("formula", "left side", "right side", "residual", "holds", ""), rows, title="put back, in SI units"
    )
    return formulas, _digits(task, solution), Narrative(tuple(_said(task, solution, known, used)))


def _labels(steps: Sequence[Step]) -> Iterator[str]:
    """The labels of all conditions that some step used."""
    for step in steps:
        yield from step.conditions
        yield from _labels(step.substeps)


def _row(condition: Condition, solution: Solution, used: set[str]) -> tuple[str, ...]:
    label = condition.label or str(condition)
    how = "used" if label in used else "tested"
    if not isinstance(condition, Equation):
        holds = {True: "yes", False: "no", None: "as far as rounding tells"}[condition.certainty(solution)]
        return label, "", "", "", holds, how
    text = formula_text(condition.expression)
    name = label if label == text else f"{label}: {text}"
    try:
        left, right = _number(condition.left, solution), _number(condition.right, solution)
    except Undefined as error:
        return name, "", "", "", f"no: {error}", how
    return (
        name,
        number_text(left),
        number_text(right),
        _residual_text(left, right),
        _agreement(condition, solution),
        how,
    )


def _number(node: Node, solution: Solution) -> Number:
    found = evaluate(node, solution)
    assert not isinstance(found, str)
    return found


def _residual_text(left: Number, right: Number) -> str:
    difference = distance(left, right)
    return "0" if difference == 0 else f"{float(difference):.1e}"


def _agreement(equation: Equation, solution: Solution) -> str:
    """Whether both sides are the same: exactly, or as far as the bounds of rounding tell."""
    try:
        left, right = enclose(equation.left, solution), enclose(equation.right, solution)
    except Undefined:
        return "no"
    if not isinstance(left, interval.Interval) and not isinstance(right, interval.Interval):
        return "exactly" if left == right else "no"
    if equation.certainty(solution) is False:
        return "no"
    return "within rounding" if _holds_as_computed(equation, solution) else WIDE


def _holds_as_computed(condition: Condition, solution: Solution) -> bool:
    """Whether a condition holds of the values themselves, whatever the bounds of their rounding would allow."""
    return condition.holds({n: float(v) if isinstance(v, Rounded) else v for n, v in solution.items()})


# -- digits ------------------------------------------------------------------------------------------------------


def _digits(task: Task, solution: Solution) -> Listing:
    rows = []
    confirmed = confirmed_digits(task, solution)
    for variable in task.variables:
        if variable.name in solution:
            shown = shown_value(variable, solution[variable.name]).text
            rows.append((variable.name, shown, *confirmed[variable.name]))
    return Listing(("quantity", "value", "confirmed digits", "by"), tuple(rows), title="digits")


def confirmed_digits(task: Task, solution: Solution) -> dict[str, tuple[str, str]]:
    """To how many digits each value is confirmed, and by what: the bounds of its rounding, or fifty digits.

    Values that are exact have `all`; one that cannot be confirmed has `not confirmed`, and why. Givens that were
    rounded (degrees are, to radians) are moved as far as they may be wrong: no digit that changes is confirmed.
    """
    found = {name: _by_bounds(value) for name, value in solution.items()}
    if all(digits is None or digits >= AIM for digits in found.values()):
        return {name: _told(digits, "bounds of rounding") for name, digits in found.items()}
    values, failed = _worked_out(task, solution)
    runs = [values, *(_worked_out(task, solution, name)[0] for name in _rounded_givens(task))]
    return {name: _confirmed(name, digits, solution[name], runs, failed) for name, digits in found.items()}


def _rounded_givens(task: Task) -> list[str]:
    return [f.variable for f in task.given if isinstance(f.domain, Finite) and isinstance(f.domain.values[0], float)]


def _confirmed(
    name: str, digits: int | None, value: Value, runs: Sequence[Mapping[str, Precise]], failed: Mapping[str, str]
) -> tuple[str, str]:
    """The digits in which a value agrees with all runs, where its bounds say little."""
    if digits is None or digits >= AIM:
        return _told(digits, "bounds of rounding")
    if all(name in run for run in runs):
        digits = max(digits, min(digits_of(value, run[name]) for run in runs))
        return str(digits) if digits else "not confirmed", "fifty digits"
    return str(digits) if digits else "not confirmed", failed.get(name, "bounds of rounding")


def _told(digits: int | None, by: str) -> tuple[str, str]:
    return ("all", "exact") if digits is None else (str(digits), by)


def _by_bounds(value: Value) -> int | None:
    """To how many digits a value is certain; None if it is exact."""
    where = enclosed(value)
    if not isinstance(where, interval.Interval):
        return None
    assert not isinstance(value, str)
    error = max(float(value) - where.lower, where.upper - float(value))
    if error == 0:
        return MOST_DIGITS
    if not value or not math.isfinite(error):
        return 0
    return max(0, min(MOST_DIGITS, math.floor(-math.log10(error / abs(float(value))))))


def _worked_out(task: Task, solution: Solution, moved: str = "") -> tuple[dict[str, Precise], dict[str, str]]:
    """All values with fifty digits, by the formulas that give them one after the other; and why some cannot be.

    moved: a given that is taken to be larger by as much as it may be wrong
    """
    given = {f.variable: f.domain.value for f in task.given if isinstance(f.domain, Finite) and f.domain.is_fixed}
    domains = {variable.name: variable.domain for variable in task.variables}
    found: dict[str, Precise] = {name: precise(value) for name, value in given.items()}
    if moved:
        where = enclosed(given[moved])
        assert isinstance(where, interval.Interval), "only what was rounded may be wrong"
        found[moved] = precise(where.upper)
    failed: dict[str, str] = {}
    course = determined(task.conditions, tuple(given), given, domains)
    for step in course.course(name for name in solution if name not in given):
        if not all(name in solution for name in step.goals):
            continue
        try:
            found.update(refined(step.formulas, step.goals, _inputs(step.inputs, found), solution))
        except NotPrecise as error:
            failed.update(dict.fromkeys(step.goals, str(error)))
    return found, failed


def _inputs(names: Sequence[str], found: Mapping[str, Precise]) -> dict[str, Precise]:
    missing = next((name for name in names if name not in found), None)
    if missing is not None:
        raise NotPrecise(f"{missing} is not known to more digits")
    return {name: found[name] for name in names}


# -- in words ----------------------------------------------------------------------------------------------------


def _said(task: Task, solution: Solution, known: Sequence[Condition], used: set[str]) -> Iterator[Sentence]:
    """How many formulas hold, which the derivation did without, and which could not be tested."""
    equations = [condition for condition in known if isinstance(condition, Equation)]
    unseen = [c for c in equations if not _holds_as_computed(c, solution) and c.certainty(solution) is not False]
    open_ = [c.label or str(c) for c in unseen]
    broken = [c.label or str(c) for c in known if c not in unseen and not c.holds(solution)]
    spare = [c.label or str(c) for c in equations if (c.label or str(c)) not in used]
    if broken:
        yield Sentence(f"{listed(broken)} fails", role="rejected")
    elif open_:
        yield Sentence(f"not seen to hold, for the values may be wrong: {listed(open_, 20)}", role="warning")
    else:
        yield Sentence(f"all {len(known)} formulas and rules over known quantities hold", role="answer")
    if spare and used:
        yield Sentence(f"not used, and tested all the same: {listed(spare, 20)}")
    unknown = {
        condition.label or str(condition): [name for name in condition.scope if name not in solution]
        for condition in task.conditions
    }
    untested = [f"{label} ({listed(names)})" for label, names in unknown.items() if names]
    if untested:
        yield Sentence(f"not tested, for they speak of quantities not known: {listed(untested, 20)}")
