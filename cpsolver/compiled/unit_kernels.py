"""The kernels of `units`. All of them lie here: the cache of a module knows only its own source.

`tables` are those of a `units.Plan`, `room` is what `room_for` makes: where a search keeps what it may go on from.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpsolver.compiled.jit import bit_functions, kernel

_zeros_below, _ones = bit_functions()

PLACED = 1 << 30
"""Set in a variable's mask once its value has been taken from its peers."""
VALUES = PLACED - 1
LEVEL, COUNT, NODES, BASE, DICE, STATE = range(6)
"""What a search keeps in `state`: the level that is branched on, −1 when all is done; solutions and nodes so far; the
number of the solution that is written down first; the state of the dice, 0 to try values in order. STATE: how many."""
UNLIMITED = 1 << 62
FIRST_TRIES = 1000
"""How many nodes a random search may take before it starts again, twice as many each time."""


@kernel
def _touch(variable: int, unit_of: Any, touched: Any) -> None:
    """Note that the units of a variable lost a place."""
    for unit in unit_of[variable]:
        if unit < 0:
            break
        touched[unit] = 1


@kernel
def _place(masks: Any, variable: int, unit_of: Any, peers: Any, touched: Any, queue: Any) -> bool:
    """Take a variable's only candidate from its peers; those left with one are queued. False at a contradiction."""
    bit = int(masks[variable])
    masks[variable] = bit | PLACED
    for peer in peers[variable]:
        if peer < 0:
            break
        before = int(masks[peer])
        if before & bit:
            after = before ^ bit
            if after & VALUES == 0:
                return False
            masks[peer] = after
            if after & (after - 1) == 0:
                queue[0] += 1
                queue[queue[0]] = peer
            _touch(peer, unit_of, touched)
    return True


@kernel
def _place_hidden(masks: Any, unit: Any, full: int, unit_of: Any, touched: Any, queue: Any) -> bool:
    """Queue what has the only place for a value in the unit. False if a value has none, or two values have one."""
    once = twice = done = 0
    for variable in unit:
        mask = int(masks[variable])
        if mask & PLACED:
            mask ^= PLACED
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
        if own & (own - 1):
            return False
        if own and own != mask and mask & PLACED == 0:
            masks[variable] = own
            queue[0] += 1
            queue[queue[0]] = variable
            _touch(variable, unit_of, touched)
    return True


@kernel
def _settle(masks: Any, tables: Any, touched: Any, queue: Any) -> bool:
    """Place all single candidates, queued, and single places, in touched units, until there are none.

    False at a contradiction. queue: how many wait, and from 1 on which. Afterwards nothing waits, no unit is touched.
    """
    size, units, unit_of, peers = tables
    full = (1 << size) - 1
    stands = True
    while stands:
        while stands and queue[0]:
            queue[0] -= 1
            stands = _place(masks, queue[queue[0] + 1], unit_of, peers, touched, queue)
        for number in range(len(units)):
            if touched[number] and stands:
                touched[number] = 0
                stands = _place_hidden(masks, units[number], full, unit_of, touched, queue)
                if queue[0]:
                    break
        else:
            if stands:
                return True
    queue[0] = 0
    touched[:] = 0
    return False


@kernel
def _choose(masks: Any, peers: Any) -> int:
    """The variable to branch on, −1 if all are placed: with two candidates the one of the highest product, else the
    one with the fewest; the first of equals."""
    fewest, chosen, best = 99, -1, 0
    for variable in range(len(masks)):
        mask = int(masks[variable])
        if mask & PLACED:
            continue
        number = _ones(mask)
        if number == 2:
            score = 1
            while mask:
                bit = mask & -mask
                mask ^= bit
                taken = 1
                for peer in peers[variable]:
                    if peer < 0:
                        break
                    other = int(masks[peer])
                    if other & bit and other & PLACED == 0:
                        taken += 3 if _ones(other) == 2 else 1
                score *= taken
            if score > best:
                best, chosen = score, variable
        elif best == 0 and number < fewest:
            fewest, chosen = number, variable
    return chosen


@kernel
def _next_random(state: Any) -> int:
    """A number below 2**32 from the one before it (Marsaglia 2003, xorshift)."""
    x = int(state[DICE])
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    state[DICE] = x
    return x


@kernel
def _next_value(left: int, state: Any) -> int:
    """The lowest bit of those left, or one at random, as a mask."""
    if state[DICE]:
        for _ in range(_next_random(state) % _ones(left)):
            left &= left - 1
    return left & -left


@kernel
def _arrive(tables: Any, room: Any, solutions: Any) -> None:
    """Count the settled board above the level; take the solution, or choose its variable and go up to it."""
    peers = tables[3]
    stack, left, branched, _, _, at_depth, state = room
    masks = stack[state[LEVEL] + 1]
    open_ = 0
    for mask in masks:
        open_ += int(mask & PLACED == 0)
    at_depth[len(masks) - open_] += 1
    if open_:
        state[LEVEL] += 1
        variable = _choose(masks, peers)
        branched[state[LEVEL]] = variable
        left[state[LEVEL]] = masks[variable]
        return
    number = state[COUNT] - state[BASE]
    if number < len(solutions):
        for variable in range(len(masks)):
            solutions[number, variable] = _zeros_below(int(masks[variable])) + 1
    state[COUNT] += 1


