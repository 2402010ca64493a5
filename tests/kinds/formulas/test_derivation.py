"""The way to an answer: which auxiliary tasks are opened, which roots are dropped, and how that is told."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cpsolver.api.tasks import load
from cpsolver.kinds.formulas.narrate import narrate
from cpsolver.kinds.formulas.techniques import TECHNIQUES
from cpsolver.solvers import SOLVERS
from cpsolver.task.derivation import Step
from cpsolver.task.result import Result, Settings, Status
from cpsolver.task.task import Task

MODEL = """model:
  kind: formulas
  quantities: {xs: {unit: m}, x: {unit: m}, vs: {unit: m/s}, v: {unit: m/s}, a: {unit: m/s^2}, t: {unit: s}}
  formulas:
    coordinate: x = xs + vs*t + a*t^2/2
    velocity: v = vs + a*t
"""


def task(text: str) -> Task:
    return load(MODEL + text if "given" in text or "find" in text else text).task


def solved(task: Task, depth: int | None = None) -> Result:
    return SOLVERS.get("auxiliary").solve(task, Settings(techniques=TECHNIQUES, depth=depth))


def flat(steps: object) -> Iterator[Step]:
    for step in steps:  # type: ignore[attr-defined]
        yield from flat(step.substeps)
        yield step


def told(task: Task) -> list[str]:
    """Every step in words with its lines, auxiliary tasks after what they consist of."""
    derivation = solved(task).derivation
    assert derivation is not None
    narrations = (narrate(task, step) for step in flat(derivation))
    return [line for narration in narrations for line in (narration.whole, *narration.lines)]


def test_the_highest_point_needs_the_time_which_is_an_auxiliary_task() -> None:
    assert [
        "v = 0 m/s",
        "velocity: v = vs + astart*t",
        "t = (v - vs)/astart = (0 m/s - 10 m/s)/(-9.8 m/s^2) = 1.02040816 s",
        "to find x we need t (coordinate: x = xs + vs*t + astart*t^2/2); auxiliary task: find t",
        "coordinate: x = xs + vs*t + astart*t^2/2",
        "x = 30 m + (10 m/s)*(1.02040816 s) + (-9.8 m/s^2)*(1.02040816 s)^2/2 = 35.10204082 m",
    ] == told(load("physics/highest-point").task)


def test_of_the_ball_thrown_down_both_roots_are_shown_and_one_is_rejected() -> None:
    assert [
        "coordinate: x = xs + vs*t + astart*t^2/2",
        "t = (-vs + sqrt(vs^2 - 2*astart*(xs - x)))/astart = "
        "(-10 m/s + sqrt((10 m/s)^2 - 2*(-10 m/s^2)*(30 m - 10 m)))/(-10 m/s^2) = -1.23606798 s",
        "t = (-vs - sqrt(vs^2 - 2*astart*(xs - x)))/astart = "
        "(-10 m/s - sqrt((10 m/s)^2 - 2*(-10 m/s^2)*(30 m - 10 m)))/(-10 m/s^2) = 3.23606798 s",
        "condition: t > 0 s: t = 3.23606798 s is kept, t = -1.23606798 s is dropped",
    ] == told(load("physics/thrown-down").task)


@pytest.mark.parametrize("goals", ["[x, t]", "[t, x]"])
def test_the_order_of_the_goals_does_not_matter(goals: str) -> None:
    assert [
        "velocity: v = vs + a*t",
        "t = (v - vs)/a = (0 m/s - 20 m/s)/(-5 m/s^2) = 4 s",
        "coordinate: x = xs + vs*t + a*t^2/2",
        "x = 0 m + (20 m/s)*(4 s) + (-5 m/s^2)*(4 s)^2/2 = 40 m",
    ] == told(task(f"given: {{xs: 0, vs: 20, v: 0, a: -5}}\nfind: {goals}\n"))


def test_the_depth_of_auxiliary_tasks_can_be_limited() -> None:
    result = solved(load("physics/highest-point").task, depth=0)

    assert Status.UNKNOWN is result.status
    assert "the auxiliary task 'find t' lies deeper than depth 0 allows" == result.note


def test_an_auxiliary_task_may_need_an_auxiliary_task() -> None:
    chain = """model:
  kind: formulas
  quantities: {a: {}, b: {}, c: {}, d: {}}
  formulas: {first: d = c + 1, second: c = 2*b, third: b = a^3}
