"""Sums of whole numbers are stated at once; what comes of it is what conditions mean."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.solvers.cpsat import SOLVER
from cpsolver.solvers.cpsat.formulation import formulate
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.result import Settings
from tests.random_tasks import brute_force
from tests.tasks import call, finite_task

RELATIONS = ("=", "!=", "<", "<=", ">", ">=")


def sums() -> st.SearchStrategy[Node]:
    leaves = st.one_of(st.sampled_from("xyz").map(Name), st.integers(-4, 4).map(Constant))
    return st.recursive(
        leaves,
        lambda below: st.one_of(
            st.builds(lambda f, a, b: Call(f, (a, b)), st.sampled_from("+-"), below, below),
            st.builds(lambda k, a: Call("*", (Constant(k), a)), st.integers(-3, 3), below),
            st.builds(lambda k, a: Call("*", (a, Constant(k))), st.integers(-3, 3), below),
            st.builds(lambda a: Call("neg", (a,)), below),
            st.builds(lambda items: Call("sum", tuple(items)), st.lists(below, min_size=1, max_size=4)),
        ),
        max_leaves=6,
    )


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(RELATIONS), sums(), sums(), st.booleans())
def test_a_comparison_of_sums_holds_where_brute_force_says_so(f: str, left: Node, right: Node, switched: bool) -> None:
    condition: Node = Call(f, (left, right))
    if switched:
        condition = Call("->", (Call("=", (Name("z"), Constant(2))), condition))
    task = finite_task({"x": (-1, 0, 1, 2), "y": (0, 3), "z": (1, 2)}, condition)

    found = SOLVER.solve(task, Settings(solutions=None)).solutions

    assert sorted(map(sorted, (s.items() for s in brute_force(task)))) == sorted(
        map(sorted, (s.items() for s in found))
    )


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(("abs", "min", "max")), st.lists(sums(), min_size=1, max_size=3), st.booleans())
def test_a_variable_equal_to_a_function_is_as_brute_force_says(f: str, items: list[Node], turned: bool) -> None:
    made = Call(f, tuple(items[:1] if f == "abs" else items))
    sides = (made, Name("x")) if turned else (Name("x"), made)
    task = finite_task({"x": (-1, 0, 1, 2), "y": (0, 3), "z": (1, 2)}, Call("=", sides))

    found = SOLVER.solve(task, Settings(solutions=None)).solutions

    assert sorted(map(sorted, (s.items() for s in brute_force(task)))) == sorted(
        map(sorted, (s.items() for s in found))
    )


def test_differences_in_an_all_different_need_no_variables_of_their_own() -> None:
    gaps = [call("-", Name(b), Name(a)) for a, b in (("x", "y"), ("y", "z"), ("x", "z"))]
    model = formulate(finite_task(dict.fromkeys("xyz", tuple(range(9))), call("all_different", *gaps))).model

    assert len(model.variables) == 3


def test_the_size_of_a_difference_is_a_variable_of_the_task_where_it_is_called_so() -> None:
    task = finite_task(
        dict.fromkeys("xyz", tuple(range(9))), call("=", Name("z"), call("abs", call("-", Name("x"), Name("y"))))
    )

    assert len(formulate(task).model.variables) == 3


@pytest.mark.parametrize("relation", RELATIONS)
def test_numbers_too_large_for_cp_sat_are_refused_by_name(relation: str) -> None:
    huge, more = call("*", Constant(2**59), Name("x")), call("*", Constant(2**59 + 1), Name("y"))
    task = finite_task(dict.fromkeys("xy", tuple(range(2_000))), call(relation, huge, more))

    assert "numbers of 22 digits arise" in str(SOLVER.refuses(task))
