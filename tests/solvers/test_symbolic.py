"""SymPy: simultaneous formulas, formulas that cannot be rearranged, and no claim beyond what is certain."""

from __future__ import annotations

import subprocess
import sys
import time
from fractions import Fraction

import pytest

from cpsolver.solvers import symbolic
from cpsolver.solvers.symbolic import SOLVER, apart
from cpsolver.solvers.symbolic.attempt import Attempt
from cpsolver.solvers.symbolic.translation import Translation
from cpsolver.task.condition import Condition, Equation, Relation
from cpsolver.task.domain import Finite, Number, Reals
from cpsolver.task.expression import Call
from cpsolver.task.parser import parse_expression
from cpsolver.task.reals.rounding import Rounded
from cpsolver.task.result import Deadline, Result, Settings, Status
from cpsolver.task.task import Aim, Fact, Sought, Task, Variable
from tests.tasks import map_colouring


def task(*conditions: str, find: str, aim: Aim = Aim.ALL, **given: Number) -> Task:
    """The task of these formulas and rules over all the names in them."""
    found = tuple(_condition(text) for text in conditions)
    names = dict.fromkeys(name for condition in found for name in condition.scope)
    return Task(
        name="t",
        kind="formulas",
        variables=tuple(Variable(name, Reals()) for name in names),
        conditions=found,
        given=tuple(Fact(name, Finite((value,))) for name, value in given.items()),
        sought=Sought(tuple(find.split()), aim),
    )


def _condition(text: str) -> Condition:
    node = parse_expression(text)
    is_equation = isinstance(node, Call) and node.function == "="
    return (Equation if is_equation else Relation)(node, label=text)


def solve(asked: Task) -> Result:
    """In this process, which is quicker; what runs apart has tests of its own."""
    settings = Settings(solutions=None)
    return Attempt(asked, settings, Deadline(settings)).result()


def test_the_highest_point_exactly() -> None:
    result = solve(
        task("x = xs + vs*t + a*t^2/2", "v = vs + a*t", "v = 0", find="x", xs=30, vs=10, a=Fraction(-98, 10))
    )

    assert (Status.ALL_SOLUTIONS, Fraction(1720, 49)) == (result.status, result.solutions[0]["x"])


def test_a_circle_of_formulas_is_a_pair_of_equations() -> None:
    result = solve(task("p = q/2 + 1", "q = p", find="p"))

    assert (Status.ALL_SOLUTIONS, [{"p": 2, "q": 2}]) == (result.status, [dict(s) for s in result.solutions])


def test_a_condition_drops_a_root() -> None:
    result = solve(task("x = 30 + 10*t - 5*t^2", "t > 0", find="t", x=10))

    assert [3.23606798] == [round(float(s["t"]), 8) for s in result.solutions]
    assert Status.ALL_SOLUTIONS is result.status


def test_both_intersections_of_a_circle_and_a_line() -> None:
    result = solve(task("x^2 + y^2 = 25", "y = x + 1", find="x y"))

    assert {(3, 4), (-4, -3)} == {(s["x"], s["y"]) for s in result.solutions}


def test_all_real_roots_of_a_quintic_are_proven() -> None:
    result = solve(task("x^5 - x = y", find="x", y=0))

    assert (Status.ALL_SOLUTIONS, [-1, 0, 1]) == (result.status, sorted(s["x"] for s in result.solutions))


def test_no_real_root_of_a_polynomial_is_proven() -> None:
    assert Status.UNSATISFIABLE is solve(task("x^4 + 1 = y", find="x", y=0)).status


def test_an_identity_is_neither_solved_nor_refuted() -> None:
    assert Status.UNKNOWN is solve(task("x + y = y + x", find="x", y=0)).status


def test_keplers_equation_is_solved_by_numbers_with_proof() -> None:
    result = solve(task("M = E - k*sin(E)", find="E", M=1, k=Fraction(1, 2)))

    assert (Status.ALL_SOLUTIONS, 1.49870113) == (result.status, round(float(result.solutions[0]["E"]), 8))


def test_names_that_mean_something_to_sympy_are_quantities_like_others() -> None:
    result = solve(task("E = I + S*N", "beta = E/2", find="beta", I=1, S=2, N=3))

    assert Fraction(7, 2) == result.solutions[0]["beta"]


def test_what_speaks_of_nothing_sought_is_not_known() -> None:
    asked = task("y = 2*x", "z = z", find="z", x=1)

    assert Status.UNKNOWN is solve(asked).status


def test_narrowing_gives_all_roots() -> None:
    result = solve(task("x^3 - 6*x^2 + 11*x = y", find="x", aim=Aim.NARROW, y=6))

    assert result.knowledge is not None
    assert Finite((1, 2, 3)) == result.knowledge.domains["x"]


def test_the_time_limit_is_kept() -> None:
    hard = task("sin(a*b) + a^b = c", "a^c = cos(b) + 3", "b^a + c = a*b*c + 1", find="a b c")
    start = time.perf_counter()
    result = SOLVER.solve(hard, Settings(seconds=1.0))

    assert 1.0 <= result.statistics.seconds < 1.5
    assert time.perf_counter() - start < 3  # starting a process and loading SymPy take none of its time
    assert (Status.UNKNOWN, "the time limit of 1 s was met") == (result.status, result.note)


