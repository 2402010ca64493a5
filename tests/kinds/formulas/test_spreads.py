"""Uncertainties of answers, against the package `uncertainties` that carries its own derivatives along."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pytest

from cpsolver.api import load, solve
from cpsolver.api.answers import Answer
from cpsolver.kinds.formulas.spreads import Measured, is_singular, measured, spread_from, spread_of
from cpsolver.kinds.formulas.typesetting import typeset_value
from cpsolver.kinds.kind import Spread
from cpsolver.task.condition import Equation
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Reals
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.parser import parse_expression
from cpsolver.task.task import Unit, Variable

uncertainties = pytest.importorskip("uncertainties")
umath = pytest.importorskip("uncertainties.umath")

PURE = "model:\n  kind: formulas\n  quantities: {{{0}}}\n  formulas: {{{1}}}\ngiven: {{{2}}}\nfind: [{3}]\n"


def _pure(quantities: str, formulas: str, given: str, find: str) -> Answer:
    named = ", ".join(f"{name}: ''" for name in quantities.split())
    return solve(PURE.format(named, formulas, given, find))


def _sigmas(answer: Answer, number: int = 0) -> Mapping[str, float | None]:
    task, show = answer.loaded.task, answer.loaded.kind.show
    solution = answer.solutions[number]
    shown = {name: show(task.by_name[name], solution[name]).spread for name in task.sought.variables}
    return {name: spread.sigma if spread else 0.0 for name, spread in shown.items()}


# -- formulas of the shelf, followed by another evaluator along the derivation ----------------------------------------

_FUNCTIONS: dict[str, Any] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "neg": lambda a: -a,
    "^": lambda a, b: a**b,
    "sqrt": umath.sqrt,
    "sin": umath.sin,
    "cos": umath.cos,
    "tan": umath.tan,
    "asin": umath.asin,
    "acos": umath.acos,
    "atan": umath.atan,
    "exp": umath.exp,
    "log": umath.log,
}


def _evaluated(node: Node, values: Mapping[str, Any]) -> Any:
    if isinstance(node, Name):
        return values[node.name]
    if isinstance(node, Constant):
        return float(node.value)
    assert isinstance(node, Call)
    return _FUNCTIONS[node.function](*(_evaluated(argument, values) for argument in node.arguments))


def _flat(steps: tuple[Step, ...]) -> list[Step]:
    return [inner for step in steps for inner in (*_flat(step.substeps), step)]


def _along(answer: Answer, solution: Mapping[str, Any]) -> Mapping[str, Any]:
    """The quantities as the other package has them, by the rearranged formulas of the derivation."""
    task = answer.loaded.task
    values: dict[str, Any] = {}
    for fact in task.given:
        spread = spread_of(task.by_name[fact.variable], solution[fact.variable])
        number = float(solution[fact.variable])
        values[fact.variable] = uncertainties.ufloat(number, spread.sigma) if spread and spread.sigma else number
    assert answer.derivation is not None
    for step in _flat(answer.derivation.steps):
        sides = [lemma for lemma in step.finding.lemmas if isinstance(lemma, Equation)]
        sides += [c for c in task.conditions if isinstance(c, Equation) and (c.label or str(c)) in step.conditions]
        for equation in sides:
            for side, other in ((equation.left, equation.right), (equation.right, equation.left)):
                if not isinstance(side, Name) or side.name in values:
                    continue
                try:
                    found = _evaluated(other, values)
                except (KeyError, ValueError, ZeroDivisionError):
                    continue
                if math.isclose(getattr(found, "n", found), float(solution[side.name]), rel_tol=1e-7, abs_tol=1e-12):
                    values[side.name] = found
    return values


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("physics/highest-point", {"xs": "30 ± 0.1", "vs": "10 ± 0.05", "astart": "-9.8(2)"}),
        (
            "physics/thrown-down",
            {"xs": "30 ± 0.1 m", "vs": "10 m/s ± 1 %", "astart": "-10 ± 0.02 m/s^2", "x": "10 ± 0.3 m"},
        ),
        ("physics/two-passes", {"xs": "0 ± 0.1 m", "x": "10.0(2) m", "vs": "15 m/s ± 2 %"}),
        ("physics/braking", {"vs": "20 ± 0.5 m/s"}),
        ("electricity/parallel", {"R1": "4 ohm ± 5 %", "R2": "5 ohm ± 10 %"}),
        ("heat/bath", {"T1": "15 ± 0.5 °C", "T2": "60 ± 1", "m1": "60 ± 2 kg"}),
    ],
)
def test_shelf_tasks_are_as_uncertain_as_the_other_package_says(name: str, given: dict[str, str]) -> None:
    answer = solve(name, parameters=given)

    assert answer.solutions
    checked = 0
    for solution in answer.solutions:
        expected = _along(answer, solution)
        for quantity in answer.loaded.task.sought.variables:
            if quantity in expected:
                spread = spread_of(answer.loaded.task.by_name[quantity], solution[quantity])
                sigma = spread.sigma if spread else 0.0
                assert getattr(expected[quantity], "s", 0.0) == pytest.approx(sigma, rel=1e-9), quantity
                checked += 1
    assert checked


def test_both_roots_of_a_quadratic_have_their_own_uncertainty() -> None:
    answer = _pure("a b c x", "one: a*x^2 + b*x + c = 0", "a: 1 ± 0.01, b: -5 ± 0.02, c: 6 ± 0.03", "x")
    a, b, c = (uncertainties.ufloat(*pair) for pair in ((1, 0.01), (-5, 0.02), (6, 0.03)))
    root = umath.sqrt(b * b - 4 * a * c)

    for number, expected in enumerate([(-b - root) / (2 * a), (-b + root) / (2 * a)]):
        assert {"x": expected.s} == pytest.approx(_sigmas(answer, number), rel=1e-9)


def test_what_formulas_give_together_is_correlated() -> None:
    answer = _pure(
        "p q x y d", "one: x + 2*y = p, two: 3*x - y = q, three: d = x - y", "p: 5 ± 0.1, q: 2 ± 0.3", "x, y, d"
    )
    p, q = uncertainties.ufloat(5, 0.1), uncertainties.ufloat(2, 0.3)
    x, y = (p + 2 * q) / 7, (3 * p - q) / 7

    assert {"x": x.s, "y": y.s, "d": (x - y).s} == pytest.approx(_sigmas(answer), rel=1e-9)


def test_a_curved_block_is_propagated_too() -> None:
    answer = _pure("p q x y", "one: x + y = p, two: x*y = q", "p: 5 ± 0.1, q: 6 ± 0.2", "x, y")
    p, q = uncertainties.ufloat(5, 0.1), uncertainties.ufloat(6, 0.2)
    root = umath.sqrt(p * p - 4 * q)

    assert 2 == len(answer.solutions)
    for number, solution in enumerate(answer.solutions):
        sign = 1 if solution["x"] > solution["y"] else -1
        expected = {"x": ((p + sign * root) / 2).s, "y": ((p - sign * root) / 2).s}
        assert expected == pytest.approx(_sigmas(answer, number), rel=1e-9)


def test_what_cancels_leaves_no_uncertainty_behind() -> None:
    answer = _pure("p q r s", "one: r = p + q, two: s = r - p", "p: 5 ± 0.1, q: 2 ± 0.3", "r, s")

    assert {"r": math.hypot(0.1, 0.3), "s": pytest.approx(0.3)} == _sigmas(answer)


def test_a_double_root_has_no_uncertainty_and_says_so() -> None:
    answer = _pure("b x", "one: x^2 - 2*x + b = 0", "b: 1 ± 0.1", "x")

    assert {"x": None} == _sigmas(answer)
    assert any("double root" in note for note in answer.notes)
    assert "±" not in answer.values["x"].text


def test_a_value_of_0_is_as_uncertain_as_any() -> None:
    answer = _pure("p q d", "one: d = p - q", "p: 5 ± 0.3, q: 5 ± 0.4", "d")

    assert {"d": pytest.approx(0.5)} == _sigmas(answer)
    assert "0.00 ± 0.50" == answer.values["d"].text


def test_temperatures_and_differences_of_them() -> None:
    text = """model:
  kind: formulas
  quantities: {T: {unit: °C}, U: {unit: °C}, d: {unit: K}}
  formulas: {one: d = T - U}
