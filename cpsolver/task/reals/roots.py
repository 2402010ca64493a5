"""All real values an equation allows one quantity when the others are known, by its inversion, put back and checked.

Each root is enclosed in an interval that certainly holds it. A guard that fails, a root outside its range or one that
does not satisfy the equation proves something only where the enclosures decide; else the list is not complete.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from cpsolver.task.algebra.inverses import TURNS, Guard
from cpsolver.task.algebra.inversion import Branch, Inversion, Method, invert
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Domain, Number, Reals, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Node, names
from cpsolver.task.functions import Undefined, exact
from cpsolver.task.reals.interval import Interval, hull
from cpsolver.task.reals.polishing import polished
from cpsolver.task.reals.rounding import Enclosure, enclose, enclosed, lies_in, rounded, truth, wide
from cpsolver.task.turn import Turn

if TYPE_CHECKING:
    from cpsolver.task.reals.numeric import Numeric

NEAR = 1e-6
"""Two roots that rounding cannot tell apart are shown as one if they differ by less, relative to the larger."""

MOST_TURNS = 1000
"""So many whole turns are counted through before roots count as too many to list."""

SHOWN_TURNS = range(-2, 3)
"""Of roots found by numbers it is told by which expression they come with so many whole turns."""

FEW_PARTS = 200
"""So many parts of a range are looked at where branches give some roots already."""

ROUNDING = "rounding leaves open how many roots there are"

MORE_TURNS = "there are more roots than can be listed"


@dataclass(frozen=True)
class Root:
    """A value, and the explicit expression it came from; None if it was found by numbers alone."""

    value: Number
    expression: Node | None


@dataclass(frozen=True)
class Lost:
    """A branch that gives no root, and why; without expression a value found by numbers alone that is none."""

    expression: Node | None
    reason: str
    value: Number | None = None


@dataclass(frozen=True)
class Roots:
    """What an equation says of a quantity when its others are known.

    found:    the roots in the domain, smallest first; a float carries the bound of its error
    lost:     branches without a root, with the reason
    free:     every value satisfies the equation: it says nothing of the quantity
    complete: whether these are proven to be all the roots in the domain, and each of them to be one
    note:     why that is not proven
    method:   how the equation was solved
    """

    found: tuple[Root, ...] = ()
    lost: tuple[Lost, ...] = ()
    free: bool = False
    complete: bool = True
    note: str = ""
    method: Method = "numeric"


def roots_of(
    equation: Equation,
    variable: str,
    values: Mapping[str, Value],
    domain: Domain | None = None,
    passed: Callable[[], bool] = bool,
) -> Roots:
    """All roots of the equation in the domain for one quantity, the others having these values.

    An equation that cannot be rearranged for it is solved by numbers, see `numeric`. Every root is put back into the
    equation; one that does not satisfy it (a root of a cleared denominator, say) is lost.
    passed: asked now and then while that takes time; True ends the search, which then claims nothing
    """
    inversion = invert(equation, variable)
    domain = domain or Reals()
    if inversion is not None and any(_holds(condition, values) for condition in inversion.free):
        return Roots(free=True, complete=False, method=inversion.method)
    if inversion is None:
        return _by_numbers(equation, variable, values, domain, passed)
    if inversion.complete or (domain == Reals() and inversion.method != "algebra"):
        return _Search(equation, inversion, dict(values), domain).run()
    most = None if _is_bounded(domain) or inversion.method == "algebra" else FEW_PARTS
    found = _by_numbers(equation, variable, values, domain, passed, most)
    if not found.complete and inversion.method != "algebra":
        by_branches = _Search(equation, inversion, dict(values), domain).run()
        if most is not None or len(by_branches.found) > len(found.found):
            return by_branches
    return _explained(found, inversion, values)


def _by_numbers(
    equation: Equation,
    variable: str,
    values: Mapping[str, Value],
    domain: Domain,
    passed: Callable[[], bool],
    most: int | None = None,
) -> Roots:
    """The roots that numbers give, each put back."""
    from cpsolver.task.reals.numeric import numeric_roots  # most tasks need none: starting should not wait for it

    by_number = numeric_roots(equation, variable, values, domain, passed, most)
    if by_number.free:
        return Roots(free=True, complete=False)
    return _Search(equation, Inversion(variable, (), "numeric"), dict(values), domain).run(by_number)


def _explained(roots: Roots, inversion: Inversion, values: Mapping[str, Value]) -> Roots:
    """Roots found by numbers, each with the branch that gives it, if there is one."""
    by_branch: list[tuple[float, Node]] = []
    turning = (branch for branch in inversion.branches if TURNS in names(branch.expression))
    turned = [branch.turned(turns) for branch in turning for turns in SHOWN_TURNS]
    for branch in (*(branch for branch in inversion.branches if TURNS not in names(branch.expression)), *turned):
        try:
            value = evaluate(branch.expression, values)
        except (Undefined, OverflowError, KeyError):
            continue
        if not isinstance(value, str):
            by_branch.append((float(value), branch.expression))
    found = tuple(
        replace(root, expression=next((node for value, node in by_branch if _is_near(value, root.value)), None))
        for root in roots.found
    )
    is_explained = bool(found) and all(root.expression is not None for root in found)
    return replace(roots, found=found, method=inversion.method if is_explained else "numeric")


def _is_bounded(domain: Domain) -> bool:
    return isinstance(domain, Reals) and domain.lower is not None and domain.upper is not None


def free_of(equation: Equation, variable: str, values: Mapping[str, Value]) -> bool:
    """Whether the equation says nothing of the quantity, its others having these values."""
    inversion = invert(equation, variable)
    return inversion is not None and any(_holds(condition, values) for condition in inversion.free)


def _holds(condition: Node, values: Mapping[str, Value]) -> bool:
    return bool(evaluate(condition, values))


@dataclass(frozen=True)
class _Candidate:
    """What a branch gives: a value, where the true one lies, and by which expression."""

    value: Number
    within: Enclosure
    expression: Node | None


class _Search:
    """One search for the roots of one equation."""

    def __init__(self, equation: Equation, inversion: Inversion, values: dict[str, Value], domain: Domain) -> None:
        self.equation, self.inversion, self.values, self.domain = equation, inversion, values, domain
        self.exactly = {name: _unrounded(v) for name, v in values.items()}
        self.candidates: list[_Candidate] = []
        self.lost: list[Lost] = []
        self.note = "" if inversion.complete else MORE_TURNS

    def run(self, by_number: Numeric | None = None) -> Roots:
        """The roots of all branches, and what numbers say."""
        if any(truth(condition, self.values) is None for condition in self.inversion.free):
            self.doubt()  # what cancels but for rounding may cancel altogether, and no branch has a guard against that
        for branch in self.inversion.branches:
            for turned in self.turned(branch):
                candidate = self.candidate(turned)
                if candidate is not None:
                    self.offer(candidate)
        if by_number is not None:
            self.note = by_number.note
            for value, within in (*by_number.found, *by_number.seen):
                self.offer(_Candidate(value, within, None))
        found = [root for candidate in self.candidates if (root := self.root(candidate)) is not None]
        found.sort(key=lambda root: root.value)
        lost = tuple(dict.fromkeys(self.lost))
        return Roots(tuple(found), lost, complete=not self.note, note=self.note, method=self.inversion.method)

    def doubt(self, note: str = ROUNDING) -> None:
        """Claim no completeness."""
        self.note = self.note or note

    def lose(self, expression: Node | None, reason: str, proven: bool, value: Number | None = None) -> None:
        """Note that a branch gives no root."""
        if reason:
            self.lost.append(Lost(expression, reason, value))
        if not proven:
            self.doubt()

    # -- branches ----------------------------------------------------------------------------------------------

    def turned(self, branch: Branch) -> Iterator[Branch]:
        """The branch with every whole number of turns that leads into a bounded domain, else without whole turns."""
        if TURNS not in names(branch.expression):
            if any(TURNS in names(side) for guard in branch.guards for side in (guard.left, guard.right)):
                self.doubt(MORE_TURNS)
                branch = branch.turned(0)
            yield branch
            return
        steady = [guard for guard in branch.guards if TURNS not in names(Call("=", (guard.left, guard.right)))]
        if not all(self.passes(guard, branch) for guard in steady):
            return
        first, second = (self.position(branch.turned(turns)) for turns in (0, 1))
        bounds = (self.domain.lower, self.domain.upper) if isinstance(self.domain, Reals) else (None, None)
        if None in bounds or first is None or second is None or first == second:
            self.doubt(MORE_TURNS)
            yield branch.turned(0)
            return
        ends = sorted((float(end) - first) / (second - first) for end in bounds if end is not None)
        least, most = math.floor(ends[0]) - 1, math.ceil(ends[1]) + 1
        if most - least > MOST_TURNS:
            self.doubt(MORE_TURNS)
        for turns in range(least, min(most, least + MOST_TURNS) + 1):
            yield branch.turned(turns)

    def position(self, branch: Branch) -> float | None:
        """Roughly where the root of a branch lies."""
        try:
            return float(evaluate(branch.expression, self.values))
        except (Undefined, OverflowError):
            return None

    def candidate(self, branch: Branch) -> _Candidate | None:
        """What a branch gives if its guards hold, as far as that can be told; None, and the reason kept, if not."""
        if not all(self.passes(guard, branch) for guard in branch.guards):
            return None
        try:
            within = self.within(branch)
        except Undefined as error:
            self.lose(branch.expression, str(error), proven=True)
            return None
        if not isinstance(within, Interval):
            return _Candidate(exact(within), exact(within), branch.expression)  # type: ignore[arg-type]
        if within.partial:
            self.doubt()
        try:
            value = evaluate(branch.expression, self.values)
        except Undefined as error:
            if not within.is_bounded:
                self.lose(branch.expression, str(error), proven=False)
                return None
            value = within.lower / 2 + within.upper / 2
        assert not isinstance(value, str)
        value = min(
            max(polished(self.equation, self.inversion.variable, self.exactly, value), within.lower), within.upper
        )
        return _Candidate(value, within, branch.expression)

    def passes(self, guard: Guard, branch: Branch) -> bool:
        """Whether a guard holds; where rounding leaves that open, whether it holds as computed or is an equality."""
        node = Call(guard.relation, (guard.left, guard.right))
        certain = truth(node, self.values)
        if certain is None:
            self.doubt()
            if guard.relation in (">=", "<=") or _holds(node, self.values):
                return True
        if not certain:
            self.lose(branch.expression, guard.reason, guard.proves)
        return bool(certain)

    def within(self, branch: Branch) -> Enclosure:
        """Where the root certainly lies. Raises: Undefined if the branch certainly has none."""
        first = enclose(branch.expression, self.values)
        if branch.other is None or not isinstance(first, Interval):
            return first
        try:
            second = enclose(branch.other, self.values)
        except Undefined:
            return first
        if not isinstance(second, Interval):
            return first if first.partial else second
        if second.partial or first.partial:
            return first
        lower, upper = max(first.lower, second.lower), min(first.upper, second.upper)
        return Interval(lower, upper) if lower <= upper else first

    # -- roots -------------------------------------------------------------------------------------------------

    def offer(self, new: _Candidate) -> None:
        """Take a candidate in, together with one that may be the same root."""
        for index, old in enumerate(self.candidates):
            if _is_apart(old.within, new.within):
                continue
            if not isinstance(old.within, Interval) and not isinstance(new.within, Interval):
                return
            self.doubt()
            if _is_near(old.value, new.value):
                both = hull(wide(old.within), wide(new.within))
                middle = (float(old.value) + float(new.value)) / 2
                self.candidates[index] = _Candidate(middle, both, old.expression)
                return
        self.candidates.append(new)

    def root(self, candidate: _Candidate) -> Root | None:
        """The candidate as a root, if it satisfies the equation and lies in the domain."""
        value = rounded(candidate.value, candidate.within)
        here = {**self.values, self.inversion.variable: value}
        certain = self.equation.certainty(here)
        if isinstance(candidate.within, Interval) and not candidate.within.is_bounded and not self.is_computed(value):
            self.doubt()  # divided by what may be 0: any equation may hold of a number that may be any
            return None
        if certain is False or not self.equation.holds(here):
            self.lose(candidate.expression, "it does not satisfy the equation", certain is False, value)
            return None
        if not self.is_defined(here):
            self.doubt()
        inside = lies_in(self.domain, value)
        if inside is None:
            self.doubt()
            value = self.moved_in(value)
        if inside is False or value not in self.domain:
            self.lose(candidate.expression, f"it lies outside {self.domain}", inside is False, value)
            return None
        return Root(value, candidate.expression)

    def is_computed(self, value: Number) -> bool:
        """Whether a root lies in the domain and satisfies the equation as computed, whatever the bounds of errors."""
        here = {**self.values, self.inversion.variable: value}
        plain = {name: float(v) if isinstance(v, float) else v for name, v in here.items()}
        return value in self.domain and self.equation.holds(plain)

    def is_defined(self, values: Mapping[str, Value]) -> bool:
        """Whether both sides certainly have a value."""
        sides = [enclose(side, values) for side in (self.equation.left, self.equation.right)]
        return not any(isinstance(side, Interval) and side.partial for side in sides)

    def moved_in(self, value: Number) -> Number:
        """A root that rounding alone may have put outside its range, at the end of the range."""
        ends = (self.domain.lower, self.domain.upper) if isinstance(self.domain, Reals) else ()
        where = enclosed(value)
        for end in ends:
            if value not in self.domain and end is not None and isinstance(where, Interval) and end in where:
                return rounded(float(end), where)
        return value


def _unrounded(value: Value) -> Value:
    """A float as the number that it is; a turn is exact as it is."""
    return Fraction(value) if isinstance(value, float) and not isinstance(value, Turn) else value


def _is_apart(one: Enclosure, other: Enclosure) -> bool:
    """Whether two roots are certainly not the same."""
    if isinstance(one, Turn) and isinstance(other, Turn):
        return one.turns != other.turns
    if isinstance(one, (Interval, Turn)) or isinstance(other, (Interval, Turn)):
        a, b = wide(one), wide(other)
        return a.upper < b.lower or b.upper < a.lower
    return one != other


def _is_near(a: Number, b: Number) -> bool:
    return abs(float(a) - float(b)) <= NEAR * max(abs(float(a)), abs(float(b)))
