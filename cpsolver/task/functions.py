"""The functions of the expression language: one table, name → what it takes, gives and means.

To add one: an entry here is its meaning; each solver's own table may hold a faster way to post it.

*Undefined* (a division by zero, an index out of range, the square root of a negative number) makes the nearest
Boolean around it false: the relational semantics of MiniZinc (Frisch & Stuckey, *The Proper Treatment of
Undefinedness in Constraint Languages*, 2009).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal

from cpsolver.task import globals as meaning
from cpsolver.task.domain import Number, Value
from cpsolver.task.turn import ARCS, PI, Turn, cosine, sine, tangent

Type = Literal["number", "boolean", "value", "list"]
"""What an argument is: `value` is a number, a truth value or a symbol. A truth value also counts as 0 or 1."""

LARGEST_BITS = 4096
"""Numbers longer than this are undefined: `9^9^9^9` must not fill the memory."""


class Undefined(ArithmeticError):
    """A partial function has no value here."""


class TooLarge(Undefined):
    """There is a value, but it is too large to be worked with: no proof that there is none."""


@dataclass(frozen=True)
class Function:
    """What a function takes and gives, and its meaning on plain values.

    takes:    types of the arguments in order; with `variadic` the last is repeated, none to many times
    gives:    type of the result; "value" means that of its last argument
    evaluate: called with the arguments' values; a `list` argument arrives as a tuple

    """

    name: str
    takes: tuple[Type, ...]
    gives: Type
    evaluate: Callable[..., Value]
    variadic: bool = False
    symbol: str = ""


def exact(number: Number) -> Number:
    """The same number, as an int if it is a whole Fraction."""
    if isinstance(number, Fraction) and number.denominator == 1:
        return number.numerator
    return number


def _bounded(number: Number) -> Number:
    if isinstance(number, float):
        if not math.isfinite(number):
            raise TooLarge("not a finite number")
        return number
    whole = number if isinstance(number, int) else max(abs(number.numerator), number.denominator)
    if int(whole).bit_length() > LARGEST_BITS:
        raise TooLarge("too large")
    return exact(number)


def divide(a: Number, b: Number) -> Number:
    """Exact division."""
    if b == 0:
        raise Undefined("division by zero")
    if isinstance(a, float) or isinstance(b, float):
        return _bounded(a / b)
    return exact(Fraction(a) / Fraction(b))


def floor_divide(a: Number, b: Number) -> Number:
    """Division rounded down, as in Python: -7 // 4 = -2."""
    if b == 0:
        raise Undefined("division by zero")
    return exact(a // b)


def floor_modulo(a: Number, b: Number) -> Number:
    """The remainder of floor division, with the sign of the divisor: -7 % 4 = 1."""
    if b == 0:
        raise Undefined("division by zero")
    return exact(a % b)


def truncate_divide(a: Number, b: Number) -> Number:
    """Division rounded towards 0, as in MiniZinc: -7 div 4 = -1."""
    if b == 0:
        raise Undefined("division by zero")
    quotient: Number = abs(a) // abs(b)  # type: ignore[operator]  # int, float and Fraction mix
    return exact(quotient if (a < 0) == (b < 0) else -quotient)


def truncate_modulo(a: Number, b: Number) -> Number:
    """The remainder of truncated division, with the sign of the dividend: -7 mod 4 = -3."""
    return exact(a - b * truncate_divide(a, b))


def power(a: Number, b: Number) -> Number:
    """a to the power b: exact for whole exponents of exact numbers, else a float."""
    if a == 0 and b < 0:
        raise Undefined("division by zero")
    if isinstance(b, Fraction) and b.denominator == 1:
        b = b.numerator
    if isinstance(b, int) and not isinstance(a, float):
        size = max(abs(Fraction(a).numerator), Fraction(a).denominator).bit_length()
        if size * abs(b) > LARGEST_BITS and abs(a) != 1:
            raise TooLarge("too large")
        return exact(Fraction(a) ** b)
    if a == 1 and not isinstance(a, float):
        return 1
    if a < 0 and b != int(b):
        raise Undefined("a broken power of a negative number")
    if b == Fraction(1, 2):
        return square_root(a)
    if isinstance(b, Fraction) and b.numerator == 1 and not isinstance(a, float):
        root = _exact_root(Fraction(a), b.denominator)
        if root is not None:
            return root
    return real(math.pow)(a, b)


def _exact_root(a: Fraction, degree: int) -> Number | None:
    """The root of a number that is not negative, where it is rational."""
    try:
        guesses = [round(float(part) ** (1 / degree)) for part in (a.numerator, a.denominator)]
    except OverflowError:
        return None
    found = Fraction(guesses[0], guesses[1] or 1)
    return exact(found) if max(guesses) < 2**40 and found**degree == a else None


def square_root(a: Number) -> Number:
    """The square root: exact where it is rational."""
    if a < 0:
        raise Undefined("the square root of a negative number")
    if not isinstance(a, float):
        fraction = Fraction(a)
        top, bottom = math.isqrt(fraction.numerator), math.isqrt(fraction.denominator)
        if top * top == fraction.numerator and bottom * bottom == fraction.denominator:
            return exact(Fraction(top, bottom))
    return real(math.sqrt)(a)


def real(function: Callable[..., float]) -> Callable[..., float]:
    """A function of `math`, on any numbers, undefined where it has no finite value."""

    def evaluate(*arguments: Number) -> float:
        try:
            value = function(*map(float, arguments))
        except (ValueError, ZeroDivisionError) as error:
            raise Undefined(str(error)) from None
        except OverflowError as error:
            raise TooLarge(str(error)) from None
        if not math.isfinite(value):
            raise TooLarge("not a finite number")
        return value

    return evaluate


def _of_angle(function: Callable[[float], float], of_turn: Callable[[Turn], Number | None]) -> Callable[[Any], Number]:
    """A function of an angle: exact of 0, and of turns where it is rational."""
    by_float, of_nothing = real(function), int(function(0.0))

    def evaluate(angle: Number) -> Number:
        if type(angle) is Turn:
            found = of_turn(angle)
            if found is None:
                raise Undefined("the tangent of a right angle")
            return found
        return of_nothing if type(angle) is int and not angle else by_float(angle)

    return evaluate


def _arc(name: str, function: Callable[[float], float]) -> Callable[[Any], Number]:
    """The inverse of a function of angles: an exact turn of the exact numbers that have one."""
    by_float, turns = real(function), ARCS[name]

    def evaluate(ratio: Number) -> Number:
        found = None if isinstance(ratio, float) else turns.get(ratio)
        return by_float(ratio) if found is None else found

    return evaluate


def _times(a: Number, b: Number) -> Number:
    # a Fraction takes what it multiplies for a plain float, also a turn; a turn knows better
    return _bounded(b * a if type(a) is Fraction else a * b)


def _sum(*items: Any) -> Value:
    return _bounded(sum(items))


def _product(*items: Any) -> Value:
    total: Number = 1
    for item in items:
        total = _times(total, item)
    return total


def _extreme(choose: Callable[..., Any]) -> Callable[..., Value]:
    def evaluate(*items: Any) -> Value:
        if not items:
            raise Undefined("of nothing")
        found: Value = choose(items)
        return found

    return evaluate


def element(index: Value, items: Sequence[Value], keys: Sequence[Value]) -> Value:
    """The item whose key is the index."""
    for key, item in zip(keys, items, strict=True):
        if key == index:
            return item
    raise Undefined(f"no element {index}")


def _all_different(*items: Value) -> bool:
    return len(set(items)) == len(items)


def _all_equal(*items: Value) -> bool:
    return len(set(items)) <= 1


def _table(row: tuple[Value, ...], rows: tuple[tuple[Value, ...], ...]) -> bool:
    return row in rows


def _ordered(related: Callable[[Any, Any], bool]) -> Callable[..., bool]:
    def evaluate(*items: Value) -> bool:
        return all(related(a, b) for a, b in pairwise(items))

    return evaluate


def _compare(related: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    def evaluate(a: Any, b: Any) -> bool:
        return bool(related(a, b))

    return evaluate


_ALL: tuple[Function, ...] = (
    Function("neg", ("number",), "number", operator.neg, symbol="-"),
    Function("+", ("number", "number"), "number", lambda a, b: _bounded(a + b)),
    Function("-", ("number", "number"), "number", lambda a, b: _bounded(a - b)),
    Function("*", ("number", "number"), "number", _times, symbol="*"),
    Function("/", ("number", "number"), "number", divide),
    Function("//", ("number", "number"), "number", floor_divide),
    Function("%", ("number", "number"), "number", floor_modulo),
    Function("div", ("number", "number"), "number", truncate_divide),
    Function("mod", ("number", "number"), "number", truncate_modulo),
    Function("^", ("number", "number"), "number", power),
    Function("=", ("value", "value"), "boolean", _compare(operator.eq)),
    Function("!=", ("value", "value"), "boolean", _compare(operator.ne)),
    Function("<", ("number", "number"), "boolean", _compare(operator.lt)),
    Function("<=", ("number", "number"), "boolean", _compare(operator.le)),
    Function(">", ("number", "number"), "boolean", _compare(operator.gt)),
    Function(">=", ("number", "number"), "boolean", _compare(operator.ge)),
    Function("not", ("boolean",), "boolean", operator.not_),
    Function("and", ("boolean",), "boolean", lambda *items: all(items), variadic=True),
    Function("or", ("boolean",), "boolean", lambda *items: any(items), variadic=True),
    Function("xor", ("boolean", "boolean"), "boolean", lambda a, b: bool(a) != bool(b)),
    Function("->", ("boolean", "boolean"), "boolean", lambda a, b: not a or bool(b)),
    Function("<->", ("boolean", "boolean"), "boolean", lambda a, b: bool(a) == bool(b)),
    Function("in", ("value", "list"), "boolean", lambda value, items: value in items),
    Function("if", ("boolean", "value", "value"), "value", lambda c, a, b: a if c else b),
    Function("element", ("value", "list", "list"), "value", element),
    Function("sum", ("number",), "number", _sum, variadic=True),
    Function("product", ("number",), "number", _product, variadic=True),
    Function("min", ("number",), "number", _extreme(min), variadic=True),
    Function("max", ("number",), "number", _extreme(max), variadic=True),
    Function("abs", ("number",), "number", abs),
    Function("count", ("boolean",), "number", lambda *items: sum(map(bool, items)), variadic=True),
    Function("all_different", ("value",), "boolean", _all_different, variadic=True),
    Function("all_equal", ("value",), "boolean", _all_equal, variadic=True),
    Function("increasing", ("number",), "boolean", _ordered(operator.le), variadic=True),
    Function("strictly_increasing", ("number",), "boolean", _ordered(operator.lt), variadic=True),
    Function("decreasing", ("number",), "boolean", _ordered(operator.ge), variadic=True),
    Function("table", ("list", "list"), "boolean", _table),
    Function("strictly_decreasing", ("number",), "boolean", _ordered(operator.gt), variadic=True),
    Function("all_different_except", ("list", "list"), "boolean", meaning.all_different_except),
    Function("nvalue", ("value",), "number", meaning.nvalue, variadic=True),
    Function("global_cardinality", ("list",) * 3, "boolean", meaning.global_cardinality),
    Function("global_cardinality_closed", ("list",) * 3, "boolean", meaning.global_cardinality_closed),
    Function("value_precede", ("value", "value", "list"), "boolean", meaning.value_precede),
    Function("arg_max", ("number",), "number", meaning.arg_max, variadic=True),
    Function("arg_min", ("number",), "number", meaning.arg_min, variadic=True),
    Function("lex_less", ("list", "list"), "boolean", meaning.lex_less),
    Function("lex_lesseq", ("list", "list"), "boolean", meaning.lex_lesseq),
    Function("inverse", ("list",) * 4, "boolean", meaning.inverse),
    Function("circuit", ("list", "list"), "boolean", meaning.circuit),
    Function("subcircuit", ("list", "list"), "boolean", meaning.subcircuit),
    Function("connected", ("list", "list"), "boolean", meaning.connected),
    Function("cumulative", ("list", "list", "list", "number", "list"), "boolean", meaning.cumulative),
    Function("disjunctive", ("list",) * 3, "boolean", meaning.disjunctive),
    Function("diffn", ("list",) * 5, "boolean", meaning.diffn),
    Function("bin_packing", ("number", "list", "list"), "boolean", meaning.bin_packing),
    Function("bin_packing_capa", ("list",) * 4, "boolean", meaning.bin_packing_capa),
    Function("bin_packing_load", ("list",) * 4, "boolean", meaning.bin_packing_load),
    Function("regular", ("list", "list", "value", "list"), "boolean", meaning.regular),
    Function("sqrt", ("number",), "number", square_root),
    Function("exp", ("number",), "number", real(math.exp)),
    Function("log", ("number",), "number", real(math.log)),
    Function("log10", ("number",), "number", real(math.log10)),
    Function("sin", ("number",), "number", _of_angle(math.sin, sine)),
    Function("cos", ("number",), "number", _of_angle(math.cos, cosine)),
    Function("tan", ("number",), "number", _of_angle(math.tan, tangent)),
    Function("asin", ("number",), "number", _arc("asin", math.asin)),
    Function("acos", ("number",), "number", _arc("acos", math.acos)),
    Function("atan", ("number",), "number", _arc("atan", math.atan)),
    Function("atan2", ("number", "number"), "number", real(math.atan2)),
    Function("sign", ("number",), "number", lambda a: (a > 0) - (a < 0)),
)

FUNCTIONS: dict[str, Function] = {function.name: function for function in _ALL}
"""Every function of the language by its name."""

REAL_CONSTANTS: dict[str, float] = {"pi": PI, "e": math.e}
"""Names that stand for a number in formula domains, unless the model has a quantity of that name."""
