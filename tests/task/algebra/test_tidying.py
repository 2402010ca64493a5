"""Tidied expressions: what a person would write, and always the same value."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.task.algebra.terms import substitute
from cpsolver.task.algebra.tidying import has_decimals, length, tidied
from cpsolver.task.domain import Domain, Reals
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Constant, Name, Node, Quantity
from cpsolver.task.functions import Undefined
from cpsolver.task.notation import plain
from cpsolver.task.parser import parse_expression

POSITIVE = Reals(0, None)


def with_pi(text: str) -> Node:
    """An expression as a formula domain reads it."""
    return substitute(parse_expression(text), {"pi": Constant(math.pi)})


def tidy(text: str, positive: str = "", decimals: bool = False) -> str:
    """The text of an expression tidied, these quantities not being negative."""
    return plain(tidied(parse_expression(text), dict.fromkeys(positive.split(), POSITIVE), decimals))


@pytest.mark.parametrize(
    ("expected", "text", "positive"),
    [
        ("(vs - sqrt(vs^2 + 2*g*h))/g", "-(-vs + sqrt(vs^2 - 4*(g/2)*(-h)))/(2*(g/2))", "g"),
        ("(vs + sqrt(vs^2 + 2*g*h))/g", "(vs + sqrt(vs^2 - 4*(g/2)*(-h)))/(2*(g/2))", "g"),
        ("(-Ka + sqrt(Ka*(Ka + 4*c)))/2", "(-Ka + sqrt(Ka^2 - 4*(-Ka*c)))/2", "Ka c"),
        ("(G*M*T^2/(4*pi^2))^(1/3)", "sign(G*M*T^2/(4*pi^2))*abs(G*M*T^2/(4*pi^2))^(1/3)", "G M"),
        ("R*Tc/(8*pc)", "(27*R*Tc + sqrt((27*R*Tc)^2))/(432*pc)", "R Tc"),
        ("(f0^2 - f^2)/(f0^2 + f^2)", "((f/f0)^2 - 1)/(-1 - (f/f0)^2)", ""),
        ("sqrt(2*d*mu*g)", "sqrt(d*(2*mu*g))", ""),
        ("2*sqrt(A/pi)", "sqrt(4*A/(pi*1))", ""),
        ("f*g/(g - f)", "1/(1/f - 1/g)", ""),
        ("R1*R2/(R1 + R2)", "1/(1/R1 + 1/R2)", ""),
        ("a*cos(u) + sqrt(c^2 - a^2*sin(u)^2)", "(2*a*cos(u) + sqrt((2*a*cos(u))^2 - 4*(a^2 - c^2)))/2", ""),
        ("m*v^2*sin(u)/r", "tan(u)*(m*v^2)*cos(u)/r", ""),
        ("h + g*t^2/2", "h + g*t^2/2", ""),
        ("sqrt(x^2 + y^2)", "sqrt(x^2 + y^2)", ""),
        ("atan(mu)", "-atan2(-mu, 1)", ""),
    ],
)
def test_a_formula_is_written_as_a_person_writes_it(expected: str, text: str, positive: str) -> None:
    assert plain(with_pi(expected)) == plain(tidied(with_pi(text), dict.fromkeys(positive.split(), POSITIVE)))


def test_a_root_of_a_square_is_the_number_only_where_its_sign_is_known() -> None:
    assert (tidy("sqrt(x^2)", "x"), tidy("sqrt(x^2)")) == ("x", "abs(x)")
    assert plain(tidied(parse_expression("sqrt(x^2)"), {"x": Reals(None, 0)})) == "-x"


def test_the_sign_of_a_cube_root_stays_where_it_is_not_known() -> None:
    assert tidy("sign(x)*abs(x)^(1/3)") == "sign(x)*abs(x)^(1/3)"


def test_roots_of_two_negative_numbers_are_not_taken_apart() -> None:
    node = tidied(parse_expression("sqrt(a*b)*sqrt(a*c)"))
    assert evaluate(node, {"a": -2, "b": -2, "c": -8}) == 8


def test_a_sum_that_stands_before_a_root_of_itself_stays() -> None:
    assert tidy("(1 - c)*(1 - c)^(1/3)") == "(1 - c)*(1 - c)^(1/3)"


def test_decimals_stay_decimals_where_the_formula_has_them() -> None:
    formula = parse_expression("17.62*(T - S) - r")
    assert has_decimals(formula)
    assert tidy("(r - 881*S/50)/(-1)", decimals=True) == "17.62*S - r"
    assert tidy("(r - 881*S/50)/(-1)") == "881*S/50 - r"


def test_numbers_with_units_are_not_worked_out() -> None:
    litre = Constant(1000, written=Quantity(Fraction(1), "mol/L"))
    node = Call("*", (Constant(2), Call("/", (Call("*", (Name("H"), Constant(3))), litre))))
    found = tidied(node)
    assert found == Call("/", (Call("*", (Constant(6), Name("H"))), Constant(1000)))
    assert isinstance(found, Call) and getattr(found.arguments[1], "written", None) == litre.written


# -- any expression ----------------------------------------------------------------------------------------------

RANGES: Mapping[str, Domain] = {
    "a": Reals(0, None, True),
    "b": Reals(None, None),
    "c": Reals(None, 0),
    "d": Reals(0, 2),
}

LEAVES = st.one_of(
    st.sampled_from([*map(Name, "abcd"), Constant(math.pi), Constant(Fraction(5, 2))]),
    st.integers(-4, 9).map(Constant),
)


def _larger(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    two = st.builds(lambda f, x, y: Call(f, (x, y)), st.sampled_from(["+", "-", "*", "/", "+", "*"]), inner, inner)
    functions = ["sqrt", "abs", "neg", "sin", "cos", "tan", "exp", "sign", "atan"]
    one = st.builds(lambda f, x: Call(f, (x,)), st.sampled_from(functions), inner)
    exponents = st.sampled_from(
        [Constant(Fraction(n)) for n in ("1/2", "1/3", "-3/2")] + [Constant(n) for n in (2, 3, -1, -2)]
    )
    power = st.builds(lambda x, n: Call("^", (x, n)), inner, exponents)
    cube = st.builds(
        lambda x: Call("*", (Call("sign", (x,)), Call("^", (Call("abs", (x,)), Constant(Fraction(1, 3)))))), inner
    )
    return st.one_of(two, two, one, power, cube)


EXPRESSIONS = st.recursive(LEAVES, _larger, max_leaves=9)


def _points(node: Node) -> list[tuple[dict[str, float], float]]:
    """Points in the ranges, with the values there, where there is one that rounding leaves some digits of."""
    dice, found = Random(plain(node)), []
    for _ in range(12):
        point = {
            "a": dice.uniform(0.1, 3),
            "b": dice.uniform(-3, 3),
            "c": dice.uniform(-3, -0.1),
            "d": dice.uniform(0.1, 2),
        }
        nudged = {name: value * (1 + 1e-12) for name, value in point.items()}
        try:
            value, near = (float(evaluate(node, at)) for at in (point, nudged))
        except (Undefined, OverflowError):
            continue
        if 1e-9 < abs(value) < 1e12 and abs(near - value) < 1e-10 * abs(value):
            found.append((point, value))
    return found


@settings(max_examples=250, deadline=None)
@given(EXPRESSIONS)
def test_the_value_stays_wherever_there_was_one(node: Node) -> None:
    after = tidied(node, RANGES)
    for point, value in _points(node):
        found = evaluate(after, point)
        assert not isinstance(found, str)
        assert math.isclose(float(found), value, rel_tol=1e-7), plain(after)


@settings(max_examples=120, deadline=None)
@given(EXPRESSIONS, st.booleans())
def test_tidying_twice_is_tidying_once_and_never_longer(node: Node, decimals: bool) -> None:
    once = tidied(node, RANGES, decimals)
    assert once == tidied(once, RANGES, decimals)
    assert length(once) <= length(node)
