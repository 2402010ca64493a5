"""Coefficients of an equation made whole: freed of denominators they share, divided by what all have in common."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from cpsolver.task.algebra.polynomial import Coefficients
from cpsolver.task.algebra.tidying.laying import Layer
from cpsolver.task.algebra.tidying.product import Product, common, times, whole_power
from cpsolver.task.algebra.tidying.reading import Reader
from cpsolver.task.expression import Node
from cpsolver.task.functions import Undefined


def made_whole(coefficients: Coefficients) -> tuple[Coefficients, Node | None, Node | None]:
    """The coefficients multiplied by one factor and divided by another; these two, None where that is 1.

    Only where the factors are not mere numbers, and denominators only of the highest power: otherwise they stay.

    The equation has the same roots wherever its coefficients have values and the divisor is not 0. Where one of them
    has none, or the numbers become too long, they stay as they are.
    Source: school algebra: multiply by the common denominator, divide by the common factor, then apply the formula.
    """
    layer = Layer()
    reader = Reader({}, layer)
    try:
        read = [reader.read(coefficient) for coefficient in coefficients]
        shared = common(tuple(product for product in read if product.number))
        beneath = {base for base, power in read[-1].factors if power < 0}
        shared = replace(shared, factors=tuple(f for f in shared.factors if f[1] > 0 or f[0] in beneath))
        if shared.is_number:  # halves are no trouble
            return coefficients, None, None
        inverse = whole_power(shared, -1)
        whole = tuple(layer.lay(times(product, inverse)) for product in read)
    except (Undefined, OverflowError):
        return coefficients, None, None
    below = Product(
        Fraction(shared.number.denominator), tuple((base, -power) for base, power in shared.factors if power < 0)
    )
    above = Product(Fraction(abs(shared.number.numerator)), tuple(f for f in shared.factors if f[1] > 0))
    return whole, _laid(below, layer), _laid(above, layer)


def half(coefficient: Node) -> Node | None:
    """Half of a coefficient, if it is twice something whole; else None."""
    layer = Layer()
    try:
        read = Reader({}, layer).read(coefficient)
    except (Undefined, OverflowError):
        return None
    is_even = read.number.denominator == 1 and read.number.numerator % 2 == 0
    return layer.lay(replace(read, number=read.number / 2)) if is_even else None


def _laid(product: Product, layer: Layer) -> Node | None:
    return None if product.number == 1 and product.is_number else layer.lay(product)
