"""Propagation of all-different: values taken, values with one place, values outside every matching."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpsolver.task.different import Term
from cpsolver.task.domain import Value
from cpsolver.task.matching import matched
from cpsolver.task.propagation import Clash, Propagator, Reaction, Space, bits

MOST_MATCHED = 100
"""With more terms than this a matching at every node would cost more than it saves."""

RUNS_TO_JUDGE, LEAST_YIELD, ONE_IN = 16, 10, 8
"""After so many runs in searches a matching of terms that narrowed in less than one of ten runs one time in eight."""

MOST_REMEMBERED = 5000
"""So many translations of a variable's values into those of its term are kept."""


def post_different(space: Space, terms: Sequence[Term]) -> bool:
    """Have the terms differ; False if some variable is left without a value."""
    if len(terms) > 1 and _are_plain(terms):
        return _narrow_all(space, terms) and differing(space, [space.index[term.variable] for term in terms])
    if not post_clash(space, terms):
        return False
    if 2 < len(terms) <= MOST_MATCHED:
        space.add(TermMatching([space.index[term.variable] for term in terms], _term_masks(space, terms)))
    return True


def post_clash(space: Space, terms: Sequence[Term]) -> bool:
    """Have a value that one term has be taken from the others, and no more: forward checking."""
    if not _narrow_all(space, terms):
        return False
    variables = [space.index[term.variable] for term in terms]
    if len(terms) > 1:
        clash: Clash = SameClash(variables) if _are_plain(terms) else TermClash(variables, _term_masks(space, terms))
        space.add_clash(variables, clash)
    return True


def _narrow_all(space: Space, terms: Sequence[Term]) -> bool:
    return all(space.narrow(space.index[term.variable], space.mask(tuple(term.values))) for term in terms)


def _are_plain(terms: Sequence[Term]) -> bool:
    """Whether the terms are the variables themselves."""
    return all(value is other for term in terms for value, other in term.values.items())


def differing(space: Space, variables: Sequence[int]) -> bool:
    """Have the variables differ; False if there are too few values."""
    space.add_clash(variables, SameClash(variables))
    if len(variables) > 2:
        values = 0
        for variable in variables:
            values |= space.domains[variable]
        if values.bit_count() == len(variables):
            space.add(Places(variables))
        if len(variables) <= MOST_MATCHED:
            space.add(Matching(variables))
        return values.bit_count() >= len(variables)
    return True


class SameClash:
    """A value one variable has, the others cannot have."""

    def __init__(self, variables: Sequence[int]) -> None:
        self.variables = tuple(variables)

    def forbidden(self, variable: int, bit: int) -> list[tuple[int, int]]:
        """The same value, for all others."""
        return [(other, bit) for other in self.variables if other != variable]


class Taken(Reaction):
    """A value one variable has, the others cannot have."""

    def __init__(self, variables: Sequence[int]) -> None:
        self.variables = tuple(variables)

    def react(self, space: Space, variable: int, bit: int) -> bool:
        """Take the value away from the others."""
        domains = space.domains
        for other in self.variables:
            if domains[other] & bit and other != variable and not space.narrow(other, ~bit):
                return False
        return True


class Places(Propagator):
    """As many values as variables: a value with one place left goes there. Fewer values: a contradiction."""

    def propagate(self, space: Space) -> bool:
        """Look for such values until there is none."""
        domains, variables = space.domains, self.variables
        while True:
            once = twice = 0
            for variable in variables:
                mask = domains[variable]
                twice |= once & mask
                once |= mask
            values = once.bit_count()
            single = once & ~twice
            if values > len(variables) or not single:
                return values >= len(variables)
            changed = False
            for variable in variables:
                here = domains[variable] & single
                if here and here != domains[variable]:
                    if here & here - 1:
                        return False
                    changed = True
                    space.narrow(variable, here)
            if not changed:
                return values == len(variables)


