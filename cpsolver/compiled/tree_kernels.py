"""The kernels of `networks`: depth first search that lists solutions, or counts them part by part.

A frame of the tree branches on one variable of a *part*, a list of variables; once a value has been followed up, the
variables still open may fall apart into parts that no condition joins, whose numbers of solutions are multiplied.
Numbers are kept modulo several primes, exact up to 2¹⁸⁰. Sources: counting by parts, Bayardo & Pehoushek (2000); the
order of variables by weights of failures (dom/wdeg), Boussemart et al. (2004).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpsolver.compiled.domain_kernels import (
    AT,
    CLAUSE,
    EQUAL,
    FAILED,
    FILLED,
    JOINED,
    KINDS,
    LESS,
    OWN,
    PAIRS,
    PROPAGATORS,
    REACTIONS,
    ROWS,
    SCOPES,
    SIZES,
    TRAIL,
    VARIABLES,
    WEIGHTS,
    WORDS,
    assign,
    enqueue,
    has,
    least,
    ones,
    truth_of,
    undo,
)
from cpsolver.compiled.jit import kernel
from cpsolver.compiled.propagator_kernels import propagate
from cpsolver.compiled.sum_kernels import spread

BUILT_ON = {
    "domain_kernels": "411579da362238a8",
    "propagator_kernels": "d82a46957c477ea0",
    "sum_kernels": "2b5db31f5b5b22f9",
}
"""Of the modules whose kernels are called from here the digests: a change there is then one here, and what is kept
on disk is renewed. A test tells the right ones."""

PRIMES = np.array([2147483647, 2147483629, 2147483587, 2147483579, 2147483563, 2147483549], np.int64)
"""The moduli of numbers of solutions."""
REMAINDERS = 6
LEVEL, NODES, CONFLICTS, FOUND, STAMP, WAIT, PATIENCE, LISTING, ORDER, BOUND, ROOM = range(32, 43)
"""Numbers: the frame on top, −1 when all is done; counts; when the variables are next looked at for parts; whether
solutions are listed; the order of variables; the propagator of the objective, or −1; solutions that can be kept."""
FRAMES, LISTS, LISTS_END, STAMPS, TALLY, SOLUTIONS = range(43, 49)
"""Regions: the frames; parts; of each variable and propagator when it was last seen; how often the search stood at
each depth; solutions."""
SMALLEST, WEIGHTED, GIVEN = range(3)
VARIABLE, CURSOR, MARK, BEGIN, END, TOP, KID, KIDS_END, ACTIVE, SUM = range(10)
"""What a frame keeps: its variable (−1 at the root), the next value, the trail before; where its part stands, and where
room begins; the parts under the present value, each its length and its variables; numbers of solutions as remainders,
of the values before and under this one. `sizes` has the same two as floats."""
PRODUCT = SUM + REMAINDERS
FRAME = PRODUCT + REMAINDERS
MOST_PATIENCE = 64


@kernel
def _is_met(m: Any, p: int) -> bool:
    """Whether a propagator can never again have anything to say, as far as that is seen quickly."""
    at, kind = m[m[AT] + p], m[m[KINDS] + p]
    if kind in (LESS, EQUAL):
        truth, c = truth_of(m, m[at + 2]), int(m[at + 1])
        ends = spread(m, p)
        if kind == EQUAL:
            return truth == 0 and (ends[0] > c or ends[1] < c)
        return (truth == 1 and ends[1] <= c) or (truth == 0 and ends[0] > c)
    if kind == CLAUSE:
        found = False
        for q in range(m[at]):
            found |= truth_of(m, m[at + 1 + q]) == 1
        return found
    if kind == PAIRS:
        return _all_pairs(m, m[at], m[at + 1], m[at + 2])
    if kind == ROWS:
        product, rows = 1.0, 0
        for q in range(m[at]):
            product *= m[SIZES + m[at + 4 + q]]
        for k in range(m[at + 1]):
            rows += ones(int(m[m[at + 2] + k]))
        return product == rows
    return False


@kernel
def _all_pairs(m: Any, x: int, y: int, table: int) -> bool:
    """Whether all values left to two variables go together."""
    first = m[m[WORDS] + y]
    words = m[m[WORDS] + y + 1] - first
    i = least(m, x, 0)
    while i >= 0:
        for k in range(words):
            if m[first + k] & ~m[table + i * words + k]:
                return False
        i = least(m, x, i + 1)
    return True


@kernel
def _may_meet(m: Any, p: int, position: int, other: int) -> bool:
    """Whether two terms of an all-different have a value in common."""
    at = m[m[AT] + p]
    n = m[at]
    v, w = m[at + 2 + position], m[at + 2 + other]
    i = least(m, v, 0)
    while i >= 0:
        j = m[m[at + 2 + 2 * n + other] + m[m[at + 2 + n + position] + i]]
        if j >= 0 and has(m, w, j):
            return True
        i = least(m, v, i + 1)
    return False


@kernel
def _part(m: Any, v: int, at: int) -> int:
    """Write all open variables that conditions join with this one into the lists; where they end."""
    stamps, stamp, n = m[STAMPS], m[STAMP], m[VARIABLES]
    m[at] = v
    m[stamps + v] = stamp
    k, end = at, at + 1
    while k < end:
        u = m[k]
        k += 1
        for a in range(m[m[REACTIONS] + u], m[m[REACTIONS] + u + 1], 2):
            p, position = m[a], m[a + 1]
            start = m[m[AT] + p] + 2
            for q in range(m[start - 2]):
                w = m[start + q]
                if m[SIZES + w] > 1 and m[stamps + w] != stamp and _may_meet(m, p, position, q):
                    m[stamps + w] = stamp
                    m[end] = w
                    end += 1
        for a in range(m[m[JOINED] + u], m[m[JOINED] + u + 1]):
            p = m[a]
            if m[stamps + n + p] == stamp:
                continue
            m[stamps + n + p] = stamp
            if _is_met(m, p):
                continue
            for b in range(m[m[SCOPES] + p], m[m[SCOPES] + p + 1]):
                w = m[b]
                if m[SIZES + w] > 1 and m[stamps + w] != stamp:
                    m[stamps + w] = stamp
                    m[end] = w
                    end += 1
    return end


@kernel
def _take_all(m: Any, sizes: Any, level: int, f: int, v: int) -> None:
    """A variable stands alone: whatever value it takes, there is a solution."""
    for r in range(REMAINDERS):
        m[f + PRODUCT + r] = m[f + PRODUCT + r] * m[SIZES + v] % PRIMES[r]
    sizes[2 * level + 1] *= m[SIZES + v]


@kernel
def _apart(m: Any, sizes: Any, level: int, f: int) -> Any:
    """Write the parts that open variables fall into; what stands alone is counted at once. Where the parts end."""
    at = m[f + TOP]
    m[STAMP] += 1
    parts = 0
    for k in range(m[f + BEGIN], m[f + END]):
        v = m[k]
        if m[SIZES + v] == 1 or m[m[STAMPS] + v] == m[STAMP]:
            continue
        stop = _part(m, v, at + 1)
        parts += 1
        if stop == at + 2:
            _take_all(m, sizes, level, f, v)
        else:
            m[at] = stop - at - 1
            at = stop
    m[PATIENCE] = 0 if parts > 1 else min(2 * m[PATIENCE] + 1, MOST_PATIENCE)
    m[WAIT] = m[PATIENCE]
    return at


@kernel
def _arrive(m: Any, sizes: Any, level: int, f: int) -> None:
    """A value has been followed up: note what is left to do under it, or that all variables have a value."""
    m[m[TALLY] + m[FILLED]] += 1
    begin, end, at = m[f + BEGIN], m[f + END], m[f + TOP]
    m[f + KID] = m[f + KIDS_END] = at
    open_, last = 0, -1
    for k in range(begin, end):
        if m[SIZES + m[k]] > 1:
            open_ += 1
            last = m[k]
    if open_ == 0:
        if m[LISTING]:
            _note(m)
        return
    if open_ == 1 and not m[LISTING]:
        _take_all(m, sizes, level, f, last)
        return
    if at + 2 * open_ + 1 > m[LISTS_END]:
        m[f + KID], m[f + KIDS_END] = begin - 1, begin
        return
    m[WAIT] -= 1
    if m[WAIT] < 0 and not m[LISTING]:
        m[f + KIDS_END] = _apart(m, sizes, level, f)
        return
    m[at] = open_
    for k in range(begin, end):
        if m[SIZES + m[k]] > 1:
            at += 1
            m[at] = m[k]
    m[f + KIDS_END] = at + 1


@kernel
def _note(m: Any) -> None:
    """Write a solution down, and ask for a better one from now on if there is an objective."""
    own = m[OWN]
    row = m[SOLUTIONS] + own * (m[FOUND] % m[ROOM])
    for v in range(own):
        m[row + v] = least(m, v, 0)
    m[FOUND] += 1
    p = m[BOUND]
    if p >= 0:
        m[m[m[AT] + p] + 1] = spread(m, p)[0] - 1


@kernel
def _choose(m: Any, begin: int, end: int) -> int:
    """The open variable to branch on, one of the task's own if there is one."""
    order, own, weights = m[ORDER], m[OWN], m[WEIGHTS]
    chosen, fewest, heaviest = -1, 0, 0
    for k in range(begin, end):
        v = m[k]
        size, weight = m[SIZES + v], m[weights + v]
        if size == 1:
            continue
        if chosen >= 0 and (v >= own) != (chosen >= own):
            better = v < own
        elif chosen < 0 or order == GIVEN:
            better = chosen < 0 or v < chosen
        elif order == SMALLEST:
            better = size < fewest
        else:
            better = size * heaviest < fewest * weight
        if better:
            chosen, fewest, heaviest = v, size, weight
    return chosen


