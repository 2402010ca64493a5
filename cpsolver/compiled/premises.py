"""Which premises of a conclusion are idle: dropped one after the other while all-different units still entail it.

A premise is needed if there is a counterexample without it: values of the variables, as the units used and the other
premises want them, that break the conclusion. A search looks for one and gives up after some nodes; then the premise
is kept, which is always right.

Variables have masks of values, uint32, bit v for value number v. The units are as large as the domain.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpsolver.compiled.jit import bit_functions, kernel

_zeros_below, _ones = bit_functions()

PLACED = 1 << 30
"""Set in a variable's mask once its value has been taken from its peers."""
MOST_VALUES = 30
MOST_NODES = 50_000
"""How many branches of one search are tried; few searches take a hundred."""
MOST_TOGETHER = 400_000
"""How many branches are tried for all premises of a conclusion."""


@kernel
def _touch(variable: int, units_of: Any, dirty: Any) -> None:
    for unit in units_of[variable]:
        if unit < 0:
            break
        dirty[unit] = 1


@kernel
def _place(masks: Any, variable: int, units: Any, units_of: Any, dirty: Any, queue: Any) -> bool:
    """Take the variable's one value from its peers; False if a peer is left with none."""
    bit = int(masks[variable])
    if bit & PLACED:
        return True
    masks[variable] = bit | PLACED
    for unit in units_of[variable]:
        if unit < 0:
            break
        dirty[unit] = 1
        for other in units[unit]:
            before = int(masks[other])
            if other == variable or before & bit == 0:
                continue
            after = before & ~bit
            if after & (PLACED - 1) == 0:
                return False
            masks[other] = after
            if after & (after - 1) == 0:
                queue[0] += 1
                queue[queue[0]] = other
            _touch(other, units_of, dirty)
    return True


@kernel
def _place_hidden(masks: Any, unit: Any, full: int, units_of: Any, dirty: Any, queue: Any) -> bool:
    """Queue what has the only place for a value in the unit; False if a value has none, or a variable two."""
    once = twice = done = 0
    for variable in unit:
        mask = int(masks[variable])
        if mask & PLACED:
            mask &= PLACED - 1
            done |= mask
        twice |= once & mask
        once |= mask
    if once != full:
        return False
    hidden = once & ~twice & ~done
    if hidden == 0:
        return True
    for variable in unit:
        mask = int(masks[variable])
        own = mask & hidden
        if own and own != mask and mask & PLACED == 0:
            if own & (own - 1):
                return False
            masks[variable] = own
            queue[0] += 1
            queue[queue[0]] = variable
            _touch(variable, units_of, dirty)
    return True


@kernel
def _settle(masks: Any, units: Any, full: int, units_of: Any, dirty: Any, queue: Any) -> bool:
    """Place all singles that are queued or come up; False at a contradiction."""
    while True:
        while queue[0]:
            variable = queue[queue[0]]
            queue[0] -= 1
            if not _place(masks, variable, units, units_of, dirty, queue):
                return False
        found = -1
        for unit in range(len(units)):
            if dirty[unit]:
                found = unit
                break
        if found < 0:
            return True
        dirty[found] = 0
        if not _place_hidden(masks, units[found], full, units_of, dirty, queue):
            return False


@kernel
def _choose(masks: Any, units: Any, units_of: Any, choice: Any) -> bool:
    """A variable and a value of it to branch on, where least is open; False if all is placed.

    That is a variable of few values, or a value of few places: proofs about one digit go through its places.
    """
    fewest, choice[0] = 99, -1
    for variable in range(len(masks)):
        mask = int(masks[variable])
        if mask & PLACED or units_of[variable, 0] < 0:
            continue
        count = _ones(mask)
        if count < fewest:
            fewest, choice[0], choice[1] = count, variable, mask & -mask
            if count == 2:
                return True
    if choice[0] < 0:
        return False
    for unit in units:
        once = twice = thrice = more = 0
        for variable in unit:
            mask = int(masks[variable])
            mask &= PLACED - 1
            more |= thrice & mask
            thrice |= twice & mask
            twice |= once & mask
            once |= mask
        two, three = twice & ~thrice, thrice & ~more
        few = two if two else three
        count = 2 if two else 3
        if few and count < fewest:
            fewest, bit = count, few & -few
            for variable in unit:
                if masks[variable] & bit:
                    choice[0], choice[1] = variable, bit
                    break
            if count == 2:
                return True
    return True


