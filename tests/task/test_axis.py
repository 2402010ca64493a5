"""Values of swept givens, each rounded once, and the points that all combinations make."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.task.axis import Axis, indices, size_of, spaced, values_at
from cpsolver.task.task import Unit

LENGTH = Axis("x", Unit("km", 1000), 3, first=Fraction(1, 10), step=Fraction(1, 10))
TEMPERATURE = Axis("T", Unit("°C", 1, Fraction(27315, 100)), 2, listed=(20, Fraction(41, 2)))


def test_values_as_written_and_in_base_units() -> None:
    assert [Fraction(1, 10), Fraction(1, 5), Fraction(3, 10)] == [LENGTH.shown(n) for n in range(3)]
    assert [100, 200, 300] == [LENGTH.at(n) for n in range(3)]
    assert [293.15, 293.65] == TEMPERATURE.column.tolist()


def test_tenths_are_the_floats_that_one_writes() -> None:
    assert [0.1, 0.2, 0.3] == LENGTH.written.tolist()


@given(st.fractions(-1000, 1000, max_denominator=1000), st.fractions(-10, 10, max_denominator=1000), st.integers(1, 50))
@settings(max_examples=30, deadline=None)
def test_every_value_is_the_float_nearest_to_the_exact_one(first: Fraction, step: Fraction, count: int) -> None:
    assert [float(first + step * n) for n in range(count)] == spaced(first, step, count).tolist()


def test_the_last_axis_changes_fastest() -> None:
    axes = (LENGTH, TEMPERATURE)

    assert 6 == size_of(axes)
    assert [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)] == [indices(axes, point) for point in range(6)]
    assert {"x": 200, "T": Fraction(29365, 100)} == values_at(axes, 3)
