"""Expressions put together as a person writes them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cpsolver.task.algebra.terms import add, call, divide, multiply, negate, number, power, substitute, subtract
from cpsolver.task.expression import Constant, Name, Node
from cpsolver.task.notation import plain

A, B, C = Name("a"), Name("b"), Name("c")


@pytest.mark.parametrize(
    ("expected", "node"),
    [
        ("a", add(A, number(0))),
        ("a - b", add(A, negate(B))),
        ("0", subtract(A, A)),
        ("b - a", negate(subtract(A, B))),
        ("2*a", multiply(A, number(2))),
        ("a", multiply(number(2), divide(A, number(2)))),
        ("-a*b", multiply(negate(A), B)),
        ("a/(c*b)", divide(divide(A, B), C)),
        ("2*a", divide(A, number(Fraction(1, 2)))),
        ("-a/b", divide(A, negate(B))),
        ("a/3", multiply(number(Fraction(1, 3)), A)),
        ("8", power(number(2), number(3))),
        ("sqrt(2)", call("sqrt", number(2))),
        ("3", call("sqrt", number(9))),
        ("0.5", divide(number(1), number(2))),
    ],
)
def test_the_obvious_is_simplified(expected: str, node: Node) -> None:
    assert expected == plain(node)


def test_division_by_the_number_zero_is_left_to_be_undefined() -> None:
    assert "1/0" == plain(divide(number(1), number(0)))


def test_names_are_replaced_and_what_becomes_a_number_is_folded() -> None:
    assert Constant(7) == substitute(add(A, multiply(B, C)), {"a": number(1), "b": number(2), "c": number(3)})