@kernel
def _start(masks: Any, units_of: Any, dirty: Any, queue: Any) -> bool:
    """Queue the variables with one value; False if one has none."""
    queue[0] = 0
    dirty[:] = 1
    for variable in range(len(masks)):
        mask = int(masks[variable])
        if mask == 0:
            return False
        if mask & (mask - 1) == 0 and units_of[variable, 0] >= 0:
            queue[0] += 1
            queue[queue[0]] = variable
    return True


@kernel
def _has_solution(units: Any, full: int, units_of: Any, room: Any) -> bool:
    """Whether the masks in the first level have a solution; also True if that is not known after so many nodes."""
    levels, dirty, queue, choices, nodes = room
    level, last = 0, min(nodes[0] + MOST_NODES, MOST_TOGETHER)
    going = _start(levels[0], units_of, dirty, queue)
    while True:
        if going and _settle(levels[level], units, full, units_of, dirty, queue):
            choice = choices[level]
            if nodes[0] >= last or not _choose(levels[level], units, units_of, choice):
                return True
            nodes[0] += 1
            levels[level + 1] = levels[level]
            level += 1
            variable, mask = choice[0], choice[1]
        else:
            if level == 0:
                return False
            level -= 1
            variable = choices[level, 0]
            mask = int(levels[level, variable]) & ~choices[level, 1]
        going = True
        levels[level, variable] = mask
        queue[0] = 0
        dirty[:] = 0
        if mask & (mask - 1) == 0:
            queue[0], queue[1] = 1, variable
        _touch(variable, units_of, dirty)


@kernel
def _is_broken(
    kept: Any, premises: Any, opposites: Any, units: Any, full: int, units_of: Any, room: Any, first: int
) -> int:
    """The number of an opposite of the conclusion that the kept premises allow, tried from the first; -1 if none."""
    levels = room[0]
    for turn in range(len(opposites)):
        at = (first + turn) % len(opposites)
        masks = levels[0]
        masks[:] = full
        for number in range(len(premises)):
            if kept[number]:
                masks[premises[number, 0]] &= premises[number, 1]
        if opposites[at, 0] >= 0:
            masks[opposites[at, 0]] &= opposites[at, 1]
        if _has_solution(units, full, units_of, room):
            return at
    return -1


@kernel
def shrink(premises: Any, opposites: Any, units: Any, variables: int) -> Any:
    """Which premises are kept, bool[m], when idle ones are dropped, the first first; none if all together do not do.

    premises:  uint32[m, 2], a variable and the values it may have
    opposites: int64[n, 2], the same of what breaks the conclusion, one of them enough; a variable below 0 breaks it
               without more: the premises are contradictory
    units:     int16[u, size] of the variables 0…variables - 1
    """
    size = units.shape[1]
    full = (1 << size) - 1
    units_of = np.full((variables, len(units) + 1), -1, np.int16)
    counts = np.zeros(variables, np.int64)
    for unit in range(len(units)):
        for variable in units[unit]:
            units_of[variable, counts[variable]] = unit
            counts[variable] += 1
    levels, choices = np.empty((variables + 2, variables), np.int64), np.empty((variables + 2, 2), np.int64)
    dirty, queue = np.empty(len(units), np.uint8), np.empty(2 * variables + 2, np.int64)
    room = (levels, dirty, queue, choices, np.zeros(1, np.int64))
    kept = np.ones(len(premises), np.bool_)
    first = 0
    for number in range(-1, len(premises)):  # first with all of them
        if number >= 0:
            kept[number] = False
        found = _is_broken(kept, premises, opposites, units, full, units_of, room, first)
        if found >= 0 and number < 0:
            kept[:] = False
            break
        if found >= 0:
            kept[number], first = True, found
    return kept
