"""What one condition over finitely many values says of domains, exactly and at once, where its form is known.

All-different is a matching, a linear comparison a walk over the sums its terms may reach, and anything else whose
residuals are few a decision diagram. Loops ask the same small questions many thousand times: which values are left,
and whether any assignment is, so that a solver for each would take most of the time.
Source: Régin (1994) for all-different; Trick, A dynamic programming approach for consistency and propagation for
knapsack constraints (2003) for sums.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Protocol

from cpsolver.auxiliary.apart import Apart
from cpsolver.auxiliary.diagram import Diagram, diagram_of
from cpsolver.auxiliary.forms import automaton, connected, different_terms, table
from cpsolver.task.condition import Condition, Relation
from cpsolver.task.domain import Domain, Finite, Value
from cpsolver.task.expression import Call, Constant
from cpsolver.task.linear import HOLDS, linear_form
from cpsolver.task.matching import matchable_masks, matching
from cpsolver.task.propagation import bits
from cpsolver.task.propagators import parts
from cpsolver.task.result import Result, Status
from cpsolver.task.task import Task

MOST_SUMS = 5000
"""A linear comparison whose terms reach further than this is left to others."""

MOST_VALUES = 1000
"""A condition whose variables have more values than this in all has no diagram: to find that out takes too long."""

MOST_REMEMBERED = 20_000
"""So many answers of one condition are kept."""


class Form(Protocol):
    """What answers for one sort of condition; domains are masks over the numbers of the variables' values."""

    def allows(self, masks: Sequence[int]) -> bool:
        """Whether some assignment within the domains is true."""

    def narrowed(self, masks: Sequence[int]) -> Sequence[int] | None:
        """The values that some true assignment within the domains has; None if there is none."""


class Different:
    """All variables differ; masks are over the values of all."""

    def allows(self, masks: Sequence[int]) -> bool:
        """By bipartite matching."""
        return matching(masks) is not None

    def narrowed(self, masks: Sequence[int]) -> Sequence[int] | None:
        """By all matchings."""
        return matchable_masks(masks)


class Sum:
    """The sum of one amount a variable is among some totals.

    amounts: of every variable and each of its values, not negative
    totals:  bit t stands for a total of t that is allowed
    """

    def __init__(self, amounts: Sequence[Sequence[int]], totals: int) -> None:
        self.amounts, self.totals = tuple(map(tuple, amounts)), totals

    def allows(self, masks: Sequence[int]) -> bool:
        """Whether an allowed total is reached."""
        return bool(self._reached(masks)[-1] & self.totals)

    def narrowed(self, masks: Sequence[int]) -> list[int] | None:
        """The values by which an allowed total is reached."""
        before = self._reached(masks)
        wanted = before.pop() & self.totals
        if not wanted:
            return None
        kept = []
        for amounts, mask, sums in zip(reversed(self.amounts), reversed(masks), reversed(before), strict=True):
            supported = earlier = 0
            for bit in bits(mask):
                useful = sums & wanted >> amounts[bit.bit_length() - 1]
                if useful:
                    supported |= bit
                    earlier |= useful
            wanted = earlier
            kept.append(supported)
        return kept[::-1]

    def _reached(self, masks: Sequence[int]) -> list[int]:
        """The sums that the first variables may have, for none of them, one, and so on."""
        reached = [1]
        for amounts, mask in zip(self.amounts, masks, strict=True):
            sums, here = 0, reached[-1]
            while mask:
                bit = mask & -mask
                mask ^= bit
                sums |= here << amounts[bit.bit_length() - 1]
            reached.append(sums)
        return reached


