"""Branch and bound: once a solution is known, only better ones are looked for."""

from __future__ import annotations

from cpsolver.task.domain import Number, Value
from cpsolver.task.expression import Call, Constant, names
from cpsolver.task.functions import exact
from cpsolver.task.linear import Linear, linear_expression
from cpsolver.task.propagation import Propagator, Space
from cpsolver.task.propagators.enumeration import Enumeration
from cpsolver.task.propagators.linear import LinearBounds, are_whole, is_numeric, upward
from cpsolver.task.task import Objective


class Bound(Propagator):
    """The objective is better than the best value known; nothing follows while none is."""

    at_once = False

    def __init__(self, space: Space, objective: Objective, most_open: int | None = None) -> None:
        """`most_open`: say nothing while more variables than this are open; None for as early as possible."""
        self.most_open = most_open
        self.scope = names(objective.expression)
        super().__init__([space.index[name] for name in self.scope])
        self.objective = objective
        self._better: Propagator | None = None
        found = linear_expression(objective.expression)
        whole = most_open is None and found and found[0]
        # A better value may be found deep in the search, where the variables have lost values that come back.
        self._is_whole = are_whole(space, self.variables)
        self._linear = found if found and whole and is_numeric(space, tuple(found[0])) else None

    def tighten(self, space: Space, best: Value) -> None:
        """From now on only values better than this will do."""
        relation = ">" if self.objective.maximize else "<"
        if self._linear is not None and not isinstance(best, (str, float)):
            coefficients, constant = self._linear
            rest: Number = exact(best - constant)
            form = upward(Linear(tuple(coefficients.items()), relation, rest))
            self._better = LinearBounds(space, form, self._is_whole)
        else:
            self._better = Enumeration(
                space, self.variables, Call(relation, (self.objective.expression, Constant(best))), self.most_open
            )

    def propagate(self, space: Space) -> bool:
        """Narrow to what may still be better."""
        return self._better is None or self._better.propagate(space)
