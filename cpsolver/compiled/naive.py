"""The plainest recursion over all-different units: next variable, values in order, nothing taken away ahead.

One source for both forms: `descend` runs as Python over lists at once, and compiled over arrays when `kernel_ready`
says that nobody has to wait for it. Either goes on exactly where the other stopped, so that counts are the same.
"""

from __future__ import annotations

from typing import Any

from cpsolver.compiled.handover import is_ready
from cpsolver.compiled.jit import kernel

GOING, FINISHED, SOLUTION = range(3)
"""What `descend` says: the steps were used up; there is nothing left to try; every variable has a value."""

MOST_VALUES = 62
"""How many values the masks of the compiled form can hold."""

UNITS = 3
"""How many units a variable is in; one in fewer gets some of its own."""


def descend(steps: int, full: int, units: Any, used: Any, calls: Any, left: Any, held: Any, place: Any) -> int:
    """Take so many steps of the recursion. Returns GOING, FINISHED or SOLUTION, from which it can go on.

    full:  the mask of all values
    units: the units of the variable at depth d at 3·d, 3·d + 1, 3·d + 2
    used:  the values taken in each unit
    calls: how often each depth was entered
    left:  the values still to try at each depth; held: the value at each depth, as a mask, 0 for none
    place: the depth, and the values still to try there
    """
    depth, free = place[0], place[1]
    size = len(left) - 1
    outcome = GOING
    going_on = depth == size
    for _ in range(steps):
        if going_on:
            going_on = False
        elif free:
            bit = free & -free
            left[depth] = free ^ bit
            held[depth] = bit
            at = 3 * depth
            used[units[at]] ^= bit
            used[units[at + 1]] ^= bit
            used[units[at + 2]] ^= bit
            depth += 1
            calls[depth] += 1
            if depth < size:
                at += 3
                free = full & ~(used[units[at]] | used[units[at + 1]] | used[units[at + 2]])
                continue
            outcome = SOLUTION
            break
        elif depth:
            held[depth] = 0
        else:
            outcome = FINISHED
            break
        depth -= 1
        at = 3 * depth
        bit = held[depth]
        used[units[at]] ^= bit
        used[units[at + 1]] ^= bit
        used[units[at + 2]] ^= bit
        free = left[depth]
    place[0], place[1] = depth, free
    return outcome


def compiled_descend() -> Any:
    """`descend` as a kernel, to be called with NumPy arrays of int64."""
    global _kernel
    if _kernel is None:
        _kernel = kernel(descend)
    return _kernel


_kernel: Any = None


def arrays(*lists: list[int]) -> tuple[Any, ...]:
    """The lists as what the kernel takes."""
    import numpy as np

    return tuple(np.array(numbers, np.int64) for numbers in lists)


def prepare() -> None:
    """Compile the kernel, or load it, by taking a step in the smallest search."""
    compiled_descend()(1, 1, *arrays([0, 1, 2], [0, 0, 0], [1, 0], [0, 0], [0, 0], [0, 1]))


def kernel_ready() -> bool:
    """Whether the kernel answers at once; if not, another process begins to compile it, for this one and later ones."""
    return is_ready(__name__)
