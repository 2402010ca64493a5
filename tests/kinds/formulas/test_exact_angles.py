"""Tasks with angles in degrees: right angles and their like are exact, and so is what follows from them."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from cpsolver import api
from cpsolver.task.result import Status
from cpsolver.task.turn import Turn


def solved(model: str, given: str, find: str, unit: str = "") -> tuple[object, bool]:
    """The value found, and whether it is proven to be the only one."""
    answer = api.solve(f"model: {model}\ngiven: {{{given}}}\nfind: {find}\n", derive=False)
    assert answer.status is Status.ALL_SOLUTIONS
    return answer.solutions[0][find], answer.unique


@pytest.mark.parametrize(
    ("angle", "work"), [("0 deg", 30), ("60 deg", 15), ("90 deg", 0), ("100 grad", 0), ("0.25 turn", 0),
                        ("5400 arcmin", 0), ("120 deg", -15), ("180 deg", -30)],
)  # fmt: skip
def test_work_at_an_angle_is_exact(angle: str, work: int) -> None:
    value, unique = solved("physics/energy", f"F: 10 N, s: 3 m, alpha: {angle}", "W")
    assert (work, True) == (value, unique)
    assert not isinstance(value, float)


def test_an_angle_found_at_a_right_angle_is_exact_and_puts_back() -> None:
    value, unique = solved("physics/energy", "F: 10 N, s: 3 m, W: 0 J", "alpha")
    assert isinstance(value, Turn) and value.turns == Fraction(1, 4) and unique


def test_the_third_angle_of_a_right_triangle_is_exactly_right() -> None:
    value, unique = solved("geometry/triangle", "alpha: 60 deg, beta: 30 deg, c: 4 m", "gamma")
    assert isinstance(value, Turn) and value.turns == Fraction(1, 4) and unique
    assert solved("geometry/triangle", "alpha: 60 deg, beta: 30 deg, c: 4 m", "b") == (2, True)


def test_a_throw_at_45_degrees_has_an_exact_range() -> None:
    value, unique = solved("physics/projectile", "v0: 20 m/s, alpha: 45 deg, g: 10 m/s^2", "R")
    assert (40, True) == (value, unique)


def test_forces_against_each_other_leave_their_difference() -> None:
    forces = """{kind: formulas, quantities: {F1: {unit: N}, F2: {unit: N}, phi: {unit: deg, range: 0..180},
      R: {unit: N, range: ">= 0"}}, formulas: {parallelogram: "R^2 = F1^2 + F2^2 + 2*F1*F2*cos(phi)"}}"""
    assert solved(forces, "F1: 5 N, F2: 5 N, phi: 180 deg", "R") == (0, True)
    assert solved(forces, "F1: 3 N, F2: 4 N, phi: 90 deg", "R") == (5, True)
    assert solved(forces, "F1: 5 N, F2: 5 N, phi: 120 deg", "R") == (5, True)


def test_an_angle_between_those_is_rounded_and_proven_all_the_same() -> None:
    value, unique = solved("physics/energy", "F: 10 N, s: 3 m, alpha: 89.999 deg", "W")
    assert value == pytest.approx(30 * math.cos(math.radians(89.999)), rel=1e-9) and unique
