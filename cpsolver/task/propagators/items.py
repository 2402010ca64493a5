"""The items of a global constraint as masks, be they variables or constants."""

from __future__ import annotations

from collections.abc import Sequence

from cpsolver.task.expression import Collection, Constant, Name, Node
from cpsolver.task.propagation import Space


class Items:
    """Variables and constants in a row, each with a mask of the values it may have."""

    def __init__(self, space: Space, entries: Sequence[tuple[int, int]]) -> None:
        """`entries`: a variable and 0, or -1 and the bit of a constant."""
        self.space, self.entries = space, tuple(entries)
        self.variables = tuple(variable for variable, _ in entries if variable >= 0)

    def __len__(self) -> int:
        return len(self.entries)

    def masks(self) -> list[int]:
        """What each may be."""
        domains = self.space.domains
        return [bit or domains[variable] for variable, bit in self.entries]

    def narrow(self, number: int, mask: int) -> bool:
        """Let an item be one of these only; False if it cannot."""
        variable, bit = self.entries[number]
        return bool(bit & mask) if bit else self.space.narrow(variable, mask)


def items_in(space: Space, node: Node) -> Items | None:
    """The items of a list of variables and constants; None if it holds anything else, or what no variable can be."""
    if not isinstance(node, Collection):
        return None
    entries = []
    for item in node.items:
        if isinstance(item, Name):
            entries.append((space.index[item.name], 0))
        elif isinstance(item, Constant) and item.value in space.number_of:
            entries.append((-1, 1 << space.number_of[item.value]))
        else:
            return None
    return Items(space, entries)


def bits_in(space: Space, node: Node) -> list[int] | None:
    """The bits of a list of constants, 0 for what no variable can be; None if it holds anything else."""
    if not isinstance(node, Collection) or not all(isinstance(item, Constant) for item in node.items):
        return None
    values = [item.value for item in node.items if isinstance(item, Constant)]
    return [1 << space.number_of[value] if value in space.number_of else 0 for value in values]
