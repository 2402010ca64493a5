"""Formulas solved together, told as a pupil would write them down."""

from __future__ import annotations

import cpsolver

POLICE = """task: thief
model: physics/kinematics
instances: [thief, police]
given: {xs_thief: 0 m, vs_thief: 20 m/s, astart_thief: 0, xs_police: 0 m, vs_police: 0 m/s, astart_police: 3 m/s^2}
require: [x_thief = x_police, t_thief = t_police + 10 s, t_police > 0 s]
find: [t_thief, x_police]
"""


def _told(text: str, *, fine: bool = False) -> str:
    return " ".join(cpsolver.explain(text, fine=fine).render("text").split())


def test_a_solution_that_is_dropped_is_named_whole_with_the_rule_it_breaks() -> None:
    told = _told(POLICE)

    values = "(-6.66666667 s, 66.66666667 m, 3.33333333 s, 66.66666667 m)"
    assert f"(t_police, x_police, t_thief, x_thief) = {values} is dropped: t_police > 0 s does not hold" in told
    assert "(20 s, 600 m, 30 s, 600 m) is kept" in told
    assert "belong together" not in told


CARS = """task: cars
model: physics/kinematics
instances: [1, 2]
shared: [t]
given: {xs_1: 0 m, vs_1: 30 m/s, astart_1: 0, xs_2: 100 m, vs_2: 0 m/s, astart_2: 3 m/s^2}
require: [x_1 = x_2]
find: [t, x_1]
"""


def test_the_last_equation_is_solved_by_the_root_formula_looked_at_closely() -> None:
    told, closely = _told(CARS), _told(CARS, fine=True)

    template = (
        "b = vs_1 - vs_2 = 30 m/s c = xs_1 - xs_2 = -100 m D = b^2 - 4*a*c = 300 m^2/s^2 t = (-b ± sqrt(D))/(2*a)"
    )
    assert template in closely
    assert closely.index("put into (2)") < closely.index(template) < closely.index("so t = ")
    assert template not in told


def test_an_equation_that_is_linear_with_these_numbers_is_not_called_quadratic() -> None:
    assert "sqrt" not in _told("physics/two-cars-meet", fine=True)


def test_each_solution_has_one_line_that_leads_back() -> None:
    told = _told(POLICE)

    assert (1, 1, 0) == tuple(told.count(f"case {number}, t_police = ") for number in (1, 2, 3))
    assert "so t_police = -6.66666667 s or 20 s" in told
    assert 1 == told.count("from (1):") + told.count("put into (1):")


def test_an_equation_with_the_unknown_in_a_denominator_is_not_called_quadratic() -> None:
    text = """task: circle
model:
  kind: formulas
  quantities: {w: {unit: 1/s}, v: {unit: m/s}, r: {unit: m, range: "> 0"}, a: {unit: m/s^2}}
  formulas: [v = w*r, a = w^2*r]
given: {v: 10 m/s, a: 20 m/s^2}
find: [w, r]
"""

    assert "put into (2): a = v^2/r so r = v^2/a" in _told(text, fine=True)
