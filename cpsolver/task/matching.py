"""Bipartite matching: whether all variables can have values of their own, and what all ways of doing so allow."""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def is_matchable(domains: Sequence[Sequence[Hashable]]) -> bool:
    """Whether every variable can have a value that no other has.

    Source: Kuhn, The Hungarian Method for the Assignment Problem (1955): augmenting paths only.
    """
    return _matching(domains) is not None


def matchable_values(domains: Sequence[Sequence[Hashable]]) -> list[set[Hashable]] | None:
    """For every variable the values it has in some matching of all; None if there is no such matching.

    A value may be taken from its owner if the owner, directly or through others, gets one instead: from the taker,
    or one that is free. With the free values as one more node, both mean "in one strong component".
    Source: Régin, A Filtering Algorithm for Constraints of Difference in CSPs (1994).
    """
    owner = _matching(domains)
    if owner is None:
        return None
    free = len(domains)
    reach = [0] * free + [(1 << free + 1) - 1]
    for variable, values in enumerate(domains):
        reach[variable] = 1 << variable
        for value in values:
            reach[variable] |= 1 << owner.get(value, free)
    for middle in range(free + 1):
        for start in range(free + 1):
            if reach[start] >> middle & 1:
                reach[start] |= reach[middle]
    return [
        {value for value in values if reach[owner.get(value, free)] >> variable & 1}
        for variable, values in enumerate(domains)
    ]


def _matching(domains: Sequence[Sequence[Hashable]]) -> dict[Hashable, int] | None:
    """The owner of each value given out, or None if some variable goes without."""
    owner: dict[Hashable, int] = {}

    def find(variable: int, asked: set[Hashable]) -> bool:
        for value in domains[variable]:
            if value not in asked:
                asked.add(value)
                if value not in owner or find(owner[value], asked):
                    owner[value] = variable
                    return True
        return False

    return owner if all(find(variable, set()) for variable in range(len(domains))) else None
