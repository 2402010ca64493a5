"""Products and sums written as expressions again, as people write them.

What the terms of a sum have in common stands before it, unless the sum is clearly lighter without: `h + g*t^2/2`. A
number stands before a root, unless it is shorter under it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd

from cpsolver.task.algebra.tidying.product import (
    Base,
    Factor,
    Product,
    Sum,
    alone,
    collected,
    plain_number,
    times,
    whole_power,
)
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.functions import exact
from cpsolver.task.notation import PLAIN
from cpsolver.task.writing import Writer, number_text

_SHORT = replace(PLAIN, constant=lambda value: "p" if isinstance(value, float) else number_text(value))


class _Ruler(Writer):
    """Numbers of the language count as a letter, those with a unit as they were written."""

    def constant(self, node: Constant) -> tuple[str, float]:
        """A constant as it will be shown."""
        return self.quantity(node.written) if node.written is not None else super().constant(node)


BARS = 3
"""By so much a quotient of a quotient, a/b/c, counts as longer than it is: a/(b*c) reads better."""


def length(node: Node) -> int:
    """How many characters the expression takes in plain text, pi counting as one, and more for a/b/c."""
    return len(_Ruler(_SHORT).written(node)) + BARS * sum(map(_is_double, _calls(node)))


def _calls(node: Node) -> Iterator[Call]:
    """All calls in an expression."""
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, Call):
            yield top
            stack.extend(top.arguments)


def _is_double(node: Call) -> bool:
    first = node.arguments[0] if node.function == "/" else None
    return isinstance(first, Call) and first.function == "/"


@dataclass(frozen=True)
class Layer:
    """Lays expressions out.

    decimals: whether broken numbers are written as decimals where that is no longer
    """

    decimals: bool = False

    def lay(self, product: Product) -> Node:
        """The shortest expression for a product."""
        found = self._as_it_is(product)
        size = _weight(found)
        for way, saving in _ways(product):
            laid = self._as_it_is(way)
            if _weight(laid) <= size - saving:
                found, size = laid, _weight(laid)
        return found

    # -- a product -----------------------------------------------------------------------------------------------

    def _as_it_is(self, product: Product) -> Node:
        """number · tops · roots / (bottoms · roots)."""
        product = _with_sign_inside(product)
        number, factors = product.number, _ordered(product.factors)
        top, bottom = self._numbers(abs(number), any(exponent > 0 for _, exponent in factors))
        tops, bottoms = [Constant(top)] if top is not None else [], [Constant(bottom)] if bottom is not None else []
        above: list[Node] = [*tops]
        below: list[Node] = [*bottoms]
        for base, exponent in factors:
            if exponent.denominator == 1:
                (above if exponent > 0 else below).append(self._power(base, abs(exponent)))
        for degree in dict.fromkeys(e.denominator for _, e in factors if e.denominator > 1):
            group = [(base, e) for base, e in factors if e.denominator == degree]
            side, at = (below, bottoms) if all(e < 0 for _, e in group) else (above, tops)
            root = self._root([(base, -e if side is below else e) for base, e in group], degree)
            is_number = all(isinstance(base, Constant) for base, _ in group)
            side.insert(len(at) if is_number else len(side), root)
        found = _chain(above)
        if below:
            found = Call("/", (found, _chain(below)))
        return opposite(found) if number < 0 else found

    def _numbers(self, number: Fraction, has_top: bool) -> tuple[int | Fraction | None, int | Fraction | None]:
        """The number above the line and the one below it, None where that is 1."""
        top, bottom = number.numerator, number.denominator
        ways: list[tuple[int | Fraction, int | Fraction]] = [(top, bottom)]
        if self.decimals and bottom != 1 and _is_decimal(number):
            ways.append((number, 1))
        elif self.decimals and top not in (0, 1) and _is_decimal(1 / number):
            ways.append((1, Fraction(bottom, top)))
        if not has_top and bottom != 1 and _is_decimal(number) and self.decimals:
            ways.reverse()
        one, other = min(reversed(ways), key=lambda way: sum(len(number_text(n)) + 1 for n in way if n != 1))
        return (None if one == 1 and has_top else _whole(one)), (None if other == 1 else _whole(other))

    def _power(self, base: Base, exponent: Fraction) -> Node:
        """base^exponent."""
        node = self._base(base)
        return node if exponent == 1 else Call("^", (node, Constant(exact(exponent))))

    def _base(self, base: Base) -> Node:
        if isinstance(base, Sum):
            return self.sum(base)
        return self.lay(base) if isinstance(base, Product) else base

    def _root(self, group: list[Factor], degree: int) -> Node:
        """All that stands under one root."""
        inner = times(*(_taken(base, (exponent * degree).numerator) for base, exponent in group))
        power = 1
        if inner.number == 1 and not any(isinstance(base, Product) for base, _ in group):
            power = gcd(*(exponent.numerator for _, exponent in inner.factors)) or 1
            inner = Product(inner.number, tuple((base, exponent / power) for base, exponent in inner.factors))
        node = self.lay(inner)
        if degree == 2:
            return Call("sqrt", (node if power == 1 else Call("^", (node, Constant(power))),))
        return Call("^", (node, Constant(Fraction(power, degree))))

    # -- a sum ---------------------------------------------------------------------------------------------------

    def sum(self, total: Sum) -> Node:
        """The terms with their signs, one with a plus first; but roots of sums come last, as in -b + √D."""
        terms = total.terms
        if _has_surd(total):
            plain = tuple(term for term in terms if not _is_surd(term))
            terms = (*plain, *filter(_is_surd, terms)) if any(term.number > 0 for term in plain) else terms
        elif terms[0].number < 0:
            first = next((index for index, term in enumerate(terms) if term.number > 0), 0)
            terms = (terms[first], *terms[:first], *terms[first + 1 :])
        found = self.lay(terms[0])
        for term in terms[1:]:
            is_less = term.number < 0
            laid = self.lay(replace(term, number=abs(term.number)))
            found = Call("-" if is_less else "+", (found, laid))
        return found


def opposite(node: Node) -> Node:
    """-node, the minus before the first factor."""
    if isinstance(node, Call) and node.function in ("*", "/"):
        return Call(node.function, (opposite(node.arguments[0]), *node.arguments[1:]))
    if isinstance(node, Constant) and isinstance(node.value, (int, Fraction)) and node.written is None:
        return Constant(-node.value)
    return Call("neg", (node,))


def _chain(nodes: list[Node]) -> Node:
    """The product from left to right; 1 of none."""
    found = nodes[0] if nodes else Constant(1)
    for node in nodes[1:]:
        found = Call("*", (found, node))
    return found


def _whole(number: int | Fraction) -> int | Fraction:
    """The same number, as an int if it is one."""
    return number.numerator if number.denominator == 1 else number


def _is_decimal(number: Fraction) -> bool:
    return "/" not in number_text(number)


def _ordered(factors: Iterable[Factor]) -> list[Factor]:
    """Numbers of the language first, then names, functions, sums; what is alike as it came."""
    return sorted(factors, key=lambda factor: _RANKS.get(type(factor[0]), 2) if not _has_unit(factor[0]) else 2)


_RANKS: dict[type, int] = {Constant: 0, Name: 1, Call: 2, Sum: 3, Product: 3}


def _has_unit(base: Base) -> bool:
    return isinstance(base, Constant) and base.written is not None


def _taken(base: Base, exponent: int) -> Product:
    """base^exponent, numbers and products opened."""
    if isinstance(base, Product):
        return whole_power(base, exponent)
    number = plain_number(base)
    if number is not None:
        return whole_power(Product(number), exponent)
    return alone(base, Fraction(exponent))


def _has_surd(total: Sum) -> bool:
    """Whether a term is the root of a sum."""
    return any(map(_is_surd, total.terms))


def _is_surd(term: Product) -> bool:
    """Whether the root of a sum is a factor."""
    return any(isinstance(base, (Sum, Product)) and exponent.denominator > 1 for base, exponent in term.factors)


def _with_sign_inside(product: Product) -> Product:
    """A minus before the product moved into a sum that has both signs, or a root: -(a - b) is b - a."""
    if product.number > 0:
        return product
    for index, (base, exponent) in enumerate(product.factors):
        if not isinstance(base, Sum) or exponent.denominator > 1 or exponent.numerator % 2 == 0:
            continue
        if _has_surd(base) or any(term.number < 0 for term in base.terms):
            factors = (*product.factors[:index], (base.opposite, exponent), *product.factors[index + 1 :])
            return Product(-product.number, factors)
    return product


# -- ways to write the same --------------------------------------------------------------------------------------

NAME = 2
"""By so much a name counts more than another character: nobody likes to write it twice."""

OPENED = 3
"""By so much a sum must become lighter to be written without what its terms have in common before it."""


def _weight(node: Node) -> int:
    """How long an expression looks."""
    inner = sum(isinstance(argument, Name) for call in _calls(node) for argument in call.arguments)
    return length(node) + NAME * (inner + isinstance(node, Name))


def _ways(product: Product) -> Iterator[tuple[Product, int]]:
    """The same written otherwise, and how much lighter it must be to be preferred."""
    if (opened := _opened(product)) is not None:
        yield opened, OPENED
    for under in _under_roots(product):
        yield under, 1
    for grouped in _grouped(product):
        yield grouped, OPENED


def _opened(product: Product) -> Product | None:
    """All factors moved into the only sum: h + g*t^2/2."""
    sums = [base for base, exponent in product.factors if isinstance(base, Sum) and exponent == 1]
    if len(sums) != 1 or (product.number == 1 and len(product.factors) == 1):
        return None
    rest = Product(product.number, tuple(factor for factor in product.factors if factor != (sums[0], Fraction(1))))
    return alone(Sum.of(collected(times(rest, term) for term in sums[0].terms)))


def _under_roots(product: Product) -> Iterator[Product]:
    """The number before a square root moved under it, √2/2 being √(1/2), but not under that of a sum."""
    half = Fraction(1, 2)
    roots = [(base, exponent) for base, exponent in product.factors if exponent.denominator == 2]
    if not roots or abs(product.number) == 1 or any(isinstance(base, (Sum, Product)) for base, _ in roots):
        return
    inner, kept = product.number**2, []
    for base, exponent in product.factors:
        number = plain_number(base)
        if exponent.denominator == 2 and number is not None:
            inner *= number ** (2 * exponent).numerator
        else:
            kept.append((base, exponent))
    yield Product(Fraction(1 if product.number > 0 else -1), ((Constant(exact(inner)), half), *kept))


def _grouped(product: Product) -> Iterator[Product]:
    """Squares of several factors as the square of their product."""
    for exponent in {e for _, e in product.factors if e.denominator == 1 and abs(e) > 1}:
        group = tuple((base, Fraction(1)) for base, e in product.factors if e == exponent)
        if len(group) > 1:
            rest = tuple(factor for factor in product.factors if factor[1] != exponent)
            yield Product(product.number, (*rest, (Product(Fraction(1), group), exponent)))
