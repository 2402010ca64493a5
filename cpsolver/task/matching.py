"""Bipartite matching: whether all variables can have values of their own, and what all ways of doing so allow.

The work is done on bit masks: bit v of a mask stands for value number v.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def is_matchable(domains: Sequence[Sequence[Hashable]]) -> bool:
    """Whether every variable can have a value that no other has.

    Source: Kuhn, The Hungarian Method for the Assignment Problem (1955): augmenting paths only.
    """
    masks, _ = _numbered(domains)
    return matching(masks) is not None


def matchable_values(domains: Sequence[Sequence[Hashable]]) -> list[set[Hashable]] | None:
    """For every variable the values it has in some matching of all; None if there is no such matching."""
    masks, numbers = _numbered(domains)
    matchable = matchable_masks(masks)
    if matchable is None:
        return None
    return [
        {value for value in values if mask >> numbers[value] & 1}
        for values, mask in zip(domains, matchable, strict=True)
    ]


def matchable_masks(masks: Sequence[int]) -> list[int] | None:
    """For every variable the part of its mask it has in some matching of all; None if there is no such matching."""
    found = matched((), masks)
    return None if found is None else [kept for _, kept in found]


def matched(owned: Sequence[int], masks: Sequence[int]) -> list[tuple[int, int]] | None:
    """For every variable its bit in one matching of all, and the part of its mask it has in some; None if none is.

    owned: the bits of another matching, to start from where the masks still hold them; 0 for none
    A value may be taken from its owner if the owner, directly or through others, gets one instead: from the taker,
    or one that is free: those that can come to a free one are found first, of the others the strong components count.
    Source: Régin, A Filtering Algorithm for Constraints of Difference in CSPs (1994).
    """
    found = matching(masks, owned)
    if found is None:
        return None
    loose = -1  # the values that are free, or whose owners get another one in the end
    for bit in found:
        loose ^= bit
    tied = list(range(len(masks)))
    while True:
        still = [variable for variable in tied if not masks[variable] & loose]
        if len(still) == len(tied):
            break
        for variable in tied:
            if masks[variable] & loose:
                loose |= found[variable]
        tied = still
    if not tied:
        return list(zip(found, masks, strict=True))
    kept = [mask & loose for mask in masks]
    for variable, mask in _exchanged(tied, found, masks):
        kept[variable] = mask
    return list(zip(found, kept, strict=True))


def _exchanged(tied: Sequence[int], found: Sequence[int], masks: Sequence[int]) -> list[tuple[int, int]]:
    """For those that can never have a free value, the part of their masks they have by exchange among themselves."""
    numbered = [(found[variable], 1 << number) for number, variable in enumerate(tied)]
    reach = []
    for variable in tied:
        mask, reached = masks[variable], 0
        for bit, owner in numbered:
            if mask & bit:
                reached |= owner
        reach.append(reached)
    _close(reach)
    together: dict[int, int] = {}
    for (bit, _), reached in zip(numbered, reach, strict=True):
        together[reached] = together.get(reached, 0) | bit  # in one component just what reaches the same
    return [(variable, masks[variable] & together[reached]) for variable, reached in zip(tied, reach, strict=True)]


def matching(masks: Sequence[int], start: Sequence[int] = ()) -> list[int] | None:
    """For every variable the bit of its value in one matching of all, or None if some variable goes without.

    start: bits of another matching, all different, to be kept where the masks still hold them; 0 for none
    """
    owned = [mask & bit for mask, bit in zip(masks, start, strict=True)] if start else [0] * len(masks)
    owner = {bit: variable for variable, bit in enumerate(owned) if bit}
    taken = 0
    for bit in owner:
        taken |= bit
    for variable, mask in enumerate(masks):
        if owned[variable]:
            continue
        free = mask & ~taken
        bit = free & -free if free else _freed(variable, masks, owned, owner, taken)
        if not bit:
            return None
        taken |= bit
        if free:
            owned[variable] = bit
            owner[bit] = variable
    return owned


def _freed(variable: int, masks: Sequence[int], owned: list[int], owner: dict[int, int], taken: int) -> int:
    """Pass values on, breadth first, until an owner finds a free one, which comes back; 0 if none can."""
    asked, queue = 0, [variable]
    taker: dict[int, int] = {}
    for asking in queue:
        free = masks[asking] & ~taken
        if free:
            bit = last = free & -free
            while True:
                given_up, owned[asking], owner[bit] = owned[asking], bit, asking
                if asking == variable:
                    return last
                bit, asking = given_up, taker[given_up]
        wanted = masks[asking] & ~asked
        asked |= wanted
        while wanted:
            bit = wanted & -wanted
            wanted ^= bit
            taker[bit] = asking
            queue.append(owner[bit])
    return 0


def _close(reach: list[int]) -> None:
    """Make reachability transitive. Source: Warshall, A Theorem on Boolean Matrices (1962)."""
    for middle, through in enumerate(reach):
        bit = 1 << middle
        for start, reached in enumerate(reach):
            if reached & bit:
                reach[start] = reached | through


def _numbered(domains: Sequence[Sequence[Hashable]]) -> tuple[list[int], dict[Hashable, int]]:
    """A mask for every variable, and the number of each value."""
    numbers: dict[Hashable, int] = {}
    masks = []
    for values in domains:
        mask = 0
        for value in values:
            mask |= 1 << numbers.setdefault(value, len(numbers))
        masks.append(mask)
    return masks, numbers
