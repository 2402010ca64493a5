"""What rounding leaves open: values with their error bounds, and what is certain of expressions over them.

No comparison of floats proves anything by itself. A quantity that was rounded carries the bound of its error, an
expression over such quantities is enclosed in an interval that holds its true value, and a condition is true, false,
or open where the intervals do not decide. Numbers that are exact stay exact, and decide exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from cpsolver.task.domain import Domain, Number, Reals, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.functions import FUNCTIONS, TooLarge, Undefined, exact
from cpsolver.task.reals import interval
from cpsolver.task.reals.interval import WHOLE_LINE, Interval, around
from cpsolver.task.turn import ARCS, Turn
from cpsolver.task.turn import ULPS as TURN_ULPS

ULPS = 4
"""Units in the last place by which a plain float (a constant, a given converted from degrees) may be wrong."""

Enclosure = int | Fraction | Turn | Interval
"""A number known exactly, be it a multiple of pi, or an interval that holds it."""

Values = Mapping[str, Value]


class Rounded(float):
    """A float that stands for a number which differs from it by no more than `error`."""

    error: float

    def __new__(cls, value: float, error: float = math.inf) -> Rounded:
        made = super().__new__(cls, value)
        made.error = error
        return made

    def __getnewargs__(self) -> tuple[float, float]:  # type: ignore[override]
        return float(self), self.error


def enclosed(value: Value) -> Enclosure:
    """Where the true value lies that a value stands for."""
    assert not isinstance(value, str), f"'{value}' is no number"
    if isinstance(value, Rounded):
        return interval.ends_of(float(value), value.error)
    return around(value, ULPS) if isinstance(value, float) and not isinstance(value, Turn) else value


def rounded(value: Number, within: Enclosure) -> Number:
    """The value with the bound of its error, its true value lying within; exactly what that is if it is exact."""
    if not isinstance(within, Interval):
        return exact(within)
    return Rounded(float(value), interval.distance_to(float(value), within))


# -- enclosures of expressions -----------------------------------------------------------------------------------


def enclose(node: Node, values: Values) -> Enclosure:
    """Where the value of a ground numeric expression lies.

    Raises: Undefined if it certainly has none. What cannot be followed, or is too large, is on the whole line.
    """
    if isinstance(node, Name):
        return enclosed(values[node.name])
    if isinstance(node, Constant):
        return enclosed(node.value)
    if not isinstance(node, Call):
        return WHOLE_LINE
    try:
        return _call(node, values)
    except TooLarge:
        return WHOLE_LINE


def _call(node: Call, values: Values) -> Enclosure:
    if node.function == "if":
        return _choice(node, values)
    if FUNCTIONS[node.function].gives == "boolean":
        known = truth(node, values)
        return Interval(0.0, 1.0) if known is None else int(known)
    parts = [enclose(argument, values) for argument in node.arguments]
    known_parts = [part for part in parts if not isinstance(part, Interval)]
    if len(known_parts) == len(parts):
        found = _exactly(node.function, known_parts)
        if found is not None:
            return found
    if node.function == "^" and not isinstance(parts[0], Interval) and parts[0] == 1:
        return 1
    rule = _RULES.get(node.function)
    found_within = rule(*parts) if rule else WHOLE_LINE
    is_nothing = 0 in known_parts if node.function in ("*", "product") else node.function == "/" and parts[0] == 0
    return 0 if is_nothing and not found_within.partial else found_within


def _exactly(function: str, parts: Sequence[int | Fraction | Turn]) -> Enclosure | None:
    """The exact value where there is one: of rational operations, and of others at a few places."""
    if any(isinstance(part, Turn) for part in parts):
        return _of_turns(function, parts)
    if (function, *parts) in _LANDMARKS:
        return _LANDMARKS[(function, *parts)]
    if function in _TRANSCENDENTAL - ARCS.keys():
        return None
    found = FUNCTIONS[function].evaluate(*parts)
    return found if isinstance(found, (int, Fraction, Turn)) else None


def _of_turns(function: str, parts: Sequence[int | Fraction | Turn]) -> Enclosure | None:
    """The value of turns, exact where it is a turn again or rational; None where it is known no better than of floats.

    Turns are compared as floats outside, so that only operations are followed which compare nothing.
    """
    if function not in _KEPT_BY_TURNS:
        return None
    found = FUNCTIONS[function].evaluate(*parts)
    if isinstance(found, (int, Fraction, Turn)):
        return found
    return around(found, TURN_ULPS) if function in ("sin", "cos", "tan") and isinstance(found, float) else None


_KEPT_BY_TURNS = frozenset(("neg", "+", "-", "*", "/", "sum", "product", "abs", "sign", "%", "//", "sin", "cos", "tan"))


def _choice(node: Call, values: Values) -> Enclosure:
    known = truth(node.arguments[0], values)
    if known is not None:
        return enclose(node.arguments[1 if known else 2], values)
    return WHOLE_LINE


def power_within(base: Enclosure, exponent: Enclosure) -> Interval:
    """Where a power lies; an exponent known exactly tells whole ones from broken ones."""
    if isinstance(exponent, Interval):
        return interval.broken_power(wide(base), exponent, is_broken=False)
    if exponent == 0:
        return Interval(1.0, 1.0, isinstance(base, Interval) and base.partial)
    if isinstance(exponent, Turn):
        return interval.broken_power(wide(base), around(exponent), is_broken=True)
    if isinstance(exponent, int) or exponent.denominator == 1:
        return interval.whole_power(wide(base), int(exponent))
    if exponent == Fraction(1, 2):
        return interval.square_root(wide(base))
    return interval.broken_power(wide(base), around(exponent), is_broken=True)


def wide(value: Enclosure) -> Interval:
    """The interval around a number; an interval as it is."""
    return value if isinstance(value, Interval) else around(value)


def _on_intervals(rule: Callable[..., Interval]) -> Callable[..., Interval]:
    return lambda *parts: rule(*map(wide, parts))


def _sign(a: Interval) -> Interval:
    """-1, 0 or 1."""
    if a.lower > 0 or a.upper < 0:
        return Interval(1.0, 1.0, a.partial) if a.lower > 0 else Interval(-1.0, -1.0, a.partial)
    return Interval(-1.0, 1.0, a.partial)


def _folded(rule: Callable[[Interval, Interval], Interval]) -> Callable[..., Interval]:
    def fold(*parts: Enclosure) -> Interval:
        first, *rest = map(wide, parts)
        for part in rest:
            first = rule(first, part)
        return first

    return fold


_TRANSCENDENTAL = frozenset(("exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "atan2"))

_LANDMARKS: dict[Any, int] = {
    ("exp", 0): 1,
    ("log", 1): 0,
    ("log10", 1): 0,
    ("log10", 10): 1,
    ("sin", 0): 0,
    ("cos", 0): 1,
    ("tan", 0): 0,
}
"""Where such a function has a rational value."""

ON_INTERVALS: dict[str, Callable[..., Interval]] = {
    "neg": interval.negative,
    "+": interval.plus,
    "-": interval.minus,
    "*": interval.times,
    "/": interval.over,
    "min": interval.least,
    "max": interval.greatest,
    "abs": interval.magnitude,
    "sqrt": interval.square_root,
    "exp": interval.exponential,
    "log": interval.rising(math.log, 0.0, lower_open=True),
    "log10": interval.rising(math.log10, 0.0, lower_open=True),
    "sin": interval.sine,
    "cos": interval.cosine,
    "tan": interval.tangent,
    "asin": interval.rising(math.asin, -1.0, 1.0),
    "acos": interval.arc_cosine,
    "atan": interval.rising(math.atan),
    "atan2": interval.angle,
    "sign": _sign,
}
"""For every function that can be followed: where its value lies, from where its arguments lie."""

_RULES: dict[str, Callable[..., Interval]] = {
    **{name: _on_intervals(rule) for name, rule in ON_INTERVALS.items()},
    "^": power_within,
    "sum": _folded(interval.plus),
    "product": _folded(interval.times),
}


# -- what is certain ---------------------------------------------------------------------------------------------


def truth(node: Node, values: Values) -> bool | None:
    """Whether a condition is true of the numbers that the values stand for; None where rounding leaves that open."""
    if isinstance(node, Call) and node.function in _COMPARISONS:
        try:
            left, right = (enclose(argument, values) for argument in node.arguments)
        except Undefined:
            return False
        return _compared(node.function, left, right)
    if isinstance(node, Call) and node.function in _CONNECTIVES:
        return _CONNECTIVES[node.function](*(truth(argument, values) for argument in node.arguments))
    if isinstance(node, Constant):
        return bool(node.value)
    return _by_value(node, values)


def _by_value(node: Node, values: Values) -> bool | None:
    """Of another condition: its value if every quantity and constant in it is exact."""
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(values[top.name] if isinstance(top, Name) else getattr(top, "value", None), float):
            return None
        if isinstance(top, Call) and top.function in _TRANSCENDENTAL | {"sqrt", "^"}:
            return None
        stack.extend(top.children())
    try:
        return bool(evaluate(node, values))
    except TooLarge:
        return None
    except Undefined:
        return False


def _compared(relation: str, left: Enclosure, right: Enclosure) -> bool | None:
    """What is certain of a comparison of two enclosed numbers."""
    if isinstance(left, Turn) and isinstance(right, Turn):
        left, right = left.turns, right.turns
    if not isinstance(left, (Interval, Turn)) and not isinstance(right, (Interval, Turn)):
        return bool(FUNCTIONS[relation].evaluate(left, right))
    ends = (*_ends(left), *_ends(right))
    certain, impossible = _COMPARISONS[relation](*ends)
    if impossible:
        return False
    partial = any(isinstance(side, Interval) and side.partial for side in (left, right))
    return True if certain and not partial else None


def _ends(value: Enclosure) -> tuple[Number, Number]:
    if isinstance(value, Turn):
        value = around(value)
    return (value.lower, value.upper) if isinstance(value, Interval) else (value, value)


_COMPARISONS: dict[str, Callable[[Number, Number, Number, Number], tuple[bool, bool]]] = {
    "<": lambda a, b, c, d: (b < c, a >= d),
    "<=": lambda a, b, c, d: (b <= c, a > d),
    ">": lambda a, b, c, d: (a > d, b <= c),
    ">=": lambda a, b, c, d: (a >= d, b < c),
    "=": lambda a, b, c, d: (False, b < c or a > d),
    "!=": lambda a, b, c, d: (b < c or a > d, False),
}
"""Of [a, b] and [c, d]: whether the comparison certainly holds, and whether it certainly does not."""


def _not(a: bool | None) -> bool | None:
    return None if a is None else not a


def _and(*items: bool | None) -> bool | None:
    return False if False in items else None if None in items else True


def _or(*items: bool | None) -> bool | None:
    return True if True in items else None if None in items else False


_CONNECTIVES: dict[str, Callable[..., bool | None]] = {
    "not": _not,
    "and": _and,
    "or": _or,
    "xor": lambda a, b: None if None in (a, b) else a != b,
    "->": lambda a, b: _or(_not(a), b),
    "<->": lambda a, b: None if None in (a, b) else a == b,
}


def holds_nearly(node: Node, values: Values) -> bool:
    """Whether a condition holds as computed, comparisons that include equality as far as rounding lets one see."""
    if isinstance(node, Call) and node.function in ("and", "or"):
        items = [holds_nearly(item, values) for item in node.arguments]
        return all(items) if node.function == "and" else any(items)
    try:
        if isinstance(node, Call) and node.function in ("<=", ">=", "="):
            for side in node.arguments:
                evaluate(side, values)
            return truth(node, values) is not False
        return bool(evaluate(node, values))
    except Undefined:
        return False


def lies_in(domain: Domain, value: Value) -> bool | None:
    """Whether the number that a value stands for lies in a domain; None where rounding leaves that open."""
    if not isinstance(value, float):
        return value in domain
    where = enclosed(value)
    if not isinstance(domain, Reals):
        others = [enclosed(other) for other in domain if not isinstance(other, str)]
        return _or(*(_compared("=", where, other) for other in others))
    sides = (
        (domain.lower, ">" if domain.lower_open else ">="),
        (domain.upper, "<" if domain.upper_open else "<="),
    )
    return _and(*(_compared(relation, where, enclosed(end)) for end, relation in sides if end is not None))


MERGE = 1e-9
"""Two solutions that differ by less, relative, in every quantity are one."""


def is_same(one: Mapping[str, Number], other: Mapping[str, Number], near: float = MERGE) -> bool:
    """Whether two solutions agree in every quantity, up to so much, relative: that of rounding."""
    if one.keys() != other.keys():
        return False
    pairs = [(float(one[name]), float(other[name])) for name in one]
    return all(abs(a - b) <= near * max(abs(a), abs(b)) for a, b in pairs)
