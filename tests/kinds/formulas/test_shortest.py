"""The derivation with the fewest formulas, and the proof that fewer do not suffice."""

from __future__ import annotations

import pytest

from cpsolver import api
from cpsolver.errors import UnsupportedTask
from cpsolver.task.derivation import Step

LONG_BUT_EASY = """
model:
  kind: formulas
  quantities: {a: {}, b: {}, c: {}, x: {}, y: {}}
  formulas: {first: x = a + b, second: y = x + c, at once: "y^3 + a*y = 74*c"}
given: {a: 1, b: 2, c: 3}
find: y
"""

DEPENDENT = """
model:
  kind: formulas
  quantities: {a: {}, x: {}, y: {}, z: {}}
  formulas: {sum: x + y = a, same: 2*x + 2*y = 2*a, p: z = a + 1, q: x = z*2, r: y = z - a}
given: {a: 1}
find: y
"""


def formulas(step: Step) -> list[str]:
    return [
        *(step.conditions if not step.substeps else ()),
        *(label for one in step.substeps for label in formulas(one)),
    ]


def used(text: str, shortest: bool = False) -> list[str]:
    derivation = api.explain(text, shortest=shortest).answer.derivation
    assert derivation is not None
    return [label for step in derivation for label in formulas(step)]


def test_the_shortest_is_used_and_the_easiest_counted() -> None:
    explanation = api.explain(LONG_BUT_EASY, shortest=True)

    assert ["at once"] == used(LONG_BUT_EASY, shortest=True)[:1]
    assert "shortest: 1 formula, proven; the easiest derivation uses 2" in explanation.answer.notes


def test_without_asking_the_easiest_is_used() -> None:
    assert ["first", "second"] == used(LONG_BUT_EASY)


def test_formulas_that_say_the_same_are_no_derivation() -> None:
    notes = api.explain(DEPENDENT, shortest=True).answer.notes

    assert ["p", "r"] == used(DEPENDENT, shortest=True)[:2]
    assert "shortest: 2 formulas, proven; the easiest derivation is the same length" in notes


def test_solve_says_it_too() -> None:
    answer = api.solve("physics/thrown-down", shortest=True)

    assert "shortest: 1 formula, proven; the easiest derivation is the same length" in answer.notes


@pytest.mark.parametrize("name", ["sudoku/first", "csp/queens"])
def test_other_kinds_have_no_shortest_derivation(name: str) -> None:
    with pytest.raises(UnsupportedTask, match="looked for among formulas"):
        api.explain(name, shortest=True)


def test_a_solver_without_derivations_is_refused() -> None:
    with pytest.raises(UnsupportedTask, match="no derivation to shorten"):
        api.solve("physics/thrown-down", shortest=True, solver="symbolic")
