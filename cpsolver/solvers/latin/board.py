"""What is left at a node of the recursion, and how single candidates and single places are followed up.

Everything is a bit mask: of each unit the values still missing, of each variable the values its units are all missing;
variable number v is bit v. Source: the technique of all fast sudoku programs, as in Norvig, Solving Every Sudoku Puzzle
(2006).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from cpsolver.task.domain import Finite, Value
from cpsolver.task.propagation import bits
from cpsolver.task.task import Task


class Board:
    """What is left at a node, variable number v being bit v.

    candidates: for each value the open variables that may take it
    missing:    for each value the units, as masks, that do not have it yet
    placed:     for each value the variables that have it
    seen:       for each value its candidates when its units were last looked through
    open:       the variables without a value
    """

    __slots__ = ("candidates", "missing", "open", "placed", "seen")

    def __init__(
        self, candidates: list[int], missing: list[list[int]], placed: list[int], seen: list[int], open_: int
    ) -> None:
        self.candidates, self.missing, self.placed, self.seen, self.open = candidates, missing, placed, seen, open_

    def copy(self) -> Board:
        """The same, to go on from; the lists of missing units are replaced and never changed."""
        return Board(self.candidates[:], self.missing[:], self.placed[:], self.seen[:], self.open)


Plan = tuple[tuple[int, ...], Mapping[int, int]]
"""The units as masks, and for each variable's bit the mask of all variables but it and its peers."""


@lru_cache(maxsize=32)
def plan(names: tuple[str, ...], units: tuple[tuple[str, ...], ...]) -> Plan:
    """The plan of the named units, each stated once."""
    bit_of = {name: 1 << number for number, name in enumerate(names)}
    masks = tuple(dict.fromkeys(sum(bit_of[name] for name in unit) for unit in units))
    everything = (1 << len(names)) - 1
    keep = {}
    for bit in bit_of.values():
        peers = bit
        for mask in masks:
            if mask & bit:
                peers |= mask
        keep[bit] = everything & ~peers
    return masks, keep


def start(task: Task, masks: tuple[int, ...]) -> tuple[tuple[Value, ...], Board]:
    """The values, and the board with the domains that the givens leave; no variable has its value placed yet."""
    domain = task.variables[0].domain if task.variables else Finite(())
    values = domain.values if isinstance(domain, Finite) else ()
    row = {value: number for number, value in enumerate(values)}
    everything = (1 << len(task.variables)) - 1
    candidates = [everything] * len(values)
    number = {variable.name: 1 << i for i, variable in enumerate(task.variables)}
    fixed, held = 0, [0] * len(values)
    for fact in task.given:
        bit = number[fact.variable]
        value = fact.domain.values[0] if isinstance(fact.domain, Finite) and fact.domain.is_fixed else None
        if value in row and not fixed & bit:
            held[row[value]] |= bit
            fixed |= bit
        else:
            for other in values:
                if other not in fact.domain:
                    candidates[row[other]] &= ~bit
    candidates = [mask & ~(fixed ^ own) for mask, own in zip(candidates, held, strict=True)]
    return values, Board(candidates, [list(masks) for _ in values], [0] * len(values), [-1] * len(values), everything)


def settle(board: Board, keep: Mapping[int, int]) -> bool:
    """Place all naked and hidden singles until there are none; False at a contradiction."""
    candidates = board.candidates
    while board.open:
        before = open_ = board.open
        once = twice = 0
        for row, mask in enumerate(candidates):
            candidates[row] = mask = mask & open_
            twice |= once & mask
            once |= mask
        if once != open_:
            return False
        single = once & ~twice
        if single and not _place_naked(board, keep, single):
            return False
        if board.open == before and not _place_hidden(board, keep):
            return False
        if board.open == before:
            return True
    return True


def _place_naked(board: Board, keep: Mapping[int, int], single: int) -> bool:
    """Give the variables of the mask, each with one candidate left, that value."""
    for row, mask in enumerate(board.candidates):
        hits = found = mask & single
        if not hits:
            continue
        while hits:
            bit = hits & -hits
            if not mask & bit:
                return False
            mask &= keep[bit]
            hits ^= bit
        board.candidates[row] = mask
        board.open ^= found
        placed = board.placed[row] = board.placed[row] | found
        board.missing[row] = [unit for unit in board.missing[row] if not unit & placed]
    return True


def _place_hidden(board: Board, keep: Mapping[int, int]) -> bool:
    """Place every value that has one place left in a unit. Only units that lost a place since are looked at."""
    open_ = board.open
    candidates, seen = board.candidates, board.seen
    for row, before in enumerate(candidates):
        mask = before & open_
        gone = seen[row] & ~mask
        if not gone:
            continue
        found, seen[row] = 0, mask
        missing = board.missing[row]
        for unit in missing:
            if unit & gone:
                here = mask & unit
                if not here & here - 1:
                    if here:
                        mask &= keep[here]
                        open_ ^= here
                        found |= here
                    elif not unit & found:
                        return False
        if found:
            candidates[row] = mask
            board.placed[row] |= found
            board.missing[row] = [unit for unit in missing if not unit & found]
    board.open = open_
    return True


def smallest(board: Board, keep: Mapping[int, int]) -> tuple[int, list[int]]:
    """The variable with the fewest candidates, as a bit, and the rows of its values.

    Of several with two the one whose values take most candidates from peers: 1 + what each takes, multiplied, a peer
    with two candidates counted three times; the first of equals. Source: Freeman (1995), for propositional solvers.
    """
    candidates = board.candidates
    pairs = _with_two(candidates)
    if pairs:
        scores = dict.fromkeys(bits(pairs), 1)
        for mask in candidates:
            left = here = mask & pairs
            while left:
                variable = left & -left
                left ^= variable
                others = keep[variable]  # the variable itself is none of them
                scores[variable] *= (mask & ~others).bit_count() + 2 * (here & ~others).bit_count() - 2
        bit = max(scores, key=scores.__getitem__)
    else:
        bit = min(bits(board.open), key=lambda variable: sum(1 for mask in candidates if mask & variable))
    return bit, [row for row, mask in enumerate(candidates) if mask & bit]


def _with_two(candidates: list[int]) -> int:
    """The variables with two candidates."""
    once = twice = more = 0
    for mask in candidates:
        more |= twice & mask
        twice |= once & mask
        once |= mask
    return twice & ~more
