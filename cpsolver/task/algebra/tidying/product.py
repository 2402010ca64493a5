"""Products and sums as they are put in order: a number and powers of bases; terms with like ones collected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm

from cpsolver.task.expression import Constant, Node
from cpsolver.task.functions import Undefined, exact
from cpsolver.task.writing import number_text

LARGEST_BITS = 256
"""Numbers longer than this are not worked out."""

LARGEST_PRIME = 1000
"""Larger prime factors are not drawn out of roots."""


@dataclass(frozen=True)
class Sum:
    """Terms of which no two are alike; equal whatever their order.

    collected: the terms without their order
    """

    terms: tuple[Product, ...] = field(compare=False)
    collected: frozenset[tuple[frozenset[Factor], Fraction]]

    @classmethod
    def of(cls, terms: Iterable[Product]) -> Sum:
        """The sum of terms that are not alike."""
        kept = tuple(terms)
        return cls(kept, frozenset((term.key, term.number) for term in kept))

    @cached_property
    def opposite(self) -> Sum:
        """The sum with all signs changed."""
        return Sum.of(replace(term, number=-term.number) for term in self.terms)


@dataclass(frozen=True)
class Product:
    """number · base^exponent · …

    factors: in the order of the text. A base is an expression, a sum, or (under a root, where the signs of its factors
             are not known) a product. One base stands twice where it is also under a root: x·√x
    """

    number: Fraction
    factors: tuple[Factor, ...] = ()

    @cached_property
    def key(self) -> frozenset[Factor]:
        """What like terms have in common."""
        return frozenset(self.factors)

    @property
    def is_number(self) -> bool:
        """Whether nothing but a number is there."""
        return not self.factors


Base = Node | Sum | Product
Factor = tuple[Base, Fraction]

ONE = Product(Fraction(1))
NOTHING = Product(Fraction(0))


def alone(base: Base, exponent: Fraction = Fraction(1)) -> Product:
    """base^exponent."""
    return Product(Fraction(1), ((base, exponent),))


def plain_number(base: Base) -> Fraction | None:
    """The number, if the base is one known exactly, without a unit."""
    if not isinstance(base, Constant) or base.written is not None or not isinstance(base.value, (int, Fraction)):
        return None
    return Fraction(base.value)


def times(*products: Product) -> Product:
    """The product, powers of one base joined: √x·√x is x, x/√x is √x; x·√x stays."""
    number = Fraction(1)
    powers: dict[tuple[Base, bool], Fraction] = {}
    for product in products:
        number *= product.number
        for base, exponent in product.factors:
            sign, base = _known(base, exponent, powers)
            number *= sign
            _raise(powers, base, exponent)
    if not number:
        return NOTHING
    _settle(powers)
    factors: list[Factor] = []
    inner = []
    for (base, _), exponent in powers.items():
        plain = plain_number(base)
        if plain is not None and exponent.denominator == 1:
            number *= plain**exponent.numerator
        elif isinstance(base, Product) and exponent.denominator == 1:
            inner.append(whole_power(base, exponent.numerator))
        else:
            factors.append((base, exponent))
    found = Product(number, tuple(factors))
    return times(found, *inner) if inner else found


def _known(base: Base, exponent: Fraction, powers: Mapping[tuple[Base, bool], Fraction]) -> tuple[int, Base]:
    """The base, or its opposite with a sign if that is there already."""
    if not isinstance(base, Sum) or exponent.denominator != 1 or (base, False) in powers:
        return 1, base
    return ((-1) ** abs(exponent.numerator), base.opposite) if (base.opposite, False) in powers else (1, base)


def _raise(powers: dict[tuple[Base, bool], Fraction], base: Base, exponent: Fraction) -> None:
    """Join one more power; a broken exponent that becomes whole joins the whole ones."""
    place = base, exponent.denominator != 1
    total = powers.get(place, Fraction(0)) + exponent
    if place[1] and total.denominator == 1:
        powers.pop(place, None)
        place = base, False
        total += powers.get(place, Fraction(0))
    powers[place] = total
    if not total:
        del powers[place]


def _settle(powers: dict[tuple[Base, bool], Fraction]) -> None:
    """Join whole and broken powers of one base where one stands above the line and one below."""
    for base, is_broken in list(powers):
        if is_broken and powers.get((base, False), Fraction(0)) * powers[base, True] < 0:
            powers[base, True] += powers.pop((base, False))


def whole_power(product: Product, exponent: int) -> Product:
    """product^exponent. Raises: Undefined for 0 to a negative power, and where the number is too long."""
    if not product.number and exponent < 0:
        raise Undefined("division by zero")
    if exponent == 0:
        return ONE
    size = max(abs(product.number.numerator), product.number.denominator).bit_length()
    if size > 1 and size * abs(exponent) > LARGEST_BITS:
        raise Undefined("too large")
    return times(Product(product.number**exponent), *(alone(base, power * exponent) for base, power in product.factors))


def number_root(number: Fraction, exponent: Fraction) -> Product:
    """number^exponent for a positive number and a broken exponent, what can be drawn out of the root before it."""
    degree, found = exponent.denominator, ONE
    for whole, sign in ((number.numerator, 1), (number.denominator, -1)):
        outer, inner = _drawn(whole, degree)
        found = times(found, whole_power(Product(Fraction(outer)), sign * exponent.numerator))
        if inner > 1:
            found = times(found, alone(Constant(inner), sign * exponent))
    return found


def _drawn(whole: int, degree: int) -> tuple[int, int]:
    """outer, inner with whole = outer^degree · inner."""
    outer, inner, prime = 1, whole, 2
    while prime <= LARGEST_PRIME and prime**degree <= inner:
        while inner % prime**degree == 0:
            outer, inner = outer * prime, inner // prime**degree
        prime += 1
    near = round(inner ** (1 / degree)) if inner < 2**100 else 0
    return (outer * near, 1) if near**degree == inner else (outer, inner)


# -- sums --------------------------------------------------------------------------------------------------------


def collected(terms: Iterable[Product]) -> tuple[Product, ...]:
    """Like terms put together, each where the first of them stood; what comes to 0 is gone."""
    found: dict[frozenset[Factor], Product] = {}
    for term in terms:
        like = found.get(term.key)
        found[term.key] = replace(like, number=like.number + term.number) if like else term
    return tuple(term for term in found.values() if term.number)


def total(terms: Iterable[Product], decimals: bool = False) -> Product:
    """The sum as a product: what all terms have in common stands before it, denominators as well.

    decimals: whether broken numbers are decimals, of which only one that makes the others shorter is taken out
    """
    kept = collected(terms)
    if len(kept) < 2:
        return kept[0] if kept else NOTHING
    shared = common(kept, decimals)
    if all(term.number < 0 for term in kept):
        shared = replace(shared, number=-shared.number)
    inverse = whole_power(shared, -1)
    if all(term.factors and all(exponent < 0 for _, exponent in term.factors) for term in kept):
        kept = kept[::-1]  # 1/a + 1/b becomes (a + b)/(a*b)
    return times(shared, alone(Sum.of(collected(times(term, inverse) for term in kept))))


def common(terms: tuple[Product, ...], decimals: bool = False) -> Product:
    """What several products have in common, denominators as well; its number is positive."""
    return Product(_common_number(terms, decimals), tuple(_common_factors(terms)))


def _common_number(terms: tuple[Product, ...], decimals: bool) -> Fraction:
    """The largest number that leaves whole ones."""
    numbers = [term.number for term in terms]
    if decimals and any(n.denominator != 1 for n in numbers):
        ways = [Fraction(1), *map(abs, numbers)]
        return min(ways, key=lambda way: sum(len(number_text(exact(n / way))) for n in numbers))
    return Fraction(gcd(*(n.numerator for n in numbers)), lcm(*(n.denominator for n in numbers)))


def _common_factors(terms: tuple[Product, ...]) -> Iterator[Factor]:
    """The lowest power of each base; of roots only what is the same in all terms."""
    powers = [dict(_places(term)) for term in terms]
    for base, is_broken in dict.fromkeys(place for one in powers for place in one):
        exponents = [one.get((base, is_broken), Fraction(0)) for one in powers]
        least = min(exponents)
        if least and not (is_broken and len(set(exponents)) > 1) and (least < 0 or all(exponents)):
            yield base, least


def _places(term: Product) -> Iterator[tuple[tuple[Base, bool], Fraction]]:
    for base, exponent in term.factors:
        yield (base, exponent.denominator != 1), exponent
