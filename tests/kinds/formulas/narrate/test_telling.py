"""A derivation as it is told: auxiliary tasks with their numbers, formulas by name, cases with their ends."""

from __future__ import annotations

import pytest

import cpsolver

MODEL = """model:
  kind: formulas
  quantities: {xs: {unit: m}, x: {unit: m}, vs: {unit: m/s}, v: {unit: m/s}, a: {unit: m/s^2}, t: {unit: s}}
  formulas:
    coordinate: x = xs + vs*t + a*t^2/2
    velocity: v = vs + a*t
"""


def told(spec: str, **options: bool) -> list[str]:
    """The lines of the derivation."""
    text = cpsolver.explain(MODEL + spec if "given" in spec else spec, **options).text  # type: ignore[arg-type]
    return text[text.index("derivation\n") :].split("\n\n")[0].splitlines()[1:]


def test_to_find_the_height_we_need_the_time() -> None:
    assert [
        "1 to find x we need t (coordinate: x = xs + vs*t + astart*t^2/2); auxiliary task 1: find t",
        "  2 rule: v = 0 m/s",
        "  3 velocity: v = vs + astart*t",
        "    t = (v - vs)/astart = (0 m/s - 10 m/s)/(-9.8 m/s^2) = 1.02040816 s",
        "  back to x, with t = 1.02040816 s",
        "4 coordinate: x = xs + vs*t + astart*t^2/2",
        "  x = 30 m + (10 m/s)*(1.02040816 s) + (-9.8 m/s^2)*(1.02040816 s)^2/2 = 35.10204082 m",
    ] == told("physics/highest-point")


def test_looked_at_closely_what_is_done_to_both_sides_stands_beside_them() -> None:
    assert [
        "  3 velocity: v = vs + astart*t",
        "    v = vs + astart*t | - vs",
        "    v - vs = astart*t | : astart",
    ] == told("physics/highest-point", fine=True)[2:5]


def test_the_school_formula_is_shown_with_its_coefficients_and_discriminant() -> None:
    assert [
        "  x = xs + vs*t + astart*t^2/2 | like terms collected",
        "  a = astart/2 = -5 m/s^2",
        "  b = vs = 10 m/s",
        "  c = xs - x = 20 m",
        "  D = b^2 - 4*a*c = 500 m^2/s^2",
        "  t = (-b ± sqrt(D))/(2*a)",
        "  t = (-vs + sqrt(vs^2 - 2*astart*(xs - x)))/astart",
    ] == [line for n, line in enumerate(told("physics/thrown-down", fine=True)[1:9]) if n != 1]


def test_coefficients_are_not_called_like_quantities() -> None:
    lines = told("given: {xs: 0, vs: 15, a: -10, x: 10}\nfind: t\n", fine=True)

    assert "  A = a/2 = -5 m/s^2" in lines
    assert "  t = (-B ± sqrt(D))/(2*A)" in lines


def test_kept_and_dropped_roots_are_told_with_the_condition() -> None:
    line = "2 condition: t > 0 s: t = 3.23606798 s is kept, t = -1.23606798 s is dropped"

    assert line == told("physics/thrown-down")[-1]


def test_each_root_is_a_case_with_its_end() -> None:
    assert [
        "3 roots: t = 1 s or 2 s, each followed by itself",
        "  case 1: t = 1 s",
        "    4 velocity: v = vs + a*t",
        "      v = 15 m/s + (-10 m/s^2)*(1 s) = 5 m/s",
        "    case 1 ends with v = 5 m/s",
        "  case 2: t = 2 s",
        "    5 velocity: v = vs + a*t",
        "      v = 15 m/s + (-10 m/s^2)*(2 s) = -5 m/s",
        "    case 2 ends with v = -5 m/s",
        "  both are possible",
    ] == told("given: {xs: 0, vs: 15, a: -10, x: 10}\nfind: v\n")[-10:]


def test_a_case_that_breaks_a_condition_ends_as_impossible() -> None:
    lines = told("given: {xs: 0, vs: 15, a: -10, x: 10}\nrequire: [v < 0]\nfind: [v, t]\n")

    assert "    ✗ case 1 is impossible" in lines
    assert "    case 2 ends with v = -5 m/s" in lines
    assert "  only t = 2 s is possible" == lines[-1]


def test_nested_auxiliary_tasks_are_numbered_in_the_order_of_telling() -> None:
    lines = [line for line in told("physics/impact-speed") if "auxiliary task" in line]

    assert [line.split("; ")[-1] for line in lines] == ["auxiliary task 1: find Ek", "auxiliary task 2: find Ep"]


def test_temperatures_are_put_in_as_kelvins_where_they_stand_alone() -> None:
    text = "\n".join(told("heat/bath"))

    assert "(40 kg)*(333.15 K) + (288.15 K)*(60 kg)" in text
    assert "(40 kg)*(60 °C - 33 °C)" in text


@pytest.mark.parametrize(
    ("expected", "formula", "given", "goal"),
    [
        (["y = log(x) | exp", "x = exp(y) = exp(0) = 1"], "y = log(x)", "y: 0", "x"),
        (["y = x^2 | sqrt", "x = -sqrt(y) = -sqrt(4) = -2", "x = sqrt(y) = sqrt(4) = 2"], "y = x^2", "y: 4", "x"),
        (["y = x/z | * z", "x = y*z = 2*3 = 6"], "y = x/z", "y: 2, z: 3", "x"),
        (["y = x + z | - z", "x = y - z = 2 - 3 = -1"], "y = x + z", "y: 2, z: 3", "x"),
    ],
)
def test_every_operation_has_its_sign(expected: list[str], formula: str, given: str, goal: str) -> None:
    names = "xyz" if "z" in formula else "xy"
    quantities = ", ".join(f"{name}: {{}}" for name in names)
    spec = f"model:\n  kind: formulas\n  quantities: {{{quantities}}}\n  formulas: {{f: {formula}}}\n"
    text = cpsolver.explain(f"{spec}given: {{{given}}}\nfind: {goal}\n", fine=True).text
    lines = [line.strip() for line in text.split("\n\n")[1].splitlines()[2:]]

    assert expected == lines[: len(expected)]
