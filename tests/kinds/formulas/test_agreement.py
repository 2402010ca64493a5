"""Random tasks from a pool of formulas: what is true of a made-up point is found again, by every solver."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import assume, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from cpsolver.kinds.formulas.plan import plan
from cpsolver.kinds.formulas.techniques import TECHNIQUES
from cpsolver.solvers import SOLVERS
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Finite, Reals
from cpsolver.task.parser import parse_expression
from cpsolver.task.result import Settings, Status
from cpsolver.task.task import Aim, Fact, Sought, Task, Variable

POOL = [
    ("c", "c = a + b"),
    ("d", "d = a*b"),
    ("e", "e = c^2 - d"),
    ("f", "f = d/c + 1"),
    ("g", "g = e + a*e"),
    ("h", "h = abs(e - f)"),
    ("i", "2*i + f = g"),
    ("j", "j = sqrt(c) + i"),
]
FORMULAS = {name: Equation(parse_expression(text), label=text) for name, text in POOL}
NAMES = ("a", "b", *FORMULAS)


def a_point(a: Fraction, b: Fraction) -> dict[str, object]:
    """Values of all quantities for which every formula holds."""
    start = {"a": a, "b": b}
    found = SOLVERS.get("formula_graph").solve(task(start, "j"), Settings(solutions=None))
    assert len(found.solutions) == 1
    return dict(found.solutions[0])


def task(known: dict[str, Fraction], goal: str) -> Task:
    """Find one quantity, some others being given."""
    return Task(
        name="t",
        kind="formulas",
        variables=tuple(Variable(name, Reals()) for name in NAMES),
        conditions=tuple(FORMULAS.values()),
        given=tuple(Fact(name, Finite((value,))) for name, value in known.items()),
        sought=Sought((goal,), Aim.ALL),
    )


@examples(max_examples=30, deadline=None)
@given(
    a=st.fractions(Fraction(1, 5), 5, max_denominator=9),
    b=st.fractions(Fraction(1, 5), 5, max_denominator=9),
    names=st.lists(st.sampled_from(NAMES), min_size=2, max_size=4, unique=True),
    goal=st.sampled_from(NAMES),
)
def test_the_point_is_among_the_answers(a: Fraction, b: Fraction, names: list[str], goal: str) -> None:
    assume(goal not in names and plan(tuple(FORMULAS.values()), names).reaches(goal))
    point = a_point(a, b)
    asked = task({name: point[name] for name in names}, goal)  # type: ignore[misc]
    for solver in ("formula_graph", "auxiliary"):
        result = SOLVERS.get(solver).solve(asked, Settings(techniques=TECHNIQUES, solutions=None, seconds=20))

        assert result.status is not Status.UNSATISFIABLE
        for solution in result.solutions:
            assert () == asked.violations(solution)
        if result.status is Status.ALL_SOLUTIONS:
            assert any(near(point[goal], solution[goal]) for solution in result.solutions)


@examples(max_examples=4, deadline=None)
@given(
    a=st.fractions(Fraction(1, 5), 5, max_denominator=9),
    b=st.fractions(Fraction(1, 5), 5, max_denominator=9),
    names=st.lists(st.sampled_from(NAMES), min_size=2, max_size=4, unique=True),
)
def test_sympy_never_refutes_a_task_that_has_the_point(a: Fraction, b: Fraction, names: list[str]) -> None:
    goal = next(name for name in NAMES if name not in names)
    point = a_point(a, b)
    result = SOLVERS.get("symbolic").solve(
        task({name: point[name] for name in names}, goal),  # type: ignore[misc]
        Settings(solutions=None, seconds=3),
    )

    assert result.status is not Status.UNSATISFIABLE


def near(one: object, other: object) -> bool:
    """Whether two numbers are equal up to rounding."""
    assert isinstance(one, (int, float, Fraction))
    assert isinstance(other, (int, float, Fraction))
    return abs(float(one) - float(other)) <= 1e-6 * max(abs(float(one)), abs(float(other)), 1e-3)