@kernel
def _descend(m: Any, sizes: Any, level: int, f: int) -> None:
    """Put a frame for the next part of the frame at this level on top."""
    at, below = m[f + KID], f + FRAME
    m[below + BEGIN], m[below + END] = at + 1, at + 1 + m[at]
    m[below + TOP] = m[below + KID] = m[below + KIDS_END] = max(m[f + TOP], m[f + KIDS_END])
    m[below + VARIABLE] = _choose(m, at + 1, at + 1 + m[at])
    m[below + MARK], m[below + CURSOR], m[below + ACTIVE] = m[TRAIL], 0, 0
    _fill(m, below + SUM, 0)
    sizes[2 * level + 2] = 0.0
    m[LEVEL] = level + 1


@kernel
def _fill(m: Any, at: int, number: int) -> None:
    for r in range(REMAINDERS):
        m[at + r] = number


@kernel
def _add_up(m: Any, sizes: Any, level: int, f: int) -> None:
    """Add the number of solutions under the present value, which is done with."""
    m[f + ACTIVE] = 0
    if sizes[2 * level + 1] == 0.0:
        return
    for r in range(REMAINDERS):
        total = m[f + SUM + r] + m[f + PRODUCT + r]
        m[f + SUM + r] = total - PRIMES[r] if total >= PRIMES[r] else total
    sizes[2 * level] += sizes[2 * level + 1]


