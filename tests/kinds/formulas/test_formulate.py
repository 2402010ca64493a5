"""Specs of formula domains: what they become, and every mistake at its place with its hint."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cpsolver.api import solve
from cpsolver.api.tasks import load
from cpsolver.errors import SpecError
from cpsolver.task.condition import Equation, Relation
from cpsolver.task.domain import Finite, Reals
from cpsolver.task.task import Task

MODEL = """task: t
model:
  kind: formulas
  quantities:
    x: {unit: m}
    v: {unit: m/s}
    vs: {unit: m/s}
    a: {unit: m/s^2}
    t: {unit: s, range: ">= 0"}
  formulas:
    velocity: v = vs + a*t
    distance: x = vs*t + a*t^2/2
"""


def task(text: str, model: str = MODEL) -> Task:
    return load(model + text).task


def problem(text: str, model: str = MODEL) -> str:
    """What is said of a wrong spec, without the line and the caret."""
    with pytest.raises(SpecError) as caught:
        load(model + text)
    (found,) = caught.value.problems
    assert found.mark is not None
    return f"{found.mark.line}:{found.mark.column}: {found.message} | {found.hint}"


def given(text: str) -> dict[str, object]:
    return {f.variable: f.domain.value for f in task(text).given if isinstance(f.domain, Finite)}


def test_givens_are_exact_and_in_si_base_units() -> None:
    assert {"v": 20, "a": Fraction(-49, 5)} == given("given: {v: 72 km/h, a: -9.8}\nfind: t\n")


def test_a_given_keeps_its_place() -> None:
    (fact,) = task("given: {v: 72 km/h}\nfind: t\n").given

    assert "<text>:13:12" == str(fact.origin)


def test_formulas_are_equations_called_by_their_names_and_rules_by_their_text() -> None:
    conditions = task("require: [t > 0 s, v = 0]\nfind: x\n").conditions

    assert ["velocity", "distance", "t > 0 s", "v = 0"] == [c.label for c in conditions]
    assert [Equation, Equation, Relation, Equation] == [type(c) for c in conditions]


@pytest.mark.parametrize(
    ("rule", "value"), [("v = 36", 36), ("v = 36 km/h", 10), ("36 km/h = v", 10), ("v = -1.5", Fraction(-3, 2))]
)
def test_a_number_beside_a_quantity_is_in_its_unit_unless_it_has_one(rule: str, value: object) -> None:
    condition = task(f"require: [{rule}]\nfind: x\n").conditions[-1]

    assert condition.holds({"v": value})  # type: ignore[dict-item]


def test_a_bare_temperature_is_in_the_quantitys_own_scale() -> None:
    model = "model: {kind: formulas, quantities: {T: {unit: °C}, U: {unit: K}}, formulas: {same: T = U}}\n"

    assert task("require: [T = 0]\nfind: U\n", model).conditions[-1].holds({"T": Fraction(27315, 100)})


def test_a_range_is_the_domain() -> None:
    assert Reals(0, None) == task("find: x\n").by_name["t"].domain


def test_the_unit_asked_for_is_the_unit_shown() -> None:
    unit = task("given: {t: 1, a: 1, v: 0}\nfind: {x: km}\n").by_name["x"].unit

    assert unit is not None
    assert ("km", 1000) == (unit.name, unit.factor)


def test_without_find_all_that_follows_is_sought() -> None:
    assert ("x", "vs") == task("given: {v: 1, a: 1, t: 1}\n").sought.variables


def test_a_constant_of_the_model_is_given_unless_the_spec_says_or_seeks_it() -> None:
    model = MODEL.replace("a: {unit: m/s^2}", "a: {unit: m/s^2, value: 9.81}")

    assert Finite((Fraction(981, 100),)) == task("find: x\n", model).given[0].domain
    assert Finite((1,)) == task("given: {a: 1}\nfind: x\n", model).given[0].domain
    assert () == task("find: a\n", model).given


def test_equal_specs_give_equal_tasks() -> None:
    text = "given: {v: 0, vs: 10, a: -5}\nrequire: [t > 0]\nfind: x\n"

    assert task(text) == task(text)


NUMBERED = MODEL.count("\n") + 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "given: {y: 3}\nfind: x\n",
            "13:9: 'y' is not a quantity of this model | known: x, v, vs, a, t",
        ),
        (
            "given: {t: 3}\nfind: speed\n",
            "14:7: 'speed' is not a quantity of this model | known: x, v, vs, a, t",
        ),
        (
            "find: x\nrequire: [z > 0]\n",
            "14:11: 'z' is not a quantity of this model | known: x, v, vs, a, t",
        ),
        (
            "find: x\nexpect: {z: 3}\n",
            "14:10: 'z' is not a quantity of this model | known: x, v, vs, a, t",
        ),
        (
            "given: {x: 3, t: 1}\nfind: x\n",
            "14:7: 'x' is sought, but it is given | it is given at <text>:13:12; remove one of the two",
        ),
        (
            "given: {t: 1}\nrequire: [x = x + 1]\nfind: x\n",
            "14:11: 'x' stands on both sides of 'x = x + 1' and cancels: it is never true"
            " | say what 'x' is by means of other quantities",
        ),
        (
            "given: {t: 1}\nrequire: [2*x = x + x]\nfind: x\n",
            "14:11: 'x' stands on both sides of '2*x = x + x' and cancels: it is always true"
            " | say what 'x' is by means of other quantities",
        ),
        (
            "require: [x + 1 m]\nfind: x\n",
            "13:11: 'x + 1 m' is neither an equation nor a comparison | a rule says something: 'v = 0', 't > 0'",
        ),
        ("require: ['1 = 1']\nfind: x\n", "13:12: '1 = 1' names no quantity | name at least one of the model's"),
        ("given: {t: 3 m}\nfind: x\n", "13:14: 'm' does not fit 't', which is in s | its unit in the model is s"),
        ("find: {x: s}\n", "13:11: 's' does not fit 'x', which is in m | its unit in the model is m"),
        (
            "given: {t: nan}\nfind: x\n",
            "13:12: 'nan' is not a quantity | write a number and, if need be, a unit: 9.81 m/s^2",
        ),
        (
            "given: {x: '3,5 m'}\nfind: t\n",
            "13:14: '3,5' is not a number | write 3.5 with a decimal point; digits are not grouped by commas",
        ),
        (
            "given: {x: 3,5 m}\nfind: t\n",
            "13:14: '5 m' is not a quantity of this model"
            " | a comma separates entries; write numbers with a decimal point: 3.5 m",
        ),
        ("given: {t: -1 s}\nfind: x\n", "13:12: '-1 s' lies outside the range of 't' (>= 0 s) | "),
        (
            "given: [1, 2]\nfind: x\n",
            "13:8: expected a mapping of quantities to values | write 'given: {x: 10 m, t: 3 s}'",
        ),
        (
            "given: hello\nfind: x\n",
            "13:8: expected a mapping of quantities to values | write 'given: {x: 10 m, t: 3 s}'",
        ),
        ("given: {t: [1, [2]]}\nfind: x\n", "13:16: expected a quantity such as '30 m', found a list | "),
        ("parameters: {n: 1}\nfind: x\n", "13:1: a formula model has no parameters | write values under 'given'"),
        ("instances: [1, 2]\nfind: x\n", "14:7: 'x' is not a quantity of this model | did you mean 'x_1' or 'x_2'?"),
        (
            "require: [x + 5 > 0]\nfind: x\n",
            "13:15: '5' has no unit, but 'x' is in m | write '5 m', or whichever unit is meant",
        ),
        (
            "require: [x > t]\nfind: x\n",
            "13:15: 'x' is in m, but 't' is in s | only quantities of one kind can be added or compared",
        ),
        ("require: [x > 9^9^9^9]\nfind: x\n", "13:15: '9^9^9^9' has no value: too large | "),
        ("find: x\nexpect: {status: maybe}\n", "14:18: 'maybe' is not a status | known: satisfied, "
            "all_solutions, optimal, unsatisfiable, unknown"),
        ("find: x\nexpect: {solutions: many}\n", "14:21: expected a whole number of solutions | "),
    ],
)  # fmt: skip
def test_a_mistake_in_a_spec_is_an_error_at_its_place(text: str, expected: str) -> None:
    assert NUMBERED == 13
    assert expected == problem(text)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "vs + a*t\n",
            "vs + b*t\n",
            "11:24: 'b' is not a quantity of this model | known: x, v, vs, a, t",
        ),
        (
            "v = vs + a*t\n",
            "vs + a*t\n",
            "11:15: 'vs + a*t' is not an equation | write 'v = vs + a*t'",
        ),
        (
            "vs + a*t\n",
            "vs + a*t^2\n",
            "11:24: 'vs' is in m/s, but 'a*t^2' is in m | only quantities of one kind can be added or compared",
        ),
        (
            "v = vs + a*t\n",
            "x = vs + a*t\n",
            "11:19: 'x' is in m, but 'vs + a*t' is in m/s | only quantities of one kind can be added or compared",
        ),
        (
            "vs + a*t\n",
            "vs*sin(t)\n",
            "11:26: 't' is in s, but the argument of 'sin' must be a pure number"
            " | divide it by a quantity of the same kind",
        ),
        ("vs + a*t\n", "vs^(v/vs)\n", "11:23: 'vs' is in m/s; its exponent must be a number | "),
        ("vs + a*t\n", "vs + cubed(t)\n", "11:24: 'cubed' is not a function of quantities | known: sum, min, max, "
            "neg, abs, mod, product, exp, log, log10, sin, cos, …"),
        ("unit: m}", "unit: zorks}", "5:15: 'zorks' is not a unit | known, among others: "
            "cd, min, h, d, t, rad, deg, percent, m, g, s, A, …"),
        ("x: {unit: m}", "2x: {unit: m}", "5:5: '2x' cannot be the name of a quantity | write letters, digits and _"),
        ("x: {unit: m}", "x: {units: m}", "5:9: unknown key 'units' | did you mean 'unit'?"),
        ('range: ">= 0"', "range: 5..3", "9:25: no number is in the range '5..3' | "),
        ('range: ">= 0"', "range: positive", "9:25: 'positive' is not a range | write '0..90', '> 0' or '>= 0, < 1'"),
        ("vs + a*t\n", "vs*sin(a, t)\n", "11:22: 'sin' takes 1 argument; found 2 | "),
        ("vs + a*t\n", "abs(vs, t)\n", "11:19: 'abs' takes 1 argument; found 2 | "),
        ("vs + a*t\n", "vs*atan2(1)\n", "11:22: 'atan2' takes 2 arguments; found 1 | "),
        ("vs + a*t\n", "vs*max()\n", "11:22: 'max' takes at least 1 argument; found none | "),
        ("vs + a*t\n", "9^9^9^9*vs\n", "11:21: '9^9^9' has no value: too large | "),
    ],
)  # fmt: skip
def test_a_mistake_in_a_model_is_an_error_at_its_place(old: str, new: str, expected: str) -> None:
    model = MODEL.replace(old, new, 1) if old != "unit: m}" else MODEL.replace("x: {unit: m}", "x: {unit: zorks}")
    if "zorks" in expected or "2x" in expected or "units" in expected:
        with pytest.raises(SpecError) as caught:
            load(model + "find: v\n")
        first = caught.value.problems[0]
        assert first.mark is not None
        assert expected == f"{first.mark.line}:{first.mark.column}: {first.message} | {first.hint}"
    else:
        assert expected == problem("find: v\n", model)


def test_a_rule_with_its_goal_on_both_sides_that_does_not_cancel_is_an_equation() -> None:
    conditions = task("given: {v: 1}\nrequire: [x = 2*x - v*t]\nfind: x\n").conditions

    assert isinstance(conditions[-1], Equation)


def test_a_model_may_extend_another() -> None:
    model = """model:
  kind: formulas
  extends: physics/kinematics
  quantities: {m: {unit: kg}, p: {unit: kg*m/s}, t: {unit: min}}
  formulas: {momentum: p = m*v, velocity: vs = v - astart*t}
