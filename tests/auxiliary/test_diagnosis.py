"""The four verdicts on finite tasks."""

from __future__ import annotations

from cpsolver.auxiliary.diagnosis import Verdict, diagnose, listed, smallest_conflict
from cpsolver.solvers import backtracking
from cpsolver.task.expression import Name
from cpsolver.task.result import Result, Settings
from cpsolver.task.task import Aim, Objective, Task
from tests.tasks import EASY, call, different, finite_task, map_colouring, sudoku_task


def solve(task: Task, solutions: int) -> Result:
    return backtracking.solve(task, Settings(solutions=solutions))


def verdicts(task: Task) -> dict[str, Verdict]:
    return {verdict.name: verdict for verdict in diagnose(task, solve)}


def test_a_newspaper_sudoku_is_complete_consistent_and_determined() -> None:
    found = verdicts(sudoku_task(EASY))

    assert [True, True, True] == [found[name].holds for name in ("completeness", "consistency", "sufficiency")]
    assert "the solution is unique" == found["sufficiency"].sentence


def test_a_given_that_follows_from_the_others_is_named() -> None:
    task = finite_task({"x": (1, 2), "y": (1, 2)}, different("xy", "xy"), given={"x": 1, "y": 2})

    assert ("x = 1 (given)", "y = 2 (given)") == verdicts(task)["necessity"].details


def test_givens_that_are_all_needed_are_not_called_redundant() -> None:
    task = finite_task({"x": (1, 2), "y": (1, 2)}, given={"x": 1, "y": 2})

    assert verdicts(task)["necessity"].holds is True


def test_a_variable_of_which_nothing_is_said_makes_a_task_incomplete() -> None:
    found = verdicts(map_colouring())["completeness"]

    assert (False, "nothing is said of T: no condition and no given") == (found.holds, found.sentence)


def test_two_solutions_are_told_apart() -> None:
    found = verdicts(finite_task({"x": (1, 2)}, call("=", 1, 1)))["sufficiency"]

    assert (False, ("x may be 1 or 2",)) == (found.holds, found.details)


def test_of_a_task_for_the_best_only_the_best_solutions_are_told_apart() -> None:
    objective = Objective(Name("x"), maximize=True)
    task = finite_task({"x": (1, 2)}, call(">", Name("x"), 0), aim=Aim.BEST, objective=objective)

    assert verdicts(task)["sufficiency"].holds is True


def test_of_several_objectives_in_order_those_best_by_all_of_them_are_told_apart() -> None:
    later = Objective(Name("y"), maximize=False)
    task = finite_task({"x": (1, 2), "y": (1, 2)}, aim=Aim.BEST, objective=Objective(Name("x"), True, None, later))
    found = verdicts(task)

    assert (True, "the solution is unique") == (found["sufficiency"].holds, found["sufficiency"].sentence)
    assert found["completeness"].holds is True, "the second objective speaks of y"


def test_a_given_without_which_a_later_objective_is_better_is_needed() -> None:
    later = Objective(Name("y"), maximize=False)
    first = Objective(Name("x"), True, None, later)
    task = finite_task({"x": (1, 2), "y": (1, 2)}, given={"y": 2}, aim=Aim.BEST, objective=first)

    assert verdicts(task)["necessity"].holds is True


def test_a_conflict_is_irreducible() -> None:
    task = finite_task(
        {"x": range(9), "y": range(9), "z": range(9)},
        different("all differ", "xyz"),
        call("<", Name("x"), Name("y")),
        call("<", Name("y"), Name("x")),
        given={"z": 3},
    )
    conflict = smallest_conflict(task, solve)

    assert {"x < y", "y < x"} == {str(item) for item in conflict}


def test_names_are_listed_as_in_a_sentence() -> None:
    assert "a, b and c" == listed("abc")
    assert "a" == listed("a")
    assert "a, b and 3 more" == listed("abcde", most=2)
