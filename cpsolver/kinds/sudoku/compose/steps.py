"""Which cells are opened together: orbits of a symmetry, inside a pattern."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cpsolver.errors import Mark, Problem, SpecError, UnsupportedTask, did_you_mean
from cpsolver.kinds.sudoku.shape import Board, Spot

Turn = Callable[[int, int, int, int], Spot]
"""(row, column, last row, last column) → where the cell goes."""

_TURNS: Mapping[str, Turn] = {
    "half-turn": lambda r, c, h, w: (h - r, w - c),
    "rotation": lambda r, c, h, w: (c, h - r),
    "horizontal": lambda r, c, h, w: (h - r, c),
    "vertical": lambda r, c, h, w: (r, w - c),
    "diagonal": lambda r, c, h, w: (c, r),
    "antidiagonal": lambda r, c, h, w: (w - c, h - r),
}

SYMMETRIES: Mapping[str, tuple[str, ...]] = {
    "none": (),
    **{name: (name,) for name in _TURNS},
    "both-lines": ("horizontal", "vertical"),
    "both-diagonals": ("diagonal", "antidiagonal"),
    "full": ("rotation", "horizontal"),
}
"""What each symmetry is made of. rotation: by a quarter; horizontal, vertical: about that axis; diagonal: about the
falling one; full: all of them."""

EMPTY = {".", "0", "_"}
"""What stands in a pattern for a cell that may not be given; `*` too, where none of these is used."""

_NEEDS_SQUARE = {"rotation", "diagonal", "antidiagonal"}


def orbits(board: Board, cells: Mapping[str, int], symmetry: str) -> list[tuple[int, ...]]:
    """The cells that a symmetry puts together, each once, in the order of their first.

    Raises: UnsupportedTask for an unknown symmetry, or one that this board does not have.
    """
    if symmetry not in SYMMETRIES:
        raise UnsupportedTask(f"no symmetry is called '{symmetry}'; {did_you_mean(symmetry, SYMMETRIES, 'known')}")
    height, width = len(board.rows), max(map(len, board.rows), default=0)
    turns = [_TURNS[name] for name in SYMMETRIES[symmetry]]
    if height != width and not _NEEDS_SQUARE.isdisjoint(SYMMETRIES[symmetry]):
        raise UnsupportedTask(f"symmetry '{symmetry}' needs a square board, and this one is {height} × {width}")
    by_spot = {spot: cells[name] for name, spot in board.spots.items()}
    found: list[tuple[int, ...]] = []
    seen: set[Spot] = set()
    for spot in by_spot:
        if spot not in seen:
            orbit = _orbit(spot, turns, height - 1, width - 1)
            if not orbit <= by_spot.keys():
                raise UnsupportedTask(f"symmetry '{symmetry}' moves cells of this board off it")
            seen |= orbit
            found.append(tuple(by_spot[each] for each in sorted(orbit)))
    return found


def _orbit(spot: Spot, turns: Sequence[Turn], last_row: int, last_column: int) -> set[Spot]:
    reached: set[Spot] = set()
    waiting = [spot]
    while waiting:
        here = waiting.pop()
        if here not in reached:
            reached.add(here)
            waiting += [turn(*here, last_row, last_column) for turn in turns]
    return reached


def allowed_cells(board: Board, cells: Mapping[str, int], pattern: tuple[str, str]) -> frozenset[int]:
    """The cells that a pattern, its source and its text, lets be given: every sign but those for empty cells.

    Raises: SpecError at the line that is too long or too short, or for another number of lines.
    """
    source, text = pattern
    lines = [(number, line.split("#", 1)[0]) for number, line in enumerate(text.splitlines(), 1)]
    rows = [(number, "".join(line.split())) for number, line in lines if line.strip()]
    rows = [(number, row) for number, row in rows if not set(row) <= set("-+=|")]
    rows = [(number, row.replace("|", "")) for number, row in rows]
    width = max(map(len, board.rows), default=0)
    if len(rows) == 1 and len(rows[0][1]) == len(board.rows) * width:
        (number, line) = rows[0]
        rows = [(number, line[at : at + width]) for at in range(0, len(line), width)]
    if len(rows) != len(board.rows):
        message = f"the pattern has {len(rows)} rows; the board has {len(board.rows)}"
        raise SpecError(Problem(message, Mark(source, rows[-1][0] if rows else 1, 1), rows[-1][1] if rows else ""))
    for number, row in rows:
        if len(row) != width:
            message = f"this row of the pattern has {len(row)} signs; the board has {width} columns"
            raise SpecError(
                Problem(message, Mark(source, number, 1), row, "any sign but . 0 _ marks a cell that may be given")
            )
    signs = {sign for _, row in rows for sign in row}
    empty = EMPTY if signs & EMPTY else {*EMPTY, "*"}
    marked = {(r, c) for r, (_, row) in enumerate(rows) for c, sign in enumerate(row) if sign not in empty}
    return frozenset(cells[name] for name, spot in board.spots.items() if spot in marked)
