"""Propagation of linear conditions by the least and greatest value of each term."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

from cpsolver.task.domain import Number
from cpsolver.task.linear import Linear
from cpsolver.task.propagation import Propagator, Space, bits

MOST_PAIRED = 200
"""Two variables left in an equation are compared value by value if the first has no more values than this."""

FLIPPED = {">": "<", ">=": "<="}


def is_numeric(space: Space, names: Sequence[str]) -> bool:
    """Whether the variables hold exact numbers only."""
    return all(space.has_only(space.index[name], (int, Fraction)) for name in names)


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

    def __init__(self, space: Space, form: Linear) -> None:
        super().__init__([space.index[name] for name, _ in form.coefficients])
        self.coefficients = [int(number) for _, number in form.coefficients]
        self.is_equation = form.relation == "="
        self.is_whole = all(space.has_only(variable, int) for variable in self.variables)
        self.is_strict = form.relation == "<" and not self.is_whole
        self.constant: Number = form.constant - (form.relation == "<" and self.is_whole)

    def propagate(self, space: Space) -> bool:
        """Narrow the bounds; once they stand, compare the last two variables of an equation value by value."""
        before = space.mark()
        if not self._narrow_bounds(space):
            return False
        return self._pair(space) if self.is_equation and before == space.mark() else True

    def _narrow_bounds(self, space: Space) -> bool:
        values, domains = space.values, space.domains
        low: Number = 0
        high: Number = 0
        ranges = []
        for variable, factor in zip(self.variables, self.coefficients, strict=True):
            mask = domains[variable]
            least: Number = values[(mask & -mask).bit_length() - 1]  # type: ignore[assignment]
            most: Number = values[mask.bit_length() - 1]  # type: ignore[assignment]
            ranges.append((variable, factor, least, most))
            if factor > 0:
                low += factor * least
                high += factor * most
            else:
                low += factor * most
                high += factor * least
        above = self.constant - low
        below = high - self.constant if self.is_equation else None
        if above < 0 or (self.is_strict and above == 0) or (below is not None and below < 0):
            return False
        for variable, factor, least, most in ranges:
            width = abs(factor) * (most - least)
            if width >= above and width and not self._cap(space, variable, factor, above, least, most):
                return False
            if below is not None and width > below and not self._cap(space, variable, -factor, below, least, most):
                return False
        return True

    def _cap(self, space: Space, variable: int, factor: int, room: Number, least: Number, most: Number) -> bool:
        """Let factor × variable exceed its least value by no more than there is room."""
        size = abs(factor)
        step = room // size if self.is_whole else Fraction(room) / size
        if factor > 0:
            bound = bisect_left if self.is_strict else bisect_right
            return space.narrow(variable, (1 << bound(space.numbers, least + step)) - 1)
        bound = bisect_right if self.is_strict else bisect_left
        return space.narrow(variable, -1 << bound(space.numbers, most - step))

    def _pair(self, space: Space) -> bool:
        """Of an equation with two variables left, keep the values that have a partner."""
        rest, open_ = self.constant, []
        for variable, factor in zip(self.variables, self.coefficients, strict=True):
            mask = space.domains[variable]
            if mask & mask - 1:
                open_.append((variable, factor))
                if len(open_) > 2:
                    return True
            else:
                rest -= factor * space.value(mask)  # type: ignore[operator]
        if len(open_) != 2 or space.domains[open_[0][0]].bit_count() > MOST_PAIRED:
            return True
        (x, x_factor), (y, y_factor) = open_
        x_kept = y_kept = 0
        for bit in bits(space.domains[x]):
            partner = Fraction(rest - x_factor * space.value(bit)) / y_factor  # type: ignore[operator]
            number = space.number_of.get(partner)
            if number is not None and space.domains[y] >> number & 1:
                x_kept |= bit
                y_kept |= 1 << number
        return space.narrow(x, x_kept) and space.narrow(y, y_kept)
