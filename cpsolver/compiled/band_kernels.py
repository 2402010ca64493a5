"""The kernels of `bands`. All of them lie here: the cache of a module knows only its own source.

A band is three rows, 27 bits: bit 9·row + column of band k of digit d tells whether d may still stand there. A node
closes each digit that lost a place under all that follows from it alone inside its bands and stacks (hidden singles
and locked candidates, by two tables), places single candidates, and branches on a cell with two candidates.
Sources: zhouyundong_2012 on the Players' Forum (bands of 27 bits, a table for locked candidates within a band); the
branching rule here is a product of what each candidate takes away, after the rule of propositional solvers (Freeman
1995): 67 guesses a puzzle on the hardest list where the first cell with two candidates needs 137.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from cpsolver.compiled.jit import bit_functions, kernel

_zeros_below, _ones = bit_functions()

LEVEL = 32
"""Numbers of a level of the stack: 27 bands, band k of digit d at 9·k + d; 27 + k: the cells of band k without value.

30: the digits to look at, as bits; 31: not used."""
LEVELS = 82
BAND = (1 << 27) - 1
ROWS = 0x40201
"""The first cell of each row of a band: times 9 bits, the same in each row."""
MINIROWS = 0o111111111
"""The first cell of each of the nine threes of a band."""
COLUMNS_OF_STACK = 0o007007007
"""In three times nine columns, one nine for each band: the columns of the first stack."""
LOW_EIGHT, NINTH = 0o377377377, 0o400400400
"""The first eight cells of each row of a band, and the ninth."""


def _closures() -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Of three rows by three boxes with a place for a digit: the places that belong to some way to choose one each.

    The first table is indexed by row + 3·box and answers in cells of a band, the second by 3·band + column (of one
    stack) and answers in bits 9·band + column.
    """
    ways = list(permutations(range(3)))
    rows, columns = np.zeros(512, np.int32), np.zeros(512, np.int32)
    for index in range(512):
        for way in ways:
            if all(index >> i + 3 * way[i] & 1 for i in range(3)):
                rows[index] |= sum(7 << 9 * i + 3 * way[i] for i in range(3))
            if all(index >> 3 * i + way[i] & 1 for i in range(3)):
                columns[index] |= sum(1 << 9 * i + way[i] for i in range(3))
    return rows, columns


