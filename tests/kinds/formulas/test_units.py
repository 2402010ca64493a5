"""Quantities as people write them, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest

from cpsolver import library
from cpsolver.api.tasks import load
from cpsolver.kinds.formulas import si, units
from cpsolver.kinds.formulas.units import PURE, QuantityError, dimension, read_quantity, read_unit, spelt, to_base


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("30 m", 30),
        ("-10 m/s^2", -10),
        ("−10 m/s²", -10),
        ("9.81 m/s**2", Fraction(981, 100)),
        ("20 °C", Fraction(29315, 100)),
        ("68 °F", Fraction(29315, 100)),
        ("5", 5),
        ("1/3", Fraction(1, 3)),
        ("1e3 kg*m^2/s^3", 1000),
        ("72 km/h", 20),
        ("430 kN/m", 430_000),
        ("13 cm^2/m", Fraction(13, 10_000)),
        ("210 GPa", 210_000_000_000),
        ("50 uF", Fraction(50, 1_000_000)),
        ("50 µF", Fraction(50, 1_000_000)),
        ("2 J/(kg*K)", 2),
        ("10 %", Fraction(1, 10)),
        ("3 m s^-1", 3),
        ("1 inch", Fraction(254, 10_000)),
        ("1 kWh", 3_600_000),
        ("2 1/min", Fraction(1, 30)),
    ],
)
def test_quantity_in_si_base_units_exactly(text: str, expected: Fraction) -> None:
    assert expected == to_base(read_quantity(text), PURE)


@pytest.mark.parametrize(
    ("text", "message", "offset", "hint"),
    [
        ("3,5 m", "'3,5' is not a number", 1, "write 3.5 with a decimal point; digits are not grouped by commas"),
        (
            "3 ft 2 in",
            "'2 in' after a unit: a quantity is one number and one unit",
            5,
            "write it as one decimal number in one unit",
        ),
        (
            "5 metre3",
            "'3' after a unit: a quantity is one number and one unit",
            7,
            "write it as one decimal number in one unit",
        ),
        ("2 m^0.5", "the exponent of a unit must be a whole number", 5, "write m^2, s^-1"),
        ("2 m^", "the exponent of a unit must be a whole number", 3, "write m^2, s^-1"),
        ("2 m^99", "the exponent 99 is too large for a unit", 2, ""),
        ("2 kgg", "'kgg' is not a unit", 2, "did you mean 'kg'?"),
        ("90 kmh", "'kmh' is not a unit", 3, "did you mean 'km/h'?"),
        ("nan", "'nan' is not a quantity", 0, "write a number and, if need be, a unit: 9.81 m/s^2"),
        ("inf m", "'inf m' is not a quantity", 0, "write a number and, if need be, a unit: 9.81 m/s^2"),
        ("1e400", "'1e400' is too large or too small", 0, "exponents up to 300 are allowed"),
        ("9^9^9", "'9^9^9' is not a quantity", 1, "write one number and, if need be, a unit: 9.81 m/s^2"),
        ("1/0 m", "'1/0' divides by zero", 0, ""),
        (
            "5 °C/W",
            "'°C/W' multiplies a temperature scale with a zero of its own",
            5,
            "use K, or delta_degC for differences of temperature",
        ),
        ("2 m)", "unexpected ')' in a unit", 3, "write units as m/s^2 or kg*m"),
        ("2 (m", "a bracket is not closed", 4, ""),
    ],
)
def test_what_is_no_quantity_is_refused_at_its_character(text: str, message: str, offset: int, hint: str) -> None:
    with pytest.raises(QuantityError) as caught:
        read_quantity(text)

    assert (message, offset, hint) == (caught.value.message, caught.value.offset, caught.value.hint)


@pytest.mark.parametrize("text", ["1 __import__('os')", "1 dB", "1 m" * 100, "1 ((((((((m))))))))", "", "m"])
def test_everything_else_is_an_error_too(text: str) -> None:
    with pytest.raises(QuantityError):
        read_quantity(text)


def test_every_unit_of_the_table_means_what_pint_says() -> None:
    names = [
        *si.ALONE,
        *si.EVERYDAY,
        *si.WITH_PREFIX,
        *(prefix + name for prefix in si.PREFIXES for name in si.WITH_PREFIX),
    ]
    for name in names:
        known = si.look_up(name)
        if known is not None:
            asked = units._ask_pint(name)
            assert asked is not None, name
            assert (float(known[0]), dimension(dict(known[1])), 0) == (
                pytest.approx(float(asked[0]), rel=1e-11 if name.endswith("pc") else 1e-12),
                asked[2],
                asked[1],
            ), name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5.2038 AU", Fraction("5.2038") * 149_597_870_700),
        ("1 u", Fraction("1.66053906892e-27")),
        ("760 mmHg", 760 * Fraction("133.322387415")),
        ("1 kcal", 4184),
        ("1 ly", 9_460_730_472_580_800),
        ("2 days", 172_800),
        ("1 mph", Fraction("0.44704")),
    ],
)
def test_units_of_sky_kitchen_and_road_are_exact(text: str, expected: Fraction) -> None:
    amount = read_quantity(text)

    assert amount.measure is not None
    assert expected == amount.measure.unit.to_base(amount.number)


def test_a_parsec_is_what_the_astronomical_union_says() -> None:
    assert pytest.approx(3.0856775814913673e16, rel=1e-15) == read_unit("pc").unit.factor  # IAU 2015, resolution B2


def test_no_unit_on_the_shelf_asks_pint(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    read_unit.cache_clear()
    monkeypatch.setattr(units, "_ask_pint", lambda name: asked.append(name))
    for name in library.names("specs"):
        if not name.startswith(("sudoku/", "csp/", "puzzles/")):
            load(name)

    assert [] == asked


def test_the_unit_hbar_is_not_a_hundred_bar() -> None:
    assert "m^2*kg/s" == spelt(read_unit("hbar").dimension)


def test_dimensions_are_spelt_in_base_units() -> None:
    assert "kg/(m*s^2)" == spelt(read_unit("Pa").dimension)
    assert "a pure number" == spelt(read_unit("").dimension)


def test_everyday_units_do_not_load_pint() -> None:
    code = (
        "import sys; from cpsolver.kinds.formulas.units import read_quantity; "
        "[read_quantity(t) for t in ('30 m', '20 °C', '9.81 m/s^2', '50 uF', '3 kWh', '45 deg', '4 percent')]; "
        "print('pint' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "False" == done.stdout.strip()
