"""No solver claims of a random formula task what is not so: no solution is denied, none false, and every step holds."""

from __future__ import annotations

import pytest

from tests.random_formula_tasks import answers, faults, random_formula_task

STEPWISE = ("formula_graph", "auxiliary")


def wrong(seeds: range, most: int, *solvers: str, every: int = 4) -> dict[str, list[str]]:
    """Tasks with what is wrong of their answers; Newton's method looks for solutions of every fourth of them."""
    drawn = [random_formula_task(seed, most) for seed in seeds]
    return {str(one): said for one in drawn if (said := faults(one, solvers, newton=one.seed % every == 0))}


def test_no_solver_claims_of_a_small_task_what_is_not_so() -> None:
    assert {} == wrong(range(300), 3, *STEPWISE)


def test_most_of_the_tasks_with_a_planted_solution_are_solved_and_some_have_none() -> None:
    drawn = [random_formula_task(seed, most=3) for seed in range(60)]
    statuses = [(one.point is not None, answers(one.task, ["auxiliary"])["auxiliary"].status) for one in drawn]
    planted = [status.has_solution for is_planted, status in statuses if is_planted]

    assert len(planted) > 30
    assert sum(planted) > 0.7 * len(planted)
    assert any(status.name == "UNSATISFIABLE" for _, status in statuses)


@pytest.mark.slow
def test_no_solver_claims_of_a_large_task_what_is_not_so() -> None:
    assert {} == wrong(range(1000, 1300), 9, *STEPWISE, "simultaneous")


@pytest.mark.slow
def test_sympy_claims_nothing_of_a_small_task_that_is_not_so() -> None:
    assert {} == wrong(range(2000, 2050), 3, "symbolic", *STEPWISE)


@pytest.mark.slow
def test_no_solver_claims_of_thousands_of_small_tasks_what_is_not_so() -> None:
    assert {} == wrong(range(10_000, 13_000), 4, *STEPWISE, every=2)