@kernel
def _start(marks: Any, tables: Any, room: Any, solutions: Any) -> None:
    """Settle the candidates of a grid as the lowest board and arrive there."""
    stack, _, _, touched, queue, at_depth, state = room
    state[LEVEL], state[COUNT], state[NODES], state[BASE] = -1, 0, 0, 0
    at_depth[:] = 0
    masks = stack[0]
    for variable in range(len(masks)):
        mask = int(marks[variable])
        masks[variable] = mask
        if mask == 0:
            queue[0] = 0
            return
        if mask & (mask - 1) == 0:
            queue[0] += 1
            queue[queue[0]] = variable
    touched[:] = 1
    if _settle(masks, tables, touched, queue):
        _arrive(tables, room, solutions)


@kernel
def go_on(nodes: int, limit: int, tables: Any, room: Any, solutions: Any, stop: Any) -> None:
    """Search on until so many nodes or solutions are counted, or all is done, which is level −1.

    stop: int64[1], looked at now and then; not 0: end the search.
    """
    unit_of = tables[2]
    stack, left, branched, touched, queue, _, state = room
    while state[LEVEL] >= 0 and state[COUNT] < limit and state[NODES] < nodes and stop[0] == 0:
        level = state[LEVEL]
        if left[level] == 0:
            state[LEVEL] -= 1
            continue
        bit = _next_value(int(left[level]), state)
        left[level] ^= bit
        state[NODES] += 1
        masks = stack[level + 1]
        masks[:] = stack[level]
        masks[branched[level]] = bit
        queue[0] = 1
        queue[1] = branched[level]
        _touch(branched[level], unit_of, touched)
        if _settle(masks, tables, touched, queue):
            _arrive(tables, room, solutions)


@kernel
def room_for(variables: int, units: int) -> Any:
    """Stack, values left and variable branched on at each level, touched units, queue, counts by depth, state."""
    return (
        np.zeros((variables + 1, variables), np.int32),
        np.zeros(variables + 1, np.int32),
        np.zeros(variables + 1, np.int32),
        np.zeros(units, np.uint8),
        np.zeros(variables + 2, np.int32),
        np.zeros(variables + 1, np.int64),
        np.zeros(STATE, np.int64),
    )


@kernel
def count_all(marks: Any, limit: int, tables: Any, counts: Any, solutions: Any, nodes: Any, stop: Any) -> None:
    """Counts of solutions, −1 where stopped, the first solutions, and nodes, of each grid of candidates."""
    room = room_for(marks.shape[1], len(tables[1]))
    state = room[6]
    for i in range(len(marks)):
        _start(marks[i], tables, room, solutions[i])
        go_on(UNLIMITED, limit, tables, room, solutions[i], stop)
        nodes[i] = state[NODES]
        counts[i] = state[COUNT] if state[LEVEL] < 0 or state[COUNT] >= limit else -1


@kernel
def draw_all(marks: Any, seeds: Any, tables: Any, grids: Any, stop: Any) -> None:
    """A solution of each grid of candidates, drawn by the dice."""
    room = room_for(marks.shape[1], len(tables[1]))
    state = room[6]
    for i in range(len(marks)):
        state[DICE] = seeds[i]
        tries = FIRST_TRIES
        while True:
            _start(marks[i], tables, room, grids[i : i + 1])
            go_on(tries, 1, tables, room, grids[i : i + 1], stop)
            if state[COUNT] or state[LEVEL] < 0 or stop[0]:
                break
            tries *= 2


@kernel
def _is_needed(own: Any, grid: Any, opened: Any, tables: Any, room: Any, nothing: Any, stop: Any) -> bool:
    """Open the variables; whether the grid is then no longer the only solution. A single one may not keep its value."""
    full, state, number, only = (1 << tables[0]) - 1, room[6], 0, -1
    for variable in opened:
        if variable >= 0:
            own[variable] = full
            number, only = number + 1, variable
    enough = 1 if number == 1 else 2
    if number == 1:
        own[only] = full ^ 1 << (int(grid[only]) - 1)
    _start(own, tables, room, nothing)
    go_on(UNLIMITED, enough, tables, room, nothing, stop)
    if number == 1:
        own[only] = full
    return bool(state[COUNT] >= enough)


@kernel
def cut_all(grids: Any, orders: Any, least: int, tables: Any, marks: Any, stop: Any) -> None:
    """The candidates of puzzles made of full grids by opening variables step by step."""
    room = room_for(marks.shape[1], len(tables[1]))
    full, nothing = (1 << tables[0]) - 1, np.zeros((0, marks.shape[1]), np.uint8)
    opened = np.zeros(orders.shape[2], np.int64)
    for i in range(len(grids)):
        own, clues = marks[i], marks.shape[1]
        for variable in range(len(own)):
            own[variable] = 1 << (int(grids[i, variable]) - 1)
        for step in orders[i]:
            if stop[0] != 0:
                return
            closed = 0
            for j in range(len(step)):
                opened[j] = step[j] if step[j] >= 0 and own[step[j]] != full else -1
                closed += int(opened[j] >= 0)
            if closed == 0 or clues - closed < least:
                continue
            if _is_needed(own, grids[i], opened, tables, room, nothing, stop):
                for variable in opened:
                    if variable >= 0:
                        own[variable] = 1 << (int(grids[i, variable]) - 1)
            else:
                clues -= closed
