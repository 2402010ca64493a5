"""The recursion: in plain Python at first, handed over to a kernel in the middle if it lasts.

Both walk the same tree, node by node, so that solutions, their order and all counts are the same whichever ran, and
where it was handed over does not show.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cpsolver.compiled.handover import FIRST_STRETCH, is_ready
from cpsolver.solvers.latin.board import Board, settle, smallest
from cpsolver.task.domain import Value
from cpsolver.task.propagation import bits
from cpsolver.task.result import Deadline
from cpsolver.task.tally import Harvest, Tally

NODES_BETWEEN_CHECKS = 64
"""How many nodes pass between two looks at the clock."""

COMPILED_NODES_BETWEEN_CHECKS = 1 << 15
"""The same in the kernel."""

MOST_VALUES = 30
"""How many values fit the kernel's masks."""

Frame = tuple[Board, int, list[int]]
"""A board that stands, the variable that is branched on, as a bit, and the rows of its values left, the next last."""


@dataclass(frozen=True)
class Search:
    """What does not change during a search, and what it fills.

    units: the variables of each all-different, as masks
    keep:  for each variable's bit the mask of all variables but it and its peers
    """

    names: tuple[str, ...]
    values: tuple[Value, ...]
    units: tuple[int, ...]
    keep: Mapping[int, int]
    harvest: Harvest
    deadline: Deadline
    tally: Tally


def run(search: Search, board: Board) -> bool:
    """Depth first from this board. True if nothing is left to try, False if there was enough or time was up."""
    tally, keep = search.tally, search.keep
    stack: list[Frame] = []
    finished = not (settle(board, keep) and _arrive(search, board, stack))
    while stack and finished:
        above, bit, rows = stack[-1]
        if not rows:
            stack.pop()
            continue
        if not tally.nodes % NODES_BETWEEN_CHECKS and tally.nodes:
            if search.deadline.passed:
                finished = False
                break
            if search.deadline.elapsed > FIRST_STRETCH and _may_hand_over(search):
                return _run_compiled(search, stack)
        row = rows.pop()
        tally.nodes += 1
        board = above.copy()
        board.open ^= bit
        board.candidates[row] &= keep[bit]
        placed = board.placed[row] = board.placed[row] | bit
        board.missing[row] = [unit for unit in board.missing[row] if not unit & placed]
        finished = not (settle(board, keep) and _arrive(search, board, stack))
    tally.tried, tally.backtracks = tally.nodes, tally.nodes - len(stack)
    return finished


def _arrive(search: Search, board: Board, stack: list[Frame]) -> bool:
    """Count a board that stands; take the solution, or choose the variable to branch on. True if there are enough."""
    search.tally.at_depth[len(search.names) - board.open.bit_count()] += 1
    if board.open:
        bit, rows = smallest(board, search.keep)
        stack.append((board, bit, rows[::-1]))
        return False
    return search.harvest.take(_solution(search, board))


def _solution(search: Search, board: Board) -> dict[str, Value]:
    found: list[Value] = [0] * len(search.names)
    for value, mask in zip(search.values, board.placed, strict=True):
        for bit in bits(mask):
            found[bit.bit_length() - 1] = value
    return dict(zip(search.names, found, strict=True))


def _may_hand_over(search: Search) -> bool:
    return len(search.values) <= MOST_VALUES and is_ready("cpsolver.compiled.resumed")


def _run_compiled(search: Search, stack: list[Frame]) -> bool:
    """Carry on in the kernel, to the same end."""
    from cpsolver.compiled.resumed import Resumed
    from cpsolver.compiled.units import plan

    harvest, tally, before = search.harvest, search.tally, search.tally.nodes
    units = plan(
        [[bit.bit_length() - 1 for bit in bits(mask)] for mask in search.units], len(search.names), len(search.values)
    )
    going = Resumed(
        units,
        [_masks(board, len(search.names)) for board, _, _ in stack],
        [[not board.open >> number & 1 for number in range(len(search.names))] for board, _, _ in stack],
        [bit.bit_length() - 1 for _, bit, _ in stack],
        [sum(1 << row for row in rows) for _, _, rows in stack],
    )
    enough = False
    while not (enough or going.is_finished or search.deadline.passed):
        most = None if harvest.limit is None else harvest.limit - len(harvest.solutions)
        for solution in going.go_on(COMPILED_NODES_BETWEEN_CHECKS, most):
            named = zip(search.names, (search.values[number - 1] for number in solution), strict=True)
            enough = harvest.take(dict(named))
    tally.at_depth = [a + b for a, b in zip(tally.at_depth, going.at_depth, strict=True)]
    tally.nodes = tally.tried = before + going.nodes
    tally.backtracks = tally.nodes - going.levels
    return going.is_finished and not enough


def _masks(board: Board, variables: int) -> list[int]:
    """Of each variable the rows of its candidates, or of its value."""
    masks = [0] * variables
    for row, (candidates, placed) in enumerate(zip(board.candidates, board.placed, strict=True)):
        for bit in bits(candidates & board.open | placed):
            masks[bit.bit_length() - 1] |= 1 << row
    return masks
