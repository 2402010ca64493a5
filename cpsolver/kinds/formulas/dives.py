"""Values for what the givens leave open: found part by part, so that all formulas of a part hold.

Where values are known, the other formulas fall apart into parts that share no unknown quantity. In each, values are
supposed one by one and what follows from them is followed. Supposed at random they often lead out of some range; then
a point that satisfies all formulas at once is looked for numerically, and what is supposed is taken from there.
Source: Gauss–Newton steps of least norm (`task/systems/jacobian.py`); all that is found is tested with its bounds of
rounding.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from cpsolver.kinds.formulas.bounds import TURNED, narrowed
from cpsolver.task.condition import Condition, Equation
from cpsolver.task.domain import Domain, Finite, Number, Reals, Value
from cpsolver.task.expression import Call, Name
from cpsolver.task.functions import Undefined
from cpsolver.task.reals.roots import Root, roots_of
from cpsolver.task.systems.jacobian import Point, System, numeric, random_point
from cpsolver.task.task import Solution, Task

BLIND = 6
"""So often values are supposed at random before they are taken from a point at which all formulas hold."""

GUIDED = 14
"""So many such points are looked for."""

REPAIRS = 4
"""So often quantities of a point that are out of their ranges are put back into them."""

DIGITS = 5
"""To so many digits a value is taken from a point."""

LARGEST = 4
"""Supposed values have up to so many digits before the point, unless a range says otherwise."""

POSITIVE_NUMBERS = Reals(0, None, lower_open=True)

POSITIVE = 0.75
"""How often a value is supposed to be positive where it need not be."""


@dataclass(frozen=True)
class Part:
    """Conditions that share unknown quantities, none of which any other condition speaks of."""

    conditions: tuple[Condition, ...]
    unknowns: tuple[str, ...]

    @property
    def equations(self) -> tuple[Equation, ...]:
        """Its formulas."""
        return tuple(condition for condition in self.conditions if isinstance(condition, Equation))

    @property
    def inputs(self) -> tuple[str, ...]:
        """The known quantities it speaks of."""
        scope = dict.fromkeys(name for condition in self.conditions for name in condition.scope)
        return tuple(name for name in scope if name not in self.unknowns)


def parts(conditions: Sequence[Condition], known: Mapping[str, Value]) -> tuple[Part, ...]:
    """The conditions that speak of something unknown, those together that share an unknown quantity."""
    groups: list[tuple[dict[str, None], list[Condition]]] = []
    for condition in conditions:
        unknown = dict.fromkeys(name for name in condition.scope if name not in known)
        if not unknown:
            continue
        met = [group for group in groups if any(name in group[0] for name in unknown)]
        groups = [group for group in groups if group not in met]
        for held, _ in met:
            unknown |= held
        groups.append((unknown, [*(other for _, others in met for other in others), condition]))
    order = {id(condition): number for number, condition in enumerate(conditions)}
    found = [Part(tuple(sorted(all_, key=lambda c: order[id(c)])), tuple(held)) for held, all_ in groups]
    return tuple(sorted(found, key=lambda part: order[id(part.conditions[0])]))


def fits(conditions: Sequence[Condition], values: Solution) -> bool | None:
    """Whether values satisfy conditions: None if they do as far as can be seen, but rounding leaves one open."""
    if not all(condition.holds(values) for condition in conditions):
        return False
    certain = [(condition.certainty(values), isinstance(condition, Equation)) for condition in conditions]
    if any(known is False for known, _ in certain):
        return False
    return True if all(known or is_equation for known, is_equation in certain) else None


def filled(task: Task, part: Part, known: Mapping[str, Value]) -> Solution | None:
    """Values for the unknowns of a part with which all its conditions hold for certain; None if none were found.

    A formula counts as holding where rounding leaves open whether its sides are exactly the same.
    Cost: bounded by numbers of attempts, so that the answer does not depend on the machine
    """
    choose = random.Random(len(part.conditions))
    values = {name: known[name] for name in part.inputs}
    domains = narrowed({name: task.by_name[name].domain for name in part.unknowns}, part.conditions, values)
    for number in range(BLIND + GUIDED):
        guide = None
        if number >= BLIND:
            guide = guided(part, values, domains, choose)
            if guide is None:
                continue
        found = _Dive(part, domains, dict(values), guide, choose).run()
        if found is not None and fits(part.conditions, found):
            return found
    return None


def guided(
    part: Part, known: Mapping[str, Value], domains: Mapping[str, Domain], choose: random.Random
) -> Point | None:
    """A point at which, as far as floats tell, all conditions of a part hold, every quantity in its range."""
    between = tuple(_with_slack(part))
    system, inputs = System((*part.equations, *between)), numeric(known)
    domains = {
        **domains,
        **{name: POSITIVE_NUMBERS for name in system.names if name not in domains and name not in inputs},
    }
    unknowns = (*part.unknowns, *(name for name in system.names if name not in part.unknowns and name not in inputs))
    point: Point | None = {**random_point(unknowns, domains, choose), **inputs}
    for _ in range(REPAIRS):
        assert point is not None
        point = system.consistent(point, unknowns)
        if point is None:
            return None
        outside = [name for name in unknowns if point[name] not in domains[name]]
        if not outside:
            return point if _hold(part.conditions, point) else None
        point |= random_point(outside, domains, choose)
    return None


def _with_slack(part: Part) -> Iterator[Equation]:
    """Inequalities as equations: a positive number, of a name that no quantity can have, lies between the sides."""
    for number, condition in enumerate(part.conditions):
        node = condition.expression
        if isinstance(node, Call) and node.function in TURNED and len(node.arguments) == 2:
            smaller, larger = node.arguments if node.function in ("<", "<=") else node.arguments[::-1]
            yield Equation(Call("=", (larger, Call("+", (smaller, Name(f"between {number}"))))))


def _hold(conditions: Sequence[Condition], point: Point) -> bool:
    values: dict[str, Value] = dict(point)
    try:
        return all(condition.holds(values) for condition in conditions if not isinstance(condition, Equation))
    except (Undefined, OverflowError):
        return False


@dataclass
class _Dive:
    """One attempt at a part."""

    part: Part
    domains: Mapping[str, Domain]
    values: dict[str, Value]
    guide: Point | None
    choose: random.Random

    def run(self) -> Solution | None:
        """The values, or None once something fails."""
        self.left = list(self.part.conditions)
        while self.left:
            if not self.settle():
                return None
            unknown = dict.fromkeys(n for c in self.left for n in c.scope if n not in self.values)
            if unknown:
                name = self.choose.choice(list(unknown))
                self.values[name] = self.supposed(name)
        return self.values

    def settle(self) -> bool:
        """Follow all formulas with a single unknown; whether nothing failed."""
        while True:
            open_ = [(c, [n for n in c.scope if n not in self.values]) for c in self.left]
            self.left = [c for c, unknown in open_ if unknown]
            if not all(self.may_fit(c) for c, unknown in open_ if not unknown):
                return False
            ready = [(c, unknown[0]) for c, unknown in open_ if len(unknown) == 1 and isinstance(c, Equation)]
            if not ready:
                return True
            equation, name = self.choose.choice(ready)
            assert isinstance(equation, Equation)
            roots = roots_of(equation, name, self.values, self.domains[name])
            if roots.found:
                self.values[name] = self.chosen(name, roots.found).value
            elif roots.free or not roots.complete or self.guide is not None:
                self.values[name] = self.supposed(name)  # a minimum may not tell: the formula is then only tested
            else:
                return False

    def chosen(self, name: str, found: Sequence[Root]) -> Root:
        """The root nearest to the point that leads, or any."""
        if self.guide is None:
            return self.choose.choice(found)
        aim = self.guide[name]
        return min(found, key=lambda root: abs(float(root.value) - aim))

    def supposed(self, name: str) -> Number:
        """A value from the point that leads, or any in the range."""
        domain = self.domains[name]
        value = Fraction(f"{self.guide[name]:.{DIGITS}e}") if self.guide is not None else None
        return value if value is not None and value in domain else supposed(domain, self.choose)

    def may_fit(self, condition: Condition) -> bool:
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


def dives(task: Task, starts: Sequence[Solution]) -> Iterator[tuple[Solution, tuple[Part, ...]]]:
    """For every start the values found for all quantities that conditions speak of, and the parts not filled.

    starts: solutions of what is determined; without any, the givens are
    """
    given = {
        fact.variable: fact.domain.value
        for fact in task.given
        if isinstance(fact.domain, Finite) and fact.domain.is_fixed
    }
    for start in starts or [{}]:
        known: dict[str, Value] = {**given, **start}
        open_: list[Part] = []
        for part in parts(task.conditions, known):
            found = filled(task, part, known)
            if found is None:
                open_.append(part)
            else:
                known |= found
        yield known, tuple(open_)
