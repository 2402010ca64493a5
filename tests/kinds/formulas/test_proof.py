"""Every printed equation checked by itself, and wrong ones found out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cpsolver.api.tasks import load
from cpsolver.kinds.formulas.proof import POINTS, prove
from cpsolver.kinds.formulas.techniques import TECHNIQUES
from cpsolver.kinds.kind import Proven
from cpsolver.solvers import SOLVERS
from cpsolver.task.condition import Equation
from cpsolver.task.derivation import Step
from cpsolver.task.expression import Call
from cpsolver.task.parser import parse_expression
from cpsolver.task.result import Settings
from cpsolver.task.task import Task

SPECS = Path(__file__).parents[3] / "specs"
FORMULAS = sorted(
    str(path.relative_to(SPECS))[:-5]
    for path in SPECS.rglob("*.yaml")
    if path.relative_to(SPECS).parts[0] not in ("sudoku", "csp", "puzzles")
)


def steps_of(task: Task) -> tuple[Step, ...]:
    found = SOLVERS.get("auxiliary").solve(task, Settings(techniques=TECHNIQUES, seconds=20)).derivation
    return found.steps if found else ()


def proven(task: Task) -> list[Proven]:
    return [line for step in steps_of(task) for line in prove(task, step)]


def test_each_line_of_the_rearranging_is_checked_at_random_points() -> None:
    lines = proven(load("physics/highest-point").task)

    assert [
        ("v = vs + astart*t", POINTS),
        ("v - vs = astart*t", POINTS),
        ("t = (v - vs)/astart", POINTS),
        ("x = xs + vs*t + astart*t^2/2", POINTS),
    ] == [(line.text, line.points) for line in lines]
    assert not any(line.failure for line in lines)


def wrong(step: Step, right: str) -> Step:
    """The step with another expression for what it found, which agrees with it at the task's own numbers."""
    left = step.conclusions[-1].variable
    lemma = Equation(Call("=", (parse_expression(left), parse_expression(right))))
    return replace(step, finding=replace(step.finding, lemmas=(lemma,)))


@pytest.mark.parametrize("right", ["(v - vs)/a + (v - 1)", "4/a - 1 + v", "v*4"])
def test_an_expression_right_by_chance_is_found_out(right: str) -> None:
    spec = """model:
  kind: formulas
  quantities: {v: {}, vs: {}, a: {}, t: {}}
  formulas: {velocity: v = vs + a*t}
given: {v: 1, vs: -3, a: 1}
find: t
"""
    task = load(spec).task
    (step,) = steps_of(task)

    assert not any(line.failure for line in prove(task, step))
    assert any(line.failure for line in prove(task, wrong(step, right)))


def test_where_a_branch_needs_an_even_exponent_that_keeps_its_value() -> None:
    spec = """model:
  kind: formulas
  quantities: {y: {}, x: {}, n: {}}
  formulas: {power: y = x^n}
given: {y: 16, n: 4}
find: x
"""
    lines = proven(load(spec).task)

    assert {POINTS} == {line.points for line in lines}
    assert not any(line.failure for line in lines)


@pytest.mark.parametrize("name", FORMULAS[:: max(1, len(FORMULAS) // 12)])
def test_the_derivations_of_the_shelf_hold_line_by_line(name: str) -> None:
    assert [] == [line for line in proven(load(name).task) if line.failure]


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMULAS)
def test_all_derivations_of_the_shelf_hold_line_by_line(name: str) -> None:
    assert [] == [line for line in proven(load(name).task) if line.failure]


def test_formulas_used_together_hold_at_random_points_too() -> None:
    lines = proven(load("optics/portrait").task)

    assert {("1/f = 1/g + 1/b", POINTS), ("beta = -b/g", POINTS)} <= {(line.text, line.points) for line in lines}
    assert not any(line.failure for line in lines)


def test_a_wrong_expression_for_one_of_several_quantities_is_found_out() -> None:
    spec = """model:
  kind: formulas
  quantities: {x: {}, y: {}, p: {}, q: {}}
  formulas: {sum: x + y = p, difference: x - y = q}
given: {p: 5, q: 1}
find: [x, y]
"""
    task = load(spec).task
    (step,) = steps_of(task)
    right = [Equation(parse_expression(text)) for text in ("x = p - y", "y = (p - q)/2")]
    chance = [Equation(parse_expression(text)) for text in ("x = p - y", "y = (p - 1)*q/2")]

    for lemmas, is_wrong in ((right, False), (chance, True)):
        lines = list(prove(task, replace(step, finding=replace(step.finding, lemmas=tuple(lemmas)))))
        assert is_wrong is any(line.failure for line in lines)
        assert {POINTS} == {line.points for line in lines}


def test_what_follows_where_a_quantity_cancels_holds_wherever_the_formulas_do() -> None:
    spec = """model:
  kind: formulas
  quantities: {E: {}, m: {range: "> 0"}, v: {range: "> 0"}, h: {}, g: {}}
  formulas: {kinetic: E = m*v^2/2, potential: E = m*g*h}
given: {g: 10, h: 5}
find: v
"""
    task = load(spec).task
    step = next(step for step in steps_of(task) if step.technique == "cancelling")
    lemma = Equation(parse_expression("v = g*h/5"))
    wrong_step = replace(step, finding=replace(step.finding, lemmas=(lemma,)))

    assert [""] == [line.failure for line in prove(task, step)]
    assert any(line.failure for line in prove(task, wrong_step))
