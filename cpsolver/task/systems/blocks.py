"""Which formulas can be solved together: as many formulas as unknowns, told from the structure alone.

Formulas and the unknowns they hold are a bipartite graph. A set of formulas is *tight* if it holds as many unknowns
as it has formulas. A maximum matching tells which unknowns lie in tight sets; the strong components of the matched
part are the smallest ones among the matched formulas.
Source: Hopcroft & Karp (1973); Dulmage & Mendelsohn (1958); Tarjan (1972).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

MOST_LOOKED_AT = 4_000
"""So many sets of formulas are looked at for small tight ones."""

SMALL = 4
"""Tight sets of up to so many formulas are all looked for; larger ones are the strong components of one matching."""

Q = TypeVar("Q", bound=Hashable)

Tight = tuple[int, ...]
"""Numbers of formulas that together hold as many unknowns as they are."""


def matched(holds: Sequence[Sequence[Q]]) -> dict[Q, int]:
    """A maximum matching: for unknowns the formula matched to them, each formula at most once.

    holds: for every formula its unknowns
    Source: Hopcroft & Karp, *An n^(5/2) algorithm for maximum matchings in bipartite graphs* (1973).
    """
    owner: dict[Q, int] = {}
    taken: list[Q | None] = [None] * len(holds)
    while True:
        depth = _layers(holds, owner, taken)
        free = [index for index, unknown in enumerate(taken) if unknown is None]
        seen: set[int] = set()
        if not sum(_augmented(start, holds, owner, taken, depth, seen) for start in free):
            return owner


def _layers(holds: Sequence[Sequence[Q]], owner: Mapping[Q, int], taken: Sequence[Q | None]) -> list[int]:
    """For every formula how far it is from an unmatched one, by alternating paths; -1 where there is no such path."""
    depth = [0 if unknown is None else -1 for unknown in taken]
    queue = deque(index for index, unknown in enumerate(taken) if unknown is None)
    while queue:
        index = queue.popleft()
        for unknown in holds[index]:
            after = owner.get(unknown)
            if after is not None and depth[after] < 0:
                depth[after] = depth[index] + 1
                queue.append(after)
    return depth


def _augmented(
    start: int,
    holds: Sequence[Sequence[Q]],
    owner: dict[Q, int],
    taken: list[Q | None],
    depth: list[int],
    seen: set[int],
) -> bool:
    """Whether a path through the layers gives an unmatched formula an unknown; the matching is changed along it.

    seen: formulas looked at in this phase, each once
    """
    stack = [(start, iter(holds[start]))]
    path: list[Q] = []
    while stack:
        index, rest = stack[-1]
        for unknown in rest:
            after = owner.get(unknown)
            if after is None:
                for (formula, _), given in zip(stack, [*path, unknown], strict=True):
                    owner[given], taken[formula] = formula, given
                return True
            if depth[after] == depth[index] + 1 and after not in seen:
                seen.add(after)
                path.append(unknown)
                stack.append((after, iter(holds[after])))
                break
        else:
            stack.pop()
            if path:
                path.pop()
    return False


def determined_unknowns(holds: Sequence[Sequence[Q]]) -> tuple[set[Q], dict[Q, int]]:
    """The unknowns that lie in some tight set, so that structure does not forbid to find them; and a maximum matching.

    All but those that an alternating path joins with an unmatched unknown.
    Source: Dulmage & Mendelsohn, *Coverings of bipartite graphs* (1958).
    """
    owner = matched(holds)
    held: dict[Q, list[int]] = {}
    given: dict[int, Q] = {index: unknown for unknown, index in owner.items()}
    for index, unknowns in enumerate(holds):
        for unknown in unknowns:
            held.setdefault(unknown, []).append(index)
    stack = [unknown for unknown in held if unknown not in owner]
    loose = set(stack)
    while stack:
        for index in held[stack.pop()]:
            other = given.get(index)
            if other is not None and other not in loose:
                loose.add(other)
                stack.append(other)
    return set(held) - loose, owner


def tight_sets(holds: Sequence[Sequence[Q]], weights: Sequence[float]) -> Iterator[Tight]:
    """Tight sets of formulas, those of fewest formulas first, among equals the easiest; each of them connected.

    holds:   for every formula its unknowns; those without are passed over
    weights: how hard each formula is
    All sets of up to `SMALL` formulas come, as far as they can be looked through; after them the strong components of
    an easiest matching.
    """
    sure, _ = determined_unknowns(holds)
    inside = [index for index, unknowns in enumerate(holds) if unknowns and all(name in sure for name in unknowns)]
    if not inside:
        return
    said: set[frozenset[int]] = set()
    for found in _small(holds, weights, inside):
        said.add(frozenset(found))
        yield found
    for found in sorted(_components(holds, weights, inside), key=len):
        if frozenset(found) not in said:
            yield found


def _small(holds: Sequence[Sequence[Q]], weights: Sequence[float], inside: Sequence[int]) -> Iterator[Tight]:
    """Connected tight sets of up to SMALL formulas, smallest first."""
    held: dict[Q, list[int]] = {}
    for index in inside:
        for unknown in holds[index]:
            held.setdefault(unknown, []).append(index)
    looked_at = 0
    for size in range(1, SMALL + 1):
        found: set[Tight] = set()
        seen: set[Tight] = set()
        stack: list[tuple[Tight, frozenset[Q]]] = [
            ((index,), frozenset(holds[index])) for index in inside if len(holds[index]) <= size
        ]
        while stack and looked_at < MOST_LOOKED_AT:
            chosen, unknowns = stack.pop()
            looked_at += 1
            if len(chosen) == size:
                if len(unknowns) == size and _is_matchable([holds[index] for index in chosen]):
                    found.add(chosen)
                continue
            for other in dict.fromkeys(index for unknown in unknowns for index in held[unknown]):
                wider = unknowns.union(holds[other])
                more = tuple(sorted((*chosen, other)))
                if other not in chosen and len(wider) <= size and more not in seen:
                    seen.add(more)
                    stack.append((more, wider))
        yield from sorted(found, key=lambda chosen: (sum(weights[index] for index in chosen), chosen))


def _is_matchable(holds: Sequence[Sequence[Q]]) -> bool:
    return len(matched(holds)) == len(holds)


def _components(holds: Sequence[Sequence[Q]], weights: Sequence[float], inside: Sequence[int]) -> Iterator[Tight]:
    """The strong components that need no other, of a matching of the easiest formulas.

    Sets of formulas that can be matched are a matroid: taking the easiest that still fits gives the least sum.
    Source: Edmonds & Fulkerson, *Transversals and matroid partition* (1965).
    """
    owner: dict[Q, int] = {}
    for index in sorted(inside, key=lambda index: weights[index]):
        _take(index, holds, owner)
    needs = {index: [owner[name] for name in holds[index] if name in owner] for index in owner.values()}
    for component in strong_components(needs):
        within = set(component)
        if all(other in within for index in component for other in needs[index]):
            yield tuple(sorted(component))


def _take(start: int, holds: Sequence[Sequence[Q]], owner: dict[Q, int]) -> bool:
    """Match one more formula if that is possible, by an augmenting path."""
    came_by: dict[Q, int] = {}
    queue = deque([start])
    while queue:
        index = queue.popleft()
        for unknown in holds[index]:
            if unknown in came_by:
                continue
            came_by[unknown] = index
            if unknown in owner:
                queue.append(owner[unknown])
                continue
            given = {formula: name for name, formula in owner.items()}
            step = unknown
            while True:
                formula = owner[step] = came_by[step]
                if formula not in given:
                    return True
                step = given[formula]
    return False


def strong_components(needs: Mapping[int, Sequence[int]]) -> Iterator[list[int]]:
    """The strong components of a graph, each after those that it leads to.

    Source: Tarjan, *Depth-first search and linear graph algorithms* (1972); with a stack of its own.
    """
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    waiting: list[int] = []
    is_waiting: set[int] = set()
    for root in needs:
        if root in number:
            continue
        work: list[tuple[int, Iterator[int]]] = [(root, iter(needs[root]))]
        number[root] = low[root] = len(number)
        waiting.append(root)
        is_waiting.add(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in number:
                    number[other] = low[other] = len(number)
                    waiting.append(other)
                    is_waiting.add(other)
                    work.append((other, iter(needs[other])))
                    break
                if other in is_waiting:
                    low[node] = min(low[node], number[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    component = waiting[waiting.index(node) :]
                    del waiting[-len(component) :]
                    is_waiting.difference_update(component)
                    yield component
