"""The meaning of an expression over whole columns of values at once, with a bound of what rounding does to each.

An expression is compiled once into nested functions over NumPy arrays, one per node. Every value carries the bound of
its error, carried along as each operation demands (running error analysis: Wilkinson, *Rounding Errors in Algebraic
Processes*, 1963). A comparison that the bounds do not decide is open there; whoever asks must look closer.

A place where an expression is undefined holds NaN. If even that is not certain, its bound is infinite.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from cpsolver.task.domain import Number
from cpsolver.task.expression import Call, Constant, Name, Node

ULP = 2.0**-52
"""Relative distance of neighbouring floats: an operation is wrong by half of it at most."""

LOOSE = 4 * ULP
"""The same bound of a function of NumPy, of a constant such as pi, of a given converted by a float."""

TINY = 1e-300
"""Results below are wrong by up to this much: near the smallest floats digits are lost, or all of a number."""

Floats = Any
"""An array of floats, or a single one that holds for every place."""


class Column(NamedTuple):
    """Values with the bounds of their errors."""

    value: Floats
    error: Floats


class Truths(NamedTuple):
    """Whether a condition holds in each place, and whether that is certain."""

    holds: Floats
    sure: Floats


class NoColumns(ValueError):
    """The expression has a part that is not worked out in columns."""


Columns = Mapping[str, Column]
Numeric = Callable[[Columns], Column]
Logical = Callable[[Columns], Truths]


def constant(value: Number) -> Column:
    """A number, exact if it is a float without rounding."""
    number = np.float64(float(value))
    if isinstance(value, float):
        return Column(number, abs(number) * LOOSE)
    return Column(number, np.float64(0.0) if Fraction(float(value)) == value else abs(number) * ULP)


def numeric(node: Node) -> Numeric:
    """The function from columns to the column of an expression. Raises: NoColumns."""
    if isinstance(node, Name):
        name = node.name
        return lambda columns: columns[name]
    if isinstance(node, Constant) and not isinstance(node.value, (bool, str)):
        found = constant(node.value)
        return lambda columns: found
    if not isinstance(node, Call):
        raise NoColumns(f"{node} is not worked out in columns")
    if node.function == "if":
        return _choice(node)
    rule = _RULES.get(node.function)
    if rule is None:
        raise NoColumns(f"'{node.function}' is not worked out in columns")
    arguments = tuple(numeric(argument) for argument in node.arguments)
    return lambda columns: rule(*(argument(columns) for argument in arguments))


def logical(node: Node) -> Logical:
    """The function from columns to the truth of a condition; undefined parts make it false. Raises: NoColumns."""
    if not isinstance(node, Call):
        raise NoColumns(f"{node} is no condition over columns")
    if node.function in _ORDERS:
        left, right = (numeric(argument) for argument in node.arguments)
        compare = _ORDERS[node.function]
        return lambda columns: _compared(compare, left(columns), right(columns))
    if node.function in ("and", "or", "not"):
        parts = tuple(logical(argument) for argument in node.arguments)
        join = _JOINED[node.function]
        return lambda columns: join([part(columns) for part in parts])
    raise NoColumns(f"'{node.function}' is not tested in columns")


def _choice(node: Call) -> Numeric:
    condition, first, second = logical(node.arguments[0]), numeric(node.arguments[1]), numeric(node.arguments[2])

    def chosen(columns: Columns) -> Column:
        truth, one, other = condition(columns), first(columns), second(columns)
        error = np.where(truth.sure, np.where(truth.holds, one.error, other.error), math.inf)
        return Column(np.where(truth.holds, one.value, other.value), error)

    return chosen


# -- conditions --------------------------------------------------------------------------------------------------


def _compared(compare: Callable[[Floats, Floats], Floats], left: Column, right: Column) -> Truths:
    apart = np.abs(left.value - right.value)
    error = left.error + right.error
    undefined = np.isnan(apart)
    sure = np.where(undefined, np.isfinite(error), (apart > error) | (error == 0))
    return Truths(compare(left.value, right.value) & ~undefined, sure)


def _every(parts: list[Truths]) -> Truths:
    holds, sure, fails = np.bool_(True), np.bool_(True), np.bool_(False)
    for part in parts:
        holds, sure = holds & part.holds, sure & part.sure
        fails = fails | (~part.holds & part.sure)
    return Truths(holds, sure | fails)


def _some(parts: list[Truths]) -> Truths:
    return _opposite([_every([_opposite([part]) for part in parts])])


def _opposite(parts: list[Truths]) -> Truths:
    return Truths(~parts[0].holds, parts[0].sure)


_ORDERS: dict[str, Callable[[Floats, Floats], Floats]] = {
    "=": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}

_JOINED: dict[str, Callable[[list[Truths]], Truths]] = {"and": _every, "or": _some, "not": _opposite}


# -- operations --------------------------------------------------------------------------------------------------


def _made(value: Floats, error: Floats, *parts: Column) -> Column:
    """A result: what is not finite is undefined; how certain that is, depends on the operands and on the overflow."""
    finite = np.isfinite(value) & np.isfinite(error)
    if finite.all():
        return Column(value, error)
    open_ = np.isinf(value) | np.isposinf(error)
    for part in parts:
        open_ = open_ | np.isposinf(part.error)
    return Column(np.where(finite, value, np.nan), np.where(finite, error, np.where(open_, math.inf, 0.0)))


def _rounding(value: Floats, nothing: Floats) -> Floats:
    """The rounding error of a product; where a factor is `nothing`, exactly 0, there is none."""
    small = (np.abs(value) < TINY) & ~nothing
    return np.where(small, TINY, ULP * np.abs(value))


def _add(*parts: Column) -> Column:
    total = parts[0]
    for part in parts[1:]:
        value = total.value + part.value
        total = _made(value, total.error + part.error + ULP * np.abs(value), total, part)
    return total


def _subtract(a: Column, b: Column) -> Column:
    value = a.value - b.value
    return _made(value, a.error + b.error + ULP * np.abs(value), a, b)


def _negate(a: Column) -> Column:
    return Column(-a.value, a.error)


def _multiply(*parts: Column) -> Column:
    total = parts[0]
    for part in parts[1:]:
        value = total.value * part.value
        error = np.abs(total.value) * part.error + np.abs(part.value) * total.error + total.error * part.error
        total = _made(value, error + _rounding(value, (total.value == 0) | (part.value == 0)), total, part)
    return total


def _divide(a: Column, b: Column) -> Column:
    value = np.divide(a.value, b.value)
    room = np.abs(b.value) - b.error
    error = np.where(room > 0, (a.error + np.abs(value) * b.error) / room + _rounding(value, a.value == 0), math.inf)
    surely_zero = (b.value == 0) & (b.error == 0)
    return _made(np.where(surely_zero, np.nan, value), np.where(surely_zero, 0.0, error), a, b)


def _power(a: Column, b: Column) -> Column:
    value = np.power(a.value, b.value)
    exponent = np.abs(b.value) + b.error
    relative = np.where(a.error > 0, exponent * a.error / (np.abs(a.value) - a.error), 0.0)
    relative = relative + np.where(b.error > 0, np.abs(np.log(np.abs(a.value))) * b.error, 0.0)
    error = np.abs(value) * (np.expm1(relative) + LOOSE) + _rounding(value, a.value == 0)
    whole = (b.value == np.rint(b.value)) & (b.error == 0)
    touches = (np.abs(a.value) <= a.error) & (a.error > 0)
    near_zero = np.where(whole & (b.value > 0), np.power(np.abs(a.value) + a.error, b.value), math.inf)
    error = np.where(touches, near_zero, error)
    error = np.where((a.value - a.error < 0) & (b.error > 0), math.inf, error)  # a whole exponent has a power, too
    surely_not = ((a.value == 0) & (a.error == 0) & (b.value < 0)) | ((a.value + a.error < 0) & ~whole & (b.error == 0))
    zero = (a.value == 0) & (a.error == 0) & (b.value > b.error)
    value, error = np.where(surely_not, np.nan, value), np.where(surely_not | zero, 0.0, error)
    return _made(value, error, a, b)


def _squared_root(a: Column) -> Column:
    value = np.sqrt(a.value)
    below = np.sqrt(np.maximum(a.value - a.error, 0.0))
    error = np.where(a.value >= a.error, value - below + 2 * ULP * value, math.inf)
    surely_not = a.value + a.error < 0
    return _made(np.where(surely_not, np.nan, value), np.where(surely_not, 0.0, error), a)


def _monotone(
    function: Callable[[Floats], Floats], low: float = -math.inf, high: float = math.inf
) -> Callable[[Column], Column]:
    """A function that only grows, or only falls, where it is defined: from low to high."""

    def rule(a: Column) -> Column:
        value = function(a.value)
        ends = [np.abs(function(a.value + side) - value) for side in (a.error, -a.error)]
        error = np.maximum(ends[0], ends[1]) + LOOSE * np.abs(value) + _rounding(value, a.value == 0)
        outside = (a.value + a.error < low) | (a.value - a.error > high)
        inside = (a.value - a.error >= low) & (a.value + a.error <= high)
        error = np.where(inside, np.where(np.isnan(error), math.inf, error), math.inf)
        return _made(np.where(outside, np.nan, value), np.where(outside, 0.0, error), a)

    return rule


def _wave(function: Callable[[Floats], Floats]) -> Callable[[Column], Column]:
    """Sine and cosine, which never change faster than their argument."""

    def rule(a: Column) -> Column:
        value = function(a.value)
        return _made(value, np.minimum(a.error, 2.0) + LOOSE * np.abs(value), a)

    return rule


def _logarithm(function: Callable[[Floats], Floats]) -> Callable[[Column], Column]:
    inner = _monotone(function, 0.0)

    def rule(a: Column) -> Column:
        found = inner(a)
        surely_not = (a.value <= 0) & (a.value + a.error <= 0)
        return Column(np.where(surely_not, np.nan, found.value), np.where(surely_not, 0.0, found.error))

    return rule


def _absolute(a: Column) -> Column:
    return Column(np.abs(a.value), a.error)


def _sign(a: Column) -> Column:
    sure = (np.abs(a.value) > a.error) | (a.error == 0)
    return _made(np.sign(a.value), np.where(sure, 0.0, math.inf), a)


def _angle(y: Column, x: Column) -> Column:
    value = np.arctan2(y.value, x.value)
    room = np.hypot(x.value, y.value) - x.error - y.error
    jumps = (x.value < x.error) & (np.abs(y.value) <= y.error) & (y.error > 0)
    error = np.where((room > 0) & ~jumps, (x.error + y.error) / room + LOOSE * np.abs(value), math.inf)
    return _made(value, error, y, x)


def _extreme(choose: Callable[[Floats, Floats], Floats]) -> Callable[..., Column]:
    def rule(*parts: Column) -> Column:
        total = parts[0]
        for part in parts[1:]:
            total = _made(choose(total.value, part.value), np.maximum(total.error, part.error), total, part)
        return total

    return rule


def _floored(a: Column, b: Column) -> Column:
    """The quotient rounded down; near a whole number it is open."""
    quotient = _divide(a, b)
    value = np.floor(quotient.value)
    near = np.abs(quotient.value - np.rint(quotient.value)) <= quotient.error
    exact = (a.error == 0) & (b.error == 0)
    return _made(
        np.where(exact, np.floor_divide(a.value, b.value), value), np.where(near & ~exact, math.inf, 0.0), quotient
    )


def _remainder(a: Column, b: Column) -> Column:
    return _subtract(a, _multiply(b, _floored(a, b)))


_RULES: dict[str, Callable[..., Column]] = {
    "+": _add,
    "sum": _add,
    "-": _subtract,
    "neg": _negate,
    "*": _multiply,
    "product": _multiply,
    "/": _divide,
    "//": _floored,
    "%": _remainder,
    "^": _power,
    "sqrt": _squared_root,
    "exp": _monotone(np.exp),
    "log": _logarithm(np.log),
    "log10": _logarithm(np.log10),
    "sin": _wave(np.sin),
    "cos": _wave(np.cos),
    "tan": lambda a: _divide(_wave(np.sin)(a), _wave(np.cos)(a)),
    "asin": _monotone(np.arcsin, -1.0, 1.0),
    "acos": _monotone(np.arccos, -1.0, 1.0),
    "atan": _monotone(np.arctan),
    "atan2": _angle,
    "abs": _absolute,
    "sign": _sign,
    "min": _extreme(np.minimum),
    "max": _extreme(np.maximum),
}