class Consistency:
    """The answers of one condition, for domains as masks over all values of its variables.

    scope: the variables, in the order of the masks
    bit:   of every value; values: all of them, lowest bit first; full: of every variable its widest domain
    """

    def __init__(self, scope: Sequence[str], domains: Sequence[Finite], form: Form) -> None:
        self.scope, self.form = tuple(scope), form
        self.bit = bits_of(domains)
        self.values = tuple(self.bit)
        self.full = tuple(self.mask(domain) for domain in domains)
        self._narrowed: dict[tuple[int, ...], tuple[int, ...] | None] = {}
        self._allowed: dict[tuple[int, ...], bool] = {}

    def mask(self, values: Iterable[Value]) -> int:
        """The bits of these values."""
        mask = 0
        for value in values:
            mask |= self.bit[value]
        return mask

    def allows(self, masks: tuple[int, ...]) -> bool:
        """Whether some assignment within the domains is true; exact."""
        found = self._allowed.get(masks)
        if found is None:
            if len(self._allowed) > MOST_REMEMBERED:
                self._allowed.clear()
            found = self._allowed[masks] = all(masks) and self.form.allows(masks)
        return found

    def narrowed(self, masks: tuple[int, ...]) -> tuple[int, ...] | None:
        """The values that some true assignment within the domains has; None if there is none."""
        if masks in self._narrowed:
            return self._narrowed[masks]
        if len(self._narrowed) > MOST_REMEMBERED:
            self._narrowed.clear()
        found = self.form.narrowed(masks) if all(masks) else None
        self._narrowed[masks] = answer = None if found is None else tuple(found)
        return answer


class Translated:
    """A form whose variables number their values each in its own way."""

    def __init__(self, form: Form, numbers: Sequence[Mapping[int, int]]) -> None:
        self.form, self.numbers = form, tuple(numbers)
        self.back = tuple({own: shared for shared, own in table.items()} for table in numbers)

    def allows(self, masks: Sequence[int]) -> bool:
        """As the form says of its own numbers."""
        return self.form.allows([_through(table, mask) for table, mask in zip(self.numbers, masks, strict=True)])

    def narrowed(self, masks: Sequence[int]) -> list[int] | None:
        """As the form says of its own numbers."""
        found = self.form.narrowed([_through(table, mask) for table, mask in zip(self.numbers, masks, strict=True)])
        return None if found is None else [_through(table, mask) for table, mask in zip(self.back, found, strict=True)]


def _through(table: Mapping[int, int], mask: int) -> int:
    return sum(table[bit] for bit in bits(mask))


def consistency_of(conditions: Sequence[Condition], domains: Mapping[str, Domain]) -> Consistency | None:
    """The answers of a condition, or of one and what must differ among its variables; None if it takes a solver.

    conditions: the first may be any, others all-different over variables of its scope
    domains:    the widest the variables may have
    """
    first, *others = conditions
    scope = first.scope
    own = tuple(domain for name in scope if isinstance(domain := domains[name], Finite))
    if not own or len(own) < len(scope) or not all(isinstance(condition, Relation) for condition in conditions):
        return None
    different = [condition.different for condition in others if isinstance(condition, Relation)]
    groups = tuple(group for group in different if group is not None and set(group) <= set(scope))
    if len(groups) < len(others):
        return None
    kept: dict[object, Consistency | None] = first.__dict__.setdefault("_consistency", {})
    key = (own, groups)
    if key not in kept:
        kept[key] = _consistency(first, own, groups) if isinstance(first, Relation) else None
    return kept[key]


def narrowed(part: Task) -> Result | None:
    """The domains that a finite part leaves, exactly, if its conditions say so themselves; None if it takes a solver.

    SATISFIED says only that some assignment is left; UNSATISFIABLE that none is.
    """
    if not part.conditions:
        return None
    found = consistency_of(part.conditions, {variable.name: variable.domain for variable in part.variables})
    if found is None:
        return None
    known = part.knowledge()
    own = {name: domain for name in found.scope if isinstance(domain := known.domains[name], Finite)}
    masks = tuple(map(found.mask, own.values()))
    kept = found.narrowed(masks)
    if kept is None:
        return Result(Status.UNSATISFIABLE)
    for (name, domain), before, after in zip(own.items(), masks, kept, strict=True):
        if before != after:
            known.domains[name] = Finite(tuple(value for value in domain if found.bit[value] & after))
    return Result(Status.SATISFIED, knowledge=known)


