"""Which suppositions fail by singles and single rules, and how soon: looked up by propagation before one is told.

The steps of a supposition are worked out one by one, with reasons, and most suppositions say nothing. Here only
domains shrink, by the very conclusions those steps may draw: digits that are placed, singles, and what one rule says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cpsolver.auxiliary.consistency import Consistency
from cpsolver.kinds.sudoku.rules import rules_of, rules_with_units
from cpsolver.kinds.sudoku.shape import different_cells
from cpsolver.task.domain import Finite, Value
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.propagation import Propagator, Space, bits
from cpsolver.task.propagators import post
from cpsolver.task.propagators.different import Places, Taken
from cpsolver.task.task import Task

ENOUGH = 4
"""A supposition that fails after no more steps than this is taken at once."""


class Failing(NamedTuple):
    """A supposition that fails, after about so many steps."""

    steps: int
    name: str
    value: Value


class Budget:
    """How many steps a supposition may take, and how many it took."""

    def __init__(self) -> None:
        self.most, self.spent = 1 << 30, 0

    def spend(self) -> bool:
        """Count a step; False beyond the most there may be."""
        self.spent += 1
        return self.spent <= self.most


class RuleSays(Propagator):
    """What one rule leaves."""

    priority = 2

    def __init__(self, space: Space, answers: Consistency, budget: Budget) -> None:
        super().__init__([space.index[name] for name in answers.scope])
        self.answers, self.budget = answers, budget

    def propagate(self, space: Space) -> bool:
        """Narrow to it."""
        before = tuple(space.domains[variable] for variable in self.variables)
        after = self.answers.narrowed(before)
        if after is None:
            return False
        if after == before:
            return True
        return self.budget.spend() and all(map(space.narrow, self.variables, after))


class OnePlace(Places):
    """Digits with one place left in a unit."""

    def __init__(self, variables: list[int], budget: Budget) -> None:
        super().__init__(variables)
        self.budget = budget

    def propagate(self, space: Space) -> bool:
        """Put them there."""
        filled = space.filled
        holds = super().propagate(space)
        return holds and (space.filled == filled or self.budget.spend())


class Foresight:
    """What is known of a board at the fixpoint of singles and single rules, ready to have something supposed."""

    def __init__(self, task: Task, known: Knowledge) -> None:
        domains = {name: domain for name, domain in known.domains.items() if isinstance(domain, Finite)}
        self.space = Space({name: domain.values for name, domain in domains.items()})
        self.budget = Budget()
        self.holds = self._post(task) and self.space.propagate()

    def _post(self, task: Task) -> bool:
        space = self.space
        for condition in task.conditions:
            cells = different_cells(condition)
            if cells is not None:
                variables = [space.index[name] for name in cells]
                space.add_reaction(variables, Taken(variables))
                domain = task.by_name[cells[0]].domain
                if isinstance(domain, Finite) and len(domain) == len(cells):
                    space.add(OnePlace(variables, self.budget))
        for (condition, *_), answers in (*rules_of(task), *rules_with_units(task)):
            if answers is not None and answers.values == space.values:
                space.add(RuleSays(space, answers, self.budget))
            elif answers is None and different_cells(condition) is None and not post(space, condition):
                return False
        return True

    def failing(self) -> Iterator[Failing]:
        """Suppositions that fail, the fewest steps first, of the cells with the fewest values that have any."""
        if not self.holds:
            return
        sizes: dict[int, list[int]] = {}
        for variable, mask in enumerate(self.space.domains):
            if mask & mask - 1:
                sizes.setdefault(mask.bit_count(), []).append(variable)
        for size in sorted(sizes):
            yield from sorted(self._failing(sizes[size]))

    def _failing(self, variables: list[int]) -> Iterator[Failing]:
        """Those of these cells that fail, each sooner than the one before."""
        self.budget.most = 1 << 30
        for variable in variables:
            for bit in bits(self.space.domains[variable]):
                steps = self._steps(variable, bit)
                if steps is not None:
                    yield Failing(steps, self.space.names[variable], self.space.value_in(variable, bit))
                    self.budget.most = steps - 1
                    if steps <= ENOUGH:
                        return

    def _steps(self, variable: int, bit: int) -> int | None:
        """After how many steps a supposition fails; None if it does not, or not within the budget."""
        space, budget = self.space, self.budget
        mark = space.mark()
        budget.spent = 0
        fails = not (space.narrow(variable, bit) and space.propagate())
        space.undo(mark)
        return budget.spent if fails and budget.spent <= budget.most else None
