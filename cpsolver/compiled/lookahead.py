"""Which suppositions fail: every candidate of a board tried, followed by singles, to one level or two.

Boards are arrays: `digits` uint32[cells], bit d of a cell for digit d, a single bit where it is placed; `board` is what
`board_of` makes of the units. What is found here in a moment is then told step by step by the players' loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cpsolver.compiled.jit import bit_functions, kernel

Marks = npt.NDArray[np.uint32]
_, _ones = bit_functions()

Board = tuple[npt.NDArray[np.int16], npt.NDArray[np.int16], npt.NDArray[np.int16]]


def board_of(cells: int, units: Sequence[Sequence[int]], peers: Sequence[Sequence[int]]) -> Board:
    """The units int16[u, n], the units of each cell and its peers, the last two filled up with -1."""
    of = [[number for number, unit in enumerate(units) if cell in unit] for cell in range(cells)]
    return np.array(units, np.int16), _filled(of), _filled(peers)


def _filled(rows: Sequence[Sequence[int]]) -> npt.NDArray[np.int16]:
    table = np.full((len(rows), max(map(len, rows), default=0) or 1), -1, np.int16)
    for number, row in enumerate(rows):
        table[number, : len(row)] = row
    return table


@kernel
def _follow(digits: Any, units: Any, units_of: Any, peers: Any, stack: Any, top: int, dirty: Any) -> int:
    """Follow placed cells by singles; how many cells were placed, negative if that is a contradiction.

    stack[:top]: cells whose one digit has still to leave their peers
    dirty:       for every unit whether it lost a mark since it was last looked through for hidden singles
    """
    placed = 0
    while True:
        while top > 0:
            top -= 1
            cell = stack[top]
            placed += 1
            bit = digits[cell]
            _touch(units_of, cell, dirty)
            for at in range(peers.shape[1]):
                peer = peers[cell, at]
                if peer < 0:
                    break
                if digits[peer] & bit:
                    left = digits[peer] & ~bit
                    if left == 0:
                        return -placed
                    digits[peer] = left
                    if left & (left - np.uint32(1)) == 0:
                        stack[top] = peer
                        top += 1
                    _touch(units_of, peer, dirty)
        going = False
        for unit in range(units.shape[0]):
            if dirty[unit]:
                going = True
                dirty[unit] = 0
                top = _hidden(digits, units, unit, stack, top)
                if top < 0:
                    return -placed - 1
                if top > 0:
                    break
        if not going:
            return placed


@kernel
def _touch(units_of: Any, cell: int, dirty: Any) -> None:
    for at in range(units_of.shape[1]):
        if units_of[cell, at] >= 0:
            dirty[units_of[cell, at]] = 1


@kernel
def _hidden(digits: Any, units: Any, unit: int, stack: Any, top: int) -> int:
    """Place the hidden singles of a unit on the stack; its new height, -1 if a digit has no place or a cell two."""
    size = units.shape[1]
    once, twice, fixed = np.uint32(0), np.uint32(0), np.uint32(0)
    for at in range(size):
        marks = digits[units[unit, at]]
        twice |= once & marks
        once |= marks
        if marks & (marks - np.uint32(1)) == 0:
            fixed |= marks
    if once != np.uint32((1 << size) - 1):
        return -1
    alone = once & ~twice & ~fixed
    if alone == 0:
        return top
    for at in range(size):
        cell = units[unit, at]
        mine = digits[cell] & alone
        if mine:
            if mine & (mine - np.uint32(1)):
                return -1
            digits[cell] = mine
            stack[top] = cell
            top += 1
    return top


@kernel
def refuted(digits: Any, units: Any, units_of: Any, peers: Any) -> Any:
    """For every cell and digit how many placements refute it as a supposition, 0 where singles do not: int32[c, n].

    digits: uint32[c], where singles say nothing more
    """
    cells, size = digits.shape[0], units.shape[1]
    found = np.zeros((cells, size), np.int32)
    stack = np.zeros(cells * 4, np.int16)
    dirty = np.zeros(units.shape[0], np.uint8)
    for cell in range(cells):
        if digits[cell] & (digits[cell] - np.uint32(1)) == 0:
            continue
        for digit in range(size):
            if digits[cell] >> np.uint32(digit) & np.uint32(1):
                inner = digits.copy()
                inner[cell] = np.uint32(1) << np.uint32(digit)
                stack[0] = cell
                dirty[:] = 0
                outcome = _follow(inner, units, units_of, peers, stack, 1, dirty)
                if outcome < 0:
                    found[cell, digit] = -outcome
    return found


@kernel
def refuted_deeply(digits: Any, tried: Any, units: Any, units_of: Any, peers: Any) -> Any:
    """The first cell and digit whose supposition fails if within it suppositions are followed by singles; -1, -1.

    tried: uint32[c], the digits of each cell to suppose; those left out should be such as cannot fail
    Cells with few candidates come first. Source: the "two-level supposition" of the paper this program began with.
    """
    cells, size = digits.shape[0], units.shape[1]
    stack = np.zeros(cells * 4, np.int16)
    dirty = np.zeros(units.shape[0], np.uint8)
    for count in range(2, size + 1):
        for cell in range(cells):
            if _ones(digits[cell]) != count:
                continue
            for digit in range(size):
                if not digits[cell] & tried[cell] >> np.uint32(digit) & np.uint32(1):
                    continue
                inner = digits.copy()
                inner[cell] = np.uint32(1) << np.uint32(digit)
                stack[0] = cell
                dirty[:] = 0
                if _follow(inner, units, units_of, peers, stack, 1, dirty) < 0 or _fails_below(
                    inner, units, units_of, peers, stack, dirty
                ):
                    return cell, digit
    return -1, -1


@kernel
def _fails_below(inner: Any, units: Any, units_of: Any, peers: Any, stack: Any, dirty: Any) -> bool:
    """Whether removing what fails within a supposition, again and again, refutes it."""
    cells, size = inner.shape[0], units.shape[1]
    going = True
    while going:
        going = False
        for cell in range(cells):
            for digit in range(size):
                bit = np.uint32(1) << np.uint32(digit)
                if not inner[cell] & bit or inner[cell] == bit:
                    continue
                below = inner.copy()
                below[cell] = bit
                stack[0] = cell
                dirty[:] = 0
                if _follow(below, units, units_of, peers, stack, 1, dirty) >= 0:
                    continue
                going = True
                dirty[:] = 0
                inner[cell] &= ~bit
                top = 0
                if inner[cell] & (inner[cell] - np.uint32(1)) == 0:
                    stack[0] = cell
                    top = 1
                _touch(units_of, cell, dirty)
                if _follow(inner, units, units_of, peers, stack, top, dirty) < 0:
                    return True
    return False
