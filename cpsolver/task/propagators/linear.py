"""Propagation of linear conditions by the least and greatest value of each term."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

from cpsolver.task.domain import Number
from cpsolver.task.linear import Linear
from cpsolver.task.propagation import Propagator, Space, bits, mirrored

MOST_PAIRED = 200
"""Two variables left in an equation are compared value by value if the first has no more values than this."""

MOST_BY_VALUE = 3
"""An equation of no more variables is also run when values inside a domain go: two left are compared by value."""

FLIPPED = {">": "<", ">=": "<="}


def is_numeric(space: Space, names: Sequence[str]) -> bool:
    """Whether the variables hold exact numbers only."""
    return all(space.has_only(space.index[name], (int, Fraction)) for name in names)


def are_whole(space: Space, variables: Sequence[int]) -> bool:
    """Whether all values left to the variables are whole."""
    return all(space.has_only(variable, int) for variable in variables)


def post_linear(space: Space, form: Linear) -> bool:
    """Propagate a linear comparison other than `!=`; False if it has no variables and does not hold."""
    form = upward(form)
    if not form.coefficients:
        return {"=": form.constant == 0, "<=": form.constant >= 0, "<": form.constant > 0}[form.relation]
    space.add(LinearBounds(space, form))
    return True


def upward(form: Linear) -> Linear:
    """The same with whole coefficients and with `<` or `<=` in place of `>` or `>=`."""
    scale = lcm(*(Fraction(number).denominator for _, number in form.coefficients), Fraction(form.constant).denominator)
    if form.relation in FLIPPED:
        scale = -scale
    coefficients = tuple((name, int(number * scale)) for name, number in form.coefficients)
    return replace(
        form,
        coefficients=coefficients,
        relation=FLIPPED.get(form.relation, form.relation),
        constant=int(form.constant * scale),
    )


class LinearBounds(Propagator):
    """The sum of coefficient × variable is =, < or <= a constant."""

    at_once = False

    def __init__(self, space: Space, form: Linear, is_whole: bool | None = None) -> None:
        """`is_whole`: whether the variables hold whole numbers only, where others than those left may come back."""
        super().__init__([space.index[name] for name, _ in form.coefficients])
        self.terms = tuple(zip(self.variables, (int(number) for _, number in form.coefficients), strict=True))
        self.is_equation = form.relation == "="
        self.is_whole = are_whole(space, self.variables) if is_whole is None else is_whole
        self.is_strict = form.relation == "<" and not self.is_whole
        self.constant: Number = form.constant - (form.relation == "<" and self.is_whole)
        self.on = "any" if self.is_equation and len(self.terms) <= MOST_BY_VALUE else "bounds"

    def propagate(self, space: Space) -> bool:
        """Narrow the bounds; once they stand, compare the last two variables of an equation value by value."""
        numbers, domains = space.numbers, space.domains
        low: Number = 0
        high: Number = 0
        widest: Number = 0
        widths = []
        for variable, factor in self.terms:
            mask = domains[variable]
            if mask & mask - 1:
                least = factor * numbers[(mask & -mask).bit_length() - 1]
                most = factor * numbers[mask.bit_length() - 1]
                if factor < 0:
                    least, most = most, least
                low += least
                high += most
                width = most - least
                widths.append((variable, factor, width))
                if width > widest:
                    widest = width
            else:
                value = factor * numbers[mask.bit_length() - 1]
                low += value
                high += value
        above = self.constant - low
        below = high - self.constant if self.is_equation else widest
        if above < 0 or below < 0 or (self.is_strict and above == 0):
            return False
        if widest > above or widest > below or (self.is_strict and widest == above and widths):
            return self._cap_all(space, widths, above, below)
        if not self.is_equation:
            slack = self.constant - high
            return space.retire(self) if slack > 0 or (slack == 0 and not self.is_strict) else True
        return self._pair(space, widths, self.constant - low) if len(widths) == 2 else True

    def _cap_all(self, space: Space, widths: Sequence[tuple[int, int, Number]], above: Number, below: Number) -> bool:
        """Let no term exceed its least value, or fall short of its greatest, by more than there is room."""
        for variable, factor, width in widths:
            over = width > above or (self.is_strict and width == above)
            if over and not self._cap(space, variable, factor, above):
                return False
            if width > below and not self._cap(space, variable, -factor, below):
                return False
        return True

    def _cap(self, space: Space, variable: int, factor: int, room: Number) -> bool:
        """Let factor × variable exceed its least value by no more than there is room."""
        size = abs(factor)
        step = room // size if self.is_whole else Fraction(room) / size
        if factor > 0:
            most = space.least(variable) + step
            return space.below(variable, most) if self.is_strict else space.at_most(variable, most)
        least = space.most(variable) - step
        return space.above(variable, least) if self.is_strict else space.at_least(variable, least)

    def _pair(self, space: Space, open_: Sequence[tuple[int, int, Number]], room: Number) -> bool:
        """Of an equation with two variables left, keep the values that have a partner.

        room: by how much the two terms together exceed their least values
        """
        (x, x_factor, _), (y, y_factor, _) = open_
        domains = space.domains
        rest = room + sum(factor * (space.least(v) if factor > 0 else space.most(v)) for v, factor, _ in open_)
        if x_factor == -y_factor and space.is_contiguous:
            shift, remainder = divmod(int(rest), y_factor)  # y = x + shift, and so are their bits
            if remainder:
                return False
            kept = (domains[x] << shift if shift > 0 else domains[x] >> -shift) & domains[y]
            back = kept >> shift if shift > 0 else kept << -shift
            return bool(kept) and space.narrow(x, back) and space.narrow(y, kept)
        if x_factor == y_factor and space.is_contiguous:
            total, remainder = divmod(int(rest), y_factor)  # y = total - x, and so are their bits
            if remainder:
                return False
            total -= 2 * int(space.numbers[0])
            kept = mirrored(domains[x], total) & domains[y]
            return bool(kept) and space.narrow(x, mirrored(kept, total)) and space.narrow(y, kept)
        return domains[x].bit_count() > MOST_PAIRED or self._by_value(space, x, x_factor, y, y_factor, rest)

    def _by_value(self, space: Space, x: int, x_factor: int, y: int, y_factor: int, rest: Number) -> bool:
        x_kept = y_kept = 0
        numbers, y_mask = space.numbers, space.domains[y]
        for bit in bits(space.domains[x]):
            difference = rest - x_factor * numbers[bit.bit_length() - 1]
            partner, remainder = divmod(difference, y_factor)
            number = space.number_of.get(Fraction(difference) / y_factor if remainder else partner)
            if number is not None and y_mask >> number & 1:
                x_kept |= bit
                y_kept |= 1 << number
        return space.narrow(x, x_kept) and space.narrow(y, y_kept)
