"""Propagation of any relation at all, by trying the assignments of the variables still open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from cpsolver.task.domain import Value
from cpsolver.task.evaluation import Evaluator, compiled
from cpsolver.task.expression import Node
from cpsolver.task.functions import Undefined
from cpsolver.task.propagation import Propagator, Space, bits

MOST_TRIED = 2000
"""More assignments than this are not tried, unless a single variable is open."""


class Enumeration(Propagator):
    """An expression over some variables is true. Narrows once few assignments are left: arc consistency by trial."""

    priority = 2

    def __init__(self, space: Space, variables: Sequence[int], expression: Node, most_open: int | None = None) -> None:
        """`most_open`: say nothing while more variables than this are open; None for as soon as it is not too much."""
        super().__init__(variables)
        self.most_open = most_open
        self.on = "any" if most_open is None else "fixed"
        self.names = [space.names[variable] for variable in variables]
        self.evaluate: Evaluator = compiled(expression)
        self.exact = size_of(space, variables, MOST_TRIED) is not None

    def propagate(self, space: Space) -> bool:
        """Keep the values that some true assignment has; one pass is a fixpoint."""
        domains = space.domains
        open_ = [variable for variable in self.variables if domains[variable] & domains[variable] - 1]
        if not open_:
            return self._holds(space)
        if self.most_open is not None and len(open_) > self.most_open:
            return True
        if len(open_) > 1 and size_of(space, open_, MOST_TRIED) is None:
            return True
        missing = [domains[variable] for variable in self.variables]
        for row in true_rows(space, self.variables, self.names, self.evaluate):
            missing = [mask & ~bit for mask, bit in zip(missing, row, strict=True)]
            if not any(missing):
                return True
        return all(space.narrow(variable, ~mask) for variable, mask in zip(self.variables, missing, strict=True))

    def _holds(self, space: Space) -> bool:
        """Whether it is true of the values that all its variables have."""
        domains = space.domains
        names = zip(self.names, self.variables, strict=True)
        try:
            return bool(self.evaluate({name: space.value_in(variable, domains[variable]) for name, variable in names}))
        except Undefined:
            return False


def size_of(space: Space, variables: Sequence[int], most: int) -> int | None:
    """How many assignments the variables have; None if more than `most`."""
    size = 1
    for variable in variables:
        size *= space.domains[variable].bit_count()
        if size > most:
            return None
    return size


def true_rows(
    space: Space, variables: Sequence[int], names: Sequence[str], evaluate: Evaluator
) -> Iterator[tuple[int, ...]]:
    """The assignments, as bits, for which the expression is true. Undefined counts as false."""
    choices = [tuple(bits(space.domains[variable])) for variable in variables]
    value_of: list[dict[int, Value]] = [
        {bit: space.value_in(variable, bit) for bit in choice}
        for variable, choice in zip(variables, choices, strict=True)
    ]
    for row in product(*choices):
        values = {name: known[bit] for name, known, bit in zip(names, value_of, row, strict=True)}
        try:
            if evaluate(values):
                yield row
        except Undefined:
            continue
