"""Expressions read as products: like factors and terms put together, roots drawn, signs worked off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from cpsolver.task.algebra.terms import value_of
from cpsolver.task.algebra.tidying.circle import pythagoras, without_tangents
from cpsolver.task.algebra.tidying.laying import Layer, length
from cpsolver.task.algebra.tidying.product import (
    NOTHING,
    Factor,
    Product,
    Sum,
    alone,
    collected,
    number_root,
    times,
    total,
    whole_power,
)
from cpsolver.task.algebra.tidying.ranges import Ranges, is_at_least_zero, is_at_most_zero
from cpsolver.task.domain import Number
from cpsolver.task.expression import Call, Constant, Node
from cpsolver.task.functions import Undefined

LARGEST_EXPONENT = 24
"""Powers beyond, and of a larger denominator, are left as they are."""

MOST_TERMS = 12
"""Products of sums are not multiplied out into more."""


@dataclass(frozen=True)
class Reader:
    """Reads expressions.

    ranges: what is known of the quantities; layer: lays out what must be looked at as an expression
    """

    ranges: Ranges
    layer: Layer
    _seen: dict[Node, Product] = field(default_factory=dict)

    def read(self, node: Node) -> Product:
        """The expression as a product. Raises: Undefined if it certainly has no value."""
        found = self._seen.get(node)
        if found is None:
            found = self._seen[node] = self._read(node)
        return found

    def tidied(self, node: Node) -> Node:
        """The expression in order."""
        return self.layer.lay(self.read(node))

    def _read(self, node: Node) -> Product:
        value = value_of(node)
        if value is not None:
            return _constant(node, value)
        if not isinstance(node, Call):
            return alone(node)
        rule = _RULES.get(node.function)
        return rule(self, node) if rule else self.function(node)

    # -- rules -------------------------------------------------------------------------------------------------

    def function(self, node: Call) -> Product:
        """Any other function, of arguments in order."""
        return alone(Call(node.function, tuple(map(self.tidied, node.arguments))))

    def odd(self, node: Call) -> Product:
        """f(-x) = -f(x)."""
        inner = self.read(node.arguments[0])
        if not inner.number:
            return NOTHING
        if not _is_negative(inner):
            return self.function(node)
        return Product(Fraction(-1), ((Call(node.function, (self.layer.lay(_opposite(inner)),)), Fraction(1)),))

    def even(self, node: Call) -> Product:
        """f(-x) = f(x)."""
        inner = self.read(node.arguments[0])
        return alone(Call(node.function, (self.layer.lay(_opposite(inner) if _is_negative(inner) else inner),)))

    def absolute(self, node: Call) -> Product:
        """Without the sign where that is known."""
        inner = self.read(node.arguments[0])
        laid = self.layer.lay(inner)
        if is_at_least_zero(laid, self.ranges):
            return inner
        if is_at_most_zero(laid, self.ranges):
            return _opposite(inner)
        return times(Product(abs(inner.number)), *(self._size(factor) for factor in inner.factors))

    def _size(self, factor: Factor) -> Product:
        """|base^exponent|."""
        product = Product(Fraction(1), (factor,))
        laid = self.layer.lay(product)
        if is_at_least_zero(laid, self.ranges):
            return product
        if is_at_most_zero(laid, self.ranges):
            return _opposite(product)
        base = self.layer.lay(Product(Fraction(1), ((factor[0], Fraction(1)),)))
        return alone(Call("abs", (base,)), factor[1])

    def minus(self, node: Call) -> Product:
        """-a."""
        return _opposite(self.read(node.arguments[0]))

    def product(self, node: Call) -> Product:
        """Factors; sign(u)·|u|^r is u^r where u is not negative."""
        signed = _signed_power(node)
        if signed is not None and self.read(signed[1]).is_number and self.read(signed[1]).number > 0:
            base, exponent = signed
            laid = self.tidied(base)
            if is_at_least_zero(laid, self.ranges):
                return self.read(Call("^", (laid, exponent)))
            if is_at_most_zero(laid, self.ranges):
                return _opposite(self.read(Call("^", (self.layer.lay(_opposite(self.read(laid))), exponent))))
        return self.together(*map(self.read, node.arguments))

    def together(self, *products: Product) -> Product:
        """The product, |u|^2 being u^2, and √P taken from a number as from one made up of these factors."""
        found = without_tangents(times(*products))
        opened = []
        for base, exponent in found.factors:
            is_even = exponent.denominator == 1 and exponent.numerator % 2 == 0
            if is_even and isinstance(base, Call) and base.function == "abs":
                opened.append(whole_power(self.read(base.arguments[0]), exponent.numerator))
        if not opened:
            return found
        kept = tuple(f for f in found.factors if not _is_even_size(f))
        return times(Product(found.number, kept), *opened)

    def quotient(self, node: Call) -> Product:
        """a/b."""
        top, bottom = map(self.read, node.arguments)
        return self.together(top, whole_power(bottom, -1))

    def root(self, node: Call) -> Product:
        """√a."""
        return self.raised(self.read(node.arguments[0]), Fraction(1, 2))

    def power(self, node: Call) -> Product:
        """a^n for a known n; else as it is."""
        exponent = self.read(node.arguments[1])
        base = self.read(node.arguments[0])
        known = exponent.number if exponent.is_number else None
        if known is None or abs(known) > LARGEST_EXPONENT or known.denominator > LARGEST_EXPONENT:
            return self.function(node)
        return self.raised(base, known)

    def raised(self, base: Product, exponent: Fraction) -> Product:
        """base^exponent; what is known not to be negative stands alone under a root, or is drawn out of it."""
        if exponent.denominator == 1:
            return self.together(whole_power(base, exponent.numerator))
        if base.is_number:
            if base.number < 0 or (not base.number and exponent < 0):
                raise Undefined("the root of a negative number")
            return number_root(base.number, exponent) if base.number else NOTHING
        drawn = [(factor, self._drawn(factor, exponent, base)) for factor in base.factors]
        sign = Fraction(1 if base.number > 0 else -1)
        left: Product | None = Product(sign, tuple(factor for factor, part in drawn if part is None))
        if sign < 0 and all(part for _, part in drawn):  # -1 times what is not negative: only 0 has a root
            return alone(base, exponent)
        parts = [number_root(abs(base.number), exponent)]
        for _, part in drawn:
            if part is not None:
                parts.append(part)
            elif left is not None:  # where the first of those that stay together stood
                parts.append(_together_under(left, exponent))
                left = None
        return self.together(*parts)

    def _drawn(self, factor: Factor, exponent: Fraction, whole: Product) -> Product | None:
        """(b^n)^exponent as a power of b or |b|; None where the sign of b is needed and not known."""
        base, power = factor
        raised = power * exponent
        if power.denominator > 1:
            if len(whole.factors) > 1 and raised.denominator > exponent.denominator:
                return None
            return Product(Fraction(1), ((base, raised),))
        plain = Product(Fraction(1), ((base, Fraction(1)),))
        laid = self.layer.lay(plain)
        if is_at_least_zero(laid, self.ranges):
            return Product(Fraction(1), ((base, raised),))
        if power.numerator % 2:
            return None
        if raised.denominator == 1:
            if raised.numerator % 2 == 0:
                return Product(Fraction(1), ((base, raised),))
            if is_at_most_zero(laid, self.ranges):
                return _opposite(Product(Fraction(1), ((base, raised),)))
            return alone(Call("abs", (laid,)), raised)
        return None

    # -- sums --------------------------------------------------------------------------------------------------

    def sum(self, node: Call) -> Product:
        """Like terms collected, brackets opened where that makes it shorter."""
        terms = collected(self._terms(node, 1))
        terms = collected(pythagoras(terms))
        best = total(terms, self.layer.decimals)
        size = length(self.layer.lay(best))
        index = 0
        while index < len(terms):
            opened = _opened(terms[index])
            if opened is not None:
                wider = collected(pythagoras(collected((*terms[:index], *opened, *terms[index + 1 :]))))
                other = total(wider, self.layer.decimals)
                shorter = length(self.layer.lay(other))
                if shorter < size:
                    terms, best, size, index = wider, other, shorter, -1
            index += 1
        return best

    def _terms(self, node: Node, sign: int) -> Iterator[Product]:
        """The terms of sums within sums."""
        if isinstance(node, Call) and node.function in ("+", "-", "sum", "neg"):
            for index, argument in enumerate(node.arguments):
                is_less = node.function == "neg" or (node.function == "-" and index == 1)
                yield from self._terms(argument, -sign if is_less else sign)
            return
        found = self.read(node)
        found = replace(found, number=found.number * sign)
        inner = found.factors[0] if len(found.factors) == 1 else None
        if inner is not None and isinstance(inner[0], Sum) and inner[1] == 1 and found.number in (1, -1):
            yield from (replace(term, number=term.number * found.number) for term in inner[0].terms)
        else:
            yield found

    def angle(self, node: Call) -> Product:
        """atan2(y, x) for a positive number x."""
        top, bottom = map(self.read, node.arguments)
        if bottom.is_number and bottom.number > 0:
            return self.odd(Call("atan", (self.layer.lay(times(top, whole_power(bottom, -1))),)))
        return self.function(node)


def _together_under(left: Product, exponent: Fraction) -> Product:
    """What stays under a root undivided; a single power of which only the sign was not known needs no brackets."""
    (base, power), *others = left.factors
    is_plain = not others and left.number == 1 and power.denominator == 1 and power.numerator % 2
    return alone(base, power * exponent) if is_plain else alone(left, exponent)


def _constant(node: Node, value: Number) -> Product:
    """A number; one with a unit, or pi, is a factor of its own."""
    assert isinstance(node, Constant)
    if isinstance(value, float) or (node.written is not None and value):
        if isinstance(value, float) and value < 0 and node.written is None:
            return _opposite(alone(Constant(-value)))
        return alone(node)
    return Product(Fraction(value))


def _opposite(product: Product) -> Product:
    return replace(product, number=-product.number)


def _is_negative(product: Product) -> bool:
    """Whether a minus stands before it that no sum can take."""
    return product.number < 0 and not any(
        isinstance(base, Sum) and exponent == 1 and any(term.number < 0 for term in base.terms)
        for base, exponent in product.factors
    )


def _is_even_size(factor: Factor) -> bool:
    base, exponent = factor
    is_even = exponent.denominator == 1 and exponent.numerator % 2 == 0
    return is_even and isinstance(base, Call) and base.function == "abs"


def _signed_power(node: Call) -> tuple[Node, Node] | None:
    """u and r, if the product is sign(u)·|u|^r."""
    if len(node.arguments) != 2:
        return None
    sign, power = node.arguments
    size, exponent = power.arguments if isinstance(power, Call) and power.function == "^" else (power, Constant(1))
    if not (isinstance(sign, Call) and sign.function == "sign" and isinstance(size, Call) and size.function == "abs"):
        return None
    return (sign.arguments[0], exponent) if sign.arguments == size.arguments else None


def _opened(term: Product) -> tuple[Product, ...] | None:
    """A product with a sum, or the square of one, multiplied out; None if it has none, or too many terms."""
    for index, (base, exponent) in enumerate(term.factors):
        if isinstance(base, Sum) and exponent in (1, 2) and len(base.terms) ** exponent.numerator <= MOST_TERMS:
            rest = Product(term.number, term.factors[:index] + term.factors[index + 1 :])
            if exponent == 1:
                return tuple(times(rest, one) for one in base.terms)
            return tuple(times(rest, one, other) for one in base.terms for other in base.terms)
    return None


_Rule = Callable[[Reader, Call], Product]

_RULES: dict[str, _Rule] = {
    **dict.fromkeys(("+", "-", "sum"), Reader.sum),
    **dict.fromkeys(("*", "product"), Reader.product),
    **dict.fromkeys(("sin", "tan", "asin", "atan", "sign"), Reader.odd),
    "/": Reader.quotient,
    "neg": Reader.minus,
    "^": Reader.power,
    "sqrt": Reader.root,
    "abs": Reader.absolute,
    "cos": Reader.even,
    "atan2": Reader.angle,
}
