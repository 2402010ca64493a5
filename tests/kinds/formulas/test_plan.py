"""The cheapest way from what is known to what is sought."""

from __future__ import annotations

from cpsolver.kinds.formulas.plan import plan
from cpsolver.task.condition import Equation
from cpsolver.task.parser import parse_expression


def formulas(*texts: str) -> list[Equation]:
    return [Equation(parse_expression(text), label=text) for text in texts]


def labels(conditions: list[Equation], known: list[str], goal: str) -> list[str]:
    return [way.formula.label for way in plan(conditions, known).path([goal])]


def test_inputs_come_before_what_they_are_needed_for() -> None:
    assert ["c = a + 1", "d = b*c", "e = c + d"] == labels(
        formulas("e = c + d", "d = b*c", "c = a + 1"), ["a", "b"], "e"
    )


def test_the_cheaper_of_two_ways_is_taken() -> None:
    conditions = formulas("x = a + t", "y = t^2 + t", "x = 2*a")

    assert ["x = 2*a"] == labels(conditions, ["a", "y"], "x")


def test_reading_off_is_cheaper_than_rearranging() -> None:
    assert ["x = b + a"] == labels(formulas("a = x - b", "x = b + a"), ["a", "b"], "x")


def test_a_circle_gives_no_way() -> None:
    found = plan(formulas("p = q + 1", "q = p/2"), [])

    assert not found.reaches("p")
    assert () == found.path(["p"])


def test_a_formula_that_says_nothing_because_of_known_values_is_not_used() -> None:
    conditions = formulas("v = w + a*t", "t = s")

    assert "v = w + a*t" == plan(conditions, ["v", "w", "a"]).ways["t"].formula.label
    assert not plan(conditions, ["v", "w", "a"], {"v": 1, "w": 1, "a": 0}).reaches("t")


def test_a_chain_of_two_hundred_formulas_is_planned() -> None:
    chain = formulas(*(f"q{n + 1} = q{n} + p{n}" for n in range(200)))
    known = ["q0", *(f"p{n}" for n in range(200))]

    assert 200 == len(plan(chain, known).path(["q200"]))
