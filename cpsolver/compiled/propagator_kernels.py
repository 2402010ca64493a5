"""The kernels under those of `networks`: all-different and clauses, and all propagators run until nothing follows.

Source for values with a single place: the technique of all fast sudoku programs.
"""

from __future__ import annotations

from typing import Any

from cpsolver.compiled.domain_kernels import (
    AT,
    CLAUSE,
    COUNTS,
    DIFFERENT,
    ELEMENT,
    EQUAL,
    EXTREME,
    FAILED,
    FALSE,
    FIXED,
    FIXED_AT,
    GRID,
    HEAD,
    HIDDEN,
    KINDS,
    LATE,
    LATE_HEAD,
    LESS,
    PAIRS,
    PROPAGATORS,
    QUEUE,
    QUEUED,
    REACTIONS,
    ROWS,
    SIZES,
    WAITING,
    WORD,
    WORDS,
    assign,
    clear,
    drop,
    least,
    make,
    ones,
    put,
    truth_of,
)
from cpsolver.compiled.jit import kernel
from cpsolver.compiled.sum_kernels import equal, extreme, less
from cpsolver.compiled.table_kernels import element, grid, pairs, rows

BUILT_ON = {
    "domain_kernels": "411579da362238a8",
    "sum_kernels": "2b5db31f5b5b22f9",
    "table_kernels": "222f1b14c4f807f0",
}
"""Of the modules whose kernels are called from here the digests: a change there is then one here, and what is kept
on disk is renewed. A test tells the right ones."""


@kernel
def _react(m: Any, p: int, position: int) -> bool:
    """A variable of an all-different has its value: no other term may be equal."""
    at = m[m[AT] + p]
    n = m[at]
    v = m[at + 2 + position]
    t = m[m[at + 2 + n + position] + least(m, v, 0)]
    if m[at + 2 + 3 * n]:
        return _react_shifted(m, at, position, t)
    for q in range(n):
        i = m[m[at + 2 + 2 * n + q] + t]
        if q != position and i >= 0 and not drop(m, m[at + 2 + q], i):
            return False
    return True


@kernel
def _react_shifted(m: Any, at: int, position: int, t: int) -> bool:
    """The same where each term is its variable's number plus a shift, and all fit a word."""
    n = m[at]
    for q in range(n):
        i = t - m[at + 3 + 3 * n + q]
        if q == position or i < 0 or i >= WORD:
            continue
        w = m[at + 2 + q]
        word = int(m[m[m[WORDS] + w]])
        if (word >> i) & 1 and not put(m, w, 0, word ^ (1 << i)):
            return False
    return True


@kernel
def _hidden_shifted(m: Any, at: int) -> bool:
    """The same as `_hidden`, word by word."""
    n = m[at]
    once, twice, done = 0, 0, 0
    for q in range(n):
        v = m[at + 2 + q]
        mask = int(m[m[m[WORDS] + v]]) << int(m[at + 3 + 3 * n + q])
        if m[SIZES + v] == 1:
            done |= mask
        twice |= once & mask
        once |= mask
    there = ones(once)
    hidden = once & ~twice & ~done
    if there != n or hidden == 0:
        return bool(there >= n)
    for q in range(n):
        v, shift = m[at + 2 + q], int(m[at + 3 + 3 * n + q])
        own = (int(m[m[m[WORDS] + v]]) << shift) & hidden
        if own & (own - 1):
            return False
        if own and m[SIZES + v] > 1 and not put(m, v, 0, own >> shift):
            return False
    return True


@kernel
def _hidden(m: Any, p: int) -> bool:
    """Enough values for all terms; and where there are just enough, one with a single place stands there."""
    at, count = m[m[AT] + p], m[COUNTS]
    if m[at + 2 + 3 * m[at]]:
        return _hidden_shifted(m, at)
    n, terms = m[at], m[at + 1]
    clear(m, count, terms)
    for q in range(n):
        v = m[at + 2 + q]
        i = least(m, v, 0)
        while i >= 0:
            t = m[m[at + 2 + n + q] + i]
            m[count + t] = q + 1 if m[count + t] == 0 else -1
            i = least(m, v, i + 1)
    there = 0
    for t in range(terms):
        there += m[count + t] != 0
    if there > n:
        return True
    for t in range(terms):
        if m[count + t] > 0:
            q = m[count + t] - 1
            if not assign(m, m[at + 2 + q], m[m[at + 2 + 2 * n + q] + t]):
                return False
    return bool(there == n)


@kernel
def _clause(m: Any, p: int) -> bool:
    """One of some literals is true."""
    at = m[m[AT] + p]
    last = FALSE
    for q in range(m[at]):
        truth = truth_of(m, m[at + 1 + q])
        if truth == 1:
            return True
        if truth < 0:
            if last != FALSE:
                return True
            last = int(m[at + 1 + q])
    return make(m, last, 1)


@kernel
def _run(m: Any, p: int) -> bool:
    """Run a propagator; False at a contradiction."""
    kind = m[m[KINDS] + p]
    if kind == LESS:
        return less(m, p)
    if kind == EQUAL:
        return equal(m, p)
    if kind == PAIRS:
        return pairs(m, p)
    if kind == CLAUSE:
        return _clause(m, p)
    if kind == HIDDEN:
        return _hidden(m, p)
    if kind == ROWS:
        return rows(m, p)
    if kind == GRID:
        return grid(m, p)
    if kind == ELEMENT:
        return element(m, p)
    if kind == EXTREME:
        return extreme(m, p)
    return bool(kind == DIFFERENT)


@kernel
def _follow_fixed(m: Any) -> bool:
    """Take the values of newly fixed variables from those that must differ."""
    while m[FIXED]:
        m[FIXED] -= 1
        v = m[m[FIXED_AT] + m[FIXED]]
        for at in range(m[m[REACTIONS] + v], m[m[REACTIONS] + v + 1], 2):
            p = m[at]
            if not _react(m, p, m[at + 1]):
                m[FAILED] = p
                return False
    return True


@kernel
def propagate(m: Any) -> bool:
    """Run what waits until nothing does; False at a contradiction, when `FAILED` is the propagator that met it."""
    size, queue, queued = m[PROPAGATORS], m[QUEUE], m[QUEUED]
    while True:
        if not _follow_fixed(m):
            break
        if m[WAITING]:
            p = m[queue + m[HEAD]]
            m[HEAD] = (m[HEAD] + 1) % size
            m[WAITING] -= 1
        elif m[LATE]:
            p = m[queue + size + m[LATE_HEAD]]
            m[LATE_HEAD] = (m[LATE_HEAD] + 1) % size
            m[LATE] -= 1
        else:
            return True
        m[queued + p] = 0
        if not _run(m, p):
            m[FAILED] = p
            break
    m[FIXED] = m[WAITING] = m[LATE] = 0
    clear(m, queued, size)
    return False
