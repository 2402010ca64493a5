"""Whole tasks in which rounding could be taken for a proof, by every solver of the kind."""

from __future__ import annotations

import pytest

from cpsolver import api
from cpsolver.task.result import Status

HEAD = "model: {{kind: formulas, quantities: {{{0}}}, formulas: {{{1}}}}}\n"
SOLVERS = ("auxiliary", "formula_graph", "symbolic")


def spec(quantities: str, formulas: str, rest: str) -> str:
    """The text of a spec with plain quantities."""
    return HEAD.format(", ".join(f"{name}: {{}}" for name in quantities.split()), formulas) + rest


ROOT = spec("k a x", 'p: "a = sqrt(k)", q: "x = a*a"', "given: {k: 2}\nfind: x\nrequire: ")
DOUBLE = spec("k a x", 'p: "a = sqrt(k)", q: "x^2 - 2*a*x + k = 0"', "find: x\ngiven: ")
CANCELLING = spec(
    "c x y",
    'a: "x = acos(c)", b: "y = 2*asin(sqrt((1 - c)/2))"',
    "given: {c: 0.9999999999995}\nrequire: [x = y]\nfind: [x, y]\n",
)
PERIODIC = spec("y t z", 'a: "y = sin(t)", b: "z = t + 1"', "given: {y: 1/2}\nrequire: [t > 100]\nfind: z\n")
FILLED = spec("x k y", 'a: "abs(x - 1) + abs(x + 1) = k", b: "y = x + 1"', "given: {k: 2}\nfind: y\n")


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_rule_that_holds_up_to_rounding_neither_refutes_nor_proves(solver: str) -> None:
    answer = api.solve(ROOT + "[x <= 2]", solver=solver)

    assert (Status.SATISFIED, None, [2]) == (
        answer.status,
        answer.unique,
        [round(float(s["x"]), 12) for s in answer.solutions],
    )
    assert answer.result.note


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_strict_rule_at_its_bound_is_not_known(solver: str) -> None:
    assert Status.UNKNOWN is api.solve(ROOT + "[x < 2]", solver=solver).status


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("rule", "status"), [("x < 2.001", Status.ALL_SOLUTIONS), ("x > 2.001", Status.UNSATISFIABLE)])
def test_what_rounding_cannot_explain_is_proven(solver: str, rule: str, status: Status) -> None:
    assert status is api.solve(ROOT + f"[{rule}]", solver=solver).status


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("k", [2, 3])
def test_a_double_root_of_rounded_numbers_is_one_answer_and_not_proven(solver: str, k: int) -> None:
    answer = api.solve(DOUBLE + f"{{k: {k}}}", solver=solver, every=True)

    assert (Status.SATISFIED, [round(k**0.5, 12)]) == (
        answer.status,
        [round(float(s["x"]), 12) for s in answer.solutions],
    )


@pytest.mark.parametrize("solver", SOLVERS)
def test_digits_that_cancel_refute_nothing(solver: str) -> None:
    assert api.solve(CANCELLING, solver=solver).status.has_solution


@pytest.mark.parametrize("solver", SOLVERS)
def test_further_turns_are_not_ruled_out(solver: str) -> None:
    assert Status.UNKNOWN is api.solve(PERIODIC, solver=solver).status


def test_roots_that_fill_a_range_are_not_listed_one_by_one() -> None:
    answer = api.solve(FILLED)

    assert (Status.UNKNOWN, ()) == (answer.status, answer.solutions)
    assert any("how many roots there are from" in note for note in answer.notes)


def test_the_ball_thrown_down_is_still_proven() -> None:
    answer = api.solve("physics/thrown-down")

    assert (Status.ALL_SOLUTIONS, True) == (answer.status, answer.unique)
