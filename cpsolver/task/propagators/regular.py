"""Propagation of `regular`: the states an automaton may be in before each item, from both ends."""

from __future__ import annotations

from collections.abc import Iterable

from cpsolver.task.expression import Call, Constant, Node
from cpsolver.task.globals import items_of
from cpsolver.task.propagation import Propagator, Space, bits
from cpsolver.task.propagators.items import Items, items_in

MOST_REMEMBERED = 20_000
"""So many steps of sets of states are kept."""


class Regular(Propagator):
    """The items are read from the start to an accepting state.

    Source: Pesant, A Regular Language Membership Constraint for Finite Sequences of Variables (2004).
    """

    def __init__(self, items: Items, moves: Iterable[tuple[int, int, int]], start: int, accepting: int) -> None:
        """`moves`: bits of a state, a value and the next state; `start`, `accepting`: bits of states."""
        super().__init__(items.variables)
        self.items, self.start, self.accepting = items, start, accepting
        self.exact = len(set(items.variables)) == len(items.variables)
        self.forth: dict[int, list[tuple[int, int]]] = {}
        self.back: dict[int, list[tuple[int, int]]] = {}
        for state, value, after in moves:
            self.forth.setdefault(value, []).append((state, after))
            self.back.setdefault(value, []).append((after, state))
        self._known: tuple[dict[tuple[int, int], int], ...] = ({}, {})

    def propagate(self, space: Space) -> bool:
        """Keep the values by which a state that can be reached leads to one that can accept; one pass is a fixpoint."""
        masks = self.items.masks()
        layers = [self.start]
        for mask in masks:
            here = layers[-1]
            reached = 0
            for value in bits(mask):
                reached |= self._step(0, value, here)
            if not reached:
                return False
            layers.append(reached)
        wanted = layers[-1] & self.accepting
        for number in range(len(masks) - 1, -1, -1):
            here, kept, before = layers[number], 0, 0
            for value in bits(masks[number]):
                found = self._step(1, value, wanted) & here
                if found:
                    kept |= value
                    before |= found
            if not kept or not self.items.narrow(number, kept):
                return False
            wanted = before
        return bool(wanted)

    def _step(self, way: int, value: int, states: int) -> int:
        """The states before, or behind, these, by one value."""
        known = self._known[way]
        found = known.get((value, states))
        if found is None:
            if len(known) > MOST_REMEMBERED:
                known.clear()
            found = 0
            for state, after in (self.back if way else self.forth).get(value, ()):
                if state & states:
                    found |= after
            known[value, states] = found
        return found


def post_regular(space: Space, call: Call) -> bool | None:
    """Have an automaton read variables; None if it reads anything else."""
    listed, transitions, start, accepting = call.arguments
    items = items_in(space, listed)
    if items is None or not isinstance(start, Constant):
        return None
    numbers: dict[object, int] = {}

    def state(node: Node) -> int:
        assert isinstance(node, Constant), "a state is a constant"
        return 1 << numbers.setdefault(node.value, len(numbers))

    moves: dict[tuple[int, int], int] = {}
    for row in items_of(transitions):
        before, value, after = items_of(row)
        assert isinstance(value, Constant), "what is read is a constant"
        if value.value in space.number_of:  # of two moves the later one counts, as where it is evaluated
            moves[state(before), 1 << space.number_of[value.value]] = state(after)
    wanted = 0
    for node in items_of(accepting):
        wanted |= state(node)
    space.add(Regular(items, [(s, v, t) for (s, v), t in moves.items()], state(start), wanted))
    return True
