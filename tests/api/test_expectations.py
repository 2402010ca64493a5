"""An answer against `expect:`: yes, no, or not known."""

from __future__ import annotations

import pytest

from cpsolver import api
from cpsolver.api.expectations import outcomes
from cpsolver.task.result import Result, Status

TWO = "model: {kind: csp, variables: {x: 1..2, y: 1..2}, conditions: [x != y]}\n"
THREE = "model: {kind: csp, variables: {x: 1..3}, conditions: [x = x]}\n"
BEST = "model: {kind: csp, variables: {x: 1..3, y: 1..3}, conditions: [x + y <= 4], maximize: x + y}\n"


def checked(text: str) -> dict[str, bool | None]:
    return {outcome.what: outcome.met for outcome in api.check(text).outcomes}


def test_the_values_expected_must_be_those_of_one_solution() -> None:
    assert {"x": True, "y": True} == checked(TWO + "expect: {x: 1, y: 2}\n")
    assert {"x": True, "y": True, "solutions": True} == checked(TWO + "expect: {solutions: 2, x: 2, y: 1}\n")
    assert {"x": True, "y": True, "solutions": True} == checked(TWO + "expect: {solutions: 2, x: 1, y: 2}\n")
    assert False in checked(TWO + "expect: {x: 1, y: 1}\n").values()


def test_a_solution_that_was_not_looked_at_is_asked_for() -> None:
    assert {"x": True} == checked(THREE + "expect: {x: 3}\n")


def test_all_best_solutions_are_counted() -> None:
    assert {"solutions": True, "objective": True} == checked(BEST + "expect: {solutions: 3, objective: 4}\n")
    assert {"solutions": False, "objective": False} == checked(BEST + "expect: {solutions: 2, objective: 5}\n")


def test_the_only_best_solution_counts_as_one() -> None:
    one = "model: {kind: csp, variables: {x: 1..3}, conditions: [x < 3], maximize: x}\nexpect: {solutions: 1, x: 2}\n"

    assert {"solutions": True, "x": True} == checked(one)


@pytest.mark.parametrize(
    ("expected", "status", "met"),
    [
        ("optimal", Status.SATISFIED, None),
        ("unsatisfiable", Status.UNKNOWN, None),
        ("unsatisfiable", Status.SATISFIED, False),
        ("unsatisfiable", Status.UNSATISFIABLE, True),
        ("satisfied", Status.ALL_SOLUTIONS, True),
        ("satisfied", Status.UNSATISFIABLE, False),
        ("all_solutions", Status.SATISFIED, None),
    ],
)
def test_a_status_that_more_time_might_bring_is_not_known(expected: str, status: Status, met: bool | None) -> None:
    loaded = api.load(THREE + f"expect: {{status: {expected}}}\n")
    solutions = ({"x": 1},) if status.has_solution else ()
    (outcome,) = outcomes(loaded, Result(status, solutions))

    assert met is outcome.met


def test_a_check_of_what_was_not_decided_is_not_passed() -> None:
    pigeons = (
        'model: {kind: csp, variables: {"p[1..14]": 1..13},'
        ' conditions: ["p[i] != p[j] for i in 1..14, j in 1..14 where i < j"]}\nexpect: {status: unsatisfiable}\n'
    )
    check = api.check(pigeons, seconds=0.3)

    assert check.passed in (None, True)
    assert check.passed is (True if check.answer.status is Status.UNSATISFIABLE else None)
