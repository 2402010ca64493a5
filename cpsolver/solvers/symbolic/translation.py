"""From our own trees and numbers to SymPy's, and back. No text ever reaches SymPy's parser, which evaluates it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

from cpsolver.task.algebra.terms import add, call, multiply, power
from cpsolver.task.domain import Number
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.functions import exact
from cpsolver.task.reals.rounding import Rounded
from cpsolver.task.turn import PI, Turn

FUNCTIONS = frozenset(
    "+ - * / neg ^ sum product sqrt abs exp log log10 sin cos tan asin acos atan atan2".split()  # noqa: SIM905
)
"""What has a counterpart in algebra; each has its constructor below."""


def constructors() -> dict[str, Callable[..., Any]]:
    """For every function of ours SymPy's own."""
    import sympy

    return {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": lambda a, b: a / b,
        "neg": lambda a: -a,
        "^": lambda a, b: a**b,
        "sum": lambda *items: sympy.Add(*items),
        "product": lambda *items: sympy.Mul(*items),
        "sqrt": sympy.sqrt,
        "abs": sympy.Abs,
        "exp": sympy.exp,
        "log": sympy.log,
        "log10": lambda a: sympy.log(a) / sympy.log(10),
        "sin": sympy.sin,
        "cos": sympy.cos,
        "tan": sympy.tan,
        "asin": sympy.asin,
        "acos": sympy.acos,
        "atan": sympy.atan,
        "atan2": sympy.atan2,
    }


class Translation:
    """Names and numbers as SymPy's; names get symbols of our own, so that none of SymPy's own (E, I, S) is meant."""

    def __init__(self, names: list[str], real: bool | None = None) -> None:
        """Names that get symbols. real: whether SymPy is told that they are real; it then finds other roots."""
        import sympy

        self.sympy = sympy
        self.symbols = {name: sympy.Symbol(f"q{index}", real=real) for index, name in enumerate(names)}
        self.table = constructors()

    def expression(self, node: Node, values: Mapping[str, Any]) -> Any:
        """The node with known quantities put in; exact numbers stay exact."""
        if isinstance(node, Constant):
            return self.number(node.value)
        if isinstance(node, Name):
            return self.number(values[node.name]) if node.name in values else self.symbols[node.name]
        assert isinstance(node, Call)
        return self.table[node.function](*(self.expression(argument, values) for argument in node.arguments))

    def number(self, value: Any) -> Any:
        """A number: rational if it can be; a float as the simplest fraction it stands for."""
        if isinstance(value, Turn):
            return self.sympy.pi * self.number(2 * value.turns)
        if isinstance(value, float):
            for name, known in (("pi", self.sympy.pi), ("e", self.sympy.E)):
                if value == float(known):
                    return getattr(self.sympy, "pi" if name == "pi" else "E")
            value = Fraction(value)
        fraction = Fraction(value)
        return self.sympy.Rational(fraction.numerator, fraction.denominator)


def number(expression: Any) -> Number | None:
    """A real number: exact if SymPy's is rational, else the nearest float with its bound; None if open or not real."""
    if expression.free_symbols:
        return None
    if expression.is_Rational:
        return exact(Fraction(int(expression.p), int(expression.q)))
    value = expression.evalf(30)
    if not value.is_number:
        return None
    real, imaginary = value.as_real_imag()
    try:
        if abs(float(imaginary)) > 1e-20 * max(1.0, abs(float(real))):
            return None
        return Rounded(float(real), 2 * math.ulp(float(real)))
    except (TypeError, ValueError, OverflowError):
        return None


def node_of(expression: Any, names: Mapping[Any, str]) -> Node | None:
    """SymPy's expression as our own tree; None if it holds what we have no counterpart of, such as i or LambertW."""
    import sympy

    if expression in names:
        return Name(names[expression])
    if expression.is_Rational:
        return Constant(exact(Fraction(int(expression.p), int(expression.q))))
    if expression is sympy.pi or expression is sympy.E:
        return Constant(PI if expression is sympy.pi else math.e)
    if expression.is_Float:
        return Constant(float(expression))
    parts = [node_of(argument, names) for argument in expression.args]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts) or not known:
        return None
    joined = {sympy.Add: add, sympy.Mul: multiply}.get(expression.func)
    if joined is not None:
        return reduce(joined, known)
    if expression.func is sympy.Pow:
        base, exponent = known
        return call("sqrt", base) if exponent == Constant(Fraction(1, 2)) else power(base, exponent)
    function = _BACK.get(expression.func.__name__)
    return None if function is None else call(function, *known)


_BACK = {
    "Abs": "abs",
    **{name: name for name in ("exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sign")},
}
"""SymPy's functions of which we have the same."""
