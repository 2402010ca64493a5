"""Formulas turned round: what is printed, and that every branch recovers the point it was taken from."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from cpsolver.task.algebra.inverses import TURNS
from cpsolver.task.algebra.inversion import Inversion, invert
from cpsolver.task.condition import Equation
from cpsolver.task.expression import names
from cpsolver.task.functions import Undefined
from cpsolver.task.notation import plain
from cpsolver.task.parser import parse_expression
from cpsolver.task.reals.roots import roots_of


def equation(text: str) -> Equation:
    return Equation(parse_expression(text))


def inversion(text: str, variable: str) -> Inversion:
    found = invert(equation(text), variable)
    assert found is not None
    return found


def branches(text: str, variable: str) -> list[str]:
    return [plain(branch.expression) for branch in inversion(text, variable).branches]


@pytest.mark.parametrize(
    ("text", "variable", "expected"),
    [
        ("v = vs + a*t", "v", ["vs + a*t"]),
        ("v = vs + a*t", "t", ["(v - vs)/a"]),
        ("v = vs + a*t", "vs", ["v - a*t"]),
        ("E = m*v^2/2", "v", ["-sqrt(2*E/m)", "sqrt(2*E/m)"]),
        ("F = G*m1*m2/r^2", "m1", ["F*r^2/(G*m2)"]),
        ("1/Rp = 1/R1 + 1/R2", "Rp", ["1/(1/R1 + 1/R2)"]),
        ("1/Rp = 1/R1 + 1/R2", "R1", ["1/(1/Rp - 1/R2)"]),
        ("V = Vf - (Vf - Vi)*exp(-t/(R*C))", "Vi", ["Vf - (Vf - V)/exp(-t/(R*C))"]),
        ("P*x = Q + R*x", "x", ["Q/(P - R)"]),
        ("y = abs(2*x - 1)", "x", ["(-y + 1)/2", "(y + 1)/2"]),
        ("y = sqrt(x + 1)", "x", ["y^2 - 1"]),
        ("y = log10(x)", "x", ["10^y"]),
        ("y = min(x, 5)", "x", ["y"]),
        ("A = P*q^n", "n", ["log(A/P)/log(q)"]),
        ("V = a^3", "a", ["sign(V)*abs(V)^(1/3)"]),
        (
            "x = xs + vs*t + a*t^2/2",
            "t",
            ["(-vs - sqrt(vs^2 - 2*a*(xs - x)))/a", "(-vs + sqrt(vs^2 - 2*a*(xs - x)))/a", "(x - xs)/vs"],
        ),
    ],
)
def test_the_rearranged_formula_reads_as_a_person_writes_it(text: str, variable: str, expected: list[str]) -> None:
    assert expected == branches(text, variable)


@pytest.mark.parametrize(
    ("text", "variable", "method"),
    [
        ("v = vs + a*t", "v", "explicit"),
        ("vs + a*t = v", "v", "explicit"),
        ("v = vs + a*t", "t", "peel"),
        ("P*x = Q + R*x", "x", "linear"),
        ("x = xs + vs*t + a*t^2/2", "t", "quadratic"),
        ("s = sqrt(t^2 + t)", "t", "quadratic"),
    ],
)
def test_the_method_is_the_easiest_that_does(text: str, variable: str, method: str) -> None:
    assert method == inversion(text, variable).method


@pytest.mark.parametrize(
    ("text", "variable"),
    [
        ("M = E - k*sin(E)", "E"),
        ("y = x^3 + x", "x"),
        ("y = x//2", "x"),
        ("x = x + 1", "x"),
        ("y = x^x", "x"),
    ],
)
def test_what_neither_peeling_nor_the_school_formulas_free_is_left(text: str, variable: str) -> None:
    assert invert(equation(text), variable) is None


def test_dividing_by_a_quantity_is_guarded() -> None:
    (branch,) = inversion("v = vs + a*t", "t").branches
    (guard,) = branch.guards

    assert ("!=", "a", "0", "division by zero") == (
        guard.relation, plain(guard.left), plain(guard.right), guard.reason
    )  # fmt: skip


def test_dividing_by_a_number_needs_no_guard() -> None:
    (branch,) = inversion("A = g*h/2", "g").branches

    assert ["h"] == [plain(guard.left) for guard in branch.guards]


def test_a_sine_repeats_by_whole_turns() -> None:
    def repeats(text: str) -> bool:
        return any(TURNS in names(branch.expression) for branch in inversion(text, "x").branches)

    assert repeats("y = sin(x)")
    assert not repeats("y = asin(x)")


FORMULAS = [
    "v = vs + a*t",
    "x = xs + vs*t + a*t^2/2",
    "v^2 = vs^2 + 2*a*s",
    "F = G*m1*m2/r^2",
    "1/f = 1/g + 1/b",
    "V = Vf - (Vf - Vi)*exp(-t/(R*C))",
    "A = P*(1 + r)^n",
    "T = 2*sqrt(l/g)",
    "y = a*sin(w*t)",
    "y = (x + 1)/(x + b)",
    "c = sqrt(a^2 + b^2)",
    "L = 10*log10(I/J)",
    "y = abs(x - b) + c",
    "p*V = n*R*T",
    "V = 4*r^3/3",
    "z = atan(y/x)",
    "m = M/sqrt(1 - v^2/c^2)",
]


@examples(max_examples=150, deadline=None)
@given(data=st.data())
def test_inverting_and_putting_in_recovers_the_point(data: st.DataObject) -> None:
    chosen = equation(data.draw(st.sampled_from(FORMULAS)))
    positive = st.fractions(Fraction(1, 10), 4, max_denominator=20)
    values = {name: data.draw(positive, label=name) for name in chosen.scope}
    left = next(name for name in chosen.scope if plain(chosen.left) in (name, f"1/{name}", f"{name}^2", f"{name}*V"))
    point = consistent(chosen, left, values)
    wanted = data.draw(st.sampled_from(chosen.scope))
    roots = roots_of(chosen, wanted, {name: value for name, value in point.items() if name != wanted})

    assert roots is not None
    assert all(chosen.holds({**point, wanted: root.value}) for root in roots.found)
    nearby = {**point, wanted: float(point[wanted]) * (1 + 1e-5)}
    if roots.free or chosen.holds(nearby) or (wanted in ("w", "t") and "sin" in plain(chosen.expression)):
        return  # the equation says nothing of the quantity here, or has other turns
    assert any(math.isclose(float(root.value), float(point[wanted]), rel_tol=1e-4) for root in roots.found)


def consistent(chosen: Equation, left: str, values: dict[str, Fraction]) -> dict[str, Fraction | int | float]:
    """Values for which the equation holds: the quantity on the left is worked out from the others."""
    others = {name: value for name, value in values.items() if name != left}
    try:
        roots = roots_of(chosen, left, others)
    except Undefined:
        roots = None
    assume(roots is not None and roots.found and not roots.free)
    assert roots is not None
    return {**others, left: roots.found[-1].value}