given: {T: 30 ± 0.3 °C, U: 68 ± 0.72 °F}
find: {d: delta_degF}
"""
    shown = solve(text).values["d"]

    assert "18.00 ± 0.90 delta_degF" == shown.text


def test_the_budget_says_which_given_contributes_how_much() -> None:
    answer = _pure("p q r", "one: r = p + q", "p: 5 ± 0.3, q: 5 ± 0.4", "r")
    spread = answer.values["r"].spread

    assert spread is not None
    assert [("q", 0.64), ("p", 0.36)] == [(share.given, pytest.approx(share.part)) for share in spread.shares]
    assert "from q" in answer.text and "64 %" in answer.text


def test_a_condition_that_holds_by_little_and_the_near_end_of_a_range_are_noted() -> None:
    text = """model:
  kind: formulas
  quantities: {p: '', r: {range: '> 0'}}
  formulas: {one: r = p - 1}
given: {p: 1.1 ± 0.1}
require: [r < 0.15]
find: r
"""
    notes = solve(text).notes

    assert {
        "r lies 1.0 standard uncertainties from the end of its range",
        "'r < 0.15' holds by 0.5 standard uncertainties only",
    } == set(notes)


def test_an_exact_task_is_left_as_it_is() -> None:
    answer = solve("physics/highest-point")

    assert not any(isinstance(variable, Measured) for variable in answer.loaded.task.variables)


def test_spread_of_a_gradient_is_the_root_of_the_sum_of_squares() -> None:
    assert 5.0 == spread_from({"p": 3.0, "q": -2.0}, {"p": 1.0, "q": 2.0}).sigma
    assert Spread(0.0) == spread_from({}, {"p": 1.0})


def test_a_slope_whose_terms_cancel_is_that_of_a_double_root() -> None:
    node = parse_expression("x^2 - 2*x + 1 = 0")
    equation = Equation(node)

    assert is_singular(equation, "x", 2e-9, {"x": 1 + 1e-9})
    assert not is_singular(equation, "x", 2.0, {"x": 2.0})


def test_a_quantity_without_uncertain_values_stays_plain() -> None:
    (variable, *_) = load("physics/highest-point").task.variables

    assert variable is measured(variable, ())


def test_the_derivation_shows_uncertain_values_with_their_digits() -> None:
    answer = solve("physics/uncertain-fall")

    assert "= 2.592 ± 0.029 s" in answer.text
    assert "t = 2.592 ± 0.029 s is kept, t = -1.57292248 s is dropped" in answer.text


def test_uncertain_values_are_set_as_latex_and_mathml() -> None:
    variable = measured(Variable("t", Reals(), unit=Unit("s")), [(6.022e23, Spread(1.3e20))])
    formula = typeset_value(variable, 6.022e23)

    assert r"(6.0220 \pm 0.0013) \cdot 10^{23}\,\mathrm{s}" == formula.latex
    assert "(6.0220 ± 0.0013)e23 s" == formula.plain
    assert "<mo>±</mo>" in formula.mathml


@pytest.mark.parametrize("sigma", [3e-300, 3e-170, 3e170, 3e300])
def test_squares_of_uncertainties_neither_overflow_nor_vanish(sigma: float) -> None:
    spread = spread_from({"a": 1.0, "b": -1.0}, {"a": sigma, "b": sigma / 3 * 4})

    assert sigma / 3 * 5 == pytest.approx(spread.sigma, rel=1e-12)
    assert {"a": 0.36, "b": 0.64} == pytest.approx({share.given: share.part for share in spread.shares})


def test_an_uncertainty_that_no_float_holds_is_not_known_and_says_so() -> None:
    spread = spread_from({"a": 1e200}, {"a": 1e200})

    assert (None, True) == (spread.sigma, "larger than any number" in spread.note)
