"""What a right triangle says of sine, cosine and tangent: cos² + sin² = 1 (Pythagoras), tan·cos = sin."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from cpsolver.task.algebra.tidying.product import Product, alone, times
from cpsolver.task.expression import Call

_OTHER = {"sin": "cos", "cos": "sin"}


def pythagoras(terms: tuple[Product, ...]) -> tuple[Product, ...]:
    """The terms with a·cos² + a·sin² put together as a, and a·cos² - a as -a·sin²; each where the first stood."""
    for index, term in enumerate(terms):
        for base, exponent in term.factors:
            if not isinstance(base, Call) or base.function not in _OTHER or exponent != 2:
                continue
            rest = Product(term.number, tuple(factor for factor in term.factors if factor != (base, exponent)))
            square = alone(Call(_OTHER[base.function], base.arguments), Fraction(2))
            without = replace(rest, number=-rest.number)
            for other, put in ((times(rest, square), rest), (without, times(without, square))):
                at = _place(terms, other)
                if at is not None:
                    kept = [put if place == min(index, at) else one for place, one in enumerate(terms)]
                    del kept[max(index, at)]
                    return pythagoras(tuple(kept))
    return terms


def _place(terms: tuple[Product, ...], wanted: Product) -> int | None:
    """Where a term stands."""
    return next((i for i, t in enumerate(terms) if t.number == wanted.number and t.key == wanted.key), None)


def without_tangents(product: Product) -> Product:
    """tan·cos as sin, sin/cos as tan: the same but where the cosine is 0, and the product has no value."""
    powers = dict(product.factors)
    for base, power in product.factors:
        if not isinstance(base, Call) or base.function not in ("tan", "sin") or power.denominator != 1:
            continue
        cosine = Call("cos", base.arguments)
        wanted = 1 if base.function == "tan" else -1
        other = powers.get(cosine, Fraction(0)) * wanted
        if power > 0 and other > 0 and other.denominator == 1:
            count = min(power, other)
            put = Call("sin" if wanted == 1 else "tan", base.arguments)
            turned = times(alone(put, count), alone(base, -count), alone(cosine, -count * wanted))
            return without_tangents(times(product, turned))
    return product
