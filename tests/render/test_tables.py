"""Tables as every format needs them."""

from __future__ import annotations

import pytest

import cpsolver
from cpsolver.picture import Listing
from cpsolver.render.as_text.tables import printed, signs, squared, to_the_right

TASK = """task: fall
model: physics/kinematics
given: {xs: 30 m, vs: 10 m/s, astart: -10 m/s^2, x: 10 m}
require: [t > 0 s]
find: t
"""


@pytest.mark.parametrize(
    ("expected", "unit"),
    [
        ("m/s²", "m/s^2"),
        ("kg/m³", "kg/m^3"),
        ("N·m", "N*m"),
        ("m³/(kg·s²)", "m^3/(kg*s^2)"),
        ("s⁻¹", "s^-1"),
        ("m^1.5", "m^1.5"),
        ("9.81 ± 0.02 m/s²", "9.81 ± 0.02 m/s^2"),
    ],
)
def test_exponents_are_raised_and_factors_have_a_dot(expected: str, unit: str) -> None:
    assert expected == signs(unit)


def test_only_heads_in_brackets_and_columns_of_units_are_touched() -> None:
    listing = Listing(("name", "unit", "a [m/s^2]"), (("x*y^2", "N*m", "1"),))

    assert Listing(("name", "unit", "a [m/s²]"), (("x*y^2", "N·m", "1"),)) == printed(listing)


@pytest.mark.parametrize(
    ("format", "expected"), [("html", "m/s²"), ("markdown", "m/s²"), ("svg", "m/s²"), ("latex", "m/s$^{2}$")]
)
def test_tables_are_printed_so_while_plain_text_can_be_typed(format: str, expected: str) -> None:
    answer = cpsolver.solve(TASK)

    assert expected in answer.render(format)
    assert "m/s^2" in answer.render("text")


def test_a_table_is_squared_to_its_longest_row() -> None:
    table = squared(Listing(("a",), (("1", "x"), ("2",)), rejected=(1,)))

    assert (("a", ""), (("1", "x"), ("2", "")), (1,)) == (table.head, table.rows, table.rejected)


def test_columns_of_numbers_stand_to_the_right_wherever_they_are_empty() -> None:
    table = squared(Listing(("n", "word", "mixed", "none"), (("1", "x", "1", ""), ("", "y", "z", ""))))

    assert [True, False, False, False] == to_the_right(table)
