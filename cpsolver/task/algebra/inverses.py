"""The inverse of every operation: what its argument must be if its result is known, with all real branches and guards.

Source: the inverse functions of calculus with their domains and ranges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from cpsolver.task import turn
from cpsolver.task.algebra.rearrangement import Action, Rearrangement
from cpsolver.task.algebra.terms import (
    ONE,
    ZERO,
    add,
    call,
    constant_value,
    divide,
    multiply,
    negate,
    number,
    power,
    substitute,
    subtract,
    value_of,
)
from cpsolver.task.expression import Call, Constant, Name, Node

TURNS = "whole turns"
"""The name, which no quantity can have, of the whole number k in branches such as asin(y) + 2*pi*k."""

PI = Constant(turn.PI)


@dataclass(frozen=True)
class Guard:
    """`left relation right` must hold for a branch to exist; if it fails, `reason` says why there is no such root.

    Without a reason there is such a root, but another branch gives it too.
    proves: whether its failing proves that the branch has no root; False where roots may be overlooked
    """

    relation: str
    left: Node
    right: Node
    reason: str
    proves: bool = True


@dataclass(frozen=True)
class State:
    """What peeling has met on the way: guards, conditions of freedom, whether turns were added or roots left out.

    steps: what was done to both sides so far
    depth: how many templates were used so far
    """

    guards: tuple[Guard, ...] = ()
    free: tuple[Node, ...] = ()
    turning: bool = False
    complete: bool = True
    steps: tuple[Rearrangement, ...] = ()
    depth: int = 0

    def done(self, action: Action, left: Node, right: Node, operand: Node | None = None) -> State:
        """The state after one more thing done to both sides."""
        return replace(self, steps=(*self.steps, Rearrangement(action, left, right, operand)))

    def guarded(self, *guards: Guard) -> State:
        """The state with more guards."""
        return replace(self, guards=(*self.guards, *guards))

    def freed(self, *conditions: Node) -> State:
        """The state with more conditions under which every value will do; with turns those of the first."""
        return replace(self, free=(*self.free, *(substitute(node, {TURNS: ZERO}) for node in conditions)))


Undone = tuple[Node, State]
"""What the peeled part must equal, and the state after that."""


def equal(left: Node, right: Node) -> Node:
    """left = right."""
    return Call("=", (left, right))


def nonzero(node: Node, reason: str, state: State) -> State:
    """The state after dividing by a node: guarded, unless it is a number other than 0."""
    return state if value_of(node) else state.guarded(Guard("!=", node, ZERO, reason))


# -- the table of inverse operations -----------------------------------------------------------------------------

_Undo = Callable[[Call, int, Node, State], Iterator[Undone]]


def _undo_sum(node: Call, place: int, goal: Node, state: State) -> Iterator[Undone]:
    for index, term in enumerate(node.arguments):
        if index != place:
            goal = subtract(goal, term)
    yield goal, state


def _undo_difference(node: Call, place: int, goal: Node, state: State) -> Iterator[Undone]:
    left, right = node.arguments
    yield (add(goal, right) if place == 0 else subtract(left, goal)), state


def _undo_product(node: Call, place: int, goal: Node, state: State) -> Iterator[Undone]:
    factor: Node = ONE
    for index, other in enumerate(node.arguments):
        if index != place:
            factor = multiply(factor, other)
    if value_of(factor) is None:
        state = nonzero(factor, "division by zero", state.freed(Call("and", (equal(factor, ZERO), equal(goal, ZERO)))))
    yield divide(goal, factor), state


def _undo_quotient(node: Call, place: int, goal: Node, state: State) -> Iterator[Undone]:
    top, bottom = node.arguments
    if place == 0:
        yield multiply(goal, bottom), nonzero(bottom, "division by zero", state)
        return
    if value_of(top) is None:
        state = state.freed(Call("and", (equal(top, ZERO), equal(goal, ZERO))))
    yield divide(top, goal), nonzero(goal, "division by zero", state)


def _undo_minus(node: Call, place: int, goal: Node, state: State) -> Iterator[Undone]:
    yield negate(goal), state


def _undo_power(node: Call, place: int, goal: Node, state: State) -> Iterator[Undone]:
    exponent = node.arguments[1]
    if place == 1:
        yield from _undo_exponential(node.arguments[0], goal, state)
        return
    value = constant_value(exponent)
    if value is None:
        yield from _undo_open_power(exponent, goal, state)
        return
    if value < 0:
        goal, state, value = divide(ONE, goal), nonzero(goal, "division by zero", state), -value
    if value == 0:  # no branch: x^0 is 1 whatever x is
        yield ONE, state.freed(equal(goal, ONE)).guarded(Guard("=", goal, ONE, "a power with exponent 0 is 1"))
        return
    yield from _undo_known_power(value, goal, state)


def _undo_known_power(value: int | float | Fraction, goal: Node, state: State) -> Iterator[Undone]:
    """x^n = goal for a positive number n: two branches if n is even, one if it is odd or broken."""
    at_least_zero = state.guarded(Guard(">=", goal, ZERO, f"no {_ordinal(value)} power is negative"))
    if not isinstance(value, int):
        yield (
            power(goal, number(1 / Fraction(value)) if isinstance(value, Fraction) else Constant(1 / value)),
            (at_least_zero),
        )
    elif value % 2 == 0:
        root = _root(goal, value)
        yield negate(root), at_least_zero.guarded(_twin(goal, ZERO))
        yield root, at_least_zero
    elif value == 1:
        yield goal, state
    else:
        yield multiply(call("sign", goal), _root(call("abs", goal), value)), state


def _twin(goal: Node, of: Node) -> Guard:
    """That a second branch does not give the root of the first once more."""
    return Guard("!=", goal, of, "")


def _root(node: Node, degree: int) -> Node:
    return call("sqrt", node) if degree == 2 else power(node, Constant(Fraction(1, degree)))


def _ordinal(value: int | float | Fraction) -> str:
    return {2: "second", 4: "fourth", 6: "sixth"}.get(value if isinstance(value, int) else 0, "such")


def _undo_open_power(exponent: Node, goal: Node, state: State) -> Iterator[Undone]:
    """x^n = goal where n is a quantity: by cases of its value."""
    state = nonzero(exponent, "an exponent of 0 says nothing of its base", state).freed(
        Call("and", (equal(exponent, ZERO), equal(goal, ONE)))
    )
    inverse = divide(ONE, exponent)
    even = Guard("=", Call("%", (exponent, number(2))), ZERO, "the exponent is not even")
    odd = Guard("=", Call("%", (exponent, number(2))), ONE, "the exponent is not odd")
    negative = Guard("<", goal, ZERO, "the power is not negative")
    positive = Guard(">=", goal, ZERO, "the power is negative")
    yield power(goal, inverse), state.guarded(positive)
    yield negate(power(goal, inverse)), state.guarded(positive, even, _twin(goal, ZERO))
    yield negate(power(negate(goal), inverse)), state.guarded(negative, odd)


def _undo_exponential(base: Node, goal: Node, state: State) -> Iterator[Undone]:
    """b^x = goal."""
    state = state.freed(Call("and", (equal(base, ONE), equal(goal, ONE)))).guarded(
        Guard(">", base, ZERO, "the base is not positive", proves=False),
        Guard(">", goal, ZERO, "no power of a positive base is 0 or negative"),
        Guard("!=", base, ONE, "every power of 1 is 1"),
    )
    yield divide(call("log", goal), call("log", base)), state


def _undo_root(node: Call, place: int, goal: Node, state: State) -> Iterator[Undone]:
    yield power(goal, number(2)), state.guarded(Guard(">=", goal, ZERO, "no square root is negative"))


def _undo_abs(node: Call, place: int, goal: Node, state: State) -> Iterator[Undone]:
    state = state.guarded(Guard(">=", goal, ZERO, "no absolute value is negative"))
    yield negate(goal), state.guarded(_twin(goal, ZERO))
    yield goal, state


def _undo_exp(node: Call, place: int, goal: Node, state: State) -> Iterator[Undone]:
    yield call("log", goal), state.guarded(Guard(">", goal, ZERO, "no exponential is 0 or negative"))


def _undo_log(node: Call, place: int, goal: Node, state: State) -> Iterator[Undone]:
    yield (call("exp", goal) if node.function == "log" else power(number(10), goal)), state


def _undo_sine(node: Call, place: int, goal: Node, state: State) -> Iterator[Undone]:
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
    yield Call("+", (second, turn)), state.guarded(_twin(call("abs", goal), ONE))


def _undo_tangent(node: Call, place: int, goal: Node, state: State) -> Iterator[Undone]:
    state = replace(state, complete=state.complete and not state.turning, turning=True)
    yield Call("+", (call("atan", goal), Call("*", (PI, Name(TURNS))))), state


def _undo_arc(node: Call, place: int, goal: Node, state: State) -> Iterator[Undone]:
    """An arc function within its range."""
    inverse, lower, upper, relation = _ARCS[node.function]
    reason = f"outside the range of {node.function}"
    opposite = {">=": "<=", ">": "<"}[relation]
    yield (
        call(inverse, goal),
        state.guarded(Guard(relation, goal, Constant(lower), reason), Guard(opposite, goal, Constant(upper), reason)),
    )


def _undo_extreme(node: Call, place: int, goal: Node, state: State) -> Iterator[Undone]:
    """min or max: the argument is the goal unless another is; then every value beyond does as well."""
    others = tuple(argument for index, argument in enumerate(node.arguments) if index != place)
    rest = Call(node.function, others) if len(others) > 1 else others[0] if others else goal
    relation, word = ("<", "least") if node.function == "min" else (">", "greatest")
    if others:
        state = state.guarded(
            Guard("!=", goal, rest, f"another value is the {word}: this one may be anything beyond", proves=False),
            Guard(relation, goal, rest, f"no {word} value is beyond another"),
        )
    yield goal, state


_WORDS = {"sin": "sine", "cos": "cosine"}

_ARCS = {
    "asin": ("sin", -turn.PI / 2, turn.PI / 2, ">="),
    "acos": ("cos", 0, turn.PI, ">="),
    "atan": ("tan", -turn.PI / 2, turn.PI / 2, ">"),
}

UNDO: dict[str, _Undo] = {
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
    "min": _undo_extreme,
    "max": _undo_extreme,
}

AFFINE = ("+", "sum", "-", "*", "product", "neg", "/")
"""Operations that keep whole turns evenly spaced, so that all that lie in a range can be counted through."""