"""
    extended = task("given: {t: 2}\nfind: p\n", model)

    assert ["coordinate", "velocity", "momentum"] == [condition.label for condition in extended.conditions]
    assert extended.conditions[1].scope == ("vs", "v", "astart", "t")
    assert Finite((120,)) == extended.given[0].domain


def test_a_value_from_the_command_line_replaces_the_given() -> None:
    replaced = load("physics/braking", {"vs": "36 km/h"}).task

    assert [10] == [f.domain.value for f in replaced.given if f.variable == "vs" and isinstance(f.domain, Finite)]


def test_all_problems_come_at_once_sorted_by_line() -> None:
    with pytest.raises(SpecError) as caught:
        load(MODEL + "given: {y: 1, t: 1 m}\nrequire: [z > 0]\nfind: w\n")

    assert ["'y'", "'m'", "'z'", "'w'"] == [p.message.split()[0] for p in caught.value.problems]


@pytest.mark.parametrize("text", ["__import__('os').system('touch pwned')", "().__class__", "open('x')", "lambda: 1"])
@pytest.mark.parametrize(
    "where", ['given: {{t: "{}"}}\nfind: x\n', 'require: ["{}"]\nfind: x\n', 'find: {{x: "{}"}}\n']
)
def test_code_anywhere_is_an_error_and_is_not_run(text: str, where: str) -> None:
    with pytest.raises(SpecError):
        load(MODEL + where.format(text))


@pytest.mark.parametrize(
    "find", ["{Qw: kWh, eps: }", "{Qw: kWh, eps: 1}", '{Qw: kWh, eps: ""}', "[Qw: kWh, eps]", "[{Qw: kWh}, eps]"]
)
def test_what_has_no_unit_is_asked_for_beside_what_has_one(find: str) -> None:
    model = "model: {kind: formulas, quantities: {Qw: J, eps: '', W: J}, formulas: [Qw = eps*W, eps = 3]}\n"
    loaded = load(f"{model}given: {{W: 1 kWh}}\nfind: {find}\n")

    assert ("Qw", "eps") == loaded.task.sought.variables
    assert "3  kWh" in " ".join(solve(loaded).render("text").split()).replace("3 kWh", "3  kWh")
    assert loaded.task.by_name["eps"].unit is None


@pytest.mark.parametrize("unit", ["", "1"])
def test_an_empty_unit_is_that_of_the_model(unit: str) -> None:
    model = "model: {kind: formulas, quantities: {Qw: kJ, W: J}, formulas: [Qw = 3*W]}\n"
    found = load(f"{model}given: {{W: 1 kWh}}\nfind: {{Qw: {unit}}}\n").task.by_name["Qw"].unit

    assert found is not None
    assert "kJ" == found.name
