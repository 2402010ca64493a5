"""The uncertainties of all rows of a sweep at once: gradients by the uncertain givens, a column for each.

What `spreads` does for one solution, by the same derivatives: a formula F = 0 that gave a quantity y gives its
gradient, dy = -(Σ ∂F/∂x dx) / (∂F/∂y), row by row along the way on which the rows were found.

Source: JCGM 100:2008 (*Guide to the expression of uncertainty in measurement*), 5.1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cpsolver.kinds.formulas.spreads import SINGULAR
from cpsolver.task.algebra.differentiation import NotDifferentiable, differentiated
from cpsolver.task.condition import Equation
from cpsolver.task.reals.columns import ULP, Column, NoColumns, numeric

if TYPE_CHECKING:
    from numpy.typing import NDArray

Gradients = dict[str, dict[str, Any]]
"""For each quantity, for each given that it depends on, by how much it changes with it: a number for every row."""


def sigmas_of(
    ways: Sequence[tuple[Equation, str]], columns: Mapping[str, Column], sigmas: Mapping[str, float]
) -> Mapping[str, NDArray[Any]]:
    """The standard uncertainty of every quantity that was found, in base units; NaN where it has no linear one.

    ways:    the formulas in the order in which they were used, each with the quantity it gave
    columns: the values of all quantities, a place for each row
    sigmas:  the uncertain givens, with their standard uncertainties
    """
    exact = {name: Column(column.value, 0.0 * column.value) for name, column in columns.items()}
    gradients: Gradients = {name: {name: 1.0} if name in sigmas else {} for name in columns}
    found: dict[str, NDArray[Any]] = {}
    with np.errstate(all="ignore"):
        for equation, goal in ways:
            gradients[goal] = _gradient(equation, goal, exact, gradients)
            parts = [(rate * sigmas[given]) ** 2 for given, rate in gradients[goal].items()]
            found[goal] = np.sqrt(sum(parts)) + 0.0 * columns[goal].value
    return found


def _gradient(equation: Equation, goal: str, columns: Mapping[str, Column], gradients: Gradients) -> dict[str, Any]:
    """The gradient of the quantity that a formula gave, by implicit differentiation."""
    uncertain = [name for name in equation.scope if name != goal and gradients[name]]
    if not uncertain:
        return {}
    own, size = _slope(equation, goal, columns)
    own = np.where(np.abs(own) <= SINGULAR * size, np.nan, own)
    total: dict[str, Any] = {}
    for name in uncertain:
        rate = -_slope(equation, name, columns)[0] / own
        for given, part in gradients[name].items():
            total[given] = total.get(given, 0.0) + rate * part
    return total


def _slope(equation: Equation, name: str, columns: Mapping[str, Column]) -> tuple[Any, Any]:
    """How fast left minus right side changes with a quantity, and the size of the terms that this is made of.

    The bound of rounding errors tells that size: it is a part of 2**-52 of the terms, which may cancel.
    """
    try:
        left, right = (numeric(differentiated(side, name))(columns) for side in (equation.left, equation.right))
    except (NotDifferentiable, NoColumns):
        return np.nan, np.nan
    sizes = (np.maximum(np.abs(side.value), side.error / ULP) for side in (left, right))
    return left.value - right.value, np.maximum(*sizes)
