"""What is given of a quantity: uncertain values, lists and ranges, and what is wrong with them, at its character."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cpsolver.api import load, solve
from cpsolver.api.sweeping import axes_of
from cpsolver.errors import SpecError
from cpsolver.kinds.formulas.spreads import given_spreads

MODEL = """model:
  kind: formulas
  quantities:
    x: {unit: m, range: 0..100}
    alpha: {unit: deg}
    T: {unit: °C}
    g: {unit: m/s^2, value: 9.81 ± 0.02}
    y: {unit: m}
  formulas: {one: y = x*sin(alpha) + 0*T*x/(1 K) + 0*g*x/(1 m/s^2)}
find: y
"""


def _axis(given: str) -> tuple[list[object], str]:
    loaded = load(f"{MODEL}given: {{{given}}}\n")
    (axis,) = axes_of(loaded)
    return [axis.shown(index) for index in range(len(axis))], axis.unit.name


@pytest.mark.parametrize(
    ("given", "values", "unit"),
    [
        ("x: [1 m, 2 m, 5 m]", [1, 2, 5], "m"),
        ("x: [1, 2, 5]", [1, 2, 5], "m"),
        ('x: "[1, 2, 5] cm"', [1, 2, 5], "cm"),
        ("x: [50 cm, 2 m]", [Fraction(1, 2), 2], "m"),
        ("x: 0..3 step 1", [0, 1, 2, 3], "m"),
        ("x: 0..3 m step 50 cm", [0, Fraction(1, 2), 1, Fraction(3, 2), 2, Fraction(5, 2), 3], "m"),
        ("x: 0 cm .. 1 m step 0.4", [0, Fraction(2, 5), Fraction(4, 5)], "m"),
        ("x: 0..10 m in 3 points", [0, 5, 10], "m"),
        ("x: 0..10 m in 2 steps", [0, 5, 10], "m"),
        ("x: 3..0 step -1.5", [3, Fraction(3, 2), 0], "m"),
        ("alpha: 0..90 deg step 45", [0, 45, 90], "deg"),
        ("T: 20..30 °C step 5 K", [20, 25, 30], "°C"),
        ("T: 20..30 °C step 9 °F", [20, 25, 30], "°C"),
    ],
)
def test_values_of_a_sweep_as_they_are_written(given: str, values: list[object], unit: str) -> None:
    assert (values, unit) == _axis(given)


def test_a_swept_temperature_is_in_kelvin_at_its_base() -> None:
    (axis,) = axes_of(load(f"{MODEL}given: {{T: 20..30 °C step 5}}\n"))

    assert [Fraction(29315, 100), Fraction(29815, 100), Fraction(30315, 100)] == [axis.at(n) for n in range(3)]
    assert [293.15, 298.15, 303.15] == axis.column.tolist()


@pytest.mark.parametrize(
    ("given", "message", "column"),
    [
        ("x: 0..10 m", "'0..10 m' does not say how far its values are apart", 12),
        ("x: 0..10 m step 0", "the step must be other than 0 to come from 0 to 10 m", 25),
        ("x: 0..10 m step -1", "the step must be positive to come from 0 to 10 m", 25),
        ("x: 10..0 m step 1", "the step must be negative to come from 10 to 0 m", 25),
        ("x: 0..10 m step 1 s", "'s' does not fit 'the step', which is in m", 27),
        ("x: 0..10 step 5 cm", "the step has the unit 'cm', and the ends have none", 23),
        ("x: 0..10 m in 1 points", "a range has at least 2 points: its ends", 23),
        ("x: 0..10 m in some points", "'in some points' is not a number of points", 20),
        ("x: 0..10 m step 1e-9", "10,000,000,001 points are too many; 1,000,000 are allowed", 25),
        ("x: 0..10 kg step 1", "'kg' does not fit 'x', which is in m", 18),
        (
            "x: 150..200 m step 50",
            "all values of '150..200 m step 50' lie outside the range of 'x' (>= 0, <= 100 m)",
            12,
        ),
        ("x: 200 m", "'200 m' lies outside the range of 'x' (>= 0, <= 100 m)", 12),
        ("x: [1 m, 2]", "some of these values have a unit and some have none", 12),
        ("x: [1 ± 0.1 m, 2 m]", "a swept value has no uncertainty", 13),
        ("x: [1 m, [2 m]]", "expected a quantity such as '30 m', found a list", 18),
        ('x: "[1, 2"', "a list is not closed", 13),
        ('x: "[1, 2] kg"', "'kg' does not fit 'x', which is in m", 20),
        ("x: 5 ± 1 kg", "'kg' does not fit 'x', which is in m", 18),
        ("x: 5 m ± 1 s", "an uncertainty in 's' does not fit a quantity in 'm'", 20),
        ("x: 5 m ± -1 m", "an uncertainty is not negative", 18),
    ],
)
def test_a_mistake_is_an_error_at_its_character(given: str, message: str, column: int) -> None:
    with pytest.raises(SpecError) as caught:
        load(f"{MODEL}given: {{{given}}}\n")

    problem = caught.value.problems[0]
    assert problem.mark is not None
    assert (message, column) == (problem.message, problem.mark.column)


def test_a_constant_of_the_model_may_be_uncertain_and_a_given_in_its_place_exact() -> None:
    constant = load(f"{MODEL}given: {{x: 5 ± 1 m}}\n")
    instead = load(f"{MODEL}given: {{x: 5 ± 1 m, g: 10}}\n")

    assert {"x": 1.0, "g": 0.02} == given_spreads(constant.task)
    assert {"x": 1.0} == given_spreads(instead.task)


def test_uncertainties_are_in_base_units_and_without_the_zero_of_a_scale() -> None:
    loaded = load(f"{MODEL}given: {{x: 100 cm ± 5 %, T: 20 ± 0.5 °C}}\n")

    assert {"x": 0.05, "T": 0.5, "g": 0.02} == pytest.approx(given_spreads(loaded.task))


def test_the_command_line_may_sweep_what_the_spec_gives_once() -> None:
    loaded = load(f"{MODEL}given: {{x: 5 m}}\n", {"x": "[1, 2, 5] m", "alpha": "0..90 deg step 45"})

    assert ["x", "alpha"] == [axis.name for axis in axes_of(loaded)]


FRICTION = """model:
  kind: formulas
  quantities: {F: N, N: N, mu: "", p: "%", w: N}
  formulas: {friction: F = mu*N, share: w = p*N}
given: {N: 100 N, GIVEN}
find: FIND
"""


def test_a_coefficient_of_friction_that_is_known_to_ten_per_cent() -> None:
    loaded = load(FRICTION.replace("GIVEN", "mu: 0.3 ± 10 %").replace("FIND", "F"))

    assert {"mu": pytest.approx(0.03)} == given_spreads(loaded.task)
    assert "0.300 ± 0.030" in solve(loaded).render("text")


@pytest.mark.parametrize(
    ("text", "spread"), [("30 % ± 2 %", 0.02), ("(30 ± 2) %", 0.02), ("30 ± 2", 0.02), ("30(2)", 0.02)]
)
def test_per_cent_of_a_share_are_points_of_it(text: str, spread: float) -> None:
    loaded = load(FRICTION.replace("GIVEN", f"p: {text}").replace("FIND", "w"))

    assert {"p": pytest.approx(spread)} == given_spreads(loaded.task)


def test_a_share_without_its_sign_and_an_uncertainty_with_it_could_be_both() -> None:
    with pytest.raises(SpecError, match=r"'30 ± 2 %' can be read in two ways"):
        load(FRICTION.replace("GIVEN", "p: 30 ± 2 %").replace("FIND", "w"))
