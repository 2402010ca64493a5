"""The kernels under those of `networks`: conditions given by the values that go together.

Source for tables as bit sets: Demeulenaere et al., Compact-Table (2016).
"""

from __future__ import annotations

from typing import Any

from cpsolver.compiled.domain_kernels import AT, BASES, COUNTS, SIZES, WORDS, clear, drop, has, least, save
from cpsolver.compiled.jit import kernel

BUILT_ON = {"domain_kernels": "411579da362238a8"}
"""Of the modules whose kernels are called from here the digests: a change there is then one here, and what is kept
on disk is renewed. A test tells the right ones."""


@kernel
def _supported(m: Any, x: int, y: int, table: int) -> bool:
    """Take from x what has no partner in y."""
    words = m[m[WORDS] + y + 1] - m[m[WORDS] + y]
    i = least(m, x, 0)
    while i >= 0:
        found = False
        for k in range(words):
            if m[m[m[WORDS] + y] + k] & m[table + i * words + k]:
                found = True
                break
        if not found and not drop(m, x, i):
            return False
        i = least(m, x, i + 1)
    return True


@kernel
def pairs(m: Any, p: int) -> bool:
    """Two variables have values that go together."""
    at = m[m[AT] + p]
    x, y = m[at], m[at + 1]
    return _supported(m, x, y, m[at + 2]) and _supported(m, y, x, m[at + 3])


@kernel
def _kept_rows(m: Any, at: int) -> bool:
    """Strike out the rows of a table that a variable has no value for; False if none is left."""
    n, words, alive, sizes = m[at], m[at + 1], m[at + 2], m[at + 3]
    for q in range(n):
        v, table = m[at + 4 + q], m[at + 4 + n + q]
        if m[SIZES + v] == m[sizes + q]:
            continue
        save(m, sizes + q, m[SIZES + v])
        some = 0
        for k in range(words):
            before = int(m[alive + k])
            if before == 0:
                continue
            kept = 0
            i = least(m, v, 0)
            while i >= 0:
                kept |= int(m[table + i * words + k])
                i = least(m, v, i + 1)
            kept &= before
            some |= kept
            if kept != before:
                save(m, alive + k, kept)
        if some == 0:
            return False
    return True


@kernel
def rows(m: Any, p: int) -> bool:
    """Variables have the values of a row of a table."""
    at = m[m[AT] + p]
    if not _kept_rows(m, at):
        return False
    n, words, alive, sizes = m[at], m[at + 1], m[at + 2], m[at + 3]
    for q in range(n):
        v, table = m[at + 4 + q], m[at + 4 + n + q]
        if m[SIZES + v] == 1:
            continue
        i = least(m, v, 0)
        while i >= 0:
            found = False
            for k in range(words):
                if m[alive + k] & m[table + i * words + k]:
                    found = True
                    break
            if not found and not drop(m, v, i):
                return False
            i = least(m, v, i + 1)
        if m[SIZES + v] != m[sizes + q]:
            save(m, sizes + q, m[SIZES + v])
    return True


@kernel
def _listed(m: Any, at: int) -> int:
    """Write the arguments of a grid into the room for counting, each as its number of values and these; how many
    combinations they have, or more than the grid looks at."""
    count = m[COUNTS]
    n, most = m[at], m[at + 2]
    product = 1
    for q in range(n):
        product *= int(m[SIZES + m[at + 3 + q]])
        if product > most:
            return product
    top = 0
    for q in range(n):
        v = m[at + 3 + q]
        m[count + top] = m[SIZES + v]
        i = least(m, v, 0)
        while i >= 0:
            top += 1
            m[count + top] = i
            i = least(m, v, i + 1)
        top += 1
    return product


@kernel
def grid(m: Any, p: int) -> bool:
    """A variable is a function of some, or some have one of the combinations allowed: tried where they are few."""
    at, count = m[m[AT] + p], m[COUNTS]
    n, z, most = m[at], m[at + 1], m[at + 2]
    product = _listed(m, at)
    if product > most:
        return True
    room = m[at + 4 + 2 * n]
    seen, where = count + room, count + 2 * room
    clear(m, seen, room + n)
    for _ in range(product):
        place, top = m[at + 3 + 2 * n], 0
        for q in range(n):
            place += m[at + 3 + n + q] * m[count + top + 1 + m[where + q]]
            top += 1 + m[count + top]
        result = m[place]
        if result >= 0 and (z < 0 or has(m, z, result)):
            top = 0
            for q in range(n):
                m[seen + top + 1 + m[where + q]] = 1
                top += 1 + m[count + top]
            if z >= 0:
                m[seen + top + result] = 1
        q, top = 0, 0
        while q < n:
            m[where + q] += 1
            if m[where + q] < m[count + top]:
                break
            m[where + q] = 0
            top += 1 + m[count + top]
            q += 1
    return _kept_in_grid(m, at, seen)


@kernel
def _kept_in_grid(m: Any, at: int, seen: int) -> bool:
    """Leave the variables of a grid only what was seen to go together."""
    count = m[COUNTS]
    top = 0
    for q in range(m[at]):
        for k in range(m[count + top]):
            if not m[seen + top + 1 + k] and not drop(m, m[at + 3 + q], m[count + top + 1 + k]):
                return False
        top += 1 + m[count + top]
    z = m[at + 1]
    i = least(m, z, 0) if z >= 0 else -1
    while i >= 0:
        if not m[seen + top + i] and not drop(m, z, i):
            return False
        i = least(m, z, i + 1)
    return True


@kernel
def _meet(m: Any, item: int, z: int, table: int, marks: int) -> bool:
    """Mark which values of z an item may be equal to; whether there are any."""
    found = False
    i = least(m, item, 0)
    while i >= 0:
        j = m[table + i]
        if j >= 0 and has(m, z, j):
            m[marks + j] = 1
            found = True
        i = least(m, item, i + 1)
    return found


@kernel
def element(m: Any, p: int) -> bool:
    """A variable is equal to that one of some items which an index says."""
    at = m[m[AT] + p]
    index, z, n = m[at], m[at + 1], m[at + 2]
    marks = m[COUNTS]
    clear(m, marks, m[m[BASES] + z + 1] - m[m[BASES] + z])
    k = least(m, index, 0)
    while k >= 0:
        item = m[at + 3 + k]
        if (item < 0 or not _meet(m, item, z, m[at + 3 + n + k], marks)) and not drop(m, index, k):
            return False
        k = least(m, index, k + 1)
    i = least(m, z, 0)
    while i >= 0:
        if not m[marks + i] and not drop(m, z, i):
            return False
        i = least(m, z, i + 1)
    if m[SIZES + index] > 1:
        return True
    k = least(m, index, 0)
    item, table = m[at + 3 + k], m[at + 3 + n + k]
    i = least(m, item, 0)
    while i >= 0:
        j = m[table + i]
        if (j < 0 or not has(m, z, j)) and not drop(m, item, i):
            return False
        i = least(m, item, i + 1)
    return True
