"""Fifty digits: values of a solution worked out again, far beyond the rounding of floats.

The only door to mpmath, which is loaded when it is needed and not before.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from cpsolver.task.condition import Equation
from cpsolver.task.domain import Value
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.turn import Turn

DIGITS = 60
"""Digits that are carried; the last ten are not trusted."""

STEPS = 12
"""Newton steps: each doubles the digits where a root is simple."""

SETTLED = -40
"""A root is settled when the last step moved it by less than this power of ten, relative to it."""

Precise = Any
"""A number of mpmath."""


class NotPrecise(ArithmeticError):
    """The value cannot be worked out with more digits: no such function, no such root."""


def precise(value: Value) -> Precise:
    """A number with all its digits, multiples of pi and e with all of theirs; of any other float those of the float."""
    mp = _mp()
    if isinstance(value, Fraction):
        return mp.mpf(value.numerator) / value.denominator
    if isinstance(value, Turn):
        return 2 * mp.pi * value.turns.numerator / value.turns.denominator
    if isinstance(value, float):
        return +mp.e if value == math.e else mp.mpf(value)
    return mp.mpf(value)


def precise_value(node: Node, values: Mapping[str, Precise]) -> Precise:
    """The value of an expression. Raises: NotPrecise for what has no value, and for functions without such a rule."""
    if isinstance(node, Name):
        return values[node.name]
    if isinstance(node, Constant):
        return precise(node.value)
    rule = _RULES.get(node.function) if isinstance(node, Call) else None
    if rule is None or not isinstance(node, Call):
        raise NotPrecise(f"no more digits are known of '{getattr(node, 'function', node)}'")
    mp = _mp()
    try:
        found = rule(mp, *(precise_value(argument, values) for argument in node.arguments))
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        raise NotPrecise(str(error)) from None
    if not mp.isfinite(found) or isinstance(found, mp.mpc):
        raise NotPrecise("the value is not a finite real number")
    return found


def refined(
    equations: Sequence[Equation], names: Sequence[str], known: Mapping[str, Precise], near: Mapping[str, Value]
) -> dict[str, Precise]:
    """The root near a point of as many equations as names, with about fifty digits.

    known: the other quantities, precisely
    Raises: NotPrecise where Newton's method does not settle, as at a double root.
    """
    mp = _mp()
    point = {name: precise(near[name]) for name in names}
    for _ in range(STEPS):
        step = _step(equations, names, {**known, **point})
        point = {name: point[name] - step[index] for index, name in enumerate(names)}
        if all(abs(step[index]) <= mp.mpf(10) ** SETTLED * (abs(point[name]) or 1) for index, name in enumerate(names)):
            return point
    raise NotPrecise("Newton's method does not settle")


def _step(equations: Sequence[Equation], names: Sequence[str], point: dict[str, Precise]) -> Precise:
    """A Newton step, its derivatives by differences."""
    mp = _mp()
    residuals = [_residual(equation, point) for equation in equations]
    matrix = mp.matrix(len(equations), len(names))
    for column, name in enumerate(names):
        change = (abs(point[name]) or mp.mpf(1)) * mp.mpf(10) ** (-DIGITS // 2)
        moved = {**point, name: point[name] + change}
        for row, equation in enumerate(equations):
            matrix[row, column] = (_residual(equation, moved) - residuals[row]) / change
    try:
        return mp.lu_solve(matrix, mp.matrix(residuals))
    except (ZeroDivisionError, ValueError):
        raise NotPrecise("the formulas do not determine the root by their derivatives") from None


def _residual(equation: Equation, point: Mapping[str, Precise]) -> Precise:
    return precise_value(equation.left, point) - precise_value(equation.right, point)


def digits_of(value: Value, true: Precise) -> int:
    """To how many digits a value agrees with a precise one; as many as a float can have, at most."""
    mp = _mp()
    error = abs(precise(value) - true)
    size = abs(true)
    if error == 0:
        return MOST_DIGITS
    if size <= mp.mpf(10) ** SETTLED:
        return 0
    return max(0, min(MOST_DIGITS, math.floor(float(-mp.log10(error / size)))))


MOST_DIGITS = 15
"""Digits that a float always holds."""


@lru_cache(maxsize=1)
def _mp() -> Any:
    """Numbers of mpmath with so many digits; its own, which others in this program may use, stay as they are."""
    from mpmath import MPContext  # type: ignore[import-untyped]

    mp = MPContext()
    mp.dps = DIGITS
    return mp


def _power(mp: Any, base: Precise, exponent: Precise) -> Precise:
    return mp.power(base, exponent)


_RULES: dict[str, Callable[..., Precise]] = {
    "neg": lambda mp, a: -a,
    "+": lambda mp, a, b: a + b,
    "-": lambda mp, a, b: a - b,
    "*": lambda mp, a, b: a * b,
    "/": lambda mp, a, b: a / b,
    "^": _power,
    "sum": lambda mp, *items: mp.fsum(items),
    "product": lambda mp, *items: mp.fprod(items),
    "min": lambda mp, *items: min(items),
    "max": lambda mp, *items: max(items),
    "abs": lambda mp, a: abs(a),
    "sign": lambda mp, a: mp.sign(a),
    **{
        name: (lambda function: lambda mp, a: getattr(mp, function)(a))(name)
        for name in ("sqrt", "exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan")
    },
    "atan2": lambda mp, a, b: mp.atan2(a, b),
}
