"""The kernels under those of `networks`: domains that shrink, and grow back when what was done is undone.

Everything lies in one array of whole numbers, `m`, as a kernel that takes many arrays is slow to call and to compile:
first numbers and places of regions, named below, then the number of values left to each variable, then the rest.
A domain is a row of words of 62 bits, bit i for the i-th least value. What is undone is written by `save`.
Literals are 2·variable, + 1 if denied, of variables with the values 0 and 1; `TRUE` and `FALSE` stand for themselves.
"""

from __future__ import annotations

from typing import Any

from cpsolver.compiled.jit import bit_functions, kernel

zeros_below, ones = bit_functions()

WORD = 62
"""How many values a word holds: never the sign, so that Python and the compiler see the same number."""
FULL = (1 << WORD) - 1
TRUE, FALSE = -1, -2
DIFFERENT, HIDDEN, LESS, EQUAL, CLAUSE, PAIRS, ROWS, GRID, ELEMENT, EXTREME = range(10)
"""Kinds of propagators; from ROWS on, and HIDDEN, they run when others have nothing to say."""
ANY, BOUNDS, FIX = range(3)
"""What must have happened to a variable for a propagator that watches it to be run."""

PROPAGATORS, VARIABLES, OWN, FILLED, TRAIL, FIXED, HEAD, WAITING, LATE_HEAD, LATE, FAILED = range(11)
"""Numbers: of propagators, of variables, of the task's own, of those with a value; how long the trail is, and the list
of newly fixed variables; where the two rings of waiting propagators begin, and their lengths; what failed."""
WORDS, BASES, WATCHES, KINDS, AT, REACTIONS, SCOPES, JOINED = range(11, 19)
"""Regions, most of them with one place more than they have rows, where the next row would begin:

    WORDS    of each variable where its domain lies
    BASES    of each variable where its values lie
    WATCHES  of each variable the watchers, 4·propagator + event
    KINDS    of each propagator its kind
    AT       of each propagator where its numbers lie
    REACTIONS of each variable pairs of an all-different and its position there
    SCOPES   of each propagator its variables
    JOINED   of each variable the propagators on it but the all-different ones"""
TRAIL_AT, QUEUE, QUEUED, FIXED_AT, WEIGHTS, COUNTS = range(19, 25)
"""Regions that change: pairs of a place and what stood there; two rings; which propagators wait; newly fixed variables;
of each variable how often its conditions failed; room for counting."""
SIZES = 64
"""Where the numbers of values left begin; regions of the tree are named below that."""


@kernel
def save(m: Any, place: int, value: int) -> None:
    """Write into `mem`, to be undone."""
    top = m[TRAIL_AT] + 2 * m[TRAIL]
    m[top], m[top + 1] = place, m[place]
    m[TRAIL] += 1
    m[place] = value


@kernel
def clear(m: Any, place: int, length: int) -> None:
    """Write zeros, never to be undone."""
    for k in range(place, place + length):
        m[k] = 0


@kernel
def undo(m: Any, mark: int) -> None:
    """Take back all that was written since the trail had this length."""
    base = m[TRAIL_AT]
    top, bottom = base + 2 * m[TRAIL], base + 2 * mark
    while top > bottom:
        top -= 2
        m[m[top]] = m[top + 1]
    m[TRAIL] = mark


@kernel
def enqueue(m: Any, p: int) -> None:
    """Run this propagator later, those that cost much last."""
    if m[m[QUEUED] + p]:
        return
    m[m[QUEUED] + p] = 1
    size, kind = m[PROPAGATORS], m[m[KINDS] + p]
    if kind == HIDDEN or kind >= ROWS:
        m[m[QUEUE] + size + (m[LATE_HEAD] + m[LATE]) % size] = p
        m[LATE] += 1
    else:
        m[m[QUEUE] + (m[HEAD] + m[WAITING]) % size] = p
        m[WAITING] += 1


@kernel
def put(m: Any, v: int, k: int, new: int) -> bool:
    """Replace word k of a domain by one that holds less; False if nothing is left of the domain."""
    old = int(m[m[m[WORDS] + v] + k])
    gone = old ^ new
    size = int(m[SIZES + v]) - ones(gone)
    if size == 0:
        return False
    save(m, m[m[WORDS] + v] + k, new)
    save(m, SIZES + v, size)
    event = ANY
    if size == 1:
        event = FIX
        m[m[FIXED_AT] + m[FIXED]] = v
        m[FIXED] += 1
        if v < m[OWN]:
            save(m, FILLED, m[FILLED] + 1)
    elif m[m[WORDS] + v + 1] - m[m[WORDS] + v] > 1 or gone > new or gone & -gone < new & -new:
        event = BOUNDS
    for at in range(m[m[WATCHES] + v], m[m[WATCHES] + v + 1]):
        if m[at] & 3 <= event:
            enqueue(m, m[at] >> 2)
    return True


