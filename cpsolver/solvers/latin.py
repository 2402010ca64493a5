"""Latin squares and sudoku: tasks of nothing but all-different units as large as the one common domain.

Everything is a bit mask: of each unit the values still missing, of each variable the values its units are all
missing. A node fills every variable with one candidate (naked single) and every value with one place in a unit (hidden
single) before it branches on the variable with the fewest candidates. Source: the technique of all fast sudoku
programs, as in Norvig, Solving Every Sudoku Puzzle (2006).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from cpsolver.solvers.solver import Solver, narrow, refuses_unless_finite
from cpsolver.task.condition import Condition, Relation
from cpsolver.task.domain import Finite, Value
from cpsolver.task.propagation import bits
from cpsolver.task.result import Deadline, Result, Settings
from cpsolver.task.tally import Harvest, Tally
from cpsolver.task.task import Aim, Task

NODES_BETWEEN_CHECKS = 64
"""How many nodes pass between two looks at the clock."""


def refuses(task: Task) -> str | None:
    """Why this solver cannot treat the task, in words; None for all-different units as large as the one domain."""
    reason = refuses_unless_finite(task)
    if reason is not None or not task.variables:
        return reason
    if task.sought.aim is Aim.BEST:
        return "something is to be best, and this solver knows no objective"
    domain = task.variables[0].domain
    for variable in task.variables:
        if variable.domain != domain:
            return f"'{variable.name}' has another domain than '{task.variables[0].name}'"
    return _refuses_conditions(task, len(domain) if isinstance(domain, Finite) else 0)


def _refuses_conditions(task: Task, size: int) -> str | None:
    for condition in task.conditions:
        different = condition.different if isinstance(condition, Relation) else None
        if different is None:
            return f"'{condition.label or condition}' is no all-different over variables"
        if len(different) != size:
            return f"'{condition.label or condition}' has {len(different)} variables for {size} values"
    return None


def solve(task: Task, settings: Settings) -> Result:
    """The solutions in the order of the search, with its counts."""
    if task.sought.aim is Aim.NARROW:
        return narrow(task, solve, settings)
    deadline, tally, harvest = Deadline(settings), Tally(len(task.variables)), Harvest.of(task, settings)
    masks, keep = _plan(tuple(task.by_name), tuple(_unit(condition) for condition in task.conditions))
    values, board = _start(task, masks)
    finished = _run(_Search(tuple(task.by_name), values, keep, harvest, deadline, tally), board)
    return harvest.result(finished, deadline, tally)


def _unit(condition: Condition) -> tuple[str, ...]:
    different = condition.different if isinstance(condition, Relation) else None
    assert different is not None, f"{condition} was refused"
    return different


class _Board:
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

    def copy(self) -> _Board:
        """The same, to go on from; the lists of missing units are replaced and never changed."""
        return _Board(self.candidates[:], self.missing[:], self.placed[:], self.seen[:], self.open)


Plan = tuple[tuple[int, ...], Mapping[int, int]]
"""The units as masks, and for each variable's bit the mask of all variables but it and its peers."""


@lru_cache(maxsize=32)
def _plan(names: tuple[str, ...], units: tuple[tuple[str, ...], ...]) -> Plan:
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


def _start(task: Task, masks: tuple[int, ...]) -> tuple[tuple[Value, ...], _Board]:
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
    return values, _Board(candidates, [list(masks) for _ in values], [0] * len(values), [-1] * len(values), everything)


def _settle(board: _Board, keep: Mapping[int, int]) -> bool:
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


def _place_naked(board: _Board, keep: Mapping[int, int], single: int) -> bool:
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


def _place_hidden(board: _Board, keep: Mapping[int, int]) -> bool:
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


@dataclass(frozen=True)
class _Search:
    """What does not change during a search, and what it fills."""

    names: tuple[str, ...]
    values: tuple[Value, ...]
    keep: Mapping[int, int]
    harvest: Harvest
    deadline: Deadline
    tally: Tally


def _run(search: _Search, board: _Board) -> bool:
    """Depth first from this board. True if nothing is left to try, False if there was enough or time was up."""
    tally, keep = search.tally, search.keep
    stack: list[tuple[_Board, int, Iterator[int]]] = []
    finished = not (_settle(board, keep) and _arrive(search, board, stack))
    while stack and finished:
        above, bit, rows = stack[-1]
        row = next(rows, None)
        if row is None:
            stack.pop()
            continue
        tally.nodes += 1
        if not tally.nodes % NODES_BETWEEN_CHECKS and search.deadline.passed:
            finished = False
            break
        board = above.copy()
        board.open ^= bit
        board.candidates[row] &= keep[bit]
        placed = board.placed[row] = board.placed[row] | bit
        board.missing[row] = [unit for unit in board.missing[row] if not unit & placed]
        finished = not (_settle(board, keep) and _arrive(search, board, stack))
    tally.tried, tally.backtracks = tally.nodes, tally.nodes - len(stack)
    return finished


def _arrive(search: _Search, board: _Board, stack: list[tuple[_Board, int, Iterator[int]]]) -> bool:
    """Count a board that stands; take the solution, or choose the variable to branch on. True if there are enough."""
    search.tally.at_depth[len(search.names) - board.open.bit_count()] += 1
    if board.open:
        bit, rows = _smallest(board, search.keep)
        stack.append((board, bit, iter(rows)))
        return False
    return search.harvest.take(_solution(search, board))


def _smallest(board: _Board, keep: Mapping[int, int]) -> tuple[int, list[int]]:
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


def _solution(search: _Search, board: _Board) -> dict[str, Value]:
    found: list[Value] = [0] * len(search.names)
    for value, mask in zip(search.values, board.placed, strict=True):
        for bit in bits(mask):
            found[bit.bit_length() - 1] = value
    return dict(zip(search.names, found, strict=True))


SOLVER = Solver(
    name="latin",
    summary="bit masks for sudoku and Latin squares: all-different units as large as the one domain",
    rank=15,
    refuses=refuses,
    solve=solve,
)
