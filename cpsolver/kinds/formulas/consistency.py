"""Whether values fit the formulas: by how much the two sides of one differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cpsolver.kinds.formulas.plan import plan
from cpsolver.kinds.formulas.readable import readable
from cpsolver.kinds.formulas.wording import formula_text, number_text, shown_value, substituted
from cpsolver.task.condition import Condition, Equation
from cpsolver.task.domain import Finite, Number, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Name, Node
from cpsolver.task.functions import Undefined
from cpsolver.task.reals.roots import roots_of
from cpsolver.task.task import Fact, Task


def disagreement(task: Task, equation: Equation, values: Mapping[str, Value]) -> str:
    """How a formula fails: `v = 5 m/s is given, but vs + astart*t = 4 m/s; they differ by 1 m/s`."""
    name = _alone(equation)
    if name is None:
        return _by_sides(equation, values)
    others = {other: value for other, value in values.items() if other != name}
    roots = roots_of(equation, name, others, None)
    side = equation.right if equation.left == Name(name) else equation.left
    if roots is None or not roots.found:
        return _by_sides(equation, values)
    right, given = roots.found[0].value, values[name]
    assert not isinstance(given, str)
    variable = task.by_name[name]
    by_formula, residual = shown_value(variable, right), difference_text(task, name, given, right)
    return (
        f"{name} is {shown_value(variable, given).text}, but {formula_text(side)} = "
        f"{substituted(side, task, others)} = {by_formula.text}; they differ by {residual}"
    )


def difference_text(task: Task, name: str, given: Number, right: Number) -> str:
    """How far apart two values of a quantity are, in its unit."""
    unit = task.by_name[name].unit
    difference = distance(given, right) / (unit.factor if unit else 1)
    return f"{number_text(difference)} {unit.name}" if unit else number_text(difference)


def no_root(task: Task, equation: Equation, values: Mapping[str, Value], name: str) -> tuple[str, ...]:
    """Why each branch of a rearranged formula has no value: `(v - vs)/a = …: division by zero`."""
    others = {other: value for other, value in values.items() if other != name}
    variable = task.by_name[name]
    roots = roots_of(equation, name, others, variable.domain)
    found: dict[str, None] = {}
    for lost in roots.lost if roots is not None else ():
        if lost.reason.startswith("the equation is"):
            continue
        if lost.value is None and lost.expression is not None:
            shown = _readable(task, lost.expression, equation, name, others)
            said = f"{formula_text(shown)} = {substituted(shown, task, others)}: {lost.reason}"
        elif lost.value is None:
            continue
        elif lost.value in variable.domain:
            said = f"{shown_value(variable, lost.value).text} is no answer: {lost.reason}"
        else:
            said = f"{shown_value(variable, lost.value).text} is outside its range"
        found[said] = None
    return tuple(found)


def _readable(task: Task, side: Node, equation: Equation, name: str, values: Mapping[str, Value]) -> Node:
    """A rearranged formula that has no value as a derivation shows it; as it is where it would then have one."""
    shown = readable(task, side, (equation,), name)
    try:
        evaluate(shown, values)
    except (Undefined, OverflowError):
        return shown
    return side


@dataclass(frozen=True)
class Failure:
    """The first formula or rule that fails when givens are followed step by step.

    reason: in words, with both values
    used:   the condition, and those that led to the quantities it speaks of; `given` the givens that did
    """

    reason: str
    used: tuple[Condition, ...]
    given: tuple[Fact, ...]


def first_failure(task: Task, givens: Iterable[Fact], conditions: Sequence[Condition]) -> Failure | None:
    """The first formula or rule that fails when the givens are followed step by step; None if none is met.

    Only steps with a single root are followed: it says why data contradict, it does not prove that they do.
    """
    facts = {fact.variable: fact for fact in givens if isinstance(fact.domain, Finite) and fact.domain.is_fixed}
    values: dict[str, Value] = {name: fact.domain.value for name, fact in facts.items()}  # type: ignore[union-attr]
    ways = plan(conditions, tuple(values), values)
    led: dict[str, tuple[Condition, ...]] = {}
    for way in (None, *ways.path(ways.ways)):
        if way is not None:
            roots = roots_of(way.formula, way.goal, values, task.by_name[way.goal].domain)
            if roots is None or len(roots.found) > 1:
                return None
            led[way.goal] = _all_used(way.formula, way.inputs, led)
            if not roots.found:
                reasons = no_root(task, way.formula, values, way.goal)
                said = f"{_said(way.formula)} gives no {way.goal}" + (f": {reasons[0]}" if reasons else "")
                return _failure(said, led[way.goal], facts)
            values[way.goal] = roots.found[0].value
        for condition in conditions:
            if all(name in values for name in condition.scope) and not condition.holds(values):
                return _failure(_failed(task, condition, values), _all_used(condition, condition.scope, led), facts)
    return None


def _all_used(
    condition: Condition, names: Iterable[str], led: Mapping[str, tuple[Condition, ...]]
) -> tuple[Condition, ...]:
    """A condition with all that led to the quantities of these names."""
    return tuple({id(c): c for c in (condition, *(c for name in names for c in led.get(name, ())))}.values())


def _failure(reason: str, used: tuple[Condition, ...], facts: Mapping[str, Fact]) -> Failure:
    names = dict.fromkeys(name for condition in used for name in condition.scope)
    return Failure(reason, used, tuple(facts[name] for name in names if name in facts))


def _failed(task: Task, condition: Condition, values: Mapping[str, Value]) -> str:
    if isinstance(condition, Equation):
        return f"{_said(condition)}: {disagreement(task, condition, values)}"
    known = ", ".join(f"{name} = {shown_value(task.by_name[name], values[name]).text}" for name in condition.scope)
    return f"{_said(condition)} does not hold with {known}"


def _said(condition: Condition) -> str:
    return condition.label or formula_text(condition.expression)


def distance(a: Number, b: Number) -> Number:
    """How far apart two numbers are."""
    return a - b if a > b else b - a


def _alone(equation: Equation) -> str | None:
    """The quantity that stands alone on one side."""
    for side in (equation.left, equation.right):
        if isinstance(side, Name):
            return side.name
    return None


def _by_sides(equation: Equation, values: Mapping[str, Value]) -> str:
    try:
        left, right = evaluate(equation.left, values), evaluate(equation.right, values)
    except Undefined as error:
        return f"{equation.label or equation} is undefined: {error}"
    assert not isinstance(left, str)
    assert not isinstance(right, str)
    difference = distance(left, right)
    return (
        f"the left side is {number_text(left)}, the right side {number_text(right)} in SI units; "
        f"they differ by {number_text(difference)}"
    )
