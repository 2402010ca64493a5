"""Propagation of conditions on two variables: what a whole domain leaves of the other one, at one stroke."""

from __future__ import annotations

from collections.abc import Iterable

from cpsolver.task.expression import Call, Node
from cpsolver.task.linear import linear_form
from cpsolver.task.propagation import Propagator, Space, bits, mirrored
from cpsolver.task.propagators.linear import is_numeric

MOST_REMEMBERED = 5000
"""What so many domains leave of the other variable is kept."""


class Shifted(Propagator):
    """One variable is another one plus a whole number, in a space in which adding shifts bits."""

    exact = True

    def __init__(self, one: int, other: int, shift: int) -> None:
        """one = other + shift."""
        super().__init__((one, other))
        self.shift = shift

    def propagate(self, space: Space) -> bool:
        """Keep the values that have a partner; one pass is a fixpoint."""
        one, other = self.variables
        domains, shift = space.domains, self.shift
        kept = domains[one] & (domains[other] << shift if shift >= 0 else domains[other] >> -shift)
        back = kept >> shift if shift >= 0 else kept << -shift
        return bool(kept) and space.narrow(one, kept) and space.narrow(other, back)


class Mirrored(Propagator):
    """Two variables have a sum, in a space in which adding shifts bits."""

    exact = True

    def __init__(self, one: int, other: int, total: int) -> None:
        """`total`: what the numbers of their bits add up to."""
        super().__init__((one, other))
        self.total = total

    def propagate(self, space: Space) -> bool:
        """Keep the values that have a partner; one pass is a fixpoint."""
        one, other = self.variables
        domains, total = space.domains, self.total
        kept = domains[one] & mirrored(domains[other], total)
        return bool(kept) and space.narrow(one, kept) and space.narrow(other, mirrored(kept, total))


class Pairs(Propagator):
    """The variables take the values of one of some pairs."""

    exact = True

    def __init__(self, one: int, other: int, pairs: Iterable[tuple[int, int]]) -> None:
        """`pairs`: the bits of the values."""
        super().__init__((one, other))
        forth: dict[int, int] = {}
        back: dict[int, int] = {}
        for first, second in pairs:
            forth[first] = forth.get(first, 0) | second
            back[second] = back.get(second, 0) | first
        self._partners = forth, back
        self._known: tuple[dict[int, int], dict[int, int]] = {}, {}

    def propagate(self, space: Space) -> bool:
        """Keep the values that have a partner; one pass is a fixpoint."""
        one, other = self.variables
        domains = space.domains
        first, second = domains[one], domains[other]
        forth, back = self._known
        reached = forth[first] if first in forth else self._reached(0, first)
        backed = back[second] if second in back else self._reached(1, second)
        return bool(reached & second) and space.narrow(other, reached) and space.narrow(one, backed)

    def _reached(self, way: int, mask: int) -> int:
        partners, known = self._partners[way], self._known[way]
        if len(known) > MOST_REMEMBERED:
            known.clear()
        found = 0
        for bit in bits(mask):
            found |= partners.get(bit, 0)
        known[mask] = found
        return found


def post_two(space: Space, node: Node) -> bool | None:
    """Have two variables differ by, or add up to, a whole number; None if the condition says something else."""
    if not space.is_contiguous or not isinstance(node, Call) or node.function != "=":
        return None
    form = linear_form(node)
    if form is None or len(form.coefficients) != 2:
        return None
    (one, factor), (other, second) = form.coefficients
    if abs(factor) != abs(second) or not is_numeric(space, (one, other)):
        return None
    number, remainder = divmod(form.constant, factor)
    lowest, width = int(space.numbers[0]), len(space.numbers)
    variables, whole = (space.index[one], space.index[other]), int(number)
    if factor != second:
        if remainder or abs(whole) >= width:  # a mask is never shifted by more than its length
            return False
        space.add(Shifted(*variables, whole))
        return True
    if remainder or not 0 <= whole - 2 * lowest <= 2 * width - 2:
        return False
    space.add(Mirrored(*variables, whole - 2 * lowest))
    return True
