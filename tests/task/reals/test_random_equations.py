"""Random equations in one unknown with a planted root: it is found, nothing else that is none, and `all` means all."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from cpsolver.task.algebra.terms import number
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Reals
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Constant, Name, Node, names
from cpsolver.task.functions import Undefined
from cpsolver.task.reals.bracketing import NotIsolated, bracketed_roots
from cpsolver.task.reals.roots import Roots, roots_of

RANGE = Reals(Fraction(-4), Fraction(5))

NUMBERS = st.fractions(-3, 3, max_denominator=4).filter(bool).map(number)


def _joined(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    pair = st.tuples(inner, inner)
    return st.one_of(
        st.builds(Call, st.sampled_from(["+", "-", "*", "/"]), pair),
        st.builds(Call, st.sampled_from(["sqrt", "exp", "log", "sin", "cos", "abs", "atan", "tan"]), st.tuples(inner)),
        st.builds(Call, st.just("^"), st.tuples(inner, st.sampled_from([2, 3, -1, Fraction(3, 2)]).map(number))),
    )


SIDES: st.SearchStrategy[Node] = st.recursive(st.one_of(st.just(Name("x")), NUMBERS), _joined, max_leaves=5)


def planted(side: Node, x: Fraction) -> Equation:
    """side(X) = side(x), the right side being worked out."""
    assume("x" in names(side))
    try:
        value = evaluate(side, {"x": x})
    except (Undefined, OverflowError):
        assume(False)
        raise
    assume(not isinstance(value, str) and abs(value) < 1e6)
    return Equation(Call("=", (side, Constant(value))))


def holds_near(equation: Equation, x: float) -> bool:
    """Whether the equation holds all around a number as far as can be seen: then roots there say nothing."""
    return any(equation.holds({"x": x + step}) for step in (1e-4, -1e-4))


def is_among(value: float, roots: Roots) -> bool:
    return any(math.isclose(float(root.value), value, rel_tol=1e-5, abs_tol=1e-6) for root in roots.found)


@examples(max_examples=30, deadline=None)
@given(side=SIDES, x=st.fractions(-3, 4, max_denominator=8))
def test_a_planted_root_is_found_and_all_means_all(side: Node, x: Fraction) -> None:
    check(side, x)


@pytest.mark.slow
@examples(max_examples=3000, deadline=None)
@given(side=SIDES, x=st.fractions(-3, 4, max_denominator=8))
def test_many_planted_roots_are_found(side: Node, x: Fraction) -> None:
    check(side, x)


def check(side: Node, x: Fraction) -> None:
    """That the planted root is found, that every root is one, and that there is no other where that is claimed."""
    equation = planted(side, x)
    roots = roots_of(equation, "x", {}, RANGE)

    assert all(equation.holds({"x": root.value}) and root.value in RANGE for root in roots.found)
    if roots.free or holds_near(equation, float(x)):
        return
    if roots.complete:
        assert is_among(float(x), roots)
        assert all(is_among(seen, roots) for seen in crossings(equation))


def crossings(equation: Equation) -> list[float]:
    """Roots at which the sign changes, by a scan that knows nothing of enclosures; poles left out."""
    try:
        seen = list(bracketed_roots(lambda x: equation.residual({"x": x}), RANGE, lambda: False))
    except NotIsolated:
        return []
    return [x for x in seen if equation.holds({"x": x}) and not holds_near(equation, x)]
