"""Formulas that only together give their unknowns."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from cpsolver.solvers.simultaneous import SOLVER
from cpsolver.task.condition import Equation, Relation
from cpsolver.task.domain import Finite, Reals, Value
from cpsolver.task.parser import parse_expression
from cpsolver.task.reals.rounding import Rounded
from cpsolver.task.result import Result, Settings, Status
from cpsolver.task.task import Aim, Fact, Sought, Task, Variable


def simultaneous(
    *texts: str, rules: tuple[str, ...] = (), above: int | None = None, given: Mapping[str, Value] | None = None
) -> Task:
    given = given or {}
    equations = [Equation(parse_expression(text), label=text) for text in texts]
    conditions = (*equations, *(Relation(parse_expression(rule), label=rule) for rule in rules))
    names = list(dict.fromkeys(name for equation in equations for name in equation.scope))
    return Task(
        name="<test>",
        kind="formulas",
        variables=tuple(Variable(name, Reals(None if name in given else above, lower_open=True)) for name in names),
        conditions=conditions,
        given=tuple(Fact(name, Finite((value,))) for name, value in given.items()),
        sought=Sought(tuple(name for name in names if name not in given), Aim.ALL),
    )


def solved(task: Task) -> Result:
    assert SOLVER.refuses(task) is None
    return SOLVER.solve(task, Settings(solutions=None))


def pairs(result: Result, *names: str) -> list[tuple[float, ...]]:
    return sorted(tuple(round(float(s[name]), 9) for name in names) for s in result.solutions)


@pytest.mark.parametrize(
    ("texts", "given", "expected"),
    [
        (("p = q/2 + 1", "q = p"), {}, [{"p": 2, "q": 2}]),
        (("Rs = R1 + R2", "1/Rp = 1/R1 + 1/R2"), {"Rs": 9, "Rp": 2}, [{"R1": 6, "R2": 3}, {"R1": 3, "R2": 6}]),
        (
            ("m*u = m*v + n*w", "m*u^2 = m*v^2 + n*w^2"),
            {"m": 1, "n": 3, "u": 4},
            [{"v": 4, "w": 0}, {"v": -2, "w": 2}],
        ),
        (("x^2 + y^2 = 25", "y = x^2 - 5"), {}, [{"x": 0, "y": -5}, {"x": 3, "y": 4}, {"x": -3, "y": 4}]),
        (("x*y = 0", "x + y = 1"), {}, [{"x": 0, "y": 1}, {"x": 1, "y": 0}]),
        (("x^2 - y^2 = 0", "x*y = 4"), {}, [{"x": 2, "y": 2}, {"x": -2, "y": -2}]),
        (("x*z = 0", "x + y = 1", "y + z = 3"), {}, [{"x": 0, "y": 1, "z": 2}, {"x": -2, "y": 3, "z": 0}]),
    ],
)
def test_all_solutions_are_found_and_proven(
    texts: tuple[str, ...], given: dict[str, Value], expected: list[dict[str, Value]]
) -> None:
    result = solved(simultaneous(*texts, given=given))
    names = tuple(expected[0])

    assert Status.ALL_SOLUTIONS is result.status
    assert sorted(tuple(one[name] for name in names) for one in expected) == pairs(result, *names)


def test_exact_numbers_stay_exact() -> None:
    result = solved(simultaneous("3*x + y = 1", "x - 2*y = 1"))

    assert (Fraction(3, 7), Fraction(-2, 7)) == (result.solutions[0]["x"], result.solutions[0]["y"])


def test_ranges_and_rules_drop_solutions() -> None:
    resistors = ("Rs = R1 + R2", "1/Rp = 1/R1 + 1/R2")

    assert [(6.0,)] == pairs(solved(simultaneous(*resistors, rules=("R1 > R2",), given={"Rs": 9, "Rp": 2})), "R1")
    assert Status.UNSATISFIABLE is solved(simultaneous(*resistors, above=7, given={"Rs": 9, "Rp": 2})).status


def test_contradicting_formulas_are_impossible_and_dependent_ones_not_known() -> None:
    assert Status.UNSATISFIABLE is solved(simultaneous("x + y = 1", "x + y = 2")).status
    assert Status.UNSATISFIABLE is solved(simultaneous("x^2 + y^2 = 1", "x + y = 5")).status
    assert Status.UNKNOWN is solved(simultaneous("x + y = 1", "2*x + 2*y = 2")).status


def test_what_newton_finds_is_not_called_complete() -> None:
    result = solved(simultaneous("x^y = 8", "x + y = 5"))

    assert Status.SATISFIED is result.status
    assert (2.0, 3.0) in pairs(result, "x", "y")


def test_the_steps_of_the_school_are_lemmas_in_order() -> None:
    result = solved(simultaneous("Rs = R1 + R2", "1/Rp = 1/R1 + 1/R2", given={"Rs": 9, "Rp": 2}))

    assert result.knowledge is not None
    assert ["R1 = Rs - R2", "1/Rp = 1/(Rs - R2) + 1/R2"] == [str(lemma) for lemma in result.knowledge.lemmas[:2]]
    assert "Rs = R1 + R2" == result.knowledge.lemmas[0].label


def test_a_dozen_linear_formulas_are_solved_exactly() -> None:
    result = solved(simultaneous(*(f"q{n} = 3*q{(n + 1) % 12} + a" for n in range(12)), given={"a": 1}))

    assert {Fraction(-1, 2)} == {result.solutions[0][f"q{n}"] for n in range(12)}


def test_simple_steps_and_too_few_formulas_are_refused() -> None:
    assert "no two formulas have several unknowns" == SOLVER.refuses(
        simultaneous("x = a + 1", "y = x + b", given={"a": 1, "b": 2})
    )
    assert "there are more unknowns than formulas" == SOLVER.refuses(simultaneous("x = y + z", "y = x*z"))


def test_a_throw_from_a_cliff_is_not_refuted_by_formulas_that_say_the_same() -> None:
    formulas = (
        "tan(b) = vy/vx",
        "vy = 0 - g*t",
        "y = h - g*t^2/2",
        "vx^2 + vy^2 = v0^2 - 2*g*(y - h)",
        "vx = v0*cos(a)",
    )
    given = {"g": Fraction(981, 100), "h": 50, "a": Rounded(0.0, 1e-17), "vx": Rounded(28.188827574058486, 1e-14)}

    assert solved(simultaneous(*formulas, given=given)).status is not Status.UNSATISFIABLE
