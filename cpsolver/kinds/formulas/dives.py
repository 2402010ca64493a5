"""Full solutions found by chance: values supposed at random one by one, and after each all that follows from it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

from cpsolver.task.condition import Condition, Equation
from cpsolver.task.domain import Domain, Finite, Number, Value
from cpsolver.task.roots import roots_of
from cpsolver.task.task import Solution, Task

DIVES = 80
"""So often values are supposed from the start."""

LARGEST = 4
"""Supposed values have up to so many digits before the point, unless a range says otherwise."""


def dives(task: Task, starts: Sequence[Solution]) -> Iterator[Solution]:
    """Values for all quantities that conditions speak of, all conditions holding as far as can be seen.

    starts: solutions of what is determined, each the start of some dives; without any the givens are
    Only formulas with a single unknown are followed, so that nothing may be found where something exists.
    """
    given = {fact.variable: fact.domain.value for fact in task.given if isinstance(fact.domain, Finite)}
    choose = random.Random(len(task.conditions))
    begun = [{**given, **start} for start in starts] or [given]
    for number in range(DIVES):
        found = _Dive(task, dict(begun[number % len(begun)]), choose).run()
        if found is not None:
            yield found


class _Dive:
    """One attempt."""

    def __init__(self, task: Task, values: dict[str, Value], choose: random.Random) -> None:
        self.task, self.values, self.choose = task, values, choose
        self.left = list(task.conditions)

    def run(self) -> Solution | None:
        """The values, or None once something fails."""
        while self.left:
            if not self.settle():
                return None
            unknown = dict.fromkeys(n for c in self.left for n in c.scope if n not in self.values)
            if unknown:
                name = self.choose.choice(list(unknown))
                self.values[name] = supposed(self.task.by_name[name].domain, self.choose)
        return self.values

    def settle(self) -> bool:
        """Follow all formulas with a single unknown; whether nothing failed."""
        while True:
            open_ = [(c, [n for n in c.scope if n not in self.values]) for c in self.left]
            self.left = [c for c, unknown in open_ if unknown]
            if not all(self.fits(c) for c, unknown in open_ if not unknown):
                return False
            ready = [(c, unknown[0]) for c, unknown in open_ if len(unknown) == 1 and isinstance(c, Equation)]
            if not ready:
                return True
            equation, name = self.choose.choice(ready)
            assert isinstance(equation, Equation)
            roots = roots_of(equation, name, self.values, self.task.by_name[name].domain)
            if roots is None or not (roots.found or roots.free):
                return False
            self.values[name] = (
                self.choose.choice(roots.found).value
                if roots.found
                else supposed(self.task.by_name[name].domain, self.choose)
            )

    def fits(self, condition: Condition) -> bool:
        """Whether a condition over known quantities holds, as far as can be seen."""
        return condition.holds(self.values) and condition.certainty(self.values) is not False


def supposed(domain: Domain, choose: random.Random) -> Number:
    """A value inside a range, of any size, with two digits where the range leaves room for them."""
    if isinstance(domain, Finite):
        value = choose.choice(domain.values)
        assert not isinstance(value, str)
        return value
    size = Fraction(choose.randint(1, 99), 10) * Fraction(10) ** choose.randint(-1, LARGEST - 1)
    lower, upper = domain.lower, domain.upper
    if lower is not None and upper is not None:
        return lower + (upper - lower) * Fraction(choose.randint(1, 19), 20)
    if lower is not None:
        return lower + size
    if upper is not None:
        return upper - size
    return size if choose.random() < POSITIVE else -size


POSITIVE = 0.75
"""How often a value is supposed to be positive where it need not be."""
