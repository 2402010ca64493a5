"""A decision diagram together with what must differ: a sum of a cage whose cells differ, a line within a box.

The product of the diagram and the values already used is not built: of it only what the domains leave is walked,
layer by layer, and that is little once domains are small.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpsolver.auxiliary.diagram import Diagram
from cpsolver.task.propagation import bits

MOST_STATES = 4000
"""With more states in a layer than this nothing is said: every value counts as possible."""

State = tuple[int, int]
"""A node of the diagram, and the values used in each group whose variables are not all passed, side by side."""


class Apart:
    """Assignments of a diagram in which the variables of some groups differ; all variables have the same values.

    diagram: of the condition; groups: positions of variables that differ; size: how many values there are
    """

    def __init__(self, diagram: Diagram, groups: Sequence[Sequence[int]], size: int) -> None:
        self.diagram = diagram
        count = len(diagram.layers)
        spread, self.open_ = [0] * count, [0] * count
        for number, group in enumerate(groups):
            block = (1 << size) - 1 << number * size
            for position in group:
                spread[position] |= 1 << number * size
            for position in range(max(group)):
                self.open_[position] |= block
        self.spread = tuple(spread)
        self.values = (1 << size) - 1

    def allows(self, masks: Sequence[int]) -> bool:
        """Whether some assignment within the domains is true and has differing values where it must."""
        reached: set[State] = {(self.diagram.root, 0)}
        for position, mask in enumerate(masks):
            reached = {state for before in reached for state, _ in self._onwards(before, position, mask)}
            if not reached:
                return False
            if len(reached) > MOST_STATES:
                return self.diagram.allows(masks)
        return True

    def narrowed(self, masks: Sequence[int]) -> Sequence[int] | None:
        """The values such an assignment has; None if there is none."""
        layers: list[dict[State, list[tuple[State, int]]]] = []
        reached: set[State] = {(self.diagram.root, 0)}
        for position, mask in enumerate(masks):
            layer = {before: list(self._onwards(before, position, mask)) for before in reached}
            layers.append(layer)
            reached = {state for onwards in layer.values() for state, _ in onwards}
            if len(reached) > MOST_STATES:
                return self.diagram.narrowed(masks)
        kept = []
        for layer in reversed(layers):
            supported, alive = 0, set()
            for before, onwards in layer.items():
                for state, bit in onwards:
                    if state in reached:
                        supported |= bit
                        alive.add(before)
            reached = alive
            kept.append(supported)
        return kept[::-1] if reached else None

    def _onwards(self, state: State, position: int, mask: int) -> Iterator[tuple[State, int]]:
        """The states after the next variable has one of its values, and the value."""
        node, used = state
        spread, open_ = self.spread[position], self.open_[position]
        for below, leading in self.diagram.layers[position].get(node, ()):
            for number in bits_below(leading & mask):
                marks = spread << number
                if not used & marks:
                    yield (below, (used | marks) & open_), 1 << number


def bits_below(mask: int) -> Iterator[int]:
    """The numbers of the bits of a mask."""
    return (bit.bit_length() - 1 for bit in bits(mask))
