"""Propagation of `circuit`, `subcircuit`, `inverse` and `connected`."""

from __future__ import annotations

from collections.abc import Sequence

from cpsolver.task.expression import Call, Collection, Name
from cpsolver.task.globals import edges_of
from cpsolver.task.propagation import Propagator, Space
from cpsolver.task.propagators.different import differing
from cpsolver.task.propagators.items import Items, bits_in, items_in
from cpsolver.task.propagators.trees.nodes import Truth
from cpsolver.task.propagators.trees.reading import Reader


class Round(Propagator):
    """Following the successors goes one round through all; with `may_rest` through those not their own successors.

    Source: Caseau & Laburthe, Solving Small TSPs with Constraints (1997): no chain may close too early.
    """

    at_once = False
    on = "fixed"

    def __init__(self, items: Items, keys: Sequence[int], may_rest: bool) -> None:
        super().__init__(items.variables)
        self.items, self.keys, self.may_rest = items, tuple(keys), may_rest
        self.number_of = {bit: number for number, bit in enumerate(keys)}

    def propagate(self, space: Space) -> bool:
        """Take from the end of each chain the way back to its start, unless all the others may rest."""
        masks = self.items.masks()
        after = [self.number_of[mask] if not mask & mask - 1 else -1 for mask in masks]
        entered = {there for here, there in enumerate(after) if there not in (-1, here)}
        moving = sum(1 for mask, key in zip(masks, self.keys, strict=True) if not mask & key)
        on_a_chain = 0
        for start, there in enumerate(after):
            if there in (-1, start) or start in entered:
                continue
            length, needed, here = 1, int(not masks[start] & self.keys[start]), start
            while after[here] >= 0:
                here = after[here]
                length += 1
                needed += not masks[here] & self.keys[here]
            on_a_chain += length - 1
            closes = needed == moving if self.may_rest else length == len(masks)
            if not closes and not self.items.narrow(here, ~self.keys[start]):
                return False
        return self._close(after, moving, len(entered) - on_a_chain)

    def _close(self, after: Sequence[int], moving: int, in_rounds: int) -> bool:
        """Where a round is closed, it is the only one, and what is not in it rests."""
        if not in_rounds:
            return True
        start = next(n for n, there in enumerate(after) if there not in (-1, n) and self._returns(after, n))
        inside, here = {start}, after[start]
        while here != start:
            inside.add(here)
            here = after[here]
        if not self.may_rest:
            return len(inside) == len(after)
        others = (number for number in range(len(after)) if number not in inside)
        return all(self.items.narrow(number, self.keys[number]) for number in others)

    def _returns(self, after: Sequence[int], start: int) -> bool:
        here = after[start]
        for _ in after:
            if here in (-1, start):
                break
            here = after[here]
        return here == start


def post_circuit(space: Space, call: Call) -> bool | None:
    """Have variables be the successors on a round; None if they are no variables, each there once."""
    items, keys = items_in(space, call.arguments[0]), bits_in(space, call.arguments[1])
    may_rest = call.function == "subcircuit"
    if items is None or keys is None or len(set(items.variables)) < len(items) or len(items) < 2:
        return None
    allowed = 0
    for key in keys:
        allowed |= key
    for number, key in enumerate(keys):
        if not items.narrow(number, allowed if may_rest else allowed & ~key):
            return False
    space.add(Round(items, keys, may_rest))
    return differing(space, items.variables)


class Channel(Propagator):
    """forth[i] = j just when back[j] = i."""

    at_once = False

    def __init__(self, forth: Items, back: Items, keys: Sequence[int], back_keys: Sequence[int]) -> None:
        super().__init__((*forth.variables, *back.variables))
        self.sides = ((forth, keys, back, back_keys), (back, back_keys, forth, keys))

    def propagate(self, space: Space) -> bool:
        """Keep a value only if the way back is there."""
        for there, here_keys, back, there_keys in self.sides:
            backward = back.masks()
            for number, mask in enumerate(there.masks()):
                kept = 0
                for key, opposite in zip(there_keys, backward, strict=True):
                    if mask & key and opposite & here_keys[number]:
                        kept |= key
                if not kept or not there.narrow(number, kept):
                    return False
        return True


def post_inverse(space: Space, call: Call) -> bool | None:
    """Have two lists of variables lead back and forth; None if they are anything else."""
    forth, back = items_in(space, call.arguments[0]), items_in(space, call.arguments[1])
    keys, back_keys = bits_in(space, call.arguments[2]), bits_in(space, call.arguments[3])
    if forth is None or back is None or keys is None or back_keys is None:
        return None
    space.add(Channel(forth, back, keys, back_keys))
    stands = True
    for items in (forth, back):
        if len(set(items.variables)) == len(items) > 1:
            stands = stands and differing(space, items.variables)
    return stands


class Connected(Propagator):
    """The elements chosen hang together."""

    def __init__(self, space: Space, call: Call, chosen: Sequence[Truth], variables: Sequence[int]) -> None:
        super().__init__(variables)
        self.chosen = tuple(chosen)
        self.neighbours: list[list[int]] = [[] for _ in chosen]
        for one, other in edges_of(call):
            self.neighbours[one].append(other)
            self.neighbours[other].append(one)

    at_once = False

    def propagate(self, space: Space) -> bool:
        """What cannot be reached from a chosen element is not chosen."""
        known = [truth.known() for truth in self.chosen]
        if 1 not in known:
            return True
        start = known.index(1)
        reached, stack = {start}, [start]
        while stack:
            for other in self.neighbours[stack.pop()]:
                if known[other] and other not in reached:
                    reached.add(other)
                    stack.append(other)
        return all(
            truth.require(False) for number, truth in enumerate(self.chosen) if known[number] and number not in reached
        )


def post_connected(space: Space, call: Call) -> bool | None:
    """Have what is chosen hang together; None if it is not chosen by variables."""
    listed = call.arguments[0]
    if not isinstance(listed, Collection) or not all(isinstance(item, Name) for item in listed.items):
        return None
    truths = Reader(space).truths(listed.items)
    variables = [space.index[item.name] for item in listed.items if isinstance(item, Name)]
    space.add(Connected(space, call, truths, variables))
    return True
