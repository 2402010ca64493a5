"""Names behind a number: units, or quantities of the model."""

from __future__ import annotations

import pytest

from cpsolver.kinds.formulas.dimensions import DimensionError, grounded
from cpsolver.kinds.formulas.units import read_unit
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call
from cpsolver.task.notation import plain
from cpsolver.task.parser import parse_expression


def read(text: str, **units: str) -> str:
    node, _ = grounded(parse_expression(text), text, {name: read_unit(unit) for name, unit in units.items()})
    return plain(node)


@pytest.mark.parametrize(
    ("text", "units", "expected"),
    [
        ("T = 0.161 s/m*V/As", {"T": "s", "V": "m^3", "As": "m^2"}, "T = 0.161*V/As"),
        ("F = 2 N/m*V", {"F": "N", "V": "m"}, "F = 2*V"),
        ("p = 6.112 hPa*exp(x)", {"p": "Pa", "x": ""}, "p = 611.2*exp(x)"),
        ("r = 36 mm/width", {"r": "", "width": "m"}, "r = 0.036/width"),
        ("F = 2 N/m*x1", {"F": "N", "x1": "m"}, "F = 2*x1"),
        ("F = 2 N/m^2*V^2", {"F": "N", "V": "m"}, "F = 2*V^2"),
        ("F = 2 N*V^0.5", {"F": "N", "V": ""}, "F = 2*V^0.5"),
        ("F = 2 N*V^n", {"F": "N", "V": "", "n": ""}, "F = 2*V^n"),
        ("E = 36 J/(a*b)", {"E": "J", "a": "", "b": ""}, "E = 36/(a*b)"),
        ("v = 2 m*g*h/x", {"v": "m", "g": "1/m", "h": "m", "x": ""}, "v = 2*g*h/x"),
        ("E = -5 J/K", {"E": "J", "K": ""}, "E = -5/K"),
    ],
)
def test_a_name_after_times_or_divided_by_is_a_quantity_where_its_dimension_says_so(
    text: str, units: dict[str, str], expected: str
) -> None:
    assert expected == read(text, **units)


@pytest.mark.parametrize(
    ("text", "units", "expected"),
    [
        ("v = 10 m/s", {"v": "m/s", "s": "m", "m": "kg"}, "v = 10"),
        ("v = 60 km/h", {"v": "m/s", "h": "m"}, "v = 50/3"),
        ("E = 8 J/(mol*K)*n*T", {"E": "J", "n": "mol", "T": "K", "K": ""}, "E = 8*n*T"),
        ("P = (2 A)*(1 V)", {"P": "W", "V": "V"}, "P = 2*1"),
    ],
)
def test_it_is_a_unit_where_its_dimension_says_so(text: str, units: dict[str, str], expected: str) -> None:
    assert expected == read(text, **units)


def test_what_follows_the_unit_stands_as_if_written_with_blanks() -> None:
    units = {name: read_unit(unit) for name, unit in {"y": "m^2/s", "x": "m", "V": "m"}.items()}
    found = []
    for text in ("y = x/2 s*V", "y = x / 2 s * V"):
        node, _ = grounded(parse_expression(text), text, units)
        assert isinstance(node, Call)
        found.append(evaluate(node.arguments[1], {"x": 6, "V": 5}))

    assert [15, 15] == found
    assert "y = x/(2*V)" == read("y = x/(2 s*V)", y="1/s", x="m", V="m")


@pytest.mark.parametrize(
    ("text", "units", "expected"),
    [
        (
            "P = 2 A*V",
            {"P": "W", "V": "V"},
            (
                "'2 A*V' can be read in two ways: 'V' is a quantity here, and a unit",
                8,
                "write (2 A)*V for the quantity, (2 A)*(1 V) for the unit",
            ),
        ),
        (
            "v < 10 m/s^2",
            {"v": "m/s", "s": "m"},
            (
                "'v' is in m/s, but '10 m/s^2' is in m/s^2",
                4,
                "only quantities of one kind can be added or compared; if 's' is the quantity, write (10 m)/s^2",
            ),
        ),
        (
            "a = 3 m/(s)^2",
            {"a": "m/s^2"},
            (
                "'3 m/(s)' is raised to a power behind its unit",
                11,
                "write (3 m/(s))^2, or a whole number behind a name in the unit: m/s^2",
            ),
        ),
        (
            "x = 3 N/width",
            {"x": "N", "width": "m"},
            (
                "'x' is in N, but '3 N/width' is in kg/s^2",
                4,
                "only quantities of one kind can be added or compared",
            ),
        ),
    ],
)
def test_what_fits_twice_or_not_at_all_is_an_error_with_the_brackets_that_would_help(
    text: str, units: dict[str, str], expected: tuple[str, int, str]
) -> None:
    with pytest.raises(DimensionError) as caught:
        read(text, **units)

    assert expected == (caught.value.message, caught.value.offset, caught.value.hint)
