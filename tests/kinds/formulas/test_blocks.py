"""What only several formulas together determine."""

from __future__ import annotations

import pytest

from cpsolver import api
from cpsolver.kinds.formulas.narrate import narrate
from cpsolver.kinds.formulas.narrate.told import values_of
from cpsolver.kinds.formulas.plan import determined, plan
from cpsolver.task.condition import Equation, Rows
from cpsolver.task.derivation import Step
from cpsolver.task.parser import parse_expression
from cpsolver.task.result import Status
from cpsolver.task.task import Task


def formulas(*texts: str) -> list[Equation]:
    return [Equation(parse_expression(text), label=text) for text in texts]


def blocks(conditions: list[Equation], known: list[str], goal: str, **values: int) -> list[list[str]]:
    found = determined(conditions, known, values).course([goal])
    return [[formula.label for formula in step.formulas] for step in found]


def test_a_circle_of_formulas_is_a_block() -> None:
    assert [["p = q/2 + 1", "q = p"]] == blocks(formulas("p = q/2 + 1", "q = p"), [], "p")


def test_two_resistors_are_found_together() -> None:
    conditions = formulas("Rs = R1 + R2", "1/Rp = 1/R1 + 1/R2", "U = Rs*I")

    assert [["Rs = R1 + R2", "1/Rp = 1/R1 + 1/R2"]] == blocks(conditions, ["Rs", "Rp"], "R1")
    assert not plan(conditions, ["Rs", "Rp"]).reaches("R1")


def test_an_elastic_collision_takes_two_formulas_of_three() -> None:
    conditions = formulas(
        "m1*u1 + m2*u2 = m1*v1 + m2*v2", "m1*u1^2 + m2*u2^2 = m1*v1^2 + m2*v2^2", "u1 + v1 = u2 + v2", "E = m1*v1^2/2"
    )

    found = blocks(conditions, ["m1", "m2", "u1", "u2"], "E")

    assert [["m1*u1 + m2*u2 = m1*v1 + m2*v2", "u1 + v1 = u2 + v2"], ["E = m1*v1^2/2"]] == found


def test_single_formulas_lead_to_a_block_and_on_from_it() -> None:
    conditions = formulas("s = x + y", "d = x - y", "s = 2*a", "z = x*y")

    assert [["s = 2*a"], ["s = x + y", "d = x - y"], ["z = x*y"]] == blocks(conditions, ["a", "d"], "z")


def test_a_block_of_many_formulas_is_a_strong_component() -> None:
    conditions = formulas(*(f"q{n} = 3*q{(n + 1) % 7} + a" for n in range(7)))

    assert 7 == len(blocks(conditions, ["a"], "q0")[0])


@pytest.mark.parametrize(
    ("texts", "unknown"),
    [
        (("a = x + y", "b = 2*x + 2*y"), "x"),
        (("a = x*y", "b = log(x) + log(y)"), "x"),
        (("T = m*g*h", "T = m*v^2/2"), "m"),
        (("x = y + 1", "y = x - 1"), "x"),
    ],
)
def test_formulas_that_say_the_same_are_told_as_singular(texts: tuple[str, ...], unknown: str) -> None:
    conditions = formulas(*texts)
    known = [name for condition in conditions for name in condition.scope if name not in ("x", "y", "T", "m")]

    found = determined(conditions, known)

    assert not found.reaches(unknown)
    assert [texts] == [tuple(formula.label for formula in block.formulas) for block in found.singular]


def test_another_set_is_taken_where_the_easiest_is_singular() -> None:
    conditions = formulas("a = x + y", "b = 2*x + 2*y", "c = x*y")

    assert [["a = x + y", "c = x*y"]] == blocks(conditions, ["a", "b", "c"], "x")


def test_known_values_may_make_a_block_singular() -> None:
    conditions = formulas("a*x + b*y = 1", "c*x + d*y = 2")

    assert determined(conditions, ["a", "b", "c", "d"], {"a": 1, "b": 2, "c": 2, "d": 5}).reaches("x")
    assert not determined(conditions, ["a", "b", "c", "d"], {"a": 1, "b": 2, "c": 2, "d": 4}).reaches("x")


def test_more_unknowns_than_formulas_are_not_determined() -> None:
    found = determined(formulas("a = x + y + z", "b = x - y"), ["a", "b"])

    assert not found.reaches("x")
    assert () == found.course(["x"])