def test_with_a_time_limit_the_answer_is_the_same() -> None:
    asked = task("p = q^2/2 + 1/2", "q = p", find="p")
    limited = SOLVER.solve(asked, Settings(seconds=30, solutions=None))

    assert solve(asked).solutions == limited.solutions
    assert limited.knowledge is not None


def test_it_can_be_interrupted() -> None:
    hard = task("sin(a*b) + a^b = c", "a^c = cos(b) + 3", "b^a + c = a*b*c + 1", find="a b c")

    assert "interrupted" == SOLVER.solve(hard, Settings(stop=lambda: True)).note


def test_its_memory_is_limited_without_a_time_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resource")
    monkeypatch.setattr(apart, "MEMORY", 1 << 20)
    result = SOLVER.solve(task("x^3 - y*x + 1 = 0", "y^3 - x = 1", find="x y"), Settings(solutions=None))

    assert (Status.UNKNOWN, True) == (result.status, "memory" in result.note or "without an answer" in result.note)


def test_contradicting_linear_equations_are_refuted_without_sympy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbolic, "attempt_apart", None)
    result = SOLVER.solve(task("x + y = k", "x + y = 2*k", find="x y", k=1), Settings(seconds=10))

    assert (Status.UNSATISFIABLE, "'x + y = k', 'x + y = 2*k' contradict each other") == (result.status, result.note)


def test_linear_equations_that_leave_something_open_give_what_they_determine() -> None:
    asked = ("x + y + z = 6", "x + y = 3*k", "x + y + u + v = 2")

    assert [{"k": 1, "z": 3}] == [dict(s) for s in solve(task(*asked, find="z", k=1)).solutions]
    assert Status.UNKNOWN is solve(task(*asked, find="x", k=1)).status
    assert Status.UNSATISFIABLE is solve(task(*asked, "z > 3", find="z", k=1)).status


def test_polynomials_without_a_common_zero_are_refuted() -> None:
    result = solve(task("x*y = 1", "x*y*(x + y) = x + y + 1", find="x y"))

    assert (Status.UNSATISFIABLE, True) == (result.status, "contradict each other" in result.note)
    assert Status.UNKNOWN is solve(task("x^2*y = k*x^2*y", find="x y", k=1)).status


def test_what_fails_by_no_more_than_rounding_is_not_refuted() -> None:
    asked = ("a = sqrt(k)", "x = a*a")

    assert Status.SATISFIED is solve(task(*asked, "x <= 2", find="x", k=2)).status
    assert Status.UNKNOWN is solve(task(*asked, "x < 2", find="x", k=2)).status
    assert Status.UNSATISFIABLE is solve(task(*asked, "x <= 1.9999", find="x", k=2)).status


def test_a_given_that_fails_a_rule_only_by_rounding_is_not_refuted() -> None:
    x = Rounded(2.0000000000000004, 1e-15)

    assert Status.UNSATISFIABLE is not solve(task("y = 2*x", "x < 2", find="y", x=x)).status


def test_a_double_root_of_rounded_numbers_is_not_refuted() -> None:
    result = solve(task("a = sqrt(k)", "x^2 - 2*a*x + k = 0", find="x", k=3))

    assert (Status.SATISFIED, [1.73205081]) == (result.status, [round(float(s["x"]), 8) for s in result.solutions])


def test_roots_that_fill_a_range_are_not_listed() -> None:
    result = solve(task("abs(x - 1) + abs(x + 1) = k", "y = x + 1", find="y", k=2))

    assert (Status.UNKNOWN, ()) == (result.status, result.solutions)
    assert "it is open how many roots there are from -1 to 1" in result.note


def test_finite_tasks_are_refused() -> None:
    assert SOLVER.refuses(map_colouring()) == "no variable ranges over real numbers"


def test_functions_without_counterpart_are_refused() -> None:
    assert (
        SOLVER.refuses(task("y = min(x, 5)", find="x", y=3)) == "'min' in 'y = min(x, 5)' has no counterpart in algebra"
    )


@pytest.mark.parametrize("text", ["2^3*x", "-x/3 + sqrt(x)", "log10(x)", "abs(x) + atan2(x, 2)"])
def test_the_tree_means_the_same_to_sympy(text: str) -> None:
    from cpsolver.task.evaluation import evaluate

    node = parse_expression(text)
    translated = Translation(["x"])

    assert float(evaluate(node, {"x": 5})) == pytest.approx(
        float(translated.expression(node, {}).subs(translated.symbols["x"], 5))
    )


def test_a_float_is_taken_for_exactly_what_it_is() -> None:
    translated = Translation([])

    assert Fraction(0.1) == Fraction(int(translated.number(0.1).p), int(translated.number(0.1).q))


def test_looking_whether_it_is_able_does_not_load_sympy() -> None:
    code = "import sys, cpsolver.solvers.symbolic; print('sympy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "False" == done.stdout.strip()


def test_a_family_of_solutions_that_sympy_leaves_out_is_not_refuted() -> None:
    fall = task("P = m*g*h", "K = m*v^2/2", "P = K", "m > 0", find="v", g=10, h=5)

    assert Status.UNKNOWN is SOLVER.solve(fall, Settings(solutions=None)).status
