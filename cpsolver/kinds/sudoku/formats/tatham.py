"""Game ids of Simon Tatham's Solo: `3x3kx:` and runs of blanks and digits, then regions, cages and sums."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cpsolver.kinds.sudoku.formats.cages import CAGE
from cpsolver.kinds.sudoku.formats.format import Format
from cpsolver.kinds.sudoku.formats.payload import link_in
from cpsolver.kinds.sudoku.formats.record import (
    LARGEST_SIZE,
    Digits,
    FormatError,
    Rule,
    Sudoku,
    box_shape,
    numbered,
    own_regions,
    wrong,
)
from cpsolver.kinds.sudoku.formats.text import expected, whole

_HEAD = re.compile(r"(?P<columns>[0-9]{1,2})(?:x(?P<rows>[0-9]{1,2}))?(?P<flags>[a-z0-9]*):(?P<rest>\S*)")
_FLAGS = re.compile(r"(?P<name>[jkx])|(?:m?[ar][0-9]*|m[0-9]*|d[a-z])")
_RUNS = re.compile(r"[a-z]|_|[0-9]+")
_LONGEST = 25  # `z` says so many borders are open, and nothing of the next
_DIAGONALS = (Rule("falling diagonal"), Rule("rising diagonal"))


def fits(text: str) -> bool:
    """Whether the text is an id, alone or behind Solo's address."""
    link = link_in(text)
    if link is not None:
        return link.site == "tatham"
    match = _HEAD.fullmatch(text.strip())
    return (
        match is not None
        and not match["rest"].startswith("k:")
        and re.match(r"[a-z_0-9]+(,|$)", match["rest"]) is not None
    )


def read(text: str) -> Sudoku:
    """The puzzle of an id. Raises: FormatError."""
    link = link_in(text)
    id_, start = (link.payload, link.offset) if link else (text.strip(), len(text) - len(text.lstrip()))
    match = _HEAD.fullmatch(id_)
    if match is None:
        raise expected("'3x3:' and the cells", id_, start)
    flags = _flags(match["flags"], start + match.start("flags"))
    columns, rows = int(match["columns"]), int(match["rows"] or 1)
    size = columns * rows
    if not 2 <= size <= LARGEST_SIZE:
        raise wrong(f"grids of {size} rows are not read", f"the largest has {LARGEST_SIZE}", start)
    reader = _Parts(match["rest"], start + match.start("rest"))
    givens = _cells(*reader.next(), size, size)
    is_jigsaw = match["rows"] is None or rows == 1
    regions = _blocks(*reader.next(), size) if is_jigsaw else _boxes(rows, columns, size)
    cages = _cages(reader, size) if "k" in flags else ()
    reader.end()
    rules = (*(_DIAGONALS if "x" in flags else ()), *cages)
    return Sudoku(size, givens, regions=own_regions(regions, size), rules=rules)


def _flags(text: str, offset: int) -> set[str]:
    """What the letters behind the size say; symmetry and difficulty of the generator are passed over."""
    found, at = set(), 0
    while at < len(text):
        match = _FLAGS.match(text, at)
        if match is None:
            raise expected("'j', 'k', 'x', a symmetry or a difficulty", text[at], offset + at)
        found |= {match["name"]} - {None}
        at = match.end()
    return found


class _Parts:
    """The parts of an id, commas between them."""

    def __init__(self, text: str, start: int) -> None:
        self.parts, self.at, self.start = text.split(","), 0, start

    def next(self) -> tuple[str, int]:
        """The next part and its offset. Raises: FormatError if there is none."""
        if self.at >= len(self.parts):
            raise wrong("a part of the id is missing", "copy it again, to its very end", self.start)
        self.at += 1
        return self.parts[self.at - 1], self.start + sum(len(part) + 1 for part in self.parts[: self.at - 1])

    def end(self) -> None:
        """Raises: FormatError if a part is left."""
        if self.at < len(self.parts):
            raise wrong(
                "the id has a part too many", "after 'k' stand cages and sums, after 'j' regions", self.next()[1]
            )


def _cells(text: str, offset: int, size: int, most: int) -> Digits:
    """Numbers and runs of blanks: `b` is two, `_` stands between two numbers. Raises: FormatError."""
    found: list[int] = []
    at = 0
    while at < len(text):
        match = _RUNS.match(text, at)
        if match is None:
            raise expected("a number or a letter for a run of blanks", text[at], offset + at)
        if match[0].isdigit():
            number = whole(match[0], most)
            if not number:
                raise expected(f"a number 1-{most}", match[0], offset + at)
            found.append(number)
        elif match[0] != "_":
            found += [0] * (ord(match[0]) - ord("a") + 1)
        at = match.end()
    if len(found) != size * size:
        raise wrong(
            f"the id has {len(found)} cells; {size * size} are needed", "copy it again, to its very end", offset
        )
    return tuple(found)


def _borders(size: int) -> Iterator[tuple[int, int]]:
    """The two cells on each side of every border: upright ones by rows, then lying ones by columns."""
    for row in range(size):
        for column in range(size - 1):
            yield row * size + column, row * size + column + 1
    for column in range(size):
        for row in range(size - 1):
            yield row * size + column, (row + 1) * size + column


