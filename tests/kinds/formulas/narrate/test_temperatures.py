"""Temperatures within one line: on their scale where they are moved along it, in kelvins throughout where not."""

from __future__ import annotations

import cpsolver

TASK = """task: warm
model:
  kind: formulas
  quantities: {T: {unit: °C}, Ta: {unit: °C}, T1: {unit: °C}, T2: {unit: °C}, k: {unit: "1"}, U: {unit: °C}}
  formulas: [T = Ta + (T1 - T2)*k, U = T*k]
given: {Ta: 30 °C, T1: 45 °C, T2: 20 °C, k: 2}
find: [T, U]
"""


def test_a_temperature_in_a_sum_with_a_difference_stays_on_its_scale() -> None:
    assert "T = 30 °C + (45 °C - 20 °C)*2 = 80 °C" in cpsolver.explain(TASK).text


def test_what_kelvins_come_to_is_shown_in_kelvins_first() -> None:
    assert "U = (353.15 K)*2 = 706.3 K = 433.15 °C" in cpsolver.explain(TASK).text
