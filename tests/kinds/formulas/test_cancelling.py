"""What is determined although a quantity is missing."""

from __future__ import annotations

import math

import pytest

from cpsolver import api
from cpsolver.task.algebra.cancelling import reduced_by, without
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Reals
from cpsolver.task.parser import parse_expression
from cpsolver.task.result import Status

FALL = """
model:
  kind: formulas
  quantities: {m: {unit: kg, range: "> 0"}, g: {unit: m/s^2, value: 9.81 m/s^2}, h: {unit: m}, v: {unit: m/s},
    Ep: {unit: J}, Ek: {unit: J}, p: {unit: kg*m/s}}
  formulas: {potential: Ep = m*g*h, kinetic: Ek = m*v^2/2, conservation: Ep = Ek, momentum: p = m*v}
given: {h: 5 m}
"""

INCLINE = """
model:
  kind: formulas
  quantities: {m: {unit: kg}, g: {unit: m/s^2, value: 9.81 m/s^2}, mu: {}, alpha: {unit: rad}, a: {unit: m/s^2},
    N: {unit: N}, F: {unit: N}, t: {unit: s}, s: {unit: m}}
  formulas: {normal: N = m*g*cos(alpha), friction: F = mu*N, newton: m*a = m*g*sin(alpha) - F, path: s = a*t^2/2}
given: {mu: 0.2, alpha: 0.5 rad, t: 2 s}
"""

ELEVATOR = """
model:
  kind: formulas
  quantities: {m: {unit: kg, range: "> 0"}, g: {unit: m/s^2, value: 9.81 m/s^2}, a: {unit: m/s^2}, N: {unit: N},
    G: {unit: N}, n: {}}
  formulas: {newton: N - m*g = m*a, weight: G = m*g, load: n = N/G}
given: {a: 2 m/s^2}
"""


def equation(text: str) -> Equation:
    return Equation(parse_expression(text), label=text)


def test_the_mass_of_a_falling_body_cancels_and_both_roots_are_proven() -> None:
    answer = api.solve(FALL + "find: v\n", every=True)

    assert Status.ALL_SOLUTIONS is answer.status
    assert [-math.sqrt(98.1), math.sqrt(98.1)] == pytest.approx(
        sorted(float(solution["v"]) for solution in answer.result.solutions)
    )


def test_a_mass_that_may_be_zero_is_told_and_nothing_claimed() -> None:
    answer = api.solve(INCLINE + "find: s\n")

    assert Status.SATISFIED is answer.status
    assert 9.81 * (math.sin(0.5) - 0.2 * math.cos(0.5)) * 2 == pytest.approx(float(answer.solution["s"]))
    assert "m is taken not to be 0" in answer.result.note


def test_the_load_in_an_elevator_does_not_depend_on_the_mass() -> None:
    answer = api.solve(ELEVATOR + "find: n\n")

    assert Status.ALL_SOLUTIONS is answer.status
    assert 11.81 / 9.81 == pytest.approx(float(answer.solution["n"]))


def test_what_does_depend_on_the_mass_is_not_found() -> None:
    assert Status.UNKNOWN is api.solve(FALL + "find: p\n", solver="auxiliary").status
    assert Status.UNKNOWN is api.solve(ELEVATOR + "find: N\n", solver="auxiliary").status


def test_the_step_says_what_cancels() -> None:
    derivation = api.explain(ELEVATOR + "find: n\n").answer.derivation
    assert derivation is not None
    step = derivation.steps[0]

    assert "cancelling" == step.technique
    assert ("m",) == step.pattern.names
    assert ["newton", "weight", "load"] == sorted(step.conditions, key=["newton", "weight", "load"].index)


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("m*a = m*g", "m", "a = g"),
        ("m*g*h = m*v^2/2", "m", "g*h = v^2/2"),
        ("m*a = m*g - mu*(m*g)", "m", "a = g - mu*g"),
        ("v = sqrt(2*(m*g*h)/m)", "m", "v = sqrt(2*(g*h))"),
        ("x = m*m/(3*m^2)", "m", "x = 1/3"),
    ],
)
def test_a_common_power_is_divided_out(text: str, name: str, expected: str) -> None:
    assert expected == str(reduced_by(equation(text), name))


@pytest.mark.parametrize("text", ["m*a = g", "m + a = m*g", "exp(m) = a*m"])
def test_what_does_not_cancel_stays(text: str) -> None:
    assert reduced_by(equation(text), "m") is None


def test_formulas_put_together_keep_every_branch() -> None:
    found = without([equation("E = m*v^2"), equation("E = m*w")], "w", {"E"}, ["m"], {"m": Reals(0, lower_open=True)})

    assert ["v^2 = w"] == [str(one.reduced) for one in found]
    assert [True] == [one.complete for one in found]


def test_a_term_that_is_very_small_is_no_term_that_vanishes() -> None:
    spec = """
model:
  kind: formulas
  quantities: {F: {}, a: {}, m: {range: "> 0"}, g: {}, k: {}}
  formulas: {force: F = m*a, weight: F = m*g + 1e-11*m^2*k}
given: {g: 10, k: 1}
find: a
"""
    assert reduced_by(equation("m*a = m*g + 1e-11*m^2*k"), "m") is None
    assert Status.UNKNOWN is api.solve(spec, solver="auxiliary").status


def test_roots_that_a_maximum_hides_are_not_ruled_out() -> None:
    spec = """
model:
  kind: formulas
  quantities: {k: {}, x: {}, m: {range: "> 0"}, a: {}}
  formulas: {largest: "k = max(x, 3)", force: m*a = m*x}
given: {k: 3}
find: a
"""
    assert Status.ALL_SOLUTIONS is not api.solve(spec).status
