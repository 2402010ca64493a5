"""Which results can both be true: the truth table of `compare`."""

from __future__ import annotations

import pytest

from cpsolver import api
from cpsolver.api import comparing
from cpsolver.api.comparing import can_both_be_true, contradictions
from cpsolver.task.expression import Name
from cpsolver.task.result import Result, Settings, Status
from cpsolver.task.task import Aim, Objective, Task
from tests.tasks import finite_task

PLAIN = finite_task({"x": range(9)})
MAXIMIZED = finite_task({"x": range(9)}, aim=Aim.BEST, objective=Objective(Name("x"), maximize=True))


def result(status: Status, *values: int, objective: int | None = None, note: str = "") -> Result:
    return Result(status, tuple({"x": value} for value in values), objective=objective, note=note)


UNKNOWN = result(Status.UNKNOWN)
NONE = result(Status.UNSATISFIABLE)
ONE = result(Status.SATISFIED, 1)
TWO = result(Status.SATISFIED, 2)
ONLY_ONE = result(Status.ALL_SOLUTIONS, 1)
BOTH = result(Status.ALL_SOLUTIONS, 2, 1)


@pytest.mark.parametrize(
    ("one", "other", "possible"),
    [
        (UNKNOWN, NONE, True),
        (UNKNOWN, ONLY_ONE, True),
        (NONE, NONE, True),
        (NONE, ONE, False),
        (NONE, BOTH, False),
        (ONE, TWO, True),
        (ONLY_ONE, ONE, True),
        (ONLY_ONE, TWO, False),
        (BOTH, TWO, True),
        (BOTH, ONLY_ONE, False),
        (BOTH, result(Status.ALL_SOLUTIONS, 1, 2), True),
    ],
)
def test_results_that_can_both_be_true(one: Result, other: Result, possible: bool) -> None:
    assert possible is can_both_be_true(PLAIN, one, other)
    assert possible is can_both_be_true(PLAIN, other, one)


@pytest.mark.parametrize(
    ("one", "other", "possible"),
    [
        (("optimal", 5), ("optimal", 5), True),
        (("optimal", 5), ("optimal", 6), False),
        (("optimal", 5), ("satisfied", 4), True),
        (("optimal", 5), ("satisfied", 7), False),
        (("optimal", 5), ("satisfied", 5), True),
    ],
)
def test_no_solution_beats_the_best(one: tuple[str, int], other: tuple[str, int], possible: bool) -> None:
    first, second = (result(Status(status), value, objective=value) for status, value in (one, other))

    assert possible is can_both_be_true(MAXIMIZED, first, second)
    assert possible is can_both_be_true(MAXIMIZED, second, first)


def test_two_complete_lists_of_the_best_must_be_the_same() -> None:
    one, other = (result(Status.OPTIMAL_SOLUTION, *values, objective=5) for values in ((1, 2), (1, 3)))

    assert not can_both_be_true(MAXIMIZED, one, other)


def test_the_contradicting_pair_is_named_and_the_third_is_not() -> None:
    found = contradictions(PLAIN, {"a": ONE, "b": NONE, "c": UNKNOWN})

    assert [("a", "b")] == found


def test_a_solver_that_fails_says_so_in_its_row_and_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    run = comparing.solve_apart

    def broken(solver: str, task: Task, settings: Settings) -> Result:
        if solver == "naive":
            raise RuntimeError("out of order")
        return run(solver, task, settings)

    monkeypatch.setattr(comparing, "solve_apart", broken)
    comparison = api.compare("csp/queens", solvers=["naive", "backtracking"])
    notes = {row.solver: row.result.note for row in comparison.rows}

    assert {"naive": "failed: RuntimeError: out of order", "backtracking": ""} == notes
    assert [None, True] == [row.agrees for row in comparison.rows]


def test_a_wrong_answer_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Result(Status.ALL_SOLUTIONS, ({f"queen[{i}]": 1 for i in range(1, 9)},))
    monkeypatch.setattr(comparing, "solve_apart", lambda *_: wrong)
    (row,) = api.compare("csp/queens", solvers=["backtracking"]).rows

    assert Status.UNKNOWN is row.result.status
    assert "gave a wrong answer" in row.result.note


@pytest.mark.parametrize("source", ["specs/csp/queens-6.yaml", "specs/sudoku/first.yaml"])
def test_the_auxiliary_solver_has_a_row_like_others(source: str) -> None:
    found = api.compare(source, solvers=["auxiliary", "backtracking"], seconds=60)

    assert all(row.result.status.has_solution for row in found.rows), [row.result.note for row in found.rows]
    assert found.agree is True
