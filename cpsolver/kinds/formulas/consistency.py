"""Whether values fit the formulas: by how much the two sides of one differ."""

from __future__ import annotations

from collections.abc import Mapping

from cpsolver.kinds.formulas.wording import formula_text, number_text, shown_value, substituted
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Number, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Name
from cpsolver.task.functions import Undefined
from cpsolver.task.roots import roots_of
from cpsolver.task.task import Task


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
    by_formula, residual = shown_value(variable, right), _difference(task, name, given, right)
    return (
        f"{name} is {shown_value(variable, given).text}, but {formula_text(side)} = "
        f"{substituted(side, task, others)} = {by_formula.text}; they differ by {residual}"
    )


def _difference(task: Task, name: str, given: Number, right: Number) -> str:
    unit = task.by_name[name].unit
    difference = distance(given, right) / (unit.factor if unit else 1)
    return f"{number_text(difference)} {unit.name}" if unit else number_text(difference)


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
