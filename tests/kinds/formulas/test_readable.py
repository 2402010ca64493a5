"""What is shown of rearranged formulas: tidied by ranges and givens, with the units and decimals of the model."""

from __future__ import annotations

import pytest

from cpsolver.api.tasks import load_text
from cpsolver.kinds.formulas.readable import readable
from cpsolver.kinds.formulas.wording import formula_text, substituted
from cpsolver.task.algebra.inversion import invert
from cpsolver.task.condition import Equation
from cpsolver.task.task import Task


def a_task(quantities: str, formula: str, given: str, find: str) -> Task:
    text = f"task: one\nmodel:\n  kind: formulas\n  quantities: {{{quantities}}}\n  formulas: {{f: '{formula}'}}\n"
    return load_text(f"{text}given: {{{given}}}\nfind: {find}\n", "one").task


def shown(task: Task, name: str) -> list[str]:
    """The texts of all branches of its formula for a quantity."""
    (formula,) = (condition for condition in task.conditions if isinstance(condition, Equation))
    inversion = invert(formula, name)
    assert inversion is not None
    return [formula_text(readable(task, branch.expression, (formula,), name)) for branch in inversion.branches]


def test_an_angle_in_degrees_is_what_is_missing_to_180_degrees() -> None:
    task = a_task("a: {unit: deg}, b: {unit: deg}, c: {unit: deg}", "a + b + c = 180 deg", "a: 50 deg, b: 60 deg", "c")
    assert shown(task, "c") == ["180 deg - a - b"]


def test_the_second_angle_of_a_sine_is_written_in_degrees() -> None:
    task = a_task("a: {unit: deg}, s: {}", "s = sin(a)", "s: 0.5", "a")
    assert shown(task, "a")[1].startswith("180 deg - asin(s) + (360 deg)*")


def test_a_unit_that_makes_a_number_pure_stays() -> None:
    task = a_task("pH: {}, H: {unit: mol/L}", "pH = -log10(H/(1 mol/L))", "pH: 4", "H")
    assert shown(task, "H") == ["10^-pH*(1 mol/L)"]


def test_decimals_of_the_model_stay_decimals() -> None:
    task = a_task("r: {}, s: {}, t: {}", "r = 17.62*(t - s)/(s + t)", "r: 1, s: 1", "t")
    assert shown(task, "t") == ["s*(r + 17.62)/(17.62 - r)"]


@pytest.mark.parametrize(("given", "expected"), [("8", "2*V^(1/3)"), ("-8", "-2*(-V)^(1/3)")])
def test_the_sign_of_a_given_decides_where_its_range_does_not(given: str, expected: str) -> None:
    assert shown(a_task("V: {}, a: {}", "8*V = a^3", f"V: {given}", "a"), "a") == [expected]


def test_both_roots_of_a_quadratic_equation_look_alike() -> None:
    units = "y: {unit: m}, v: {unit: m/s}, g: {unit: m/s^2, range: '> 0'}, t: {unit: s}"
    task = a_task(units, "y = v*t - g*t^2/2", "y: 1 m, v: 9 m/s, g: 9.81 m/s^2", "t")
    assert set(shown(task, "t")[:2]) == {"(v - sqrt(v^2 - 2*y*g))/g", "(v + sqrt(v^2 - 2*y*g))/g"}


def test_coefficients_are_freed_of_their_common_denominator() -> None:
    units = "f: {unit: m, range: '> 0'}, d: {unit: m}, b: {unit: m}"
    task = a_task(units, "1/f = 1/(d - b) + 1/b", "f: 1 m, d: 5 m", "b")
    assert set(shown(task, "b")[:2]) == {"(d - sqrt(d*(d - 4*f)))/2", "(d + sqrt(d*(d - 4*f)))/2"}


# -- temperatures ------------------------------------------------------------------------------------------------

HEAT = "Q: {unit: J}, c: {unit: J/K}, T: {unit: °C}, S: {unit: °C}"


def with_numbers(formula: str) -> str:
    """The right side of the formula with numbers."""
    task = a_task(HEAT, formula, "c: 2 J/K, T: 20 °C, S: 5 °C", "Q")
    (equation,) = (condition for condition in task.conditions if isinstance(condition, Equation))
    values = {fact.variable: fact.domain.value for fact in task.given}  # type: ignore[union-attr]
    return substituted(equation.right, task, values)


def test_a_temperature_that_is_a_factor_is_in_kelvins() -> None:
    assert with_numbers("Q = c*T") == "(2 J/K)*(293.15 K)"


def test_differences_of_temperatures_are_as_given_and_as_written() -> None:
    assert with_numbers("Q = c*(T - S)") == "(2 J/K)*(20 °C - 5 °C)"
    assert with_numbers("Q = c*(T - 0 °C)") == "(2 J/K)*(20 °C - 0 °C)"


def test_a_temperature_moved_by_a_difference_is_as_given() -> None:
    task = a_task("S: {unit: °C}, T: {unit: °C}, d: {unit: K}", "S = T + d", "T: 20 °C, d: 5 K", "S")
    (equation,) = (condition for condition in task.conditions if isinstance(condition, Equation))
    values = {fact.variable: fact.domain.value for fact in task.given}  # type: ignore[union-attr]
    assert substituted(equation.right, task, values) == "20 °C + 5 K"
