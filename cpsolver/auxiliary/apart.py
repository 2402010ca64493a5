"""A decision diagram together with what must differ: a sum of a cage whose cells differ, a line within a box.

The product of the diagram and the values already used is not built: of it only what the domains leave is walked,
layer by layer, and that is little once domains are small.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cpsolver.auxiliary.diagram import Diagram

MOST_STATES = 300
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
        self.spread, self.open_ = [0] * count, [0] * count
        self.shifts: list[list[int]] = [[] for _ in range(count)]
        for number, group in enumerate(groups):
            for position in group:
                self.spread[position] |= 1 << number * size
                self.shifts[position].append(number * size)
            for position in range(max(group)):
                self.open_[position] |= (1 << size) - 1 << number * size

    def allows(self, masks: Sequence[int]) -> bool:
        """Whether some assignment within the domains is true and has differing values where it must."""
        reached: set[State] = {(self.diagram.root, 0)}
        for position, mask in enumerate(masks):
            reached = {after for _, onwards in self._layer(reached, position, mask) for after, _ in onwards}
            if not reached:
                return False
            if len(reached) > MOST_STATES:
                return self.diagram.allows(masks)
        return True

    def narrowed(self, masks: Sequence[int]) -> Sequence[int] | None:
        """The values such an assignment has; None if there is none."""
        layers = []
        reached: set[State] = {(self.diagram.root, 0)}
        for position, mask in enumerate(masks):
            layer = list(self._layer(reached, position, mask))
            layers.append(layer)
            reached = {after for _, onwards in layer for after, _ in onwards}
            if len(reached) > MOST_STATES:
                return self.diagram.narrowed(masks)
        kept = []
        for layer in reversed(layers):
            supported, alive = 0, set()
            for before, onwards in layer:
                for after, bit in onwards:
                    if after in reached:
                        supported |= bit
                        alive.add(before)
            reached = alive
            kept.append(supported)
        return kept[::-1] if reached else None

    def _layer(
        self, reached: Iterable[State], position: int, mask: int
    ) -> Iterator[tuple[State, list[tuple[State, int]]]]:
        """The states, each with those after the next variable has one of its values, and the value."""
        spread, open_, shifts = self.spread[position], self.open_[position], self.shifts[position]
        edges = self.diagram.layers[position]
        for state in reached:
            node, used = state
            free = mask
            for shift in shifts:
                free &= ~(used >> shift)
            onwards = []
            for below, leading in edges.get(node, ()):
                values = leading & free
                while values:
                    bit = values & -values
                    values ^= bit
                    onwards.append(((below, (used | spread * bit) & open_), bit))
            yield state, onwards