def _peers() -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """For each cell its peers by band, int32[81, 3], and for each band the cells that are none, itself one of them."""
    peers = np.zeros((81, 3), np.int32)
    for cell in range(81):
        row, column = divmod(cell, 9)
        for other in range(81):
            r, c = divmod(other, 9)
            if other != cell and (r == row or c == column or (r // 3 == row // 3 and c // 3 == column // 3)):
                peers[cell, r // 3] |= 1 << other % 27
    return peers, BAND & ~peers


_ROW_CLOSURE, _COLUMN_CLOSURE = _closures()
_PEERS, _OTHERS = _peers()


@kernel
def _close(stack: Any, at: int, digit: int) -> bool:
    """Close a digit under hidden singles and locked candidates; False if it has no place somewhere."""
    a, b, c = int(stack[at + digit]), int(stack[at + 9 + digit]), int(stack[at + 18 + digit])
    while True:
        was_a, was_b, was_c = a, b, c
        x = (a | a >> 1 | a >> 2) & MINIROWS
        a &= int(_ROW_CLOSURE[(x | x >> 8 | x >> 16) & 511])
        x = (b | b >> 1 | b >> 2) & MINIROWS
        b &= int(_ROW_CLOSURE[(x | x >> 8 | x >> 16) & 511])
        x = (c | c >> 1 | c >> 2) & MINIROWS
        c &= int(_ROW_CLOSURE[(x | x >> 8 | x >> 16) & 511])
        columns = (a | a >> 9 | a >> 18) & 511
        columns |= ((b | b >> 9 | b >> 18) & 511) << 9 | ((c | c >> 9 | c >> 18) & 511) << 18
        x = columns & COLUMNS_OF_STACK
        kept = int(_COLUMN_CLOSURE[(x | x >> 6 | x >> 12) & 511])
        x = columns >> 3 & COLUMNS_OF_STACK
        kept |= int(_COLUMN_CLOSURE[(x | x >> 6 | x >> 12) & 511]) << 3
        x = columns >> 6 & COLUMNS_OF_STACK
        kept |= int(_COLUMN_CLOSURE[(x | x >> 6 | x >> 12) & 511]) << 6
        a &= (kept & 511) * ROWS
        b &= (kept >> 9 & 511) * ROWS
        c &= (kept >> 18) * ROWS
        if a == was_a and b == was_b and c == was_c:
            break
    stack[at + digit], stack[at + 9 + digit], stack[at + 18 + digit] = a, b, c
    return a != 0 and b != 0 and c != 0


@kernel
def _alone_in_row(band: int) -> int:
    """The cells of a band that are the only ones in their rows; every row must have one.

    Taking the lowest bit from each row leaves a row empty if it had one; adding eight ones to its first eight cells
    carries into the ninth if it is not.
    """
    rest = band & (band - ROWS)
    empty = ~(((rest & LOW_EIGHT) + LOW_EIGHT) | rest) & NINTH
    return band & ((empty << 1) - (empty >> 8))


@kernel
def _take_from_others(stack: Any, at: int, digit: int, band: int, cells: int) -> int:
    """Give cells of a band, in which the digit stands, that digit alone; the digits that lost a place, as bits."""
    lost = 0
    first = at + 9 * band
    own = stack[first + digit]
    stack[at + 27 + band] ^= cells
    for other in range(9):
        before = int(stack[first + other])
        after = before & ~cells
        stack[first + other] = after
        lost |= int(before != after) << other
    stack[first + digit] = own
    return lost & ~(1 << digit)


@kernel
def _place(stack: Any, at: int, digit: int, band: int, cells: int) -> None:
    """Take the digit from the peers of each of the cells."""
    while cells:
        cell = 27 * band + _zeros_below(cells)
        cells &= cells - 1
        for k in range(3):
            stack[at + 9 * k + digit] &= _OTHERS[cell, k]


@kernel
def _place_single_candidates(stack: Any, at: int) -> int:
    """Place what is the last candidate of a cell; the digits placed, as bits, or −1 if a cell has no candidate."""
    placed = 0
    for band in range(3):
        once = twice = 0
        first = at + 9 * band
        for digit in range(9):
            cells = int(stack[first + digit])
            twice |= once & cells
            once |= cells
        if once != BAND:
            return -1
        single = once & ~twice & int(stack[at + 27 + band])
        if single:
            stack[at + 27 + band] ^= single
            for digit in range(9):
                cells = int(stack[first + digit]) & single
                if cells:
                    placed |= 1 << digit
                    _place(stack, at, digit, band, cells)
    return placed


@kernel
def _settle(stack: Any, at: int) -> bool:
    """Close the level under everything that follows without branching; False at a contradiction."""
    digits = int(stack[at + 30])
    while digits:
        while digits:
            digit = _zeros_below(digits)
            digits &= digits - 1
            if not _close(stack, at, digit):
                return False
            for band in range(3):
                new = _alone_in_row(int(stack[at + 9 * band + digit])) & int(stack[at + 27 + band])
                if new:
                    digits |= _take_from_others(stack, at, digit, band, new)
        digits = _place_single_candidates(stack, at)
        if digits < 0:
            return False
    return True


@kernel
def _cells_of_few(stack: Any, at: int, cells: Any) -> bool:
    """Fill in the cells with two candidates, by band, or if there are none those with three; False if none either."""
    pairs = 0
    for band in range(3):
        once = twice = thrice = more = 0
        for digit in range(9):
            places = int(stack[at + 9 * band + digit])
            more |= thrice & places
            thrice |= twice & places
            twice |= once & places
            once |= places
        cells[band], cells[3 + band] = twice & ~thrice, thrice & ~more
        pairs |= twice & ~thrice
    if pairs == 0:
        cells[:3] = cells[3:6]
    return bool(cells[0] | cells[1] | cells[2] != 0)


@kernel
def _cell_of_fewest(stack: Any, at: int) -> int:
    """The first of the cells without value that have the fewest candidates."""
    fewest, chosen = 10, -1
    for cell in range(81):
        band, bit = cell // 27, 1 << cell % 27
        if stack[at + 27 + band] & bit:
            candidates = 0
            for digit in range(9):
                candidates += int(stack[at + 9 * band + digit] & bit != 0)
            if candidates < fewest:
                fewest, chosen = candidates, cell
    return chosen


@kernel
def _score(stack: Any, at: int, pairs: Any, scores: Any) -> None:
    """For each of the cells, 1 + what placing a candidate there would take from peers, multiplied over its candidates.

    A peer that is one of the cells counts three times: it is left with one candidate.
    """
    for cell in range(81):
        scores[cell] = 1
    for digit in range(9):
        a, b, c = int(stack[at + digit]), int(stack[at + 9 + digit]), int(stack[at + 18 + digit])
        in_pairs = (a & pairs[0]) | (b & pairs[1]) << 32
        for band in range(3):
            cells = int(stack[at + 9 * band + digit]) & pairs[band]
            while cells:
                cell = 27 * band + _zeros_below(cells)
                cells &= cells - 1
                upper = int(_PEERS[cell, 0]) | int(_PEERS[cell, 1]) << 32
                lower = c & int(_PEERS[cell, 2])
                taken = _ones((a | b << 32) & upper) + _ones(lower)
                scores[cell] *= 1 + taken + 2 * (_ones(in_pairs & upper) + _ones(lower & pairs[2]))


@kernel
def _choose(stack: Any, at: int, pairs: Any, scores: Any) -> int:
    """The cell to branch on; the first of several with the same score."""
    if not _cells_of_few(stack, at, pairs):
        return _cell_of_fewest(stack, at)
    _score(stack, at, pairs, scores)
    best, chosen = 0, -1
    for band in range(3):
        cells = int(pairs[band])
        while cells:
            cell = 27 * band + _zeros_below(cells)
            cells &= cells - 1
            if scores[cell] > best:
                best, chosen = scores[cell], cell
    return chosen


@kernel
def _branch(stack: Any, at: int, cell: int, start: int) -> None:
    """Put the first candidate of a cell from digit `start` on, on the next level; this one is left the others."""
    for i in range(LEVEL):
        stack[at + LEVEL + i] = stack[at + i]
    band, bit = cell // 27, 1 << cell % 27
    first, digits, chosen = at + 9 * band, 0, -1
    for turn in range(start, start + 9):
        digit = turn % 9
        if stack[first + digit] & bit:
            digits |= 1 << digit
            if chosen < 0:
                chosen = digit
    for digit in range(9):
        if digits >> digit & 1 and digit != chosen:
            stack[first + LEVEL + digit] ^= bit
    stack[first + chosen] ^= bit
    stack[at + LEVEL + 30] = digits
    stack[at + 30] = 1 << chosen


@kernel
def _enter(stack: Any, marks: Any) -> None:
    """Fill the first level of the stack with the candidates of a grid."""
    for i in range(27):
        stack[i] = BAND
    for band in range(3):
        stack[27 + band] = BAND
    stack[30] = 511
    for cell in range(81):
        mask = int(marks[cell])
        if mask == 511:
            continue
        band, bit = cell // 27, 1 << cell % 27
        for digit in range(9):
            if not mask >> digit & 1:
                stack[9 * band + digit] &= ~bit
    for cell in range(81):
        mask = int(marks[cell])
        if mask and mask & (mask - 1) == 0:
            stack[27 + cell // 27] &= ~(1 << cell % 27)
            _place(stack, 0, _zeros_below(mask), cell // 27, 1 << cell % 27)


@kernel
def _read(stack: Any, at: int, grid: Any) -> None:
    """Write down the digits of a level that is filled."""
    for digit in range(9):
        for band in range(3):
            cells = int(stack[at + 9 * band + digit])
            while cells:
                grid[27 * band + _zeros_below(cells)] = digit + 1
                cells &= cells - 1


@kernel
def _next_random(dice: Any) -> int:
    """A number below 2**32 from the one before it (Marsaglia 2003, xorshift)."""
    x = int(dice[0])
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    dice[0] = x
    return x


@kernel
def _search(stack: Any, limit: int, solutions: Any, room: Any, stop: Any) -> tuple[int, int]:
    """Count up to `limit` solutions below the first level, and guesses; the first solutions are written down.

    stop: int64[1], looked at now and then; not 0: end the search.
    room: int64[88]; six for cells, 81 for scores, and the state of the dice: 0 to try a cell's candidates in order.
    """
    pairs, scores, dice = room[:6], room[6:87], room[87:]
    count = guesses = at = 0
    while at >= 0 and stop[0] == 0:
        if not _settle(stack, at):
            at -= LEVEL
        elif stack[at + 27] | stack[at + 28] | stack[at + 29] == 0:
            if count < len(solutions):
                _read(stack, at, solutions[count])
            count += 1
            if count >= limit:
                break
            at -= LEVEL
        else:
            guesses += 1
            cell = _choose(stack, at, pairs, scores)
            _branch(stack, at, cell, _next_random(dice) % 9 if dice[0] else 0)
            at += LEVEL
    return count, guesses


@kernel
def count_all(marks: Any, limit: int, counts: Any, solutions: Any, guesses: Any, stop: Any) -> None:
    """Counts of solutions, −1 where stopped, the first solutions, and guesses, of each grid of candidates."""
    stack, room = np.zeros(LEVELS * LEVEL, np.int32), np.zeros(88, np.int64)
    for i in range(len(marks)):
        _enter(stack, marks[i])
        count, guesses[i] = _search(stack, limit, solutions[i], room, stop)
        counts[i] = count if stop[0] == 0 or count >= limit else -1


@kernel
def draw_all(marks: Any, seeds: Any, grids: Any, stop: Any) -> None:
    """A solution of each grid of candidates, drawn by the dice."""
    stack, room = np.zeros(LEVELS * LEVEL, np.int32), np.zeros(88, np.int64)
    for i in range(len(marks)):
        _enter(stack, marks[i])
        room[87] = seeds[i]
        _search(stack, 1, grids[i : i + 1], room, stop)


@kernel
def _is_needed(stack: Any, room: Any, marks: Any, grid: Any, opened: Any, nothing: Any, stop: Any) -> bool:
    """Open the cells; whether the grid is then no longer the only solution. A single one may not keep its digit."""
    number, only = 0, -1
    for cell in opened:
        if cell >= 0:
            marks[cell] = 511
            number, only = number + 1, cell
    if number > 1:
        _enter(stack, marks)
        return _search(stack, 2, nothing, room, stop)[0] > 1
    marks[only] = 511 ^ 1 << (int(grid[only]) - 1)
    _enter(stack, marks)
    marks[only] = 511
    return _search(stack, 1, nothing, room, stop)[0] > 0


@kernel
def cut_all(grids: Any, orders: Any, least: int, marks: Any, stop: Any) -> None:
    """The candidates of puzzles made of full grids by opening cells step by step; all closed where stopped."""
    stack, room = np.zeros(LEVELS * LEVEL, np.int32), np.zeros(88, np.int64)
    opened, nothing = np.zeros(orders.shape[2], np.int64), np.zeros((0, 81), np.uint8)
    for i in range(len(grids)):
        clues = 81
        for cell in range(81):
            marks[i, cell] = 1 << (int(grids[i, cell]) - 1)
        for step in orders[i]:
            closed = 0
            for j in range(len(step)):
                opened[j] = step[j] if step[j] >= 0 and marks[i, step[j]] != 511 else -1
                closed += int(opened[j] >= 0)
            if closed == 0 or clues - closed < least:
                continue
            if _is_needed(stack, room, marks[i], grids[i], opened, nothing, stop):
                for cell in opened:
                    if cell >= 0:
                        marks[i, cell] = 1 << (int(grids[i, cell]) - 1)
            else:
                clues -= closed