@kernel
def has(m: Any, v: int, i: int) -> bool:
    """Whether the variable may have its i-th value."""
    return (int(m[m[m[WORDS] + v] + i // WORD]) >> i % WORD) & 1 == 1


@kernel
def drop(m: Any, v: int, i: int) -> bool:
    """Take the i-th value from a variable; False if it was the last."""
    word = int(m[m[m[WORDS] + v] + i // WORD])
    bit = 1 << i % WORD
    return word & bit == 0 or put(m, v, i // WORD, word ^ bit)


@kernel
def assign(m: Any, v: int, i: int) -> bool:
    """Leave the variable only its i-th value; False if it does not have it."""
    if not has(m, v, i):
        return False
    for k in range(m[m[WORDS] + v + 1] - m[m[WORDS] + v]):
        word = int(m[m[m[WORDS] + v] + k])
        kept = 1 << i % WORD if k == i // WORD else 0
        if word & ~kept and not put(m, v, k, word & kept):
            return False
    return True


@kernel
def least(m: Any, v: int, start: int) -> int:
    """The number of the first value left from `start` on; −1 if there is none."""
    for k in range(start // WORD, m[m[WORDS] + v + 1] - m[m[WORDS] + v]):
        word = int(m[m[m[WORDS] + v] + k])
        if k == start // WORD:
            word &= FULL ^ ((1 << start % WORD) - 1)
        if word:
            return k * WORD + zeros_below(word)
    return -1


@kernel
def greatest(m: Any, v: int) -> int:
    """The number of the last value left."""
    k = m[m[WORDS] + v + 1] - m[m[WORDS] + v] - 1
    while m[m[m[WORDS] + v] + k] == 0:
        k -= 1
    word = int(m[m[m[WORDS] + v] + k])
    word |= word >> 1
    word |= word >> 2
    word |= word >> 4
    word |= word >> 8
    word |= word >> 16
    word |= word >> 32
    return int(k * WORD + ones(word) - 1)


@kernel
def low(m: Any, v: int) -> int:
    """The least value left."""
    return int(m[m[m[BASES] + v] + least(m, v, 0)])


@kernel
def high(m: Any, v: int) -> int:
    """The greatest value left."""
    return int(m[m[m[BASES] + v] + greatest(m, v)])


@kernel
def up_to(m: Any, v: int, limit: int) -> int:
    """How many of a variable's values, in order, are at most the limit."""
    base = int(m[m[BASES] + v])
    a, b = 0, int(m[m[BASES] + v + 1]) - base
    while a < b:
        middle = (a + b) // 2
        if m[base + middle] <= limit:
            a = middle + 1
        else:
            b = middle
    return a


@kernel
def within(m: Any, v: int, lower: int, upper: int) -> bool:
    """Leave the variable only values between the two; False if none is left."""
    if low(m, v) >= lower and high(m, v) <= upper:
        return True
    start, stop = up_to(m, v, lower - 1), up_to(m, v, upper)
    for k in range(m[m[WORDS] + v + 1] - m[m[WORDS] + v]):
        word = int(m[m[m[WORDS] + v] + k])
        kept = 0
        a, b = max(start - k * WORD, 0), min(stop - k * WORD, WORD)
        if a < b:
            kept = FULL >> (WORD - b) & (FULL ^ ((1 << a) - 1))
        if word & ~kept and not put(m, v, k, word & kept):
            return False
    return True


@kernel
def truth_of(m: Any, literal: int) -> int:
    """1 if a literal is true, 0 if it is false, −1 if that is open."""
    if literal < 0:
        return 2 + literal if literal == TRUE else 0
    word = int(m[m[m[WORDS] + (literal >> 1)]])
    return -1 if word == 3 else (word >> 1) ^ (literal & 1)


@kernel
def make(m: Any, literal: int, truth: int) -> bool:
    """Make a literal true or false; False if it is the other."""
    if literal < 0:
        return truth_of(m, literal) == truth
    return assign(m, literal >> 1, truth ^ (literal & 1))