def _blocks(text: str, offset: int, size: int) -> Digits:
    """The number of each cell's block: letters count open borders before a closed one. Raises: FormatError."""
    borders = list(_borders(size))
    group = list(range(size * size))
    at = 0
    for number, sign in enumerate(text):
        if sign != "_" and not "a" <= sign <= "z":
            raise expected("'_' or a letter", sign, offset + number)
        open_ = 0 if sign == "_" else _LONGEST if sign == "z" else ord(sign) - ord("a") + 1
        for one, other in borders[at : at + open_]:
            old, new = group[other], group[one]
            group = [new if name == old else name for name in group]
        at += open_ + (sign != "z")
        if at > len(borders) + 1:
            break
    if at != len(borders) + 1:
        many = "many" if at > len(borders) + 1 else "few"
        raise wrong(
            f"the id has too {many} borders for {size} × {size} cells", "copy it again, to its very end", offset
        )
    return numbered(group)


def _boxes(rows: int, columns: int, size: int) -> Digits:
    """Boxes of that many columns and rows. Solo writes columns × rows."""
    return tuple(r // rows * (size // columns) + c // columns + 1 for r in range(size) for c in range(size))


def _cages(reader: _Parts, size: int) -> tuple[Rule, ...]:
    blocks = _blocks(*reader.next(), size)
    sums = _cells(*reader.next(), size, size * (size + 1) // 2 * size)
    cells: dict[int, list[int]] = {}
    for at, number in enumerate(blocks):
        cells.setdefault(number, []).append(at)
    totals = {number: next((sums[at] for at in found if sums[at]), 0) for number, found in cells.items()}
    return tuple(
        Rule(CAGE, tuple(divmod(at, size) for at in found), value=str(totals[number] or ""))
        for number, found in cells.items()
    )


# -- writing --------------------------------------------------------------------------------------------------


def write(sudoku: Sudoku) -> str:
    """The id of a puzzle."""
    size = sudoku.size
    rows, columns = box_shape(size)
    names = {rule.name for rule in sudoku.rules}
    if len(names & {rule.name for rule in _DIAGONALS}) == 1:
        raise wrong("'tatham' states both diagonals or none", "use 'f-puzzles'")
    is_x, is_killer = _DIAGONALS[0].name in names, CAGE in names
    shape = f"{size}j" if sudoku.regions or rows == 1 else f"{columns}x{rows}"
    parts = [_runs(sudoku.givens)]
    if shape.endswith("j"):
        parts.append(_block_text(sudoku.regions or _boxes(rows, columns, size), size))
    if is_killer:
        numbers, sums = _cage_cells(sudoku)
        parts += [_block_text(numbers, size), _runs(sums)]
    return f"{shape}{'k' * is_killer}{'x' * is_x}:{','.join(parts)}"


def _runs(cells: Sequence[int]) -> str:
    found: list[str] = []
    run = 0
    for cell in cells:
        if not cell:
            run += 1
            continue
        found.append(_letters(run) or "_" * bool(found))
        found.append(str(cell))
        run = 0
    return "".join(found) + _letters(run)


def _letters(run: int) -> str:
    return "z" * ((run - 1) // 26) + chr(ord("a") + (run - 1) % 26) if run else ""


def _block_text(blocks: Sequence[int], size: int) -> str:
    found, run = [], 0
    is_closed = [blocks[one] != blocks[other] for one, other in _borders(size)]
    for closed in (*is_closed, True):
        if not closed:
            run += 1
            continue
        while run > _LONGEST:
            found.append("z")
            run -= _LONGEST
        found.append(chr(ord("a") + run - 1) if run else "_")
        run = 0
    text = "".join(found)
    if _blocks(text, 0, size) != numbered(blocks):
        raise wrong("'tatham' holds regions and cages in one piece only", "use 'f-puzzles'")
    return text


def _cage_cells(sudoku: Sudoku) -> tuple[Digits, Digits]:
    """The number of each cell's cage, and the sums at their first cells. Raises: FormatError."""
    size = sudoku.size
    numbers, sums = [0] * (size * size), [0] * (size * size)
    for number, rule in enumerate((rule for rule in sudoku.rules if rule.name == CAGE), 1):
        for r, c in rule.cells:
            if numbers[r * size + c]:
                raise wrong(f"{rule} overlaps another cage", "use 'f-puzzles'")
            numbers[r * size + c] = number
        first = min(rule.cells)
        sums[first[0] * size + first[1]] = whole(rule.value) or 0
    if not all(numbers) or 0 in (whole(rule.value) or 0 for rule in sudoku.rules if rule.name == CAGE):
        raise wrong("'tatham' needs every cell in a cage, and a sum for each", "use 'f-puzzles'")
    return numbered(numbers), tuple(sums)


TATHAM = Format(
    "tatham", "game ids of Simon Tatham's Solo, jigsaw, X and killer too", fits, read, write,
    carries=frozenset(("regions",)), rules=frozenset((CAGE, *(rule.name for rule in _DIAGONALS))), is_sure=True,
)  # fmt: skip
__all__ = ["TATHAM", "FormatError"]
