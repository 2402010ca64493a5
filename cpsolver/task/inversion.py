"""Formulas turned round: every real value that an equation allows one of its quantities, as explicit expressions.

Where the quantity occurs once the equation is *peeled*: what is done to the quantity last is undone first, until it
stands alone. Where it occurs several times like terms are collected, and the school formulas for linear and quadratic
equations apply. All real branches are kept, each with its guards: what must hold for the branch to exist.

Numbers are put in after inverting, never before.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from cpsolver.task.condition import Equation
from cpsolver.task.expression import Call, Constant, Name, Node, names
from cpsolver.task.polynomial import difference, quotient
from cpsolver.task.terms import ONE, ZERO, add, call, divide, multiply, negate, number, power, subtract, value_of

Method = Literal["explicit", "peel", "linear", "quadratic"]

WEIGHTS: dict[Method, float] = {"explicit": 1.0, "peel": 1.2, "linear": 1.5, "quadratic": 2.0}
"""How hard a person finds each way of solving for a quantity, relative to just reading it off."""

NUMERIC_WEIGHT = 6.0
"""The same for an equation that cannot be rearranged."""

TURNS = "whole turns"
"""The name, which no quantity can have, of the whole number k in branches such as asin(y) + 2*pi*k."""

PI = Constant(math.pi)


@dataclass(frozen=True)
class Guard:
    """`left relation right` must hold for a branch to exist; if it fails, `reason` says why there is no such root.

    proves: whether its failing proves that the branch has no root; False where roots may be overlooked
    """

    relation: str
    left: Node
    right: Node
    reason: str
    proves: bool = True


@dataclass(frozen=True)
class Branch:
    """One explicit expression for the quantity, valid while its guards hold; in the order in which they matter."""

    expression: Node
    guards: tuple[Guard, ...] = ()


@dataclass(frozen=True)
class Inversion:
    """All branches of an equation solved for one quantity.

    free:     where one of these conditions holds, every value of the quantity satisfies the equation
    complete: whether the branches hold all real roots; else roots may be missing (further turns of a sine inside
              something else than sums and products)
    """

    variable: str
    branches: tuple[Branch, ...]
    method: Method
    free: tuple[Node, ...] = ()
    complete: bool = True

    @property
    def weight(self) -> float:
        """How hard a person finds this way of solving."""
        return WEIGHTS[self.method]

    @property
    def is_periodic(self) -> bool:
        """Whether the branches repeat by whole turns."""
        return any(TURNS in names(branch.expression) for branch in self.branches)


def invert(equation: Equation, variable: str) -> Inversion | None:
    """The equation solved for one of its quantities; None if neither peeling nor the school formulas do it.

    Source: the peeling rules are the inverse functions of calculus with their domains; the quadratic is the school's.
    """
    return _invert(equation.left, equation.right, variable)


@lru_cache(maxsize=4096)
def _invert(left: Node, right: Node, variable: str) -> Inversion | None:
    for side, other in ((left, right), (right, left)):
        if variable not in names(other):
            if side == Name(variable):
                return Inversion(variable, (Branch(other),), "explicit")
            return _peel(side, other, variable)
    return _collect(left, right, variable, _State())


@dataclass(frozen=True)
class _State:
    """What peeling has met on the way: guards, conditions of freedom, whether turns were added or roots left out."""

    guards: tuple[Guard, ...] = ()
    free: tuple[Node, ...] = ()
    turning: bool = False
    complete: bool = True

    def guarded(self, *guards: Guard) -> _State:
        return replace(self, guards=(*self.guards, *guards))

    def freed(self, *conditions: Node) -> _State:
        return replace(self, free=(*self.free, *conditions))


_Undone = tuple[Node, _State]
"""What the peeled part must equal, and the state after that."""


def _peel(side: Node, target: Node, variable: str) -> Inversion | None:
    """Undo operation after operation, following every branch."""
    branches: list[Branch] = []
    free: dict[Node, None] = {}
    methods: set[Method] = set()
    complete = True
    stack: list[tuple[Node, Node, _State]] = [(side, target, _State())]
    while stack:
        node, goal, state = stack.pop()
        if isinstance(node, Name):
            branches.append(Branch(goal, state.guards))
            free.update(dict.fromkeys(state.free))
            complete = complete and state.complete
            continue
        found = _one_step(node, goal, variable, state)
        if found is None:
            return None
        if isinstance(found, Inversion):
            branches.extend(found.branches)
            free.update(dict.fromkeys(found.free))
            methods.add(found.method)
            complete = complete and found.complete
        else:
            stack.extend(reversed(found))
    method: Method = "quadratic" if "quadratic" in methods else "linear" if methods else "peel"
    return Inversion(variable, tuple(branches), method, tuple(free), complete)


def _one_step(
    node: Node, goal: Node, variable: str, state: _State
) -> list[tuple[Node, Node, _State]] | Inversion | None:
    if not isinstance(node, Call):
        return None
    places = [index for index, argument in enumerate(node.arguments) if variable in names(argument)]
    place = places[0]
    if state.turning and (len(places) > 1 or node.function not in _AFFINE or (node.function == "/" and place == 1)):
        state = replace(state, complete=False)
    if len(places) > 1:
        return _collect(node, goal, variable, state)
    undo = _UNDO.get(node.function)
    if undo is None:
        return None
    return [(node.arguments[place], undone, after) for undone, after in undo(node, place, goal, state)]


# -- collecting like terms ---------------------------------------------------------------------------------------


def _collect(left: Node, right: Node, variable: str, state: _State) -> Inversion | None:
    """Linear and quadratic equations, after clearing fractions. Roots of a denominator fail when put back."""
    one, other = quotient(left, variable), quotient(right, variable)
    if one is None or other is None:
        return None
    coefficients = difference(one, other)
    if len(coefficients) == 2:
        return _linear(coefficients[0], coefficients[1], variable, state)
    if len(coefficients) == 3:
        return _quadratic(coefficients[0], coefficients[1], coefficients[2], variable, state)
    return None


def _linear(c: Node, b: Node, variable: str, state: _State) -> Inversion:
    state = _nonzero(b, f"{variable} cancels", state).freed(Call("and", (_is(b, ZERO), _is(c, ZERO))))
    return Inversion(variable, (Branch(divide(negate(c), b), state.guards),), "linear", state.free, state.complete)


def _quadratic(c: Node, b: Node, a: Node, variable: str, state: _State) -> Inversion:
    """Both branches of the school formula, and the linear case where the coefficient of the square may be 0."""
    discriminant = subtract(power(b, number(2)), multiply(multiply(number(4), a), c))
    real = Guard(">=", discriminant, ZERO, "the square root of a negative number")
    solid = _nonzero(a, f"the equation is not quadratic in {variable}", state).guarded(real)
    root, twice = call("sqrt", discriminant), multiply(number(2), a)
    branches = [
        Branch(divide(subtract(negate(b), root), twice), solid.guards),
        Branch(divide(add(negate(b), root), twice), solid.guards),
    ]
    free = state.free
    if value_of(a) is None:
        flat = _nonzero(b, f"{variable} cancels", state.guarded(Guard("=", a, ZERO, "the equation is quadratic")))
        branches.append(Branch(divide(negate(c), b), flat.guards))
        free = (*free, Call("and", (_is(a, ZERO), _is(b, ZERO), _is(c, ZERO))))
    return Inversion(variable, tuple(branches), "quadratic", free, state.complete)


def _is(left: Node, right: Node) -> Node:
    return Call("=", (left, right))


def _nonzero(node: Node, reason: str, state: _State) -> _State:
    """The state after dividing by a node: guarded, unless it is a number other than 0."""
    return state if value_of(node) else state.guarded(Guard("!=", node, ZERO, reason))


# -- the table of inverse operations -----------------------------------------------------------------------------

_Undo = Callable[[Call, int, Node, _State], Iterator[_Undone]]


def _undo_sum(node: Call, place: int, goal: Node, state: _State) -> Iterator[_Undone]:
    for index, term in enumerate(node.arguments):
        if index != place:
            goal = subtract(goal, term)
    yield goal, state


def _undo_difference(node: Call, place: int, goal: Node, state: _State) -> Iterator[_Undone]:
    left, right = node.arguments
    yield (add(goal, right) if place == 0 else subtract(left, goal)), state


def _undo_product(node: Call, place: int, goal: Node, state: _State) -> Iterator[_Undone]:
    factor: Node = ONE
    for index, other in enumerate(node.arguments):
        if index != place:
            factor = multiply(factor, other)
    if value_of(factor) is None:
        state = _nonzero(factor, "division by zero", state.freed(Call("and", (_is(factor, ZERO), _is(goal, ZERO)))))
    yield divide(goal, factor), state


def _undo_quotient(node: Call, place: int, goal: Node, state: _State) -> Iterator[_Undone]:
    top, bottom = node.arguments
    if place == 0:
        yield multiply(goal, bottom), _nonzero(bottom, "division by zero", state)
        return
    if value_of(top) is None:
        state = state.freed(Call("and", (_is(top, ZERO), _is(goal, ZERO))))
    yield divide(top, goal), _nonzero(goal, "division by zero", state)


def _undo_minus(node: Call, place: int, goal: Node, state: _State) -> Iterator[_Undone]:
    yield negate(goal), state


def _undo_power(node: Call, place: int, goal: Node, state: _State) -> Iterator[_Undone]:
    exponent = node.arguments[1]
    if place == 1:
        yield from _undo_exponential(node.arguments[0], goal, state)
        return
    value = value_of(exponent)
    if value is None:
        yield from _undo_open_power(exponent, goal, state)
        return
    if value < 0:
        goal, state, value = divide(ONE, goal), _nonzero(goal, "division by zero", state), -value
    if value == 0:
        return
    yield from _undo_known_power(value, goal, state)


def _undo_known_power(value: int | float | Fraction, goal: Node, state: _State) -> Iterator[_Undone]:
    """x^n = goal for a positive number n: two branches if n is even, one if it is odd or broken."""
    at_least_zero = state.guarded(Guard(">=", goal, ZERO, f"no {_ordinal(value)} power is negative"))
    if not isinstance(value, int):
        yield (
            power(goal, number(1 / Fraction(value)) if isinstance(value, Fraction) else Constant(1 / value)),
            (at_least_zero),
        )
    elif value % 2 == 0:
        root = _root(goal, value)
        yield negate(root), at_least_zero
        yield root, at_least_zero
    elif value == 1:
        yield goal, state
    else:
        yield multiply(call("sign", goal), _root(call("abs", goal), value)), state


def _root(node: Node, degree: int) -> Node:
    return call("sqrt", node) if degree == 2 else power(node, Constant(Fraction(1, degree)))


def _ordinal(value: int | float | Fraction) -> str:
    return {2: "second", 4: "fourth", 6: "sixth"}.get(value if isinstance(value, int) else 0, "such")


def _undo_open_power(exponent: Node, goal: Node, state: _State) -> Iterator[_Undone]:
    """x^n = goal where n is a quantity: by cases of its value."""
    state = _nonzero(exponent, "an exponent of 0 says nothing of its base", state).freed(
        Call("and", (_is(exponent, ZERO), _is(goal, ONE)))
    )
    inverse = divide(ONE, exponent)
    even = Guard("=", Call("%", (exponent, number(2))), ZERO, "the exponent is not even")
    odd = Guard("=", Call("%", (exponent, number(2))), ONE, "the exponent is not odd")
    negative = Guard("<", goal, ZERO, "the power is not negative")
    positive = Guard(">=", goal, ZERO, "the power is negative")
    yield power(goal, inverse), state.guarded(positive)
    yield negate(power(goal, inverse)), state.guarded(positive, even)
    yield negate(power(negate(goal), inverse)), state.guarded(negative, odd)


def _undo_exponential(base: Node, goal: Node, state: _State) -> Iterator[_Undone]:
    """b^x = goal."""
    state = state.freed(Call("and", (_is(base, ONE), _is(goal, ONE)))).guarded(
        Guard(">", base, ZERO, "the base is not positive", proves=False),
        Guard(">", goal, ZERO, "no power of a positive base is 0 or negative"),
        Guard("!=", base, ONE, "every power of 1 is 1"),
    )
    yield divide(call("log", goal), call("log", base)), state


def _undo_root(node: Call, place: int, goal: Node, state: _State) -> Iterator[_Undone]:
    yield power(goal, number(2)), state.guarded(Guard(">=", goal, ZERO, "no square root is negative"))


def _undo_abs(node: Call, place: int, goal: Node, state: _State) -> Iterator[_Undone]:
    state = state.guarded(Guard(">=", goal, ZERO, "no absolute value is negative"))
    yield negate(goal), state
    yield goal, state


def _undo_exp(node: Call, place: int, goal: Node, state: _State) -> Iterator[_Undone]:
    yield call("log", goal), state.guarded(Guard(">", goal, ZERO, "no exponential is 0 or negative"))


def _undo_log(node: Call, place: int, goal: Node, state: _State) -> Iterator[_Undone]:
    yield (call("exp", goal) if node.function == "log" else power(number(10), goal)), state


def _undo_sine(node: Call, place: int, goal: Node, state: _State) -> Iterator[_Undone]:
    """Both solutions in one turn, and all whole turns beside them."""
    name = node.function
    state = replace(state, complete=state.complete and not state.turning, turning=True).guarded(
        Guard(">=", goal, Constant(-1), f"no {_WORDS[name]} is below -1"),
        Guard("<=", goal, ONE, f"no {_WORDS[name]} is above 1"),
    )
    first = call("asin" if name == "sin" else "acos", goal)
    second = subtract(PI, first) if name == "sin" else negate(first)
    turn = Call("*", (multiply(number(2), PI), Name(TURNS)))
    yield Call("+", (first, turn)), state
    yield Call("+", (second, turn)), state


def _undo_tangent(node: Call, place: int, goal: Node, state: _State) -> Iterator[_Undone]:
    state = replace(state, complete=state.complete and not state.turning, turning=True)
    yield Call("+", (call("atan", goal), Call("*", (PI, Name(TURNS))))), state


def _undo_arc(node: Call, place: int, goal: Node, state: _State) -> Iterator[_Undone]:
    """An arc function within its range."""
    inverse, lower, upper, relation = _ARCS[node.function]
    reason = f"outside the range of {node.function}"
    opposite = {">=": "<=", ">": "<"}[relation]
    yield (
        call(inverse, goal),
        state.guarded(Guard(relation, goal, Constant(lower), reason), Guard(opposite, goal, Constant(upper), reason)),
    )


_WORDS = {"sin": "sine", "cos": "cosine"}

_ARCS = {
    "asin": ("sin", -math.pi / 2, math.pi / 2, ">="),
    "acos": ("cos", 0, math.pi, ">="),
    "atan": ("tan", -math.pi / 2, math.pi / 2, ">"),
}

_UNDO: dict[str, _Undo] = {
    "+": _undo_sum,
    "sum": _undo_sum,
    "-": _undo_difference,
    "*": _undo_product,
    "product": _undo_product,
    "/": _undo_quotient,
    "neg": _undo_minus,
    "^": _undo_power,
    "sqrt": _undo_root,
    "abs": _undo_abs,
    "exp": _undo_exp,
    "log": _undo_log,
    "log10": _undo_log,
    "sin": _undo_sine,
    "cos": _undo_sine,
    "tan": _undo_tangent,
    "asin": _undo_arc,
    "acos": _undo_arc,
    "atan": _undo_arc,
}

_AFFINE = ("+", "sum", "-", "*", "product", "neg", "/")
"""Operations that keep whole turns evenly spaced, so that all that lie in a range can be counted through."""
