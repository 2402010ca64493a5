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
