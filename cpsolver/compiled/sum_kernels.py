"""The kernels under those of `networks`: linear sums, and the greatest and least of some variables.

Each propagator reads its numbers in `m` from its own place on; `encoding` writes them. When all its variables but
one have a value, it leaves that one just the values that meet the condition: counting relies on it.
"""

from __future__ import annotations

from typing import Any

from cpsolver.compiled.domain_kernels import AT, BASES, SIZES, drop, has, high, low, make, truth_of, up_to, within
from cpsolver.compiled.jit import kernel

BUILT_ON = {"domain_kernels": "411579da362238a8"}
"""Of the modules whose kernels are called from here the digests: a change there is then one here, and what is kept
on disk is renewed. A test tells the right ones."""


BEYOND = 1 << 60


@kernel
def spread(m: Any, p: int) -> tuple[int, int]:
    """The least and the greatest value of a linear sum."""
    at = m[m[AT] + p]
    n = m[at]
    lower = upper = 0
    for q in range(n):
        a, v = int(m[at + 3 + q]), m[at + 3 + n + q]
        if a > 0:
            lower += a * low(m, v)
            upper += a * high(m, v)
        else:
            lower += a * high(m, v)
            upper += a * low(m, v)
    return lower, upper


@kernel
def _bounded(m: Any, p: int, bottom: int, top: int, ends: tuple[int, int]) -> bool:
    """Keep a linear sum between bottom and top, by the bounds of its variables."""
    at = m[m[AT] + p]
    n = m[at]
    lower, upper = ends
    for q in range(n):
        a, v = int(m[at + 3 + q]), m[at + 3 + n + q]
        x, y = low(m, v), high(m, v)
        if x == y:
            continue
        if a > 0:
            most, fewest = (top - lower + a * x) // a, -((upper - a * y - bottom) // a)
        else:
            most, fewest = (bottom - upper + a * x) // a, -((lower - a * y - top) // a)
        if not within(m, v, fewest, most):
            return False
    return True


@kernel
def less(m: Any, p: int) -> bool:
    """A literal is true just when a linear sum is at most a constant."""
    at = m[m[AT] + p]
    c, literal = int(m[at + 1]), int(m[at + 2])
    ends = spread(m, p)
    if ends[0] > c:
        return make(m, literal, 0)
    if ends[1] <= c:
        return make(m, literal, 1)
    truth = truth_of(m, literal)
    if truth < 0:
        return True
    return _bounded(m, p, -BEYOND if truth else c + 1, c if truth else BEYOND, ends)


@kernel
def equal(m: Any, p: int) -> bool:
    """A literal is true just when a linear sum is a constant."""
    at = m[m[AT] + p]
    n, c, literal = m[at], int(m[at + 1]), int(m[at + 2])
    ends = spread(m, p)
    if ends[0] > c or ends[1] < c:
        return make(m, literal, 0)
    if ends[0] == ends[1]:
        return make(m, literal, 1)
    truth = truth_of(m, literal)
    if truth == 1:
        return _bounded(m, p, c, c, ends)
    left, open_, q = c, 0, -1
    for k in range(n):
        v = m[at + 3 + n + k]
        if m[SIZES + v] > 1:
            open_ += 1
            q = k
        else:
            left -= m[at + 3 + k] * low(m, v)
    if open_ != 1:
        return True
    a, v = int(m[at + 3 + q]), m[at + 3 + n + q]
    i = up_to(m, v, left // a) - 1
    is_there = left % a == 0 and i >= 0 and m[m[m[BASES] + v] + i] * a == left and has(m, v, i)
    if truth < 0:
        return is_there or make(m, literal, 0)
    return not is_there or drop(m, v, i)


@kernel
def _end(m: Any, v: int, sign: int, upper: bool) -> int:
    """A bound of a variable, or of its opposite if the sign is −1."""
    return sign * (high(m, v) if upper == (sign > 0) else low(m, v))


@kernel
def _at_least(m: Any, v: int, sign: int, bound: int) -> bool:
    """A variable, or its opposite, is at least this."""
    return within(m, v, bound, BEYOND) if sign > 0 else within(m, v, -BEYOND, -bound)


@kernel
def extreme(m: Any, p: int) -> bool:
    """A variable is the greatest of some; with the sign −1 the least."""
    at = m[m[AT] + p]
    sign, z, n = int(m[at]), m[at + 1], m[at + 2]
    top, bottom = -BEYOND, -BEYOND
    for q in range(n):
        v = m[at + 3 + q]
        top, bottom = max(top, _end(m, v, sign, True)), max(bottom, _end(m, v, sign, False))
    if not (_at_least(m, z, sign, bottom) and _at_least(m, z, -sign, -top)):
        return False
    top, bottom = _end(m, z, sign, True), _end(m, z, sign, False)
    reaching, last = 0, -1
    for q in range(n):
        v = m[at + 3 + q]
        if not _at_least(m, v, -sign, -top):
            return False
        if _end(m, v, sign, True) >= bottom:
            reaching += 1
            last = v
    return reaching > 1 or (reaching == 1 and _at_least(m, last, sign, bottom))
