"""Input that goes wrong: each a right answer, or one clear error at its place."""

from __future__ import annotations

import os
import subprocess

import pytest

from cpsolver.api import solve
from cpsolver.api.tasks import load
from cpsolver.errors import SpecError
from cpsolver.kinds.formulas.diagnosis import missing_data
from cpsolver.task.result import Status

MODEL = """model:
  kind: formulas
  quantities: {x: m, xs: m, vs: m/s, v: m/s, a: m/s^2, t: s, T: °C, dT: K, m: kg, F: N, k: {}, q: {}}
  formulas:
    coordinate: x = xs + vs*t + a*t^2/2
    velocity: v = vs + a*t
    force: F = m*a
    ratio: k = x/xs
    square: q^2 = k
    warming: dT = T - 273.15 K
"""
CODE = "__import__('os').system('touch /tmp/owned')"


@pytest.fixture
def nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other program may be started."""

    def refuse(*arguments: object, **named: object) -> None:
        raise AssertionError(f"a program was started: {arguments}")

    monkeypatch.setattr(os, "system", refuse)
    monkeypatch.setattr(subprocess, "Popen", refuse)


@pytest.mark.usefixtures("nothing_runs")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("given: {x: 3 ft 2 in}", "11:17: '2 in' after a unit: a quantity is one number and one unit"),
        ("given: {x: '3,5 m'}", "11:14: '3,5' is not a number"),
        ("given: {x: 3,5 m}", "11:14: '5 m' is not a quantity of this model"),
        ("given: {x: nan}", "11:12: 'nan' is not a quantity"),
        ("given: {x: inf m}", "11:12: 'inf m' is not a quantity"),
        ("given: {x: 1e400 m}", "11:12: '1e400' is too large or too small"),
        ("given: {x: 9^9^9 m}", "11:13: '9^9^9 m' is not a quantity"),
        ("given: {x: 3 kg}", "11:14: 'kg' does not fit 'x', which is in m"),
        ("given: {T: 20 K/m}", "11:15: 'K/m' does not fit 'T', which is in K"),
        ("given: {m: 2 m}", "11:14: 'm' does not fit 'm', which is in kg"),
        ("given: {t: 2 t}", "11:14: 't' does not fit 't', which is in s"),
        ("given: {t: 3}\nfind: t", "12:7: 't' is sought, but it is given"),
        ("require: [m > 5 m]", "11:15: 'm' is in kg, but '5 m' is in m"),
        ("require: [x = x + 1]", "11:11: 'x' stands on both sides of 'x = x + 1' and cancels: it is never true"),
        (f'given: {{x: "{CODE}"}}', f"11:13: '{CODE}' is not a quantity"),
        (f'require: ["{CODE}"]', "11:35: found '(' where an operator should stand"),
        (f'find: "{CODE}"', f"11:8: '{CODE}' is not a quantity of this model"),
        ("require: [(lambda: x)() = 3]", "11:11: '(lambda' has a bracket that is not closed"),
    ],
)
def test_what_cannot_be_read_is_one_error_at_its_place(text: str, said: str) -> None:
    with pytest.raises(SpecError) as caught:
        solve(f"{MODEL}{text}\n")
    (problem,) = caught.value.problems

    assert f"<text>:{said}" == f"{problem.mark}: {problem.message}"
    assert problem.hint or "both sides" in said or "operator" in said


@pytest.mark.parametrize(
    ("text", "name", "shown"),
    [
        ("given: {T: 20 degC}\nfind: dT", "dT", "20 K"),
        ("given: {T: 68 degF}\nfind: {dT: K}", "dT", "20 K"),
        ("given: {dT: 20 K}\nfind: T", "T", "20 °C"),
        ("given: {m: 2 kg, a: 3 m/s^2}\nfind: F", "F", "6 N"),
        ("given: {m: 2 t, a: 3}\nfind: F", "F", "6000 N"),
        ("given: {m: 3}\nrequire: [F = 3 kN]\nfind: a", "a", "1000 m/s^2"),
        ("given: {vs: 1 m/min, a: 0, t: 2 min, xs: 0}\nfind: x", "x", "2 m"),
        ("require: [x = 2*xs + 1 m, xs = x/4]\nfind: x", "x", "2 m"),
        ("require: [x = 2*x]\nfind: x", "x", "0 m"),
    ],
)
def test_names_that_are_units_temperatures_and_circles_come_out_right(text: str, name: str, shown: str) -> None:
    assert shown == solve(f"{MODEL}{text}\n").values[name].text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("given: {x: 3, xs: 0}\nfind: k", "division by zero"),
        ("given: {k: -4}\nfind: q", "no second power is negative"),
        ("given: {x: -5 m, xs: 0, vs: 0, a: 1}\nfind: t", ""),
        ("given: {x: 3 m, vs: 0, a: 0, xs: 1}\nfind: t", ""),
        ("given: {v: 1, vs: 2, a: 1, t: 5}\nfind: x", "they differ by 6 m/s"),
    ],
)
def test_where_nothing_real_is_found_the_reason_and_the_conflict_are_told(text: str, reason: str) -> None:
    answer = solve(f"{MODEL}{text}\n")
    notes = [answer.result.note, *answer.notes]

    assert Status.UNSATISFIABLE is answer.status
    assert any(reason in note for note in notes)
    assert any("contradict each other: " in note for note in notes)


def test_a_descent_without_end_says_what_would_end_it() -> None:
    chain = ", ".join(f"f{number}: q{number} = q{number + 1} + 1" for number in range(15))
    names = ", ".join(f"q{number}: {{}}" for number in range(16))
    answer = solve(f"model: {{kind: formulas, quantities: {{{names}}}, formulas: {{{chain}}}}}\nfind: q0\n")

    assert Status.UNKNOWN is answer.status
    assert any(note.startswith("any one of these would do: q1; or q2; ") for note in answer.notes)


def test_rules_that_say_the_same_are_named_once() -> None:
    said = missing_data(load(MODEL + "require: [x = xs + 1 m, xs = x - 1 m]\nfind: x\n").task)

    assert ["these 2 formulas say the same of x and xs: x = xs + 1 m and xs = x - 1 m"] == [
        note for note in said if note.startswith("these ")
    ]