given: {a: 2}
find: d
"""
    result = solved(load(chain).task)

    assert [{"a": 2, "b": 8, "c": 16, "d": 17}] == list(result.solutions)
    assert result.derivation is not None
    assert [
        "third: b = a^3",
        "b = 2^3 = 8",
        "to find c we need b (second: c = 2*b); auxiliary task: find b",
        "second: c = 2*b",
        "c = 2*8 = 16",
        "to find d we need c (first: d = c + 1); auxiliary task: find c",
        "first: d = c + 1",
        "d = 16 + 1 = 17",
    ] == told(load(chain).task)


def test_a_condition_is_tested_inside_the_auxiliary_task_as_soon_as_its_quantity_is_known() -> None:
    sentences = told(task("given: {xs: 0, vs: 15, a: -10, x: 10}\nrequire: [t > 1.5]\nfind: v\n"))

    assert [
        "coordinate: x = xs + vs*t + a*t^2/2",
        "t = (-vs + sqrt(vs^2 - 2*a*(xs - x)))/a = "
        "(-15 m/s + sqrt((15 m/s)^2 - 2*(-10 m/s^2)*(0 m - 10 m)))/(-10 m/s^2) = 1 s",
        "t = (-vs - sqrt(vs^2 - 2*a*(xs - x)))/a = "
        "(-15 m/s - sqrt((15 m/s)^2 - 2*(-10 m/s^2)*(0 m - 10 m)))/(-10 m/s^2) = 2 s",
        "condition: t > 1.5: t = 2 s is kept, t = 1 s is dropped",
        "to find v we need t (velocity: v = vs + a*t); auxiliary task: find t",
        "velocity: v = vs + a*t",
        "v = 15 m/s + (-10 m/s^2)*(2 s) = -5 m/s",
    ] == sentences


def test_two_roots_that_no_condition_decides_are_both_followed() -> None:
    result = solved(task("given: {xs: 0, vs: 15, a: -10, x: 10}\nfind: v\n"))

    assert Status.ALL_SOLUTIONS is result.status
    assert [(1, 5), (2, -5)] == [(s["t"], s["v"]) for s in result.solutions]


def test_a_root_rejected_only_later_is_dropped_with_its_case() -> None:
    result = solved(task("given: {xs: 0, vs: 15, a: -10, x: 10}\nrequire: [v < 0]\nfind: [v, t]\n"))

    assert Status.ALL_SOLUTIONS is result.status
    assert [(2, -5)] == [(s["t"], s["v"]) for s in result.solutions]


def test_the_only_root_breaking_a_condition_means_no_solution() -> None:
    result = solved(task("given: {v: 1, vs: 2, a: 1}\nrequire: [t > 0]\nfind: t\n"))

    assert Status.UNSATISFIABLE is result.status


def test_division_by_zero_is_told_where_it_happens() -> None:
    asked = task("given: {v: 1, vs: 2, a: 0}\nfind: t\n")

    assert Status.UNSATISFIABLE is solved(asked).status
    assert ["from velocity: v = vs + a*t gives no t: (v - vs)/a = (1 m/s - 2 m/s)/(0 m/s^2): division by zero"] == told(
        asked
    )


def test_contradicting_data_are_told_with_both_values() -> None:
    asked = task("given: {v: 1, vs: 2, a: 1, t: 5}\nfind: x\n")
    derivation = solved(asked).derivation
    assert derivation is not None
    narration = narrate(asked, derivation.steps[-1])

    assert "velocity does not hold with v = 1 m/s, vs = 2 m/s, a = 1 m/s^2, t = 5 s" == narration.whole
    assert ("v is 1 m/s, but vs + a*t = 2 m/s + (1 m/s^2)*(5 s) = 7 m/s; they differ by 6 m/s",) == narration.details


def test_a_formula_that_says_nothing_because_a_factor_is_zero_is_passed_over() -> None:
    result = solved(task("given: {v: 1, vs: 1, a: 0, x: 5, xs: 0}\nfind: t\n"))

    assert (Status.ALL_SOLUTIONS, 5) == (result.status, result.solutions[0]["t"])


def test_what_cannot_be_found_is_not_known_and_never_no() -> None:
    assert Status.UNKNOWN is solved(task("given: {x: 1}\nfind: t\n")).status
    assert Status.UNKNOWN is solved(task("given: {v: 1, vs: 1, a: 0}\nfind: t\n")).status


def test_a_circle_of_formulas_is_solved_as_a_block() -> None:
    circle = "model: {kind: formulas, quantities: {p: {}, q: {}}, formulas: {a: p = q/2 + 1, b: q = p}}\nfind: p\n"

    result = solved(load(circle).task)

    assert (Status.ALL_SOLUTIONS, 2) == (result.status, result.solutions[0]["p"])
    assert ["block"] == [step.technique for step in result.derivation]


def test_nothing_is_computed_that_is_not_needed() -> None:
    result = solved(task("given: {xs: 0, vs: 20, t: 1, a: -5}\nfind: x\n"))

    assert "v" not in result.solutions[0]


def test_a_second_run_gives_the_same_derivation() -> None:
    asked = load("physics/two-passes").task

    assert solved(asked).derivation == solved(asked).derivation


def test_angles_have_all_their_roots_in_the_range() -> None:
    shot = """model:
  kind: formulas
  quantities:
    alpha: {unit: deg, range: 0..90}
    v: {unit: m/s}
    R: {unit: m}
    g: {value: 9.81, unit: m/s^2}
  formulas: {range: R = v^2*sin(2*alpha)/g}
given: {v: 20, R: 30}
find: alpha
"""
    loaded = load(shot).task

    assert Status.ALL_SOLUTIONS is solved(loaded).status
    formula, first, second = told(loaded)[:3]
    assert "range: R = v^2*sin(2*alpha)/g" == formula
    assert first.endswith(" = 23.68531408 deg")
    assert second.endswith(" = 66.31468592 deg")


def depth_of(steps: tuple[Step, ...]) -> int:
    return max((1 + depth_of(step.substeps) for step in steps), default=0)


def test_a_long_chain_is_not_nested_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """500 quantities, each needed for the next, once nested so deep that Python gave up."""
    monkeypatch.setattr("cpsolver.kinds.formulas.techniques.DEEPEST", 3)
    quantities = ", ".join(f"q{number}: {{}}" for number in range(13))
    formulas = ", ".join(f"f{number}: q{number + 1} = q{number} + 1" for number in range(12))
    model = f"model: {{kind: formulas, quantities: {{{quantities}}}, formulas: {{{formulas}}}}}\n"

    result = solved(load(model + "given: {q0: 1}\nfind: q12\n").task)

    assert (Status.ALL_SOLUTIONS, 13) == (result.status, result.solutions[0]["q12"])
    assert result.derivation is not None
    assert 4 == depth_of(result.derivation.steps)
    assert 12 == sum(step.technique == "one formula" for step in flat(result.derivation))
