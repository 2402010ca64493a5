"""All-different units as large as the domain, 1…30 values: solutions counted, listed, drawn at random, and cut down.

Sudokus of any size and shape of boxes, diagonals, windows, Latin squares. A node places single candidates and values
with one place in a unit until there are none, and branches on the variable with the fewest candidates: the very tree
of `solvers/latin.py`, node by node, so that either may go on where the other stopped. Sources: as given there.

`marks` are candidates, uint32[m, variables], bit v for the value number v. A variable of one candidate is a given;
nothing needs to be consistent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cpsolver.compiled.jit import bit_functions, in_shares, kernel, spread_seeds

Marks = npt.NDArray[np.uint32]
Grids = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

_zeros_below, _ones = bit_functions()

PLACED = 1 << 30
"""Set in a variable's mask once its value has been taken from its peers."""
VALUES = PLACED - 1
MOST_VALUES = 30
LEVEL, COUNT, NODES, BASE, DICE, STATE = range(6)
"""What a search keeps in `state`: the level that is branched on, −1 when all is done; solutions and nodes so far; the
number of the solution that is written down first; the state of the dice, 0 to try values in order. STATE: how many."""
UNLIMITED = 1 << 62
FIRST_TRIES = 1000
"""How many nodes a random search may take before it starts again, twice as many each time."""


@dataclass(frozen=True)
class Plan:
    """Which variables are in which units.

    size:    the number of values, and of variables in a unit
    units:   int32[units, size], variables
    unit_of: int32[variables, …], the units of each, filled up by −1
    peers:   int32[variables, …], the variables in some unit with it, filled up by −1
    """

    size: int
    units: npt.NDArray[np.int32]
    unit_of: npt.NDArray[np.int32]
    peers: npt.NDArray[np.int32]

    @property
    def tables(self) -> tuple[Any, ...]:
        """What the kernels take."""
        return self.size, self.units, self.unit_of, self.peers


def plan(units: Sequence[Sequence[int]], variables: int, size: int) -> Plan:
    """The plan for units given as numbers of variables. Raises: ValueError for more values than a mask has bits."""
    if not 1 <= size <= MOST_VALUES:
        raise ValueError(f"{size} values, where kernels know 1 to {MOST_VALUES}")
    distinct = list(dict.fromkeys(tuple(sorted(unit)) for unit in units))
    unit_of: list[list[int]] = [[] for _ in range(variables)]
    for number, unit in enumerate(distinct):
        for variable in unit:
            unit_of[variable].append(number)
    peers = [
        sorted({other for number in numbers for other in distinct[number]} - {variable})
        for variable, numbers in enumerate(unit_of)
    ]
    table = np.array(distinct, np.int32).reshape(-1, size)
    return Plan(size, table, _padded(unit_of), _padded(peers))


def _padded(rows: Sequence[Sequence[int]]) -> npt.NDArray[np.int32]:
    table = np.full((len(rows), max(map(len, rows), default=0) + 1), -1, np.int32)
    for row, numbers in zip(table, rows, strict=True):
        row[: len(numbers)] = numbers
    return table


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
        if own and own != mask and mask & PLACED == 0:
            if own & (own - 1):
                return False
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
def _go_on(nodes: int, limit: int, tables: Any, room: Any, solutions: Any) -> None:
    """Search on until so many nodes or solutions are counted, or all is done, which is level −1."""
    unit_of = tables[2]
    stack, left, branched, touched, queue, _, state = room
    while state[LEVEL] >= 0 and state[COUNT] < limit and state[NODES] < nodes:
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
def _room(variables: int, units: int) -> Any:
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
def _count_all(marks: Any, limit: int, tables: Any, counts: Any, solutions: Any, nodes: Any) -> None:
    room = _room(marks.shape[1], len(tables[1]))
    state = room[6]
    for i in range(len(marks)):
        _start(marks[i], tables, room, solutions[i])
        _go_on(UNLIMITED, limit, tables, room, solutions[i])
        counts[i], nodes[i] = state[COUNT], state[NODES]


@kernel
def _draw_all(marks: Any, seeds: Any, tables: Any, grids: Any) -> None:
    room = _room(marks.shape[1], len(tables[1]))
    state = room[6]
    for i in range(len(marks)):
        state[DICE] = seeds[i]
        tries = FIRST_TRIES
        while True:
            _start(marks[i], tables, room, grids[i : i + 1])
            _go_on(tries, 1, tables, room, grids[i : i + 1])
            if state[COUNT] or state[LEVEL] < 0:
                break
            tries *= 2


