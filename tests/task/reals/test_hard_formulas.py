"""Formulas that algebra systems have trouble with, each for each of its quantities.

Source: Udrescu & Tegmark, *AI Feynman* (2020), whose equations are those of Feynman's lectures, by their numbers there;
textbook formulas that no rearranging solves.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from cpsolver.task.algebra.inversion import invert
from cpsolver.task.algebra.kernels import replaced
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Reals
from cpsolver.task.expression import Node
from cpsolver.task.parser import parse_expression
from cpsolver.task.reals.roots import roots_of
from tests.points import not_recovered, points

PI: dict[Node, Node] = {parse_expression("pi"): parse_expression("3.14159265358979")}

FEYNMAN = {
    "I.6.2": "f = exp(-(theta/sigma)^2/2)/(sqrt(2*pi)*sigma)",
    "I.6.2b": "f = exp(-((theta - theta1)/sigma)^2/2)/(sqrt(2*pi)*sigma)",
    "I.15.3t": "t1 = (t - u*x/c^2)/sqrt(1 - u^2/c^2)",
    "I.15.3x": "x1 = (x - u*t)/sqrt(1 - u^2/c^2)",
    "I.16.6": "w = (u + v)/(1 + u*v/c^2)",
    "I.29.16": "x = sqrt(x1^2 + x2^2 - 2*x1*x2*cos(theta1 - theta2))",
    "I.30.3": "I = I0*sin(n*theta/2)^2/sin(theta/2)^2",
    "I.32.17": "P = q*c*Ef^2/2*(8*pi*r^2/3)*(omega^4/(omega^2 - omega0^2)^2)",
    "I.34.14": "omega = (1 + v/c)/sqrt(1 - v^2/c^2)*omega0",
    "I.37.4": "I = I1 + I2 + 2*sqrt(I1*I2)*cos(delta)",
    "I.41.16": "L = h*omega^3/(pi^2*c^2*(exp(h*omega/(k*T)) - 1))",
    "I.48.2": "E = m*c^2/sqrt(1 - v^2/c^2)",
    "I.50.26": "x = x1*(cos(omega*t) + alpha*cos(omega*t)^2)",
    "II.6.15b": "E = 3*p/(4*pi*q)*cos(theta)*sin(theta)/r^3",
    "II.11.27": "P = n*alpha/(1 - n*alpha/3)*q*E",
    "II.24.17": "k = sqrt(omega^2/c^2 - pi^2/d^2)",
    "II.35.18": "n = n0/(exp(m*B/(k*T)) + exp(-m*B/(k*T)))",
    "II.35.21": "M = n*m*(exp(m*B/(k*T)) - exp(-m*B/(k*T)))/(exp(m*B/(k*T)) + exp(-m*B/(k*T)))",
    "III.4.33": "E = h*omega/(exp(h*omega/(k*T)) - 1)",
    "III.8.54": "p = sin(E*t/h)^2",
    "III.9.52": "p = d*E*t/h*sin((omega - omega0)*t/2)^2/((omega - omega0)*t/2)^2",
}

TEXTBOOK = {
    "angle of a trajectory": "y = x*tan(a) - g*x^2/(2*v^2*cos(a)^2)",
    "van der Waals": "(p + a*n^2/V^2)*(V - n*b) = n*R*T",
    "impedance": "Z = sqrt(R^2 + (w*L - 1/(w*C))^2)",
    "compounding": "A = P*(1 + r/n)^(n*t)",
    "Colebrook": "1/sqrt(f) = -2*log10(k/3.7 + 2.51/(R*sqrt(f)))",
    "annuity": "A = P*r/(1 - (1 + r)^(-n))",
    "Kepler": "M = E - k*sin(E)",
    "diode": "I = J*(exp((V - I*R)/U) - 1)",
    "falling with drag": "x = g*t/k - g*(1 - exp(-k*t))/k^2",
    "two exponentials": "N*exp(-a*t) = M*exp(-b*t)",
}

FORMULAS = FEYNMAN | TEXTBOOK

NARROW = {"a": Reals(Fraction(1, 10), Fraction(14, 10)), "theta": Reals(Fraction(1, 10), 3)}

WHOLE = Reals(Fraction(1, 5), 8)


def equation(name: str) -> Equation:
    return Equation(replaced(parse_expression(FORMULAS[name]), PI))


@pytest.mark.parametrize("name", FORMULAS)
def test_every_inversion_recovers_the_point_in_its_range(name: str) -> None:
    formula = equation(name)
    domains = {quantity: NARROW.get(quantity, WHOLE) for quantity in formula.scope}
    at = list(points(formula, domains, {}, 3, Random(name)))

    assert at
    assert [] == [
        said
        for point in at
        for quantity in formula.scope
        if (said := not_recovered(formula, quantity, point, domains[quantity]))
    ]


@pytest.mark.parametrize(
    ("name", "quantity", "method"),
    [
        ("I.6.2", "theta", "peel"),
        ("I.6.2", "sigma", None),
        ("I.15.3t", "u", "template"),
        ("I.34.14", "c", "template"),
        ("I.37.4", "I1", "template"),
        ("I.50.26", "omega", "template"),
        ("II.6.15b", "theta", "template"),
        ("II.35.18", "B", "template"),
        ("II.35.21", "B", "template"),
        ("III.9.52", "omega", None),
        ("angle of a trajectory", "a", "template"),
        ("impedance", "w", "quadratic"),
        ("two exponentials", "t", "template"),
        ("Kepler", "E", None),
    ],
)
def test_how_it_is_solved(name: str, quantity: str, method: str | None) -> None:
    found = invert(equation(name), quantity)

    assert method == (found.method if found else None)


@pytest.mark.parametrize("name", ["van der Waals", "Colebrook", "annuity", "Kepler", "I.6.2", "I.41.16", "III.4.33"])
def test_numbers_prove_that_these_are_all(name: str) -> None:
    formula = equation(name)
    domains = dict.fromkeys(formula.scope, WHOLE)
    for point in points(formula, domains, {}, 2, Random(name)):
        for quantity in formula.scope:
            others = {other: value for other, value in point.items() if other != quantity}
            assert roots_of(formula, quantity, others, WHOLE).complete, (quantity, point)