def _consistency(
    condition: Relation, domains: tuple[Finite, ...], groups: tuple[tuple[str, ...], ...]
) -> Consistency | None:
    scope, values = condition.scope, tuple(domain.values for domain in domains)
    if not all(values):
        return None
    shared = bits_of(domains)
    if condition.different is not None:
        # a variable may stand at another place in `different` than in the scope, but which differ is a set
        return None if groups else Consistency(scope, domains, Different())
    numbers = [{shared[value]: 1 << number for number, value in enumerate(own)} for own in values]
    alike = all(bit == number for table in numbers for bit, number in table.items())
    if groups:
        diagram = diagram_of(condition.expression, scope, values) if alike else None
        return None if diagram is None else Consistency(scope, domains, _apart(diagram, scope, groups, len(shared)))
    form = _apart_itself(condition, values, len(shared)) if alike else None
    for find in () if form else _FORMS:
        form = find(condition, values)
        if form is not None:
            break
    if form is None:
        return None
    return Consistency(scope, domains, form if alike else Translated(form, numbers))


def _apart(diagram: Diagram, scope: Sequence[str], groups: Iterable[Sequence[str]], size: int) -> Apart:
    return Apart(diagram, [tuple(scope.index(name) for name in group) for group in groups], size)


def _apart_itself(condition: Relation, values: tuple[tuple[Value, ...], ...], size: int) -> Form | None:
    """The form of "these differ, and …": different digits of a known sum. None if nothing needs to differ."""
    groups: list[tuple[str, ...]] = []
    others = []
    for said in map(Relation, parts(condition.expression)):
        group = said.different
        if group is None or len(group) == 2:
            others.append(said.expression)
        else:
            groups.append(group)
    if not groups:
        return None
    rest = others[0] if len(others) == 1 else Call("and", tuple(others)) if others else Constant(True)
    diagram = diagram_of(rest, condition.scope, values)
    return None if diagram is None else _apart(diagram, condition.scope, groups, size)


def bits_of(domains: Iterable[Iterable[Value]]) -> dict[Value, int]:
    """A bit for every value, in the order in which domains first have them."""
    every = dict.fromkeys(value for values in domains for value in values)
    return {value: 1 << number for number, value in enumerate(every)}


def _sum(condition: Relation, values: Sequence[Sequence[Value]]) -> Sum | None:
    """A linear comparison of whole numbers; None if it is none, or the sums reach too far."""
    form = linear_form(condition.expression)
    whole = [[value for value in row if isinstance(value, int)] for row in values]
    if form is None or any(len(row) < len(own) for row, own in zip(whole, values, strict=True)):
        return None
    scale = lcm(*(Fraction(number).denominator for _, number in form.coefficients), Fraction(form.constant).denominator)
    factors = {name: int(number * scale) for name, number in form.coefficients}
    own = [[factors.get(name, 0) * value for value in row] for name, row in zip(condition.scope, whole, strict=True)]
    least = [min(row) for row in own]
    reach = sum(max(row) - low for row, low in zip(own, least, strict=True))
    if reach > MOST_SUMS:
        return None
    amounts = [[amount - low for amount in row] for row, low in zip(own, least, strict=True)]
    wanted = int(form.constant * scale) - sum(least)
    return Sum(amounts, sum(1 << total for total in range(reach + 1) if HOLDS[form.relation](total, wanted)))


def _diagram(condition: Relation, values: tuple[tuple[Value, ...], ...]) -> Diagram | None:
    if sum(map(len, values)) > MOST_VALUES:
        return None
    return diagram_of(condition.expression, condition.scope, values)


_FORMS: tuple[Callable[[Relation, tuple[tuple[Value, ...], ...]], Form | None], ...] = (
    different_terms,
    table,
    automaton,
    connected,
    _sum,
    _diagram,
)
"""From a condition and the values of its variables to its form, the quickest first."""
