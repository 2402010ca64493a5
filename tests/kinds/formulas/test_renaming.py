"""Conditions under other names."""

from __future__ import annotations

import pytest

from cpsolver.kinds.formulas.renaming import renamed, renamed_text
from cpsolver.task.condition import Equation, Relation
from cpsolver.task.parser import parse_expression

NAMES = {"m": "m_1", "x": "x_1", "sin": "sin_1"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = m*x^2", "x_1 = m_1*x_1^2"),
        ("x > 5 m", "x_1 > 5 m"),
        ("sin(x) = xx", "sin(x_1) = xx"),
        ("x = 1 and m > 0", "x_1 = 1 and m_1 > 0"),
        ("x", None),
        ("x + m", None),
        ("kinetic energy", None),
        ("Newton's second law", None),
    ],
)
def test_a_text_is_renamed_where_it_says_something_of_quantities(text: str, expected: str | None) -> None:
    assert expected == renamed_text(text, NAMES)


def test_names_are_exchanged_at_once() -> None:
    assert "b = a" == renamed_text("a = b", {"a": "b", "b": "a"})


def test_a_name_is_added_to_and_a_text_is_renamed() -> None:
    node = parse_expression("x = m + 0")

    assert "law (1)" == renamed(Equation(node, label="law"), NAMES, " (1)").label
    assert "x_1 = m_1 + 0" == renamed(Relation(node, label="x = m + 0"), NAMES, " (1)").label
    assert parse_expression("x_1 = m_1 + 0") == renamed(Equation(node), NAMES).expression
