"""Random points at which a formula holds, and whether solving it for each of its quantities gives them back."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random

from cpsolver.task.algebra.inversion import invert
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Domain, Number, Reals
from cpsolver.task.functions import Undefined
from cpsolver.task.reals.roots import MORE_TURNS, Roots, roots_of

Point = Mapping[str, Number]
Domains = Mapping[str, Domain]

TRIES = 60


def points(equation: Equation, domains: Domains, fixed: Point, count: int, dice: Random) -> Iterator[Point]:
    """So many points in the domains, if they are easily found: all values chosen but one, which is worked out."""
    free = [name for name in equation.scope if name not in fixed]
    found = 0
    for attempt in range(TRIES if free else 0):
        last = min(free, key=lambda name: (_weight(equation, name), dice.random()))
        last = dice.choice(free) if attempt > TRIES // 3 else last
        values = {
            name: fixed[name] if name in fixed else chosen(domains[name], dice)
            for name in equation.scope
            if name != last
        }
        try:
            roots = roots_of(equation, last, values, domains[last])
        except Undefined:
            continue
        if roots.free or not roots.found:
            continue
        yield {**values, last: dice.choice(roots.found).value}
        found += 1
        if found == count:
            return


def _weight(equation: Equation, name: str) -> float:
    inversion = invert(equation, name)
    return inversion.weight if inversion else math.inf


def chosen(domain: Domain, dice: Random) -> Fraction:
    """A number in a domain; from 0.1 to 20 beyond its ends where it has no more than one."""
    assert isinstance(domain, Reals)
    if domain.lower is not None and domain.upper is not None:
        lower, upper = Fraction(domain.lower), Fraction(domain.upper)
        if lower > 0 and upper > 100 * lower:
            return Fraction(float(lower) * float(upper / lower) ** dice.uniform(0.2, 0.8))
        return lower + (upper - lower) * Fraction(dice.randint(3, 97), 100)
    size = Fraction(f"{10 ** dice.uniform(-1, 1.3):.3g}")
    if domain.lower is not None:
        return Fraction(domain.lower) + size
    if domain.upper is not None:
        return Fraction(domain.upper) - size
    return size * dice.choice((1, 1, -1))


def not_recovered(equation: Equation, name: str, point: Point, domain: Domain) -> str:
    """What is wrong with the roots for one quantity at a point; nothing if they hold its value and no other thing."""
    others = {other: value for other, value in point.items() if other != name}
    roots = roots_of(equation, name, others, domain)
    said = f"{equation} for {name} at {dict(point)}: {[root.value for root in roots.found]} {roots.note}"
    if any(not equation.holds({**others, name: root.value}) for root in roots.found):
        return f"a root that is none: {said}"
    if roots.free or _is_among(float(point[name]), roots) or _says_little(equation, name, others, float(point[name])):
        return ""
    return "" if roots.note == MORE_TURNS else f"the point is lost: {said}"


def _is_among(value: float, roots: Roots) -> bool:
    return any(math.isclose(float(root.value), value, rel_tol=1e-6, abs_tol=1e-12) for root in roots.found)


def _says_little(equation: Equation, name: str, others: Point, value: float) -> bool:
    """Whether the equation holds as well, up to rounding, at some distance from a value."""
    return equation.holds({**others, name: value * (1 + 1e-5)})
