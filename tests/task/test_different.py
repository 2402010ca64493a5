"""All-different over terms of one variable each, as search sees it."""

from cpsolver.task.condition import Relation
from cpsolver.task.different import Term, terms
from cpsolver.task.expression import Name, Node
from tests.tasks import call

X, Y = Name("x"), Name("y")
DOMAINS = {"x": (1, 2), "y": (0, 1, 2)}


def found(node: Node) -> tuple[Term, ...] | None:
    return terms(Relation(node), DOMAINS)


def test_a_term_has_a_value_for_each_value_of_its_variable() -> None:
    expected = (Term("x", {1: 2, 2: 3}), Term("y", {0: 0, 1: -1, 2: -2}))
    assert expected == found(call("all_different", call("+", X, 1), call("neg", Y)))


def test_unequal_is_all_different_of_two() -> None:
    assert (Term("x", {1: 1, 2: 2}), Term("y", {0: 0, 1: 1, 2: 2})) == found(call("!=", X, Y))


def test_values_where_a_term_is_undefined_or_equal_to_a_constant_are_left_out() -> None:
    assert (Term("x", {1: 1}), Term("y", {1: 4})) == found(call("all_different", X, call("//", 4, Y), 2))


def test_what_is_more_than_terms_that_differ_is_none() -> None:
    assert found(call("<", X, Y)) is None
    assert found(call("!=", call("+", X, Y), 1)) is None, "two variables in one term"
    assert found(call("all_different", X, call("+", X, 1))) is None, "one variable in two terms"
    assert found(call("all_different", X, 3, 3)) is None, "two constants that are equal"
    assert found(call("!=", X, call("//", 1, 0))) is None, "a constant that is undefined"
