"""Answers: one solution, the proof that it is the only one, the derivation, and who is asked."""

from __future__ import annotations

import pytest

from cpsolver import api
from cpsolver.api.solving import _both
from cpsolver.errors import SolverError, UnsupportedTask
from cpsolver.task.result import Result, Status

CIRCLE = "model: {kind: formulas, quantities: {p: {}, q: {}}, formulas: {one: p = q/2 + 1, two: q = p}}\nfind: p\n"
BEST = "model: {kind: csp, variables: {x: 1..3, y: 1..3}, conditions: [x + y <= 4], maximize: x + y}\n"


def test_a_solution_comes_with_the_proof_that_it_is_the_only_one() -> None:
    answer = api.solve("puzzles/send-more-money")

    assert (True, Status.ALL_SOLUTIONS, 1) == (answer.unique, answer.status, len(answer.solutions))


def test_of_several_solutions_two_are_shown() -> None:
    answer = api.solve("csp/queens")

    assert (False, 2) == (answer.unique, len(answer.solutions))
    assert "not unique: there are other solutions" in answer.text


def test_of_a_best_solution_it_is_said_whether_others_are_as_good() -> None:
    assert api.solve(BEST).unique is False
    assert api.solve(BEST.replace("x + y <= 4], maximize: x + y", "x < 3], maximize: x + y")).unique is True


@pytest.mark.parametrize("solver", ["cpsat", "backtracking", "naive", "python_constraint"])
def test_every_solver_lists_all_that_are_best(solver: str) -> None:
    found = api.solve(BEST, solver=solver, every=True)

    assert (Status.OPTIMAL_SOLUTION, 4) == (found.status, found.result.objective)
    assert {(1, 3), (2, 2), (3, 1)} == {(solution["x"], solution["y"]) for solution in found.solutions}


def test_no_derivation_is_given_where_none_is_wanted() -> None:
    assert api.solve("sudoku/four", solver="auxiliary", derive=False).derivation is None


def test_where_nothing_is_open_no_derivation_is_missed() -> None:
    answer = api.solve("1234341221434321")

    assert () == answer.notes
    assert answer.unique is True


def test_formulas_that_cannot_be_ordered_are_solved_together() -> None:
    answer = api.solve(CIRCLE)

    assert ("auxiliary", 2) == (answer.solver, answer.solution["p"])
    assert () == answer.notes


def test_with_a_depth_no_solver_is_asked_that_knows_none() -> None:
    answer = api.solve("physics/highest-point", depth=0)

    assert Status.UNKNOWN is answer.status
    assert "the auxiliary task 'find t' lies deeper than depth 0 allows" == answer.result.note


def test_a_solver_that_contradicts_itself_is_an_error_of_ours() -> None:
    first = Result(Status.SATISFIED, ({"x": 1},))
    for second in (Result(Status.UNSATISFIABLE), Result(Status.ALL_SOLUTIONS, ({"x": 2},))):
        with pytest.raises(SolverError):
            _both("some", first, second)


def test_a_solver_that_cannot_treat_the_task_names_those_that_can() -> None:
    with pytest.raises(UnsupportedTask, match="able are: cpsat, backtracking, compiled, python-constraint"):
        api.solve("puzzles/map-colouring", solver="latin")


def test_parameters_may_be_numbers() -> None:
    assert 4 == len(api.solve("csp/queens", parameters={"n": 6}, every=True).solutions)


def test_what_is_no_task_is_said_so() -> None:
    with pytest.raises(TypeError, match="a task is a name, a path, the text of a spec or a grid, not dict"):
        api.solve({"model": "csp/queens"})  # type: ignore[arg-type]


def test_an_answer_is_short_in_a_terminal_and_whole_when_printed() -> None:
    answer = api.solve("sudoku/first", derive=False)

    assert len(repr(answer)) < 100
    assert "4 3 5 | 6 7 8 | 9 1 2" in str(answer)
    assert answer._repr_svg_().startswith("<svg")
    assert "<html" not in answer._repr_html_()
