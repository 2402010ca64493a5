"""What is certain of values that were rounded: enclosures, comparisons, ranges."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.task.condition import Equation, Relation
from cpsolver.task.domain import Finite, Number, Reals
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.functions import Undefined
from cpsolver.task.parser import parse_expression
from cpsolver.task.reals.interval import Interval
from cpsolver.task.reals.rounding import Rounded, enclose, lies_in, rounded, truth
from cpsolver.task.turn import Turn

ROOT_TWO = Rounded(math.sqrt(2), 3e-16)


def certain(text: str, **values: Number) -> bool | None:
    return truth(parse_expression(text), values)


def test_exact_numbers_decide_exactly() -> None:
    assert certain("x = 1/3", x=Fraction(1, 3)) is True
    assert certain("x = 1/3", x=Fraction(1, 3) + Fraction(1, 10**40)) is False
    assert certain("sqrt(x) <= 2 and x^(1/3) < 2", x=4) is True


def test_what_lies_within_the_error_is_open_and_what_lies_beyond_is_not() -> None:
    assert [None, None, None] == [certain(f"x*x {relation} 2", x=ROOT_TWO) for relation in ("<=", "=", ">")]
    assert certain("x*x <= 2 + 1/10^12", x=ROOT_TWO) is True
    assert certain("x*x = 2 + 1/10^12", x=ROOT_TWO) is False


def test_cancelling_digits_widen_the_error() -> None:
    near_one = Fraction("0.9999999999995")
    found = enclose(parse_expression("acos(c)"), {"c": near_one})

    assert isinstance(found, Interval)
    assert found.lower < 1e-6 < found.upper
    assert found.upper - found.lower > 1e-11


@pytest.mark.parametrize(
    ("text", "x"),
    [("sqrt(x)", -1), ("log(x)", 0), ("1/x", 0), ("asin(x)", 2), ("x^(1/2)", Rounded(-1.0, 0.1)), ("x^0.3", -2)],
)
def test_what_certainly_has_no_value_is_undefined(text: str, x: Number) -> None:
    with pytest.raises(Undefined):
        enclose(parse_expression(text), {"x": x})


@pytest.mark.parametrize("text", ["sqrt(x)", "log(x)", "1/x", "asin(x + 1)", "tan(x + asin(1))"])
def test_what_may_have_no_value_is_neither_true_nor_false(text: str) -> None:
    assert certain(f"{text} >= -10^9", x=Rounded(0.0, 1e-9)) is None


def test_a_number_too_large_to_hold_decides_nothing() -> None:
    assert certain("exp(x) > 1", x=10**6) is True
    assert certain("exp(x) < exp(x + 1)", x=10**6) is None
    assert certain("log(exp(-x)) < 0", x=10**6) is None


def test_and_or_not_of_what_is_open() -> None:
    assert certain("x*x <= 2 and x > 2", x=ROOT_TWO) is False
    assert certain("x*x <= 2 or x > 1", x=ROOT_TWO) is True
    assert certain("not (x*x <= 2)", x=ROOT_TWO) is None


def test_a_condition_that_includes_equality_holds_up_to_rounding_and_a_strict_one_as_computed() -> None:
    above = {"x": Rounded(2.0000000000000004, 1e-15)}

    assert Relation(parse_expression("x <= 2")).holds(above)
    assert Relation(parse_expression("x <= 2 and x > 1")).holds(above)
    assert not Relation(parse_expression("x < 2")).holds(above)
    assert not Relation(parse_expression("x <= 1.9999")).holds(above)
    assert Relation(parse_expression("x < 2")).certainty(above) is None


def test_an_equation_holds_within_the_error_of_its_values() -> None:
    assert Equation(parse_expression("x = y")).holds({"x": Rounded(1.0, 1e-4), "y": Rounded(1.00005, 0.0)})
    assert not Equation(parse_expression("x = y")).holds({"x": Rounded(1.0, 1e-6), "y": Rounded(1.00005, 0.0)})


def test_whether_a_rounded_value_lies_in_a_range() -> None:
    value = Rounded(-1e-17, 1e-16)

    assert [None, None, True, False] == [
        lies_in(domain, value)
        for domain in (Reals(0, None), Reals(0, None, lower_open=True), Reals(-1, 1), Reals(1, None))
    ]
    assert (None, False) == (lies_in(Finite((0, 1)), value), lies_in(Finite((1, 2)), value))


def test_a_rounded_value_survives_a_pickle_and_is_a_float() -> None:
    copy = pickle.loads(pickle.dumps(ROOT_TWO))

    assert (math.sqrt(2), 3e-16) == (copy, copy.error)
    assert repr(math.sqrt(2)) == repr(copy)


def test_what_is_known_exactly_is_not_rounded() -> None:
    assert (Fraction(1, 3), int) == (rounded(0.3333, Fraction(1, 3)), type(rounded(2.0, Fraction(2))))


# -- every enclosure holds the true value ------------------------------------------------------------------------

_ONE = ("sqrt", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "abs", "neg")
_TWO = ("+", "-", "*", "/")
_LEAVES = st.one_of(
    st.just(Name("x")), st.fractions(-4, 4, max_denominator=12).map(Constant), st.integers(-3, 3).map(Constant)
)


def _grown(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    return st.one_of(
        st.builds(lambda f, a: Call(f, (a,)), st.sampled_from(_ONE), inner),
        st.builds(lambda f, a, b: Call(f, (a, b)), st.sampled_from(_TWO), inner, inner),
        st.builds(lambda a, n: Call("^", (a, Constant(n))), inner, st.sampled_from((2, 3, -1, Fraction(1, 3)))),
    )


_RULES: dict[str, Callable[..., Any]] = {
    "neg": lambda a: -a,
    "abs": abs,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "^": lambda a, b: a**b,
}

_EXISTS: dict[str, Callable[..., bool]] = {
    "log": lambda a: a > 0,
    "sqrt": lambda a: a >= 0,
    "asin": lambda a: abs(a) <= 1,
    "acos": lambda a: abs(a) <= 1,
    "/": lambda a, b: b != 0,
    "^": lambda a, b: a > 0 or (a < 0 and b == int(b)),
}


def true_value(node: Node, x: Any) -> Any:
    """With the digits mpmath works with; None where there is no real value, or a huge one."""
    if isinstance(node, Name):
        return x
    if isinstance(node, Constant):
        value = Fraction(node.value)
        return mpmath.mpf(value.numerator) / value.denominator
    assert isinstance(node, Call)
    parts = [true_value(part, x) for part in node.arguments]
    if any(part is None or abs(part) > 1e30 for part in parts):
        return None
    if node.function in _EXISTS and not _EXISTS[node.function](*parts):
        return None
    return (_RULES.get(node.function) or getattr(mpmath, node.function))(*parts)


@settings(max_examples=400, deadline=None)
@given(
    st.recursive(_LEAVES, _grown, max_leaves=8),
    st.fractions(-5, 5, max_denominator=1000),
    st.sampled_from((0.0, 1e-12, 1e-3)),
    st.floats(-1, 1),
)
def test_every_enclosure_holds_the_true_value(node: Node, middle: Fraction, error: float, at: float) -> None:
    with mpmath.workdps(60):
        value = Rounded(float(middle), error)
        truly = true_value(node, mpmath.mpf(float(middle)) + mpmath.mpf(error) * mpmath.mpf(at))
        if truly is None or abs(truly) > 1e300:
            return
        found = enclose(node, {"x": value})
        if isinstance(found, Interval):
            assert found.lower <= truly <= found.upper
        else:
            part, times = (found.turns, 2 * mpmath.pi) if isinstance(found, Turn) else (found, 1)
            exactly = times * mpmath.mpf(part.numerator) / part.denominator
            assert abs(truly - exactly) < 1e-40 * max(1, abs(truly))
