"""Quantities as people write them, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver import library
from cpsolver.api import solve
from cpsolver.api.tasks import load
from cpsolver.kinds.formulas import si, units
from cpsolver.kinds.formulas.units import (
    PURE,
    QuantityError,
    dimension,
    in_unit,
    read_quantity,
    read_unit,
    spelt,
    to_base,
)
from cpsolver.task.typeset import unit_latex


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
            assert (dimension(dict(known[1])), 0) == (asked[2], asked[1]), name
            tolerance = 1e-11 if name.endswith("pc") else 1e-12
            assert float(known[0]) == pytest.approx(float(asked[0]), rel=tolerance), name


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
    for name in library.names("specs")[::4]:  # one or two of each model
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


# -- against pint, and there and back ----------------------------------------------------------------------------------

_NAMES = (
    *("m", "km", "mm", "um", "nm", "cm", "g", "kg", "mg", "t", "s", "ms", "min", "h", "A", "mA", "K", "mol", "N", "kN"),
    *(
        "Pa",
        "kPa",
        "MPa",
        "bar",
        "J",
        "kJ",
        "MJ",
        "eV",
        "keV",
        "Wh",
        "kWh",
        "W",
        "kW",
        "C",
        "V",
        "kV",
        "F",
        "nF",
        "ohm",
    ),
    *(
        "kohm",
        "Hz",
        "kHz",
        "GHz",
        "T",
        "mT",
        "H",
        "Wb",
        "l",
        "ml",
        "inch",
        "foot",
        "mile",
        "pound",
        "year",
        "atm",
        "psi",
    ),
)
_SHAPES = ("{a}", "{a}^2", "{a}*{b}", "{a}/{b}", "{a}/({b}*{c})", "{a}^-1*{b}", "{a}*{b}^2/{c}")


def _unit_texts() -> list[str]:
    return [
        shape.format(a=name, b=_NAMES[(7 * index + 3) % len(_NAMES)], c=_NAMES[(11 * index + 5) % len(_NAMES)])
        for index, name in enumerate(_NAMES)
        for shape in _SHAPES
    ]


def test_three_hundred_units_mean_what_pint_says() -> None:
    import pint

    registry = pint.UnitRegistry()
    assert 300 <= len(_unit_texts())
    for text in _unit_texts():
        expected = registry.Quantity(1.0, text.replace("^", "**")).to_base_units()
        own = read_unit(text)
        assert float(expected.magnitude) == pytest.approx(float(own.unit.factor), rel=1e-12), text


@given(
    st.fractions(-(10**6), 10**6, max_denominator=1000),
    st.sampled_from(("m", "km/h", "°C", "°F", "kWh", "mm^2", "1/min", "delta_degF", "‰", "N*m")),
)
@settings(max_examples=60, deadline=None)
def test_there_and_back_is_the_same_number_exactly(number: Fraction, text: str) -> None:
    unit = read_unit(text).unit

    assert number == unit.from_base(unit.to_base(number))


@pytest.mark.parametrize(
    ("text", "offset", "message", "hint"),
    [
        ("5 k m", 2, "'k' is a prefix, not a unit", "a prefix stands directly before its unit: km"),
        (
            "5 dB",
            2,
            "'dB' is logarithmic, not a multiple of anything",
            "write the ratio itself: 20 dB of power is 100",
        ),
        (
            "5 €",
            2,
            "'€' is a currency, and exchange rates are not known here",
            "write the number alone: money is a pure number",
        ),
        ("5 kWH", 2, "'kWH' is not a unit", "did you mean 'kWh'?"),
        ("5 KG", 2, "'KG' is not a unit", "did you mean 'kg'?"),
        ("5 hz", 2, "'hz' is not a unit", "did you mean 'Hz'?"),
        (
            "5 U/min",
            2,
            "'U' is the enzyme unit, 1 µmol/min, to some and a turn to others",
            "write rpm for U/min, umol/min for the enzyme",
        ),
        ("9.81 ± 0.02 ± 1", 12, "a quantity has one uncertainty", "write 9.81 ± 0.02 m/s^2"),
        ("9.81 ±", 5, "a number is missing beside '±'", "write 9.81 ± 0.02 m/s^2"),
        ("(9.81 ± 1", 0, "a bracket is not closed", "write (9.81 ± 0.02) m/s^2"),
        ("(9.81 m ± 1) m", 12, "a quantity has one unit", "write (9.81 ± 0.02) m/s^2"),
    ],
)
def test_a_likely_slip_is_told_with_what_to_write(text: str, offset: int, message: str, hint: str) -> None:
    with pytest.raises(QuantityError) as caught:
        read_quantity(text)

    assert (message, offset, hint) == (caught.value.message, caught.value.offset, caught.value.hint)


@pytest.mark.parametrize(
    ("text", "spread", "unit"),
    [
        ("9.81 ± 0.02 m/s^2", Fraction(2, 100), "m/s^2"),
        ("9.81 +/- 0.02 m/s^2", Fraction(2, 100), "m/s^2"),
        ("(9.81 ± 0.02) m/s^2", Fraction(2, 100), "m/s^2"),
        ("9.81(2) m/s^2", Fraction(2, 100), "m/s^2"),
        ("9.81 m/s^2 ± 2 cm/s^2", Fraction(2, 100), "m/s^2"),
        ("100 ohm ± 5 %", 5, "ohm"),
        ("20 ± 0.5 °C", Fraction(1, 2), "°C"),
        ("20 °C ± 0.9 °F", Fraction(1, 2), "°C"),
        ("30 % ± 2 %", 2, "%"),
        ("(30 ± 2) %", 2, "%"),
        ("30 % ± 2", 2, "%"),
        ("30 % ± 1 permille", Fraction(1, 10), "%"),
        ("100 ohm ± 50 ppm", Fraction(5, 1000), "ohm"),
        ("90 deg ± 10 %", 9, "deg"),
        ("(6.02 ± 0.01)e23 1/mol", 10**21, "1/mol"),
    ],
)
def test_an_uncertainty_is_read_in_the_unit_of_its_quantity(text: str, spread: Fraction, unit: str) -> None:
    amount = read_quantity(text)

    assert amount.measure is not None
    assert (spread, unit) == (amount.spread, amount.measure.unit.name)


@pytest.mark.parametrize("text", ["0.3 ± 10 %", "0.3 +/- 10%", "0.3 ±10 percent", "-0.3 ± 100 ‰"])
def test_per_cent_of_a_bare_number_are_a_part_of_it(text: str) -> None:
    amount = read_quantity(text)

    assert (None, Fraction(3, 100)) == (amount.measure, amount.spread)
    assert Fraction(3, 10) == abs(amount.number)


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        ("kW", "in W"),
        ("kg*m^2/s^3", "in kg*m^2/s^3"),
        ("N*m", "in N*m"),
        ("kWh", "in J"),
        ("bar", "in Pa"),
        ("km/h", "in m/s"),
        ("°C", "in K"),
        ("rad/s", "in rad/s"),
        ("%", "a pure number"),
    ],
)
def test_what_a_quantity_is_in_by_the_name_that_people_know(unit: str, words: str) -> None:
    assert words == in_unit(read_unit(unit))


def test_heat_by_a_difference_of_temperatures_is_right_on_every_scale() -> None:
    text = """model:
  kind: formulas
  quantities: {Q: {unit: kJ}, c: {unit: kJ/(kg*K)}, m: {unit: kg}, T1: {unit: °C}, T2: {unit: °C}}
  formulas: {heat: Q = c*m*(T2 - T1)}
given: {c: 4.2, m: 2, T1: 68 °F, T2: 30 °C}
find: Q
"""
    assert 84 == solve(text).values["Q"].value


def test_a_product_with_a_temperature_is_right_in_kelvin() -> None:
    text = """model:
  kind: formulas
  quantities: {Q: {unit: kJ}, C: {unit: kJ/K}, T: {unit: °C}}
  formulas: {heat: Q = C*T}
given: {C: 2, T: 20 °C}
find: Q
"""
    assert Fraction(5863, 10) == solve(text).values["Q"].value


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("m/s²", r"\mathrm{m/s^{2}}"),
        ("m/s**2", r"\mathrm{m/s^{2}}"),
        ("s⁻¹", r"\mathrm{s^{-1}}"),
        ("kg*m", r"\mathrm{kg\cdot m}"),
        ("%", r"\mathrm{\%}"),
    ],
)
def test_a_unit_is_typeset_however_it_is_written(written: str, expected: str) -> None:
    assert expected == unit_latex(read_unit(written).unit.name)
