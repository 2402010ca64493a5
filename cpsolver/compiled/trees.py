"""A search over a network, carried on stretch by stretch in the kernels: solutions listed, or counted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod

import numpy as np

from cpsolver.compiled import tree_kernels
from cpsolver.compiled.encoding import encoded
from cpsolver.compiled.jit import is_kept
from cpsolver.compiled.networks import FALSE, AnyOf, Linear, Network
from cpsolver.compiled.tree_kernels import (
    ACTIVE,
    BOUND,
    CONFLICTS,
    FOUND,
    FRAME,
    FRAMES,
    KID,
    KIDS_END,
    LEVEL,
    LISTING,
    LISTS,
    LISTS_END,
    NODES,
    ORDER,
    PRIMES,
    PRODUCT,
    REMAINDERS,
    ROOM,
    SOLUTIONS,
    STAMPS,
    SUM,
    TALLY,
)

KEPT = 256
"""How many solutions are kept before they must be taken."""
MOST_LISTED = 1 << 22
"""Numbers that the lists of parts may hold: beyond, variables are no longer taken apart."""
EXACT = 2.0**180
"""Numbers of solutions beyond this are not known exactly."""
UNLIMITED = 1 << 62
ORDERS = {"smallest": tree_kernels.SMALLEST, "weighted": tree_kernels.WEIGHTED, "given": tree_kernels.GIVEN}


class Tree:
    """A search under way. With an objective, a linear sum to be made small, each solution is better than the last."""

    def __init__(
        self, network: Network, listing: bool, order: str = "weighted", objective: Linear | None = None
    ) -> None:
        """listing: solutions are listed one by one; otherwise only counted. `objective`: its constant is a bound."""
        if objective is not None:
            network = Network(network.values, network.masks, [*network.constraints, objective], network.own)
        numbers = encoded(network)
        count = len(network.values)
        header, levels = numbers.header, count + 2
        lists = np.zeros(min((count + 2) * (count + 4), MOST_LISTED) + 2 * count + 8, np.int64)
        lists[0], lists[1 : count + 1] = count, np.arange(count)
        header[LEVEL], header[LISTING], header[ORDER], header[ROOM] = -1, int(listing), ORDERS[order], KEPT
        header[BOUND] = -1 if objective is None else len(numbers.kinds) - 1
        header[FRAMES] = numbers.block(np.zeros(levels * FRAME, np.int64))
        header[LISTS] = numbers.block(lists)
        header[LISTS_END] = numbers.place
        header[STAMPS] = numbers.block(np.zeros(count + len(numbers.kinds), np.int64))
        header[TALLY] = numbers.block(np.zeros(network.own + 1, np.int64))
        header[SOLUTIONS] = numbers.block(np.zeros(KEPT * network.own if listing else 0, np.int64))
        self._m = numbers.array()
        self._sizes = np.zeros(2 * levels, np.float64)
        self._own = network.own
        self._taken = 0
        self.has_begun = False

    def go_on(self, nodes: int, most: int | None = None) -> list[list[int]]:
        """Search on for so many nodes, or until so many more solutions are listed; these, by the numbers of values."""
        m = self._m
        if not self.has_begun:
            self.has_begun = True
            tree_kernels.begin(m, self._sizes)
        limit = self._taken + min(KEPT, UNLIMITED if most is None else most)
        tree_kernels.go_on(m, self._sizes, self.nodes + nodes, limit)
        number, start = int(m[FOUND]), int(m[SOLUTIONS])
        table = m[start : start + KEPT * self._own].reshape(-1, self._own) if self._own else m[:KEPT, None]
        rows: list[list[int]] = table[np.arange(self._taken, number) % KEPT].tolist()
        self._taken = number
        return rows if self._own else [[] for _ in rows]

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to try."""
        return self.has_begun and bool(self._m[LEVEL] < 0)

    @property
    def nodes(self) -> int:
        """How many values were tried."""
        return int(self._m[NODES])

    @property
    def conflicts(self) -> int:
        """How many of them led to a contradiction at once."""
        return int(self._m[CONFLICTS])

    @property
    def levels(self) -> int:
        """How many variables are being branched on."""
        return max(0, int(self._m[LEVEL]))

    @property
    def at_depth(self) -> tuple[int, ...]:
        """How often the search stood where so many of the task's variables had a value."""
        start = int(self._m[TALLY])
        return tuple(self._m[start : start + self._own + 1].tolist())

    def count(self) -> tuple[int, bool]:
        """How many solutions were counted so far, and whether that number is right, and not only a lower bound."""
        top = int(self._m[LEVEL])
        if max(self._sizes) >= EXACT:
            return int(EXACT), False
        if self.is_finished:
            return self._whole(0, SUM), True
        below = 0
        for level in range(top, -1, -1):
            below = self._whole(level, SUM) + self._under(level, level == top, below)
        return below, False

    def _frame(self, level: int, part: int) -> int:
        return int(self._m[FRAMES]) + level * FRAME + part

    def _whole(self, level: int, part: int) -> int:
        at = self._frame(level, part)
        return _whole(self._m[at : at + REMAINDERS].tolist())

    def _under(self, level: int, is_top: bool, below: int) -> int:
        """At least how many solutions there are under the present value of a frame."""
        m, at = self._m, self._frame(level, 0)
        if not m[at + ACTIVE]:
            return 0
        kid, end = int(m[at + KID]), int(m[at + KIDS_END])
        if is_top:
            return self._whole(level, PRODUCT) if kid >= end else 0
        return self._whole(level, PRODUCT) * below if kid + 1 + int(m[kid]) >= end else 0


def _whole(remainders: Sequence[int]) -> int:
    """The number with these remainders by the primes: the Chinese remainder theorem."""
    product = prod(map(int, PRIMES))
    parts = (
        rest * (product // prime) * pow(product // prime, -1, prime)
        for rest, prime in zip(remainders, map(int, PRIMES), strict=True)
    )
    return sum(parts) % product


@cache
def prepare() -> None:
    """Compile the kernels, or load them, by the smallest searches; once in a process."""
    network = Network([(0, 1)] * 2, [3, 3], [AnyOf((0, 2)), Linear((0, 1), (1, 1), "=", 1, FALSE)], 2)
    for listing in (True, False):
        Tree(network, listing).go_on(99)


def is_at_hand() -> bool:
    """Whether the kernels are kept on disk, so that the first search need not wait for the compiler."""
    return is_kept(tree_kernels.begin) and is_kept(tree_kernels.go_on)
