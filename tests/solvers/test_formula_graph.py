"""Forwards through the formulas: roots, conditions, cases, and what may be claimed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cpsolver.solvers import SOLVERS
from cpsolver.solvers.formula_graph import SOLVER
from cpsolver.task.condition import Condition, Equation, Relation
from cpsolver.task.domain import Domain, Finite, Number, Reals
from cpsolver.task.expression import Call
from cpsolver.task.notation import plain
from cpsolver.task.parser import parse_expression
from cpsolver.task.result import Result, Settings, Status
from cpsolver.task.task import Aim, Fact, Sought, Task, Variable
from tests.tasks import map_colouring

COORDINATE, VELOCITY = "x = xs + vs*t + a*t^2/2", "v = vs + a*t"


def task(
    *conditions: str, find: str, aim: Aim = Aim.ALL, ranges: dict[str, Domain] | None = None, **given: Number
) -> Task:
    """The task of these formulas and rules over all the names in them."""
    found = tuple(_condition(text) for text in conditions)
    names = dict.fromkeys(name for condition in found for name in condition.scope)
    return Task(
        name="t",
        kind="formulas",
        variables=tuple(Variable(name, (ranges or {}).get(name, Reals())) for name in names),
        conditions=found,
        given=tuple(Fact(name, Finite((value,))) for name, value in given.items()),
        sought=Sought(tuple(find.split()), aim),
    )


def _condition(text: str) -> Condition:
    node = parse_expression(text)
    is_equation = isinstance(node, Call) and node.function == "="
    return (Equation if is_equation else Relation)(node, label=text)


def solve(asked: Task, solutions: int | None = None) -> Result:
    return SOLVER.solve(asked, Settings(solutions=solutions))


def test_the_highest_point_exactly() -> None:
    result = solve(task(COORDINATE, VELOCITY, "v = 0", find="x", xs=30, vs=10, a=Fraction(-98, 10)))

    assert Status.ALL_SOLUTIONS is result.status
    assert (Fraction(50, 49), Fraction(1720, 49)) == (result.solutions[0]["t"], result.solutions[0]["x"])


def test_a_condition_drops_a_root_as_soon_as_it_is_known() -> None:
    result = solve(task(COORDINATE, "t > 0", find="t", xs=30, vs=10, a=-10, x=10))

    assert [3.23606798] == [round(float(s["t"]), 8) for s in result.solutions]
    assert result.derivation is not None
    assert ["one formula", "condition"] == [step.technique for step in result.derivation]


def test_roots_are_followed_case_by_case() -> None:
    result = solve(task(COORDINATE, VELOCITY, find="v", xs=0, vs=15, a=-10, x=10))

    assert Status.ALL_SOLUTIONS is result.status
    assert [(1, 5), (2, -5)] == [(s["t"], s["v"]) for s in result.solutions]


def test_one_solution_is_enough_if_one_is_asked_for() -> None:
    result = solve(task(COORDINATE, find="t", aim=Aim.ONE, xs=0, vs=15, a=-10, x=10), solutions=1)

    assert (Status.SATISFIED, 1) == (result.status, len(result.solutions))


def test_narrowing_gives_all_roots_and_the_rearranged_formula_as_lemma() -> None:
    result = solve(task(VELOCITY, find="t", aim=Aim.NARROW, v=0, vs=10, a=-5))

    assert result.knowledge is not None
    assert Finite((2,)) == result.knowledge.domains["t"]
    assert ["t = (v - vs)/a"] == [plain(lemma.expression) for lemma in result.knowledge.lemmas]


@pytest.mark.parametrize(
    ("asked", "note"),
    [
        (task(VELOCITY, find="t", v=1, vs=2, a=0), "v = vs + a*t gives no t: division by zero"),
        (task(VELOCITY, "t > 0", find="t", v=1, vs=2, a=1), "'t > 0' does not hold"),
        (task(VELOCITY, find="v", v=1, vs=2, a=1, t=5), "'v = vs + a*t' does not hold"),
        (task("y = x^2", find="x", y=-1), "y = x^2 gives no x: no second power is negative"),
    ],
)
def test_a_contradiction_is_proven_and_named(asked: Task, note: str) -> None:
    result = solve(asked)

    assert (Status.UNSATISFIABLE, (), note) == (result.status, result.solutions, result.note)


def test_stuck_is_not_known_and_says_which_quantities_are_unknown() -> None:
    result = solve(task(COORDINATE, VELOCITY, find="t", x=10, xs=0))

    assert Status.UNKNOWN is result.status
    assert f"{COORDINATE}: vs, t and a are unknown; {VELOCITY}: v, vs, a and t are unknown" == result.note


def test_where_only_one_case_is_stuck_it_says_why() -> None:
    asked = task("x^2 = k^2", "(x - 1)*y = (x - 1)*k", find="y", k=1)
    assert "'(x - 1)*y = (x - 1)*k' says nothing of 'y'" in solve(asked).note

    rounded = task("abs(sin(x)) = k", "acos(y) = x", find="y", k=0, ranges={"y": Reals(0, None)})
    assert (Status.SATISFIED, [1]) == (solve(rounded).status, [s["y"] for s in solve(rounded).solutions])


def test_a_sine_without_range_is_not_claimed_to_be_complete() -> None:
    assert Status.SATISFIED is solve(task("y = sin(x)", find="x", y=Fraction(1, 2))).status
    bounded = task("y = sin(x)", find="x", y=Fraction(1, 2), ranges={"x": Reals(0, 3)})

    assert (Status.ALL_SOLUTIONS, 2) == (solve(bounded).status, len(solve(bounded).solutions))


def test_a_range_is_a_condition_too() -> None:
    result = solve(task("y = x^2", find="x", y=9, ranges={"x": Reals(0, None)}))

    assert [3] == [s["x"] for s in result.solutions]


def test_the_time_limit_ends_it_with_what_is_known() -> None:
    result = SOLVER.solve(task(COORDINATE, VELOCITY, "v = 0", find="x", xs=30, vs=10, a=-10), Settings(seconds=0))

    assert Status.UNKNOWN is result.status
    assert "the time limit of 0 s was met" == result.note


def test_finite_tasks_are_refused() -> None:
    assert SOLVER.refuses(map_colouring()) == "no variable ranges over real numbers"


def test_a_formula_that_cannot_be_rearranged_is_solved_by_numbers() -> None:
    kepler = task("M = E - k*sin(E)", find="E", M=1, k=Fraction(1, 2))
    result = SOLVER.solve(kepler, Settings())

    assert (Status.ALL_SOLUTIONS, 1.49870113) == (result.status, round(float(result.solutions[0]["E"]), 8))


ROOT, SQUARE = "a = sqrt(k)", "x = a*a"


def test_what_fails_by_no_more_than_rounding_is_not_proven_wrong() -> None:
    result = solve(task(ROOT, SQUARE, "x <= 2", find="x", k=2))

    assert (Status.SATISFIED, [2]) == (result.status, [round(float(s["x"]), 12) for s in result.solutions])
    assert "rounding leaves open whether 'x <= 2' holds" == result.note


def test_what_holds_by_no_more_than_rounding_is_not_proven_either() -> None:
    assert Status.SATISFIED is solve(task(ROOT, SQUARE, "x < 3", find="x", k=3)).status
    assert Status.UNKNOWN is solve(task(ROOT, SQUARE, "x < 2", find="x", k=2)).status


def test_what_rounding_cannot_explain_stays_proven() -> None:
    assert Status.ALL_SOLUTIONS is solve(task(ROOT, SQUARE, "x <= 2.000001", find="x", k=2)).status
    assert Status.UNSATISFIABLE is solve(task(ROOT, SQUARE, "x <= 1.999999", find="x", k=2)).status
    beside = task("y = sqrt(x)", "z = y^2", find="y", x=2, z=2 + Fraction(1, 10**7))
    assert Status.UNSATISFIABLE is solve(beside).status
    assert Status.UNSATISFIABLE is solve(task("y = 2*x", "z = y^2", find="y", x=1, z=4 + Fraction(1, 10**7))).status


def test_an_error_that_cancelling_digits_made_large_is_known_to_be_large() -> None:
    asked = ("x = acos(c)", "y = 2*asin(sqrt((1 - c)/2))", "x = y")
    result = solve(task(*asked, find="x y", c=Fraction("0.9999999999995")))

    assert result.status.has_solution
    assert (
        Status.UNSATISFIABLE is solve(task(*asked[:2], "x = 1.001*y", find="x y", c=Fraction("0.9999999999995"))).status
    )


@pytest.mark.parametrize("k", [2, 3])
def test_a_double_root_of_rounded_numbers_is_one_root_and_not_proven(k: int) -> None:
    result = solve(task(ROOT, "x^2 - 2*a*x + k = 0", find="x", k=k))

    found = [round(float(s["x"]), 12) for s in result.solutions]
    assert (Status.SATISFIED, [round(k**0.5, 12)]) == (result.status, found)
    assert "rounding leaves open how many roots there are" in result.note


def test_a_rule_beyond_the_first_turn_refutes_nothing() -> None:
    result = solve(task("y = sin(t)", "t > 100", "z = t + 1", find="z", y=Fraction(1, 2)))

    assert (Status.UNKNOWN, ()) == (result.status, result.solutions)
    assert "there are more roots than can be listed" in result.note


def test_a_root_at_the_end_of_its_range_by_rounding_is_kept_there() -> None:
    result = solve(task(ROOT, "t = a*a - 2", find="t", k=2, ranges={"t": Reals(None, 0)}))

    assert (Status.SATISFIED, [0]) == (result.status, [s["t"] for s in result.solutions])


def test_solutions_stand_the_tasks_own_test() -> None:
    asked = task(COORDINATE, VELOCITY, find="v", xs=0, vs=7, a=-3, x=2)

    assert [(), ()] == [asked.violations(solution) for solution in solve(asked).solutions]


def test_it_is_found_by_its_name() -> None:
    assert SOLVER is SOLVERS.get("formula-graph")


def test_roots_that_do_not_belong_together_do_not_make_a_rule_uncertain() -> None:
    """The place of a lens: g and b have the same two values, exchanged."""
    result = solve(task("1/f = 1/g + 1/b", "d = g + b", "b > g", find="g", f=Fraction(1, 10), d=3))

    assert (Status.ALL_SOLUTIONS, [0.1035759956]) == (result.status, [round(s["g"], 10) for s in result.solutions])