COLLISION = """
model:
  kind: formulas
  quantities: {m: {unit: kg}, n: {unit: kg}, u: {unit: m/s}, v: {unit: m/s}, w: {unit: m/s}, E: {unit: J}}
  formulas: {momentum: m*u = m*v + n*w, energy: m*u^2/2 = m*v^2/2 + n*w^2/2, after: E = n*w^2/2}
given: {m: 1 kg, n: 3 kg, u: 4 m/s}
"""

RESISTORS = """
model: electricity/two-resistors
given: {Rs: 9 ohm, Rp: 2 ohm}
"""


def test_values_that_belong_together_are_followed_as_cases() -> None:
    answer = api.solve(RESISTORS + "find: [R1, R2]\n", every=True)

    assert Status.ALL_SOLUTIONS is answer.status
    assert {(3, 6), (6, 3)} == {(solution["R1"], solution["R2"]) for solution in answer.result.solutions}


def test_a_rule_over_quantities_of_a_block_leaves_one_case() -> None:
    answer = api.solve(COLLISION + "require: [v < w]\nfind: E\n")

    assert (Status.ALL_SOLUTIONS, 6) == (answer.status, answer.solution["E"])


@pytest.mark.parametrize("solver", ["auxiliary", "formula_graph", "simultaneous"])
def test_every_solver_by_formulas_finds_both_solutions(solver: str) -> None:
    answer = api.solve(COLLISION + "find: [v, w]\n", every=True, solver=solver)

    assert Status.ALL_SOLUTIONS is answer.status
    assert {(4, 0), (-2, 2)} == {(solution["v"], solution["w"]) for solution in answer.result.solutions}


def test_a_block_is_told_as_at_school() -> None:
    narration = narrate(*_first_step(RESISTORS + "find: R1\n"))

    assert [
        "(1) parallel: 1/Rp = 1/R1 + 1/R2",
        "(2) series: Rs = R1 + R2",
        "from (2): R1 = Rs - R2",
        "put into (1): 1/Rp = 1/(Rs - R2) + 1/R2",
    ] == list(narration.lines[:4])
    assert "case 1, R2 = 3 ohm: R1 = Rs - R2 = 9 ohm - 3 ohm = 6 ohm" in narration.lines


def test_every_lemma_of_a_block_holds_at_a_solution() -> None:
    for text in (RESISTORS + "find: R1\n", COLLISION + "find: v\n"):
        _, step = _first_step(text)
        rows = next(lemma for lemma in step.finding.lemmas if isinstance(lemma, Rows))
        known = values_of(step.premises)
        equations = [lemma for lemma in step.finding.lemmas if isinstance(lemma, Equation)]

        assert equations
        assert all(any(lemma.holds({**known, **row}) for row in rows.rows) for lemma in equations)


def _first_step(text: str) -> tuple[Task, Step]:
    answer = api.explain(text).answer
    assert answer.derivation is not None
    return answer.loaded.task, answer.derivation.steps[0]


def test_where_the_easiest_block_is_not_solved_another_is_tried() -> None:
    text = (
        "model: {kind: formulas, quantities: {a: {}, x: {}, y: {}}, formulas: {hard: 'x = min(y, a*x)', "
        "sum: x + y = 5, difference: y - x = a}}\ngiven: {a: 1}\nfind: x\n"
    )
    answer = api.solve(text)

    assert 2 == answer.solution["x"]


def test_a_contradiction_with_a_block_is_told_by_what_conflicts() -> None:
    text = (
        "model: {kind: formulas, quantities: {a: {}, x: {}, y: {}}, formulas: {hard: 'x = min(y, a*x)', "
        "sum: x + y = 5, difference: x - y = a}}\ngiven: {a: 1}\nfind: x\n"
    )

    assert Status.UNSATISFIABLE is api.solve(text).status


def test_a_large_block_is_found_beside_a_pair_that_says_the_same() -> None:
    conditions = formulas(
        "q6 = 3*q5 + 3*q4 + 3*q0 - 18.5", "q6 = 5*q2*q0", "q3 = q4/2 + 2*q5 - 5.25", "q0*q3 = q4^2 + 12.75"
    ) + formulas("q4 = q2/2 + 3*q5 - 17", "q2 = q6/10")

    assert determined(conditions, ["q0"], {"q0": 2}).reaches("q3")
