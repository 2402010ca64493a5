"""Coefficients of quadratic equations freed of denominators and common factors."""

from __future__ import annotations

from cpsolver.task.algebra.whole import half, made_whole
from cpsolver.task.notation import plain
from cpsolver.task.parser import parse_expression


def whole(*coefficients: str) -> tuple[tuple[str, ...], str | None, str | None]:
    found, multiplier, divisor = made_whole(tuple(map(parse_expression, coefficients)))
    return tuple(map(plain, found)), plain(multiplier) if multiplier else None, plain(divisor) if divisor else None


def test_all_are_multiplied_by_a_denominator_they_share() -> None:
    assert whole("d", "-d/f", "1/f") == (("d*f", "-d", "1"), "f", None)


def test_all_are_divided_by_a_common_factor() -> None:
    assert whole("2*m*g", "4*m*v", "6*m") == (("g", "2*v", "3"), None, "2*m")


def test_mere_numbers_stay() -> None:
    assert whole("x", "v", "a/2") == (("x", "v", "a/2"), None, None)


def test_half_of_an_even_coefficient() -> None:
    even, odd = half(parse_expression("-2*v*cos(u)")), half(parse_expression("3*v"))
    assert (even and plain(even), odd) == ("-v*cos(u)", None)
