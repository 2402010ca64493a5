"""Which variable a recursion branches on next."""

from __future__ import annotations

from collections.abc import Callable

from cpsolver.task.propagation import Space

Order = Callable[[Space], int]
"""The open variable to branch on. There is one."""


def smallest(space: Space) -> int:
    """The open variable with the fewest values, the first declared of several.

    Source: Golomb & Baumert, Backtrack Programming (1965).
    """
    fewest, chosen = 0, -1
    for variable, mask in enumerate(space.domains):
        if mask & mask - 1:
            size = mask.bit_count()
            if size == 2:
                return variable
            if not fewest or size < fewest:
                fewest, chosen = size, variable
    return chosen


def weighted(space: Space) -> int:
    """The open variable with the fewest values for the weight of its conditions, the first declared of several.

    A variable begins with a weight of one a condition, and gains one whenever a condition on it has failed.
    Source: Boussemart, Hemery, Lecoutre & Sais, Boosting Systematic Search by Weighting Constraints (2004).
    """
    weights = space.weights
    assert weights is not None, "the space of a weighted search keeps weights"
    best_size, best_weight, chosen = 0, 1, -1
    for variable, mask in enumerate(space.domains):
        if mask & mask - 1:
            size = mask.bit_count()
            if chosen < 0 or size * best_weight < best_size * weights[variable]:
                best_size, best_weight, chosen = size, weights[variable], variable
    return chosen


def as_given(space: Space) -> int:
    """The first open variable in the order of the model, which `search:` may change."""
    return next(variable for variable, mask in enumerate(space.domains) if mask & mask - 1)


BY_NAME: dict[str, Order] = {"smallest": smallest, "weighted": weighted, "given": as_given}
"""The orders by their names in `Settings.order`."""
