"""Turns and radians told apart, by what the unit of a quantity counts."""

from __future__ import annotations

import math

import pytest

from cpsolver.api import solve
from cpsolver.api.sweeping import sweep
from cpsolver.errors import SpecError
from cpsolver.kinds.formulas.turns import fit
from cpsolver.kinds.formulas.units import QuantityError, read_quantity, read_unit, to_base


@pytest.mark.parametrize(
    ("text", "unit", "base"),
    [
        ("1200 rpm", "Hz", 20),
        ("1200 rpm", "1/s", 20),
        ("1200 rpm", "kHz", 20),
        ("1200 rpm", "rad/s", 40 * math.pi),
        ("1200 rpm", "deg/s", 40 * math.pi),
        ("1200 rpm", "rpm", 40 * math.pi),
        ("20 turn/s", "Hz", 20),
        ("20 rev/s", "rad/s", 40 * math.pi),
        ("20 rev/min", "Hz", 1 / 3),
        ("20 Hz", "rpm", 40 * math.pi),
        ("20 1/s", "rpm", 40 * math.pi),
        ("20 1/s", "rad/s", 20),
        ("1200 1/min", "Hz", 20),
        ("20 Hz", "1/s", 20),
        ("360 deg/s", "rpm", 2 * math.pi),
        ("2 rad/s", "1/s", 2),
        ("5 turns", "", 5),
        ("5 turns", "rad", 10 * math.pi),
        ("180 deg", "", math.pi),
        ("60 rpm/s", "1/s^2", 1),
        ("60 rpm/s", "rad/s^2", 2 * math.pi),
        ("60 V/rpm", "V*s", 60 * 30 / math.pi),
        ("3 m", "rad/s", 3),
    ],
)
def test_what_an_amount_means_for_a_quantity_in_another_unit(text: str, unit: str, base: float) -> None:
    wanted = read_unit(unit)

    assert base == pytest.approx(float(to_base(fit(read_quantity(text), wanted), wanted)), rel=1e-14)


@pytest.mark.parametrize(
    ("text", "unit", "message", "hint"),
    [
        (
            "20 Hz",
            "rad/s",
            "'20 Hz' are turns a second, but 'rad/s' counts radians",
            "write 125.66 rad/s or 1200 rpm",
        ),
        (
            "1200 1/min",
            "rad/s",
            "'1200 1/min' may be turns or radians, and 'rad/s' counts radians",
            "write 1200 rpm for turns, 20 rad/s for radians",
        ),
        (
            "10 rad/s",
            "Hz",
            "'10 rad/s' are an angle a time, but 'Hz' counts turns a second",
            "write 1.5915 Hz or 95.493 rpm",
        ),
    ],
)
def test_what_could_be_turns_or_radians_is_refused(text: str, unit: str, message: str, hint: str) -> None:
    with pytest.raises(QuantityError) as caught:
        fit(read_quantity(text), read_unit(unit))

    assert (message, hint) == (caught.value.message, caught.value.hint)


WHEEL = """model: physics/circular-motion
given: {{{given}}}
find: {find}
"""


@pytest.mark.parametrize(
    ("given", "find", "name", "shown"),
    [
        ("f: 1200 rpm", "{T: ms}", "T", 50),
        ("omega: 1200 rpm", "{T: ms}", "T", 50),
        ("T: 50 ms", "{f: rpm}", "f", 1200),
        ("T: 50 ms", "{omega: rpm}", "omega", 1200),
        ("f: 20 Hz", "{omega: rad/s}", "omega", 40 * math.pi),
    ],
)
def test_a_wheel_of_1200_turns_a_minute(given: str, find: str, name: str, shown: float) -> None:
    answer = solve(WHEEL.format(given=given, find=find))

    (solution,) = answer.solutions
    unit = answer.loaded.task.by_name[name].unit
    assert unit is not None
    assert shown == pytest.approx(float(unit.from_base(solution[name])))


def test_a_frequency_is_swept_in_turns_a_minute() -> None:
    table = sweep(WHEEL.format(given='f: "600..1800 rpm step 600 rpm"', find="{omega: rpm}")).table

    assert [600, 1200, 1800] == pytest.approx(table["f"].tolist())
    assert [600, 1200, 1800] == pytest.approx(table["omega"].tolist())


@pytest.mark.parametrize(
    ("rule", "time"), [("f = 1200 rpm", 0.05), ("1200 rpm = omega", 0.05), ("omega = 40*pi/(1 s)", 0.05)]
)
def test_a_rule_counts_turns_as_its_quantity_does(rule: str, time: float) -> None:
    (solution,) = solve(f"model: physics/circular-motion\nrequire: ['{rule}']\nfind: T\n").solutions

    assert time == pytest.approx(float(solution["T"]))


def test_hertz_beside_an_angular_velocity_are_refused_in_rules() -> None:
    with pytest.raises(SpecError, match="'1200 Hz' are turns a second, but 'rad/s' counts radians"):
        solve("model: physics/circular-motion\nrequire: [omega > 1200 Hz]\nfind: T\n")


def test_an_uncertain_frequency_in_turns_is_shown_in_turns() -> None:
    text = solve(WHEEL.format(given="f: 60 rpm ± 3 rpm", find="T")).render("text")

    assert "1/(60 rpm)" in text
    assert "1.000 ± 0.050" in text