class Matching(Propagator):
    """Every value left is in some assignment in which all differ.

    The matching of the last run is kept and mended. Values that some variable has are the others' no more, so that only
    those still open are matched, and only where some of them have so few values that a value could be lost.
    """

    priority = 2
    exact = True

    def __init__(self, variables: Sequence[int]) -> None:
        super().__init__(variables)
        self._owned = dict.fromkeys(self.variables, 0)
        self._runs = self._yields = 0

    def propagate(self, space: Space) -> bool:
        """Narrow to what matchings allow; one pass is a fixpoint."""
        domains = space.domains
        return self._narrow(space, [domains[variable] for variable in self.variables])

    def _narrow(self, space: Space, masks: list[int]) -> bool:
        self._runs += 1
        taken = 0
        open_ = []
        for variable, mask in zip(self.variables, masks, strict=True):
            if mask & mask - 1:
                open_.append((variable, mask))
            elif taken & mask:
                return False
            else:
                taken |= mask
        left = [mask & ~taken for _, mask in open_]
        if not has_narrow(left):
            return True
        owned = self._owned
        found = matched([owned[variable] for variable, _ in open_], left)
        if found is None:
            self._yields += 1
            return False
        self._yields += any(kept != mask for (_, kept), (_, mask) in zip(found, open_, strict=True))
        for (variable, mask), (bit, kept) in zip(open_, found, strict=True):
            owned[variable] = bit
            if kept != mask and not self._keep(space, variable, kept, mask):
                return False
        return True

    def _keep(self, space: Space, variable: int, kept: int, mask: int) -> bool:
        """Keep these of the values the matching was about."""
        return space.narrow(variable, kept)


def has_narrow(masks: Sequence[int]) -> bool:
    """Whether some of these have so few values that others could lose one, or that there are too few for all.

    A value is lost where some k variables have no more than k values between them: each of them has at most k then.
    """
    count = len(masks)
    for number, size in enumerate(sorted(map(int.bit_count, masks)), 1):
        if size <= number:
            return number < count or count == 1
    return False


TermMasks = Sequence[dict[int, int]]
"""For every term: bit of the term's value → the bits of its variable that give this value."""


def _term_masks(space: Space, terms: Sequence[Term]) -> list[dict[int, int]]:
    numbers: dict[Value, int] = {}
    found = []
    for term in terms:
        masks: dict[int, int] = {}
        for value, result in term.values.items():
            bit = 1 << numbers.setdefault(result, len(numbers))
            masks[bit] = masks.get(bit, 0) | 1 << space.number_of[value]
        found.append(masks)
    return found


class TermClash:
    """A value one term has, the others cannot have."""

    def __init__(self, variables: Sequence[int], masks: TermMasks) -> None:
        self.members = tuple(zip(variables, masks, strict=True))
        self.term_of = {
            variable: {bit: term for term, mask in of_term.items() for bit in bits(mask)}
            for variable, of_term in self.members
        }

    def forbidden(self, variable: int, bit: int) -> Iterator[tuple[int, int]]:
        """The values that give this term, for all others."""
        term = self.term_of[variable][bit]
        return ((other, masks[term]) for other, masks in self.members if other != variable and term in masks)


class IdleMatching(Matching):
    """A matching of terms, which in a search may say nothing for a while."""

    def __init__(self, variables: Sequence[int]) -> None:
        super().__init__(variables)
        self._passed = 0

    def is_idle(self, space: Space) -> bool:
        """Whether to say nothing this time: in a search, most times where it has hardly ever said anything."""
        if not space.is_hasty or self._runs < RUNS_TO_JUDGE or self._yields * LEAST_YIELD >= self._runs:
            return False
        self._passed += 1
        return self._passed % ONE_IN != 0


class TermMatching(IdleMatching):
    """Every value left gives a term that is in some assignment in which all differ."""

    def __init__(self, variables: Sequence[int], masks: TermMasks) -> None:
        super().__init__(variables)
        self.masks = dict(zip(self.variables, masks, strict=True))
        self._terms: dict[int, dict[int, int]] = {variable: {} for variable in self.variables}

    def propagate(self, space: Space) -> bool:
        """Translate to terms, match, translate back. A hasty space may be left as it is."""
        if self.is_idle(space):
            return True
        terms = []
        for variable in self.variables:
            mask = space.domains[variable]
            known = self._terms[variable]
            if mask not in known:
                if len(known) > MOST_REMEMBERED:
                    known.clear()
                known[mask] = sum(term for term, values in self.masks[variable].items() if values & mask)
            terms.append(known[mask])
        return self._narrow(space, terms)

    def _keep(self, space: Space, variable: int, kept: int, mask: int) -> bool:
        masks = self.masks[variable]
        lost = 0
        for term in bits(mask & ~kept):
            lost |= masks[term]
        return space.narrow(variable, ~lost)
