"""Float roots improved by exact Newton steps, where cancelling digits made them worse than a float can be."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from cpsolver.task.condition import Equation
from cpsolver.task.domain import Number, Value
from cpsolver.task.functions import Undefined

NEWTON_STEPS = 4


def polished(equation: Equation, variable: str, exactly: Mapping[str, Value], value: Number) -> float:
    """The root, nearer to the true one if exact arithmetic can tell; exactly: the other quantities, no floats."""
    return _Polish(equation, variable, exactly).polished(value)


class _Polish:
    """One equation whose residual is taken exactly."""

    def __init__(self, equation: Equation, variable: str, exactly: Mapping[str, Value]) -> None:
        self.equation, self.variable, self.exactly = equation, variable, exactly

    def polished(self, value: Number) -> float:
        """A float root improved by exact Newton steps, where cancelling digits made it worse than a float can be."""
        best = float(value)
        error = self.error(Fraction(best))
        for _ in range(NEWTON_STEPS):
            better = self.newton(best) if error else None
            smaller = None if better is None else self.error(Fraction(better))
            if better is None or smaller is None or error is None or smaller >= error:
                break
            best, error = better, smaller
        return best

    def newton(self, value: float) -> float | None:
        """One Newton step in exact arithmetic; None where the equation is not made of rational operations."""
        point, step = Fraction(value), Fraction(abs(value) or 1.0) / 2**20
        here, above, below = (self.residual(x) for x in (point, point + step, point - step))
        if here is None or above is None or below is None or above == below:
            return None
        return float(point - here * 2 * step / (above - below))

    def error(self, value: Fraction) -> Fraction | None:
        """How far the equation is from holding, exactly."""
        found = self.residual(value)
        return None if found is None else abs(found)

    def residual(self, value: Fraction) -> Fraction | None:
        """Left minus right side with this value for the quantity, exactly; None if that is not to be had."""
        try:
            found = self.equation.residual({**self.exactly, self.variable: value})
        except Undefined:
            return None
        return Fraction(found) if isinstance(found, (int, Fraction)) else None
