"""School templates: how equations are solved in which the quantity occurs several times, step by step."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

import pytest

from cpsolver.task.algebra.branches import Branch
from cpsolver.task.algebra.inverses import TURNS
from cpsolver.task.algebra.inversion import Inversion, invert
from cpsolver.task.algebra.terms import ZERO, substitute
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Number, Reals
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Name, names
from cpsolver.task.functions import Undefined
from cpsolver.task.notation import plain
from cpsolver.task.parser import parse_expression
from cpsolver.task.reals.roots import roots_of
from tests.points import points

TEMPLATES = [
    ("a*x^4 + b*x^2 = c", "x"),
    ("a*x^5 = c*x^2", "x"),
    ("x^6 - 9*x^3 + 8 = y", "x"),
    ("w = W*x^2*(l - x)^2/3", "x"),
    ("exp(2*x) - 3*exp(x) + 2 = y", "x"),
    ("y = (exp(x) - exp(-x))/2", "x"),
    ("y = (exp(x) - exp(-x))/(exp(x) + exp(-x))", "x"),
    ("D = L*q^k - R*(q^k - 1)/i", "k"),
    ("x + sqrt(x) = y", "x"),
    ("x^(3/2) + x^3 = y", "x"),
    ("log(x)^2 + log(x) = y", "x"),
    ("sqrt(x + 1) = x - y", "x"),
    ("sqrt(x) + sqrt(x + 1) = y", "x"),
    ("I = J + K + 2*sqrt(J*K)*cos(d)", "J"),
    ("abs(x - 1) = 2*x + y", "x"),
    ("a*sin(x) + b*cos(x) = c", "x"),
    ("F*cos(x) = m*(W - F*sin(x))", "x"),
    ("sin(x) = k*cos(x)", "x"),
    ("y = s*sin(a - x)/cos(x)", "x"),
    ("n = sin((x + d)/2)/sin(x/2)", "x"),
    ("sin(x)^2 + cos(x) = y", "x"),
    ("R = v^2*sin(x)*cos(x)/g", "x"),
    ("y = s*tan(x) - g*s^2/(2*v^2*cos(x)^2)", "x"),
    ("a*2^x = b*3^x", "x"),
    ("N*exp(-a*t) = M*exp(-b*t)", "t"),
    ("(x - a)*(exp(x) - b) = 0", "x"),
]


def inversion(text: str, variable: str) -> Inversion:
    found = invert(Equation(parse_expression(text)), variable)
    assert found is not None
    return found


@pytest.mark.parametrize(("text", "variable"), TEMPLATES)
def test_a_template_solves_it_and_all_branches_are_there(text: str, variable: str) -> None:
    found = inversion(text, variable)

    assert "template" == found.method
    assert found.complete


@pytest.mark.parametrize(
    ("text", "variable", "expected"),
    [
        ("a*x^5 = c*x^2", "x", ["0", "sign(c/a)*abs(c/a)^(1/3)"]),
        ("exp(2*x) - 3*exp(x) + 2 = 0", "x", ["log(1)", "log(2)"]),
        ("a*2^x = b*3^x", "x", ["log(b/a)/(log(2) - log(3))"]),
        ("(x - a)*(exp(x) - b) = 0", "x", ["a", "log(b)"]),
        ("D = L*q^k - R*(q^k - 1)/i", "k", ["log((D - R/i)/(L - R/i))/log(q)"]),
    ],
)
def test_the_branches_read_as_a_person_writes_them(text: str, variable: str, expected: list[str]) -> None:
    assert expected == [plain(branch.expression) for branch in inversion(text, variable).branches]


def test_roots_that_squaring_brings_in_are_dropped() -> None:
    found = roots_of(Equation(parse_expression("sqrt(x + 1) = x - 1")), "x", {})

    assert ([3], True) == ([root.value for root in found.found], found.complete)


def test_both_angles_of_a_throw() -> None:
    throw = Equation(parse_expression("y = s*tan(x) - g*s^2/(2*v^2*cos(x)^2)"))
    found = roots_of(throw, "x", {"y": 0, "s": 5, "g": 10, "v": 10}, Reals(0, Fraction(3, 2)))

    assert [15, 75] == [round(math.degrees(float(root.value)), 9) for root in found.found]
    assert found.complete


def test_a_cosine_of_zero_is_not_divided_away() -> None:
    wave = Equation(parse_expression("a*sin(x)^2 + b*sin(x)*cos(x) = a"))
    found = roots_of(wave, "x", {"a": 1, "b": 0}, Reals(0, 3))

    assert [math.pi / 2] == pytest.approx([float(root.value) for root in found.found])


def test_where_the_sine_has_no_part_the_cosine_is_zero() -> None:
    wave = Equation(parse_expression("a*sin(x) = b*cos(x)"))
    found = roots_of(wave, "x", {"a": 0, "b": 2}, Reals(0, 3))

    assert [math.pi / 2] == pytest.approx([float(root.value) for root in found.found])
    assert roots_of(wave, "x", {"a": 0, "b": 0}, Reals(0, 3)).free


def test_where_every_value_will_do_nothing_is_said() -> None:
    assert roots_of(Equation(parse_expression("a*x^5 = b*x^2 + c")), "x", {"a": 0, "b": 0, "c": 0}).free
    assert roots_of(Equation(parse_expression("a*sin(x) + b*cos(x) = c")), "x", {"a": 0, "b": 0, "c": 0}).free
    assert roots_of(Equation(parse_expression("a*2^x = b*3^x")), "x", {"a": 0, "b": 0}).free


# -- every step --------------------------------------------------------------------------------------------------

SINGLE = [("V = U - (U - W)*exp(-t/(R*C))", "t"), ("m = M/sqrt(1 - v^2/c^2)", "v"), ("y = (x + 1)/(x + b)", "x")]


@pytest.mark.parametrize(("text", "variable"), TEMPLATES + SINGLE)
def test_every_equation_on_the_way_holds_at_the_root(text: str, variable: str) -> None:
    formula = Equation(parse_expression(text))
    domains = dict.fromkeys(formula.scope, Reals(Fraction(1, 5), 3))
    checked = 0
    for point in points(formula, domains, {}, 5, Random(text)):
        for branch in inversion(text, variable).branches:
            checked += follow(branch, variable, dict(point), float(point[variable]))

    assert checked


def follow(branch: Branch, variable: str, values: dict[str, Number], root: float) -> bool:
    """Check the steps of a branch if it gives this root; whether it does."""
    put = {TURNS: ZERO}
    try:
        found = evaluate(substitute(branch.expression, put), values)
    except Undefined:
        return False
    assert not isinstance(found, str)
    if not math.isclose(float(found), root, rel_tol=1e-7, abs_tol=1e-9):
        return False
    known: dict[str, Number] = {**values, variable: root}
    for step in branch.steps:
        if step.action == "substitute":
            assert isinstance(step.operand, Call)
            name, expression = step.operand.arguments
            assert isinstance(name, Name)
            known[name.name] = evaluate(expression, known)  # type: ignore[assignment]
        equation = Equation(Call("=", (substitute(step.left, put), substitute(step.right, put))))
        if TURNS not in names(Call("=", (step.left, step.right))):
            assert holds(equation, known), f"{step.action}: {equation}"
    assert (Name(variable), branch.expression) == (branch.steps[-1].left, branch.steps[-1].right)
    return True


def holds(equation: Equation, values: dict[str, Number]) -> bool:
    """Whether both sides are equal up to the digits that cancel."""
    left, right = (float(evaluate(side, values)) for side in (equation.left, equation.right))  # type: ignore[arg-type]
    return math.isclose(left, right, rel_tol=1e-6, abs_tol=1e-6) or equation.holds(values)