@kernel
def _try_next(m: Any, sizes: Any, level: int, f: int) -> bool:
    """Try the next value of the frame on top; False if there is none."""
    v = m[f + VARIABLE]
    i = least(m, v, m[f + CURSOR])
    if i < 0:
        return False
    m[f + CURSOR], m[f + ACTIVE] = i + 1, 1
    m[f + KID] = m[f + KIDS_END] = m[f + TOP]
    m[NODES] += 1
    if m[BOUND] >= 0:
        enqueue(m, m[BOUND])
    if assign(m, v, i) and propagate(m):
        _fill(m, f + PRODUCT, 1)
        sizes[2 * level + 1] = 1.0
        _arrive(m, sizes, level, f)
        return True
    _fill(m, f + PRODUCT, 0)
    sizes[2 * level + 1] = 0.0
    m[CONFLICTS] += 1
    scopes = m[SCOPES] + m[FAILED]
    for a in range(m[scopes], m[scopes + 1]):
        m[m[WEIGHTS] + m[a]] += 1
    return True


@kernel
def _give_back(m: Any, sizes: Any, level: int, f: int) -> None:
    """The part of a frame is done: its number of solutions is a factor of the frame above."""
    above = f - FRAME
    for r in range(REMAINDERS):
        m[above + PRODUCT + r] = m[above + PRODUCT + r] * m[f + SUM + r] % PRIMES[r]
    sizes[2 * level - 1] *= sizes[2 * level]
    m[above + KID] += 1 + m[m[above + KID]]


@kernel
def begin(m: Any, sizes: Any) -> bool:
    """Run all propagators; False at a contradiction. The lists hold the number of variables, and all of them."""
    for p in range(m[PROPAGATORS]):
        enqueue(m, p)
    if not propagate(m):
        return False
    m[LEVEL] = 0
    f, start = m[FRAMES], m[LISTS]
    m[f + VARIABLE], m[f + ACTIVE] = -1, 1
    m[f + BEGIN], m[f + END], m[f + TOP] = start + 1, start + 1 + m[start], start + 1 + m[start]
    _fill(m, f + PRODUCT, 1)
    sizes[1] = 1.0
    _arrive(m, sizes, 0, f)
    return True


@kernel
def go_on(m: Any, sizes: Any, nodes: int, most: int) -> None:
    """Search on until there have been so many nodes, or so many solutions listed, or nothing is left."""
    while m[LEVEL] >= 0 and m[NODES] < nodes and m[FOUND] < most:
        level = m[LEVEL]
        f = m[FRAMES] + level * FRAME
        if m[f + KID] < m[f + KIDS_END] and sizes[2 * level + 1] != 0.0:
            _descend(m, sizes, level, f)
            continue
        if m[f + ACTIVE]:
            _add_up(m, sizes, level, f)
            if level:
                undo(m, m[f + MARK])
        if level and _try_next(m, sizes, level, f):
            continue
        m[LEVEL] = level - 1
        if level:
            _give_back(m, sizes, level, f)
