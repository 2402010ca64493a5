"""Which suppositions fail by singles and single rules, and how soon: looked up by propagation before one is told.

The steps of a supposition are worked out one by one, with reasons, and most suppositions say nothing. Here only
domains shrink, by the very conclusions those steps may draw: digits that are placed, singles, and what one rule says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import NamedTuple

from cpsolver.auxiliary.apart import Apart
from cpsolver.auxiliary.consistency import Consistency
from cpsolver.kinds.sudoku.logic.geometry import Unit, geometry_of
from cpsolver.kinds.sudoku.rules import rules_of, rules_with_units
from cpsolver.kinds.sudoku.shape import different_cells
from cpsolver.task.domain import Finite, Value
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.propagation import Propagator, Space, bits
from cpsolver.task.propagators import post
from cpsolver.task.propagators.different import Matching, Places, Taken
from cpsolver.task.task import Task

ANY_NUMBER = 1 << 30
"""More steps than any supposition has."""


MOST_ASSIGNMENTS = 2000
"""With more assignments left, rules are not asked together with units."""

NARROWEST = 2
"""Where few steps are allowed, only cells of so many sizes are looked at, those with the fewest values."""


class Failing(NamedTuple):
    """A supposition that fails, after about so many steps."""

    steps: int
    name: str
    value: Value


class Budget:
    """How many steps a supposition may take, and how many it took."""

    def __init__(self) -> None:
        self.most, self.spent = ANY_NUMBER, 0

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
        self.is_cheap = not isinstance(answers.form, Apart)

    def propagate(self, space: Space) -> bool:
        """Narrow to it; not before few assignments are left, where the answer takes long."""
        before = tuple(space.domains[variable] for variable in self.variables)
        if not self.is_cheap and prod(map(int.bit_count, before)) > MOST_ASSIGNMENTS:
            return True
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


class Crossing(Propagator):
    """A digit that a unit has only where it crosses another, the other has nowhere else."""

    priority = 2

    def __init__(self, space: Space, one: Unit, other: Unit, names: Sequence[str], budget: Budget) -> None:
        cells = [space.index[name] for name in names]
        self.outside = [cells[cell] for cell in one.cells if not other.mask >> cell & 1]
        self.within = [cells[cell] for cell in one.cells if other.mask >> cell & 1]
        self.losing = [cells[cell] for cell in other.cells if not one.mask >> cell & 1]
        super().__init__([*self.outside, *self.within])
        self.budget = budget

    def propagate(self, space: Space) -> bool:
        """Take such digits away."""
        domains = space.domains
        locked = elsewhere = 0
        for variable in self.within:
            locked |= domains[variable]
        for variable in self.outside:
            elsewhere |= domains[variable]
        locked &= ~elsewhere
        losing = [variable for variable in self.losing if domains[variable] & locked] if locked else ()
        return not losing or (self.budget.spend() and all(space.narrow(variable, ~locked) for variable in losing))


class Foresight:
    """What is known of a board at the fixpoint of singles and single rules, ready to have something supposed.

    well: also at that of subsets, and of digits locked where units cross
    """

    def __init__(self, task: Task, known: Knowledge, well: bool = False) -> None:
        domains = {name: domain for name, domain in known.domains.items() if isinstance(domain, Finite)}
        self.space = Space({name: domain.values for name, domain in domains.items()})
        self.budget = Budget()
        if well:
            self._look_well(task)
        self.holds = self._post(task) and self.space.propagate()

    def _look_well(self, task: Task) -> None:
        geometry, space = geometry_of(task), self.space
        if geometry is None:
            return
        for unit in geometry.units:
            space.add(Matching([space.index[geometry.names[cell]] for cell in unit.cells]))
        for one, other, _ in geometry.crossings:
            space.add(Crossing(space, one, other, geometry.names, self.budget))

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

    def failing(self, most: int | None, pending: list[Failing]) -> Iterator[Failing]:
        """Suppositions that fail, the fewest steps first, of the cells with the fewest values that have any.

        most:    how many steps they may take; None for any number
        pending: those found earlier, which fail still and are not looked for again; what is found now is added
        """
        if not self.holds:
            return
        while pending:
            failing = pending.pop(0)
            variable = self.space.index[failing.name]
            bit = self.space.mask((failing.value,))
            if self.space.domains[variable] & bit and self._steps(variable, bit, most) is not None:
                yield failing
        sizes: dict[int, list[int]] = {}
        for variable, mask in enumerate(self.space.domains):
            if mask & mask - 1:
                sizes.setdefault(mask.bit_count(), []).append(variable)
        for size in sorted(sizes)[: None if most is None else NARROWEST]:
            pending += sorted(self._failing(sizes[size], most))
            while pending:
                yield pending.pop(0)

    def _failing(self, variables: list[int], most: int | None) -> Iterator[Failing]:
        """Those of these cells that fail; without a limit each sooner than the one before."""
        limit = most
        for variable in variables:
            for bit in bits(self.space.domains[variable]):
                steps = self._steps(variable, bit, limit)
                if steps is not None:
                    yield Failing(steps, self.space.names[variable], self.space.value_in(variable, bit))
                    if most is None:
                        limit = steps - 1

    def _steps(self, variable: int, bit: int, most: int | None) -> int | None:
        """After how many steps a supposition fails; None if it does not, or not within so many."""
        space, budget = self.space, self.budget
        mark = space.mark()
        budget.spent, budget.most = 0, ANY_NUMBER if most is None else most
        fails = not (space.narrow(variable, bit) and space.propagate())
        space.undo(mark)
        return budget.spent if fails and budget.spent <= budget.most else None
