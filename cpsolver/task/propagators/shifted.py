"""Propagation of all-different over variables plus whole numbers: what a value forbids is a shift of its bit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.propagation import Space
from cpsolver.task.propagators.different import MOST_MATCHED, IdleMatching

Shift = tuple[int, int]
"""A variable, and what is added to it."""

LARGEST = 1000
"""Larger numbers are not added by shifting: masks would become long for nothing."""


def shifts_in(space: Space, arguments: Sequence[Node]) -> list[Shift] | None:
    """The arguments as different variables plus whole numbers; None if there are others, or fewer than two.

    Variables alone may have any values; where something is added, bits must stand for whole numbers without a gap.
    """
    found = [_shift(space, argument) for argument in arguments]
    shifts = [shift for shift in found if shift is not None]
    if len(shifts) < max(2, len(found)) or len({variable for variable, _ in shifts}) < len(shifts):
        return None
    if any(shift for _, shift in shifts) and not (
        space.is_contiguous and all(space.has_only(variable, int) for variable, _ in shifts)
    ):
        return None
    return shifts


def _shift(space: Space, node: Node) -> Shift | None:
    if isinstance(node, Name):
        return space.index[node.name], 0
    if not isinstance(node, Call) or node.function not in ("+", "-") or len(node.arguments) != 2:
        return None
    left, right = node.arguments
    if node.function == "+" and isinstance(left, Constant):
        left, right = right, left
    if not isinstance(left, Name) or not isinstance(right, Constant) or not isinstance(right.value, int):
        return None
    shift = -int(right.value) if node.function == "-" else int(right.value)
    return (space.index[left.name], shift) if abs(shift) <= LARGEST else None


def post_shifts(space: Space, shifts: Sequence[Shift]) -> bool:
    """Have the variables plus their numbers differ. True."""
    space.add_clash([variable for variable, _ in shifts], ShiftClash(shifts))
    if 2 < len(shifts) <= MOST_MATCHED:
        space.add(ShiftMatching(shifts))
    return True


class ShiftClash:
    """A value one sum has, the others cannot have."""

    def __init__(self, shifts: Sequence[Shift]) -> None:
        self.shifts = tuple(shifts)
        self.shift_of = dict(shifts)

    def forbidden(self, variable: int, bit: int) -> Iterator[tuple[int, int]]:
        """The values that give this sum, for all others."""
        own = self.shift_of[variable]
        for other, shift in self.shifts:
            if other != variable:
                moved = bit << own - shift if own >= shift else bit >> shift - own
                if moved:
                    yield other, moved


class ShiftMatching(IdleMatching):
    """Every value left gives a sum that is in some assignment in which all differ."""

    def __init__(self, shifts: Sequence[Shift]) -> None:
        super().__init__([variable for variable, _ in shifts])
        least = min(shift for _, shift in shifts)
        self.ups = {variable: shift - least for variable, shift in shifts}

    def propagate(self, space: Space) -> bool:
        """Shift, match, shift back. A hasty space may be left as it is."""
        if self.is_idle(space):
            return True
        domains = space.domains
        return self._narrow(space, [domains[variable] << up for variable, up in self.ups.items()])

    def _keep(self, space: Space, variable: int, kept: int, mask: int) -> bool:
        """Keep these of the sums the matching was about."""
        return space.narrow(variable, kept >> self.ups[variable])
