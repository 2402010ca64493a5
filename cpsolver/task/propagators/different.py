"""Propagation of all-different: values taken, values with one place, values outside every matching."""

from __future__ import annotations

from collections.abc import Sequence

from cpsolver.task.different import Term
from cpsolver.task.domain import Value
from cpsolver.task.matching import matchable_masks
from cpsolver.task.propagation import Propagator, Reaction, Space, bits

MOST_MATCHED = 100
"""With more terms than this a matching at every node would cost more than it saves."""


def post_different(space: Space, terms: Sequence[Term]) -> bool:
    """Have the terms differ; False if some variable is left without a value."""
    for term in terms:
        if not space.narrow(space.index[term.variable], space.mask(tuple(term.values))):
            return False
    if len(terms) < 2:
        return True
    variables = [space.index[term.variable] for term in terms]
    if all(value is term.values[value] for term in terms for value in term.values):
        space.add_reaction(variables, Taken(variables))
        if len(terms) > 2:
            space.add(Places(variables))
            if len(terms) <= MOST_MATCHED:
                space.add(Matching(variables))
    else:
        masks = _term_masks(space, terms)
        space.add_reaction(variables, TermTaken(variables, masks))
        if len(terms) <= MOST_MATCHED:
            space.add(TermMatching(variables, masks))
    return True


class Taken(Reaction):
    """A value one variable has, the others cannot have."""

    def __init__(self, variables: Sequence[int]) -> None:
        self.variables = tuple(variables)

    def react(self, space: Space, variable: int, bit: int) -> bool:
        """Take the value away from the others."""
        domains = space.domains
        return all(space.narrow(other, ~bit) for other in self.variables if domains[other] & bit and other != variable)


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
    """Every value left is in some assignment in which all differ."""

    priority = 2
    exact = True

    def propagate(self, space: Space) -> bool:
        """Narrow to what matchings allow; one pass is a fixpoint."""
        matchable = matchable_masks([space.domains[variable] for variable in self.variables])
        if matchable is None:
            return False
        return all(map(space.narrow, self.variables, matchable))


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


class TermTaken(Reaction):
    """A value one term has, the others cannot have."""

    def __init__(self, variables: Sequence[int], masks: TermMasks) -> None:
        self.members = tuple(zip(variables, masks, strict=True))
        self.term_of = {
            variable: {bit: term for term, mask in of_term.items() for bit in bits(mask)}
            for variable, of_term in self.members
        }

    def react(self, space: Space, variable: int, bit: int) -> bool:
        """Take the values that give this term away from the others."""
        term = self.term_of[variable].get(bit)
        if term is None:
            return False
        for other, masks in self.members:
            if other != variable and term in masks and not space.narrow(other, ~masks[term]):
                return False
        return True


class TermMatching(Propagator):
    """Every value left gives a term that is in some assignment in which all differ."""

    priority = 2
    exact = True

    def __init__(self, variables: Sequence[int], masks: TermMasks) -> None:
        super().__init__(variables)
        self.masks = tuple(masks)

    def propagate(self, space: Space) -> bool:
        """Translate to terms, match, translate back."""
        domains = [space.domains[variable] for variable in self.variables]
        terms = [
            sum(term for term, mask in masks.items() if mask & domain)
            for domain, masks in zip(domains, self.masks, strict=True)
        ]
        matchable = matchable_masks(terms)
        if matchable is None:
            return False
        for variable, before, after, masks in zip(self.variables, terms, matchable, self.masks, strict=True):
            for term in bits(before & ~after):
                if not space.narrow(variable, ~masks[term]):
                    return False
        return True