@kernel
def _is_needed(own: Any, grid: Any, opened: Any, tables: Any, room: Any, nothing: Any) -> bool:
    """Open the variables; whether the grid is then no longer the only solution. A single one may not keep its value."""
    full, state, number, only = (1 << tables[0]) - 1, room[6], 0, -1
    for variable in opened:
        if variable >= 0:
            own[variable] = full
            number, only = number + 1, variable
    enough = 1 if number == 1 else 2
    if number == 1:
        own[only] = full ^ 1 << (grid[only] - 1)
    _start(own, tables, room, nothing)
    _go_on(UNLIMITED, enough, tables, room, nothing)
    if number == 1:
        own[only] = full
    return bool(state[COUNT] >= enough)


@kernel
def _cut_all(grids: Any, orders: Any, least: int, tables: Any, marks: Any) -> None:
    room = _room(marks.shape[1], len(tables[1]))
    full, nothing = (1 << tables[0]) - 1, np.zeros((0, marks.shape[1]), np.uint8)
    opened = np.zeros(orders.shape[2], np.int64)
    for i in range(len(grids)):
        own, clues = marks[i], marks.shape[1]
        for variable in range(len(own)):
            own[variable] = 1 << (grids[i, variable] - 1)
        for step in orders[i]:
            closed = 0
            for j in range(len(step)):
                opened[j] = step[j] if step[j] >= 0 and own[step[j]] != full else -1
                closed += int(opened[j] >= 0)
            if closed == 0 or clues - closed < least:
                continue
            if _is_needed(own, grids[i], opened, tables, room, nothing):
                for variable in opened:
                    if variable >= 0:
                        own[variable] = 1 << (grids[i, variable] - 1)
            else:
                clues -= closed


def marks_of(grids: npt.ArrayLike, size: int) -> Marks:
    """The candidates that say no more than the values of grids, uint32[…, variables]. 0 is open, v + 1 value number v.

    Raises: IndexError for a number above the size.
    """
    masks = np.array([(1 << size) - 1] + [1 << value for value in range(size)], np.uint32)
    return masks[np.asarray(grids, np.uint8)]


def count_many(
    units: Plan, marks: npt.ArrayLike, limit: int = 2, kept: int = 2, workers: int | None = 1
) -> tuple[Ints, Grids, Ints]:
    """The solutions of each grid of candidates, uint32[m, variables], counted up to the limit.

    Returns counts int64[m]; the first `kept` solutions of each, uint8[m, kept, variables], 1 + the number of the
    value, zeros where there are fewer; the nodes, int64[m]. A count below the limit is exact. `workers`: threads; None
    for one on each core.
    """
    given = _as_marks(units, marks)
    counts, nodes = np.zeros(len(given), np.int64), np.zeros(len(given), np.int64)
    solutions = np.zeros((len(given), kept, given.shape[1]), np.uint8)

    def count(start: int, stop: int) -> None:
        share = slice(start, stop)
        _count_all(given[share], limit, units.tables, counts[share], solutions[share], nodes[share])

    in_shares(count, len(given), workers)
    return counts, solutions, nodes


def _as_marks(units: Plan, marks: npt.ArrayLike) -> Marks:
    return np.ascontiguousarray(marks, np.uint32).reshape(-1, len(units.peers))


def random_solutions(units: Plan, marks: npt.ArrayLike, seeds: npt.ArrayLike) -> Grids:
    """A solution of each grid of candidates, uint8[m, variables], values tried in random order; zeros: there is none.

    Seeds integers[m]: the same seed gives the same grid. Every solution may come out, but not each is as likely. A
    search that takes long starts again with other values.
    """
    given = _as_marks(units, marks)
    grids = np.zeros(given.shape, np.uint8)
    _draw_all(given, spread_seeds(seeds), units.tables, grids)
    return grids


def cut_many(
    units: Plan, grids: npt.ArrayLike, orders: npt.ArrayLike, least: int = 0, workers: int | None = 1
) -> Grids:
    """Puzzles, uint8[m, variables] with 0 for open, made of solutions by opening while the solution stays unique.

    grids:  uint8[m, variables], each a solution, 1 + the number of the value
    orders: integers[m, steps, width], for each grid the variables to open at each step, all of a step or none; −1
            fills up. Each is tried once; with every one in a step of its own the puzzle is minimal.
    least:  no step is taken that would leave fewer values
    """
    full = np.ascontiguousarray(grids, np.uint8).reshape(-1, len(units.peers))
    steps = np.ascontiguousarray(orders, np.int64)
    steps = steps.reshape(len(full), -1, steps.shape[-1] if steps.ndim == 3 else 1)
    marks = np.zeros(full.shape, np.uint32)

    def cut(start: int, stop: int) -> None:
        share = slice(start, stop)
        _cut_all(full[share], steps[share], least, units.tables, marks[share])

    in_shares(cut, len(full), workers)
    return np.where(marks == (1 << units.size) - 1, np.uint8(0), full)
